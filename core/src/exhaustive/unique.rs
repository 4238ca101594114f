//! The number of different positions after a given number of plies.

use super::perft::{Passes, one_ply_on};
use crate::board::Symmetry;
use crate::board::kernel::{self, Embedding, Isa, Kernel, Shape, on_grid};
use crate::{bounded_set::BoundedSet, game::Position};

/// The number of different positions at the end of all lines of play of one length, including games
/// that ended earlier. A position is a pair of own and opponent's discs, seen by the player to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unique {
    /// The number of positions: pairs of own and opponent's discs, regardless of colour.
    #[serde(rename = "distinct")]
    pub positions: u64,
    /// The number of positions if reflections and rotations of each other count once.
    pub canonical: u64,
}

/// The numbers of different positions after one ply, two plies, and so on, until the sets of
/// positions would take more than `bytes` bytes of memory.
///
/// ```
/// # use othello_core::{Position, Passes, Size, Start};
/// # use othello_core::exhaustive::unique;
/// let start = Position::start(Size::STANDARD, Start::Diagonal);
/// let positions = unique(start, Passes::Ply, 1 << 20).map(|unique| unique.positions);
/// assert!(positions.take(5).eq([4, 12, 54, 236, 1288]));
/// ```
pub fn unique(position: Position, passes: Passes, bytes: usize) -> impl Iterator<Item = Unique> {
    on_grid(position.size(), FirstLayer { position, passes, bytes })
}

struct FirstLayer {
    position: Position,
    passes: Passes,
    bytes: usize,
}

impl Kernel for FirstLayer {
    type Output = Box<dyn Iterator<Item = Unique>>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output {
        let Self { position, passes, bytes } = self;
        let root = board.position(position.own_and_opponent());
        let symmetries = Symmetry::all(board.size).filter(|&it| board.image(root, it) == root);
        let (board, symmetries) = (board.clone(), symmetries.collect());
        let mut layer = BoundedSet::new(usize::MAX);
        layer.insert(root).expect("there is no bound");
        Box::new(Layers { isa, board, symmetries, layer, passes, bytes })
    }
}

/// The positions after each number of plies.
struct Layers<G: Shape, I> {
    isa: I,
    board: Embedding<G>,
    /// The symmetries that map the root to itself. They map every reachable position to a reachable
    /// position, so the least of these images represents them all.
    symmetries: Vec<Symmetry>,
    layer: BoundedSet<kernel::Position<G>>,
    passes: Passes,
    /// The most memory that the sets may take.
    bytes: usize,
}

impl<G: Shape, I: Isa> Iterator for Layers<G, I> {
    type Item = Unique;

    fn next(&mut self) -> Option<Unique> {
        let mut next = self.empty(&self.layer);
        for &position in self.layer.iter() {
            for after in one_ply_on(self.isa, &self.board, position, self.passes) {
                let least = self.images(after).min().unwrap_or(after);
                next.insert(least)?;
            }
        }
        self.layer = next;
        let (mut positions, mut canonical) = (0, self.empty(&self.layer));
        for &position in self.layer.iter() {
            // Each position represents all of its different images.
            let equal = self.images(position).filter(|&image| image == position).count();
            positions += (self.symmetries.len() / equal) as u64;
            canonical.insert(self.board.canonical(position))?;
        }
        Some(Unique { positions, canonical: canonical.iter().count() as u64 })
    }
}

impl<G: Shape, I: Isa> Layers<G, I> {
    fn images(&self, position: kernel::Position<G>) -> impl Iterator<Item = kernel::Position<G>> {
        self.symmetries.iter().map(move |&symmetry| self.board.image(position, symmetry))
    }

    /// An empty set for the memory that another set leaves free.
    fn empty(&self, set: &BoundedSet<kernel::Position<G>>) -> BoundedSet<kernel::Position<G>> {
        BoundedSet::new(self.bytes.saturating_sub(set.memory()))
    }
}
