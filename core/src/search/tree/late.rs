//! Nodes with seven to eleven empty squares, the most frequent of those whose moves are ranked.
//!
//! They need less than other nodes: nothing is searched to rank their moves, they are never shared
//! among threads, and they do not check whether to stop. They have few moves, which fit into small
//! arrays. As far as possible, the known move is searched before the others are placed.

use super::node::ENDING;
use super::ordering::Terms;
use super::{Entry, Expected, Search, opposite, run};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::{Objective, Score};

/// The most empty squares of these nodes.
pub(super) const LATE: u32 = 11;

/// The most empty squares of the nodes for which mobility, parity and the square itself are all
/// that ranks a move.
const PLAIN: u32 = 8;

/// The order of the second known move, before that of all others.
const SECOND: i32 = 1 << 20;

/// The moves of a node, at most `N`.
struct Moves<G: Shape, const N: usize> {
    /// The order of each move, with its place and the number of its square in the lowest bits; or
    /// the least number.
    orders: [i32; N],
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
        Self { orders: [i32::MIN; N], next: [position; N], replies: [none; N], count: 0 }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    fn set(&mut self, place: usize, order: i32, index: u32) {
        self.orders[place] = order << 10 | (place as i32) << 6 | index.cast_signed();
    }

    /// The number of the square of a move.
    #[inline(always)]
    fn index(&self, place: usize) -> u32 {
        self.orders[place].cast_unsigned() & 63
    }

    /// Removes and returns the move that comes first: the number of its square, the position after
    /// it, and the opponent's moves there. The maximum is found without branches.
    #[inline(always)]
    fn take_first(&mut self) -> Option<(u32, Position<G>, Bitboard<G>)> {
        let first = self.orders.into_iter().fold(i32::MIN, i32::max);
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
        self.set(place, self.orders[last] >> 10, self.index(last));
        self.orders[last] = i32::MIN;
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
    /// The most empty squares of the nodes here. If the fewest discs win, looking ahead may pay
    /// sooner. In browsers, the code for other nodes serves all, so that less has to be loaded.
    #[inline(always)]
    pub(super) fn late(&self) -> u32 {
        if cfg!(target_arch = "wasm32") || self.lowered() > 0 {
            0
        } else if self.context.rules.objective == Objective::Most {
            LATE
        } else {
            LATE - 1
        }
    }

    /// The fewest empty squares of the nodes here, by their kind.
    ///
    /// On 8×8, moves with six empty squares are ranked at expected cut-nodes, which saves 5 to 11 %
    /// of the positions and up to 3 % of the instructions. On random positions of 6×6 it saves a
    /// fifth of the positions, but the diagonal start takes a fifth more.
    #[inline(always)]
    fn ranked_from(&self, expected: Expected) -> u32 {
        if self.context.is_standard && expected == Expected::Cut { ENDING } else { ENDING + 1 }
    }

    /// As [`expecting`](Self::expecting), with seven to [`late`](Self::late) empty squares.
    #[inline(always)]
    pub(super) fn late_node(
        &mut self,
        empties: u32,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        expected: Expected,
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
        expected: Expected,
        alpha: Score,
    ) -> Score {
        self.visit();
        let empty = self.context.region.board.empty(position);
        let empties = empty.len();
        if self.counts_stable(expected)
            && let Some(upper) = self.stability_cutoff(position, empty, empties, alpha)
        {
            return upper;
        }
        let tabled = self.is_tabled(empties);
        let key = self.key(position);
        let probe = tabled && !self.was_probed(expected, empties);
        let mut known = if probe { self.known(key, empties) } else { None };
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value;
        }
        let moves = match moves {
            Some(moves) => moves,
            None => self.context.isa.moves(position) & empty,
        };
        if moves.is_empty() {
            let passed = position.pass();
            let moves = self.context.isa.moves(passed) & empty;
            if moves.is_empty() {
                return self.context.final_score(position);
            }
            let expected = expected.after_first();
            return -self.late_node(empties, passed, Some(moves), expected, opposite(alpha));
        }
        let before = self.state.nodes;
        if N > PLAIN as usize {
            if let Some(value) = self.probable_cutoff(position, empties, alpha) {
                self.learn(key, empties, Entry::new::<G>(alpha, value, None, 1));
                return value;
            }
            if known.is_none() {
                known = self.known_before(position, empties);
            }
        }
        let (value, index, cost) =
            self.best_late::<N>(position, empty, moves, expected, known, alpha);
        if tabled {
            let nodes = if cost { self.state.nodes - before } else { 1 };
            let square = Square::from_index::<G>(index);
            self.learn(key, empties, Entry::new::<G>(alpha, value, Some(square), nodes));
        }
        value
    }

    /// The best value and the number of its square, or the first value above `alpha`; and whether
    /// moves were searched for it.
    #[inline(always)]
    fn best_late<const N: usize>(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        moves: Bitboard<G>,
        expected: Expected,
        known: Option<Entry>,
        alpha: Score,
    ) -> (Score, u32, bool) {
        let odd = self.context.region.odd(empty);
        let terms = self.late_terms(empty, odd, expected);
        let [first, second] =
            known.map_or([Entry::NO_SQUARE; 2], |entry| entry.best).map(u32::from);
        let mut list = Moves::<G, N>::new();
        // As in other nodes, the positions after the moves are looked up first.
        let probes = N > PLAIN as usize && (expected == Expected::Cut || !self.context.is_common);
        if probes {
            let ranked = known.is_none().then_some((&terms, second));
            self.place(&mut list, position, moves, ranked);
            if self.local_for(empty.len() - 1).is_none() {
                for &next in list.next.iter().take(list.count) {
                    self.context.isa.prefetch(self.table.bucket(self.key(next)));
                }
            }
            for place in 0..list.count.min(N) {
                let entry = self.known(self.key(list.next[place]), empty.len() - 1);
                if let Some(value) = entry.map(|entry| -Score::from(entry.upper))
                    && value > alpha
                {
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
            let value = self.after_late::<N>(next, None, empty, odd, first, expected, alpha);
            if value > alpha {
                return (value, first, true);
            }
            (best, expected) = ((value, first), Expected::Cut);
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
            let replies = Some(replies);
            let value = self.after_late::<N>(next, replies, empty, odd, index, expected, alpha);
            expected = Expected::Cut;
            if value > best.0 {
                best = (value, index);
                if value > alpha {
                    break;
                }
            }
        }
        (best.0, best.1, true)
    }

    /// Adds the legal `moves`, ranked if wanted: the second known move first, then the most
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

    /// Ranks the move in this place.
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
    #[expect(clippy::too_many_arguments)]
    fn after_late<const N: usize>(
        &mut self,
        next: Position<G>,
        replies: Option<Bitboard<G>>,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        index: u32,
        expected: Expected,
        alpha: Score,
    ) -> Score {
        let empties = empty.len().wrapping_sub(1);
        let ranked = self.ranked_from(expected);
        let value = if N > PLAIN as usize || empties >= ranked {
            self.late_node(empties, next, replies, expected, opposite(alpha))
        } else {
            let (rest, odd) = (empty - Bitboard::at(index), self.odd_after(odd, index));
            if empties == ENDING {
                self.last_few(next, replies.unwrap_or(rest), odd, opposite(alpha))
            } else {
                self.last::<5>(next, rest, odd, opposite(alpha))
            }
        };
        value.wrapping_neg()
    }
}
