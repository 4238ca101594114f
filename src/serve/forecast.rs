//! What is expected of the moves of a position whose search may take long.

use std::time::Duration;

use serde::Serialize;

use super::question::Question;
use crate::analysis::{Basis, FORECAST_ERROR, Outlook};
use crate::game::{MoveValue, Score};
use crate::progress::Progress;
use crate::search::expected_positions;

/// A search of fewer positions is over in a second or two.
const LONG: u64 = 10_000_000;

/// The time for a forecast.
const TIME: Duration = Duration::from_millis(300);

/// The scores that the trained evaluation expects. None of them is proved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Forecast {
    /// The number of plies searched.
    depth: u32,
    /// How many discs the values are off by, as the root mean square.
    error: Score,
    /// The legal moves with their values, seen by the side to move: the best first.
    moves: Vec<MoveValue>,
}

impl Forecast {
    /// A forecast, if the search may take long and there is a trained evaluation of the board.
    pub(super) fn of(question: &Question, progress: &dyn Progress) -> Option<Self> {
        let Question { position, rules, .. } = *question;
        let is_long = expected_positions(position, rules.objective) > LONG;
        if !is_long || position.moves().is_empty() {
            return None;
        }
        let Outlook { moves, basis } = Outlook::new(position, rules, TIME, progress);
        let Basis::Forecast { depth } = basis else { return None };
        Some(Self { depth, error: FORECAST_ERROR, moves })
    }
}
