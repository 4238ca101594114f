//! Questions about a position and their answers.
//!
//! All code that needs the value of a position asks a [`Question`] with [`answer`]. It consults the
//! [`Sources`] in the order of their cost: the enumeration of a small board, the rules, the
//! compiled-in values, a table, the search. Each narrows the [`Answer`], until the question is
//! settled. If sources contradict each other, the result is an error, never an answer.
//!
//! Forecasts by the trained evaluation and discs some plies ahead prove nothing.

mod ask;
mod batch;
mod bounds;
mod fixed_depth;
mod forecast;
mod lookahead;
mod proved;
mod question;

pub use ask::{AnswerError, Limits, OpenQuestion, Sources, ValueSource, answer};
#[doc(hidden)]
pub use batch::each_in_order;
pub use bounds::{Bounds, Contradiction, Source};
pub use fixed_depth::{Analysis, AnalysisOptions, analyze};
pub(crate) use forecast::Ahead;
pub use forecast::{Basis, Forecast, Outlook, TABLE};
pub use proved::{Answer, Counts, MoveAnswer};
pub use question::{EXHAUSTIVE_SQUARES, Lines, Question};
