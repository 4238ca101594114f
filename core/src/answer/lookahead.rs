//! Minimax to a fixed depth, by null windows and a table.

use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::evaluation::{Evaluation, Features, UNITS_PER_DISC};
use crate::game::{Score, Scoring};
use crate::search::{Candidate, Candidates, Context, Entry, Key, Stop, Table, Window};

/// From this depth on, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 5;

/// From this depth on, moves are ordered by looking one ply ahead.
const RANKED: u32 = 3;

/// The number of plies after which the table grows.
const GROWTH: u32 = 4;

/// After this many nodes the listener is informed, and asked whether to stop.
const REPORTED: u64 = 1 << 11;

/// A search to a fixed depth on the grid `G`.
///
/// The shallow search of [`search`](mod@crate::search) cannot replace it: that one values positions
/// by mobility and patterns, whereas an analysis has to count discs and prove that values are
/// exact.
pub(super) struct Lookahead<'a, G: Shape, I> {
    context: Context<'a, G, I>,
    table: Table,
    /// How positions at the horizon are valued, except while a value is proved exact.
    usual: Horizon,
    horizon: Horizon,
    stop: Stop<'a>,
    /// The number of positions visited since the search was prepared.
    pub(super) nodes: u64,
    /// How many of these have been reported to the listener.
    reported: u64,
}

/// The value of a game that has not ended when the depth is reached, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Horizon {
    /// The discs as they lie.
    Discs,
    /// The score that an evaluation expects at the end of the game.
    Forecast(&'static Evaluation),
    /// The greatest possible score.
    Most,
    /// The least possible score.
    Least,
}

impl<'a, G: Shape, I: Isa> Lookahead<'a, G, I> {
    pub(super) fn new(context: Context<'a, G, I>, horizon: Horizon, stop: Stop<'a>) -> Self {
        let table = Table::new(0, 0);
        Self { context, table, usual: horizon, horizon, stop, nodes: 0, reported: 0 }
    }

    /// Prepares a search to `depth`, with a table of at most `bytes` bytes. Low depths get a
    /// smaller table, which is faster to allocate.
    pub(super) fn prepare(&mut self, depth: u32, bytes: usize) {
        (self.nodes, self.reported) = (0, 0);
        if depth % GROWTH == 1 {
            // Free the old table first, so that there are never two. Without memory, the small one stays.
            self.table = Table::new(0, 0);
            if let Ok(table) = Table::try_new(bytes, depth + GROWTH + 8) {
                self.table = table;
            }
        }
    }

    /// Whether the listener has asked the search to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// The value, which is found sooner with a better guess. Meaningless if the search was stopped.
    pub(super) fn value(&mut self, position: Position<G>, depth: u32, guess: Score) -> Score {
        let most = self.context.region.count().cast_signed();
        let ask =
            |bound| (!self.is_stopped()).then(|| self.null_window(position, depth, bound - 1));
        Window::new((-most, most), guess).closed(ask).guess
    }

    /// The bounds of the value of the whole game: whatever the games that have not ended when the
    /// depth is reached are worth. Meaningless if the search was stopped.
    pub(super) fn bounds(&mut self, position: Position<G>, depth: u32) -> (Score, Score) {
        let most = self.context.region.count().cast_signed();
        let (best, worst) = extremes(depth);
        self.horizon = worst;
        let lower = self.value(position, depth, -most);
        self.horizon = best;
        let upper = self.value(position, depth, most);
        self.horizon = self.usual;
        (lower, upper)
    }

    /// Whether `value` is exact: however the games that reach the depth continue, it is the same.
    pub(super) fn is_exact(&mut self, position: Position<G>, depth: u32, value: Score) -> bool {
        let (best, worst) = extremes(depth);
        self.horizon = worst;
        let at_least = self.null_window(position, depth, value - 1) >= value;
        self.horizon = best;
        let exact = at_least && self.null_window(position, depth, value) <= value;
        self.horizon = self.usual;
        exact
    }

    /// The principal variation, with the first best move in the order of squares at each turn.
    pub(super) fn line(
        &mut self,
        mut position: Position<G>,
        depth: u32,
        mut value: Score,
    ) -> Vec<Square> {
        let (isa, board) = (self.context.isa, &self.context.region.board);
        let mut line = Vec::new();
        for left in (0..depth).rev() {
            let moves = self.context.moves(position).into_iter();
            let mut moves: Vec<_> = moves.map(|square| board.to_board(square)).collect();
            moves.sort_unstable();
            let next = |square| isa.play(position, board.to_grid(square));
            let mut reaches = |next| -self.null_window(next, left, -value) >= value;
            if let Some(&square) = moves.iter().find(|&&square| reaches(next(square))) {
                line.push(square);
                position = next(square);
            } else if moves.is_empty() && !self.context.is_over(position) {
                position = position.pass();
            } else {
                break;
            }
            value = -value;
        }
        line
    }

    /// Searches with a null window just above `alpha`. The result is a lower bound of the value if
    /// it is above `alpha` (a fail high), and an upper bound otherwise. Meaningless if the search
    /// was stopped.
    fn null_window(&mut self, position: Position<G>, depth: u32, alpha: Score) -> Score {
        if self.is_stopped() {
            return alpha;
        }
        self.context.isa.run(|| {
            let features = match self.usual {
                Horizon::Forecast(evaluation) => evaluation.features(position),
                _ => Features::NONE,
            };
            self.node(position, &features, depth, alpha)
        })
    }

    fn node(
        &mut self,
        position: Position<G>,
        features: &Features,
        depth: u32,
        alpha: Score,
    ) -> Score {
        self.nodes += 1;
        if depth == 0 {
            return self.at_horizon(position, features);
        }
        let moves = self.context.moves(position);
        // Whether games are scored by the discs on the board, finished or not.
        let counts_discs =
            matches!(self.horizon, Horizon::Discs) && self.context.rules.scoring == Scoring::Discs;
        if depth == 1 && counts_discs {
            return self.last_ply(position, moves, alpha);
        }
        if depth >= INTERRUPTIBLE {
            let visited = self.nodes - self.reported;
            if visited >= REPORTED {
                self.stop.report(visited);
                self.reported = self.nodes;
            }
            if self.is_stopped() {
                return alpha;
            }
        }
        if moves.is_empty() {
            if self.context.is_over(position) {
                return self.context.final_score(position);
            }
            let (isa, features) = (self.context.isa, features.passed());
            return -isa.run(|| self.node(position.pass(), &features, depth - 1, -alpha - 1));
        }
        // The value of the best move, or of the first above `alpha`.
        let key = self.key(position, depth);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value;
        }
        // Otherwise, the best move of a search two plies shallower.
        let known = known.or_else(|| self.table.get(self.key(position, depth - depth.min(2))));
        let before = self.nodes;
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, moves);
        candidates.score(known, |candidate| match self.usual {
            Horizon::Forecast(evaluation) => {
                let features = self.after(position, features, candidate);
                -self.forecast(evaluation, candidate.next, &features)
            }
            _ if depth < RANKED => -(self.context.sign * difference(candidate.next)),
            _ => {
                let replies = self.context.moves(candidate.next);
                -self.last_ply(candidate.next, replies, Score::MAX)
            }
        });
        let mut best = (Score::MIN, None);
        while let Some(candidate) = candidates.take_best() {
            let next = candidate.next;
            let features = self.after(position, features, &candidate);
            let value = -self.context.isa.run(|| self.node(next, &features, depth - 1, -alpha - 1));
            if value > best.0 {
                best = (value, Some(candidate.square));
                if value > alpha {
                    break;
                }
            }
        }
        if !self.is_stopped() {
            self.table.put(key, Entry::new::<G>(alpha, best.0, best.1, self.nodes - before));
        }
        best.0
    }

    /// The last ply, without playing its moves: each gains its own disc and twice the discs it
    /// flips.
    #[inline(always)]
    fn last_ply(&self, position: Position<G>, moves: Bitboard<G>, alpha: Score) -> Score {
        let lead = difference(position);
        let mut best = Score::MIN;
        for square in moves {
            let flips = self.context.isa.flips(position, square).len().cast_signed();
            best = best.max(self.context.sign * (lead + 1 + 2 * flips));
            if best > alpha {
                break;
            }
        }
        if best > Score::MIN { best } else { self.context.sign * lead }
    }

    /// The features after a move, if positions are evaluated.
    #[inline(always)]
    fn after(&self, position: Position<G>, features: &Features, mv: &Candidate<G>) -> Features {
        let Horizon::Forecast(evaluation) = self.usual else { return Features::NONE };
        let flips = mv.next.opponent() & position.opponent();
        evaluation.after(features, mv.square, flips)
    }

    fn key(&self, position: Position<G>, depth: u32) -> Key {
        let horizon = match self.horizon {
            Horizon::Discs | Horizon::Forecast(_) => 0,
            Horizon::Most => 1,
            Horizon::Least => 2,
        };
        Key::new(position).about(depth << 2 | horizon)
    }

    /// The score that the evaluation expects at the end of the game.
    #[inline(always)]
    fn forecast(&self, trained: &Evaluation, position: Position<G>, features: &Features) -> Score {
        trained.value(features, self.context.region.board.empty(position).len()) / UNITS_PER_DISC
    }

    /// The value when the depth is reached.
    fn at_horizon(&self, position: Position<G>, features: &Features) -> Score {
        if self.context.is_over(position) {
            return self.context.final_score(position);
        }
        let most = self.context.region.count().cast_signed();
        match self.horizon {
            Horizon::Discs => self.context.sign * difference(position),
            Horizon::Forecast(evaluation) => {
                self.forecast(evaluation, position, features).clamp(-most, most)
            }
            Horizon::Most => most,
            Horizon::Least => -most,
        }
    }
}

/// The best and the worst value after `depth` plies for the side to move now.
const fn extremes(depth: u32) -> (Horizon, Horizon) {
    let (most, least) = (Horizon::Most, Horizon::Least);
    if depth.is_multiple_of(2) { (most, least) } else { (least, most) }
}

/// Own discs minus the opponent's.
#[inline(always)]
fn difference<G: Shape>(position: Position<G>) -> Score {
    position.own().len().cast_signed() - position.opponent().len().cast_signed()
}
