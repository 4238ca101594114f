//! The last empty squares, where nearly all nodes are.

use super::Search;
use crate::board::isa::Isa;
use crate::board::{Bitboard, Position, Shape, Square};
use crate::score::Score;

impl<H: Shape, I: Isa> Search<'_, H, I> {
    /// The value of a position with few empty squares, by a search with a null
    /// window just above `alpha`.
    ///
    /// Without the table: it costs more here than it saves. Moves into the
    /// `odd` parts of the board come first, because who moves last in a part
    /// tends to win it, as players have always known (Rose, "Othello: a minute
    /// to learn, a lifetime to master"). That spares 7 % of the nodes.
    #[inline(always)]
    pub(super) fn ending(
        &mut self,
        position: Position<H>,
        odd: Bitboard<H>,
        alpha: Score,
    ) -> Score {
        let empty = self.region.empty(position);
        match empty.len() {
            0 => self.final_score(position),
            1 => self.last_one(position, first(empty)),
            2 => self.last_two(position, empty, alpha),
            3 => self.last_three(position, empty, odd, alpha),
            4 => self.last_four(position, empty, odd, alpha),
            _ => self.last_few(position, empty, odd, alpha),
        }
    }

    /// Five empty squares or more.
    fn last_few(
        &mut self,
        position: Position<H>,
        empty: Bitboard<H>,
        odd: Bitboard<H>,
        alpha: Score,
    ) -> Score {
        self.isa.run(
            #[inline(always)]
            || self.few_node(position, empty, odd, alpha),
        )
    }

    #[inline(always)]
    fn few_node(
        &mut self,
        position: Position<H>,
        empty: Bitboard<H>,
        odd: Bitboard<H>,
        alpha: Score,
    ) -> Score {
        self.nodes += 1;
        if let Some(upper) = self.stability_cutoff(position, empty, alpha) {
            return upper;
        }
        let moves = self.isa.moves(position) & empty;
        if moves.is_empty() {
            let passed = position.pass();
            if (self.isa.moves(passed) & empty).is_empty() {
                return self.final_score(position);
            }
            return -self.last_few(passed, empty, odd, -alpha - 1);
        }
        let four_left = empty.len() == 5;
        let mut best = Score::MIN;
        for set in [moves & odd, moves - odd] {
            for square in set {
                let next = self.isa.play(position, square);
                let rest = empty - square.into();
                let odd = odd ^ self.region.part_of(square);
                let value = if four_left {
                    -self.isa.run(
                        #[inline(always)]
                        || self.last_four(next, rest, odd, -alpha - 1),
                    )
                } else {
                    -self.last_few(next, rest, odd, -alpha - 1)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    #[inline(always)]
    fn last_four(
        &mut self,
        position: Position<H>,
        empty: Bitboard<H>,
        odd: Bitboard<H>,
        alpha: Score,
    ) -> Score {
        self.nodes += 1;
        if let Some(upper) = self.stability_cutoff(position, empty, alpha) {
            return upper;
        }
        self.last(position, alpha, [empty & odd, empty - odd], |search, next, square, alpha| {
            let odd = odd ^ search.region.part_of(square);
            search.isa.run(
                #[inline(always)]
                || search.last_three(next, empty - square.into(), odd, alpha),
            )
        })
    }

    #[inline(always)]
    fn last_three(
        &mut self,
        position: Position<H>,
        empty: Bitboard<H>,
        odd: Bitboard<H>,
        alpha: Score,
    ) -> Score {
        self.nodes += 1;
        self.last(position, alpha, [empty & odd, empty - odd], |search, next, square, alpha| {
            search.last_two(next, empty - square.into(), alpha)
        })
    }

    #[inline(always)]
    fn last_two(&mut self, position: Position<H>, empty: Bitboard<H>, alpha: Score) -> Score {
        self.nodes += 1;
        self.last(position, alpha, [empty], |search, next, square, _| {
            search.last_one(next, first(empty - square.into()))
        })
    }

    /// Tries to place a disc on each of the empty squares, in the order of
    /// `sets`; if there is no legal move, tries for the opponent. The value
    /// of the position after a move is that of `then`.
    #[inline(always)]
    fn last<const N: usize>(
        &mut self,
        mut position: Position<H>,
        mut alpha: Score,
        sets: [Bitboard<H>; N],
        mut then: impl FnMut(&mut Self, Position<H>, Square<H>, Score) -> Score,
    ) -> Score {
        for sign in [1, -1] {
            let mut best = Score::MIN;
            'moves: for set in sets {
                for square in set {
                    let flips = self.isa.flips(position, square);
                    if flips.is_empty() {
                        continue;
                    }
                    let next = position.place(square, flips);
                    best = best.max(-then(self, next, square, -alpha - 1));
                    if best > alpha {
                        break 'moves;
                    }
                }
            }
            if best > Score::MIN {
                return sign * best;
            }
            (position, alpha) = (position.pass(), -alpha - 1);
        }
        self.final_score(position)
    }

    #[inline(always)]
    fn last_one(&mut self, position: Position<H>, square: Square<H>) -> Score {
        self.nodes += 1;
        let own = position.own().len();
        let flips = self.isa.flips(position, square);
        if !flips.is_empty() {
            return self.full_score(own + 1 + flips.len());
        }
        let flips = self.isa.flips(position.pass(), square);
        if !flips.is_empty() {
            return self.full_score(own - flips.len());
        }
        self.final_score(position)
    }
}

#[inline(always)]
fn first<H: Shape>(set: Bitboard<H>) -> Square<H> {
    Square::from_index(u64::trailing_zeros(set.bits().into()))
}
