//! The cost of a search: a fixed set of positions to measure it on, and a rough forecast.

use std::ops::RangeInclusive;

use crate::board::Size;
use crate::game::{Objective, Position, Rules, Scoring, Start};
use crate::notation::read_position;

/// The FFO endgame test, with its source in the file's comments.
const FFO: &str = include_str!("ffo-40-59.obf");

/// A position for measuring the search.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// The name: a size, or a test and the number of a position in it.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The rules to solve it by.
    pub rules: Rules,
}

/// The positions of the benchmark, in a fixed order.
pub fn benchmarks() -> Vec<Benchmark> {
    let sizes = [(4, 4), (6, 4), (4, 8), (5, 6)];
    let sizes = sizes.into_iter().filter_map(|(width, height)| Size::new(width, height));
    let starts = sizes.map(|size| {
        let position = Position::start(size, Start::Diagonal);
        Benchmark { name: size.to_string(), position, rules: Rules::default() }
    });
    starts.chain(ffo(40..=43)).collect()
}

/// The positions with these numbers, from 40 to 59, in the FFO endgame test. The winner gets the
/// empty squares.
pub fn ffo(numbers: RangeInclusive<u32>) -> Vec<Benchmark> {
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    let positions = FFO.lines().filter_map(|line| {
        let (cells, _) = line.split_once(';')?;
        read_position(Size::STANDARD, cells).ok()
    });
    let wanted = (40..).zip(positions).filter(|(number, _)| numbers.contains(number));
    wanted
        .map(|(number, position)| Benchmark { name: format!("FFO {number}"), position, rules })
        .collect()
}

/// The total number of positions that one thread searches to find the value, one best move and a line
/// of each benchmark, with a table of 256 MiB. It changes with any change to the search.
pub const SIGNATURE: u64 = 45_991_500;

/// Roughly how many positions one thread searches to find the value of a position, all best moves
/// and the line.
///
/// The estimate depends only on the short side of the board, the objective and the number of empty
/// squares. It is accurate to within a factor of five for the boards under `results/`, and for the
/// FFO positions in results/README.md that take more than 30 million. A position that is all but
/// won takes far fewer. On three rows the starts are easily won, but a position in mid-game took
/// forty times the estimate.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is a rough estimate.
pub fn expected_positions(position: Position, objective: Objective) -> u64 {
    let fewest = objective == Objective::Fewest;
    // Millions of positions with 30 empty squares, and the growth for each further empty square.
    let (millions, growth): (f64, f64) = match (position.size().short_side(), fewest) {
        (..=3, false) => (13.0, 1.57),
        (4, false) => (5.3, 1.44),
        (5, false) => (80.0, 1.75),
        (6, false) => (300.0, 2.1),
        (7.., false) => (2_800.0, 1.8),
        (..=3, true) => (18_000.0, 1.98),
        (4, true) => (20.0, 1.5),
        (5, true) => (1_250.0, 2.0),
        (6, true) => (3_300.0, 2.12),
        (7.., true) => (25_000.0, 2.12),
    };
    (millions * 1e6 * growth.powi(position.empties().cast_signed() - 30)) as u64
}
