//! Nodes with seven to eleven empty squares, which are most of the nodes whose moves are ranked.
//!
//! They are simpler than other nodes: no search ranks their moves, they are never split among
//! threads, and they do not check whether to stop. Their few moves fit into small arrays. Where
//! possible, the known move is searched before the others are placed.

use super::endgame::Ending;
use super::node::{ENDING, Opened};
use super::ordering::{PARITY, STABILITY, Terms};
use super::{Entry, ExpectedNode, Search, opposite, run};
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::{Objective, Score};

/// The most empty squares of a late node.
pub(super) const LATE: u32 = 11;

// The terms of a late node include neither of these.
const _: () = assert!(LATE < STABILITY && LATE < PARITY);

/// With at most this many empty squares, only mobility, parity and the square itself rank a move.
const PLAIN: u32 = 8;

/// The score of the second known move, above all others.
const SECOND: i32 = 1 << 20;

/// The moves of a node, at most `N`.
struct Moves<G: Shape, const N: usize> {
    /// For each move, its score, its place and the number of its square, from the highest bits to
    /// the lowest. The rest of the array has the least number.
    ranks: [i32; N],
    /// The positions after the moves.
    next: [Position<G>; N],
    /// The opponent's moves there, once the moves are ranked.
    replies: [Bitboard<G>; N],
    count: usize,
}

impl<G: Shape, const N: usize> Moves<G, N> {
    #[inline(always)]
    fn new() -> Self {
        let (none, position) =
            (Bitboard::empty(), Position::of(Bitboard::empty(), Bitboard::empty()));
        Self { ranks: [i32::MIN; N], next: [position; N], replies: [none; N], count: 0 }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    fn set(&mut self, place: usize, score: i32, index: u32) {
        self.ranks[place] = score << 10 | (place as i32) << 6 | index.cast_signed();
    }

    /// The number of the square of a move.
    #[inline(always)]
    fn index(&self, place: usize) -> u32 {
        self.ranks[place].cast_unsigned() & 63
    }

    /// Removes and returns the move that comes first: the number of its square, the position after
    /// it, and the opponent's moves there. The maximum is found without branches.
    #[inline(always)]
    fn take_first(&mut self) -> Option<(u32, Position<G>, Bitboard<G>)> {
        let first = self.ranks.into_iter().fold(i32::MIN, i32::max);
        if first == i32::MIN {
            return None;
        }
        let first = first.cast_unsigned();
        let (place, index) = ((first >> 6 & 15) as usize % N, first & 63);
        let taken = (index, self.next[place], self.replies[place]);
        self.remove(place);
        Some(taken)
    }

    /// Removes a move. The last one takes its place.
    #[inline(always)]
    fn remove(&mut self, place: usize) {
        let last = self.count.wrapping_sub(1) % N;
        (self.next[place], self.replies[place]) = (self.next[last], self.replies[last]);
        self.set(place, self.ranks[last] >> 10, self.index(last));
        self.ranks[last] = i32::MIN;
        self.count = last;
    }

    /// Removes the move on the square with this number, if there is one.
    #[inline(always)]
    fn remove_at(&mut self, index: u32) {
        if let Some(place) = (0..self.count.min(N)).find(|&place| self.index(place) == index) {
            self.remove(place);
        }
    }
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// Whether a node with this many empty squares, and with its moves ranked, is a late node. If the
    /// fewest discs win, looking ahead pays earlier. Browsers have no late nodes: they would load more
    /// code, and be no faster.
    #[inline(always)]
    pub(super) fn is_late(&self, empties: u32) -> bool {
        let most = if self.context.rules.objective == Objective::Most { LATE } else { LATE - 1 };
        cfg!(not(target_arch = "wasm32")) && self.lowered() == 0 && empties <= most
    }

    /// The fewest empty squares of a late node of the expected kind.
    ///
    /// On 8×8, moves with six empty squares are ranked at expected cut-nodes, which saves 5 to 11 %
    /// of the positions and up to 3 % of the instructions. On random positions of 6×6 it saves a
    /// fifth of the positions, but the diagonal start takes a fifth more.
    #[inline(always)]
    fn ranked_from(&self, expected: ExpectedNode) -> u32 {
        let pays = self.context.is_standard() && expected == ExpectedNode::Cut;
        if pays { ENDING } else { ENDING + 1 }
    }

    /// As [`expecting`](Self::expecting), for a late node.
    #[inline(always)]
    pub(super) fn late_node(
        &mut self,
        empties: u32,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        expected: ExpectedNode,
        alpha: Score,
    ) -> Score {
        if empties <= PLAIN {
            run!(self.late_moves::<8>(position, moves, expected, alpha))
        } else {
            run!(self.late_moves::<16>(position, moves, expected, alpha))
        }
    }

    #[inline(always)]
    fn late_moves<const N: usize>(
        &mut self,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        expected: ExpectedNode,
        alpha: Score,
    ) -> Score {
        self.visit();
        let empty = self.context.region.board.empty(position);
        let empties = empty.len();
        let before = self.state.nodes;
        let Opened { key, is_tabled, known, moves } =
            match self.open(position, moves, expected, alpha, N > PLAIN as usize) {
                Ok(opened) => opened,
                Err(value) => return value,
            };
        let (value, index, cost) =
            self.best_late::<N>(position, empty, moves, expected, known, alpha);
        if is_tabled {
            let nodes = if cost { self.state.nodes - before } else { 1 };
            let square = G::square(index);
            self.learn(key, empties, Entry::new::<G>(alpha, value, Some(square), nodes));
        }
        value
    }

    /// The best value, or the first above `alpha`; the number of its square; and whether moves were
    /// searched to find it.
    #[inline(always)]
    fn best_late<const N: usize>(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        moves: Bitboard<G>,
        expected: ExpectedNode,
        known: Option<Entry>,
        alpha: Score,
    ) -> (Score, u32, bool) {
        let odd = self.context.region.odd(empty);
        let terms = self.terms::<true>(empty, odd, expected);
        let [first, second] =
            known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best).map(u32::from);
        let mut list = Moves::<G, N>::new();
        let probes = N > PLAIN as usize && self.probes_moves(expected, empty.len());
        if probes {
            let ranked = if known.is_none() { Some((&terms, second)) } else { None };
            self.place(&mut list, position, moves, ranked);
            if self.local_for(empty.len() - 1).is_none() {
                for &next in list.next.iter().take(list.count) {
                    self.context.isa.prefetch(self.table.bucket(self.key(next)));
                }
            }
            for place in 0..list.count.min(N) {
                let next = list.next[place];
                if let Some(value) = self.transposition_cutoff(next, empty.len() - 1, alpha) {
                    return (value, list.index(place), false);
                }
            }
        }
        let mut best = (Score::MIN, 0);
        let mut expected = expected.after_first();
        let is_known =
            first != u32::from(Entry::NO_SQUARE) && moves.intersects(Bitboard::at(first));
        if is_known {
            let next = position.place_at(first, self.context.isa.flips_at(position, first));
            let next = self.ending_after(next, empty, odd, first);
            let value = self.after_late::<N>(next, None, expected, alpha);
            if value > alpha {
                return (value, first, true);
            }
            (best, expected) = ((value, first), ExpectedNode::Cut);
        }
        if !probes {
            self.place(&mut list, position, moves, Some((&terms, second)));
        }
        if is_known {
            list.remove_at(first);
        }
        if probes && known.is_some() {
            for place in 0..list.count.min(N) {
                self.rank_late(&mut list, place, &terms, second);
            }
        }
        while let Some((index, next, replies)) = list.take_first() {
            let next = self.ending_after(next, empty, odd, index);
            let value = self.after_late::<N>(next, Some(replies), expected, alpha);
            expected = ExpectedNode::Cut;
            if value > best.0 {
                best = (value, index);
                if value > alpha {
                    break;
                }
            }
        }
        (best.0, best.1, true)
    }

    /// Adds the legal `moves`, and may rank them: the second known move first, then the most
    /// promising.
    #[inline(always)]
    fn place<const N: usize>(
        &self,
        list: &mut Moves<G, N>,
        position: Position<G>,
        mut moves: Bitboard<G>,
        ranked: Option<(&Terms<G>, u32)>,
    ) {
        while !moves.is_empty() {
            let (index, place) = (moves.first(), list.count % N);
            let next = position.place_at(index, self.context.isa.flips_at(position, index));
            list.next[place] = next;
            list.set(place, 0, index);
            if let Some((terms, second)) = ranked {
                self.rank_late(list, place, terms, second);
            }
            list.count = place.wrapping_add(1);
            moves = moves.rest();
        }
    }

    /// Ranks a move.
    #[inline(always)]
    fn rank_late<const N: usize>(
        &self,
        list: &mut Moves<G, N>,
        place: usize,
        terms: &Terms<G>,
        second: u32,
    ) {
        let index = list.index(place);
        let (score, replies) = self.move_ordering_score(index, list.next[place], terms);
        list.replies[place] = replies;
        list.set(place, if index == second { SECOND } else { score }, index);
    }

    /// The value of a move, given the position after it and the opponent's moves there if they are
    /// known.
    #[inline(always)]
    fn after_late<const N: usize>(
        &mut self,
        next: Ending<G>,
        replies: Option<Bitboard<G>>,
        expected: ExpectedNode,
        alpha: Score,
    ) -> Score {
        let (empties, alpha) = (next.tried.len(), opposite(alpha));
        let value = if N > PLAIN as usize || empties >= self.ranked_from(expected) {
            self.late_node(empties, next.position, replies, expected, alpha)
        } else if empties == ENDING {
            self.last_few(Ending { tried: replies.unwrap_or(next.tried), ..next }, alpha)
        } else {
            self.last::<5>(next, alpha)
        };
        value.wrapping_neg()
    }
}
