//! A search of a few plies, which tells good moves from bad ones before they are searched fully.

use arrayvec::ArrayVec;

use super::{Expected, Search};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape, neighbours};
use crate::evaluation::{self, Features};
use crate::game::{Objective, Score};

/// A bound above every value that this search finds. The unit is 1/128 of a move that the opponent
/// lacks.
pub(crate) const INFINITE: i32 = 1 << 24;

/// The worth of a disc at the end of the game.
const DECIDED: i32 = 1000;

/// The worth of a disc to the trained evaluation.
pub(crate) const DISC: i32 = 96;

/// The worth of a corner to the hand-made evaluation.
const CORNER: i32 = 600;

/// From this depth on, the moves of a shallow search are ordered too.
const ORDERED: u32 = 3;

/// With fewer empty squares than this, a search needs no evaluation.
pub(crate) const LEAST: u32 = 13;

/// How far outside its window the evaluation of a position has to be for looking ahead to believe
/// it: some ten discs. It errs by seven (root mean square), and with a margin of three or five FFO
/// 40–44 take 5 % more nodes and FFO 45 10 %.
const BELIEVED: i32 = 1000;

/// How moves are searched before they are ranked.
#[derive(Clone, Copy)]
pub(super) struct LookAhead {
    /// With fewer empty squares than this, they are not searched.
    least: u32,
    /// By how many empty squares more they are searched a ply deeper.
    step: u32,
    /// The weight of the move ordering score relative to the value that is found.
    pub(super) weight: i32,
}

impl LookAhead {
    /// With fewer empty squares than this, looking ahead does not pay where most discs win.
    pub(super) const MOST_DISCS: u32 = 14;
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The settings that were measured to be best for the board.
    ///
    /// With an evaluation for 7×5, a ply for every third empty square takes 18 % fewer nodes than
    /// one for every fourth. On four rows one side often wins everything, which mobility shows
    /// better: the weight of 3 saves a seventh of the nodes there. Where the fewest discs win,
    /// mobility misleads: trusting the evaluation more, and sooner, saves 40 % of the nodes of 6×6.
    #[inline(always)]
    pub(super) fn look_ahead(&self) -> LookAhead {
        match (self.evaluation, self.context.rules.objective) {
            (None, _) => LookAhead { least: LEAST, step: 2, weight: 2 },
            (Some(_), Objective::Most) => {
                let size = self.context.region.board.size;
                let step = if size.is_square() { 4 } else { 3 };
                let weight = if size.short_side() == 4 { 3 } else { 2 };
                LookAhead { least: LookAhead::MOST_DISCS, step, weight }
            }
            (Some(_), Objective::Fewest) => LookAhead { least: 11, step: 2, weight: 1 },
        }
    }

    /// How deep to search the positions after the moves of one with this many empty squares before
    /// the moves are ranked, if at all.
    ///
    /// The larger the tree, the more it is worth to know its best move; the worse the evaluation
    /// is, the sooner this pays.
    #[inline(always)]
    pub(super) fn look_ahead_depth(&self, empties: u32, expected: Expected) -> Option<u32> {
        let LookAhead { least, step, .. } = self.look_ahead();
        let more = empties.saturating_sub(12);
        let (least, depth) = if self.context.is_common && self.evaluation.is_some() {
            self.common_look_ahead(more, expected)
        } else {
            (least, (more / step).clamp(1, 8))
        };
        (empties >= least).then(|| depth.saturating_sub(self.reduction))
    }

    /// The settings of 8×8 and 6×6 for a position with twelve empty squares and this many `more`: the
    /// least number of empty squares with which moves are searched, and how deep they are searched
    /// here.
    ///
    /// On 8×8 the first three plies come sooner than elsewhere. From 18 empty squares on, an odd
    /// number orders moves better than an even one, and five plies take longer than they save. Where
    /// all moves will probably fail, their order hardly matters, so two plies are left out. With 13
    /// empty squares the evaluation alone pays where one of them will probably do. Against two such
    /// plies everywhere and none with 13, that takes 4 % off the nodes of 210 random endgames with
    /// 18 to 22 empty squares, and 6 % off those of FFO 46–53. On 6×6 the evaluation alone pays with
    /// 12 empty squares too.
    #[inline(always)]
    fn common_look_ahead(&self, more: u32, expected: Expected) -> (u32, u32) {
        let (least, depth) = if self.context.is_standard {
            (LookAhead::MOST_DISCS - 1, (more / 2).min(3).max((more / 4).min(8)))
        } else {
            (LookAhead::MOST_DISCS - 2, (more / 3).min(8))
        };
        match expected {
            Expected::Cut => (least, depth),
            Expected::All => (LookAhead::MOST_DISCS, depth.saturating_sub(2)),
        }
    }

    /// Whether looking ahead this deep believes evaluations that are far outside the window.
    ///
    /// A move that the evaluation finds far worse than the best need not be searched to the end
    /// before moves are ranked. On 8×8 that saves 2 to 3 % of the nodes of FFO 45–50 and 1 % of those
    /// of random endgames, though FFO 40 takes two thirds more. An exact search first tries the
    /// moves that a selective one has found, so a selective search looks at all of them. One ply is
    /// as soon searched as evaluated.
    #[inline(always)]
    pub(super) fn believes(&self, depth: u32) -> bool {
        let pays = self.context.is_common && self.evaluation.is_some();
        pays && self.state.stage.is_none() && depth >= 2
    }

    /// An estimate of the value of a position, as a score; 0 if nothing is known.
    pub(crate) fn estimate(&mut self, position: Position<G>) -> Score {
        let empties = self.context.region.empty(position).len();
        let depth =
            self.look_ahead_depth(empties, Expected::Cut).filter(|_| self.evaluation.is_some());
        depth.map_or(0, |depth| self.shallow(position, depth, -INFINITE, INFINITE) / DISC)
    }

    /// The value of a position by a full-width search of few plies.
    pub(crate) fn shallow(
        &mut self,
        position: Position<G>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.context.isa.run(
            #[inline(always)]
            || {
                let features = self.features(position);
                self.shallow_node(position, &features, depth, alpha, beta)
            },
        )
    }

    /// The features of a position, if there is an evaluation.
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

    /// As [`shallow`](Self::shallow), of a position with these features.
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
        let empty = self.context.region.empty(position);
        if depth == 0 {
            return self.evaluate(position, features, empty);
        }
        if self.state.believes {
            let value = self.evaluate(position, features, empty);
            if value >= beta + BELIEVED || value <= alpha - BELIEVED {
                return value;
            }
        }
        let moves = self.context.isa.moves(position) & empty;
        if moves.is_empty() {
            let passed = position.pass();
            if (self.context.isa.moves(passed) & empty).is_empty() {
                return DECIDED * self.context.final_score(position);
            }
            return -self.deeper(passed, &features.passed(), depth, -beta, -alpha);
        }
        let mut best = -INFINITE;
        // One loop for both: what it does was compiled without the processor's instructions when
        // two loops called it, which took 2 % more time on FFO 48 and 6 % on 5×6.
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

    /// The moves, with those that look worst for the opponent first.
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
            after.push((self.evaluate(next, &features, self.context.region.empty(next)), square));
        }
        self.state.nodes += u64::from(moves.len());
        sort(&mut after);
        after
    }

    /// The evaluation of a position: by its patterns where their weights were trained, and by a
    /// hand-made formula otherwise.
    #[inline(always)]
    pub(super) fn evaluate(
        &self,
        position: Position<G>,
        features: &Features,
        empty: Bitboard<G>,
    ) -> i32 {
        if let Some(evaluation) = self.evaluation {
            return evaluation.value(features, empty.len()).wrapping_mul(DISC) / evaluation::DISC;
        }
        let passed = position.pass();
        self.assets(position, empty) - self.assets(passed, empty)
    }

    /// The assets of the side to move: moves, empty squares next to the opponent's discs, and discs
    /// that cannot be lost.
    ///
    /// Where the most discs win, corners are the only such discs worth the time. Where the fewest
    /// win, counting all stable discs saves 1/5 of the nodes of 5×6.
    #[inline(always)]
    fn assets(&self, position: Position<G>, empty: Bitboard<G>) -> i32 {
        let moves = self.context.isa.moves(position) & empty;
        let potential = neighbours(position.opponent()) & empty;
        let kept = match self.context.rules.objective {
            Objective::Most => CORNER * count(position.own() & self.context.region.corners),
            Objective::Fewest => -32 * count(self.context.stable(position.own(), empty)),
        };
        let mobility = self.mobility(moves).wrapping_mul(128);
        mobility.wrapping_add(count(potential).wrapping_mul(32)).wrapping_add(kept)
    }
}

/// Sorts moves by their values. This is compiled once and not for each grid.
#[inline(never)]
fn sort(moves: &mut [(i32, Square)]) {
    moves.sort_unstable_by_key(|&(value, _)| value);
}

#[inline(always)]
fn count<G: Shape>(set: Bitboard<G>) -> i32 {
    set.len().cast_signed()
}
