//! The order in which moves are searched.
//!
//! A good order is what makes alpha-beta fast: the first move searched should refute the
//! opponent's, and where several do, the one with the smallest tree.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::{Entry, Expected, INFINITE, Search};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape, neighbours};

/// The legal moves of a position.
pub(crate) struct Candidates<G: Shape> {
    list: ArrayVec<Candidate<G>, 64>,
    /// Whether they have their move ordering scores.
    are_scored: bool,
}

/// A legal move.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<G: Shape> {
    pub(crate) square: Square,
    /// The position after it, seen by the opponent.
    pub(crate) next: Position<G>,
    /// The opponent's moves there, if they were found when the move was ranked.
    pub(super) replies: Option<Bitboard<G>>,
    /// Its move ordering score.
    score: i32,
}

impl<G: Shape> Candidate<G> {
    /// The score of a move that was the best or the second best in earlier searches.
    #[inline(always)]
    fn known_score(&self, [first, second]: [u8; 2]) -> Option<i32> {
        let index = self.square.index::<G>();
        if index == u32::from(first) {
            Some(FIRST)
        } else if index == u32::from(second) {
            Some(SECOND)
        } else {
            None
        }
    }
}

impl<G: Shape> Candidates<G> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { list: ArrayVec::new(), are_scored: false }
    }

    /// Adds the legal `moves`. This is separate from [`new`](Self::new) so that the list is filled
    /// in place and not copied.
    #[inline(always)]
    pub(crate) fn fill<I: Isa>(&mut self, isa: I, position: Position<G>, moves: Bitboard<G>) {
        for square in moves {
            let next = isa.play(position, square);
            self.list.push(Candidate { square, next, replies: None, score: 0 });
        }
    }

    /// Gives the moves their scores. Those that are `known` to be best from earlier searches are
    /// taken first, and the others in the order of `score`.
    #[inline(always)]
    pub(crate) fn score(&mut self, known: Option<Entry>, score: impl Fn(&mut Candidate<G>) -> i32) {
        let best = known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best);
        for candidate in &mut self.list {
            candidate.score = match candidate.known_score(best) {
                Some(score) => score,
                None => score(candidate),
            };
        }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate<G>> {
        self.list.iter()
    }

    /// Takes the candidate with the highest score.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(crate) fn take_best(&mut self) -> Option<Candidate<G>> {
        // The scores with the places, so that the greatest is found without branches.
        let mut best = i64::MIN;
        for (place, candidate) in (0..).zip(&self.list) {
            best = best.max(i64::from(candidate.score) << 8 | place);
        }
        self.list.swap_pop((best & 255) as usize)
    }

    /// Takes the candidate that was best in an earlier search, which knows more than any rule of
    /// thumb (Slate and Atkin, "Chess 4.5", 1977).
    #[inline(always)]
    pub(super) fn take_known(&mut self, known: Option<Entry>) -> Option<Candidate<G>> {
        let first = u32::from(known?.best[0]);
        let place =
            self.list.iter().position(|candidate| candidate.square.index::<G>() == first)?;
        Some(self.list.swap_remove(place))
    }

    /// Gives the moves of a position their move ordering scores.
    #[inline(always)]
    pub(super) fn score_moves<I: Isa>(
        &mut self,
        search: &Search<'_, G, I>,
        expected: Expected,
        position: Position<G>,
        known: Option<Entry>,
    ) {
        if self.list.len() > 1 {
            let empty = search.context.region.empty(position);
            let terms = search.terms(empty, expected);
            // Without the attribute it was compiled without the processor's instructions, which took
            // 9 % more time.
            self.score(
                known,
                #[inline(always)]
                |candidate| search.move_ordering_score(candidate, &terms),
            );
        }
        self.are_scored = true;
    }

    /// Ranks the moves: first those that are `known` to be best from earlier searches, then the
    /// most promising ones.
    #[inline(always)]
    pub(super) fn rank<I: Isa>(
        &mut self,
        search: &mut Search<'_, G, I>,
        expected: Expected,
        position: Position<G>,
        known: Option<Entry>,
    ) {
        if !self.are_scored {
            self.score_moves(search, expected, position, known);
        }
        let empties = search.context.region.empty(position).len();
        if self.list.len() > 1
            && let Some(depth) = search.look_ahead_depth(empties, expected)
        {
            self.look_ahead(search, position, depth);
        }
    }

    /// Ranks the moves again, by a search of `depth` plies too.
    ///
    /// That is worth more than everything else together: without it, 5×6 takes 2.4 times as many
    /// nodes, 6×6 3.4 times, and FFO 40–43 1.5 times.
    #[inline(always)]
    fn look_ahead<I: Isa>(
        &mut self,
        search: &mut Search<'_, G, I>,
        position: Position<G>,
        depth: u32,
    ) {
        // The highest score first, so that the best value is found early.
        self.list.sort_unstable_by_key(|candidate| Reverse(candidate.score));
        let weight = search.look_ahead().weight;
        let features = search.features(position);
        let mut best = -INFINITE;
        search.state.believes = search.believes(depth);
        for candidate in self.list.iter_mut().filter(|candidate| candidate.score < SECOND) {
            let floor = (best - MARGIN).max(-INFINITE);
            let flips = candidate.next.opponent() & position.opponent();
            let features = search.features_after(&features, candidate.square, flips);
            let value = -search.deeper(candidate.next, &features, depth, -INFINITE, -floor);
            best = best.max(value);
            candidate.score = weight * candidate.score + value;
        }
        search.state.believes = false;
    }
}

/// The scores of the moves that were best in earlier searches.
const FIRST: i32 = i32::MAX;
const SECOND: i32 = i32::MAX - 1;

/// How far below the best a move has to be for the difference not to matter.
const MARGIN: i32 = 250;

/// What counts for a move beside the opponent's replies and its square, in 1/128 of a reply that the
/// opponent lacks.
struct Weights {
    /// A stable disc.
    stable: i32,
    /// A square in a part of the board with an odd number of empty squares;
    /// [`ending`](Search::ending) says why.
    parity: i32,
    /// An empty square next to a disc of the opponent, where the player may get a move.
    own_potential: i32,
    /// An empty square next to a disc of the player, where the opponent may get a move.
    opponent_potential: i32,
}

/// From this many empty squares on, stable discs rank a move, which saves 2 % of the nodes of 5×6 and
/// 6×6.
const STABILITY: u32 = 12;

/// With fewer empty squares than this, parity ranks a move.
const PARITY: u32 = 12;

/// From this many empty squares on, the moves that the players may get rank a move on 8×8 and 6×6.
const POTENTIAL: u32 = 9;

impl Weights {
    /// Those of most boards.
    #[inline(always)]
    fn usual(empties: u32) -> Self {
        Self {
            stable: if empties >= STABILITY { 16 } else { 0 },
            parity: i32::from(empties < PARITY),
            own_potential: 0,
            opponent_potential: 0,
        }
    }

    /// Those of 8×8 and 6×6.
    ///
    /// Moves that the players may get and more weight for parity save 5 % of the nodes of random
    /// endgames, 8 % of those of FFO 40–44 and 3 % of those of random positions of 6×6. With seven
    /// and eight empty squares, and where all moves will probably fail, the moves that the players
    /// may get save hardly any nodes, and neither do stable discs where all moves will probably
    /// fail: to leave them out takes 4 % off the time of FFO 40–49. Stable discs with nine to
    /// eleven empty squares save 3 % of the nodes, but take more time than that.
    #[inline(always)]
    fn common(empties: u32, expected: Expected) -> Self {
        let may_cut = expected == Expected::Cut;
        let (own_potential, opponent_potential) =
            if may_cut && empties >= POTENTIAL { (24, 16) } else { (0, 0) };
        Self {
            stable: if may_cut { Self::usual(empties).stable } else { 0 },
            parity: if empties < PARITY { 20 } else { 0 },
            own_potential,
            opponent_potential,
        }
    }
}

/// What the score of a move depends on beside the move.
struct Terms<G: Shape> {
    /// The empty squares before the move.
    empty: Bitboard<G>,
    /// The parts of the board with an odd number of them.
    odd: Bitboard<G>,
    weights: Weights,
    /// For each axis, the squares where a disc is safe before the move, if they are to be used for
    /// all moves.
    safe: Option<[Bitboard<G>; 4]>,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The legal moves of the board, the most promising first. What is `known` from earlier searches
    /// comes before anything else.
    pub(crate) fn ranked(&mut self, position: Position<G>, known: Option<Entry>) -> Vec<Square> {
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, self.context.moves(position));
        candidates.rank(self, Expected::Cut, position, known);
        let board = &self.context.region.board;
        std::iter::from_fn(|| candidates.take_best())
            .map(|candidate| board.to_board(candidate.square))
            .collect()
    }

    /// The terms that were measured to be best for the board.
    ///
    /// On 8×8 and 6×6 a line that a move fills is not yet counted as full, so that the full lines are
    /// the same for all moves. That takes 1 % off the time of FFO 40–50.
    #[inline(always)]
    fn terms(&self, empty: Bitboard<G>, expected: Expected) -> Terms<G> {
        let odd = self.context.region.odd(empty);
        if self.context.is_common {
            let weights = Weights::common(empty.len(), expected);
            let safe = (weights.stable > 0).then(
                #[inline(always)]
                || self.context.region.safe(empty),
            );
            Terms { empty, odd, weights, safe }
        } else {
            Terms { empty, odd, weights: Weights::usual(empty.len()), safe: None }
        }
    }

    /// How promising a move is, in 1/128 of a reply that the opponent lacks.
    ///
    /// Fastest first: the fewer the replies, the smaller the tree, and few replies are good in
    /// themselves. Without this, the search takes 4 to 7 times as many nodes. Discs that the player
    /// can no longer lose and the square itself count less (Andersson, "Writing an Othello
    /// program"; Rosenbloom, "A world-championship-level Othello program", 1982).
    #[inline(always)]
    fn move_ordering_score(&self, candidate: &mut Candidate<G>, terms: &Terms<G>) -> i32 {
        let Candidate { square, next, .. } = *candidate;
        let weights = &terms.weights;
        let rest = terms.empty - Bitboard::only(square);
        let replies = self.context.isa.moves(next) & rest;
        candidate.replies = Some(replies);
        let (own, sign) = (next.opponent(), self.context.sign);
        let worth = i32::from(self.context.region.worth[square.index::<G>() as usize & 63]);
        let mut score = sign.wrapping_mul(2 * worth).wrapping_sub(self.mobility(replies) << 7);
        if terms.odd.contains(square) {
            score = score.wrapping_add(weights.parity);
        }
        if weights.stable > 0 {
            let stable = match terms.safe {
                Some(safe) => self.context.isa.leaning(own, safe),
                None => self.context.stable(own, rest),
            };
            let stable = stable.len().cast_signed();
            score = score.wrapping_add(sign.wrapping_mul(weights.stable * stable));
        }
        if weights.own_potential > 0 {
            let next_to = |discs| (neighbours(discs) & rest).len().cast_signed();
            score = score
                .wrapping_add(weights.own_potential.wrapping_mul(next_to(next.own())))
                .wrapping_sub(weights.opponent_potential.wrapping_mul(next_to(own)));
        }
        score
    }
}
