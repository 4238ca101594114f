//! Uses of answers and of the search: players, plans, puzzles and reviews of games.

mod outlook;
mod plan;
mod player;
mod puzzle;
#[doc(hidden)]
pub mod random;
mod review;

pub use crate::answer::{Analysis, AnalysisOptions, Basis, Forecast, Outlook, TABLE, analyze};
pub use crate::game::MoveValue;
pub use outlook::{MOST_EMPTIES_OF_PERFECT, outlook};
pub use plan::{Plan, PlanError, Reply, Step, Then};
pub use player::{Player, Strategy};
pub use puzzle::{Difficulty, Puzzle, puzzles};
pub use review::{GivenAway, OpenReview, Players, Review, ReviewedMove, review};
#[doc(hidden)]
pub use {plan::expected_size, random::random_endgames};
