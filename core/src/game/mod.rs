//! Positions and games as values, starts, and how games are scored.

mod move_value;
mod names;
mod position;
mod record;
mod score;
mod start;

pub use move_value::MoveValue;
pub use names::UnknownName;
pub use position::{IllegalMove, Position};
pub use record::Game;
pub use score::{Objective, Rules, Score, Scoring};
pub use start::Start;
