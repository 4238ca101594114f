//! A census: the numbers of positions and games, and how the games end.

use std::collections::BTreeMap;

use super::{PositionCounts, Solution};
use crate::board::{Color, Images, Turn};

/// The counts of the whole game tree below a position.
///
/// A position is counted once for each player to move, no matter how often it occurs in the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Census {
    /// The positions, one entry per number of empty squares, from many to few.
    pub positions: Vec<PositionCounts>,
    /// The number of games with each ending: Black's discs and White's.
    pub endings: BTreeMap<(u32, u32), u64>,
    /// The number of games where both players always play a best move.
    pub optimal: u64,
    /// The number of nodes of the game tree, including passes and the root.
    pub nodes: u64,
}

/// How a canonical position is reached, with one of the players to move.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// The images of the position that are reached.
    images: Images,
    /// The number of ways to reach them from the root.
    ways: u64,
    /// The number of these ways where both players always play a best move.
    optimal: u64,
}

impl Census {
    /// Counts the tree below the solved position. The best moves depend on the rules of the
    /// solution.
    ///
    /// Each position is visited before its successors, starting at the root. Each adds the number
    /// of ways to reach it to its successors' numbers.
    pub fn new(solution: &Solution) -> Self {
        let (root, scoring) = (solution.root, solution.rules.scoring);
        let mut census = Self::default();
        let layers = (0..=root.empties()).rev();
        census.positions =
            layers.map(|empties| PositionCounts { empties, ..Default::default() }).collect();
        let solved = &solution.solved;
        let mut reached = vec![[Reached::default(); 2]; solved.list.len()];
        // The canonical form of the root has the same tree, so count from there.
        let once = Reached { images: Images::ITSELF, ways: 1, optimal: 1 };
        reached[solved.list.len() - 1][root.side() as usize] = once;

        for (place, one) in solved.list.iter().enumerate().rev() {
            let empties = root.size().squares() - one.discs.count_ones();
            let counts = &mut census.positions[(root.empties() - empties) as usize];
            let [black, white] = reached[place].map(|here| here.images);
            counts.canonical += 1;
            counts.distinct += Images(black.0 | white.0).count(one.own_images);
            for side in Color::ALL {
                let here = reached[place][side as usize];
                if here.ways == 0 {
                    continue;
                }
                let positions = here.images.count(one.own_images);
                counts.total += positions;
                census.nodes += here.ways;
                match one.turn {
                    Turn::Place => counts.decision += positions,
                    Turn::Pass => counts.pass += positions,
                    Turn::Over => {
                        counts.over += positions;
                        let end = one.position(root.size(), side);
                        let discs = (end.count(Color::Black), end.count(Color::White));
                        *census.endings.entry(discs).or_default() += here.ways;
                        census.optimal += here.optimal;
                    }
                }
                for reply in solved.replies(one) {
                    let next = &mut reached[reply.place as usize][!side as usize];
                    next.images.0 |= here.images.seen_after(reply.symmetry).0;
                    next.ways += here.ways;
                    if -reply.value.by(scoring) == one.value.by(scoring) {
                        next.optimal += here.optimal;
                    }
                }
            }
        }
        // If every game ends before the board is full, some numbers of empty squares do not occur.
        census.positions.retain(|counts| counts.total > 0);
        census
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }
}
