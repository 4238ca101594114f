//! Whether the player to move places a disc or passes, or the game is over.

/// Whether the player to move places a disc or passes, or the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Place a disc on one of the squares on which that is legal; there is at least one.
    Place,
    /// Pass, having no legal move.
    Pass,
    /// Nothing: neither player has a legal move, so the game is over.
    Over,
}

impl Turn {
    /// The turn of a player who can place a disc or not, against an opponent who could or not.
    #[inline(always)]
    pub fn of(can_move: bool, opponent_can_move: impl FnOnce() -> bool) -> Self {
        match can_move {
            true => Self::Place,
            false if opponent_can_move() => Self::Pass,
            false => Self::Over,
        }
    }
}
