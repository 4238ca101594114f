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
