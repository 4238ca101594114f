//! The values of a position's moves within a time limit: exact, or forecast by the trained
//! evaluation.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;

use super::fixed_depth::{Analysis, AnalysisOptions, EachDepth, MoveBounds};
use crate::board::{Square, kernel};
use crate::evaluation::{Evaluation, usual_error};
use crate::game::{Game, MoveValue, Position, Rules, Score};
use crate::progress::{CountsOnly, Progress};
use crate::search::classes;

/// The default memory for the table of a player, a forecast or a review, in bytes.
pub const TABLE: usize = 64 << 20;

/// The values of a position's moves, as far as they are found within a time limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The moves and their values, seen by the side to move: best first, and moves of equal value
    /// in the order of squares. If only a best move was requested and its value is exact, just that
    /// move.
    pub moves: Vec<MoveValue>,
    /// Where the values come from.
    pub basis: Basis,
}

/// Where values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "basis", rename_all = "lowercase")]
pub enum Basis {
    /// The values are exact.
    Exact,
    /// The values are forecasts: the scores that the trained evaluation expects, averaged over this
    /// depth and the previous one.
    Forecast {
        /// The number of plies searched.
        depth: u32,
    },
    /// The values are the discs at the last ply, as they lie. This is not a forecast.
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

/// Describes the basis: `forecast, 7 plies ahead`.
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
    /// The outlook for moves whose exact values are known.
    pub fn exact(moves: impl IntoIterator<Item = MoveValue>) -> Self {
        let mut moves: Vec<_> = moves.into_iter().collect();
        moves.sort_by_key(|mv| (Reverse(mv.value), mv.square));
        Self { moves, basis: Basis::Exact }
    }

    /// The first of the best moves.
    pub fn best(&self) -> Option<Square> {
        self.moves.first().map(|mv| mv.square)
    }
}

/// The results of a look ahead.
pub(crate) struct Ahead {
    /// The values of the moves. Where games that end prove more, they are limited by that.
    pub(crate) outlook: Outlook,
    /// The principal variation of the last depth.
    pub(crate) line: Game,
    /// The bounds of moves, of one for each position that they lead to, as far as the ends of games
    /// prove any.
    pub(super) bounds: Vec<MoveBounds>,
}

impl Ahead {
    /// Looks ahead, one ply further each time. The first two plies are searched even if the listener
    /// has already stopped the job, so there is always an answer, and it knows the replies to every
    /// move.
    pub(crate) fn new(
        position: Position,
        options: &AnalysisOptions,
        progress: &dyn Progress,
    ) -> Self {
        let (mut moves, mut before, mut depth) = (Vec::new(), Vec::new(), 0);
        let (mut line, mut bounds) = (Game::new(position), Vec::<MoveBounds>::new());
        let mut look = |options: &AnalysisOptions, progress| {
            let reached = &mut |analysis: Analysis, proved: &[MoveBounds]| {
                if analysis.depth > depth {
                    before = std::mem::replace(&mut moves, analysis.moves);
                    (line, depth) = (analysis.line, analysis.depth);
                    bounds.extend(proved);
                }
                ControlFlow::Continue(())
            };
            let each_depth = EachDepth { position, options, forecast: true, progress, reached };
            kernel::on_grid(position.size(), each_depth)
        };
        let is_forecast = look(&AnalysisOptions { depth: options.depth.min(2), ..*options }, &());
        look(options, progress);
        let basis = match depth {
            _ if depth >= position.most_plies() => Basis::Exact,
            _ if is_forecast => Basis::Forecast { depth },
            _ => Basis::Discs { depth },
        };
        if matches!(basis, Basis::Forecast { .. }) {
            // The evaluation flatters the side to move by up to ten discs. That is the player at
            // one depth and the opponent at the next, so the average is better than either.
            for (mv, before) in moves.iter_mut().zip(before) {
                mv.value = mv.value.midpoint(before.value);
            }
        }
        for class in classes(position) {
            for &(_, (lower, upper)) in bounds.iter().filter(|(square, _)| *square == class[0]) {
                for mv in moves.iter_mut().filter(|mv| class.contains(&mv.square)) {
                    mv.value = mv.value.clamp(lower, upper);
                }
            }
        }
        Self { outlook: Outlook { basis, ..Outlook::exact(moves) }, line, bounds }
    }
}

/// The scores that the trained evaluation expects at the end of the game. None of them is proved.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Forecast {
    /// The number of plies searched.
    pub depth: u32,
    /// The root-mean-square error of the values in discs, measured for each depth on positions of
    /// the same board with 16 to 20 empty squares. It is 0 if the search reached the end of every
    /// game.
    #[serde(rename = "usual_error")]
    pub error: f64,
    /// The value of the position, seen by the side to move.
    pub value: Score,
    /// The legal moves with their values, seen by the side to move: best first.
    pub moves: Vec<MoveValue>,
    /// How the game is expected to continue, starting with the first of the moves.
    pub line: Game,
}

impl Forecast {
    /// A forecast that looks as far ahead as the options and the listener's time allow: at least two
    /// plies, or one if that is the depth in the options. `None` if there is no trained evaluation of
    /// the board, or if the game is over. The number of positions searched is reported to the listener.
    pub fn new(
        position: Position,
        options: &AnalysisOptions,
        progress: &dyn Progress,
    ) -> Option<Self> {
        let rules = options.rules;
        if position.is_over() || !Evaluation::exists(position.size(), rules) {
            return None;
        }
        let next = position.after_forced_pass();
        Self::of(position, rules, &Ahead::new(next, options, &CountsOnly(progress)))
    }

    /// The same to a depth in plies, with a table of at most [`TABLE`] bytes.
    pub fn to_depth(
        position: Position,
        rules: Rules,
        depth: u32,
        progress: &dyn Progress,
    ) -> Option<Self> {
        Self::new(position, &AnalysisOptions { rules, depth, hash: TABLE }, progress)
    }

    /// The forecast that follows from a look ahead, from the position after a forced pass.
    pub(super) fn of(position: Position, rules: Rules, ahead: &Ahead) -> Option<Self> {
        let Ahead { outlook: Outlook { moves, basis }, line, .. } = ahead;
        let next = position.after_forced_pass();
        let MoveValue { square, value: best } = *moves.first()?;
        // The values are averages over two depths, so another move may be best at the last one.
        let is_best = line.moves().first() == Some(&square);
        let expected = if is_best { line.moves() } else { &[square] };
        let line = Game::known(position, expected.iter().copied());
        let is_passed = next != position;
        let (value, moves) = if is_passed { (-best, Vec::new()) } else { (best, moves.clone()) };
        // If every game ends within the depth, the values are exact.
        let (depth, error) = match basis.depth() {
            None => (next.most_plies(), 0.0),
            Some(depth) => (depth, usual_error(position.size(), rules.objective, depth)?),
        };
        Some(Self { depth, error, value, moves, line })
    }
}
