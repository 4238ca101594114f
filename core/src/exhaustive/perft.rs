//! Perft: counting the lines of play of a given length.
//!
//! Lines that reach the same position, or reflections or rotations of it, continue alike. So the
//! first plies work with positions, and with the number of lines to each. After that every line is
//! walked, but the moves of the last ply are counted without being played.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::board::kernel::{self, Bitboard, Discs, Embedding, Isa, Kernel, Shape, on_grid};
use crate::board::{Square, Turn};
use crate::{game::Position, named, progress::Progress};

/// How a pass counts. In both conventions, a game that ends early is one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passes {
    /// As a ply, like a move: a line of n plies has n moves and passes.
    #[default]
    Ply,
    /// Not at all: a line of n plies has n moves.
    Free,
}

named! { Passes { Ply = "ply", Free = "free" } }

/// The number of lines of play of `depth` plies, or `None` if the listener stops the count. A game
/// that ends earlier counts as one line.
///
/// Inside a rayon pool the count is parallel: `rayon::scope(|_| perft(…))` uses all processors.
/// Elsewhere it is single-threaded.
///
/// ```
/// # use othello_core::{Position, Passes, Size, Start, perft};
/// let start = Position::start(Size::STANDARD, Start::Diagonal);
/// assert_eq!(perft(start, 9, Passes::Ply, &()), Some(3_005_288));
/// assert_eq!(perft(start, 9, Passes::Free, &()), Some(3_005_320));
/// ```
pub fn perft(
    position: Position,
    depth: u32,
    passes: Passes,
    progress: &dyn Progress,
) -> Option<u64> {
    let (root, depth) = (position.own_and_opponent(), depth.min(position.most_plies()));
    on_grid(position.size(), PerftFrom { root, depth, passes, progress })
}

struct PerftFrom<'a> {
    root: Discs,
    depth: u32,
    passes: Passes,
    progress: &'a dyn Progress,
}

impl Kernel for PerftFrom<'_> {
    type Output = Option<u64>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Option<u64> {
        let Self { root, depth, passes, progress } = self;
        let count = LineCount { grid: &PerftOnGrid { isa, board, passes }, progress };
        count.all(board.position(root).into(), depth)
    }
}

/// The steps of the count that depend on the grid. Positions are plain words here, so that
/// everything else is compiled once and not for every grid.
trait PerftGrid: Sync {
    /// Passes each position one ply later to a callback, as its canonical image.
    fn each_successor(&self, discs: Discs, each: &mut dyn FnMut(Discs));

    /// The number of lines of this many plies.
    fn walk(&self, discs: Discs, depth: u32) -> u64;
}

struct PerftOnGrid<'a, G: Shape, I> {
    isa: I,
    board: &'a Embedding<G>,
    passes: Passes,
}

impl<G: Shape, I: Isa> PerftGrid for PerftOnGrid<'_, G, I> {
    fn each_successor(&self, discs: Discs, each: &mut dyn FnMut(Discs)) {
        self.isa.run(|| {
            for next in one_ply_on(self.isa, self.board, discs.into(), self.passes) {
                each(self.board.canonical(next).into());
            }
        });
    }

    fn walk(&self, discs: Discs, depth: u32) -> u64 {
        let (isa, squares, passes) = (self.isa, self.board.squares, self.passes);
        if squares == Bitboard::of(G::BOARD) {
            walk::<G, I, true>(isa, squares, discs.into(), depth, passes)
        } else {
            walk::<G, I, false>(isa, squares, discs.into(), depth, passes)
        }
    }
}

struct LineCount<'a> {
    grid: &'a dyn PerftGrid,
    progress: &'a dyn Progress,
}

impl LineCount<'_> {
    /// See [`perft`].
    fn all(&self, root: Discs, depth: u32) -> Option<u64> {
        let mut lines = FxHashMap::from_iter([(root, 1)]);
        let mut left = depth;
        while left > WALKED && lines.len() < MERGED {
            let mut merged = FxHashMap::default();
            for (number, (discs, lines)) in lines.into_iter().enumerate() {
                if number % INTERVAL == 0 && self.progress.is_stopped() {
                    return None;
                }
                self.grid.each_successor(discs, &mut |next| {
                    *merged.entry(next).or_default() += lines;
                });
            }
            (lines, left) = (merged, left - 1);
        }
        if left == 0 {
            return Some(1);
        }
        self.progress.begin("perft", Some(lines.len() as u64));
        let lines: Vec<_> = lines.into_iter().collect();
        match rayon::current_thread_index() {
            Some(_) if cfg!(not(target_family = "wasm")) => {
                lines.par_iter().map(|&(discs, lines)| Some(lines * self.part(discs, left)?)).sum()
            }
            _ => lines.iter().map(|&(discs, lines)| Some(lines * self.part(discs, left)?)).sum(),
        }
    }

    /// The number of lines from one of the merged positions on.
    fn part(&self, discs: Discs, left: u32) -> Option<u64> {
        let lines = self.ahead(discs, left);
        self.progress.advance(1);
        lines
    }

    /// The number of lines from a position on, walked in parts. Before each part, the walk checks
    /// whether to stop.
    fn ahead(&self, discs: Discs, left: u32) -> Option<u64> {
        if self.progress.is_stopped() {
            return None;
        } else if left <= UNINTERRUPTED {
            return Some(self.grid.walk(discs, left));
        }
        let mut lines = Some(0);
        self.grid.each_successor(discs, &mut |next| {
            lines = lines.and_then(|lines| Some(lines + self.ahead(next, left - 1)?));
        });
        lines
    }
}

/// The number of lines of play of `depth` plies that begin with each move, in the order of the
/// squares. `None` stands for a pass, or for the whole list if the listener stops the count.
///
/// The list is empty if the game is over or `depth` is 0.
pub fn divide(
    position: Position,
    depth: u32,
    passes: Passes,
    progress: &dyn Progress,
) -> Option<Vec<(Option<Square>, u64)>> {
    let Some(left) = depth.checked_sub(1) else { return Some(Vec::new()) };
    if passes == Passes::Ply && position.turn() == Turn::Pass {
        return Some(vec![(None, perft(position.pass(), left, passes, progress)?)]);
    }
    let position = position.after_forced_pass();
    // Moves that lead to images of the same position are counted once.
    let (mut counted, mut counts) = (FxHashMap::default(), Vec::new());
    for (square, next) in position.moves().into_iter().zip(position.after_moves()) {
        let count =
            counted.entry(next.canonical()).or_insert_with(|| perft(next, left, passes, progress));
        counts.push((Some(square), (*count)?));
    }
    Some(counts)
}

/// This many of the last plies are walked, because merging positions only pays if several plies
/// follow. Perft 11 on 8×8 takes 57 ms with 3, 51 ms with 4, and 250 ms if every line is walked.
const WALKED: u32 = 4;

/// After merging this many positions, which takes a few milliseconds, the count checks whether to
/// stop.
const INTERVAL: usize = 1 << 12;

/// Walking this many plies is quick enough not to check whether to stop.
const UNINTERRUPTED: u32 = 5;

/// Once there are this many positions, no more are merged. This limits the memory.
const MERGED: usize = 1 << 20;

/// The positions one ply later. If the game is over, that is the position itself.
pub(super) fn one_ply_on<G: Shape, I: Isa>(
    isa: I,
    board: &Embedding<G>,
    position: kernel::Position<G>,
    passes: Passes,
) -> impl Iterator<Item = kernel::Position<G>> {
    let none = Bitboard::empty();
    let moves = board.moves(isa, position);
    let (position, moves, only) = match (board.turn(isa, position), passes) {
        (Turn::Place, _) => (position, moves, None),
        (Turn::Pass, Passes::Ply) => (position, none, Some(position.pass())),
        (Turn::Pass, Passes::Free) => (position.pass(), board.moves(isa, position.pass()), None),
        (Turn::Over, _) => (position, none, Some(position)),
    };
    moves.into_iter().map(move |square| isa.play(position, square)).chain(only)
}

/// Walks every line of `depth` plies, at least one.
///
/// If the board covers the `WHOLE` grid, all squares are on it. Skipping the check saves 4 % of the
/// instructions.
fn walk<G: Shape, I: Isa, const WHOLE: bool>(
    isa: I,
    squares: Bitboard<G>,
    position: kernel::Position<G>,
    depth: u32,
    passes: Passes,
) -> u64 {
    isa.run(
        #[inline(always)]
        || {
            let moves = moves_of::<G, I, WHOLE>(isa, squares, position);
            let (turned, left) = (position.pass(), depth - 1);
            if !moves.is_empty() && depth == 1 {
                return moves.len().into();
            }
            if !moves.is_empty() {
                let mut lines = 0;
                for square in moves {
                    let next = isa.play(position, square);
                    lines += walk::<G, I, WHOLE>(isa, squares, next, left, passes);
                }
                return lines;
            }
            if moves_of::<G, I, WHOLE>(isa, squares, turned).is_empty() {
                return 1;
            }
            match passes {
                Passes::Free => walk::<G, I, WHOLE>(isa, squares, turned, depth, passes),
                Passes::Ply if depth == 1 => 1,
                Passes::Ply => walk::<G, I, WHOLE>(isa, squares, turned, left, passes),
            }
        },
    )
}

#[inline(always)]
fn moves_of<G: Shape, I: Isa, const WHOLE: bool>(
    isa: I,
    squares: Bitboard<G>,
    position: kernel::Position<G>,
) -> Bitboard<G> {
    if WHOLE { isa.moves(position) } else { isa.moves(position) & squares }
}
