//! Uses of the searches: analysis of the next plies, players, and reviews of games; and endgames to
//! measure a search on. What is known of a position in the time that one has: [`search_within`].

mod answer;
mod bounds;
mod endgames;
mod fixed_depth;
mod forecast;
mod lookahead;
mod player;
#[doc(hidden)]
pub mod random;
mod review;

pub use crate::game::MoveValue;
pub use answer::{PositionAnswer, answer, answer_within};
pub use bounds::{BoundsKeeper, MoveBounds, PositionBounds, bounds_within, search_within};
pub use endgames::random_endgames;
pub use fixed_depth::{Analysis, AnalysisOptions, analyze};
pub use forecast::Forecast;
pub use player::{Basis, MOST_EMPTIES_OF_PERFECT, Outlook, Player, Strategy, TABLE};
pub use review::{FORECAST_ERROR, GivenAway, Players, Review, ReviewedMove, review, review_with};
