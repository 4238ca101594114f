//! The search above the last few empty squares.

use super::{Candidates, Entry, Expected, SPLIT, Search, opposite};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::Score;

/// With this many empty squares or fewer, no move ordering but that by parity pays for itself.
const ENDING: u32 = 6;

/// From this many empty squares on, the large table is used for a position, if there is no small
/// one.
const TABLE: u32 = 8;

/// From this many empty squares on, the positions after the moves are looked up too.
const LOOK_UP: u32 = 9;

/// The same on 8×8 and 6×6, where all moves are expected to fail: with 9 to 11 empty squares, one
/// look-up in sixty finds a move there that does not.
const LOOK_UP_ALL: u32 = 12;

/// From this many empty squares on, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 12;

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The value of `position` by a search with a null window just above `alpha`: if the result is
    /// greater, the value is at least that, and otherwise at most.
    ///
    /// The result of a search that was stopped is meaningless.
    pub(crate) fn null_window(&mut self, position: Position<G>, alpha: Score) -> Score {
        self.expecting(Expected::Cut, position, None, alpha)
    }

    /// As [`null_window`](Self::null_window), of a position of which this is expected, and whose
    /// legal moves may be known.
    ///
    /// Ranking a move finds the replies to it. To use them here takes 1 % off the time of random
    /// endgames and of FFO 46–49.
    pub(super) fn expecting(
        &mut self,
        expected: Expected,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        alpha: Score,
    ) -> Score {
        // Values that are moved go through memory once, and references to them twice.
        self.context.isa.run(
            #[inline(always)]
            move || {
                let empty = self.context.region.empty(position);
                if empty.len() <= ENDING - self.lowered() {
                    let odd = self.context.region.odd(empty);
                    return self.ending(position, moves, odd, alpha);
                }
                self.node(expected, position, empty, moves, alpha)
            },
        )
    }

    /// By how many empty squares the limits for the simpler code are lowered. On a board as small
    /// as 4×4 nearly all nodes would be below them, and move ordering pays to the end.
    #[inline(always)]
    fn lowered(&self) -> u32 {
        if self.context.region.count <= 16 { 3 } else { 0 }
    }

    /// Whether the positions after the moves are looked up.
    #[inline(always)]
    fn looks_up(&self, expected: Expected, empties: u32) -> bool {
        let least = match expected {
            Expected::All if self.context.is_common => LOOK_UP_ALL,
            _ => LOOK_UP - self.lowered(),
        };
        empties >= least
    }

    /// Whether the node above has just looked the position up in the small table.
    ///
    /// On 8×8 it is not looked up again, which takes 1 % off the time of FFO 46–49.
    #[inline(always)]
    fn was_looked_up(&self, expected: Expected, empties: u32) -> bool {
        let is_small = self.local_for(empties).is_some() && empties + 1 >= LOOK_UP;
        self.context.is_standard && expected == Expected::All && is_small
    }

    #[inline(always)]
    fn node(
        &mut self,
        expected: Expected,
        position: Position<G>,
        empty: Bitboard<G>,
        moves: Option<Bitboard<G>>,
        alpha: Score,
    ) -> Score {
        self.visit();
        let empties = empty.len();
        if empties >= INTERRUPTIBLE {
            if self.is_stopped() {
                return alpha;
            }
            self.report_nodes();
        }
        if self.stability_may_cut(expected)
            && let Some(upper) = self.stability_cutoff(position, empty, alpha)
        {
            return upper;
        }
        let key = self.key(position);
        let tabled = self.local.is_some() || empties >= TABLE - self.lowered();
        let looked_up = self.was_looked_up(expected, empties);
        let mut known = if tabled && !looked_up { self.known(key, empties) } else { None };
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value;
        }
        let moves = match moves {
            Some(moves) => moves,
            None => self.context.isa.moves(position) & empty,
        };
        if moves.is_empty() {
            return self.without_moves(expected, position, empty, alpha);
        }
        let before = self.state.nodes;
        if let Some(value) = self.probable_cutoff(position, empties, alpha) {
            self.learn(key, empties, alpha, value, None, 1);
            return value;
        }
        if known.is_none() {
            known = self.known_before(position, empties);
        }
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, moves);
        if self.looks_up(expected, empties) {
            if self.local_for(empties - 1).is_none() {
                self.request(&candidates);
                if known.is_none() {
                    // The moves are scored while the entries are on their way. That takes 1 to 3 %
                    // off the time of FFO 46–49 and of random endgames.
                    candidates.score_moves(self, expected, position, None);
                }
            }
            if let Some((value, square)) = self.transposition_cutoff(&candidates, empties, alpha) {
                self.learn(key, empties, alpha, value, Some(square), 1);
                return value;
            }
        }
        let Some((best, square)) =
            self.best_candidate(expected, &mut candidates, position, empties, known, alpha)
        else {
            return alpha;
        };
        if tabled {
            self.learn(key, empties, alpha, best, square, self.state.nodes - before);
        }
        best
    }

    /// The value where the side to move has no move: it passes, or the game is over.
    #[inline(always)]
    fn without_moves(
        &mut self,
        expected: Expected,
        position: Position<G>,
        empty: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        let passed = position.pass();
        let moves = self.context.isa.moves(passed) & empty;
        if moves.is_empty() {
            return self.context.final_score(position);
        }
        -self.expecting(expected.after_first(), passed, Some(moves), opposite(alpha))
    }

    /// The greatest value of the moves, or the first that is above `alpha`, and the move; `None` if
    /// the search was stopped.
    ///
    /// The move that is known to be best is searched first. The others are ranked only after it has
    /// failed, which saves 5 % of the nodes of FFO 46–49 and half of those of 4×12.
    #[inline(always)]
    fn best_candidate(
        &mut self,
        expected: Expected,
        candidates: &mut Candidates<G>,
        position: Position<G>,
        empties: u32,
        known: Option<Entry>,
        alpha: Score,
    ) -> Option<(Score, Option<Square>)> {
        // The last few squares are searched from here with what is known of their parity. Without
        // a detour through the code for nodes, that takes 1 % off the time of FFO 40–46.
        let last = empties <= ENDING - self.lowered() + 1;
        let empty = self.context.region.empty(position);
        let odd = if last { self.context.region.odd(empty) } else { Bitboard::empty() };
        let split = self.parallel && empties >= SPLIT;
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
                    return self.best_sibling(candidates, alpha, best);
                }
            }
            let Some(candidate) = first.take().or_else(|| candidates.take_best()) else {
                return Some(best);
            };
            let value = if last {
                let odd = odd ^ self.context.region.part_of(candidate.square);
                -self.ending(candidate.next, candidate.replies, odd, opposite(alpha))
            } else {
                -self.expecting(expected_next, candidate.next, candidate.replies, opposite(alpha))
            };
            // If the first move has failed, all of them probably fail, each to some reply.
            expected_next = Expected::Cut;
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

    /// The greatest of `best` and the values of the moves that are left, which several threads
    /// search; `None` if the search was stopped.
    fn best_sibling(
        &mut self,
        candidates: &mut Candidates<G>,
        alpha: Score,
        best: (Score, Option<Square>),
    ) -> Option<(Score, Option<Square>)> {
        let found = self.search_siblings(candidates, alpha);
        if self.is_stopped() {
            return None;
        }
        Some(found.map_or(
            best,
            |(value, square)| {
                if value > best.0 { (value, Some(square)) } else { best }
            },
        ))
    }
}
