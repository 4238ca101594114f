//! Minimax to a fixed depth, by null windows and a table.

use arrayvec::ArrayVec;

use super::host::Frame;
use super::sign;
use super::table::{Entry, Key, Table};
use crate::board::isa::Isa;
use crate::board::{Bitboard, Position, Shape, Square};
use crate::progress::Progress;
use crate::score::{Rules, Score, Scoring};

/// From this depth on, a search looks whether it is to stop.
const INTERRUPTIBLE: u32 = 7;

/// From this depth on, moves are ordered by looking one ply ahead.
const RANKED: u32 = 3;

/// The table grows once in so many plies.
const GROWTH: u32 = 4;

/// A search to a fixed depth on the grid `H`.
pub(super) struct Lookahead<'a, H: Shape, I> {
    isa: I,
    frame: &'a Frame<H>,
    rules: Rules,
    /// 1, or −1 if the aim is reversed.
    sign: Score,
    table: Table,
    horizon: Horizon,
    progress: &'a dyn Progress,
    stopped: bool,
    nodes: u64,
}

/// What a game is worth that the depth ends, seen by the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Horizon {
    /// The discs as they lie.
    Discs,
    /// The most that there is.
    Most,
    /// The least that there is.
    Least,
}

/// A legal move.
#[derive(Clone, Copy)]
struct Candidate<H: Shape> {
    square: Square<H>,
    /// The position after it, seen by the opponent.
    next: Position<H>,
    rank: i32,
}

impl<'a, H: Shape, I: Isa> Lookahead<'a, H, I> {
    pub(super) fn new(
        isa: I,
        frame: &'a Frame<H>,
        rules: Rules,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            isa,
            frame,
            rules,
            sign: sign(rules),
            table: Table::new(0, 0),
            horizon: Horizon::Discs,
            progress,
            stopped: false,
            nodes: 0,
        }
    }

    /// Makes ready for a search of `depth`, with a table that may take so many
    /// `bytes`. A small depth needs a small one, which is sooner made.
    pub(super) fn prepare(&mut self, depth: u32, bytes: usize) {
        self.nodes = 0;
        if depth % GROWTH == 1 {
            self.table = Table::new(bytes, depth + GROWTH + 8);
        }
    }

    /// The number of positions looked at since the search was made ready.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value, found the sooner the better the guess (MTD(f): Plaat et al.,
    /// "Best-first fixed-depth minimax algorithms", 1996). It means nothing if
    /// the search was stopped.
    pub(super) fn value(&mut self, position: Position<H>, depth: u32, guess: Score) -> Score {
        let most = self.frame.region.count.cast_signed();
        let (mut lower, mut upper) = (-most, most);
        let mut value = guess;
        while lower < upper && !self.stopped {
            let bound = value.clamp(lower + 1, upper);
            value = self.null_window(position, depth, bound - 1);
            if value >= bound {
                lower = value;
            } else {
                upper = value;
            }
        }
        value
    }

    /// Whether `value` stays the same no matter how the games go on that the
    /// depth ends.
    pub(super) fn is_exact(&mut self, position: Position<H>, depth: u32, value: Score) -> bool {
        let (best, worst) = if depth.is_multiple_of(2) {
            (Horizon::Most, Horizon::Least)
        } else {
            (Horizon::Least, Horizon::Most)
        };
        self.horizon = worst;
        let at_least = self.null_window(position, depth, value - 1) >= value;
        self.horizon = best;
        let exact = at_least && self.null_window(position, depth, value) <= value;
        self.horizon = Horizon::Discs;
        exact
    }

    /// The line of best play that takes the first best move of the board at
    /// each turn. Squares are known by their numbers.
    pub(super) fn line(
        &mut self,
        mut position: Position<H>,
        depth: u32,
        mut value: Score,
    ) -> Vec<u32> {
        let mut line = Vec::new();
        for left in (0..depth).rev() {
            let moves = self.isa.moves(position) & self.frame.region.empty(position);
            let mut moves: Vec<_> = moves.into_iter().collect();
            moves.sort_unstable_by_key(|&square| self.frame.index(square));
            let mut reaches = |&square: &Square<H>| {
                let next = self.isa.play(position, square);
                -self.null_window(next, left, -value) >= value
            };
            if let Some(square) = moves.iter().copied().find(|square| reaches(square)) {
                line.push(self.frame.index(square));
                position = self.isa.play(position, square);
            } else if moves.is_empty() && !self.is_over(position) {
                position = position.pass();
            } else {
                break;
            }
            value = -value;
        }
        line
    }

    /// A bound of the value, found by a null window just above `alpha`: a lower
    /// bound if it is greater than `alpha`, and an upper bound otherwise.
    fn null_window(&mut self, position: Position<H>, depth: u32, alpha: Score) -> Score {
        self.isa.run(|| self.node(position, depth, alpha))
    }

    fn node(&mut self, position: Position<H>, depth: u32, alpha: Score) -> Score {
        self.nodes += 1;
        if depth == 0 {
            return self.at_horizon(position);
        }
        let moves = self.isa.moves(position) & self.frame.region.empty(position);
        if depth == 1 && self.horizon == Horizon::Discs && self.rules.scoring == Scoring::Discs {
            return self.last_ply(position, moves, alpha);
        }
        if depth >= INTERRUPTIBLE {
            self.stopped |= self.progress.stopped();
            if self.stopped {
                return alpha;
            }
        }
        if moves.is_empty() {
            if self.is_over(position) {
                return self.final_score(position);
            }
            return -self.isa.run(|| self.node(position.pass(), depth - 1, -alpha - 1));
        }

        let key = self.key(position, depth);
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value;
        }
        // Where nothing is known, the best move two plies less deep will do.
        let known = known.or_else(|| self.table.get(self.key(position, depth - depth.min(2))));
        let before = self.nodes;
        let mut candidates = self.candidates(position, moves, depth, known);
        let mut best = (Score::MIN, None);
        while let Some(candidate) = take_best(&mut candidates) {
            let value = -self.isa.run(|| self.node(candidate.next, depth - 1, -alpha - 1));
            if value > best.0 {
                best = (value, Some(candidate.square));
                if value > alpha {
                    break;
                }
            }
        }
        if !self.stopped {
            self.table.put(key, alpha, best.0, best.1, self.nodes - before);
        }
        best.0
    }

    /// One ply, whose moves need not be played: each is worth its own disc and
    /// twice those that it flips.
    #[inline(always)]
    fn last_ply(&self, position: Position<H>, moves: Bitboard<H>, alpha: Score) -> Score {
        let lead = difference(position);
        let mut best = Score::MIN;
        for square in moves {
            let flips = self.isa.flips(position, square).len().cast_signed();
            best = best.max(self.sign * (lead + 1 + 2 * flips));
            if best > alpha {
                break;
            }
        }
        if best > Score::MIN { best } else { self.sign * lead }
    }

    /// The legal moves with their ranks.
    #[inline(always)]
    fn candidates(
        &self,
        position: Position<H>,
        moves: Bitboard<H>,
        depth: u32,
        known: Option<Entry>,
    ) -> ArrayVec<Candidate<H>, 64> {
        let [first, second] = known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best);
        let rank = |square: Square<H>, next: Position<H>| {
            if u32::from(first) == square.index() {
                return i32::MAX;
            }
            if u32::from(second) == square.index() {
                return i32::MAX - 1;
            }
            if depth < RANKED {
                return -self.sign * difference(next);
            }
            let replies = self.isa.moves(next) & self.frame.region.empty(next);
            -self.last_ply(next, replies, Score::MAX)
        };
        let candidate = |square| {
            let next = self.isa.play(position, square);
            Candidate { square, next, rank: rank(square, next) }
        };
        moves.into_iter().map(candidate).collect()
    }

    fn key(&self, position: Position<H>, depth: u32) -> Key {
        Key::new(position).about(depth << 2 | self.horizon as u32)
    }

    /// The value where the depth ends.
    fn at_horizon(&self, position: Position<H>) -> Score {
        if self.is_over(position) {
            return self.final_score(position);
        }
        let most = self.frame.region.count.cast_signed();
        match self.horizon {
            Horizon::Discs => self.sign * difference(position),
            Horizon::Most => most,
            Horizon::Least => -most,
        }
    }

    fn is_over(&self, position: Position<H>) -> bool {
        let moves = self.isa.moves(position) | self.isa.moves(position.pass());
        !moves.intersects(self.frame.region.empty(position))
    }

    /// The score of a game that ends here.
    fn final_score(&self, position: Position<H>) -> Score {
        let (own, opponent) = (position.own().len(), position.opponent().len());
        self.rules.score(own, opponent, self.frame.region.empty(position).len())
    }
}

/// Own discs minus the opponent's.
#[inline(always)]
fn difference<H: Shape>(position: Position<H>) -> Score {
    position.own().len().cast_signed() - position.opponent().len().cast_signed()
}

/// Takes the candidate of the highest rank.
#[inline(always)]
fn take_best<H: Shape>(candidates: &mut ArrayVec<Candidate<H>, 64>) -> Option<Candidate<H>> {
    let (best, _) = candidates.iter().enumerate().max_by_key(|(_, candidate)| candidate.rank)?;
    Some(candidates.swap_remove(best))
}
