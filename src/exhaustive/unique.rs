//! How many different positions the lines of play of a given length lead to.

use rustc_hash::FxHashSet;

use super::Passes;
use super::perft::successors;
use crate::board::{Position, Shape, Symmetry};

/// The different positions in which the lines of play of one length end, games
/// that ended earlier among them. A position is a pair of own and opponent's
/// discs, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unique {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions, those counted once that are mirror images or
    /// turns of each other.
    pub canonical: u64,
}

/// The different positions after one ply, after two, and so on without end.
///
/// ```
/// # use othello_solver::{Board8x8, Passes, Position, Start, unique};
/// let start = Position::<Board8x8>::start(Start::Diagonal);
/// let positions = unique(start, Passes::Ply).map(|unique| unique.positions);
/// assert!(positions.take(5).eq([4, 12, 54, 236, 1288]));
/// ```
pub fn unique<S: Shape>(position: Position<S>, passes: Passes) -> impl Iterator<Item = Unique> {
    // Symmetries that leave the first position alone take every position that
    // can be reached from it to another one, so the least of them stands for
    // them all.
    let symmetries: Vec<_> = Symmetry::all::<S>()
        .filter(|&symmetry| position.transformed(symmetry) == position)
        .collect();
    let mut layer = FxHashSet::from_iter([position]);
    std::iter::repeat_with(move || {
        layer = layer
            .iter()
            .flat_map(|&position| successors(position, passes))
            .map(|position| images(position, &symmetries).min().unwrap_or(position))
            .collect();
        let alike = |&position: &Position<S>| {
            images(position, &symmetries).filter(|&image| image == position).count()
        };
        let positions =
            layer.iter().map(|position| symmetries.len() / alike(position)).sum::<usize>();
        let canonical: FxHashSet<_> = layer.iter().map(|position| position.canonical()).collect();
        Unique { positions: positions as u64, canonical: canonical.len() as u64 }
    })
}

fn images<S: Shape>(
    position: Position<S>,
    symmetries: &[Symmetry],
) -> impl Iterator<Item = Position<S>> {
    symmetries.iter().map(move |&symmetry| position.transformed(symmetry))
}
