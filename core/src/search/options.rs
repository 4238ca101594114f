//! The options of a search.

use crate::game::{Rules, Score};
use crate::named;

/// The goal of a search. Each variant includes the previous ones and takes longer.
///
/// Every interface of the program uses these names: `value`, `best-move`, `best-moves` and
/// `all-moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Find {
    /// Only the value: no best move and no line. This can be twice as fast as a best move: 6×6
    /// takes 136 rather than 271 million nodes if the winner gets the empty squares and the value
    /// without them is known.
    Value,
    /// One best move, and a principal variation.
    BestMove,
    /// All best moves, and the principal variation with the first best move, in the order of
    /// squares, at each turn. The answer depends only on the rules.
    BestMoves,
    /// The value of every legal move.
    AllMoves,
}

named! { Find {
    Value = "value", BestMove = "best-move", BestMoves = "best-moves", AllMoves = "all-moves"
} }

/// The most threads that a search uses.
pub const MAX_THREADS: u16 = 1024;

/// The options of a search: what to find, and how much memory and how many threads to use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchOptions {
    /// How a game is scored.
    pub(crate) rules: Rules,
    /// The most memory to use for the transposition table, in bytes.
    pub(crate) hash: usize,
    /// The number of threads, at most [`MAX_THREADS`].
    pub(crate) threads: usize,
    /// The goal of the search.
    pub(crate) find: Find,
    /// Whether to find a line after each move, if the values of all moves are wanted.
    pub(crate) lines: bool,
    /// Bounds of the value that are already known, seen by the side to move: it is at least the
    /// first and at most the second.
    pub(crate) bounds: (Score, Score),
}
