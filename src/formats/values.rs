//! How many positions have which value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::score::{Objective, Rules, Score, Scoring};

/// The positions with the same number of empty squares, by their value, seen by
/// the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of positions.
    pub positions: u64,
    /// Those in which the player to move wins.
    pub wins: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those in which the player to move loses.
    pub losses: u64,
    /// Those with a legal move.
    pub decision: u64,
    /// Those in which the player to move passes.
    pub pass: u64,
    /// Those in which the game is over.
    pub over: u64,
    /// The number of positions of each value that occurs.
    pub by_value: BTreeMap<Score, u64>,
}

impl Values {
    /// Counts the values of positions with so many empty squares, `pass` and
    /// `over` of which have no legal move.
    pub(crate) fn count(empties: u32, values: &[i8], pass: u64, over: u64) -> Self {
        let mut by_byte = [0; 256];
        for value in values {
            by_byte[usize::from(value.cast_unsigned())] += 1;
        }
        let all = (i8::MIN..=i8::MAX)
            .map(|value| (Score::from(value), by_byte[usize::from(value.cast_unsigned())]));
        let by_value: BTreeMap<_, _> = all.filter(|&(_, count)| count > 0).collect();
        let sum = |wanted: fn(Score) -> bool| {
            by_value.iter().filter(|&(&value, _)| wanted(value)).map(|(_, count)| count).sum()
        };
        let positions = values.len() as u64;
        Self {
            empties,
            positions,
            wins: sum(Score::is_positive),
            draws: sum(|value| value == 0),
            losses: sum(Score::is_negative),
            decision: positions - pass - over,
            pass,
            over,
            by_value,
        }
    }
}

/// What is found in all arrangements of the 4×4 board: the contents of
/// `results/4x4-all.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllArrangements {
    /// The name and version of this format: [`AllArrangements::SCHEMA`].
    pub schema: String,
    /// The board: `4x4`.
    pub size: String,
    /// What the players want.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The number of arrangements.
    pub arrangements: u64,
    /// Those in which the player to move wins.
    pub wins: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// Those in which the player to move loses.
    pub losses: u64,
    /// The same and more by the number of empty squares, the full boards first.
    pub by_empties: Vec<Values>,
}

impl AllArrangements {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/all-arrangements/1";

    /// Sums up what is known by the number of empty squares.
    pub(crate) fn new(rules: Rules, by_empties: Vec<Values>) -> Self {
        let sum = |part: fn(&Values) -> u64| by_empties.iter().map(part).sum();
        Self {
            schema: Self::SCHEMA.to_owned(),
            size: "4x4".to_owned(),
            objective: rules.objective,
            score: rules.scoring,
            arrangements: sum(|values| values.positions),
            wins: sum(|values| values.wins),
            draws: sum(|values| values.draws),
            losses: sum(|values| values.losses),
            by_empties,
        }
    }
}
