//! What the trained evaluation expects of a position.

use super::player::{Basis, CountsOnly, Outlook, TABLE};
use crate::board::Turn;
use crate::evaluation::{Evaluation, usual_error};
use crate::game::{MoveValue, Position, Rules, Score};
use crate::progress::Progress;

/// The scores that the trained evaluation expects at the end of the game. None of them is proved.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Forecast {
    /// The number of plies searched.
    pub depth: u32,
    /// How many discs the values are off by, as the root mean square. It was measured for each depth
    /// on positions of the same board with 16 to 20 empty squares. It is 0 if the search has reached
    /// the end of every game.
    #[cfg_attr(feature = "serde", serde(rename = "usual_error"))]
    pub error: f64,
    /// The value of the position, seen by the side to move.
    pub value: Score,
    /// The legal moves with their values, seen by the side to move: the best first.
    pub moves: Vec<MoveValue>,
}

impl Forecast {
    /// A forecast that looks as far ahead as the listener's time allows, and at least one ply. `None` if there
    /// is no trained evaluation of the board, or if the game is over. Its table takes at most `hash`
    /// bytes. The listener receives the number of positions searched.
    pub fn new(
        position: Position,
        rules: Rules,
        hash: usize,
        progress: &dyn Progress,
    ) -> Option<Self> {
        Self::find(position, rules, position.most_plies(), hash, progress)
    }

    /// As [`new`](Self::new), but no further ahead than `plies`, and until the listener stops it.
    pub fn to_depth(
        position: Position,
        rules: Rules,
        plies: u32,
        progress: &dyn Progress,
    ) -> Option<Self> {
        Self::find(position, rules, plies, TABLE, progress)
    }

    fn find(
        position: Position,
        rules: Rules,
        plies: u32,
        hash: usize,
        progress: &dyn Progress,
    ) -> Option<Self> {
        if position.turn() == Turn::Over || !Evaluation::exists(position.size(), rules) {
            return None;
        }
        let next = position.after_forced_pass();
        let counted = CountsOnly(progress);
        let Outlook { moves, basis } = Outlook::ahead_to(next, rules, plies, hash, &counted);
        let best = moves.first()?.value;
        let (value, moves) = if next == position { (best, moves) } else { (-best, Vec::new()) };
        // Where every game ends within the depth, nothing is left to expect.
        let (depth, error) = match basis {
            Basis::Exact => (next.most_plies(), 0.0),
            basis => {
                let depth = basis.depth()?;
                (depth, usual_error(position.size(), rules.objective, depth)?)
            }
        };
        Some(Self { depth, error, value, moves })
    }
}
