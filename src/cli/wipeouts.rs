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
  othello-solver wipeouts --all                   writes wipeouts.json")]
pub(crate) struct Wipeouts {
    #[command(flatten)]
    board: BoardArgs,

    /// Only this side may wipe out the other
    #[arg(long, value_name = "COLOR", value_parser = color(), conflicts_with = "all")]
    by: Option<Color>,

    /// Find out whether a side can force a wipe-out
    #[arg(long, conflicts_with = "all")]
    forced: bool,

    /// Write all boards and both starts to results/wipeouts.json, or here without a folder results/
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
            let file = file_or_default(self.output.as_ref(), "wipeouts.json");
            check_writable(&file)?;
            let table = WipeoutTable::new(&self.print.quiet.bar()).ok_or_else(stopped)?;
            write_whole(&file, to_json(&table).as_bytes())?;
            return print(&written(&file));
        }
        let position = self.board.position(Size::STANDARD)?;
        let bar = self.print.quiet.bar();
        let games = shortest_wipeouts(position, self.by, &bar);
        let mut found = BoardWipeouts::new(position, &games);
        if self.forced {
            found.force(position, self.hash.hash, &bar);
        }
        drop(bar);
        ensure(self.forced || !is_interrupted(), stopped)?;
        self.print.format.answer(&found, || self.text(position, &found))?;
        ensure(!is_interrupted(), || Failure::failed("stopped"))
    }

    /// The games, or whether each side can force a wipe-out.
    fn text(&self, position: Position, found: &BoardWipeouts) -> String {
        if let Some(color) = Color::ALL.into_iter().find(|&color| position.count(color) == 0) {
            return format!("{color} has no discs\n");
        }
        if let Some(forced) = &found.forced {
            let asked = forced.iter().filter(|(color, _)| self.by.is_none_or(|by| by == **color));
            return asked.map(|(color, forced)| forced_text(*color, forced)).collect();
        }
        if !self.print.quiet.quiet {
            remark(&summary(found));
        }
        found.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }
}

fn summary(found: &BoardWipeouts) -> String {
    let loser = match found.winner {
        Some(Winner::Black) => "White is wiped out",
        Some(Winner::White) => "Black is wiped out",
        Some(Winner::Both) => "White is wiped out in some, Black in others",
        None => return "no game ends with a wipe-out".to_owned(),
    };
    let (games, plies) = (counted(found.count, "game", "games"), found.plies.unwrap_or_default());
    format!("{games} of {plies} moves: {loser}")
}

/// Whether a side can force a wipe-out.
fn forced_text(color: Color, forced: &ForcedWipeout) -> String {
    let moves = forced.plies.unwrap_or_default();
    match (&forced.line, forced.can) {
        (Some(line), _) => format!("{color} can force a wipe-out within {moves} moves: {line}\n"),
        (None, Some(_)) => format!("{color} cannot force a wipe-out\n"),
        (None, None) => format!("{color} cannot force a wipe-out within {moves} moves\n"),
    }
}
