//! Values of all positions of a board, in files.

mod arrangements;
mod check;
mod opening;
mod reachable;
mod value_table;

use std::iter;

use othello_core::notation::PositionRow;
use othello_core::{Position, Score, Size, Solution, Square, Turn};

pub use arrangements::Arrangements;
pub use check::CheckedTable;
pub use opening::{Opening, OpeningPositions, tabulate_opening};
pub use reachable::{Tabulated, tabulate};
pub use value_table::ValueTable;

/// All positions of a solution as a CSV file such as `results/4x4-positions.csv`: one for all its
/// mirror images and rotations, from many empty squares to few.
#[expect(clippy::missing_panics_doc, reason = "a solution includes everything that follows")]
pub fn positions_csv(solution: &Solution) -> String {
    let mut table = format!("{}\n", PositionRow::HEADER);
    for (position, value) in solution.positions() {
        let moves = valued_moves(position, |after| solution.value(after).ok_or(()));
        let moves = moves.expect("a solution includes everything that follows");
        table += &format!("{}\n", PositionRow { position, value, moves });
    }
    table
}

/// The rows of a table as a CSV file, below its header. The error names the first line that is none.
pub(crate) fn read_rows(size: Size, table: &str) -> Result<Vec<PositionRow>, String> {
    let mut rows = Vec::new();
    for (line, text) in (2..).zip(table.lines().skip(1)) {
        let row = PositionRow::parse(size, text);
        rows.push(row.map_err(|error| format!("line {line}: {error}"))?);
    }
    Ok(rows)
}

/// The moves of a position, or its pass, with their values for the side to move, given a function for
/// the values of the positions that follow.
fn valued_moves<E>(
    position: Position,
    mut value: impl FnMut(Position) -> Result<Score, E>,
) -> Result<Vec<(Option<Square>, Score)>, E> {
    if position.turn() == Turn::Pass {
        return Ok(vec![(None, -value(position.pass())?)]);
    }
    let moves = position.moves().into_iter().zip(position.after_moves());
    moves.map(|(square, after)| Ok((Some(square), -value(after)?))).collect()
}

/// The squares of a set, in ascending order.
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(square)
    })
}

/// The number of a subset of `set`: its bits on the squares of `set`, moved together.
fn subset_number(subset: u64, set: u64) -> u64 {
    squares(set).zip(0..).map(|(square, k)| (subset >> square & 1) << k).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered_in_order() {
        for set in [0, 1, 0x8000, 0x1248, 0x7EEF, 0xFFFF] {
            let subsets = (0..=0xFFFF).filter(|subset| subset & !set == 0);
            for (k, subset) in (0..).zip(subsets) {
                assert_eq!(subset_number(subset, set), k);
            }
        }
    }
}
