//! How many positions and games there are, and how the games end.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::Solution;
use crate::board::{Bitboard, Color, Shape, Turn};
use crate::game::Game;

/// The whole game tree below a position, counted.
///
/// A position counts once for each player to move, however often the tree
/// comes to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The positions, one entry for each number of empty squares, from many to
    /// few.
    pub layers: Vec<Layer>,
    /// The number of games by how they end: Black's discs and White's.
    pub endings: BTreeMap<(u32, u32), u64>,
    /// The number of games in which both players always play a best move.
    pub optimal: u64,
    /// The nodes of the game tree, passes and the root counted.
    pub nodes: u64,
}

/// The positions with the same number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The number of empty squares.
    pub empties: u32,
    /// Positions in which the player to move has a legal move.
    pub decision: u64,
    /// Positions in which that player must pass.
    pub pass: u64,
    /// Positions in which the game is over.
    pub over: u64,
    /// Pairs of own and opponent's discs, whoever is Black.
    pub distinct: u64,
    /// The same up to the symmetries of the board.
    pub canonical: u64,
}

/// The number of ways that lead from the root to a position.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// All of them.
    all: u64,
    /// Those along which both players always play a best move.
    optimal: u64,
}

impl Ways {
    fn add(&mut self, more: Self) {
        self.all += more.all;
        self.optimal += more.optimal;
    }
}

impl Census {
    /// Counts the tree below `game`, one number of empty squares after the
    /// other: each position hands the number of ways that lead to it on to
    /// those that follow.
    ///
    /// `None` if `solution`, which says what the best moves are, does not reach
    /// so far.
    pub fn new<S: Shape>(game: Game<S>, solution: &Solution<S>) -> Option<Self> {
        let mut census =
            Self { layers: Vec::new(), endings: BTreeMap::new(), optimal: 0, nodes: 0 };
        let mut games = FxHashMap::from_iter([(game, Ways { all: 1, optimal: 1 })]);
        while !games.is_empty() {
            games = census.add_layer(games, solution)?;
        }
        Some(census)
    }

    /// Counts the positions of `games`, which all have the same number of empty
    /// squares, and hands back those with one less.
    fn add_layer<S: Shape>(
        &mut self,
        mut games: FxHashMap<Game<S>, Ways>,
        solution: &Solution<S>,
    ) -> Option<FxHashMap<Game<S>, Ways>> {
        // A pass leaves the discs as they are. It leads to a position that may
        // also be reached otherwise, and has a legal move.
        let passes: Vec<_> = games
            .iter()
            .filter(|(game, _)| game.turn() == Turn::Pass)
            .map(|(game, &ways)| (game.pass(), ways))
            .collect();
        for (game, ways) in passes {
            games.entry(game).or_default().add(ways);
        }

        let mut layer = Layer::default();
        let mut next = FxHashMap::<_, Ways>::default();
        for (&game, &ways) in &games {
            layer.empties = game.position().empty().len();
            self.nodes += ways.all;
            match game.turn() {
                Turn::Place(moves) => {
                    layer.decision += 1;
                    // Few positions are on a line of best play.
                    let best = match ways.optimal {
                        0 => Bitboard::empty(),
                        _ => solution.best_moves(game.position())?,
                    };
                    for square in moves {
                        let optimal = if best.contains(square) { ways.optimal } else { 0 };
                        let after = Game::new(game.position().play(square), !game.side());
                        next.entry(after).or_default().add(Ways { all: ways.all, optimal });
                    }
                }
                Turn::Pass => layer.pass += 1,
                Turn::Over => {
                    layer.over += 1;
                    let [black, white] = Color::ALL.map(|color| game.discs(color).len());
                    *self.endings.entry((black, white)).or_default() += ways.all;
                    self.optimal += ways.optimal;
                }
            }
        }
        let distinct: FxHashSet<_> = games.keys().map(|game| game.position()).collect();
        let canonical: FxHashSet<_> =
            distinct.iter().map(|position| position.canonical()).collect();
        layer.distinct = distinct.len() as u64;
        layer.canonical = canonical.len() as u64;
        self.layers.push(layer);
        Some(next)
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }
}

impl Layer {
    /// All positions.
    pub fn total(self) -> u64 {
        self.decision + self.pass + self.over
    }
}

/// Layers add up to the counts of all of them; the number of empty squares
/// then says nothing.
impl std::iter::Sum for Layer {
    fn sum<I: Iterator<Item = Self>>(layers: I) -> Self {
        layers.fold(Self::default(), |sum, layer| Self {
            empties: 0,
            decision: sum.decision + layer.decision,
            pass: sum.pass + layer.pass,
            over: sum.over + layer.over,
            distinct: sum.distinct + layer.distinct,
            canonical: sum.canonical + layer.canonical,
        })
    }
}
