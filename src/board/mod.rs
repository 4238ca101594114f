//! The board: sizes, squares and colours as plain values, and the kernel that
//! is compiled for shapes: sets of squares, and the rules of the game on words.

mod bitboard;
mod color;
pub(crate) mod grid;
mod position;
mod rules;
mod shape;
pub(crate) mod simd;
mod size;
mod square;
mod symmetry;
mod word;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use position::{Position, Turn};
pub(crate) use rules::{Discs, neighbours, runs};
pub use shape::{Axis, Board4x4, Board6x6, Board8x8, Rect, Shape};
pub use size::{ParseSizeError, Size};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use word::Word;
