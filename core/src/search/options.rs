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
    /// The value of every legal move, in [`SearchResult::moves`](super::SearchResult::moves).
    AllMoves,
    /// The value of every legal move, and a line of best play after each.
    AllLines,
}

named! { Find {
    Value = "value", BestMove = "best-move", BestMoves = "best-moves", AllMoves = "all-moves",
    AllLines = "all-lines"
} }

/// The most threads that a search uses.
pub const MAX_THREADS: u16 = 1024;

/// The options of a search: what to find, and how much memory and how many threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How a game is scored.
    pub rules: Rules,
    /// The most memory to use for the transposition table, in bytes.
    pub hash: usize,
    /// The number of threads, at most [`MAX_THREADS`].
    pub threads: usize,
    /// The goal of the search.
    pub find: Find,
    /// Bounds of the value that are already known, seen by the side to move: it is at least the
    /// first and at most the second.
    pub bounds: (Score, Score),
}

impl Default for SearchOptions {
    /// The default rules, a table of 256 MiB, one thread, one best move, and no known bounds.
    fn default() -> Self {
        let (rules, find, bounds) = (Rules::default(), Find::BestMove, (-64, 64));
        Self { rules, hash: 256 << 20, threads: 1, find, bounds }
    }
}
