//! Othello on boards of up to 64 squares, solved exactly: every position of 4×4, and positions of
//! larger boards as far as exact search reaches.
//!
//! Values and scores are seen by the side to move, unless said otherwise. They count discs as they
//! lie, and the most discs win; [`Rules`] change that.
//!
//! | I want to … | use … |
//! |---|---|
//! | set up a position, play moves, see the score | [`Position`], [`Square`], [`Rules`] |
//! | keep a game: a start and its moves | [`Game`] |
//! | read or write positions and games | [`notation`] |
//! | know the value of every position of a small board | [`Solution`] |
//! | solve one position of any board | [`search()`] |
//! | know what can be known of a position in a given time | [`search_within`] |
//! | look a few plies ahead | [`analyze`] |
//! | review a game, or let the program play | [`analysis`] |
//! | count lines of play, positions and games | [`perft`], [`exhaustive`] |
//! | find the shortest games that wipe out a side | [`wipeouts`] |
//! | watch, limit or stop a long job | [`Progress`], [`TimeLimit`] |
//! | compare with rules that share no code with these | [`mailbox`] |
//! | walk millions of positions | [`kernel`] |
//! | keep the values of a whole board in a file | `tables` |
//! | prove a value, and check the proof | `proof` |
//! | solve a board with many processes | `campaign` |
//! | play and answer for other programs | `engine` |
//! | read, write and check the files under `results/` | `results`, `verify` |
//! | show boards in a browser | `web` |
//! | answer a browser, and other programs, for any board | `serve` |
//!
//! The last seven need the feature `files`, and `serve` the feature of its name.
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
//! // Mirror images and rotations share one position.
//! assert_eq!(solution.positions().count(), 12_351);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Search a position of a larger board to the end:
//!
//! ```
//! use othello_solver::{Game, Position, SearchOptions, Size, Start, search};
//!
//! let start = Position::start(Size::new(6, 6).unwrap(), Start::Diagonal);
//! let game = Game::parse(start, "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6")?;
//! let result = search(game.end(), &SearchOptions::default(), &());
//! assert_eq!(result.value(), Some(-4));
//! println!("best play goes on with {}", result.line);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Count lines of play:
//!
//! ```
//! use othello_solver::{Passes, Position, Size, Start, perft};
//!
//! let start = Position::start(Size::new(8, 8).unwrap(), Start::Diagonal);
//! assert_eq!(perft(start, 7, Passes::Ply, &()), 55_092);
//! ```
//!
//! # Features
//!
//! The default feature `cli` brings the program. `files` brings the code that reads, writes and
//! verifies files, and `serve` the server. Without them the library plays, counts, solves and
//! searches. `schema` and `training` are for this project's own commands.

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
pub mod known;
pub mod mailbox;
pub mod notation;
mod progress;
#[cfg(feature = "files")]
pub mod proof;
#[cfg(feature = "files")]
pub mod results;
#[cfg(feature = "schema")]
#[doc(hidden)]
pub mod schema;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
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

pub use analysis::{analyze, search_within};
pub use board::{
    Color, ParseSizeError, ParseSquareError, Size, Square, SquareSet, Symmetry, TooBig, Turn,
    kernel,
};
pub use exhaustive::{Passes, Solution, perft};
pub use game::{Game, IllegalMove, Objective, Position, Rules, Score, Scoring, Start, UnknownName};
pub use progress::{Progress, TimeLimit};
pub use search::{SearchOptions, SearchResult, search};
