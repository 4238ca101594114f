//! `solve`: the value of a position with best play by both sides. `lines` answers files of positions,
//! and `text` puts answers into words.

mod lines;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use othello_core::TimeLimit;
use othello_core::analysis::{PositionBounds, bounds_within};
use othello_core::known::KnownPosition;
use othello_core::search::Find;
use othello_core::{Position, Progress, SearchOptions, Size, Start};
use othello_solver::amounts::parse_duration;
use othello_solver::clock::clock;
use othello_solver::results::{
    self, EXHAUSTIVE_SQUARES, Proof, SolveError, Solved, SolvedBoard, solve, svg, to_json,
    usual_question,
};
use othello_solver::storage::{JobFolder, check_writable, write_whole};

use super::args::{
    BOARD_4X4, BoardArgs, Format, HashArgs, OutputArgs, RulesArgs, SCORE_OF_FILES, SIZE_4X4,
    ThreadArgs, has_results, result_file,
};
use super::failure::Failure;
use super::file::{FileArgs, Out};
use super::output::{is_standard_stream, print, print_document};

/// Find the value of a position with best play by both sides
///
/// The start of a game is solved for its result file: all best moves and a line, and the value with
/// the empties to the winner. Where there is a folder results/, the answer goes to
/// results/SIZE[-parallel][-fewest].json; --output names another file. A single thread is used, so the
/// file is identical on every machine. An interrupted command can be run again and continues.
///
/// With --moves, --position or --file the answer is the value, one best move and a line. Positions
/// that this project has solved are looked up, and so are starts with --time.
///
/// The progress bar estimates the time that is left, accurate to within a factor of ten.
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
  othello-solver solve --position '--OO--OX-OXXXXXX O'")]
pub(crate) struct Solve {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Find all best moves, which is the default for a start
    #[arg(long)]
    best_moves: bool,

    /// Find the value of every legal move, and a line for each
    #[arg(long, conflicts_with = "best_moves")]
    all_moves: bool,

    /// Answer within this time, such as 10s, with bounds if it is too short
    ///
    /// If not everything is found in time, the answer gives the bounds proved so far, for the value
    /// and for each move, and a forecast by the trained evaluation of the board, if there is one. That
    /// is no error, but no file is written, and the state of the search is not stored. With --file
    /// this is the time for each line.
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
        let question = self.question(position, start);
        // The file under results/ to which the answer belongs.
        let is_for_file = question.is_for_file && !self.all_moves && self.output.is_none();
        let own = start.filter(|_| is_for_file);
        let own = own.map(|start| result_file(position.size(), start, self.rules));
        let out = self.out(own.clone().filter(|_| has_results()));
        out.file.as_deref().map_or(Ok(()), check_writable).map_err(Failure::failed)?;
        let place = match self.time {
            Some(_) => None,
            None => self.checkpoints(position, out.file.as_deref())?,
        };
        let was_begun = place.as_ref().is_some_and(JobFolder::is_begun);

        let began = Instant::now();
        let found = self.find(&question, place.as_ref())?;
        let time = began.elapsed();
        let solved = match found {
            Ok(solved) => solved,
            Err(bounds) => {
                let nothing = "written    nothing, since not everything was found\n";
                let written = out.file.as_ref().or(self.svg.as_ref()).map_or("", |_| nothing);
                return out.format.answer(&bounds, || {
                    text::of_bounds(&bounds) + &text::speed(bounds.nodes, time, false) + written
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
            Format::Json => print_document(&document)?,
            Format::Text => {
                let speed = text::speed(solved.looked_at, time, was_begun);
                let mut text = text::of_solved(&solved.board) + &speed;
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

    /// The question. The start of a game is solved for its result file: all best moves are found, and
    /// known values are not used unless the time is limited.
    fn question(&self, position: Position, start: Option<Start>) -> Question {
        let is_known = self.time.is_some()
            && is_long(position.size())
            && KnownPosition::find(position, self.rules.into()).is_some();
        let is_for_file = start.is_some() && !is_known;
        let usual = if start.is_some() { Find::BestMoves } else { usual_question(position.size()) };
        let options = SearchOptions {
            rules: self.rules.into(),
            hash: self.hash.hash,
            // The nodes of one thread are the same everywhere.
            threads: match self.threads.typed() {
                None if is_for_file => 1,
                _ => self.threads.or_all(),
            },
            find: self.wanted(usual),
            ..SearchOptions::default()
        };
        Question { position, start, is_for_file, options }
    }

    /// Answers the question. If the time is up before, what is proved by then is the inner error.
    fn find(
        &self,
        question: &Question,
        checkpoints: Option<&JobFolder>,
    ) -> Result<Result<Solved, Box<PositionBounds>>, Failure> {
        let &Question { position, start, is_for_file, options } = question;
        let bar = self.print.quiet.bar();
        let work = |options: &_, checkpoints: Option<&_>, progress: &dyn Progress| {
            if is_for_file {
                solve(position, start, options, true, checkpoints, progress)
            } else {
                results::answer(position, start, options, progress)
            }
        };
        let Some(time) = self.time else {
            let solved = work(&options, checkpoints, &bar);
            return solved.map(Ok).map_err(|error| failure(error, checkpoints));
        };
        let mut stopped = None;
        let limit = TimeLimit::new(&bar, clock, time);
        let found = bounds_within(position, &options, &limit, |options, limited| {
            work(options, None, limited).map_err(|error| stopped = Some(error)).ok()
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

    /// The question named by the options, or this one by default.
    fn wanted(&self, usual: Find) -> Find {
        match (self.all_moves, self.best_moves) {
            (true, _) => Find::AllLines,
            (false, true) => Find::BestMoves,
            (false, false) => usual,
        }
    }
}

/// A question about a position.
struct Question {
    position: Position,
    /// The start of a game that the position was named as.
    start: Option<Start>,
    /// Whether the answer belongs in a result file, which depends on the rules and the code alone.
    is_for_file: bool,
    options: SearchOptions,
}

/// Whether a board is solved by a search, which can take long.
fn is_long(size: Size) -> bool {
    size.squares() > EXHAUSTIVE_SQUARES
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
