//! The program `othello-solver` as a library: everything it does with files, processes and networks.
//!
//! This is what the program and the Python package share. Any version may change it; what is stable
//! is [`othello_core`], the command line and the documents.
//!
//! The game itself and its search are in [`othello_core`], which works in memory. What this library
//! adds is kept, checked or served:
//!
//! | I want to … | use … |
//! |---|---|
//! | keep the values of a whole board in a file | [`tables`] |
//! | prove a value, and check the proof | [`proof`] |
//! | solve a board with many processes | [`campaign`] |
//! | play and answer for other programs | [`engine`] |
//! | read, write and check the files under `results/` | [`results`], [`verify`] |
//! | resume a search that was interrupted | [`storage`] |
//! | read files of positions and games in any encoding | [`reading`] |
//! | show boards in a browser | [`web`] |
//! | answer a browser, and other programs, for any board | `serve` |
//!
//! # Examples
//!
//! Solve 4×4 as the program does, write its result, and read it back:
//!
//! ```
//! use othello_core::answer::{Limits, Question, Sources};
//! use othello_core::{Position, Rules, Size, Start};
//! use othello_solver::results::{AnswerDocument, solve, to_json};
//!
//! let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
//! let question = Question { counts: true, ..Question::usual(start, Rules::default()) };
//! let solved = solve(&question, &Sources::PROVED, &Limits::single(0), true, None, &())?;
//! let solved = solved.expect("nothing stops it");
//! let document = to_json(&solved.board.of_start(Some(Start::Diagonal)));
//! let board: AnswerDocument = serde_json::from_str(&document)?;
//! assert_eq!((board.value, board.value_empties_to_winner), (Some(-8), Some(-10)));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! The default feature `cli` adds the program and `serve`. It includes `schema`, which is for this
//! project's own tests.

pub mod amounts;
pub mod campaign;
pub mod clock;
pub mod engine;
pub mod proof;
pub mod reading;
pub mod results;
#[cfg(feature = "cli")]
pub mod serve;
pub mod storage;
pub mod tables;
pub mod verify;
pub mod web;
