//! The options of a search.

use crate::game::{Rules, Score};
use crate::named;

/// The question that a search answers. Each variant includes those before it and takes longer.
///
/// Every interface of the program uses these names: `value`, `best-move`, `best-moves` and
/// `all-moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Find {
    /// The value alone: no best move and no line. That can take half the time of a best move: 6×6
    /// takes 136 instead of 271 million nodes if the winner gets the empty squares and the value
    /// without them is known.
    Value,
    /// One best move, and a principal variation.
    BestMove,
    /// All best moves, and the principal variation that takes the first of them, in the order of
    /// squares, at each turn. The answer depends only on the rules.
    BestMoves,
    /// The value of every legal move, in [`SearchResult::moves`](super::SearchResult::moves).
    AllMoves,
    /// The value of every legal move, and a line of best play after each.
    AllLines,
}

named! {
    Find {
        Value = "value",
        BestMove = "best-move",
        BestMoves = "best-moves",
        AllMoves = "all-moves",
        AllLines = "all-lines"
    }
}

/// The greatest number of threads that a search makes use of.
pub const MAX_THREADS: u16 = 1024;

/// The options of a search: how much it finds, and the memory and threads for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How a game is scored.
    pub rules: Rules,
    /// The most memory that the transposition table takes, in bytes.
    pub hash: usize,
    /// The number of threads, at most [`MAX_THREADS`].
    pub threads: usize,
    /// How much to find out.
    pub find: Find,
    /// The bounds of the value that are known beforehand, seen by the side to move: it is at least
    /// the first and at most the second of these.
    pub bounds: (Score, Score),
}

impl Default for SearchOptions {
    /// The default rules, a table of 256 MiB, one thread and one best move, and nothing known.
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            hash: 256 << 20,
            threads: 1,
            find: Find::BestMove,
            bounds: (-64, 64),
        }
    }
}
