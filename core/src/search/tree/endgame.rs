//! The last empty squares, where nearly all nodes are.
//!
//! The functions here take a position, its empty squares or those to try, and the parts of the
//! board with an odd number of empty squares as separate arguments, which stay in registers. Each
//! number of empty squares from five on has its own function, without loops. `last_*` counts a
//! position and looks for a cutoff, and `*_moves` tries its moves.

use super::{Search, opposite, run};
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::Score;

/// More than five empty squares.
const FEW: u32 = 6;

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The value of a position with few empty squares, by a search with a null window just above
    /// `alpha`. `tried` includes all legal moves.
    ///
    /// The table is skipped here because it costs more than it saves. Moves into the odd parts of
    /// the board come first, because the player who moves last in a part tends to win it, as every
    /// book on Othello teaches (Rose, "Othello: a minute to learn, a lifetime to master"). This
    /// saves 7 % of the nodes.
    #[inline(always)]
    pub(super) fn ending(
        &mut self,
        position: Position<G>,
        tried: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        let empty = self.context.region.board.empty(position);
        match empty.len() {
            0 => self.context.final_score(position),
            1 => self.last_one(position, empty),
            2 => self.last_two(position, empty, alpha),
            3 => self.last::<3>(position, empty, odd, alpha),
            4 => self.last::<4>(position, empty, odd, alpha),
            5 => self.last::<5>(position, empty, odd, alpha),
            _ => self.last_few(position, tried, odd, alpha),
        }
    }

    /// More than five empty squares.
    #[inline(always)]
    pub(super) fn last_few(
        &mut self,
        position: Position<G>,
        tried: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        run!(self.few_moves(position, tried, odd, alpha))
    }

    #[inline(always)]
    fn few_moves(
        &mut self,
        position: Position<G>,
        tried: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        self.visit();
        let empty = self.context.region.board.empty(position);
        if let Some(upper) = self.stability_cutoff(position, empty, empty.len(), alpha) {
            return upper;
        }
        let mut best = Score::MIN;
        let mut order = OddFirst { all: tried, odd };
        while !order.all.is_empty() {
            best = self.try_next::<FEW>(position, empty, &mut order, best, alpha);
            if best > alpha {
                return best;
            }
        }
        if best > Score::MIN {
            return best;
        }
        let passed = position.pass();
        let moves = self.context.isa.moves(passed) & empty;
        if moves.is_empty() {
            return self.context.final_score(position);
        }
        self.last_few(passed, moves, odd, opposite(alpha)).wrapping_neg()
    }

    /// Five, four or three empty squares.
    #[inline(always)]
    pub(super) fn last<const LEFT: u32>(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        self.visit();
        if LEFT > 3
            && let Some(upper) = self.stability_cutoff(position, empty, LEFT, alpha)
        {
            return upper;
        }
        run!(self.last_moves::<LEFT, false>(position, empty, odd, alpha))
    }

    /// The best move with five, four or three empty squares. If there is none, the opponent moves,
    /// or the game is over if the opponent has `PASSED`.
    #[inline(always)]
    fn last_moves<const LEFT: u32, const PASSED: bool>(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        let mut order = OddFirst { all: empty, odd };
        let mut best = Score::MIN;
        // Not a loop, so that the processor predicts the branches of each attempt on their own.
        macro_rules! try_each {
            ($($number:literal)+) => {$(
                if $number <= LEFT {
                    best = self.try_next::<LEFT>(position, empty, &mut order, best, alpha);
                    if best > alpha {
                        return best;
                    }
                }
            )+};
        }
        try_each!(5 4 3 2 1);
        if best > Score::MIN {
            return best;
        }
        let passed = position.pass();
        if PASSED || LEFT == 5 && !self.context.isa.moves(passed).intersects(empty) {
            return self.context.final_score(position);
        }
        let value = if LEFT == 5 {
            // A cutoff is more likely here than with fewer empty squares.
            run!(self.last::<LEFT>(passed, empty, odd, opposite(alpha)))
        } else {
            run!(self.last_moves::<LEFT, true>(passed, empty, odd, opposite(alpha)))
        };
        value.wrapping_neg()
    }

    /// The better of `best` and the value of the next move in order, if it is legal, with `LEFT`
    /// empty squares before it, or at least [`FEW`].
    #[inline(always)]
    fn try_next<const LEFT: u32>(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        order: &mut OddFirst<G>,
        best: Score,
        alpha: Score,
    ) -> Score {
        let index = order.take();
        let next = if LEFT == 3 {
            self.context.try_move(position, index)
        } else {
            self.context.try_move_if_near(position, index)
        };
        let Some(next) = next else { return best };
        let (rest, odd) = (empty - Bitboard::at(index), self.odd_after(order.odd, index));
        let alpha = opposite(alpha);
        let value = match LEFT {
            3 => self.last_two(next, rest, alpha),
            4 => self.last::<3>(next, rest, odd, alpha),
            5 => self.last::<4>(next, rest, odd, alpha),
            _ if rest.len() == 5 => self.last::<5>(next, rest, odd, alpha),
            _ => self.last_few(next, rest, odd, alpha),
        };
        best.max(value.wrapping_neg())
    }

    #[inline(always)]
    fn last_two(&mut self, position: Position<G>, empty: Bitboard<G>, alpha: Score) -> Score {
        self.visit();
        self.two_moves::<false>(position, empty, alpha, ())
    }

    /// As [`last_moves`](Self::last_moves), with two empty squares. Parity does not matter here.
    #[inline(always)]
    fn two_moves<const PASSED: bool>(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        alpha: Score,
        (): (),
    ) -> Score {
        let mut best = Score::MIN;
        let (first, rest) = (empty.first(), empty.rest());
        if let Some(next) = self.context.try_move(position, first) {
            best = self.last_one(next, rest).wrapping_neg();
            if best > alpha {
                return best;
            }
        }
        if let Some(next) = self.context.try_move(position, rest.first()) {
            best = best.max(self.last_one(next, Bitboard::at(first)).wrapping_neg());
        }
        if best > Score::MIN {
            return best;
        }
        if PASSED {
            return self.context.final_score(position);
        }
        run!(self.two_moves::<true>(position.pass(), empty, opposite(alpha), ())).wrapping_neg()
    }

    #[inline(always)]
    fn last_one(&mut self, position: Position<G>, empty: Bitboard<G>) -> Score {
        self.visit();
        let (own, index) = (position.own().len(), empty.first());
        let flips = self.context.isa.count_last_flips(position, index);
        if flips > 0 {
            return self.context.full_score(own.wrapping_add(flips).wrapping_add(1));
        }
        let flips = self.context.isa.count_last_flips(position.pass(), index);
        if flips > 0 {
            return self.context.full_score(own.wrapping_sub(flips));
        }
        self.context.final_score(position)
    }

    /// The parts of the board with an odd number of empty squares after a disc is placed.
    #[inline(always)]
    pub(super) fn odd_after(&self, odd: Bitboard<G>, index: u32) -> Bitboard<G> {
        odd ^ self.context.region.part_of[index as usize & 63]
    }
}

/// The numbers of the squares in odd parts of the board, then of the others.
///
/// Two consecutive loops are up to 3 % slower on FFO 40–49 and random endgames, because the
/// processor has to predict the end of each.
struct OddFirst<G: Shape> {
    all: Bitboard<G>,
    odd: Bitboard<G>,
}

impl<G: Shape> OddFirst<G> {
    /// The next square; there must be one.
    #[inline(always)]
    fn take(&mut self) -> u32 {
        let odd = self.all & self.odd;
        let index = if odd.is_empty() { self.all } else { odd }.first();
        self.all = self.all - Bitboard::at(index);
        index
    }
}
