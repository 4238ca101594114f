//! The board: its shapes, squares and sets of squares, and the rules of the game.

mod bitboard;
mod position;
mod shape;
mod square;
mod word;

pub use bitboard::{Bitboard, Squares};
pub use position::{Position, Turn};
pub use shape::{Axis, Board4x4, Board6x6, Board8x8, Rect, Shape};
pub use square::{ParseSquareError, Square};
pub use word::Word;
