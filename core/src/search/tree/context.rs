//! The board, the rules and the instruction set, which every search on a grid needs.

use super::Region;
use crate::board::Size;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::{Objective, Rules, Score, Scoring};

/// A board on the grid `G`, and how games on it are scored.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, G: Shape, I> {
    pub(crate) isa: I,
    pub(crate) region: &'a Region<G>,
    pub(crate) rules: Rules,
    /// 1, or −1 if the fewest discs win.
    pub(crate) sign: Score,
    is_standard: bool,
    is_common: bool,
}

impl<'a, G: Shape, I: Isa> Context<'a, G, I> {
    pub(crate) fn new(isa: I, region: &'a Region<G>, rules: Rules) -> Self {
        let sign = if rules.objective == Objective::Most { 1 } else { -1 };
        let size = region.board.size;
        let is_standard = size == Size::STANDARD;
        let is_6x6 = (size.width(), size.height()) == (6, 6);
        let is_common = is_standard || is_6x6 && rules.objective == Objective::Most;
        Self { isa, region, rules, sign, is_standard, is_common }
    }

    /// Whether the board is 8×8.
    #[inline(always)]
    pub(super) fn is_standard(&self) -> bool {
        G::IS_COVERED || self.is_standard
    }

    /// Whether the board is one of the two that are searched most: 8×8 and, if most discs win, 6×6.
    ///
    /// Most settings tuned for 8×8 also suit 6×6. They save 36 % of the nodes of 82 random
    /// positions of 6×6 after three to nine plies, and a third of the time after nine plies. They
    /// have not been measured on other boards.
    #[inline(always)]
    pub(super) fn is_common(&self) -> bool {
        G::IS_COVERED || self.is_common
    }

    /// The legal moves.
    #[inline(always)]
    pub(crate) fn moves(&self, position: Position<G>) -> Bitboard<G> {
        self.isa.moves(position) & self.region.board.empty(position)
    }

    /// Whether neither player has a legal move.
    pub(crate) fn is_over(&self, position: Position<G>) -> bool {
        let moves = self.isa.moves(position) | self.isa.moves(position.pass());
        !moves.intersects(self.region.board.empty(position))
    }

    /// The position after a disc is placed on the empty square with this number, if that is a legal
    /// move.
    ///
    /// With few empty squares, trying them all is faster than generating the legal moves: with five
    /// and six it made FFO 40–46 3 % faster.
    #[inline(always)]
    pub(super) fn try_move(&self, position: Position<G>, index: u32) -> Option<Position<G>> {
        let flips = self.isa.flips_at(position, index);
        if flips.is_empty() { None } else { Some(position.place_at(index, flips)) }
    }

    /// As [`try_move`](Self::try_move), but checks first whether an opponent's disc is next to the
    /// square. This made FFO 43 and 44 3 % faster, but with three or two empty squares it takes 3 %
    /// more instructions and mispredicts more branches.
    #[inline(always)]
    pub(super) fn try_move_if_near(
        &self,
        position: Position<G>,
        index: u32,
    ) -> Option<Position<G>> {
        let neighbours = self.region.neighbours[index as usize & 63];
        if neighbours.intersects(position.opponent()) {
            self.try_move(position, index)
        } else {
            None
        }
    }

    /// The score of a game that ends here.
    #[inline(always)]
    pub(crate) fn final_score(&self, position: Position<G>) -> Score {
        let (own, opponent) = (position.own().len(), position.opponent().len());
        self.rules.score(own, opponent, self.region.count() - own - opponent)
    }

    /// The lowest score above `alpha` that a game can end with. If the winner gets the empty
    /// squares, all scores on a board with an even number of squares are even.
    pub(crate) fn above(&self, alpha: Score) -> Score {
        let (above, scoring) = (alpha + 1, self.rules.scoring);
        let even = scoring == Scoring::EmptiesToWinner && self.region.count().is_multiple_of(2);
        if even { above + (above & 1) } else { above }
    }

    /// The score of a game that ends with a full board and `own` discs for the side to move.
    #[inline(always)]
    pub(crate) fn full_score(&self, own: u32) -> Score {
        let twice = own.cast_signed().wrapping_mul(2);
        self.sign.wrapping_mul(twice.wrapping_sub(self.region.count().cast_signed()))
    }
}

/// The null window above `alpha`, seen by the opponent: the window above `-alpha - 1`.
#[inline(always)]
pub(crate) const fn opposite(alpha: Score) -> Score {
    !alpha
}
