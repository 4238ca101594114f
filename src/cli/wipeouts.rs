//! `wipeouts`: the shortest games in which one side loses its last disc.

use othello_core::wipeouts::Forced;
use othello_solver::results::{BoardWipeouts, ForcedWipeouts, Winner, WipeoutTable};

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
            return self.table();
        }
        let game = self.board.position(BOARD_8X8)?;
        let max = self.max.unwrap_or(u32::MAX);
        let bar = self.print.quiet.bar();
        let start = self.board.at_start();
        let mut found = BoardWipeouts::search(game, start, self.first, self.by, max, &bar)
            .map_err(Failure::input)?;
        if self.forced {
            found.forced = Some(ForcedWipeouts::search(game, max, self.hash.hash, &bar));
        }
        drop(bar);
        ensure(self.forced || !is_interrupted(), stopped)?;
        found.lines = found.lines.filter(|_| !self.count);
        self.answer(game, &found)?;
        ensure(!is_interrupted(), || Failure::failed("stopped"))
    }

    /// Prints the games, or whether each side can force a wipe-out.
    fn answer(&self, game: Position, found: &BoardWipeouts) -> Result {
        if self.print.format == Format::Json {
            return self.print.format.document(found);
        }
        let already = already_wiped_out(game);
        if let Some(forced) = &found.forced {
            if let Some(already) = already {
                return print(&format!("{already}\n"));
            }
            let sides = self.by.map_or(Color::ALL.to_vec(), |only| vec![only]);
            let sides = sides.into_iter().map(|side| forced_text(side, forced.by(side)));
            return print(&sides.collect::<String>());
        }
        if !self.print.quiet.quiet {
            remark(&already.map_or_else(|| summary(found, self.max), str::to_owned));
        }
        match &found.lines {
            Some(lines) => lines.iter().try_for_each(|line| print(&format!("{line}\n"))),
            None => print(&format!("{}\n", found.count)),
        }
    }

    /// Writes the file for all boards.
    fn table(&self) -> Result {
        let file = file_or_default(self.output.as_ref(), "wipeouts.json")?;
        check_writable(&file)?;
        let table = WipeoutTable::new(&self.print.quiet.bar()).ok_or_else(stopped)?;
        write_whole(&file, to_json(&table).as_bytes())?;
        print(&written(&file))
    }
}

/// The error after Ctrl-C, when the answer is incomplete and not printed.
fn stopped() -> Failure {
    Failure::failed("stopped; nothing was written")
}

/// The reason why there is nothing to find, if a side has no disc.
fn already_wiped_out(game: Position) -> Option<&'static str> {
    match Color::ALL.map(|color| game.count(color) > 0) {
        [true, true] => None,
        [true, false] => Some("White is wiped out already: it has no disc"),
        [false, true] => Some("Black is wiped out already: it has no disc"),
        [false, false] => Some("there are no discs on the board, so neither side can be wiped out"),
    }
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
fn forced_text(color: Color, forced: &Forced) -> String {
    match forced {
        Forced::Within { line } => {
            let moves = line.moves().len();
            format!("{color} can force a wipe-out within {moves} moves: {line}\n")
        }
        Forced::Never => format!("{color} cannot force a wipe-out\n"),
        Forced::NotWithin { moves } => format!(
            "{color} cannot force a wipe-out within {moves} moves; more moves were not searched\n"
        ),
    }
}
