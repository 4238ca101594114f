//! Uses of the searches: analysis of the next plies, players, and reviews of games; and endgames to
//! measure a search on.

mod endgames;
mod fixed_depth;
mod lookahead;
mod player;
#[doc(hidden)]
pub mod random;
mod review;

pub use crate::game::MoveValue;
pub use endgames::random_endgames;
pub use fixed_depth::{Analysis, AnalysisOptions, analyze};
pub use player::{Basis, MOST_EMPTIES_OF_PERFECT, Outlook, Player, Strategy};
pub use review::{FORECAST_ERROR, GivenAway, Review, ReviewedMove, review};
