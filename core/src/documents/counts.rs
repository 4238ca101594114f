//! The counts of a whole tree.

use std::cmp::Reverse;

use crate::exhaustive::{Census, PositionCounts};
use crate::{Objective, Rules, Score, Scoring};
use serde::{Deserialize, Serialize};

/// The positions that can be reached, each counted once for each side to move. The totals are sums
/// of the parts, and are recomputed when they are deserialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!from))]
#[serde(from = "RawPositions")]
pub struct Positions {
    /// The number of all positions.
    pub total: u64,
    /// The number of positions in which the side to move has a legal move.
    pub decision: u64,
    /// The number of positions in which the side to move must pass.
    pub pass: u64,
    /// The number of positions in which the game is over.
    pub over: u64,
    /// The number of pairs of own and opponent's discs, whichever side is Black.
    pub distinct: u64,
    /// The number of such pairs up to the symmetries of the board.
    pub canonical: u64,
    /// The same figures by the number of empty squares, from many to few.
    pub by_empties: Vec<PositionCounts>,
}

impl Positions {
    /// Adds up the counts by the number of empty squares.
    pub fn new(mut by_empties: Vec<PositionCounts>) -> Self {
        for layer in &mut by_empties {
            layer.total = layer.decision.saturating_add(layer.pass).saturating_add(layer.over);
        }
        let all: PositionCounts = by_empties.iter().copied().sum();
        let PositionCounts { total, decision, pass, over, distinct, canonical, .. } = all;
        Self { total, decision, pass, over, distinct, canonical, by_empties }
    }
}

#[derive(Deserialize)]
struct RawPositions {
    by_empties: Vec<PositionCounts>,
}

impl From<RawPositions> for Positions {
    fn from(RawPositions { by_empties }: RawPositions) -> Self {
        Self::new(by_empties)
    }
}

/// The games that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The number of all games.
    pub total: u64,
    /// The number of games that Black wins.
    pub black_wins: u64,
    /// The number of games that White wins.
    pub white_wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games in which both sides always play a best move.
    pub optimal: u64,
    /// The number of nodes of the game tree, including passes and the root.
    pub tree_nodes: u64,
    /// How the games end, from the most black discs to the fewest.
    pub by_discs: Vec<GamesByDiscs>,
}

impl Games {
    /// Tallies how the counted games end. The objective decides who wins them.
    pub fn new(census: &Census, objective: Objective) -> Self {
        let rules = Rules::new(Scoring::Discs, objective);
        let ends = census.endings.iter();
        let mut by_discs: Vec<_> =
            ends.map(|(&(black, white), &games)| GamesByDiscs { black, white, games }).collect();
        by_discs.sort_by_key(|end| (Reverse(end.black), end.white));
        let with_sign = |sign: Score| {
            let is_it = |end: &&GamesByDiscs| rules.score(end.black, end.white, 0).signum() == sign;
            by_discs.iter().filter(is_it).map(|end| end.games).sum()
        };
        let [black_wins, white_wins, draws] = [1, -1, 0].map(with_sign);
        let &Census { optimal, nodes: tree_nodes, .. } = census;
        let total = census.games();
        Self { total, black_wins, white_wins, draws, optimal, tree_nodes, by_discs }
    }
}

/// The games that end with these discs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GamesByDiscs {
    /// The number of black discs.
    pub black: u32,
    /// The number of white discs.
    pub white: u32,
    /// The number of games.
    pub games: u64,
}
