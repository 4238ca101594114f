//! Positions and games as values, and the rules: how a game starts and how it is scored.

mod position;
mod record;
mod rules;

pub use position::{IllegalMove, Position};
pub use record::Game;
pub use rules::{MoveValue, Objective, Rules, Score, Scoring, Start};
