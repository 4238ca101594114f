//! `solve`: the value of a position with best play of both sides.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::files::{Workplace, write_atomically};
use othello_solver::results::SolvedBoard;
use othello_solver::{
    AnyGame, Color, Game, Objective, Position, Rules, Scoring, SearchMonitor, SearchOptions,
    SearchResult, Shape, Start, Transcript, Turn, report, search, search_resumable,
};

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs, RulesArgs, Variant, variant};
use super::color::ANSWER;
use super::failure::Failure;
use super::file::{FileArgs, Out, SolveFile};
use super::output::{json, print};
use super::progress::{Bar, catch_ctrl_c};
use super::size::ForShape;

/// Find the value of a position with best play of both sides
#[derive(Debug, Args)]
#[command(after_help = "\
Without --moves and --position the answer is also written to results/SIZE[-parallel][-fewest].json.
If a search whose answer is written to a file is interrupted, the same command goes on where it was.

Examples:
  othello-solver solve 4x4                        the whole game, and how it is won
  othello-solver solve 6x6 --start parallel
  othello-solver solve 4x4 --moves b1a1 --format json
  othello-solver solve --position '--OO--OX-OXXXXXX O'")]
pub(crate) struct Solve {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Write the answer as JSON to this file; - is standard output, in place of the text
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

impl Solve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Some(file) = self.file.read()? else { return self.board.size()?.dispatch(self) };
        catch_ctrl_c();
        let to_stdout = self.is_to_stdout();
        let size = file.size(&self.board)?;
        SolveFile {
            file,
            size,
            start: self.board.start.into(),
            rules: self.rules,
            options: SearchOptions {
                hash: self.resources.hash,
                threads: self.resources.threads_or_all(),
                ..Default::default()
            },
            out: Out {
                format: if to_stdout { Format::Json } else { self.print.format },
                file: self.output.filter(|_| !to_stdout),
            },
            bar: &Bar::new(self.print.quiet),
        }
        .run()
    }

    /// How the game starts, if it is solved from there.
    fn start(&self) -> Option<Start> {
        self.board.is_start().then(|| self.board.start.into())
    }

    /// A result file records the nodes of one thread, so that it is the same on
    /// every machine. Otherwise all processors help.
    fn threads(&self) -> usize {
        match self.start() {
            Some(_) => self.resources.threads().unwrap_or(1),
            None => self.resources.threads_or_all(),
        }
    }

    /// Solves the game by looking at every position if they are few, and by
    /// search otherwise. With the answer comes how many were looked at.
    fn solve<S: Shape>(
        &self,
        game: Game<S>,
        place: Option<&Workplace>,
    ) -> Result<(SolvedBoard, u64), Failure> {
        let rules = Rules::from(self.rules);
        // In a block, so that for bigger boards this is not even compiled.
        if const { S::SQUARES <= report::EXHAUSTIVE_SQUARES } {
            let report = report::exhaustive(game, self.start(), rules);
            let positions = report.positions.as_ref().map_or(0, |positions| positions.total);
            return Ok((report, positions));
        }
        catch_ctrl_c();
        let bar = Bar::new(self.print.quiet);
        let (hash, threads) = (self.resources.hash, self.threads());
        let options =
            SearchOptions { rules, hash, threads, all_moves: true, ..SearchOptions::default() };
        let result = search_kept(&bar, game.position(), options, place)?;
        let mut looked_at = result.nodes;
        let tournament = Rules::new(Scoring::EmptiesToWinner, rules.objective);
        let bounds = match rules.scoring {
            Scoring::Discs => Scoring::bounds_with_empties(result.lower, S::SQUARES),
            Scoring::EmptiesToWinner => (result.lower, result.lower),
        };
        let value_empties_to_winner = if bounds.0 == bounds.1 {
            bounds.0
        } else {
            let options = SearchOptions { rules: tournament, all_moves: false, bounds, ..options };
            let result = search_kept(&bar, game.position(), options, place)?;
            looked_at += result.nodes;
            result.lower
        };
        // What depends on the machine or on how much of it was used is left out.
        let alike = self.threads() == 1 && self.resources.hash == ResourceArgs::HASH;
        let nodes = alike.then_some(result.nodes);
        let report =
            report::searched(game, self.start(), rules, &result, value_empties_to_winner, nodes);
        Ok((report.expect("the search was not stopped"), looked_at))
    }

    /// What is not the default of the game, if it is solved from a start.
    fn variant(&self) -> Option<Variant> {
        self.start().map(|start| variant(start, self.rules.into()))
    }

    fn is_to_stdout(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    /// Where the answer is to be written, if not to standard output alone.
    fn answer_file(&self, size: &str) -> Option<PathBuf> {
        let default = self
            .variant()
            .map(|variant| format!("results/{size}{}.json", variant.file_name()).into());
        self.output.clone().or(default).filter(|_| !self.is_to_stdout())
    }

    /// Writes and prints the answer, for which there was a place to work at.
    fn answer(
        &self,
        mut solved: Solved,
        file: Option<PathBuf>,
        place: Option<Workplace>,
    ) -> Result<(), Failure> {
        let report = &mut solved.report;
        report.command = self
            .variant()
            .map(|variant| format!("othello-solver solve {}{}", report.size, variant.options()));
        let document = json(report)?;
        if let Some(path) = &file {
            write_atomically(path, document.as_bytes()).map_err(Failure::failed)?;
        }
        place.map_or(Ok(()), Workplace::leave).map_err(Failure::failed)?;
        if self.is_to_stdout() || self.print.format == Format::Json {
            return print(&document);
        }
        let mut text = solved.describe();
        if let Some(path) = file {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "written    {}", path.display());
        }
        print(&text)
    }
}

/// Searches a position, and keeps the state if there is a place for it.
fn search_kept<S: Shape>(
    bar: &Bar,
    position: Position<S>,
    options: SearchOptions,
    place: Option<&Workplace>,
) -> Result<SearchResult<S>, Failure> {
    let monitor = SearchMonitor::default();
    let mut result = None;
    let (what, name) = match options.rules.scoring {
        Scoring::Discs => ("solving", "discs"),
        Scoring::EmptiesToWinner => ("solving, empties to the winner", "empties-to-winner"),
    };
    let state = place.map(|place| place.path(name));
    bar.watch(what, &monitor, &mut || {
        result = Some(match &state {
            Some(state) => search_resumable(position, &options, &monitor, state),
            None => Ok(search(position, &options, &monitor)),
        });
    });
    let result = result.expect("the search has ended").map_err(Failure::of_state)?;
    if result.complete { Ok(result) } else { Err(stopped(&result, options.rules, place)) }
}

/// What is known after Ctrl-C.
fn stopped<S: Shape>(result: &SearchResult<S>, rules: Rules, place: Option<&Workplace>) -> Failure {
    let SearchResult { lower, upper, nodes, .. } = *result;
    let counted = match rules.scoring {
        Scoring::Discs => "",
        Scoring::EmptiesToWinner => " with the empties to the winner",
    };
    let value = if lower == upper {
        format!("is {lower:+}")
    } else {
        format!("lies between {lower:+} and {upper:+}")
    };
    let later = match place {
        Some(_) => "the same command goes on from here",
        None => "no file was written",
    };
    Failure::Failed(format!(
        "stopped after {} positions; for the side to move the value{counted} {value}; {later}",
        HumanCount(nodes)
    ))
}

impl ForShape for Solve {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = self.board.game::<S>()?;
        let file = self.answer_file(&AnyGame::from(game).size());
        // Small boards take no time, and beside a device no file is made.
        let long = S::SQUARES > report::EXHAUSTIVE_SQUARES;
        let beside = file.as_ref().filter(|file| long && (file.is_file() || !file.exists()));
        let place = beside.map(|file| Workplace::beside(file)).transpose();
        let place = place.map_err(Failure::failed)?;
        let went_on = place.as_ref().is_some_and(Workplace::is_begun);
        let began = Instant::now();
        let (report, looked_at) = self.solve(game, place.as_ref())?;
        let time = began.elapsed();
        let end = Transcript::parse(game, &report.line).map_err(Failure::failed)?.end();
        let side = game.side();
        let best_moves = match game.turn() {
            Turn::Place(_) => report.best_moves.join(" "),
            Turn::Pass => format!("none, {side} must pass"),
            Turn::Over => "none, the game is over".to_owned(),
        };
        let end = end.diagram();
        let solved = Solved { report, side, best_moves, end, looked_at, went_on, time };
        self.answer(solved, file, place)
    }
}

/// The answer and what else is printed of it, whatever the shape of the board.
struct Solved {
    report: SolvedBoard,
    side: Color,
    best_moves: String,
    /// The board at the end of the line.
    end: String,
    looked_at: u64,
    /// Whether an earlier run had looked at some of them.
    went_on: bool,
    time: Duration,
}

impl Solved {
    /// The answer for people to read.
    fn describe(&self) -> String {
        let Self { report, side, best_moves, end, .. } = self;
        let other = match report.score {
            Scoring::EmptiesToWinner => String::new(),
            Scoring::Discs => {
                format!("; with the empties to the winner {:+}", report.value_empties_to_winner)
            }
        };
        let line = if report.line.is_empty() { "none" } else { &report.line };
        let mut text = format!(
            "{}\n\n{ANSWER}{}{ANSWER:#}\n\n\
             value      {:+} for {side}, who is to move{other}\n\
             best       {best_moves}\n\
             line       {line}\n\n\
             {end}\n",
            heading(report),
            outcome(report),
            report.value,
        );
        // Writing to a string cannot fail.
        if let Some(positions) = &report.positions {
            let _ = writeln!(
                text,
                "positions  {}: {} with a move, {} with a pass, {} at the end\n           \
                 {} pairs of own and opponent's discs, {} up to symmetry",
                HumanCount(positions.total),
                HumanCount(positions.decision),
                HumanCount(positions.pass),
                HumanCount(positions.over),
                HumanCount(positions.distinct),
                HumanCount(positions.canonical),
            );
        }
        if let Some(games) = &report.games {
            let _ = writeln!(
                text,
                "games      {}: Black wins {}, White {}, {} are drawn\n           \
                 in {} both sides always play a best move",
                HumanCount(games.total),
                HumanCount(games.black_wins),
                HumanCount(games.white_wins),
                HumanCount(games.draws),
                HumanCount(games.optimal),
            );
        }
        text + &self.speed()
    }

    /// How long it took.
    fn speed(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let positions = HumanCount(self.looked_at);
        if self.went_on {
            return format!(
                "time       {seconds:.1} s since it went on, {positions} positions in all\n"
            );
        }
        #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
        let millions_per_second = self.looked_at as f64 / seconds.max(1e-9) / 1e6;
        let time = match seconds {
            seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
            seconds => format!("{seconds:.1} s"),
        };
        format!(
            "time       {time}, {positions} positions, {millions_per_second:.1} million a second\n"
        )
    }
}

/// Which game it is.
fn heading(report: &SolvedBoard) -> String {
    let start = match report.start {
        Some(Start::Diagonal) => "diagonal start",
        Some(Start::Parallel) => "parallel start",
        None => &report.position,
    };
    let objective = match report.objective {
        Objective::Most => "most discs win",
        Objective::Fewest => "fewest discs win",
    };
    let score = match report.score {
        Scoring::Discs => "discs count as they lie",
        Scoring::EmptiesToWinner => "the winner counts the empty squares",
    };
    format!("{} Othello, {start}, {objective}, {score}", report.size)
}

/// Who wins, in words.
fn outcome(report: &SolvedBoard) -> String {
    let (black, white) = (report.black, report.white);
    let end = match report.winner() {
        Some(Color::Black) => format!("Black wins {black}–{white}"),
        Some(Color::White) => format!("White wins {white}–{black}"),
        None => format!("A draw, {black}–{white}"),
    };
    match report.empty {
        0 => end,
        1 => end + ", one square empty",
        empty => format!("{end}, {empty} squares empty"),
    }
}
