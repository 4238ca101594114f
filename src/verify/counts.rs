//! Counts of positions: the small ones are counted again.

use std::collections::HashSet;

use super::line;
use super::verdict::ensure;
use crate::board::{Color, Size};
use crate::exhaustive::PositionCounts;
use crate::game::Start;
use crate::mailbox::Mailbox;
use crate::results::Positions;

/// Layers with more positions than this are not counted again.
const MOST_COUNTED: usize = 100_000;

/// Counts positions from the start on as long as they are few, with the plain board alone, and
/// returns the number of empty squares at which it stops.
pub(super) fn count(size: Size, start: Start, positions: &Positions) -> Result<u32, String> {
    let mut boards = HashSet::from([line::start(size, start)]);
    let mut empties = size.squares();
    for layer in &positions.by_empties {
        if boards.len() > MOST_COUNTED {
            break;
        }
        let passed: Vec<_> = boards.iter().filter_map(Mailbox::pass).collect();
        let pass = passed.len() as u64;
        boards.extend(passed);
        empties = boards.iter().map(|board| board.count(None)).max().unwrap_or(0);
        let over = boards.iter().filter(|board| board.is_over()).count() as u64;
        let distinct: HashSet<_> = boards.iter().map(own_and_opponent).collect();
        let canonical: HashSet<_> = boards.iter().map(least_image).collect();
        let total = boards.len() as u64;
        let counted = PositionCounts {
            empties,
            total,
            decision: total - pass - over,
            pass,
            over,
            distinct: distinct.len() as u64,
            canonical: canonical.len() as u64,
        };
        ensure!(*layer == counted, "positions: {layer:?}, but should be {counted:?}");
        boards = boards.iter().flat_map(Mailbox::moves).map(|(_, after)| after).collect();
    }
    Ok(empties)
}

/// For each square whether its disc belongs to the player to move.
fn own_and_opponent(board: &Mailbox) -> Vec<Option<bool>> {
    board.cells().iter().map(|cell| cell.map(|disc: Color| disc == board.side())).collect()
}

/// The same of the image of the board for which it is the least.
fn least_image(board: &Mailbox) -> Option<Vec<Option<bool>>> {
    board.images().iter().map(own_and_opponent).min()
}
