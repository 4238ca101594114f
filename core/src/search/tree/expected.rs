//! The expected kinds of nodes.

/// The expected kind of a node: whether some move will be above the bound. The two kinds alternate
/// in a tree with good move ordering (Knuth and Moore, "An analysis of alpha-beta pruning", 1975;
/// the names are from Marsland and Popowich, "Parallel game-tree search", 1985).
///
/// The kind only determines how much effort goes into move ordering, which matters if there is a
/// cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedNode {
    /// A cut-node: some move fails high, so the others can be skipped.
    Cut,
    /// An all-node: all moves fail low, and all of them have to be searched.
    All,
}

impl ExpectedNode {
    /// The kind of the node after the first move, or after a pass: if the move fails high, all
    /// replies fail low, and vice versa.
    #[inline(always)]
    pub(super) fn after_first(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }
}
