//! Players: how the program chooses its moves.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use super::fixed_depth::{AnalysisOptions, forecast};
use super::random::SplitMix64;
use crate::board::{Square, Turn};
use crate::game::{MoveValue, Position, Rules};
use crate::known::KnownPosition;
use crate::progress::{Progress, TimeLimit};
use crate::search::{Find, SearchOptions, SearchResult, ValuedMove, search};

/// With no more empty squares than this, all moves are valued exactly in seconds, and every player
/// that searches first tries to do so.
pub const MOST_EMPTIES_OF_PERFECT: u32 = 20;

/// The memory for the table of a player, a forecast or a review, in bytes, unless less is granted.
pub const TABLE: usize = 64 << 20;

/// How a player chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A best move, however long it takes to find. With at most [`MOST_EMPTIES_OF_PERFECT`] empty
    /// squares that is only a moment, and on 6×6 with 25 some seconds.
    Perfect,
    /// The best move that can be found in the time given.
    Strong,
    /// Any move, each as likely as another.
    Random,
    /// The move that flips the most discs.
    Greedy,
}

/// A player of the program.
#[derive(Clone, Debug)]
pub struct Player {
    strategy: Strategy,
    rules: Rules,
    random: SplitMix64,
}

impl Player {
    /// A player. The `seed` decides what a random one does.
    ///
    /// ```
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::analysis::{Player, Strategy};
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let mut greedy = Player::new(Strategy::Greedy, Rules::default(), 0);
    /// assert_eq!(greedy.choose(start, &()), "b1".parse().ok());
    /// ```
    pub const fn new(strategy: Strategy, rules: Rules, seed: u64) -> Self {
        Self { strategy, rules, random: SplitMix64::new(seed) }
    }

    /// How the player chooses its moves.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The move that the player makes in the time that the listener leaves, or `None` if there is
    /// none. The listener receives the number of positions searched.
    pub fn choose(&mut self, game: Position, progress: &dyn Progress) -> Option<Square> {
        let moves = game.moves();
        match self.strategy {
            Strategy::Perfect | Strategy::Strong
                if let Some(best) = known_best_move(game, self.rules) =>
            {
                Some(best)
            }
            Strategy::Perfect => {
                let (rules, hash, find) = (self.rules, TABLE, Find::BestMoves);
                let options = SearchOptions { rules, hash, find, ..SearchOptions::default() };
                let found = search(game, &options, &CountsOnly(progress));
                found.best_move.filter(|_| found.complete)
            }
            Strategy::Strong => Outlook::new(game, self.rules, Find::BestMove, progress).best(),
            // The first of several in the order of squares.
            Strategy::Greedy => {
                moves.into_iter().max_by_key(|&square| (game.flips(square).len(), Reverse(square)))
            }
            Strategy::Random => {
                let number = (!moves.is_empty()).then(|| self.random.below(moves.len()))?;
                moves.into_iter().nth(number as usize)
            }
        }
    }
}

fn known_best_move(position: Position, rules: Rules) -> Option<Square> {
    KnownPosition::find(position, rules)?.best_move
}

/// The values of the moves of a position, as far as they are found in a given time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The moves and their values, seen by the side to move: the best first, and moves of equal
    /// value in the order of squares. If the question was only a best move and values are exact, just
    /// that move.
    pub moves: Vec<MoveValue>,
    /// How the values are known.
    pub basis: Basis,
}

/// How values are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "basis", rename_all = "lowercase"))]
pub enum Basis {
    /// The values are exact.
    Exact,
    /// The values are forecasts: the scores that the trained evaluation expects, averaged over this
    /// depth and the one before.
    Forecast {
        /// The number of plies searched.
        depth: u32,
    },
    /// Discs are counted as they lie at the last ply, which is no forecast.
    Discs {
        /// The number of plies searched.
        depth: u32,
    },
}

impl Basis {
    /// The number of plies searched, or `None` if the values are exact.
    pub fn depth(self) -> Option<u32> {
        match self {
            Self::Exact => None,
            Self::Forecast { depth } | Self::Discs { depth } => Some(depth),
        }
    }
}

/// Writes the basis in words: `forecast, 7 plies ahead`.
impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Forecast { depth } => write!(f, "forecast, {depth} plies ahead"),
            Self::Discs { depth } => write!(f, "discs, {depth} plies ahead"),
        }
    }
}

impl Outlook {
    /// Finds as much as it can in this time, which may be exceeded by a moment: the value of every
    /// move, or only a best move if `find` asks for no more. The listener receives the number of
    /// positions searched.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::analysis::{Basis, Outlook};
    /// # use othello_core::search::Find;
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let outlook = Outlook::new(start, Rules::default(), Find::AllMoves, &());
    /// assert_eq!(outlook.basis, Basis::Exact);
    /// assert!(outlook.moves.iter().all(|mv| mv.value == -8));
    /// ```
    pub fn new(game: Position, rules: Rules, find: Find, progress: &dyn Progress) -> Self {
        if game.turn() == Turn::Over {
            return Self { moves: Vec::new(), basis: Basis::Exact };
        }
        let known = KnownPosition::find(game, rules);
        if let Some(moves) = known.and_then(|known| known.moves) {
            return Self::exact(moves);
        }
        let counted = CountsOnly(progress);
        if game.empties() <= MOST_EMPTIES_OF_PERFECT {
            let half = TimeLimit::share(&counted, counted.left() / 2);
            let options = SearchOptions { rules, hash: TABLE, find, ..SearchOptions::default() };
            let result = search(game, &options, &half);
            if result.complete {
                return Self::of_search(&result);
            }
        }
        Self::ahead(game, rules, TABLE, &counted)
    }

    /// An exact outlook from the result of a complete search.
    pub fn of_search(result: &SearchResult) -> Self {
        let value = |mv: &ValuedMove| MoveValue { square: mv.square, value: mv.value };
        let best = result.best_move.map(|square| MoveValue { square, value: result.lower });
        let best = best.filter(|_| result.moves.is_empty());
        Self::exact(result.moves.iter().map(value).chain(best))
    }

    /// The same where the exact values are known.
    pub fn exact(moves: impl IntoIterator<Item = MoveValue>) -> Self {
        let mut moves: Vec<_> = moves.into_iter().collect();
        moves.sort_by_key(|of| (Reverse(of.value), of.square));
        Self { moves, basis: Basis::Exact }
    }

    /// Looks ahead one ply further each time, and one ply even if the listener has already stopped
    /// it, so that there is an answer.
    pub(super) fn ahead(
        game: Position,
        rules: Rules,
        hash: usize,
        progress: &dyn Progress,
    ) -> Self {
        Self::ahead_to(game, rules, game.most_plies(), hash, progress)
    }

    /// The same, but no further than this depth.
    pub(super) fn ahead_to(
        game: Position,
        rules: Rules,
        plies: u32,
        hash: usize,
        progress: &dyn Progress,
    ) -> Self {
        let (mut moves, mut before, mut depth) = (Vec::new(), Vec::new(), None);
        let longest = game.most_plies();
        let mut look = |plies, progress| {
            let options = AnalysisOptions { rules, depth: plies, hash };
            forecast(game, &options, progress, &mut |analysis| {
                before = std::mem::replace(&mut moves, analysis.moves);
                depth = (analysis.depth < longest).then_some(analysis.depth);
                ControlFlow::Continue(())
            })
        };
        look(1, &());
        let is_forecast = look(plies, progress);
        let basis = match depth {
            None => Basis::Exact,
            Some(depth) if is_forecast => Basis::Forecast { depth },
            Some(depth) => Basis::Discs { depth },
        };
        if matches!(basis, Basis::Forecast { .. }) {
            // The evaluation flatters the side to move, by up to ten discs: that is the player at
            // one depth and the opponent at the next.
            for (of, before) in moves.iter_mut().zip(before) {
                of.value = of.value.midpoint(before.value);
            }
        }
        moves.sort_by_key(|of| (Reverse(of.value), of.square));
        Self { moves, basis }
    }

    /// The first of the best moves.
    pub fn best(&self) -> Option<Square> {
        self.moves.first().map(|of| of.square)
    }
}

/// Passes on the number of positions that searches report, and nothing else: it would not be about
/// the answer to which they lead, and a player should not see it.
pub(super) struct CountsOnly<'a>(pub(super) &'a dyn Progress);

impl Progress for CountsOnly<'_> {
    fn advance(&self, steps: u64) {
        self.0.advance(steps);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    fn left(&self) -> Duration {
        self.0.left()
    }
}
