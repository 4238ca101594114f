//! Othello on boards of any size up to 64 squares, solved exactly.
//!
//! The library finds the true value of positions: of every position on 4×4, and of positions on
//! other boards as far as exact search reaches. The command-line program, the results and the
//! tables are described in the repository's README.
//!
//! A [`Game`] is a board of any [`Size`], its discs and whose turn it is. Scores are
//! seen by the player to move, and count discs as they lie unless [`Rules`] say
//! otherwise.
//!
//! # Examples
//!
//! Solve 4×4, the whole game, and look positions up:
//!
//! ```
//! use othello_solver::{Game, Rules, Size, Solution, Start};
//!
//! let start = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal);
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
//! use othello_solver::{Game, SearchOptions, Size, Start, Transcript, search};
//!
//! let start = Game::start(Size::new(6, 6).unwrap(), Start::Diagonal);
//! let game = Transcript::parse(start, "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6")?.end();
//! let result = search(game, &SearchOptions::default(), &());
//! assert_eq!(result.value(), Some(-4));
//! println!("best play goes on with {}", result.line);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Count lines of play:
//!
//! ```
//! use othello_solver::{Game, Passes, Size, Start, perft};
//!
//! let start = Game::start(Size::new(8, 8).unwrap(), Start::Diagonal);
//! assert_eq!(perft(start, 7, Passes::Ply, &()), 55_092);
//! ```
//!
//! Go through all positions of 4×4, one for each class of mirror images and rotations:
//!
//! ```
//! use othello_solver::{Game, Rules, Size, Solution, Start};
//!
//! let start = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal);
//! let solution = Solution::new(start, Rules::default()).unwrap();
//! let won = solution.positions().filter(|&(_, value)| value > 0).count();
//! assert_eq!(solution.positions().count(), 12_351);
//! assert!(won > 0);
//! ```
//!
//! # The kernel
//!
//! Code that walks millions of positions knows the shape of its board at compile time: [`Position`]
//! and [`Bitboard`] are generic over a [`Shape`], such as [`Board4x4`], on which a position takes
//! four bytes.
//!
//! # Features
//!
//! The default feature `cli` brings the program and the packages that it needs.
//! `files` brings the code that reads, writes and verifies files: tables, certificates, checkpoints
//! and results. Without either, the library plays, counts, solves and searches.

mod analysis;
mod board;
mod bounded_set;
#[cfg(feature = "files")]
pub mod campaign;
#[cfg(feature = "files")]
pub mod engine;
mod evaluation;
mod exhaustive;
mod game;
pub mod mailbox;
mod notation;
mod progress;
#[cfg(feature = "files")]
pub mod proof;
#[cfg(feature = "files")]
pub mod results;
mod search;
#[cfg(feature = "files")]
pub mod storage;
#[cfg(feature = "files")]
pub mod verify;
#[cfg(feature = "files")]
pub mod web;

pub use analysis::{
    Analysis, AnalysisOptions, Basis, ForcedWipeout, MOST_EMPTIES_OF_PERFECT, Outlook, Player,
    ReviewedMove, Strategy, Trained, Training, TrainingError, Wipeout, Wipeouts, analyze,
    forced_wipeout, review, shortest_wipeouts, total_lost, train, wipeouts,
};
pub use board::{
    Axis, Bitboard, Board4x4, Board6x6, Board8x8, Color, ParseSizeError, ParseSquareError,
    Position, Rect, Shape, Size, Square, Squares, Symmetry, Turn, Word,
};
#[cfg(feature = "files")]
pub use exhaustive::{
    Arrangements, ArrangementsTable, CheckedTable, ReachableTable, Tabulated, tabulate,
};
pub use exhaustive::{
    Census, Layer, Passes, ShortestGame, Solution, Unique, Values, divide, perft, shortest_game,
    unique,
};
pub use game::{
    Game, IllegalMove, Objective, Rules, Score, Scoring, Start, Transcript, UnknownName,
};
pub use notation::{
    Ggf, Notation, Obf, ParseDurationError, PositionEntry, ReadError, ReadProblem, TranscriptError,
    nearest, parse_duration, read_positions, size_of_positions, to_hex,
};
pub use progress::{Progress, TimeLimit};
#[cfg(feature = "files")]
pub use search::search_resumable;
pub use search::{
    Benchmark, Oracle, SIGNATURE, SearchOptions, SearchResult, ValuedMove, benchmarks,
    expected_positions, ffo, search,
};
