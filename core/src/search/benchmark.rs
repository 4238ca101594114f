//! A fixed set of positions for measuring the speed of the search.

use std::ops::RangeInclusive;

use super::options::SearchOptions;
use super::solve::search;
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
