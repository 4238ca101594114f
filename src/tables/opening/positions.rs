//! The positions of an opening.

use std::collections::BTreeSet;
use std::mem;

use othello_core::{Position, Turn};

use crate::amounts::grouped;

/// The positions of the first plies of a board, one for all mirror images and rotations, with Black
/// to move.
#[derive(Clone, Debug)]
pub struct OpeningPositions {
    pub(super) start: Position,
    pub(super) plies: u32,
    /// The positions by the number of discs placed.
    pub(super) layers: Vec<BTreeSet<Position>>,
    /// The positions after one more disc, before any pass.
    pub(super) after: BTreeSet<Position>,
}

impl OpeningPositions {
    /// An opening has at most this many positions, so that people can read the table.
    pub const MOST: usize = 100_000;

    /// The positions that can be reached from `start` by placing at most `plies` discs. Passes do not
    /// count.
    ///
    /// # Errors
    ///
    /// If there are more than [`MOST`](Self::MOST).
    pub fn new(start: Position, plies: u32) -> Result<Self, String> {
        let (size, most) = (start.size(), grouped(Self::MOST as u64));
        Self::at_most(Self::MOST, start, plies).ok_or_else(|| {
            format!("the first {plies} plies of {size} have more than {most} positions")
        })
    }

    /// The same, or `None` if there are more than `most`.
    pub(super) fn at_most(most: usize, start: Position, plies: u32) -> Option<Self> {
        let (mut layers, mut next, mut count) = (Vec::new(), BTreeSet::from([form(start)]), 0);
        for _ in 0..=plies {
            let passing = next.iter().filter(|position| position.turn() == Turn::Pass);
            let after_passes: Vec<_> = passing.map(|position| form(position.pass())).collect();
            next.extend(after_passes);
            count += next.len();
            if count > most {
                return None;
            }
            let after = next.iter().flat_map(|position| position.after_moves()).map(form).collect();
            layers.push(mem::replace(&mut next, after));
        }
        Some(Self { start, plies, layers, after: next })
    }
}

/// The position with Black to move that represents this one: see [`Position::canonical`].
pub(super) fn form(position: Position) -> Position {
    position.canonical().black_to_move()
}
