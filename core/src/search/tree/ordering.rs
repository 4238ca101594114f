//! The order in which moves are searched.
//!
//! Alpha-beta is only fast with a good order: the first move searched should refute the opponent's
//! move and, if several do, have the smallest tree.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::{Entry, ExpectedNode, INFINITE, POINTS_PER_REPLY, Search};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape, neighbours};

/// The legal moves of a position.
pub(crate) struct Candidates<G: Shape> {
    pub(super) list: ArrayVec<Candidate<G>, 64>,
    /// Whether they have been given their move ordering scores.
    are_scored: bool,
}

/// A legal move.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<G: Shape> {
    pub(crate) square: Square,
    /// The position after it, with the opponent to move.
    pub(crate) next: Position<G>,
    /// The opponent's moves there, if ranking the move has generated them.
    pub(super) replies: Option<Bitboard<G>>,
    /// Its move ordering score, in points.
    score: i32,
}

impl<G: Shape> Candidates<G> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { list: ArrayVec::new(), are_scored: false }
    }

    /// Adds the legal `moves`. Separate from [`new`](Self::new), so that the list is filled in
    /// place rather than copied.
    #[inline(always)]
    pub(crate) fn fill<I: Isa>(&mut self, isa: I, position: Position<G>, moves: Bitboard<G>) {
        for square in moves {
            let next = isa.play(position, square);
            self.list.push(Candidate { square, next, replies: None, score: 0 });
        }
    }

    /// Scores the moves. The `known` best moves of earlier searches come first, and the others by
    /// `score`.
    #[inline(always)]
    pub(crate) fn score(&mut self, known: Option<Entry>, score: impl Fn(&mut Candidate<G>) -> i32) {
        let best = known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best);
        let [first, second] = best.map(u32::from);
        for candidate in &mut self.list {
            candidate.score = match G::index(candidate.square) {
                index if index == first => FIRST,
                index if index == second => SECOND,
                _ => score(candidate),
            };
        }
    }

    /// Removes and returns the candidate with the highest score.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(crate) fn take_best(&mut self) -> Option<Candidate<G>> {
        // Scores and indices are packed together, so that the maximum is found without branches.
        let mut best = i64::MIN;
        for (place, candidate) in (0..).zip(&self.list) {
            best = best.max(i64::from(candidate.score) << 8 | place);
        }
        self.list.swap_pop((best & 255) as usize)
    }

    /// Removes and returns the best move of an earlier search, a better guess than any heuristic
    /// (Slate and Atkin, "Chess 4.5", 1977).
    #[inline(always)]
    pub(super) fn take_known(&mut self, known: Option<Entry>) -> Option<Candidate<G>> {
        let first = u32::from(known?.best[0]);
        let place = self.list.iter().position(|candidate| G::index(candidate.square) == first)?;
        Some(self.list.swap_remove(place))
    }

    /// Gives the moves their move ordering scores.
    #[inline(always)]
    pub(super) fn score_moves<I: Isa>(
        &mut self,
        search: &Search<'_, G, I>,
        expected: ExpectedNode,
        position: Position<G>,
        known: Option<Entry>,
    ) {
        if self.list.len() > 1 {
            let empty = search.context.region.board.empty(position);
            let terms = search.terms::<false>(empty, search.context.region.odd(empty), expected);
            // Without this attribute, the closure was compiled without the instruction set and the
            // search was 9 % slower.
            self.score(
                known,
                #[inline(always)]
                |candidate| {
                    let index = G::index(candidate.square);
                    let (score, replies) =
                        search.move_ordering_score(index, candidate.next, &terms);
                    candidate.replies = Some(replies);
                    score
                },
            );
        }
        self.are_scored = true;
    }

    /// Ranks the moves: the `known` best moves of earlier searches first, then the most promising.
    #[inline(always)]
    pub(super) fn rank<I: Isa>(
        &mut self,
        search: &mut Search<'_, G, I>,
        expected: ExpectedNode,
        position: Position<G>,
        known: Option<Entry>,
    ) {
        if !self.are_scored {
            self.score_moves(search, expected, position, known);
        }
        if self.list.len() <= 1 {
            return;
        }
        // The scores are refined by a search of a few plies. This is the most valuable part of the
        // ordering: without it, 5×6 takes 2.4 times the nodes, 6×6 3.4 times, and FFO 40–43 1.5
        // times.
        let empties = search.context.region.board.empty(position).len();
        let Some(depth) = search.look_ahead_depth(empties, expected) else { return };
        // Highest score first, so that a good bound is found early.
        self.list.sort_unstable_by_key(|candidate| Reverse(candidate.score));
        let weight = search.look_ahead().weight;
        let features = search.features(position);
        let mut best = -INFINITE;
        // Moves that the evaluation finds far worse than the best do not need a full look-ahead. On
        // 8×8 this saves 2 to 3 % of the nodes of FFO 45–50 and 1 % for random endgames, though FFO
        // 40 takes two thirds more. A selective search looks ahead at all moves, because the exact
        // search will start with the ones it found. Searching one ply is as fast as evaluating.
        let pays = search.context.is_common() && search.evaluation.is_some();
        search.state.trusts_evaluation = pays && search.state.stage.is_none() && depth >= 2;
        for candidate in self.list.iter_mut().filter(|candidate| candidate.score < SECOND) {
            let floor = (best - MARGIN).max(-INFINITE);
            let flips = candidate.next.opponent() & position.opponent();
            let features = search.features_after(&features, candidate.square, flips);
            let value = -search.deeper(candidate.next, &features, depth, -INFINITE, -floor);
            best = best.max(value);
            candidate.score = weight * candidate.score + value;
        }
        search.state.trusts_evaluation = false;
    }
}

/// The scores of the best moves of earlier searches.
const FIRST: i32 = i32::MAX;
const SECOND: i32 = i32::MAX - 1;

/// In points: how much worse than the best a move has to be for the exact difference not to matter.
const MARGIN: i32 = 250;

/// From this many empty squares on, stable discs count. This saves 2 % of the nodes of 5×6 and 6×6.
pub(super) const STABILITY: u32 = 12;

/// With fewer empty squares than this, parity counts.
pub(super) const PARITY: u32 = 12;

/// From this many empty squares on, potential moves count on 8×8 and 6×6.
const POTENTIAL: u32 = 9;

/// The inputs to a move's score that are the same for all moves of a position. Among them are the
/// points for features of a move other than its square and the opponent's replies.
pub(super) struct Terms<G: Shape> {
    /// The empty squares before the move.
    empty: Bitboard<G>,
    /// The parts of the board with an odd number of empty squares.
    odd: Bitboard<G>,
    /// For each axis, the squares where a disc is safe before the move, if all moves share them.
    safe: Option<[Bitboard<G>; 4]>,
    /// The points for a stable disc.
    stable: i32,
    /// The points for a square in a part of the board with an odd number of empty squares; see
    /// [`ending`](Search::ending).
    parity: i32,
    /// The points for an empty square next to an opponent's disc, a potential move for the player,
    /// and for an empty square next to a disc of the player, a potential move for the opponent.
    potential: (i32, i32),
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The legal moves on the board, the most promising first. The `known` best moves of earlier
    /// searches come first.
    pub(crate) fn ranked(&mut self, position: Position<G>, known: Option<Entry>) -> Vec<Square> {
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, self.context.moves(position));
        candidates.rank(self, ExpectedNode::Cut, position, known);
        let board = &self.context.region.board;
        let best_first =
            std::iter::from_fn(|| Some(board.to_board(candidates.take_best()?.square)));
        best_first.collect()
    }

    /// The terms that were best for the board when measured.
    ///
    /// On 8×8 and 6×6, potential moves and a higher weight for parity save 5 % of the nodes of
    /// random endgames, 8 % of FFO 40–44 and 3 % of random positions of 6×6. At expected all-nodes,
    /// potential moves and stable discs save hardly any nodes, and neither do potential moves with
    /// seven or eight empty squares: leaving them out there makes FFO 40–49 4 % faster. Stable discs
    /// with nine to eleven empty squares save 3 % of the nodes, but cost more time than that.
    ///
    /// On 8×8 and 6×6 a line filled by the move itself does not count as full, so that all moves
    /// share the full lines. This makes FFO 40–50 1 % faster.
    ///
    /// `IS_LATE` means that at most [`LATE`](super::late::LATE) squares are empty.
    #[inline(always)]
    pub(super) fn terms<const IS_LATE: bool>(
        &self,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        expected: ExpectedNode,
    ) -> Terms<G> {
        let (empties, is_common) = (empty.len(), self.context.is_common());
        let may_cut = expected == ExpectedNode::Cut;
        let counts_stable = !IS_LATE && empties >= STABILITY && (may_cut || !is_common);
        let stable = if counts_stable { 16 } else { 0 };
        let safe = (is_common && counts_stable).then(
            #[inline(always)]
            || self.context.region.safe(empty),
        );
        let parity = match (IS_LATE || empties < PARITY, is_common) {
            (true, true) => 20,
            (true, false) => 1,
            (false, _) => 0,
        };
        let has_potential = is_common && may_cut && empties >= POTENTIAL;
        let potential = if has_potential { (24, 16) } else { (0, 0) };
        Terms { empty, odd, safe, stable, parity, potential }
    }

    /// How promising a move is, in points, and the opponent's replies.
    ///
    /// Fastest first: with fewer replies the tree is smaller, and mobility is an advantage in
    /// itself. Without this, the search takes 4 to 7 times the nodes. Stable discs and the square
    /// itself count less (Andersson, "Writing an Othello program"; Rosenbloom, "A
    /// world-championship-level Othello program", 1982).
    #[inline(always)]
    pub(super) fn move_ordering_score(
        &self,
        index: u32,
        next: Position<G>,
        terms: &Terms<G>,
    ) -> (i32, Bitboard<G>) {
        let rest = terms.empty - Bitboard::at(index);
        let replies = self.context.isa.moves(next) & rest;
        let (own, sign) = (next.opponent(), self.context.sign);
        let worth = i32::from(self.context.region.worth[index as usize & 63]);
        let mut score = sign
            .wrapping_mul(2 * worth)
            .wrapping_sub(self.mobility(replies).wrapping_mul(POINTS_PER_REPLY));
        if terms.odd.intersects(Bitboard::at(index)) {
            score = score.wrapping_add(terms.parity);
        }
        if terms.stable > 0 {
            let stable = match terms.safe {
                Some(safe) => self.context.isa.leaning(own, safe),
                None => self.context.stable(own, rest),
            };
            let stable = stable.len().cast_signed();
            score = score.wrapping_add(sign.wrapping_mul(terms.stable * stable));
        }
        if terms.potential.0 > 0 {
            let next_to = |discs| (neighbours(discs) & rest).len().cast_signed();
            score = score
                .wrapping_add(terms.potential.0.wrapping_mul(next_to(next.own())))
                .wrapping_sub(terms.potential.1.wrapping_mul(next_to(own)));
        }
        (score, replies)
    }
}
