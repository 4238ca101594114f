//! Uses of the search: analysis of the next plies, proved bounds and forecasts within a time limit
//! ([`search_within`]), players, plans, puzzles, reviews of games, and random endgames for measuring
//! a search.

mod answer;
mod bounds;
mod fixed_depth;
mod lookahead;
mod outlook;
mod plan;
mod player;
mod puzzle;
#[doc(hidden)]
pub mod random;
mod review;

pub use crate::game::MoveValue;
pub use answer::{PositionAnswer, answer, answer_within};
pub use bounds::{BoundsKeeper, MoveBounds, PositionBounds, bounds_within, search_within};
pub use fixed_depth::{Analysis, AnalysisOptions, analyze};
pub use outlook::{Basis, Forecast, MOST_EMPTIES_OF_PERFECT, Outlook, TABLE};
pub use plan::{Plan, PlanError, Reply, Step, Then, expected_size};
pub use player::{Player, Strategy};
pub use puzzle::{Difficulty, Puzzle, puzzles};
pub use random::random_endgames;
pub use review::{FORECAST_ERROR, GivenAway, Players, Review, ReviewedMove, review, review_with};
