//! The order in which moves are searched.
//!
//! A good order is what makes alpha-beta fast: the first move searched should
//! refute the opponent's, and where several do, the one with the smallest tree.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::Search;
use super::shallow::{self, INFINITE};
use super::table::Entry;
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
        for candidate in &mut self.0 {
            let index = candidate.square.index();
            candidate.rank = if index == u32::from(first) {
                FIRST
            } else if index == u32::from(second) {
                SECOND
            } else {
                search.promise(candidate, empty, odd)
            };
        }
        if let Some(depth) = shallow::depth(empty.len()) {
            self.look_ahead(search, depth);
        }
    }

    /// Ranks the moves again, by a search of so many plies too.
    ///
    /// That is worth more than all else together: without it, 5×6 takes 2.4
    /// times as many nodes, 6×6 3.4 times, FFO 40–43 1.5 times.
    #[inline(always)]
    fn look_ahead<I: Isa>(&mut self, search: &mut Search<'_, H, I>, depth: u32) {
        // In the order of promise, so that the best value is found early.
        self.0.sort_unstable_by_key(|candidate| Reverse(candidate.rank));
        let mut best = -INFINITE;
        for candidate in self.0.iter_mut().filter(|candidate| candidate.rank < SECOND) {
            let floor = (best - MARGIN).max(-INFINITE);
            let value = -search.shallow(candidate.next, depth, -INFINITE, -floor);
            best = best.max(value);
            candidate.rank = 2 * candidate.rank + value;
        }
    }
}

/// The ranks of the moves that were best in earlier searches.
///
/// An earlier search with another window knows more than any rule of thumb (Slate
/// and Atkin, "Chess 4.5", 1977). Since moves are searched ahead anyway it
/// spares no more than 1 % of the nodes.
const FIRST: i32 = i32::MAX;
const SECOND: i32 = i32::MAX - 1;

/// How far below the best a move has to be for the difference not to matter.
const MARGIN: i32 = 250;

/// With fewer empty squares than this, stable discs are not counted to rank a
/// move. To count them with more spares 2 % of the nodes of 5×6 and 6×6.
const STABILITY: u32 = 12;

/// With fewer empty squares than this, parity ranks a move. It spares 1 % of the
/// nodes; [`ending`](Search::ending) says why.
const PARITY: u32 = 12;

impl<H: Shape, I: Isa> Search<'_, H, I> {
    /// How much a move promises, in 1/128 of a reply that the opponent lacks.
    ///
    /// Fastest first: the fewer the replies, the smaller the tree, and few
    /// replies are good in themselves. To leave that out takes 4 to 7 times as many
    /// nodes. What the player cannot lose any more and the square itself count
    /// less (Andersson, "Writing an Othello program"; Rosenbloom, "A world-
    /// championship-level Othello program", 1982).
    #[inline(always)]
    fn promise(&self, candidate: &Candidate<H>, empty: Bitboard<H>, odd: Bitboard<H>) -> i32 {
        let Candidate { square, next, .. } = *candidate;
        let empties = empty.len();
        let rest = empty - square.into();
        let replies = self.isa.moves(next) & rest;
        let mut promise = -128 * self.mobility(replies);
        promise += 2 * self.sign * i32::from(self.region.worth[square.index() as usize]);
        if empties < PARITY && odd.contains(square) {
            promise += 1;
        }
        if empties >= STABILITY {
            promise += 16 * self.sign * self.stable(next.opponent(), rest).len().cast_signed();
        }
        promise
    }
}
