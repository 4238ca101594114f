//! Uses of the searches: analysis of the next plies, players, reviews of games, and the training of
//! the evaluation.

mod fixed_depth;
mod lookahead;
mod player;
mod random;
mod review;
mod training;

pub use fixed_depth::{Analysis, AnalysisOptions, analyze};
pub use player::{Basis, MOST_EMPTIES_OF_PERFECT, Outlook, Player, Strategy};
pub use review::{ReviewedMove, review, total_lost};
pub use training::{Trained, Training, TrainingError, train};
