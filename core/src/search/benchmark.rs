//! The cost of a search: a fixed set of positions to measure it on, and a rough forecast.

use std::ops::RangeInclusive;

use super::options::SearchOptions;
use super::root::search;
use crate::board::Size;
use crate::game::{Objective, Position, Rules, Score, Scoring, Start};
use crate::notation::Obf;

/// The FFO endgame test: see the comments of the file.
const FFO: &str = include_str!("ffo-40-59.obf");

/// A position for measuring the search.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// The name: a size, or a test and the number of the position in it.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The rules that belong to it.
    pub rules: Rules,
}

/// The positions of the benchmark. Their order is part of the set.
pub fn benchmarks() -> Vec<Benchmark> {
    let sizes = [(4, 4), (6, 4), (4, 8), (5, 6)];
    let sizes = sizes.into_iter().filter_map(|(width, height)| Size::new(width, height));
    let starts = sizes.map(|size| Benchmark {
        name: size.to_string(),
        position: Position::start(size, Start::Diagonal),
        rules: Rules::default(),
    });
    starts.chain(ffo(40..=43)).collect()
}

/// The positions of the FFO endgame test that have these numbers, which are 40 to 59. The winner
/// gets the empty squares.
pub fn ffo(numbers: RangeInclusive<u32>) -> Vec<Benchmark> {
    let endgames = FFO.lines().filter_map(|line| Obf::parse(Size::STANDARD, line).ok());
    let endgames = (40..).zip(endgames).filter(|(number, _)| numbers.contains(number));
    let benchmark = |(number, endgame): (u32, Obf)| Benchmark {
        name: format!("FFO {number}"),
        position: endgame.position,
        rules: Rules::new(Scoring::EmptiesToWinner, Objective::Most),
    };
    endgames.map(benchmark).collect()
}

/// The total number of positions that one thread searches in all benchmarks. Any change to the
/// search changes it.
pub const SIGNATURE: u64 = 47_979_825;

impl Benchmark {
    /// Solves the position and returns its value, seen by the side to move, and the number of
    /// positions searched. With one thread that number is always the same; the sum over all
    /// benchmarks is the [`SIGNATURE`] of the search.
    ///
    /// The rules are those that belong to the position, whatever the options.
    pub fn run(&self, options: &SearchOptions) -> (Option<Score>, u64) {
        let result = search(self.position, &SearchOptions { rules: self.rules, ..*options }, &());
        (result.value(), result.nodes)
    }
}

/// About how many positions one thread searches to find the value of a position, all best moves and
/// the line.
///
/// The estimate depends only on the short side of the board, the objective and the number of empty
/// squares, and is rough. For the boards under `results/` and the positions of the FFO endgame test
/// in results/README.md that take more than 30 million, it is right within a factor of five. A
/// position that is all but won takes far less. On three rows, where the starts are easily won, a
/// position in the middle of a game took forty times as many.
pub fn expected_positions(position: Position, objective: Objective) -> u64 {
    let fewest = objective == Objective::Fewest;
    // With 30 empty squares, and how many times as many with one more.
    let (millions, growth): (f64, f64) = match (position.size().short_side(), fewest) {
        (..=3, false) => (13.0, 1.57),
        (4, false) => (5.3, 1.44),
        (5..=6, false) => (210.0, 1.77),
        (7.., false) => (2_800.0, 1.8),
        (..=3, true) => (18_000.0, 1.98),
        (4, true) => (20.0, 1.5),
        (5..=6, true) => (3_300.0, 2.12),
        (7.., true) => (25_000.0, 2.12),
    };
    let further = position.empties().cast_signed() - 30;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is rough")]
    let positions = (millions * 1e6 * growth.powi(further)) as u64;
    positions
}
