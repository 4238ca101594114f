//! Uses of answers and of the search: players, plans, puzzles, reviews of games, and random endgames
//! for measuring a search.

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
pub use plan::{Plan, PlanError, Reply, Step, Then, expected_size};
pub use player::{Player, Strategy};
pub use puzzle::{Difficulty, Puzzle, puzzles};
pub use random::random_endgames;
pub use review::{FORECAST_ERROR, GivenAway, OpenReview, Players, Review, ReviewedMove, review};
