//! A trained evaluation, which estimates the value of a position from its lines and corners.
//!
//! A pattern is a set of squares, and every arrangement of discs on it has a weight (Buro, "From
//! simple features to sophisticated evaluation functions", 1998). The estimate is the sum of these
//! weights. The patterns are lines, the edge with the squares next to its corners, and corners of
//! nine squares or, on 6×6 and 8×8, ten. Estimates only order moves and guess values: they
//! determine how soon a search ends, never its result. The indices of the weights are updated
//! incrementally from move to move, which cut the evaluation's share of the time for FFO 44–47 from
//! 23 to 14 %.
//!
//! `cargo xtask train` makes the weights, and `cargo xtask forecasts` measures their error. With
//! the feature `weights` they are part of the library; without it, pass them to [`hand_in`].

mod patterns;

use std::array::from_fn;
use std::sync::OnceLock;

use crate::board::kernel::{self, Bitboard, Embedding, Shape};
use crate::board::{Size, Square, error_text};
use crate::game::{Objective, Rules};
pub(crate) use patterns::shared;
use patterns::{Pattern, long_side_first, number_of_weights, patterns, power};

/// The fewest empty squares of the positions that weights are trained on.
pub(crate) const FEWEST: u32 = 6;

/// Weights are in units of 1/8 of a disc.
pub(crate) const UNITS_PER_DISC: i32 = 8;

/// The phase of the game with this many empty squares, counted from the end of the game. Each phase
/// covers three consecutive numbers of empty squares, or six above 27. The last phase of a board
/// also covers all larger numbers.
pub(crate) fn phase(empties: u32) -> usize {
    let (late, early) = ((empties.clamp(FEWEST, 26) - FEWEST) / 3, empties.saturating_sub(22) / 6);
    (late + early) as usize
}

/// The most patterns of a board, counting all their mirror images.
pub(crate) const PATTERNS: usize = 64;

/// The number of patterns in a group; see [`Evaluation::value`].
const GROUP: usize = 16;

/// For each pattern, the index of its weight relative to the weight for no discs. It is a number in
/// base 3 with a digit for each square: 1 for an own disc and -1 for an opponent's. Exchanging the
/// colours negates it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Features([i16; PATTERNS]);

/// The number of weights that a phase has room for.
///
/// It is a power of two, so that one instruction keeps an index in range and the look-up needs no
/// bounds check. This makes FFO 46–49 and random endgames 1 to 4 % faster. Unused room is never
/// touched, so it takes no memory.
const SPAN: usize = 1 << 18;

/// The patterns and weights of a board.
#[derive(Debug)]
pub struct Evaluation {
    /// For each square of the grid, the contribution of an own disc to the features.
    discs: Box<[Features; 64]>,
    /// The number of patterns.
    patterns: usize,
    /// For each pattern, the index of the weight for no discs. Unused patterns have the index of a
    /// weight of 0.
    centers: Box<[u32; PATTERNS]>,
    /// For each phase of the game, [`SPAN`] weights: the patterns' weights, one pattern after
    /// another, padded with zeros; see [`UNITS_PER_DISC`].
    weights: Vec<i8>,
    /// For each number of empty squares, the phase to use.
    phases: [usize; 65],
}

/// The weights in a file, or nothing if the weights are passed to [`hand_in`].
macro_rules! embedded {
    ($name:literal) => {
        if cfg!(feature = "weights") { include_bytes!($name) } else { &[] as &[u8] }
    };
}

/// The boards with a trained evaluation.
static TRAINED: [TrainedBoard; 12] = [
    TrainedBoard::new(6, 5, Objective::Most, embedded!("6x5.weights")),
    TrainedBoard::new(6, 5, Objective::Fewest, embedded!("6x5-fewest.weights")),
    TrainedBoard::new(6, 6, Objective::Most, embedded!("6x6.weights")),
    TrainedBoard::new(6, 6, Objective::Fewest, embedded!("6x6-fewest.weights")),
    TrainedBoard::new(7, 5, Objective::Most, embedded!("7x5.weights")),
    TrainedBoard::new(7, 5, Objective::Fewest, embedded!("7x5-fewest.weights")),
    TrainedBoard::new(7, 6, Objective::Most, embedded!("7x6.weights")),
    TrainedBoard::new(7, 7, Objective::Most, embedded!("7x7.weights")),
    TrainedBoard::new(8, 5, Objective::Most, embedded!("8x5.weights")),
    TrainedBoard::new(8, 6, Objective::Most, embedded!("8x6.weights")),
    TrainedBoard::new(8, 8, Objective::Most, embedded!("8x8.weights")),
    TrainedBoard::new(12, 4, Objective::Most, embedded!("12x4.weights")),
];

struct TrainedBoard {
    /// The size, with the long side as the width.
    size: Size,
    objective: Objective,
    /// The weights that are part of the library, or nothing.
    embedded: &'static [u8],
    /// The weights passed to [`hand_in`].
    handed_in: OnceLock<Vec<u8>>,
    /// For a board that is at least as wide as it is high on its grid, and for others.
    evaluations: [OnceLock<Evaluation>; 2],
}

impl TrainedBoard {
    const fn new(width: u32, height: u32, objective: Objective, embedded: &'static [u8]) -> Self {
        let size = Size::new(width, height).expect("there is such a board");
        let evaluations = [OnceLock::new(), OnceLock::new()];
        Self { size, objective, embedded, handed_in: OnceLock::new(), evaluations }
    }

    fn find(size: Size, objective: Objective) -> Option<&'static Self> {
        let size = long_side_first(size);
        TRAINED.iter().find(|it| it.size == size && it.objective == objective)
    }

    /// The weights, if there are any yet.
    fn weights(&self) -> Option<&[u8]> {
        let is_embedded = !self.embedded.is_empty();
        if is_embedded { Some(self.embedded) } else { self.handed_in.get().map(Vec::as_slice) }
    }

    /// The number of weights.
    fn count(&self) -> usize {
        // The last phase continues while more than three quarters of the squares are empty.
        (1 + phase(self.size.squares() * 3 / 4)) * shared(self.size).1
    }
}

/// Provides the weights of a board if they are not part of the library, for example in a browser
/// that loads them on demand. They are the contents of `SIZE.weights` or `SIZE-fewest.weights` in
/// `core/src/evaluation/`. All searches of the board that start later use them. If the board
/// already has weights, nothing changes.
///
/// # Errors
///
/// If no evaluation was trained for the board, or if the number of weights is wrong.
pub fn hand_in(size: Size, objective: Objective, weights: Vec<u8>) -> Result<(), WrongWeights> {
    let found = weights.len();
    let Some(board) = TrainedBoard::find(size, objective) else {
        return Err(WrongWeights { size, expected: None, found });
    };
    if board.count() != found {
        return Err(WrongWeights { size, expected: Some(board.count()), found });
    }
    // Weights in the library take precedence, and later weights are ignored.
    let _ = board.handed_in.set(weights);
    Ok(())
}

/// The weights do not fit the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongWeights {
    /// The size of the board.
    pub size: Size,
    /// The number of weights for the board, if an evaluation was trained for it.
    pub expected: Option<usize>,
    /// The number of weights that were passed.
    pub found: usize,
}

error_text!(WrongWeights, |Self { size, expected, found }, f| match expected {
    Some(expected) => write!(f, "the {size} board has {expected} weights, not {found}"),
    None => write!(f, "no evaluation was trained for the {size} board with this objective"),
});

/// For each board and objective with a trained evaluation, the root mean square error in discs of
/// forecasts with 1, 2, … plies, in positions with 16 to 20 empty squares. `cargo xtask forecasts`
/// measures it.
static FORECAST_ERRORS: &str = include_str!("forecast-errors.csv");

/// The root mean square error, in discs, of forecasts that look this many plies ahead, in positions
/// with 16 to 20 empty squares. For depths beyond those measured, the error at the greatest depth.
/// `None` if there is no trained evaluation for the board.
pub(crate) fn usual_error(size: Size, objective: Objective, depth: u32) -> Option<f64> {
    let board = format!("{},{objective},", long_side_first(size));
    let errors = FORECAST_ERRORS.lines().find_map(|row| row.strip_prefix(&board))?;
    let error = errors.split(',').take(depth.max(1) as usize).last()?;
    // In tenths of a disc: reading an `f64` would take large tables along, which browsers load.
    Some(f64::from(error.replace('.', "").parse::<u32>().ok()?) / 10.0)
}

impl Evaluation {
    /// Whether there are weights for boards of this size.
    pub fn exists(size: Size, rules: Rules) -> bool {
        TrainedBoard::find(size, rules.objective).is_some_and(|it| it.weights().is_some())
    }

    /// The trained evaluation of a board, if there is one.
    pub(crate) fn find<G: Shape>(board: &Embedding<G>, rules: Rules) -> Option<&'static Self> {
        let trained = TrainedBoard::find(board.size, rules.objective)?;
        let (weights, (width, height)) = (trained.weights()?, board.sides());
        let evaluation = &trained.evaluations[usize::from(width < height)];
        Some(evaluation.get_or_init(|| Self::new(board, weights)))
    }

    /// An evaluation with the weights of a file.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn new<G: Shape>(board: &Embedding<G>, file: &[u8]) -> Self {
        let ((width, height), (left, upper)) = (board.sides(), board.origin);
        let patterns = patterns(long_side_first(board.size));
        assert!(patterns.len() <= PATTERNS);
        let mut discs = Box::new([Features::NONE; 64]);
        for (place, pattern) in patterns.iter().enumerate() {
            for (digit, square) in pattern.squares.iter().enumerate() {
                let (column, row) = (square.column(), square.row());
                let (column, row) = if width < height { (row, column) } else { (column, row) };
                let square = G::index(Square::at(left + column, upper + row));
                discs[square as usize].0[place] += i16::try_from(power(digit)).unwrap_or(0);
            }
        }
        let (used, (shared, stored)) = (number_of_weights(&patterns), shared(board.size));
        assert!(used < SPAN);
        let centers = from_fn(|at| patterns.get(at).map_or(used, Pattern::center) as u32);
        let phases = file.chunks_exact(stored);
        let last = phases.len().saturating_sub(1);
        let mut weights = vec![0; phases.len() * SPAN];
        for (weights, phase) in weights.chunks_exact_mut(SPAN).zip(phases) {
            for (weight, &number) in weights.iter_mut().zip(&shared) {
                *weight = phase[number as usize].cast_signed();
            }
        }
        let phases = from_fn(|empties| phase(empties as u32).min(last));
        Self { patterns: patterns.len(), discs, centers: Box::new(centers), weights, phases }
    }

    /// The features of a position.
    #[inline(always)]
    pub(crate) fn features<G: Shape>(&self, position: kernel::Position<G>) -> Features {
        let mut features = self.sum(position.own());
        features.add(&self.sum(position.opponent()), -1);
        features
    }

    /// The features after a move, with the opponent to move.
    #[inline(always)]
    pub(crate) fn after<G: Shape>(
        &self,
        features: &Features,
        square: Square,
        flips: Bitboard<G>,
    ) -> Features {
        let mut after = self.sum(flips);
        let placed = &self.discs[G::index(square) as usize & 63];
        for ((after, before), placed) in after.0.iter_mut().zip(features.0).zip(placed.0) {
            let double = after.wrapping_add(*after);
            *after = 0_i16.wrapping_sub(before).wrapping_sub(placed).wrapping_sub(double);
        }
        after
    }

    #[inline(always)]
    fn sum<G: Shape>(&self, discs: Bitboard<G>) -> Features {
        let mut sum = Features::NONE;
        for square in discs {
            sum.add(&self.discs[G::index(square) as usize & 63], 1);
        }
        sum
    }

    /// The indices of the weights.
    pub(crate) fn indices(&self, features: &Features) -> impl Iterator<Item = usize> {
        self.centers.into_iter().zip(features.0).map(index).take(self.patterns)
    }

    /// Estimates the value of a position with these features for the side to move, in units of 1/8
    /// disc.
    ///
    /// The compiler unrolls the loop over a group of patterns, which made FFO 46 2 to 4 % faster
    /// with AVX-512. Gathering 16 weights with one instruction was no faster.
    #[inline(always)]
    pub(crate) fn value(&self, features: &Features, empties: u32) -> i32 {
        let weights = &self.weights.as_chunks::<SPAN>().0[self.phases[empties as usize]];
        let centers = self.centers.as_chunks::<GROUP>().0;
        let features = features.0.as_chunks::<GROUP>().0;
        let groups = centers.iter().zip(features).take(self.patterns.div_ceil(GROUP));
        let mut sum: i32 = 0;
        for (centers, features) in groups {
            for (&center, &feature) in centers.iter().zip(features) {
                sum = sum.wrapping_add(weights[index((center, feature)) % SPAN].into());
            }
        }
        sum
    }
}

/// The index of a weight.
#[inline(always)]
fn index((center, feature): (u32, i16)) -> usize {
    center.wrapping_add_signed(feature.into()) as usize
}

impl Features {
    /// The features of an empty board.
    pub(crate) const NONE: Self = Self([0; PATTERNS]);

    #[inline(always)]
    fn add(&mut self, other: &Self, sign: i16) {
        for (feature, other) in self.0.iter_mut().zip(other.0) {
            *feature = feature.wrapping_add(sign.wrapping_mul(other));
        }
    }

    /// The features of the same discs, with the opponent to move.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self(self.0.map(i16::wrapping_neg))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::kernel::{Isa, Kernel, on_grid};
    use crate::board::{Color, Size, SquareSet, Symmetry};
    use crate::game::{Position, Scoring, Start};

    #[test]
    fn files_hold_all_weights_and_are_small() {
        for trained in &TRAINED {
            assert_eq!(trained.embedded.len(), trained.count());
        }
        assert!(TRAINED.iter().map(|trained| trained.embedded.len()).sum::<usize>() <= 4 << 20);
    }

    /// Evaluates a position and its mirror images.
    struct Values(Position, Rules);

    impl Kernel for Values {
        type Output = Vec<i32>;

        fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Vec<i32> {
            let evaluation = Evaluation::find(board, self.1).unwrap();
            let value = |position| {
                let features = isa.run(|| evaluation.features(position));
                evaluation.value(&features, board.empty(position).len())
            };
            let position = board.position(self.0.own_and_opponent());
            Symmetry::all(board.size).map(|it| value(board.image(position, it))).collect()
        }
    }

    /// Positions of a game on each board with an evaluation.
    fn positions() -> impl Iterator<Item = (Position, Rules)> {
        TRAINED.iter().flat_map(|trained| {
            let start = Position::start(trained.size, Start::Diagonal);
            let rules = Rules::new(Scoring::Discs, trained.objective);
            (0..30).scan(start, move |position, number| {
                let moves = position.moves();
                *position = position.play(moves.iter().cycle().nth(number * 7)?).unwrap();
                Some((*position, rules))
            })
        })
    }

    #[test]
    fn mirror_images_have_the_same_value() {
        for (position, rules) in positions() {
            let values = on_grid(position.size(), Values(position, rules));
            assert!(values.iter().all(|value| *value == values[0]), "{values:?} {position:?}");
        }
        assert!(
            positions()
                .any(|(position, rules)| on_grid(position.size(), Values(position, rules))[0] != 0)
        );
    }

    #[test]
    fn a_board_and_its_rotation_have_the_same_value() {
        let mut compared = 0;
        for (position, rules) in positions().filter(|(position, _)| !position.size().is_square()) {
            let size = Size::new(position.size().height(), position.size().width()).unwrap();
            let bit = |square: Square| size.index(Square::at(square.row(), square.column()));
            let [black, white] = [Color::Black, Color::White].map(|color| {
                let bits = position.discs(color).iter().map(|square| 1 << bit(square)).sum();
                SquareSet::new(size, bits).unwrap()
            });
            let turned = Position::new(black, white, position.side()).unwrap();
            let [value, other] = [position, turned]
                .map(|position| on_grid(position.size(), Values(position, rules))[0]);
            assert_eq!(value, other, "{position:?}");
            compared += 1;
        }
        assert!(compared > 20);
    }

    /// Compares the features after each move with the features of the resulting position.
    struct Moves(Position, Rules);

    impl Kernel for Moves {
        type Output = ();

        fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) {
            let evaluation = Evaluation::find(board, self.1).unwrap();
            let position = board.position(self.0.own_and_opponent());
            let features = evaluation.features(position);
            assert_eq!(features.passed().0, evaluation.features(position.pass()).0);
            for square in board.moves(isa, position) {
                let flips = isa.flips(position, square);
                let after = isa.run(|| evaluation.after(&features, square, flips));
                assert_eq!(after.0, evaluation.features(position.place(square, flips)).0);
            }
        }
    }

    #[test]
    fn incremental_features_match_the_position_after_a_move() {
        positions().for_each(|(position, rules)| on_grid(position.size(), Moves(position, rules)));
    }

    #[test]
    fn patterns_cover_boards_of_all_sizes() {
        for size in Size::all().filter(|size| size.short_side() >= 4) {
            let patterns = patterns(long_side_first(size));
            assert!(patterns.len() <= PATTERNS, "{size} has {}", patterns.len());
            let squares: HashSet<_> =
                patterns.iter().flat_map(|pattern| pattern.squares.iter().copied()).collect();
            assert_eq!(squares.len(), size.squares() as usize, "{size}");
        }
    }

    #[test]
    fn forecast_errors_are_known_for_each_trained_board() {
        for board in &TRAINED {
            let error = |depth| usual_error(board.size, board.objective, depth);
            let is_usual = |depth| error(depth).is_some_and(|it| (1.0..25.0).contains(&it));
            assert!((1..=12).all(is_usual), "{}", board.size);
            // Looking further ahead is more accurate.
            assert!(error(12) < error(1), "{}", board.size);
            assert_eq!((error(0), error(60)), (error(1), error(12)), "{}", board.size);
        }
        assert_eq!(FORECAST_ERRORS.lines().count(), 1 + TRAINED.len());
        let upright = usual_error(Size::new(5, 7).unwrap(), Objective::Most, 3);
        assert_eq!(upright, usual_error(Size::new(7, 5).unwrap(), Objective::Most, 3));
        assert_eq!(usual_error(Size::new(4, 4).unwrap(), Objective::Most, 3), None);
    }
}
