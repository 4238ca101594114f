//! The board: sizes, squares and colours as plain values, and the [`kernel`] that is compiled for
//! shapes: sets of squares, and the rules of the game on words.

mod color;
pub mod kernel;
mod schema;
mod size;
mod square;
mod square_set;
mod symmetry;
mod text;
mod turn;

pub use color::Color;
pub use size::{ParseSizeError, Size, TooBig};
pub use square::{ParseSquareError, Square};
pub use square_set::SquareSet;
pub use symmetry::Images;
pub use symmetry::Symmetry;
pub(crate) use text::error_text;
pub use turn::Turn;
