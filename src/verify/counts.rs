//! Counts of positions: checks that they add up, and counts small ones again.

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

/// Compares a number of a file with what it should be.
pub(super) fn equal(name: &str, found: u64, right: u64) -> Result<(), String> {
    ensure!(found == right, "{name}: {found}, but should be {right}");
    Ok(())
}

/// The name of a number that is given for each number of empty squares.
pub(super) fn with_empties(what: &str, empties: u32) -> String {
    format!("{what} with {empties} empty squares")
}

/// Checks that the counts of each layer add up. The totals are made again with the document.
pub(super) fn add_up(positions: &Positions) -> Result<(), String> {
    for layer in &positions.by_empties {
        let parts = [layer.pass, layer.over].into_iter().fold(layer.decision, u64::saturating_add);
        equal(&with_empties("total", layer.empties), layer.total, parts)?;
    }
    Ok(())
}

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
