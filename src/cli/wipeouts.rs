//! `wipeouts`: the shortest games in which one side loses its last disc.

use othello_core::wipeouts::{ForcedWipeout, shortest_wipeouts};
use othello_solver::results::{BoardWipeouts, Winner, WipeoutTable};

use super::board::color;
use super::prelude::*;

/// List the shortest games in which one side is wiped out
///
/// A side is wiped out when it loses its last disc. The games are sorted and printed on standard
/// output, one per line; their number and the winner are printed on standard error.
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.help("Memory for the table of --forced, such as 64M or 2G")))]
#[command(after_help = "\
Examples:
  othello-solver wipeouts 8x8 --moves f5          the 57 ways to go on after f5
  othello-solver wipeouts 6x6 --by white
  othello-solver wipeouts 4x8 --forced            the shortest forced ones
  othello-solver wipeouts --all                   writes results/wipeouts.json")]
pub(crate) struct Wipeouts {
    #[command(flatten)]
    board: BoardArgs,

    /// Only games of at most N moves
    #[arg(long, value_name = "N", conflicts_with = "all")]
    max: Option<u32>,

    /// Only this side may wipe out the other
    #[arg(long, value_name = "COLOR", value_parser = color(), conflicts_with = "all")]
    by: Option<Color>,

    /// Find out whether a side can force a wipe-out
    #[arg(long, conflicts_with = "all")]
    forced: bool,

    /// Write all boards and both starts to results/wipeouts.json, if results/ exists
    #[arg(long, conflicts_with_all = ["board", "size", "start", "moves", "position"])]
    all: bool,

    /// Write the answer of --all to this file
    #[arg(long, value_name = "FILE", requires = "all")]
    output: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    hash: HashArgs,
}

impl Wipeouts {
    pub(crate) fn run(self) -> Result {
        let stopped = || Failure::failed("stopped; nothing was written");
        if self.all {
            let file = file_or_default(self.output.as_ref(), "wipeouts.json")?;
            check_writable(&file)?;
            let table = WipeoutTable::new(&self.print.quiet.bar()).ok_or_else(stopped)?;
            write_whole(&file, to_json(&table).as_bytes())?;
            return print(&written(&file));
        }
        let position = self.board.position(BOARD_8X8)?;
        let (bar, max) = (self.print.quiet.bar(), self.max.unwrap_or(u32::MAX));
        let games = shortest_wipeouts(position, self.by, max, &bar);
        let mut found = BoardWipeouts::new(position, &games);
        if self.forced {
            found.force(position, max, self.hash.hash, &bar);
        }
        drop(bar);
        ensure(self.forced || !is_interrupted(), stopped)?;
        match self.print.format {
            Format::Json => self.print.format.document(&found)?,
            Format::Text => self.text(position, &found)?,
        }
        ensure(!is_interrupted(), || Failure::failed("stopped"))
    }

    /// Prints the games, or whether each side can force a wipe-out.
    fn text(&self, position: Position, found: &BoardWipeouts) -> Result {
        let summary = match Color::ALL.map(|color| position.count(color)) {
            [0, 0] => {
                "there are no discs on the board, so neither side can be wiped out".to_owned()
            }
            [_, 0] => "White is wiped out already: it has no disc".to_owned(),
            [0, _] => "Black is wiped out already: it has no disc".to_owned(),
            _ => match &found.forced {
                Some(forced) => {
                    let by = |color: &Color| self.by.is_none_or(|by| by == *color);
                    let wanted = forced.iter().filter(|(color, _)| by(color));
                    return print(&wanted.map(forced_text).collect::<String>());
                }
                None => summary(found, self.max),
            },
        };
        if self.forced {
            return print(&(summary + "\n"));
        }
        if !self.print.quiet.quiet {
            remark(&summary);
        }
        print(&found.lines.iter().flat_map(|line| [line, "\n"]).collect::<String>())
    }
}

fn summary(found: &BoardWipeouts, max: Option<u32>) -> String {
    let loser = match (found.winner, max) {
        (Some(Winner::Black), _) => "White is wiped out",
        (Some(Winner::White), _) => "Black is wiped out",
        (Some(Winner::Both), _) => "White is wiped out in some, Black in others",
        (None, None) => return "no game ends with a wipe-out".to_owned(),
        (None, Some(max)) => return format!("no game of at most {max} moves ends with a wipe-out"),
    };
    let (games, plies) = (counted(found.count, "game", "games"), found.plies.unwrap_or_default());
    format!("{games} of {plies} moves: {loser}")
}

/// Whether a side can force a wipe-out.
fn forced_text((color, forced): (&Color, &ForcedWipeout)) -> String {
    let moves = forced.plies.unwrap_or_default();
    match (&forced.line, forced.can) {
        (Some(line), _) => format!("{color} can force a wipe-out within {moves} moves: {line}\n"),
        (None, Some(_)) => format!("{color} cannot force a wipe-out\n"),
        (None, None) => format!(
            "{color} cannot force a wipe-out within {moves} moves; more moves were not searched\n"
        ),
    }
}
