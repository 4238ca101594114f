//! The order in which moves are searched.
//!
//! A good order is what makes alpha-beta fast: the first move searched should
//! refute the opponent's, and where several do, the one with the smallest tree.

use arrayvec::ArrayVec;

use super::Search;
use super::table::Entry;
use crate::board::isa::Isa;
use crate::board::{Bitboard, Position, Shape, Square};

/// The legal moves of a position.
pub(super) struct Candidates<H: Shape>(ArrayVec<Candidate<H>, 64>);

/// The rank of a move that was put off.
const DEFERRED: i32 = i32::MIN;

/// A legal move.
#[derive(Clone, Copy)]
pub(super) struct Candidate<H: Shape> {
    pub(super) square: Square<H>,
    /// The position after it, seen by the opponent.
    pub(super) next: Position<H>,
    rank: i32,
}

impl<H: Shape> Candidates<H> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    /// Adds the legal `moves`. Apart from [`new`](Self::new), so that the list
    /// is filled where it lies and not copied.
    #[inline(always)]
    pub(super) fn fill<I: Isa>(
        &mut self,
        search: &Search<'_, H, I>,
        position: Position<H>,
        moves: Bitboard<H>,
    ) {
        for square in moves {
            let next = search.isa.play(position, square);
            self.0.push(Candidate { square, next, rank: 0 });
        }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate<H>> {
        self.0.iter()
    }

    /// Takes the candidate of the highest rank.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<Candidate<H>> {
        let (best, _) = self.0.iter().enumerate().max_by_key(|(_, candidate)| candidate.rank)?;
        Some(self.0.swap_remove(best))
    }

    /// Puts a candidate behind all others, or does not if it already was put
    /// there.
    pub(super) fn defer(&mut self, candidate: Candidate<H>) -> bool {
        let rank = DEFERRED;
        if candidate.rank == rank {
            return false;
        }
        self.0.push(Candidate { rank, ..candidate });
        true
    }

    /// Ranks the moves: those that are `known` to be best from earlier
    /// searches, then the most promising.
    #[inline(always)]
    pub(super) fn rank<I: Isa>(
        &mut self,
        search: &mut Search<'_, H, I>,
        empty: Bitboard<H>,
        known: Option<Entry>,
    ) {
        let [first, second] = known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best);
        let odd = search.region.odd(empty);
        let mut best = -INFINITE;
        for candidate in &mut self.0 {
            let index = candidate.square.index();
            candidate.rank = if index == u32::from(first) {
                i32::MAX
            } else if index == u32::from(second) {
                i32::MAX - 1
            } else {
                search.promise(candidate, empty, odd, &mut best)
            };
        }
    }
}

/// How deep to search before a move is ranked, by the number of empty squares.
const DEPTHS: [(u32, u32); 5] = [(25, 5), (22, 4), (19, 3), (16, 2), (13, 1)];

/// How far below the best a move has to be for the difference not to matter.
const MARGIN: i32 = 1000;

/// With fewer empty squares than this, empty squares beside the opponent's
/// discs are not counted to rank a move.
const POTENTIAL: u32 = 9;

/// With fewer empty squares than this, stable discs are not counted to rank a
/// move.
const STABILITY: u32 = 12;

/// With fewer empty squares than this, parity ranks a move.
const PARITY: u32 = 12;

impl<H: Shape, I: Isa> Search<'_, H, I> {
    /// How much a move promises, in 1/128 of a reply that the opponent lacks.
    ///
    /// Fastest first: the fewer the replies, the smaller the tree, and few
    /// replies are good in themselves. A corner counts as two. What the player
    /// cannot lose any more, discs of the opponent with empty squares beside
    /// them, and the square itself count less.
    #[inline(always)]
    fn promise(
        &mut self,
        candidate: &Candidate<H>,
        empty: Bitboard<H>,
        odd: Bitboard<H>,
        best: &mut i32,
    ) -> i32 {
        let Candidate { square, next, .. } = *candidate;
        let empties = empty.len();
        let rest = empty - square.into();
        let replies = self.isa.moves(next) & rest;
        let mut promise = -128 * self.mobility(replies);
        if empties >= POTENTIAL {
            promise -= (neighbours(next.own()) & rest).len().cast_signed();
        }
        promise += 2 * self.sign * i32::from(self.region.worth[square.index() as usize]);
        if empties < PARITY && odd.contains(square) {
            promise += 1;
        }
        if empties >= STABILITY {
            promise += 16 * self.sign * self.stable(next.opponent(), rest).len().cast_signed();
        }
        let depth = DEPTHS.iter().find(|&&(from, _)| empties >= from);
        if let Some(&(_, depth)) = depth {
            // Less than this far below the best is not worth telling apart.
            let floor = (*best - MARGIN).max(-INFINITE);
            let value = -self.shallow(next, depth, -INFINITE, -floor);
            *best = (*best).max(value);
            promise = 2 * promise + value;
        }
        promise
    }

    /// The number of moves, those into corners counted twice.
    #[inline(always)]
    fn mobility(&self, moves: Bitboard<H>) -> i32 {
        moves.len().cast_signed() + self.sign * (moves & self.region.corners).len().cast_signed()
    }

    /// The value of a position by a full-width search of few plies, in 1/128
    /// of a move.
    fn shallow(&mut self, position: Position<H>, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.isa.run(
            #[inline(always)]
            || self.shallow_node(position, depth, alpha, beta),
        )
    }

    #[inline(always)]
    fn shallow_node(
        &mut self,
        position: Position<H>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let empty = self.region.empty(position);
        let moves = self.isa.moves(position) & empty;
        if depth == 0 {
            return self.evaluate(position, moves, empty);
        }
        if moves.is_empty() {
            let passed = position.pass();
            if (self.isa.moves(passed) & empty).is_empty() {
                return DECIDED * self.final_score(position);
            }
            return -self.shallow(passed, depth, -beta, -alpha);
        }
        let mut best = -INFINITE;
        for square in moves {
            let next = self.isa.play(position, square);
            best = best.max(-self.shallow(next, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// What a position looks like without search, in 1/128 of a move: moves,
    /// empty squares beside the other's discs, and stable discs.
    #[inline(always)]
    fn evaluate(&self, position: Position<H>, moves: Bitboard<H>, empty: Bitboard<H>) -> i32 {
        let side = |position: Position<H>, moves: Bitboard<H>| {
            let potential = (neighbours(position.opponent()) & empty).len().cast_signed();
            let stable = self.stable(position.own(), empty).len().cast_signed();
            128 * self.mobility(moves) + 32 * potential + 32 * self.sign * stable
        };
        let passed = position.pass();
        side(position, moves) - side(passed, self.isa.moves(passed) & empty)
    }
}

/// More than any evaluation.
const INFINITE: i32 = 1 << 24;

/// What a disc is worth at the end of the game, in 1/128 of a move.
const DECIDED: i32 = 1000;

/// The squares next to those of a set.
#[inline(always)]
pub(super) fn neighbours<H: Shape>(set: Bitboard<H>) -> Bitboard<H> {
    let mut beside = Bitboard::empty();
    for axis in H::AXES {
        let inner = set & Bitboard::of(axis.inner);
        beside |= inner.forward(axis.stride) | inner.backward(axis.stride);
    }
    beside
}
