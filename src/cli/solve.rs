//! `solve`: the value of a position with best play by both sides.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::analysis::{Bounds, bounds_within, search_within};
use othello_solver::notation::parse_duration;
use othello_solver::results::{
    EXHAUSTIVE_SQUARES, Known, Proof, SolveError, Solved, SolvedBoard, solve, svg, to_json,
};
use othello_solver::search::{Find, SearchResult, ValuedMove};
use othello_solver::storage::{JobFolder, check_writable, write_whole};
use othello_solver::{
    Position, Progress, Rules, Score, Scoring, SearchOptions, Size, Square, Start, Turn, search,
};
use serde::Serialize;

use super::args::{
    BOARD_4X4, BoardArgs, Format, HashArgs, OutputArgs, RulesArgs, SCORE_OF_FILES, SIZE_4X4,
    ThreadArgs, has_results, result_file,
};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Lines, Out};
use super::output::{counted, is_standard_stream, line_of_play, listed, outcome, print};
use super::progress::{Bar, a_second};

/// Find the value of a position with best play by both sides
///
/// Unless --moves, --position, --file or --all-moves is given, the answer is also written to the
/// result file results/SIZE[-parallel][-fewest].json, where there is a folder results/; --output
/// names another file. One thread finds it, so that the file is the
/// same everywhere. If the command is interrupted, the same command continues where it stopped.
///
/// The progress bar of a search estimates the time that is left, right within a factor of ten.
#[derive(Debug, Args)]
#[command(mut_arg("board", |arg| arg.help(SIZE_4X4)))]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(mut_arg("file", |arg| arg.conflicts_with_all(["moves", "position"])))]
#[command(mut_arg("threads", |arg| arg.help(
    "Number of threads [default: all processors, or 1 for a result file]"
)))]
#[command(after_help = "\
Examples:
  othello-solver solve 4x4                        value, line and counts
  othello-solver solve 6x6 --start parallel
  othello-solver solve 4x4 --moves b1a1 --format json
  othello-solver solve 4x4 --all-moves
  othello-solver solve --position '--OO--OX-OXXXXXX O'")]
pub(crate) struct Solve {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Also find the value of every legal move, and a line for each
    #[arg(long)]
    all_moves: bool,

    /// Answer in this time, such as 10s, with bounds if it is too short
    ///
    /// If the value is not found in this time, the answer says what is proved of the value and of each move by then, and what
    /// the trained evaluation of the board expects, if there is one. That is no error, but no file is written. The state of
    /// the search is not stored either. With --file this is the time for each line.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,

    /// Write the answer as JSON to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw the line of best play, as SVG, to this file
    #[arg(long, value_name = "FILE", conflicts_with = "file", hide_short_help = true)]
    svg: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

impl Solve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.file.lines(self.board.typed().reader(BOARD_4X4))? {
            Some(lines) => self.solve_lines(lines),
            None => self.solve_board(),
        }
    }

    fn solve_board(&self) -> Result<(), Failure> {
        let position = self.board.position(BOARD_4X4)?;
        let start = self.board.of_a_start();
        // The file under results/ to which the answer belongs.
        let own = start.filter(|_| !self.all_moves && self.output.is_none());
        let own = own.map(|start| result_file(position.size(), start, self.rules));
        let out = self.out(own.clone().filter(|_| has_results()));
        out.file.as_deref().map_or(Ok(()), check_writable).map_err(Failure::failed)?;
        let place = match self.time {
            Some(_) => None,
            None => self.checkpoints(position, out.file.as_deref())?,
        };
        let was_begun = place.as_ref().is_some_and(JobFolder::is_begun);

        let began = Instant::now();
        let found = self.find(position, start, place.as_ref())?;
        let time = began.elapsed();
        let solved = match found {
            Ok(solved) => solved,
            Err(bounds) => {
                let nothing = "written    nothing, since the value is not known\n";
                let written = out.file.as_ref().or(self.svg.as_ref()).map_or("", |_| nothing);
                return out.format.answer(&bounds, || {
                    describe_bounds(&bounds) + &speed(bounds.nodes, time, false) + written
                });
            }
        };

        let document = to_json(&solved.board);
        // The answer is printed even if the disk is full by now.
        let written = out.file.as_deref().map(|path| {
            let name = path.display();
            if says_more(path, &solved.board) {
                return Ok(format!("kept       {name}, which also has the nodes of one thread\n"));
            }
            write_whole(path, document.as_bytes()).map(|()| format!("written    {name}\n"))
        });
        let written = written.transpose().map_err(Failure::failed);
        if let (Some(place), Ok(_)) = (place, &written) {
            place.leave();
        }
        match out.format {
            Format::Json => print(&document)?,
            Format::Text => {
                let mut text = describe(&solved.board) + &speed(solved.looked_at, time, was_begun);
                match &written {
                    Ok(Some(written)) => text += written,
                    Ok(None) if own.is_some() => text += NOT_WRITTEN,
                    _ => {}
                }
                print(&text)?;
            }
        }
        if let Some(path) = &self.svg {
            write_whole(path, svg::solved(&solved.board).as_bytes())?;
        }
        written.map(|_| ())
    }

    /// Where the answer goes: to `default` if no file was named, and to standard output as JSON if
    /// that is named as the file.
    fn out(&self, default: Option<PathBuf>) -> Out {
        if self.output.as_deref().is_some_and(is_standard_stream) {
            return Out { format: Format::Json, file: None };
        }
        Out { format: self.print.format, file: self.output.clone().or(default) }
    }

    /// Solves the position. The nodes of one thread are the same everywhere, so one thread answers
    /// for a start, whose answer belongs in a file. If the time is up before, what is proved by then
    /// is the inner error.
    fn find(
        &self,
        position: Position,
        start: Option<Start>,
        checkpoints: Option<&JobFolder>,
    ) -> Result<Result<Solved, Box<Bounds>>, Failure> {
        let is_alone = start.is_some() && self.threads.typed().is_none();
        let rules = self.rules.into();
        let options = SearchOptions {
            rules,
            hash: self.hash.hash,
            threads: if is_alone { 1 } else { self.threads.or_all() },
            find: self.wanted(),
            // What is written for a start does not depend on what else is in the folder.
            bounds: bounds(&Known::read(Path::new("results")), position, rules)
                .filter(|_| start.is_none())
                .unwrap_or(SearchOptions::default().bounds),
        };
        let bar = self.print.quiet.bar();
        let Some(time) = self.time else {
            let solved = solve(position, start, &options, checkpoints, &bar);
            return solved.map(Ok).map_err(|error| failure(error, checkpoints));
        };
        let mut stopped = None;
        let found = bounds_within(position, &options, time, &bar, |options, limited| {
            solve(position, start, options, None, limited)
                .map_err(|error| stopped = Some(error))
                .ok()
        });
        match stopped.filter(|_| bar.is_stopped()) {
            Some(error) => Err(failure(error, None)),
            None => Ok(found.map_err(|mut bounds| {
                bounds.start = start;
                bounds
            })),
        }
    }

    /// The folder beside the file of the answer in which a long search stores its state. None is
    /// made beside a device.
    fn checkpoints(
        &self,
        position: Position,
        file: Option<&Path>,
    ) -> Result<Option<JobFolder>, Failure> {
        let has_one = |file: &&Path| is_long(position.size()) && (file.is_file() || !file.exists());
        let beside = file.filter(has_one);
        let enter = |file| JobFolder::for_file(file, "solve", position, self.rules.into());
        beside.map(enter).transpose().map_err(Failure::failed)
    }

    fn wanted(&self) -> Find {
        if self.all_moves { Find::EveryMove } else { Find::BestMoves }
    }

    fn solve_lines(&self, lines: Lines) -> Result<(), Failure> {
        let bar = self.print.quiet.bar();
        let (hash, threads) = (self.hash.hash, self.threads.or_all());
        let known = Known::read(Path::new("results"));
        lines.answer_each(self.rules, &self.out(None), |entry, rules| {
            let (position, find) = (entry.position(), self.wanted());
            bar.begin(&position.to_string(), None);
            let usual = SearchOptions::default().bounds;
            let bounds = bounds(&known, position, rules).unwrap_or(usual);
            let options = SearchOptions { rules, hash, threads, find, bounds };
            let found = match self.time {
                Some(time) => search_within(position, &options, time, &bar)
                    .map_or_else(Found::Bounds, Found::Solved),
                None => Found::Solved(search(position, &options, &bar)),
            };
            if found.is_ended(&bar) {
                Ok(Ok(found))
            } else {
                Err(Failure::Failed(format!("stopped at {position}")))
            }
        })
    }
}

/// The value as bounds, if results/ has the position in the opening of a board.
fn bounds(known: &Known, position: Position, rules: Rules) -> Option<(Score, Score)> {
    known.row(position, rules).map(|row| (row.value, row.value))
}

/// Whether a board is solved by a search, which can take long.
fn is_long(size: Size) -> bool {
    size.squares() > EXHAUSTIVE_SQUARES
}

/// The answer for a line of a file: whole, or as far as it was found in time.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Solved(SearchResult),
    Bounds(Box<Bounds>),
}

impl Found {
    /// Whether the search has ended, or the time, and nobody has stopped it.
    fn is_ended(&self, bar: &Bar) -> bool {
        match self {
            Self::Solved(result) => result.complete,
            Self::Bounds(_) => !bar.is_stopped(),
        }
    }
}

impl Answer for Found {
    fn value(&self) -> Option<Score> {
        match self {
            Self::Solved(result) => Answer::value(result),
            Self::Bounds(bounds) => (bounds.lower == bounds.upper).then_some(bounds.lower),
        }
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        match self {
            Self::Solved(result) => result.value_of(square),
            Self::Bounds(bounds) => {
                let of = bounds.moves.iter().find(|of| of.square == square)?;
                (of.lower == of.upper).then_some(of.lower)
            }
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Solved(result) => result.words(),
            Self::Bounds(bounds) => {
                format!("{}  best so far {}", between(bounds.lower, bounds.upper), so_far(bounds))
            }
        }
    }

    fn more(&self) -> String {
        match self {
            Self::Solved(result) => result.more(),
            Self::Bounds(bounds) => {
                let lines = moves_of_bounds(bounds).map(|of| format!("{:7}{of}\n", ""));
                lines.collect()
            }
        }
    }
}

impl Answer for SearchResult {
    fn value(&self) -> Option<Score> {
        self.value()
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        let best = self.best_moves.contains(&square).then(|| self.value()).flatten();
        let valued = || self.moves.iter().find(|of| of.square == square).map(|of| of.value);
        best.or_else(valued)
    }

    fn words(&self) -> String {
        let (value, best) = (color::value(self.lower, 5), listed(&self.best_moves));
        format!("{value}  {}  {}", answer(&format!("{best:2}")), self.line)
    }

    fn more(&self) -> String {
        let lines = self.moves.iter().map(|of| format!("{:7}{}\n", "", move_line(of)));
        lines.collect()
    }
}

/// Said where the answer belongs in a file for which there is no folder.
const NOT_WRITTEN: &str =
    "written    nothing, since there is no folder results/ here; --output names a file\n";

/// Whether the file is there already, says the same and, since one thread made it, the number of
/// positions searched too.
fn says_more(file: &Path, board: &SolvedBoard) -> bool {
    let Some(Proof { nodes: None, .. }) = board.proof else { return false };
    let earlier = fs::read(file).ok().filter(|_| file.is_file());
    let earlier = earlier.and_then(|text| serde_json::from_slice::<SolvedBoard>(&text).ok());
    earlier.is_some_and(|earlier| {
        earlier.proof != board.proof
            && SolvedBoard { proof: board.proof.clone(), ..earlier } == *board
    })
}

/// Says what is known after Ctrl-C, or why the state could not be kept.
fn failure(error: SolveError, checkpoints: Option<&JobFolder>) -> Failure {
    match error {
        SolveError::Checkpoint(error) => Failure::of_state(error),
        SolveError::Stopped(_) => {
            let later = checkpoints.map_or("no file was written".to_owned(), |folder| {
                let folder = folder.path("");
                format!("the same command continues from {}", folder.display())
            });
            Failure::Failed(format!("{error}; {later}"))
        }
    }
}

/// The answer for people to read.
fn describe(board: &SolvedBoard) -> String {
    let (position, side) = (board.position, board.position.side());
    let best = match position.turn() {
        Turn::Place => answer(&listed(&board.best_moves)),
        Turn::Pass => format!("none, {side} must pass"),
        Turn::Over => "none, the game is over".to_owned(),
    };
    let other = match board.score {
        Scoring::EmptiesToWinner => String::new(),
        Scoring::Discs => {
            let value = color::value(board.value_empties_to_winner, 0);
            format!("; with the empties to the winner {value}")
        }
    };
    let line = line_of_play(&board.line);
    let moves = board.moves.iter().flatten().enumerate().map(|(number, of)| {
        format!("{:10} {}\n", if number == 0 { "moves" } else { "" }, move_line(of))
    });
    let mut text = format!(
        "{}\n\n{}\n\n\
         value      {} for {side}, who is to move{other}\n\
         best       {best}\n\
         line       {line}\n\
         {}\n\
         {}\n",
        heading(board.size, board.start, board.position, board.rules()),
        answer(&end(board)),
        color::value(board.value, 0),
        moves.collect::<String>(),
        color::board(board.line.end(), board.line.moves().last().copied()),
    );
    if let Some(of) = &board.positions {
        let counts = [of.total, of.decision, of.pass, of.over, of.distinct, of.canonical];
        let [total, decision, pass, over, distinct, canonical] = counts.map(HumanCount);
        text += &format!(
            "positions  {total}: {decision} with a move, {pass} with a pass, {over} at the end\n           \
             {distinct} pairs of own and opponent's discs, {canonical} up to symmetry\n"
        );
    }
    if let Some(of) = &board.games {
        let counts = [of.total, of.black_wins, of.white_wins, of.draws, of.optimal];
        let [total, black, white, draws, optimal] = counts.map(HumanCount);
        text += &format!(
            "games      {total}: Black wins {black}, White {white}, {draws} are drawn\n           \
             in {optimal} both sides always play a best move\n"
        );
    }
    text
}

/// What is known where the value was not found in time.
fn describe_bounds(bounds: &Bounds) -> String {
    let side = bounds.position.side();
    let rules = Rules::new(bounds.score, bounds.objective);
    let forecast = match &bounds.forecast {
        None => {
            format!("none, since there is no trained evaluation of {} for these rules", bounds.size)
        }
        Some(forecast) => format!(
            "{} for {side}, {} ahead; it is not proved, and such forecasts were\n           \
             off by {} discs (root mean square) with 16 to 20 empty squares",
            color::value(forecast.value, 0),
            counted(forecast.depth as usize, "ply", "plies"),
            forecast.error,
        ),
    };
    let moves = moves_of_bounds(bounds).enumerate();
    let moves =
        moves.map(|(number, of)| format!("{:10} {of}\n", if number == 0 { "moves" } else { "" }));
    format!(
        "{}\n\n\
         The value was not found in time. This is proved, and forecast:\n\n\
         value      {} for {side}, who is to move\n\
         forecast   {forecast}\n\
         best so far  {}\n\
         {}\n\
         {}\n",
        heading(bounds.size, bounds.start, bounds.position, rules),
        between(bounds.lower, bounds.upper),
        so_far(bounds),
        moves.collect::<String>(),
        color::board(bounds.position, None),
    )
}

/// The bounds in words.
fn between(lower: Score, upper: Score) -> String {
    if lower == upper {
        return format!("exactly {}", color::value(lower, 0));
    }
    format!("at least {}, at most {}", color::value(lower, 0), color::value(upper, 0))
}

/// The most promising move, which need not be the best.
fn so_far(bounds: &Bounds) -> String {
    match (bounds.best_so_far, bounds.position.turn()) {
        (Some(square), _) => answer(&square.to_string()),
        (None, Turn::Pass) => format!("none, {} must pass", bounds.position.side()),
        (None, _) => "none, since nothing is known of any move".to_owned(),
    }
}

/// Each move with what is known of it.
fn moves_of_bounds(bounds: &Bounds) -> impl Iterator<Item = String> {
    let expected = |square| {
        let moves = bounds.forecast.iter().flat_map(|forecast| &forecast.moves);
        let of = moves.clone().find(|of| of.square == square)?;
        Some(format!("; forecast {}", color::value(of.value, 0)))
    };
    bounds.moves.iter().map(move |of| {
        let forecast = expected(of.square).unwrap_or_default();
        format!("{:3} {}{forecast}", of.square, between(of.lower, of.upper))
    })
}

/// A move, its value and its line.
fn move_line(of: &ValuedMove) -> String {
    format!("{:3} {}  {}", of.square, color::value(of.value, 3), of.line)
}

/// Which game it is.
fn heading(size: Size, start: Option<Start>, position: Position, rules: Rules) -> String {
    let start = match start {
        Some(start) => format!("{start} start"),
        None => position.to_string(),
    };
    format!("{size} Othello, {start}, {rules}")
}

/// Who wins, in words, and how many squares are empty then.
fn end(board: &SolvedBoard) -> String {
    let end = outcome(board.winner(), [board.black, board.white]);
    match board.empty {
        0 => end,
        1 => end + ", one square empty",
        empty => format!("{end}, {empty} squares empty"),
    }
}

/// How long it took.
fn speed(looked_at: u64, time: Duration, was_begun: bool) -> String {
    let positions = HumanCount(looked_at);
    if was_begun {
        return format!("time       {time:.1?} since it continued, {positions} positions in all\n");
    }
    let speed = a_second(looked_at, time);
    format!("time       {time:.1?}, {positions} positions, {speed}\n")
}
