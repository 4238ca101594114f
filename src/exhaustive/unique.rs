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

/// The different positions after one ply, after two, and so on without end.
///
/// Memory grows with the number of positions of a length: about 20 bytes for
/// each.
///
/// ```
/// # use othello_solver::{Game, Passes, Size, Start, unique};
/// let start = Game::start(Size::new(8, 8).unwrap(), Start::Diagonal);
/// let positions = unique(start, Passes::Ply).map(|unique| unique.positions);
/// assert!(positions.take(5).eq([4, 12, 54, 236, 1288]));
/// ```
pub fn unique(game: Game, passes: Passes) -> impl Iterator<Item = Unique> {
    let root = game.own_and_opponent();
    let mut layer = None;
    std::iter::repeat_with(move || {
        let next = Next { root, layer: layer.take(), passes };
        let (unique, reached) = on_grid(game.size(), next);
        layer = Some(reached);
        unique
    })
}

/// Goes from the positions of a layer, at first the root alone, to the next.
struct Next {
    root: Discs,
    /// The positions on the grid.
    layer: Option<FxHashSet<Discs>>,
    passes: Passes,
}

impl Kernel for Next {
    type Output = (Unique, FxHashSet<Discs>);

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
            let after = one_ply_on(isa, board, discs.into(), self.passes);
            next.extend(after.map(|next| Discs::from(images(next).min().unwrap_or(next))));
        }
        // Each position stands for as many as it has different images.
        let alike = next.iter().map(|&discs| {
            let position = discs.into();
            symmetries.len() / images(position).filter(|&image| image == position).count()
        });
        let positions = alike.sum::<usize>() as u64;
        let canonical = next.iter().map(|&discs| Discs::from(board.canonical(discs.into())));
        let canonical = canonical.collect::<FxHashSet<_>>().len() as u64;
        (Unique { positions, canonical }, next)
    }
}
