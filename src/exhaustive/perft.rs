//! Perft: counting the lines of play of a given length.
//!
//! Lines that lead to one position, or to mirror images of one, go on alike.
//! So the first plies are taken all together, position by position, with the
//! number of lines that have come to each; from there every line is walked, and
//! the moves of the last ply are counted without being played.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::Progress;
use crate::board::isa::{Isa, Kernel, dispatch};
use crate::board::{Bitboard, Discs, Position, Shape, Square, Turn};

/// What a pass counts as. In either convention a game that ends early is one
/// line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passes {
    /// A ply, as a move is: a line of n plies has n moves and passes.
    #[default]
    Ply,
    /// Nothing: a line of n plies has n moves.
    Free,
}

/// The number of lines of play of `depth` plies.
///
/// ```
/// # use othello_solver::{Board8x8, Passes, Position, Start, perft};
/// let start = Position::<Board8x8>::start(Start::Diagonal);
/// assert_eq!(perft(start, 9, Passes::Ply, &()), 3_005_288);
/// assert_eq!(perft(start, 9, Passes::Free, &()), 3_005_320);
/// ```
pub fn perft<S: Shape>(
    position: Position<S>,
    depth: u32,
    passes: Passes,
    progress: &dyn Progress,
) -> u64 {
    let walk =
        |discs: Discs, depth| dispatch(Walk { position: discs.position::<S>(), depth, passes });
    count(position.into(), depth, &successors::<S>(passes), &walk, progress)
}

/// As [`perft`]. With positions as plain words it is compiled once, not for
/// every shape of board.
fn count(
    root: Discs,
    depth: u32,
    successors: &Successors<'_>,
    walk: &(dyn Fn(Discs, u32) -> u64 + Sync),
    progress: &dyn Progress,
) -> u64 {
    let mut lines = FxHashMap::from_iter([(root, 1)]);
    let mut left = depth;
    while left > WALKED && lines.len() < MERGED {
        lines = merged(&lines, successors);
        left -= 1;
    }
    if left == 0 {
        return 1;
    }
    progress.begin("perft", Some(lines.len() as u64));
    let lines: Vec<_> = lines.into_iter().collect();
    let ahead = |&(discs, lines): &(Discs, u64)| {
        let ahead = walk(discs, left);
        progress.advance(1);
        lines * ahead
    };
    lines.par_iter().map(ahead).sum()
}

/// The number of lines of play of `depth` plies that begin with each move, in
/// the order of the squares. `None` stands for a pass.
///
/// A game that is over has no moves. Neither has a line of no plies.
pub fn divide<S: Shape>(
    position: Position<S>,
    depth: u32,
    passes: Passes,
    progress: &dyn Progress,
) -> Vec<(Option<Square<S>>, u64)> {
    let Some(left) = depth.checked_sub(1) else { return Vec::new() };
    let (position, moves) = match (position.turn(), passes) {
        (Turn::Place(moves), _) => (position, moves),
        (Turn::Pass, Passes::Free) => (position.pass(), position.pass().moves()),
        (Turn::Pass, Passes::Ply) => {
            return vec![(None, perft(position.pass(), left, passes, progress))];
        }
        (Turn::Over, _) => return Vec::new(),
    };
    // Moves that lead to mirror images of one position are counted once.
    let mut counted = FxHashMap::default();
    let mut count = |square| {
        let next = position.play(square).canonical();
        *counted.entry(Discs::from(next)).or_insert_with(|| perft(next, left, passes, progress))
    };
    moves.into_iter().map(|square| (Some(square), count(square))).collect()
}

/// So many of the last plies are walked: merging pays only where several plies
/// follow. Perft 11 of 8×8 takes 57 ms with 3, 51 ms with 4, and 250 ms if every
/// line is walked.
const WALKED: u32 = 4;

/// With so many positions there is no more merging, to bound the memory.
const MERGED: usize = 1 << 20;

/// From the number of lines that lead to each position, the same one ply on.
fn merged(lines: &FxHashMap<Discs, u64>, successors: &Successors<'_>) -> FxHashMap<Discs, u64> {
    let mut merged = FxHashMap::default();
    for (&discs, &lines) in lines {
        successors(discs, &mut |next| *merged.entry(next).or_default() += lines);
    }
    merged
}

/// Hands on the positions one ply after a position, each as the one that stands
/// for its mirror images.
pub(super) type Successors<'a> = dyn Fn(Discs, &mut dyn FnMut(Discs)) + 'a;

/// The successors on a board of shape `S`.
fn successors<S: Shape>(passes: Passes) -> impl Fn(Discs, &mut dyn FnMut(Discs)) {
    move |discs, each| {
        for next in one_ply_on::<S>(discs.position(), passes) {
            each(next.canonical().into());
        }
    }
}

/// The positions one ply on. A game that is over stays where it is.
pub(super) fn one_ply_on<S: Shape>(
    position: Position<S>,
    passes: Passes,
) -> impl Iterator<Item = Position<S>> {
    let none = Bitboard::empty();
    let (position, moves, only) = match (position.turn(), passes) {
        (Turn::Place(moves), _) => (position, moves, None),
        (Turn::Pass, Passes::Ply) => (position, none, Some(position.pass())),
        (Turn::Pass, Passes::Free) => (position.pass(), position.pass().moves(), None),
        (Turn::Over, _) => (position, none, Some(position)),
    };
    moves.into_iter().map(move |square| position.play(square)).chain(only)
}

/// Walks every line of `depth` plies, at least one.
struct Walk<S: Shape> {
    position: Position<S>,
    depth: u32,
    passes: Passes,
}

impl<S: Shape> Kernel for Walk<S> {
    type Output = u64;

    fn run<I: Isa>(self, isa: I) -> u64 {
        walk(isa, self.position, self.depth, self.passes)
    }
}

fn walk<I: Isa, S: Shape>(isa: I, position: Position<S>, depth: u32, passes: Passes) -> u64 {
    isa.run(
        #[inline(always)]
        || match (isa.turn(position), passes) {
            (Turn::Place(moves), _) if depth == 1 => moves.len().into(),
            (Turn::Place(moves), _) => moves
                .into_iter()
                .map(|square| walk(isa, isa.play(position, square), depth - 1, passes))
                .sum(),
            (Turn::Pass, Passes::Free) => walk(isa, position.pass(), depth, passes),
            (Turn::Pass, Passes::Ply) if depth > 1 => walk(isa, position.pass(), depth - 1, passes),
            (Turn::Pass, Passes::Ply) | (Turn::Over, _) => 1,
        },
    )
}
