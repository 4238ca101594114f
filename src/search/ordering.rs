//! The order in which moves are searched.
//!
//! A good order is what makes alpha-beta fast: the first move searched should
//! refute the opponent's, and where several do, the one with the smallest tree.

use arrayvec::ArrayVec;

use super::Search;
use super::table::{Entry, Key};
use crate::board::isa::Isa;
use crate::board::{Bitboard, Position, Shape, Square};

/// The legal moves of a position.
pub(super) struct Candidates<H: Shape>(ArrayVec<Candidate<H>, 64>);

/// A legal move.
#[derive(Clone, Copy)]
pub(super) struct Candidate<H: Shape> {
    pub(super) square: Square<H>,
    /// The position after it, seen by the opponent.
    pub(super) next: Position<H>,
    pub(super) key: Key,
    rank: i32,
}

impl<H: Shape> Candidates<H> {
    #[inline(always)]
    pub(super) fn new<I: Isa>(
        search: &Search<'_, H, I>,
        position: Position<H>,
        moves: Bitboard<H>,
    ) -> Self {
        let candidate = |square| {
            let next = search.isa.play(position, square);
            Candidate { square, next, key: Key::new(next), rank: 0 }
        };
        Self(moves.into_iter().map(candidate).collect())
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

    /// Ranks the moves; `known` are the best from earlier searches.
    #[inline(always)]
    pub(super) fn rank<I: Isa>(
        &mut self,
        search: &mut Search<'_, H, I>,
        position: Position<H>,
        empty: Bitboard<H>,
        known: Option<Entry>,
    ) {
        let known = known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best);
        let odd = search.region.odd(empty);
        let empties = empty.len();
        let _ = position;
        for candidate in &mut self.0 {
            let square = candidate.square;
            let next = candidate.next;
            if u32::from(known[0]) == square.index() {
                candidate.rank = 1 << 30;
                continue;
            }
            if u32::from(known[1]) == square.index() {
                candidate.rank = 1 << 29;
                continue;
            }
            let rest = empty - square.into();
            let replies = search.isa.moves(next) & rest;
            // Fastest first
            let weighted = replies.len() + (replies & search.region.corners).len();
            let potential = neighbours(next.own()) & rest;
            let stable = search.region.stable(next.opponent(), rest);
            let mut rank = -(weighted.cast_signed() << 15);
            rank -= potential.len().cast_signed() << 10;
            rank += stable.len().cast_signed() << 11;
            rank += i32::from(search.region.worth[square.index() as usize]) << 5;
            if empties < 24 && odd.contains(square) {
                rank += 1 << 8;
            }
            candidate.rank = rank;
        }
    }
}

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
