//! Minimax to a fixed depth, by null windows and a table.

use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::evaluation::{DISC, Evaluation};
use crate::game::{Score, Scoring};
use crate::search::{Candidates, Context, Key, Stop, Table, Window};

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
/// The shallow search of [`search`](mod@crate::search) cannot take its place: it values positions
/// by mobility and patterns, where an analysis has to count discs and to prove values exact.
pub(super) struct Lookahead<'a, G: Shape, I> {
    context: Context<'a, G, I>,
    table: Table,
    /// How positions at the horizon are valued, except while a value is proved exact.
    usual: Horizon,
    horizon: Horizon,
    stop: Stop<'a>,
    /// The number of positions visited since the search was prepared.
    pub(super) nodes: u64,
    /// The number of these that the listener knows of.
    reported: u64,
}

/// The value of a game that is not over at the depth, seen by the side to move there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Horizon {
    /// The discs as they lie.
    Discs,
    /// The discs that an evaluation expects at the end.
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

    /// Prepares a search to `depth`, with a table of at most `bytes` bytes. A small depth needs
    /// only a small table, which takes less time to make.
    pub(super) fn prepare(&mut self, depth: u32, bytes: usize) {
        (self.nodes, self.reported) = (0, 0);
        if depth % GROWTH == 1 {
            // The old table is freed first, so that there are never two.
            self.table = Table::new(0, 0);
            self.table = Table::new(bytes, depth + GROWTH + 8);
        }
    }

    /// Whether the listener has asked the search to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// The value. The better the guess, the sooner it is found. It is meaningless if the search was
    /// stopped.
    pub(super) fn value(&mut self, position: Position<G>, depth: u32, guess: Score) -> Score {
        let most = self.context.region.count.cast_signed();
        let ask =
            |bound| (!self.is_stopped()).then(|| self.null_window(position, depth, bound - 1));
        Window::new((-most, most), guess).closed(ask).guess
    }

    /// Whether `value` stays the same no matter how games that are not over at the depth continue.
    pub(super) fn is_exact(&mut self, position: Position<G>, depth: u32, value: Score) -> bool {
        let (best, worst) = if depth.is_multiple_of(2) {
            (Horizon::Most, Horizon::Least)
        } else {
            (Horizon::Least, Horizon::Most)
        };
        self.horizon = worst;
        let at_least = self.null_window(position, depth, value - 1) >= value;
        self.horizon = best;
        let exact = at_least && self.null_window(position, depth, value) <= value;
        self.horizon = self.usual;
        exact
    }

    /// The principal variation that takes the first best move of the board at each turn.
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
            let mut reaches = |&square: &Square| {
                let next = isa.play(position, board.to_grid(square));
                -self.null_window(next, left, -value) >= value
            };
            if let Some(square) = moves.iter().copied().find(|square| reaches(square)) {
                line.push(square);
                position = isa.play(position, board.to_grid(square));
            } else if moves.is_empty() && !self.context.is_over(position) {
                position = position.pass();
            } else {
                break;
            }
            value = -value;
        }
        line
    }

    /// A bound of the value, found by a null window just above `alpha`: a lower bound if it is
    /// greater than `alpha`, and an upper bound otherwise. It is meaningless if the search was
    /// stopped.
    fn null_window(&mut self, position: Position<G>, depth: u32, alpha: Score) -> Score {
        if self.is_stopped() {
            return alpha;
        }
        self.context.isa.run(|| self.node(position, depth, alpha))
    }

    fn node(&mut self, position: Position<G>, depth: u32, alpha: Score) -> Score {
        self.nodes += 1;
        if depth == 0 {
            return self.at_horizon(position);
        }
        let moves = self.context.moves(position);
        if depth == 1 && self.counts_discs() {
            return self.last_ply(position, moves, alpha);
        }
        if depth >= INTERRUPTIBLE && self.is_interrupted() {
            return alpha;
        }
        if !moves.is_empty() {
            return self.best(position, moves, depth, alpha);
        }
        if self.context.is_over(position) {
            return self.context.final_score(position);
        }
        -self.context.isa.run(|| self.node(position.pass(), depth - 1, -alpha - 1))
    }

    /// Whether discs count as they lie, in games that are over and in those that are not.
    #[inline(always)]
    fn counts_discs(&self) -> bool {
        matches!(self.horizon, Horizon::Discs) && self.context.rules.scoring == Scoring::Discs
    }

    /// Informs the listener from time to time, and asks it whether to stop.
    fn is_interrupted(&mut self) -> bool {
        let visited = self.nodes - self.reported;
        if visited >= REPORTED {
            self.stop.report(visited);
            self.reported = self.nodes;
        }
        self.is_stopped()
    }

    /// The value of a position with moves: that of the best, or of the first above `alpha`.
    #[inline(always)]
    fn best(
        &mut self,
        position: Position<G>,
        moves: Bitboard<G>,
        depth: u32,
        alpha: Score,
    ) -> Score {
        let key = self.key(position, depth);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value;
        }
        // If nothing is known, the best move of a search two plies shallower will do.
        let known = known.or_else(|| self.table.get(self.key(position, depth - depth.min(2))));
        let before = self.nodes;
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, moves);
        candidates.score(known, |candidate| self.move_ordering_score(candidate.next, depth));
        let mut best = (Score::MIN, None);
        while let Some(candidate) = candidates.take_best() {
            let value = -self.context.isa.run(|| self.node(candidate.next, depth - 1, -alpha - 1));
            if value > best.0 {
                best = (value, Some(candidate.square));
                if value > alpha {
                    break;
                }
            }
        }
        if !self.is_stopped() {
            self.table.put::<G>(key, alpha, best.0, best.1, self.nodes - before);
        }
        best.0
    }

    /// One ply, whose moves need not be played: each is worth its own disc and twice those that it
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

    /// The move ordering score of a move that leads to a position.
    #[inline(always)]
    fn move_ordering_score(&self, next: Position<G>, depth: u32) -> Score {
        match self.usual {
            Horizon::Forecast(evaluation) => -self.forecast(evaluation, next),
            _ if depth < RANKED => -(self.context.sign * difference(next)),
            _ => -self.last_ply(next, self.context.moves(next), Score::MAX),
        }
    }

    fn key(&self, position: Position<G>, depth: u32) -> Key {
        let horizon = match self.horizon {
            Horizon::Discs | Horizon::Forecast(_) => 0,
            Horizon::Most => 1,
            Horizon::Least => 2,
        };
        Key::new(position).about(depth << 2 | horizon)
    }

    /// The score that an evaluation expects at the end of the game.
    #[inline(always)]
    fn forecast(&self, evaluation: &Evaluation, position: Position<G>) -> Score {
        let empties = self.context.region.empty(position).len();
        evaluation.value(&evaluation.features(position), empties) / DISC
    }

    /// The value where the depth ends.
    fn at_horizon(&self, position: Position<G>) -> Score {
        if self.context.is_over(position) {
            return self.context.final_score(position);
        }
        let most = self.context.region.count.cast_signed();
        match self.horizon {
            Horizon::Discs => self.context.sign * difference(position),
            Horizon::Forecast(evaluation) => self.forecast(evaluation, position).clamp(-most, most),
            Horizon::Most => most,
            Horizon::Least => -most,
        }
    }
}

/// Own discs minus the opponent's.
#[inline(always)]
fn difference<G: Shape>(position: Position<G>) -> Score {
    position.own().len().cast_signed() - position.opponent().len().cast_signed()
}
