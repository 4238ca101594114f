//! The kernel: boards whose shape is known at compile time, for code that visits millions of
//! positions.
//!
//! [`Position`] and [`Bitboard`] are generic over a [`Shape`], such as [`Board4x4`], where a
//! position takes four bytes.

mod bitboard;
mod embedding;
mod grid;
mod last;
mod mirror;
mod position;
mod rays;
mod rules;
mod shape;
mod simd;

pub use bitboard::{Bitboard, Squares};
pub use position::{Discs, Position};
pub(crate) use rules::neighbours;
pub use shape::{Board4x4, Board6x6, Board8x8, Rect, Shape, Word};
#[doc(hidden)]
pub use {
    super::symmetry::Images,
    embedding::{Embedding, SMALL_SQUARES},
    grid::{Kernel, fastest, on_grid, on_small_grid},
    shape::Axis,
    simd::{Isa, Portable},
};
