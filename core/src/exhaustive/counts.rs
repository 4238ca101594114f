//! Counts of positions with a given number of empty squares.

use std::collections::BTreeMap;

use crate::game::Score;

/// The numbers of positions with the same number of empty squares, counted once for each side to
/// move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionCounts {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of all positions.
    pub total: u64,
    /// The number of positions where the player to move has a legal move.
    pub decision: u64,
    /// The number of positions where that player must pass.
    pub pass: u64,
    /// The number of positions where the game is over.
    pub over: u64,
    /// The number of pairs of own and opponent's discs, regardless of colour.
    pub distinct: u64,
    /// The number of such pairs up to the symmetries of the board.
    pub canonical: u64,
}

/// The number of empty squares of a sum is 0. Sums saturate, because the numbers may come from a
/// forged file.
impl std::iter::Sum for PositionCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            empties: 0,
            total: sum.total.saturating_add(one.total),
            decision: sum.decision.saturating_add(one.decision),
            pass: sum.pass.saturating_add(one.pass),
            over: sum.over.saturating_add(one.over),
            distinct: sum.distinct.saturating_add(one.distinct),
            canonical: sum.canonical.saturating_add(one.canonical),
        })
    }
}

/// The numbers of positions with the same number of empty squares, by their value for the player to
/// move.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueCounts {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
    /// The number of positions with a legal move.
    pub decision: u64,
    /// The number of positions where the player to move passes.
    pub pass: u64,
    /// The number of positions where the game is over.
    pub over: u64,
    /// The number of positions with each value that occurs.
    pub by_value: BTreeMap<Score, u64>,
}

impl ValueCounts {
    /// Counts the values of positions with this number of empty squares. The player to move passes
    /// in `pass` of them, and the game is over in `over` of them.
    #[doc(hidden)]
    pub fn count(empties: u32, values: &[i8], pass: u64, over: u64) -> Self {
        let mut by_byte = [0; 256];
        for value in values {
            by_byte[usize::from(value.cast_unsigned())] += 1;
        }
        let all = (i8::MIN..=i8::MAX)
            .map(|value| (Score::from(value), by_byte[usize::from(value.cast_unsigned())]));
        Self::new(empties, all.filter(|&(_, count)| count > 0).collect(), pass, over)
    }

    /// Adds up the numbers of positions with each value. Sums saturate, because the numbers may
    /// come from a forged file.
    #[doc(hidden)]
    pub fn new(empties: u32, by_value: BTreeMap<Score, u64>, pass: u64, over: u64) -> Self {
        let [mut wins, mut draws, mut losses] = [0_u64; 3];
        for (value, &count) in &by_value {
            let of_this_sign = match value.signum() {
                1 => &mut wins,
                0 => &mut draws,
                _ => &mut losses,
            };
            *of_this_sign = of_this_sign.saturating_add(count);
        }
        let positions = wins.saturating_add(draws).saturating_add(losses);
        let decision = positions.wrapping_sub(pass).wrapping_sub(over);
        Self { empties, positions, wins, draws, losses, decision, pass, over, by_value }
    }
}
