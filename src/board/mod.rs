//! The board: its shapes, squares and sets of squares, and the rules of the game.

mod bitboard;
mod color;
pub(crate) mod isa;
mod position;
mod shape;
pub(crate) mod square;
pub(crate) mod symmetry;
mod word;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub(crate) use position::Discs;
pub use position::{Position, Turn};
pub use shape::{Board4x4, Board6x6, Board8x8, Rect, Shape};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use word::Word;
