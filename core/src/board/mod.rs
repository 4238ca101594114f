//! The board: sizes, squares and colours as plain values, and the [`kernel`], which is compiled for
//! each shape: sets of squares, and the rules of the game on words.

mod color;
pub mod kernel;
mod size;
mod square;
mod square_set;
mod symmetry;
mod text;

pub use color::{Color, Turn};
pub use size::{ParseSizeError, Size, TooBig};
pub use square::{ParseSquareError, Square};
pub use square_set::SquareSet;
pub(crate) use symmetry::Images;
pub use symmetry::Symmetry;
pub use text::UnknownName;
pub(crate) use text::error_text;
