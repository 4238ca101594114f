//! Which answer of a node is expected.

/// Which answer is expected of a null-window search before it begins: that some move is above the
/// bound, or that none is. The nodes of the two kinds alternate in a tree whose moves are well
/// ordered (Knuth and Moore, "An analysis of alpha-beta pruning", 1975; the names are those of
/// Marsland and Popowich, "Parallel game-tree search", 1985).
///
/// It decides only how much work goes into the order of moves, which matters where one of them
/// ends the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Some move answers the question, and the rest need not be searched.
    Cut,
    /// No move does, and all of them have to be searched.
    All,
}

impl Expected {
    /// What is expected of the position after the first move, or after a pass: if the move is
    /// above the bound, none of the opponent's replies is, and the other way round.
    #[inline(always)]
    pub(super) fn after_first(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}
