//! The kernel: boards whose shape is known at compile time, for code that walks millions of
//! positions.
//!
//! [`Position`] and [`Bitboard`] are generic over a [`Shape`], such as [`Board4x4`], on which a
//! position takes four bytes. A board of any size lies on one of a few shapes, the grids.

mod bitboard;
mod discs;
mod embedding;
mod grid;
mod last;
mod mirror;
mod position;
mod rules;
mod shape;
mod simd;
mod word;

pub use bitboard::{Bitboard, Squares};
pub use discs::Discs;
pub use embedding::{Embedding, SMALL_SQUARES};
pub use grid::{Kernel, fastest, on_grid, on_small_grid};
pub use position::Position;
pub use rules::neighbours;
pub use shape::{Axis, Board4x4, Board6x6, Board8x8, Rect, Shape};
pub use simd::{Isa, Portable};
pub use word::Word;
