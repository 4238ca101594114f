//! A trained evaluation: what a position is worth by the look of its lines and
//! corners.
//!
//! It is the sum of a weight for each pattern, a set of squares whose discs are
//! looked at together (Buro, "From simple features to sophisticated evaluation
//! functions", 1998). It only orders moves: what a search finds never depends
//! on it, but how soon does. From the sixth ply of 6×6 on it spares 28 % of the
//! nodes, and 20 % of those of FFO 40–43.
//!
//! The weights are made by `othello-solver train`; see [`train()`](crate::train()).

mod patterns;

use std::sync::OnceLock;

use crate::board::simd::Isa;
use crate::board::{Bitboard, Position, Shape};
use crate::game::{Objective, Rules};
use patterns::images;

pub(crate) use patterns::{count, tied};

/// How many parts a game has, each with weights of its own.
pub(crate) const PHASES: usize = 6;

/// The value of a disc in the unit of the weights.
pub(crate) const DISC: i32 = 8;

/// The part of the game with this many empty squares: four to a part; what is
/// before the first or after the last belongs to it.
#[inline(always)]
pub(crate) fn phase(empties: u32) -> usize {
    (empties / 4).clamp(2, 7) as usize - 2
}

/// The weights that were found for a board in the middle of the 8×8 grid.
#[derive(Debug)]
pub(crate) struct Evaluation {
    patterns: Vec<Pattern>,
    /// For each part of the game, the weights of the patterns, one after the
    /// other.
    weights: [Vec<i8>; PHASES],
}

/// A pattern in one place of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    squares: u64,
    /// Where its weights begin.
    start: usize,
}

impl Evaluation {
    /// The evaluation that was trained for a board with these columns and rows in
    /// the middle of the 8×8 grid, if there is one.
    pub(crate) fn find(sides: (u32, u32), rules: Rules) -> Option<&'static Self> {
        static SIX: OnceLock<Evaluation> = OnceLock::new();
        static EIGHT: OnceLock<Evaluation> = OnceLock::new();
        match (sides, rules.objective) {
            ((6, 6), Objective::Most) => {
                Some(SIX.get_or_init(|| Self::new(6, include_bytes!("6x6.weights"))))
            }
            ((8, 8), Objective::Most) => {
                Some(EIGHT.get_or_init(|| Self::new(8, include_bytes!("8x8.weights"))))
            }
            _ => None,
        }
    }

    /// An evaluation with the weights of a file, for a square board with this
    /// `side`.
    fn new(side: u32, file: &[u8]) -> Self {
        let (patterns, order) = placed(side);
        let mut phases = file.chunks_exact(count(side));
        let weights = std::array::from_fn(|_| {
            let phase = phases.next().unwrap_or_default();
            order.iter().map(|&number| phase[number].cast_signed()).collect()
        });
        Self { patterns, weights }
    }

    /// What a position is worth to the side to move, in 1/8 of a disc.
    #[inline(always)]
    pub(crate) fn value<G: Shape, I: Isa>(
        &self,
        isa: I,
        position: Position<G>,
        empties: u32,
    ) -> i32 {
        let weights = &self.weights[phase(empties)];
        let weight = |pattern: &Pattern| i32::from(weights[pattern.index(isa, position)]);
        self.patterns.iter().map(weight).sum()
    }
}

/// All patterns in all places, and for each of their weights its number in the
/// file.
pub(crate) fn placed(side: u32) -> (Vec<Pattern>, Vec<usize>) {
    let (mut patterns, mut numbers) = (Vec::new(), Vec::new());
    for image in images(side) {
        patterns.push(Pattern { squares: image.squares(), start: numbers.len() });
        numbers.extend(image.weights());
    }
    (patterns, numbers)
}

impl Pattern {
    /// The number of the weight that belongs to the discs on the squares.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn index<G: Shape, I: Isa>(self, isa: I, position: Position<G>) -> usize {
        let number = |set: Bitboard<G>| {
            usize::from(TERNARY[isa.extract(set.bits().into(), self.squares) as usize % 512])
        };
        self.start + number(position.own()) + 2 * number(position.opponent())
    }
}

/// For each number of at most nine binary digits, that of the same digits to
/// base 3.
const TERNARY: [u16; 512] = {
    let mut numbers = [0; 512];
    let mut bits = 1;
    while bits < 512 {
        numbers[bits] = 3 * numbers[bits / 2] + if bits % 2 == 1 { 1 } else { 0 };
        bits += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::{Embedding, Kernel, on_grid};
    use crate::board::simd::Portable;
    use crate::board::{Size, Symmetry};
    use crate::game::{Game, Start};

    #[test]
    fn files_hold_all_weights() {
        assert_eq!(include_bytes!("6x6.weights").len(), PHASES * count(6));
        assert_eq!(include_bytes!("8x8.weights").len(), PHASES * count(8));
    }

    /// The values of a position and its mirror images.
    struct Values(Game);

    impl Kernel for Values {
        type Output = Vec<i32>;

        fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Vec<i32> {
            let evaluation = Evaluation::find(board.sides(), Rules::default()).unwrap();
            let value = |position| {
                let empties = board.empty(position).len();
                let value = isa.run(|| evaluation.value(isa, position, empties));
                assert_eq!(value, evaluation.value(Portable, position, empties));
                value
            };
            let position = board.position(self.0.own_and_opponent());
            Symmetry::all(board.size).map(|it| value(board.image(position, it))).collect()
        }
    }

    #[test]
    fn mirror_images_are_worth_the_same() {
        for side in [6, 8] {
            let mut game = Game::start(Size::new(side, side).unwrap(), Start::Diagonal);
            let mut worth_something = false;
            for number in 0..20 {
                let moves = game.moves();
                let Some(&square) = moves.get(number * 7 % moves.len().max(1)) else { break };
                game = game.play(square).unwrap();
                let values = on_grid(game.size(), Values(game));
                assert!(values.iter().all(|value| *value == values[0]), "{values:?} {game:?}");
                worth_something |= values[0] != 0;
            }
            assert!(worth_something);
        }
    }
}
