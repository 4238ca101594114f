//! How many different positions the lines of play of a given length lead to.

use rustc_hash::FxHashSet;

use super::Passes;
use super::perft::{Successors, one_ply_on};
use crate::board::{Discs, Position, Shape, Symmetry};

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
    let mut layer = FxHashSet::from_iter([Discs::from(position)]);
    std::iter::repeat_with(move || {
        let images = |position: Position<S>| {
            symmetries.iter().map(move |&symmetry| position.transformed(symmetry))
        };
        layer = next_layer(&layer, &|discs, each| {
            for next in one_ply_on(discs.position::<S>(), passes) {
                each(images(next).min().unwrap_or(next).into());
            }
        });
        count(&layer, &|discs| {
            let position = discs.position();
            let alike = images(position).filter(|&image| image == position).count();
            (symmetries.len() / alike, position.canonical().into())
        })
    })
}

/// The positions that come after those of a layer.
fn next_layer(layer: &FxHashSet<Discs>, successors: &Successors<'_>) -> FxHashSet<Discs> {
    let mut next = FxHashSet::default();
    for &discs in layer {
        successors(discs, &mut |after| {
            next.insert(after);
        });
    }
    next
}

/// Counts a layer, each position of which stands for some, and has a canonical
/// form.
fn count(layer: &FxHashSet<Discs>, of: &dyn Fn(Discs) -> (usize, Discs)) -> Unique {
    let mut positions = 0;
    let mut canonical = FxHashSet::default();
    for &discs in layer {
        let (alike, form) = of(discs);
        positions += alike as u64;
        canonical.insert(form);
    }
    Unique { positions, canonical: canonical.len() as u64 }
}
