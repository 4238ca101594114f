//! The last empty squares, where nearly all nodes are.

use super::{Search, opposite};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::Score;

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The value of a position with few empty squares, whose legal `moves` may be known, by a search
    /// with a null window just above `alpha`.
    ///
    /// The table is skipped here because it costs more than it saves. Moves into the `odd` parts of
    /// the board come first, because the player who moves last in a part tends to win it, as every
    /// book on Othello teaches (Rose, "Othello: a minute to learn, a lifetime to master"). This saves
    /// 7 % of the nodes.
    #[inline(always)]
    pub(super) fn ending(
        &mut self,
        position: Position<G>,
        moves: Option<Bitboard<G>>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        let empty = self.context.region.empty(position);
        match empty.len() {
            0 => self.context.final_score(position),
            1 => self.last_one(position, first(empty)),
            2 => self.last_two(position, empty, alpha),
            3 => self.last_three(position, empty, odd, alpha),
            4 => self.last_four(position, empty, odd, alpha),
            _ => self.last_few(position, empty, moves.unwrap_or(empty), odd, alpha),
        }
    }

    /// Five or more empty squares. `tried` includes all legal moves.
    fn last_few(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        tried: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        self.context.isa.run(
            #[inline(always)]
            || self.few_node(position, empty, tried, odd, alpha),
        )
    }

    #[inline(always)]
    fn few_node(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        tried: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        self.visit();
        if let Some(upper) = self.stability_cutoff(position, empty, alpha) {
            return upper;
        }
        let four_left = empty.len() == 5;
        let mut best = Score::MIN;
        for square in (OddFirst { odd: tried & odd, even: tried - odd }) {
            let Some(next) = self.context.try_move(position, square) else { continue };
            let rest = empty - Bitboard::only(square);
            let odd = odd ^ self.context.region.part_of(square);
            let value = if four_left {
                -self.context.isa.run(
                    #[inline(always)]
                    || self.last_four(next, rest, odd, opposite(alpha)),
                )
            } else {
                -self.last_few(next, rest, rest, odd, opposite(alpha))
            };
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        if best > Score::MIN {
            return best;
        }
        let passed = position.pass();
        let moves = self.context.isa.moves(passed) & empty;
        if moves.is_empty() {
            return self.context.final_score(position);
        }
        -self.last_few(passed, empty, moves, odd, opposite(alpha))
    }

    #[inline(always)]
    fn last_four(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        self.visit();
        if let Some(upper) = self.stability_cutoff(position, empty, alpha) {
            return upper;
        }
        self.last(
            position,
            alpha,
            [empty & odd, empty - odd],
            #[inline(always)]
            |search, next, square, alpha| {
                let odd = odd ^ search.context.region.part_of(square);
                search.context.isa.run(
                    #[inline(always)]
                    || search.last_three(next, empty - Bitboard::only(square), odd, alpha),
                )
            },
        )
    }

    #[inline(always)]
    fn last_three(
        &mut self,
        position: Position<G>,
        empty: Bitboard<G>,
        odd: Bitboard<G>,
        alpha: Score,
    ) -> Score {
        self.visit();
        self.last(
            position,
            alpha,
            [empty & odd, empty - odd],
            #[inline(always)]
            |search, next, square, alpha| {
                search.last_two(next, empty - Bitboard::only(square), alpha)
            },
        )
    }

    #[inline(always)]
    fn last_two(&mut self, position: Position<G>, empty: Bitboard<G>, alpha: Score) -> Score {
        self.visit();
        self.last(
            position,
            alpha,
            [empty],
            #[inline(always)]
            |search, next, square, _| search.last_one(next, first(empty - Bitboard::only(square))),
        )
    }

    /// Tries the empty squares in the order of `sets`, first for the side to move and, if it has to
    /// pass, for the opponent. `then` returns the value of the position after a move.
    #[inline(always)]
    fn last<const N: usize>(
        &mut self,
        mut position: Position<G>,
        mut alpha: Score,
        sets: [Bitboard<G>; N],
        mut then: impl FnMut(&mut Self, Position<G>, Square, Score) -> Score,
    ) -> Score {
        for sign in [1, -1] {
            let mut best = Score::MIN;
            'moves: for set in sets {
                for square in set {
                    let Some(next) = self.context.try_move(position, square) else { continue };
                    best = best.max(then(self, next, square, opposite(alpha)).wrapping_neg());
                    if best > alpha {
                        break 'moves;
                    }
                }
            }
            if best > Score::MIN {
                return best.wrapping_mul(sign);
            }
            (position, alpha) = (position.pass(), opposite(alpha));
        }
        self.context.final_score(position)
    }

    #[inline(always)]
    fn last_one(&mut self, position: Position<G>, square: Square) -> Score {
        self.visit();
        let own = position.own().len();
        let flips = self.context.isa.count_last_flips(position, square);
        if flips > 0 {
            return self.context.full_score(own.wrapping_add(flips).wrapping_add(1));
        }
        let flips = self.context.isa.count_last_flips(position.pass(), square);
        if flips > 0 {
            return self.context.full_score(own.wrapping_sub(flips));
        }
        self.context.final_score(position)
    }
}

/// The squares in odd parts of the board, then the others.
///
/// Two consecutive loops are up to 3 % slower on FFO 40–49 and random endgames, because the processor
/// has to predict the end of each.
struct OddFirst<G: Shape> {
    odd: Bitboard<G>,
    even: Bitboard<G>,
}

impl<G: Shape> Iterator for OddFirst<G> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let set = if self.odd.is_empty() { self.even } else { self.odd };
        if set.is_empty() {
            return None;
        }
        let square = first(set);
        let disc = Bitboard::only(square);
        (self.odd, self.even) = (self.odd - disc, self.even - disc);
        Some(square)
    }
}

#[inline(always)]
fn first<G: Shape>(set: Bitboard<G>) -> Square {
    Square::from_index::<G>(u64::trailing_zeros(set.bits().into()))
}
