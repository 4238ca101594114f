//! `solve`: the value of a position with best play by both sides.

mod board;
mod explain;
mod lines;
mod plan;
mod text;

use othello_core::Find;
use othello_core::answer::{self, Question};

use super::board::color;
use super::prelude::*;
#[cfg(test)]
pub(super) use explain::Explanation;

/// Find the value of a position with best play by both sides
///
/// The start of a game is solved for its result file: all best moves and a line, and the value if the
/// winner also counts the empty squares. If there is a folder results/, the answer goes to
/// results/SIZE[-parallel][-fewest].json; --output names another file. A single thread is used, so the
/// file is identical on every machine. If you interrupt the command, run it again to resume.
///
/// With --moves, --position or --file, the answer is the value, one best move and a line. Positions
/// that this project has solved are looked up; with --time, so are starts.
///
/// The progress bar estimates the remaining time, accurate to within a factor of ten.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
#[derive(Debug, Args)]
#[command(mut_arg("board", |arg| arg.help(SIZE_4X4)))]
#[command(mut_arg("score", |arg| arg.help(SCORE_FOR_FILES)))]
#[command(mut_arg("file", |arg| arg.conflicts_with_all(["moves", "position"])))]
#[command(mut_arg("threads", |arg| arg.help(
    "Number of threads [default: all processors, or 1 for a result file]"
)))]
#[command(after_help = "\
Examples:
  othello-solver solve 4x4                        value, line and counts
  othello-solver solve 4x4 --moves b1a1 --format json
  othello-solver solve --position '--OO--OX-OXXXXXX O'")]
pub(crate) struct Solve {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Find all best moves (the default for a starting position)
    #[arg(long)]
    best_moves: bool,

    /// Find the value of every legal move, and a line for each
    #[arg(long, conflicts_with = "best_moves")]
    all_moves: bool,

    /// Show a short plan that secures the value against every reply
    ///
    /// The plan has the player's move for every position that the opponent can reach, in as few
    /// positions as possible. It has to search thousands of positions, so this works with up to about
    /// 20 empty squares.
    #[arg(long, conflicts_with_all = ["best_moves", "all_moves", "file", "time"])]
    strategy: bool,

    /// The player of the plan [default: the winner]
    #[arg(long, requires = "strategy", value_parser = color(), hide_short_help = true)]
    side: Option<Color>,

    /// Compare the methods that solve a board of at most 16 squares
    #[arg(long)]
    #[arg(conflicts_with_all = ["best_moves", "all_moves", "file", "time", "strategy", "svg"])]
    explain: bool,

    /// Answer within this time, such as 10s, with bounds if it is too short
    ///
    /// If the time is too short to find everything, the answer gives the bounds proved so far, for the
    /// value and for each move, and a forecast if the board has a trained evaluation. This is not an
    /// error, but no file is written, and the search cannot be resumed. With --file, this is the time
    /// for each line.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,

    /// Write the answer as JSON to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw the line of best play, or the plan, as SVG, to this file
    #[arg(long, value_name = "FILE", conflicts_with = "file", hide_short_help = true)]
    svg: Option<PathBuf>,

    /// Write the plan, drawn for printing, as HTML to this file
    #[arg(long, value_name = "FILE", requires = "strategy")]
    html: Option<PathBuf>,

    /// Language of the plan
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language())]
    #[arg(requires = "strategy", hide_short_help = true)]
    language: Language,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

impl Solve {
    pub(crate) fn run(self) -> Result {
        match self.file.lines(self.board.start_args().reader(BOARD_4X4))? {
            Some(lines) => self.solve_lines(lines),
            None if self.explain => self.explain(),
            None if self.strategy => self.make_plan(),
            None => self.solve_board(),
        }
    }

    /// The format of the answer on standard output, and the file to write: the given one, or else
    /// `default`. If the given file is standard output, the answer is printed as JSON.
    fn destination(&self, default: Option<PathBuf>) -> (Format, Option<PathBuf>) {
        if self.output.as_deref().is_some_and(is_standard_stream) {
            return (Format::Json, None);
        }
        (self.print.format, self.output.clone().or(default))
    }

    /// The question to ask: chosen by the options, or the usual one.
    fn question(&self, usual: Question) -> Question {
        match (self.all_moves, self.best_moves) {
            (true, _) => Question { find: Find::AllMoves, lines: answer::Lines::Each, ..usual },
            (false, true) => Question { find: Find::BestMoves, ..usual },
            (false, false) => usual,
        }
    }
}
