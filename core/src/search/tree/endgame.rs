//! The last empty squares, where nearly all nodes are.
//!
//! Each number of empty squares up to five has its own function, without loops.

use super::{Search, opposite};
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::Score;

/// A position with few empty squares, and the moves still to try.
#[derive(Clone, Copy)]
pub(super) struct Ending<G: Shape> {
    pub(super) position: Position<G>,
    /// All legal moves and perhaps other empty squares. With at most five empty squares, all of
    /// them.
    pub(super) tried: Bitboard<G>,
    /// The parts of the board with an odd number of empty squares.
    pub(super) odd: Bitboard<G>,
}

impl<G: Shape> Ending<G> {
    /// Removes the next square from those to try, and returns its number. There must be one.
    ///
    /// Squares in odd parts of the board come first. Two consecutive loops, for these and for the
    /// others, are up to 3 % slower on FFO 40–49 and random endgames, because the processor has to
    /// predict the end of each.
    #[inline(always)]
    fn take(&mut self) -> u32 {
        let odd = self.tried & self.odd;
        let index = if odd.is_empty() { self.tried } else { odd }.first();
        self.tried = self.tried - Bitboard::at(index);
        index
    }

    /// The same position after a pass.
    #[inline(always)]
    fn pass(self) -> Self {
        Self { position: self.position.pass(), ..self }
    }
}

/// As `run!`, with an [`Ending`], whose parts stay in registers, and `alpha`.
macro_rules! run_ending {
    ($search:ident.$method:ident $(::<$($option:tt),+>)? ($ending:expr, $alpha:expr)) => {{
        let Ending { position, tried, odd } = $ending;
        $search.context.isa.run_with(
            #[inline(always)]
            |search: &mut Self, position, tried, odd, alpha| {
                search.$method $(::<$($option),+>)? (Ending { position, tried, odd }, alpha)
            },
            ($search, position, tried, odd, $alpha),
        )
    }};
}

/// More than five empty squares.
const FEW: u32 = 6;

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The value of a position with few empty squares, by a search with a null window just above
    /// `alpha`.
    ///
    /// The table is skipped here because it costs more than it saves. Moves into the odd parts of
    /// the board come first, because the player who moves last in a part tends to win it, as every
    /// book on Othello teaches (Rose, "Othello: a minute to learn, a lifetime to master"). This
    /// saves 7 % of the nodes.
    pub(super) fn ending(
        &mut self,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        alpha: Score,
    ) -> Score {
        let empty = self.context.region.board.empty(position);
        let ending = Ending { position, tried: empty, odd: self.context.region.odd(empty) };
        match empty.len() {
            0 => self.context.final_score(position),
            1 => self.last::<1>(ending, alpha),
            2 => self.last::<2>(ending, alpha),
            3 => self.last::<3>(ending, alpha),
            4 => self.last::<4>(ending, alpha),
            5 => self.last::<5>(ending, alpha),
            _ => self.last_few(Ending { tried: moves.unwrap_or(empty), ..ending }, alpha),
        }
    }

    /// More than five empty squares.
    #[inline(always)]
    pub(super) fn last_few(&mut self, ending: Ending<G>, alpha: Score) -> Score {
        run_ending!(self.few_moves(ending, alpha))
    }

    #[inline(always)]
    fn few_moves(&mut self, mut ending: Ending<G>, alpha: Score) -> Score {
        self.visit();
        let position = ending.position;
        let empty = self.context.region.board.empty(position);
        if let Some(upper) = self.stability_cutoff(position, empty, empty.len(), alpha) {
            return upper;
        }
        let mut best = Score::MIN;
        while !ending.tried.is_empty() {
            best = self.try_next::<FEW>(&mut ending, empty, best, alpha);
            if best > alpha {
                return best;
            }
        }
        if best > Score::MIN {
            return best;
        }
        let passed = ending.pass();
        let tried = self.context.isa.moves(passed.position) & empty;
        if tried.is_empty() {
            return self.context.final_score(position);
        }
        self.last_few(Ending { tried, ..passed }, opposite(alpha)).wrapping_neg()
    }

    /// At most five empty squares.
    #[inline(always)]
    pub(super) fn last<const LEFT: u32>(&mut self, ending: Ending<G>, alpha: Score) -> Score {
        self.visit();
        match LEFT {
            1 => self.last_one(ending.position, ending.tried.first()),
            // Inlined into the search with three empty squares. Parity makes no difference here.
            2 => self.last_moves::<2, false>(Ending { odd: Bitboard::empty(), ..ending }, alpha),
            _ => {
                let Ending { position, tried: empty, .. } = ending;
                if LEFT > 3
                    && let Some(upper) = self.stability_cutoff(position, empty, LEFT, alpha)
                {
                    return upper;
                }
                run_ending!(self.last_moves::<LEFT, false>(ending, alpha))
            }
        }
    }

    /// The best move with two to five empty squares. If there is none, the opponent moves, or the
    /// game is over if the opponent has `PASSED`.
    #[inline(always)]
    fn last_moves<const LEFT: u32, const PASSED: bool>(
        &mut self,
        ending: Ending<G>,
        alpha: Score,
    ) -> Score {
        let (mut left, empty) = (ending, ending.tried);
        let mut best = Score::MIN;
        // Not a loop, so that the processor predicts the branches of each attempt on their own.
        macro_rules! try_each {
            ($($number:literal)+) => {$(
                if $number <= LEFT {
                    best = self.try_next::<LEFT>(&mut left, empty, best, alpha);
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
        let passed = ending.pass();
        if PASSED || LEFT == 5 && !self.context.isa.moves(passed.position).intersects(empty) {
            return self.context.final_score(ending.position);
        }
        let value = if LEFT == 5 {
            // A cutoff is more likely here than with fewer empty squares.
            run_ending!(self.last::<LEFT>(passed, opposite(alpha)))
        } else {
            run_ending!(self.last_moves::<LEFT, true>(passed, opposite(alpha)))
        };
        value.wrapping_neg()
    }

    /// The better of `best` and the value of the next move to try, if it is legal. `LEFT` squares
    /// are `empty` before it, or at least [`FEW`].
    #[inline(always)]
    fn try_next<const LEFT: u32>(
        &mut self,
        ending: &mut Ending<G>,
        empty: Bitboard<G>,
        best: Score,
        alpha: Score,
    ) -> Score {
        let (position, index) = (ending.position, ending.take());
        let next = if LEFT <= 3 {
            self.context.try_move(position, index)
        } else {
            self.context.try_move_if_near(position, index)
        };
        let Some(next) = next else { return best };
        let next = self.ending_after(next, empty, ending.odd, index);
        let alpha = opposite(alpha);
        let value = match LEFT {
            2 => self.last::<1>(next, alpha),
            3 => self.last::<2>(next, alpha),
            4 => self.last::<3>(next, alpha),
            5 => self.last::<4>(next, alpha),
            _ if next.tried.len() == 5 => self.last::<5>(next, alpha),
            _ => self.last_few(next, alpha),
        };
        best.max(value.wrapping_neg())
    }

    /// The position after a move on one of the `empty` squares.
    #[inline(always)]
    pub(super) fn ending_after(
        &self,
        position: Position<G>,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        index: u32,
    ) -> Ending<G> {
        let odd = odd ^ self.context.region.part_of[index as usize & 63];
        Ending { position, tried: empty - Bitboard::at(index), odd }
    }

    #[inline(always)]
    fn last_one(&self, position: Position<G>, index: u32) -> Score {
        let own = position.own().len();
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
}
