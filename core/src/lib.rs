//! Othello on boards of up to 64 squares, solved exactly: every position of 4×4, and positions of
//! larger boards as far as exact search reaches.
//!
//! Everything happens in memory. The library reads no file, looks at no clock that it was not given,
//! and starts no thread that it was not asked for. The package `othello-solver` builds on it: the
//! program, its files and its server.
//!
//! Values and scores are seen by the side to move, unless stated otherwise. They count discs as they
//! lie, and the most discs win; [`Rules`] change that.
//!
//! To see the whole method in one plain file, read [`examples/four.rs`]: it solves 4×4 on `u16`
//! bitboards in about 120 lines.
//!
//! [`examples/four.rs`]: https://docs.rs/crate/othello-core/latest/source/examples/four.rs
//!
//! | I want to … | use … |
//! |---|---|
//! | set up a position, play moves, see the score | [`Position`], [`Square`], [`Rules`] |
//! | keep a game: a start and its moves | [`Game`] |
//! | read or write positions and games | [`notation`] |
//! | know the value of every position of a small board | [`Solution`] |
//! | answer a question about a position, within a time limit | [`answer`] |
//! | ask many questions of the kind "at least this score?" | [`search::Oracle`] |
//! | look up what this project has solved | [`known`] |
//! | look a few plies ahead | [`analyze`] |
//! | review a game, or let the program play | [`analysis`] |
//! | count lines of play, positions and games | [`perft`], [`exhaustive`] |
//! | find the shortest games that wipe out a side | [`wipeouts`] |
//! | watch, limit or stop a long job | [`Progress`], [`TimeLimit`] |
//! | compare with rules that share no code with these | [`mailbox`] |
//! | walk millions of positions | [`kernel`] |
//!
//! # Examples
//!
//! Solve 4×4, the whole game, and look positions up:
//!
//! ```
//! use othello_core::{Position, Rules, Size, Solution, Start};
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
//! use othello_core::answer::{Limits, Question, Sources, answer};
//! use othello_core::{Position, Rules, Size, Start, notation};
//!
//! let start = Position::start(Size::new(6, 6).unwrap(), Start::Diagonal);
//! let game = notation::read_game(start, "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6")?;
//! let question = Question::usual(game.end(), Rules::default());
//! // One thread with 64 MiB for positions; `()` is a listener that ignores the progress.
//! let answer = answer(&question, &Sources::ALL, &Limits::single(64 << 20), &())?;
//! assert_eq!(answer.value(), Some(-4));
//! println!("best play goes on with {}", answer.line().unwrap());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Count lines of play:
//!
//! ```
//! use othello_core::{Passes, Position, Size, Start, perft};
//!
//! let start = Position::start(Size::STANDARD, Start::Diagonal);
//! assert_eq!(perft(start, 7, Passes::Ply, &()), Some(55_092));
//! ```
//!
//! # Features
//!
//! `weights`, which is on by default, includes the weights of the evaluation (4 MiB). Without it,
//! [`evaluation::hand_in`] takes them at run time; a search without weights finds the same values,
//! but takes longer. `openings`, also on by default, includes the openings of 6×6 (0.5 MiB); without
//! it, [`known::hand_in`] takes them. `schema` is for this project's own commands.
//!
//! # Stability
//!
//! Everything in this documentation stays as it is until version 2. Some items are public, but hidden
//! from the documentation. They are for the other packages of this project, which require the core
//! of their own version, and any release may change them. So may the numbers of positions that a
//! search visits, and everything that depends on a time limit; values may not.

pub mod analysis;
pub mod answer;
pub mod board;
#[doc(hidden)]
pub mod bounded_set;
#[doc(hidden)]
pub mod documents;
pub mod evaluation;
pub mod exhaustive;
pub mod game;
pub mod known;
pub mod mailbox;
pub mod notation;
pub mod progress;
#[doc(hidden)]
pub mod requests;
pub mod search;
#[doc(hidden)]
pub mod training;
pub mod wipeouts;

pub use analysis::analyze;
pub use board::{
    Color, ParseSizeError, ParseSquareError, Size, Square, SquareSet, Symmetry, TooBig, Turn,
    UnknownName, kernel,
};
pub use exhaustive::{Passes, Solution, perft};
pub use game::{Game, IllegalMove, MoveValue, Objective, Position, Rules, Score, Scoring, Start};
pub use mailbox::Mailbox;
pub use progress::{OnlyStop, Progress, TimeLimit};
pub use search::Find;
