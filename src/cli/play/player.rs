//! Who plays a side.

use clap::ValueEnum;
use othello_solver::analysis::{MOST_EMPTIES_OF_PERFECT, Strategy};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayerArg {
    /// You
    Human,
    /// A best move, on boards small enough to be solved
    Perfect,
    /// The best move that can be found in the time
    Strong,
    /// Any move
    Random,
    /// The move that flips the most discs
    Greedy,
}

impl PlayerArg {
    /// How such a player moves, or why it cannot play a game with this number of empty squares;
    /// `None` for a person.
    pub(super) fn strategy(self, empties: u32) -> Result<Option<Strategy>, String> {
        Ok(Some(match self {
            Self::Human => return Ok(None),
            Self::Perfect if empties > MOST_EMPTIES_OF_PERFECT => {
                return Err(format!(
                    "perfect is for games with at most {MOST_EMPTIES_OF_PERFECT} empty squares, \
                     and this one has {empties}; strong plays as well as it can in its time"
                ));
            }
            Self::Perfect => Strategy::Perfect,
            Self::Strong => Strategy::Strong,
            Self::Random => Strategy::Random,
            Self::Greedy => Strategy::Greedy,
        }))
    }
}
