//! `perft`: the number of lines of play.

use std::fmt::Display;
use std::iter;

use othello_core::documents::{MoveCount, PerftDocument, PlyCount};
use othello_core::exhaustive::{divide, unique};
use othello_core::{Passes, perft};

use super::board::one_of;
use super::prelude::*;

/// Count the lines of play of each length
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.help(
    "Memory for the positions of --unique, such as 64M or 2G"
)))]
#[command(after_help = "\
A game that ends early counts as one line of every greater length.

Examples:
  othello-solver perft 4x4 --depth 14
  othello-solver perft 8 --moves f5d6c3 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    board: BoardArgs,

    /// Maximum number of plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,

    /// Whether a pass counts as a ply
    #[arg(long, value_name = "PASSES", default_value = "ply", value_parser = passes())]
    passes: Passes,

    /// Also count the longest lines by their first move
    #[arg(long)]
    divide: bool,

    /// Also count the different positions reached, and those up to symmetry
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

fn passes() -> impl TypedValueParser<Value = Passes> {
    one_of([(Passes::Ply, "A pass is a ply, like a move"), (Passes::Free, "A pass is not counted")])
}

impl Perft {
    pub(crate) fn run(self) -> Result {
        self.resources.set_up_threads()?;
        let position = self.board.position(Size::STANDARD)?;
        let (bar, format) = (Bar::new(self.print.quiet.quiet), self.print.format);
        let columns = if self.unique { &COLUMNS[..] } else { &COLUMNS[..1] };
        format.text(|| table_row("depth", columns))?;
        let mut layers = unique(position, self.passes, self.resources.memory.hash);
        let mut depths = Vec::new();
        // Beyond the end of the longest game, the number of lines stays the same.
        let deepest = self.depth.min(position.most_plies().max(1));
        for depth in 1..=deepest {
            let count = rayon::scope(|_| perft(position, depth, self.passes, &bar));
            let count = count.ok_or_else(|| Failure::failed("stopped"))?;
            let unique = if self.unique { layers.next() } else { None };
            if self.unique && unique.is_none() {
                let hash = self.resources.memory.hash >> 20;
                bar.warn(&format!(
                    "from {depth} plies on, the positions take more memory than --hash {hash}M"
                ));
            }
            let positions = unique.iter().flat_map(|unique| [unique.positions, unique.canonical]);
            let counts: Vec<_> = iter::once(count).chain(positions).map(grouped).collect();
            bar.above(|| format.text(|| table_row(depth, &counts)))?;
            depths.push(PlyCount { depth, count, unique });
        }
        let mut moves = None;
        if self.divide {
            let (mut counts, mut table) = (Vec::new(), table_row("move", &COLUMNS[..1]));
            let divided = rayon::scope(|_| divide(position, deepest, self.passes, &bar));
            for (square, count) in divided.ok_or_else(|| Failure::failed("stopped"))? {
                let name = square.map_or("pa".to_owned(), |square| square.to_string());
                table += &table_row(&name, &[grouped(count)]);
                counts.push(MoveCount { name, count });
            }
            bar.above(|| format.text(|| format!("\n{table}")))?;
            moves = Some(counts);
        }
        drop(bar);
        let (size, start, passes) = (position.size(), self.board.start(), self.passes);
        format.document(&PerftDocument { size, start, position, passes, depths, moves })
    }
}

/// The headings of the counts.
const COLUMNS: [&str; 3] = ["lines", "positions", "canonical"];

fn table_row(name: impl Display, columns: &[impl Display]) -> String {
    let columns: Vec<_> = columns.iter().map(|column| format!("{column:>20}")).collect();
    format!("{name:>5} {}\n", columns.join(" "))
}
