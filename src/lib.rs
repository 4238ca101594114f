//! Othello on small boards, solved to the end.

mod board;
mod exhaustive;
pub mod explore;
pub mod files;
mod formats;
mod game;
pub mod mailbox;
mod progress;
mod score;
mod search;

pub use board::{
    Bitboard, Board4x4, Board6x6, Board8x8, Color, ParseSquareError, Position, Rect, Shape, Square,
    Squares, Symmetry, Turn, Word,
};
pub use exhaustive::{Census, Layer, Passes, Solution, Unique, divide, perft, unique};
pub use formats::{Cells, CellsError, Transcript, TranscriptError};
pub use game::{Game, IllegalMove, Start};
pub use progress::Progress;
pub use score::{Objective, Rules, Score, Scoring};
pub use search::{SearchMonitor, SearchOptions, SearchResult, search};
