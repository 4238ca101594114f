//! How many different positions the lines of play of a given length lead to.

use rustc_hash::FxHashSet;

use super::Passes;
use super::perft::one_ply_on;
use crate::board::grid::{Embedding, Kernel, on_grid};
use crate::board::simd::Isa;
use crate::board::{Discs, Position, Shape, Symmetry};
use crate::game::Game;

/// The different positions in which the lines of play of one length end, games
/// that ended earlier among them. A position is a pair of own and opponent's
/// discs, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unique {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions, where mirror images and turns of each other count
    /// once.
    pub canonical: u64,
}

/// The different positions after one ply, after two, and so on, until the sets of them
/// would take more than `bytes` bytes of memory.
///
/// ```
/// # use othello_solver::{Game, Passes, Size, Start, unique};
/// let start = Game::start(Size::new(8, 8).unwrap(), Start::Diagonal);
/// let positions = unique(start, Passes::Ply, 1 << 20).map(|unique| unique.positions);
/// assert!(positions.take(5).eq([4, 12, 54, 236, 1288]));
/// ```
pub fn unique(game: Game, passes: Passes, bytes: usize) -> impl Iterator<Item = Unique> {
    let root = game.own_and_opponent();
    // The root, which is not on its grid yet.
    let mut layer = Some(None);
    std::iter::from_fn(move || {
        let next = Next { root, layer: layer.take()?, passes, bytes };
        let (unique, reached) = on_grid(game.size(), next)?;
        layer = Some(Some(reached));
        Some(unique)
    })
}

/// Adds to a set, unless the set, together with the `besides` bytes in use elsewhere,
/// would take more than `bytes` bytes.
fn insert(set: &mut FxHashSet<Discs>, discs: Discs, besides: usize, bytes: usize) -> Option<()> {
    // While a set grows, it takes three times its room.
    let grows = if set.len() == set.capacity() { 3 } else { 1 };
    if room(set) * grows + besides > bytes {
        return None;
    }
    set.insert(discs);
    Some(())
}

/// What a set takes, in bytes: one more for each place, an eighth of which are free.
fn room(set: &FxHashSet<Discs>) -> usize {
    set.capacity() * 8 / 7 * (size_of::<Discs>() + 1)
}

/// Goes from the positions of a layer, at first the root alone, to the next.
struct Next {
    root: Discs,
    /// The positions on the grid.
    layer: Option<FxHashSet<Discs>>,
    passes: Passes,
    /// The most memory that the sets may take.
    bytes: usize,
}

impl Kernel for Next {
    type Output = Option<(Unique, FxHashSet<Discs>)>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output {
        // Symmetries that leave the first position alone take every position that
        // can be reached from it to another one, so the least of them stands for
        // them all.
        let root = board.position(self.root);
        let symmetries: Vec<_> = Symmetry::all(board.size)
            .filter(|&symmetry| board.image(root, symmetry) == root)
            .collect();
        let images = |position: Position<G>| {
            symmetries.iter().map(move |&symmetry| board.image(position, symmetry))
        };
        let layer = self.layer.unwrap_or_else(|| FxHashSet::from_iter([root.into()]));
        let mut next = FxHashSet::default();
        for &discs in &layer {
            for after in one_ply_on(isa, board, discs.into(), self.passes) {
                let least = images(after).min().unwrap_or(after);
                insert(&mut next, least.into(), room(&layer), self.bytes)?;
            }
        }
        drop(layer);
        let (mut positions, mut canonical) = (0, FxHashSet::default());
        for &discs in &next {
            let position = discs.into();
            // Each position stands for as many as it has different images.
            let alike = images(position).filter(|&image| image == position).count();
            positions += (symmetries.len() / alike) as u64;
            insert(&mut canonical, board.canonical(position).into(), room(&next), self.bytes)?;
        }
        Some((Unique { positions, canonical: canonical.len() as u64 }, next))
    }
}
