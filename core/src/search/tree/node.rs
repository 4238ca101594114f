//! The search of all nodes above the last few empty squares.

use super::{
    Candidate, Candidates, Entry, ExpectedNode, HAS_THREADS, Key, SPLIT, Search, opposite, run,
};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::Score;

/// With this many empty squares or fewer, parity is the only move ordering that pays.
pub(super) const ENDING: u32 = 6;

/// From this many empty squares on, a search without a small table uses the large one.
const TABLE: u32 = 8;

/// From this many empty squares on, the tables are probed for the positions after the moves.
const PROBE_MOVES: u32 = 9;

/// The same for expected all-nodes on 8×8 and 6×6, where with 9 to 11 empty squares only one probe
/// in sixty finds a cutoff.
const PROBE_MOVES_OF_ALL_NODE: u32 = 12;

/// From this many empty squares on, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 12;

/// After this many positions, the search reports to the listener and polls it.
const REPORTED: u64 = 1 << 16;

/// The beginning of a node whose moves have to be searched.
pub(super) struct Opened<G: Shape> {
    pub(super) key: Key,
    /// Whether the result is stored.
    pub(super) is_tabled: bool,
    /// The entry for the position.
    pub(super) known: Option<Entry>,
    /// The legal moves, at least one.
    pub(super) moves: Bitboard<G>,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// Searches `position` with a null window just above `alpha`. If the result is above `alpha`,
    /// it is a lower bound of the value, and otherwise an upper bound. Meaningless if the search
    /// was stopped.
    pub(crate) fn null_window(&mut self, position: Position<G>, alpha: Score) -> Score {
        self.expecting(ExpectedNode::Cut, position, None, alpha)
    }

    /// As [`null_window`](Self::null_window), for a node of the expected kind, whose legal moves
    /// may already be known.
    ///
    /// Ranking a move already generates its replies. Reusing them makes random endgames and FFO
    /// 46–49 1 % faster.
    pub(super) fn expecting(
        &mut self,
        expected: ExpectedNode,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        alpha: Score,
    ) -> Score {
        let empties = self.context.region.board.empty(position).len();
        if empties > ENDING - self.lowered() {
            self.inner_node(empties, position, moves, expected, alpha)
        } else {
            self.ending(position, moves, alpha)
        }
    }

    /// As [`expecting`](Self::expecting), if the moves are ranked.
    #[inline(always)]
    fn inner_node(
        &mut self,
        empties: u32,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        expected: ExpectedNode,
        alpha: Score,
    ) -> Score {
        if self.is_late(empties) {
            self.late_node(empties, position, moves, expected, alpha)
        } else {
            run!(self.node(position, moves, expected, alpha))
        }
    }

    /// How much to lower the limits below which simpler code runs. On a board as small as 4×4
    /// nearly all nodes would be below them, and move ordering pays there.
    #[inline(always)]
    pub(super) fn lowered(&self) -> u32 {
        if self.context.region.count() <= 16 { 3 } else { 0 }
    }

    #[inline(always)]
    fn node(
        &mut self,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        expected: ExpectedNode,
        alpha: Score,
    ) -> Score {
        self.visit();
        let empties = self.context.region.board.empty(position).len();
        if empties >= INTERRUPTIBLE {
            if self.is_stopped() {
                return alpha;
            }
            let news = self.state.nodes - self.state.reported;
            if news > REPORTED {
                self.stop.report(news);
                self.state.reported = self.state.nodes;
            }
        }
        let before = self.state.nodes;
        let Opened { key, is_tabled, known, moves } =
            match self.open(position, moves, expected, alpha, true) {
                Ok(opened) => opened,
                Err(value) => return value,
            };
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, moves);
        if self.probes_moves(expected, empties) {
            if self.local_for(empties - 1).is_none() {
                // Memory is slow, so the entries of the positions after the moves are fetched from
                // the large table together. This made the search 10 % faster.
                for candidate in &candidates.list {
                    self.context.isa.prefetch(self.table.bucket(self.key(candidate.next)));
                }
                if known.is_none() {
                    // Scoring the moves while the entries are being fetched makes FFO 46–49 and
                    // random endgames 1 to 3 % faster.
                    candidates.score_moves(self, expected, position, None);
                }
            }
            for &Candidate { next, square, .. } in &candidates.list {
                if let Some(value) = self.transposition_cutoff(next, empties - 1, alpha) {
                    self.learn(key, empties, Entry::new::<G>(alpha, value, Some(square), 1));
                    return value;
                }
            }
        }
        let Some((best, square)) =
            self.best_candidate(expected, &mut candidates, position, empties, known, alpha)
        else {
            return alpha;
        };
        if is_tabled {
            let nodes = self.state.nodes - before;
            self.learn(key, empties, Entry::new::<G>(alpha, best, square, nodes));
        }
        best
    }

    /// The beginning of a node: its moves and its entry in the table, or its value if no move has to
    /// be searched for it. With few empty squares, a selective search `prunes` nothing.
    #[inline(always)]
    pub(super) fn open(
        &mut self,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        expected: ExpectedNode,
        alpha: Score,
        prunes: bool,
    ) -> Result<Opened<G>, Score> {
        let empty = self.context.region.board.empty(position);
        let empties = empty.len();
        // Stable discs can only show that all moves fail low, and at an expected cut-node they
        // hardly ever do. Not counting them there on 8×8 makes FFO 46–49 5 % faster and random
        // endgames with 18 to 22 empty squares 2 % faster, with the same nodes.
        if (expected == ExpectedNode::All || !self.context.is_standard())
            && let Some(upper) = self.stability_cutoff(position, empty, empties, alpha)
        {
            return Err(upper);
        }
        let key = self.key(position);
        let tabled_from = if self.local.is_some() { ENDING + 1 } else { TABLE };
        let is_tabled = empties >= tabled_from - self.lowered();
        // On 8×8, a small table is not probed again if the parent has already probed it for this
        // position, which makes FFO 46–49 1 % faster.
        let is_small = self.local_for(empties).is_some() && empties + 1 >= PROBE_MOVES;
        let was_probed = self.context.is_standard() && expected == ExpectedNode::All && is_small;
        let probe = is_tabled && !was_probed;
        let mut known = if probe { self.known(key, empties) } else { None };
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return Err(value);
        }
        let moves = match moves {
            Some(moves) => moves,
            None => self.context.isa.moves(position) & empty,
        };
        if moves.is_empty() {
            let passed = position.pass();
            let moves = self.context.isa.moves(passed) & empty;
            if moves.is_empty() {
                return Err(self.context.final_score(position));
            }
            let (expected, alpha) = (expected.after_first(), opposite(alpha));
            return Err(-self.inner_node(empties, passed, Some(moves), expected, alpha));
        }
        if prunes {
            if let Some(value) = self.probable_cutoff(position, empties, alpha) {
                self.learn(key, empties, Entry::new::<G>(alpha, value, None, 1));
                return Err(value);
            }
            if known.is_none() {
                known = self.known_before(position, empties);
            }
        }
        Ok(Opened { key, is_tabled, known, moves })
    }

    /// Whether the tables are probed for the positions after the moves.
    #[inline(always)]
    pub(super) fn probes_moves(&self, expected: ExpectedNode, empties: u32) -> bool {
        empties
            >= match expected {
                ExpectedNode::All if self.context.is_common() => PROBE_MOVES_OF_ALL_NODE,
                _ => PROBE_MOVES - self.lowered(),
            }
    }

    /// The best value and its move, or the first value above `alpha`. `None` if the search was
    /// stopped.
    ///
    /// The known best move is searched first. The others are ranked only after it has failed low,
    /// which saves 5 % of the nodes of FFO 46–49 and half of 4×12.
    #[inline(always)]
    fn best_candidate(
        &mut self,
        expected: ExpectedNode,
        candidates: &mut Candidates<G>,
        position: Position<G>,
        empties: u32,
        known: Option<Entry>,
        alpha: Score,
    ) -> Option<(Score, Option<Square>)> {
        let split = HAS_THREADS && self.parallel && empties >= SPLIT;
        let mut best = (Score::MIN, None);
        let mut first = candidates.take_known(known);
        let mut ranked = false;
        let mut expected_next = expected.after_first();
        loop {
            if first.is_none() {
                if !ranked {
                    candidates.rank(self, expected, position, known);
                    ranked = true;
                }
                if split && best.1.is_some() {
                    best = self.best_sibling(candidates, alpha, best);
                    return if self.is_stopped() { None } else { Some(best) };
                }
            }
            let Some(candidate) = first.take().or_else(|| candidates.take_best()) else {
                return Some(best);
            };
            let value =
                -self.expecting(expected_next, candidate.next, candidate.replies, opposite(alpha));
            // If the first move has failed low, probably all do, each to some reply.
            expected_next = ExpectedNode::Cut;
            if empties >= INTERRUPTIBLE && self.is_stopped() {
                return None;
            }
            if value > best.0 {
                best = (value, Some(candidate.square));
                if value > alpha {
                    return Some(best);
                }
            }
        }
    }
}
