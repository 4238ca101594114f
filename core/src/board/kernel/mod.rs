//! The kernel: boards whose shape is known at compile time, for code that visits millions of
//! positions.
//!
//! [`Position`] and [`Bitboard`] are generic over a [`Shape`], such as [`Board4x4`], where a
//! position takes four bytes. A board of any size is placed on one of a few shapes, the grids.

mod bitboard;
mod embedding;
mod grid;
mod last;
mod mirror;
mod position;
mod rules;
mod shape;
mod simd;

pub use bitboard::{Bitboard, Squares};
pub use embedding::{Embedding, SMALL_SQUARES};
pub use grid::{Kernel, fastest, on_grid, on_small_grid};
pub use position::{Discs, Position};
pub use rules::neighbours;
pub use shape::{Axis, Board4x4, Board6x6, Board8x8, Rect, Shape, Word};
pub use simd::{Isa, Portable};
