//! The value of every arrangement of discs on the 4×4 board, whether a game can reach it or not.

pub(super) mod index;
mod layer;
mod table;

pub use table::Arrangements;
