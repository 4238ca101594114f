//! A search of a few plies, which tells good moves from bad ones before they are searched fully.
//!
//! Its values, like move ordering scores, are in points: 128 points are a reply that the opponent
//! lacks, and 96 a disc.

use arrayvec::ArrayVec;

use super::{ExpectedNode, Search};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape, neighbours};
use crate::evaluation::{Features, UNITS_PER_DISC};
use crate::game::{Objective, Score};

/// Above every value that this search returns.
pub(super) const INFINITE: i32 = 1 << 24;

/// The points for a disc when the game is over.
const POINTS_PER_FINAL_DISC: i32 = 1000;

/// The points for a disc in an estimate by the trained evaluation.
pub(crate) const POINTS_PER_DISC: i32 = 96;

/// The points for a reply that the opponent lacks.
pub(super) const POINTS_PER_REPLY: i32 = 128;

/// The points for a corner in the hand-written evaluation.
const CORNER: i32 = 600;

/// From this depth on, a shallow search orders its moves too.
const ORDERED: u32 = 3;

/// With fewer empty squares than this, a search does not use the evaluation.
pub(crate) const LEAST: u32 = 13;

/// With fewer empty squares than this, looking ahead does not pay if most discs win.
pub(super) const MOST_DISCS: u32 = 14;

/// How far outside its window a shallow search trusts the evaluation of a position: about ten
/// discs. The error of the evaluation is seven (root mean square). With a margin of three or five,
/// FFO 40–44 take 5 % more nodes and FFO 45 takes 10 % more.
const TRUSTED: i32 = 1000;

/// How deep moves are searched to rank them.
pub(super) struct LookAhead {
    /// The fewest empty squares with which they are searched.
    least: u32,
    /// The number of empty squares for each further ply.
    step: u32,
    /// The weight of the move ordering score relative to the value found.
    pub(super) weight: i32,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The settings that were best for the board when measured.
    ///
    /// With an evaluation, a ply for every third empty square takes 18 % fewer nodes of 7×5 than
    /// one for every fourth. On four rows one side often wins everything, and mobility predicts
    /// that better, so a weight of 3 saves a seventh of the nodes. If the fewest discs win,
    /// mobility is misleading: trusting the evaluation more, and earlier, saves 40 % of the nodes
    /// of 6×6.
    #[inline(always)]
    pub(super) fn look_ahead(&self) -> LookAhead {
        let size = self.context.region.board.size;
        match (self.evaluation, self.context.rules.objective) {
            (None, _) => LookAhead { least: LEAST, step: 2, weight: 2 },
            (Some(_), Objective::Most) => LookAhead {
                least: MOST_DISCS,
                step: if size.is_square() { 4 } else { 3 },
                weight: if size.short_side() == 4 { 3 } else { 2 },
            },
            (Some(_), Objective::Fewest) => LookAhead { least: 11, step: 2, weight: 1 },
        }
    }

    /// How deep to search each move of a position with this many empty squares to rank it, if at
    /// all.
    ///
    /// The larger the tree, the more the best move is worth knowing. The worse the evaluation, the
    /// sooner a search pays.
    #[inline(always)]
    pub(super) fn look_ahead_depth(&self, empties: u32, expected: ExpectedNode) -> Option<u32> {
        let LookAhead { least, step, .. } = self.look_ahead();
        let more = empties.saturating_sub(12);
        let (least, depth) = if self.context.is_common() && self.evaluation.is_some() {
            self.common_look_ahead(more, expected)
        } else {
            (least, (more / step).clamp(1, 8))
        };
        if empties >= least { Some(depth.saturating_sub(self.reduction)) } else { None }
    }

    /// The settings of 8×8 and 6×6 for a position with this many `more` than twelve empty squares:
    /// the fewest empty squares with which moves are searched, and the depth here.
    ///
    /// On 8×8 the first three plies start earlier than on other boards. From 18 empty squares on,
    /// an odd depth orders moves better than an even one, and five plies take longer than they
    /// save. At an expected all-node the order hardly matters, so the depth is two plies less. At
    /// an expected cut-node with 13 empty squares, the evaluation alone pays. Compared with two
    /// plies at all nodes and none with 13 empty squares, this saves 4 % of the nodes of 210 random
    /// endgames with 18 to 22 empty squares and 6 % of FFO 46–53. On 6×6 the evaluation alone also
    /// pays with 12.
    #[inline(always)]
    fn common_look_ahead(&self, more: u32, expected: ExpectedNode) -> (u32, u32) {
        let (least, depth) = if self.context.is_standard() {
            (MOST_DISCS - 1, (more / 2).min(3).max((more / 4).min(8)))
        } else {
            (MOST_DISCS - 2, (more / 3).min(8))
        };
        match expected {
            ExpectedNode::Cut => (least, depth),
            ExpectedNode::All => (MOST_DISCS, depth.saturating_sub(2)),
        }
    }

    /// An estimate of the value of a position, as a score; 0 without an evaluation.
    pub(crate) fn estimate(&mut self, position: Position<G>) -> Score {
        let empties = self.context.region.board.empty(position).len();
        match self.look_ahead_depth(empties, ExpectedNode::Cut) {
            Some(depth) if self.evaluation.is_some() => {
                self.shallow(position, depth) / POINTS_PER_DISC
            }
            _ => 0,
        }
    }

    /// The value of a position by a full-width search of a few plies.
    pub(crate) fn shallow(&mut self, position: Position<G>, depth: u32) -> i32 {
        let features = self.features(position);
        self.deeper(position, &features, depth, -INFINITE, INFINITE)
    }

    /// The features of a position, or none without an evaluation.
    #[inline(always)]
    pub(super) fn features(&self, position: Position<G>) -> Features {
        self.evaluation.map_or(Features::NONE, |evaluation| evaluation.features(position))
    }

    /// The features after a move.
    #[inline(always)]
    pub(super) fn features_after(
        &self,
        features: &Features,
        square: Square,
        flips: Bitboard<G>,
    ) -> Features {
        self.evaluation
            .map_or(Features::NONE, |evaluation| evaluation.after(features, square, flips))
    }

    /// As [`shallow`](Self::shallow), for a position with these features and for a window.
    pub(super) fn deeper(
        &mut self,
        position: Position<G>,
        features: &Features,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.context.isa.run(
            #[inline(always)]
            move || self.shallow_node(position, features, depth, alpha, beta),
        )
    }

    #[inline(always)]
    fn shallow_node(
        &mut self,
        position: Position<G>,
        features: &Features,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.visit();
        let empty = self.context.region.board.empty(position);
        if depth == 0 {
            return self.evaluate(position, features, empty);
        }
        if self.state.trusts_evaluation {
            let value = self.evaluate(position, features, empty);
            if value >= beta + TRUSTED || value <= alpha - TRUSTED {
                return value;
            }
        }
        let moves = self.context.isa.moves(position) & empty;
        if moves.is_empty() {
            let passed = position.pass();
            if (self.context.isa.moves(passed) & empty).is_empty() {
                return POINTS_PER_FINAL_DISC * self.context.final_score(position);
            }
            return -self.deeper(passed, &features.passed(), depth, -beta, -alpha);
        }
        let mut best = -INFINITE;
        // One loop for both cases: with two loops, their common body was compiled without the
        // instruction set, which was 2 % slower on FFO 48 and 6 % on 5×6.
        let (unordered, ordered) = if depth < ORDERED {
            (moves, ArrayVec::new())
        } else {
            (Bitboard::empty(), self.ordered(position, features, moves))
        };
        for square in ordered.into_iter().map(|(_, square)| square).chain(unordered) {
            let (next, features) = self.after(position, features, square);
            let value = if depth == 1 {
                self.visit();
                self.evaluate(next, &features, empty - Bitboard::only(square))
            } else {
                self.deeper(next, &features, depth - 1, -beta, -alpha)
            };
            best = best.max(-value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The position after a move, and its features.
    #[inline(always)]
    fn after(
        &self,
        position: Position<G>,
        features: &Features,
        square: Square,
    ) -> (Position<G>, Features) {
        let flips = self.context.isa.flips(position, square);
        (position.place(square, flips), self.features_after(features, square, flips))
    }

    /// The moves, with the worst for the opponent first, by evaluation.
    #[inline(always)]
    fn ordered(
        &mut self,
        position: Position<G>,
        features: &Features,
        moves: Bitboard<G>,
    ) -> ArrayVec<(i32, Square), 64> {
        let mut after = ArrayVec::new();
        for square in moves {
            let (next, features) = self.after(position, features, square);
            after.push((
                self.evaluate(next, &features, self.context.region.board.empty(next)),
                square,
            ));
        }
        self.state.nodes += u64::from(moves.len());
        sort(&mut after);
        after
    }

    /// The evaluation of a position: the trained one if there is one for the board, or else a
    /// hand-written formula.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        position: Position<G>,
        features: &Features,
        empty: Bitboard<G>,
    ) -> i32 {
        if let Some(evaluation) = self.evaluation {
            return evaluation.value(features, empty.len()).wrapping_mul(POINTS_PER_DISC)
                / UNITS_PER_DISC;
        }
        let passed = position.pass();
        self.assets(position, empty) - self.assets(passed, empty)
    }

    /// The assets of the side to move: moves, empty squares next to the opponent's discs, and
    /// stable discs.
    ///
    /// If the most discs win, corners are the only stable discs worth counting. If the fewest win,
    /// counting all of them saves a fifth of the nodes of 5×6.
    #[inline(always)]
    fn assets(&self, position: Position<G>, empty: Bitboard<G>) -> i32 {
        let moves = self.context.isa.moves(position) & empty;
        let potential = neighbours(position.opponent()) & empty;
        let kept = match self.context.rules.objective {
            Objective::Most => CORNER * count(position.own() & self.context.region.corners),
            Objective::Fewest => -32 * count(self.context.stable(position.own(), empty)),
        };
        let mobility = self.mobility(moves).wrapping_mul(POINTS_PER_REPLY);
        mobility.wrapping_add(count(potential).wrapping_mul(32)).wrapping_add(kept)
    }
}

/// Sorts moves by their values. A separate function, so that it is compiled once for all grids.
#[inline(never)]
fn sort(moves: &mut [(i32, Square)]) {
    moves.sort_unstable_by_key(|&(value, _)| value);
}

#[inline(always)]
fn count<G: Shape>(set: Bitboard<G>) -> i32 {
    set.len().cast_signed()
}
