//! `wipeouts`: the shortest games in which one side loses its last disc.

use othello_core::wipeouts::Filter;
use othello_solver::results::{BoardWipeouts, ForcedWipeout, ForcedWipeouts, Winner, WipeoutTable};

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
  othello-solver wipeouts 8x8 --first f5          the 57 games of nine moves
  othello-solver wipeouts 6x6 --by white --count
  othello-solver wipeouts 4x8 --forced            the shortest forced ones
  othello-solver wipeouts --all                   writes results/wipeouts.json")]
pub(crate) struct Wipeouts {
    #[command(flatten)]
    board: BoardArgs,

    /// Only games that begin with this move
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["all", "forced"])]
    first: Option<Square>,

    /// Only games of at most N moves
    #[arg(long, value_name = "N", conflicts_with = "all")]
    max: Option<u32>,

    /// Only this side may wipe out the other
    #[arg(long, value_name = "COLOR", value_parser = color(), conflicts_with = "all")]
    by: Option<Color>,

    /// Print the number of games instead of the games
    #[arg(long, conflicts_with_all = ["all", "forced"])]
    count: bool,

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
        if self.all {
            let file = file_or_default(self.output.as_ref(), "wipeouts.json")?;
            check_writable(&file)?;
            let table = WipeoutTable::new(&self.print.quiet.bar()).ok_or_else(stopped)?;
            write_whole(&file, to_json(&table).as_bytes())?;
            return print(&written(&file));
        }
        let position = self.board.position(BOARD_8X8)?;
        if let Some(first) = self.first {
            position.play(first).map_err(Failure::input)?;
        }
        let max = self.max.unwrap_or(u32::MAX);
        let filter = Filter { first: self.first, by: self.by };
        let bar = self.print.quiet.bar();
        let mut found = BoardWipeouts::search(position, filter, max, &bar);
        if self.forced {
            found.forced = Some(ForcedWipeouts::search(position, max, self.hash.hash, &bar));
        }
        drop(bar);
        ensure(self.forced || !is_interrupted(), stopped)?;
        if self.count {
            found.lines = None;
        }
        match self.print.format {
            Format::Json => self.print.format.document(&found)?,
            Format::Text => self.text(position, &found)?,
        }
        ensure(!is_interrupted(), || Failure::failed("stopped"))
    }

    /// Prints the games, or whether each side can force a wipe-out.
    fn text(&self, position: Position, found: &BoardWipeouts) -> Result {
        let already = match Color::ALL.map(|color| position.count(color)) {
            [0, 0] => "there are no discs on the board, so neither side can be wiped out",
            [_, 0] => "White is wiped out already: it has no disc",
            [0, _] => "Black is wiped out already: it has no disc",
            _ => "",
        };
        let remarked =
            if already.is_empty() { summary(found, self.max) } else { already.to_owned() };
        if found.forced.is_some() && !already.is_empty() {
            return print(&(remarked + "\n"));
        }
        if let Some(forced) = &found.forced {
            for color in Color::ALL {
                if self.by.is_none_or(|by| by == color) {
                    print(&forced_text(color, forced.by(color)))?;
                }
            }
            return Ok(());
        }
        if !self.print.quiet.quiet {
            remark(&remarked);
        }
        match &found.lines {
            Some(lines) => lines.iter().try_for_each(|line| print(&format!("{line}\n"))),
            None => print(&format!("{}\n", found.count)),
        }
    }
}

/// The error after Ctrl-C, when the answer is incomplete and not printed.
fn stopped() -> Failure {
    Failure::failed("stopped; nothing was written")
}

fn summary(found: &BoardWipeouts, max: Option<u32>) -> String {
    let (Some(plies), Some(winner)) = (found.plies, found.winner) else {
        return match max {
            Some(max) => format!("no game of at most {max} moves ends with a wipe-out"),
            None => "no game ends with a wipe-out".to_owned(),
        };
    };
    let loser = match winner {
        Winner::Black => "White is wiped out",
        Winner::White => "Black is wiped out",
        Winner::Both => "White is wiped out in some, Black in others",
    };
    format!("{} of {plies} moves: {loser}", counted(found.count, "game", "games"))
}

/// Whether a side can force a wipe-out.
fn forced_text(color: Color, forced: &ForcedWipeout) -> String {
    let moves = forced.plies.unwrap_or_default();
    match &forced.line {
        Some(line) => format!("{color} can force a wipe-out within {moves} moves: {line}\n"),
        None if forced.can == Some(false) => format!("{color} cannot force a wipe-out\n"),
        None => format!(
            "{color} cannot force a wipe-out within {moves} moves; more moves were not searched\n"
        ),
    }
}
