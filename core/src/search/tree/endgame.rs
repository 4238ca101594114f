//! The last empty squares, where nearly all nodes are.

use super::{Search, opposite};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::game::Score;

/// A position with few empty squares.
#[derive(Clone, Copy)]
pub(super) struct Ending<G: Shape> {
    pub(super) position: Position<G>,
    pub(super) empty: Bitboard<G>,
    /// The parts of the board with an odd number of empty squares.
    pub(super) odd: Bitboard<G>,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The value of a position with few empty squares, whose legal `moves` may be known, by a
    /// search with a null window just above `alpha`.
    ///
    /// The table is skipped here because it costs more than it saves. Moves into the odd parts of
    /// the board come first, because the player who moves last in a part tends to win it, as every
    /// book on Othello teaches (Rose, "Othello: a minute to learn, a lifetime to master"). This
    /// saves 7 % of the nodes.
    #[inline(always)]
    pub(super) fn ending(
        &mut self,
        ending: Ending<G>,
        moves: Option<Bitboard<G>>,
        alpha: Score,
    ) -> Score {
        match ending.empty.len() {
            0 => self.context.final_score(ending.position),
            1 => self.last_one(ending),
            2 => self.last_two(ending, alpha),
            3 => self.last_three(ending, alpha),
            4 => self.last_four(ending, alpha),
            _ => self.last_few(ending, moves.unwrap_or(ending.empty), alpha),
        }
    }

    /// Five or more empty squares. `tried` includes all legal moves.
    fn last_few(&mut self, ending: Ending<G>, tried: Bitboard<G>, alpha: Score) -> Score {
        self.context.isa.run(
            #[inline(always)]
            || self.few_node(ending, tried, alpha),
        )
    }

    #[inline(always)]
    fn few_node(&mut self, ending: Ending<G>, tried: Bitboard<G>, alpha: Score) -> Score {
        let Ending { position, empty, odd } = ending;
        self.visit();
        if let Some(upper) = self.stability_cutoff(position, empty, alpha) {
            return upper;
        }
        let four_left = empty.len() == 5;
        let mut best = Score::MIN;
        for square in (OddFirst { odd: tried & odd, even: tried - odd }) {
            let Some(next) = self.try_ending(ending, square) else { continue };
            let value = if four_left {
                -self.context.isa.run(
                    #[inline(always)]
                    || self.last_four(next, opposite(alpha)),
                )
            } else {
                -self.last_few(next, next.empty, opposite(alpha))
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
        -self.last_few(Ending { position: passed, ..ending }, moves, opposite(alpha))
    }

    #[inline(always)]
    fn last_four(&mut self, ending: Ending<G>, alpha: Score) -> Score {
        self.visit();
        if let Some(upper) = self.stability_cutoff(ending.position, ending.empty, alpha) {
            return upper;
        }
        self.last(
            ending,
            alpha,
            #[inline(always)]
            |search, next, alpha| {
                search.context.isa.run(
                    #[inline(always)]
                    || search.last_three(next, alpha),
                )
            },
        )
    }

    #[inline(always)]
    fn last_three(&mut self, ending: Ending<G>, alpha: Score) -> Score {
        self.visit();
        self.last(ending, alpha, Self::last_two)
    }

    #[inline(always)]
    fn last_two(&mut self, ending: Ending<G>, alpha: Score) -> Score {
        self.visit();
        // With two squares left, parity does not matter.
        let ending = Ending { odd: Bitboard::empty(), ..ending };
        self.last(
            ending,
            alpha,
            #[inline(always)]
            |search, next, _| search.last_one(next),
        )
    }

    /// Tries the empty squares, first for the side to move and, if it has to pass, for the
    /// opponent. `then` returns the value of the position after a move.
    #[inline(always)]
    fn last(
        &mut self,
        mut ending: Ending<G>,
        mut alpha: Score,
        mut then: impl FnMut(&mut Self, Ending<G>, Score) -> Score,
    ) -> Score {
        let Ending { position, empty, odd } = ending;
        for sign in [1, -1] {
            let mut best = Score::MIN;
            'moves: for set in [empty & odd, empty - odd] {
                for square in set {
                    let Some(next) = self.try_ending(ending, square) else { continue };
                    best = best.max(then(self, next, opposite(alpha)).wrapping_neg());
                    if best > alpha {
                        break 'moves;
                    }
                }
            }
            if best > Score::MIN {
                return best.wrapping_mul(sign);
            }
            (ending.position, alpha) = (position.pass(), opposite(alpha));
        }
        self.context.final_score(position)
    }

    #[inline(always)]
    fn last_one(&mut self, Ending { position, empty, .. }: Ending<G>) -> Score {
        self.visit();
        let (own, square) = (position.own().len(), first(empty));
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

    /// The position after a disc is placed on an empty square, if that is a legal move.
    #[inline(always)]
    fn try_ending(&self, ending: Ending<G>, square: Square) -> Option<Ending<G>> {
        let position = self.context.try_move(ending.position, square)?;
        let empty = ending.empty - Bitboard::only(square);
        let odd = ending.odd ^ self.context.region.part_of[square.index::<G>() as usize & 63];
        Some(Ending { position, empty, odd })
    }
}

/// The squares in odd parts of the board, then the others.
///
/// Two consecutive loops are up to 3 % slower on FFO 40–49 and random endgames, because the
/// processor has to predict the end of each.
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
