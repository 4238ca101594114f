//! `worksheet`: puzzles to print.

use std::ops::RangeInclusive;

use othello_core::analysis::{Puzzle, puzzles};
use othello_solver::results::{Worksheet, html};

use super::board::numbers;
use super::prelude::*;

/// The most empty squares of a puzzle. With more, it would take long to find and be too hard to solve.
const MOST_EMPTIES: u32 = 16;

/// Make a worksheet: endgames with a single best move, where the obvious move is wrong
///
/// The positions come from random games. In each of them, the move that flips the most discs (if the
/// fewest discs win, the fewest) is a mistake. The difficulty is the number of ways to play on to the
/// end of the game: easy up to 10, medium up to 100, hard up to 1,000, and otherwise very hard. The
/// same arguments always make the same worksheet.
///
/// In JSON, the puzzles always have their solutions.
#[derive(Debug, Args)]
#[command(mut_arg("board", |arg| arg.help(SIZE_4X4)))]
#[command(mut_arg("moves", |arg| arg.help("Moves at the start of each game, such as f5d6c3")))]
#[command(mut_arg("position", |arg| arg.help(
    "The start of each game: the cells from a1 (X O -), a space, and the side to move"
)))]
#[command(after_help = "\
Examples:
  othello-solver worksheet 4x4 --html worksheet.html --key
  othello-solver worksheet 6x6 --count 9 --seed 2
  othello-solver worksheet 8x8 --empties 6-8 --format json")]
pub(crate) struct WorksheetArgs {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value = "6")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    count: u32,

    /// The numbers of empty squares, used in rotation
    #[arg(long, value_name = "NUMBERS", default_value = "3-5")]
    #[arg(value_parser = |text: &str| numbers(text, 2..=MOST_EMPTIES))]
    empties: RangeInclusive<u32>,

    /// Number of the worksheet, which selects the puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the worksheet, for printing on A4, to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Add the solutions, in HTML on a separate page
    #[arg(long)]
    key: bool,

    /// Language of the worksheet
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language())]
    language: Language,

    #[command(flatten)]
    output: OutputArgs,
}

impl WorksheetArgs {
    pub(crate) fn run(self) -> Result {
        let start = self.board.position(BOARD_4X4)?;
        let (rules, empties) = (self.rules.or_default(), self.empties.clone());
        let most = start.empties();
        ensure(*empties.end() <= most, || {
            let accepted = if most < 2 { "none is" } else { &*format!("2 to {most} are") };
            Failure::Input(format!(
                "--empties: the games begin with {most} empty squares, so {accepted} accepted"
            ))
        })?;
        self.html.as_deref().map(check_writable).transpose()?;
        let count = self.count as usize;
        let bar = self.output.quiet.bar();
        bar.begin("looking for puzzles", None);
        let puzzles = puzzles(start, rules, count, empties, self.seed, &bar);
        drop(bar);
        ensure(!is_interrupted(), || Failure::failed("stopped"))?;
        ensure(puzzles.len() == count, || self.too_few(puzzles.len()))?;
        let sheet = Worksheet { size: start.size(), rules, seed: self.seed, puzzles };
        let (key, language) = (self.key, self.language);
        self.output.format.answer(&sheet, || worksheet_text(&sheet, key, language))?;
        self.output.format.write_to(self.html.as_ref(), || html::worksheet(&sheet, key, language))
    }

    fn too_few(&self, found: usize) -> Failure {
        let (least, most) = (self.empties.start(), self.empties.end());
        let empties = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let (found, fewer) = match found {
            0 => ("no puzzle".to_owned(), String::new()),
            _ => (
                format!("only {}", counted(found, "puzzle", "puzzles")),
                format!("ask for at most {found} with --count, or "),
            ),
        };
        Failure::Input(format!(
            "{found} turned up in random games with {empties} empty squares; {fewer}choose other \
             numbers with --empties"
        ))
    }
}

/// The worksheet for people to read, with the solutions at the end if they are wanted.
fn worksheet_text(sheet: &Worksheet, with_key: bool, language: Language) -> String {
    let rules = sheet.rules.to_string();
    let mut text = format!("{}\n{}\n\n", bold(&sheet.title(language)), language.text(&rules));
    for (number, puzzle) in (1..).zip(&sheet.puzzles) {
        let caption = Worksheet::caption(puzzle, language);
        text += &format!("{number}. {caption}\n\n{}\n", drawn_board(puzzle.position, None));
    }
    if with_key {
        text += language.text("     best       greedy     best play\n");
        for (number, puzzle) in (1..).zip(&sheet.puzzles) {
            let Puzzle { best_move, greedy_move, line, .. } = puzzle;
            let [best, greedy] = [puzzle.value, puzzle.greedy_value].map(|it| value(it, 4));
            text +=
                &format!("{number:>3}  {best_move:<4}{best}   {greedy_move:<4}{greedy}   {line}\n");
        }
        text.push('\n');
    }
    text
}
