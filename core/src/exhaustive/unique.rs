//! The number of different positions after a given number of plies.

use super::perft::{Passes, one_ply_on};
use crate::board::Symmetry;
use crate::board::kernel::{self, Discs, Embedding, Isa, Kernel, Shape, on_grid};
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
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Diagonal);
/// let positions = unique(start, Passes::Ply, 1 << 20).map(|unique| unique.positions);
/// assert!(positions.take(5).eq([4, 12, 54, 236, 1288]));
/// ```
pub fn unique(position: Position, passes: Passes, bytes: usize) -> impl Iterator<Item = Unique> {
    let root = position.own_and_opponent();
    // The first layer is `None`, because only the kernel can place the root on its grid.
    let mut layer = Some(None);
    std::iter::from_fn(move || {
        let next = Next { root, layer: layer.take()?, passes, bytes };
        let (unique, reached) = on_grid(position.size(), next)?;
        layer = Some(Some(reached));
        Some(unique)
    })
}

/// The step from the positions of one layer to the next. The first layer is the root alone.
struct Next {
    root: Discs,
    /// The positions on the grid.
    layer: Option<BoundedSet<Discs>>,
    passes: Passes,
    /// The most memory that the sets may take.
    bytes: usize,
}

impl Kernel for Next {
    type Output = Option<(Unique, BoundedSet<Discs>)>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output {
        // A symmetry that maps the root to itself maps every reachable position to a reachable
        // position, so the least of these images represents them all.
        let root = board.position(self.root);
        let symmetries: Vec<_> = Symmetry::all(board.size)
            .filter(|&symmetry| board.image(root, symmetry) == root)
            .collect();
        let images = |position: kernel::Position<G>| {
            symmetries.iter().map(move |&symmetry| board.image(position, symmetry))
        };
        let layer = self.layer.unwrap_or_else(|| {
            let mut layer = BoundedSet::new(usize::MAX);
            layer.insert(root.into()).expect("there is no bound");
            layer
        });
        let empty_set =
            |set: &BoundedSet<_>| BoundedSet::new(self.bytes.saturating_sub(set.memory()));
        let mut next = empty_set(&layer);
        for &discs in layer.iter() {
            for after in one_ply_on(isa, board, discs.into(), self.passes) {
                let least = images(after).min().unwrap_or(after);
                next.insert(least.into())?;
            }
        }
        drop(layer);
        let (mut positions, mut canonical) = (0, empty_set(&next));
        for &discs in next.iter() {
            let position = discs.into();
            // Each position represents all of its different images.
            let equal = images(position).filter(|&image| image == position).count();
            positions += (symmetries.len() / equal) as u64;
            canonical.insert(board.canonical(position).into())?;
        }
        Some((Unique { positions, canonical: canonical.iter().count() as u64 }, next))
    }
}
