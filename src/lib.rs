//! Othello on boards of any size up to 64 squares, solved exactly.
//!
//! The library finds the true value of positions: of every position on 4×4, and of positions on
//! other boards as far as exact search reaches. The command-line program, the results and the
//! tables are described in the repository's README.
//!
//! A [`Position`] is a board of any [`Size`], its discs and whose turn it is. Scores are
//! seen by the player to move, and count discs as they lie unless [`Rules`] say
//! otherwise.
//!
//! # Examples
//!
//! Solve 4×4, the whole game, and look positions up:
//!
//! ```
//! use othello_solver::{Position, Rules, Size, Solution, Start};
//!
//! let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
//! let solution = Solution::new(start, Rules::default()).unwrap();
//! assert_eq!(solution.value(start), Some(-8));
//! let after = start.play("b1".parse()?)?;
//! for (square, value) in solution.moves(after).unwrap() {
//!     println!("{square} is worth {value:+} to {}", after.side());
//! }
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Search a position of a bigger board to the end:
//!
//! ```
//! use othello_solver::{Position, SearchOptions, Size, Start, Game, search};
//!
//! let start = Position::start(Size::new(6, 6).unwrap(), Start::Diagonal);
//! let game = Game::parse(start, "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6")?.end();
//! let result = search(game, &SearchOptions::default(), &());
//! assert_eq!(result.value(), Some(-4));
//! println!("best play goes on with {}", result.line);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Count lines of play:
//!
//! ```
//! use othello_solver::{Position, Passes, Size, Start, perft};
//!
//! let start = Position::start(Size::new(8, 8).unwrap(), Start::Diagonal);
//! assert_eq!(perft(start, 7, Passes::Ply, &()), 55_092);
//! ```
//!
//! Go through all positions of 4×4, one for each class of mirror images and rotations:
//!
//! ```
//! use othello_solver::{Position, Rules, Size, Solution, Start};
//!
//! let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
//! let solution = Solution::new(start, Rules::default()).unwrap();
//! let won = solution.positions().filter(|&(_, value)| value > 0).count();
//! assert_eq!(solution.positions().count(), 12_351);
//! assert!(won > 0);
//! ```
//!
//! # The kernel
//!
//! Code that walks millions of positions knows the shape of its board at compile time:
//! [`kernel::Position`] and [`kernel::Bitboard`] are generic over a [`kernel::Shape`], such as
//! [`kernel::Board4x4`], on which a position takes four bytes.
//!
//! # Features
//!
//! The default feature `cli` brings the program and the packages that it needs.
//! `files` brings the code that reads, writes and verifies files: tables, certificates, checkpoints
//! and results. Without either, the library plays, counts, solves and searches.

// The rooms that play, count and search offer what only the rooms above them use.
#![cfg_attr(not(feature = "files"), allow(dead_code, unused_imports))]

pub mod analysis;
mod board;
mod bounded_set;
#[cfg(feature = "files")]
pub mod campaign;
#[cfg(feature = "files")]
pub mod engine;
mod evaluation;
pub mod exhaustive;
mod game;
pub mod mailbox;
pub mod notation;
mod progress;
#[cfg(feature = "files")]
pub mod proof;
#[cfg(feature = "files")]
pub mod results;
pub mod search;
#[cfg(feature = "files")]
pub mod storage;
#[cfg(feature = "files")]
pub mod tables;
#[cfg(feature = "training")]
#[doc(hidden)]
pub mod training;
#[cfg(feature = "files")]
pub mod verify;
#[cfg(feature = "files")]
pub mod web;
pub mod wipeouts;

pub use analysis::analyze;
pub use board::{
    Color, ParseSizeError, ParseSquareError, Size, Square, SquareSet, Symmetry, TooBig, Turn,
    kernel,
};
pub use exhaustive::{Passes, Solution, perft};
pub use game::{Game, IllegalMove, Objective, Position, Rules, Score, Scoring, Start, UnknownName};
pub use progress::{Progress, TimeLimit};
pub use search::{SearchOptions, SearchResult, search};
