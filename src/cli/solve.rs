//! `solve`: the value of a position with best play of both sides.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::files::write_atomically;
use othello_solver::results::SolvedBoard;
use othello_solver::{
    Color, Game, Objective, Rules, Scoring, SearchMonitor, SearchOptions, SearchResult, Shape,
    Start, Transcript, Turn, report, search,
};

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs, RulesArgs, variant};
use super::color::ANSWER;
use super::failure::Failure;
use super::output::{json, print};
use super::progress::{Bar, catch_ctrl_c};
use super::size::ForShape;

/// Find the value of a position with best play of both sides
#[derive(Debug, Args)]
#[command(after_help = "\
Without --moves and --position the answer is also written to results/SIZE[-parallel][-fewest].json.

Examples:
  othello-solver solve 4x4                        the whole game, and how it is won
  othello-solver solve 6x6 --start parallel
  othello-solver solve 4x4 --moves b1a1 --format json
  othello-solver solve --position '--OO--OX-OXXXXXX O'")]
pub(crate) struct Solve {
    #[command(flatten)]
    board: BoardArgs,

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
        self.board.size()?.dispatch(self)
    }

    /// How the game starts, if it is solved from there.
    fn start(&self) -> Option<Start> {
        self.board.is_start().then(|| self.board.start.into())
    }

    /// The file to write: that which was named, or that of the table of solved
    /// boards.
    fn file<S: Shape>(&self) -> Option<PathBuf> {
        if let Some(path) = &self.output {
            return (path != Path::new("-")).then(|| path.clone());
        }
        let name = variant(self.start()?, self.rules.into()).file_name();
        Some(format!("results/{}x{}{name}.json", S::WIDTH, S::HEIGHT).into())
    }

    /// Solves the game by search.
    fn search<S: Shape>(&self, game: Game<S>) -> Result<(SolvedBoard, u64), Failure> {
        catch_ctrl_c();
        let bar = Bar::new(self.print.quiet);
        let rules = Rules::from(self.rules);
        // A result file records the nodes of one thread, so that it is the same
        // on every machine.
        let threads = match self.start() {
            Some(_) => self.resources.threads().unwrap_or(1),
            None => self.resources.threads_or_all(),
        };
        let options = SearchOptions { rules, hash: self.resources.hash, threads, all_moves: true };
        let monitor = SearchMonitor::default();
        let position = game.position();
        let result = bar.watch("solving", &monitor, || search(position, &options, &monitor));
        let mut nodes = result.nodes;
        let value_empties_to_winner = match (result.value(), rules.scoring) {
            (Some(value), Scoring::EmptiesToWinner) => value,
            (Some(_), Scoring::Discs) => {
                let rules = Rules::new(Scoring::EmptiesToWinner, rules.objective);
                let options = SearchOptions { rules, all_moves: false, ..options };
                let monitor = SearchMonitor::default();
                let tournament = bar.watch("solving, empties to the winner", &monitor, || {
                    search(position, &options, &monitor)
                });
                nodes += tournament.nodes;
                tournament.value().ok_or_else(|| stopped(&tournament))?
            }
            (None, _) => return Err(stopped(&result)),
        };
        let one_thread = (threads == 1).then_some(result.nodes);
        let report = report::searched(
            game,
            self.start(),
            rules,
            &result,
            value_empties_to_winner,
            one_thread,
        );
        Ok((report.ok_or_else(|| stopped(&result))?, nodes))
    }
}

/// What is known after Ctrl-C.
fn stopped<S: Shape>(result: &SearchResult<S>) -> Failure {
    let limit = S::SQUARES.cast_signed();
    let (lower, upper) = (result.lower.max(-limit), result.upper.min(limit));
    Failure::Failed(format!(
        "stopped after {} positions; for the side to move the value lies between {lower:+} and \
         {upper:+}; no file was written",
        HumanCount(result.nodes)
    ))
}

impl ForShape for Solve {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = self.board.game::<S>()?;
        let began = Instant::now();
        let (mut report, looked_at) = if S::SQUARES <= report::EXHAUSTIVE_SQUARES {
            let report = report::exhaustive(game, self.start(), self.rules.into());
            let positions = report.positions.as_ref().map_or(0, |positions| positions.total);
            (report, positions)
        } else {
            self.search(game)?
        };
        let time = began.elapsed();
        report.command = self.start().map(|start| {
            let options = variant(start, self.rules.into()).options();
            format!("othello-solver solve {}x{}{options}", S::WIDTH, S::HEIGHT)
        });

        let document = json(&report)?;
        let file = self.file::<S>();
        if let Some(path) = &file {
            write_atomically(path, document.as_bytes()).map_err(Failure::failed)?;
        }
        let to_stdout = self.output.as_deref() == Some(Path::new("-"));
        if to_stdout || self.print.format == Format::Json {
            return print(&document);
        }
        let mut text = describe::<S>(game, &report)?;
        text += &speed(looked_at, time);
        if let Some(path) = file {
            let _ = writeln!(text, "written    {}", path.display());
        }
        print(&text)
    }
}

/// The answer for people to read.
fn describe<S: Shape>(game: Game<S>, report: &SolvedBoard) -> Result<String, Failure> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", heading(report));
    let _ = writeln!(text, "\n{ANSWER}{}{ANSWER:#}\n", outcome(report));
    let side = game.side();
    let tournament = Rules::new(Scoring::EmptiesToWinner, report.objective);
    let other = if report.score == tournament.scoring {
        String::new()
    } else {
        format!("; with the empties to the winner {:+}", report.value_empties_to_winner)
    };
    let _ = writeln!(text, "value      {:+} for {side}, who is to move{other}", report.value);
    let best = match game.turn() {
        Turn::Place(_) => report.best_moves.join(" "),
        Turn::Pass => format!("none, {side} must pass"),
        Turn::Over => "none, the game is over".to_owned(),
    };
    let _ = writeln!(text, "best       {best}");
    let _ = writeln!(
        text,
        "line       {}\n",
        if report.line.is_empty() { "none" } else { &report.line }
    );
    let line = Transcript::parse(game, &report.line).map_err(Failure::usage)?;
    text += &line.end().diagram();
    text.push('\n');
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
    Ok(text)
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

/// How long it took.
fn speed(positions: u64, time: Duration) -> String {
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let per_second = positions as f64 / time.as_secs_f64().max(1e-9);
    let time = match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.1} s"),
    };
    let positions = HumanCount(positions);
    format!("time       {time}, {positions} positions, {:.1} million a second\n", per_second / 1e6)
}
