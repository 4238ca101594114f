//! A fixed set of positions that tells how fast the search is.

use super::{SearchMonitor, SearchOptions, SearchResult, search};
use crate::board::{Board4x4, Board8x8, Position, Rect, Shape};
use crate::formats::Obf;
use crate::game::Start;
use crate::score::{Objective, Rules, Score, Scoring};

/// The FFO endgame test: see the comments of the file.
const FFO: &str = include_str!("../../tests/data/ffo-40-59.obf");

/// A position to measure the search by.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// What it is called: a size, or a test and the number in it.
    pub name: String,
    run: Run,
}

/// A board of some shape, all shapes alike.
#[derive(Clone, Debug)]
enum Run {
    Start(fn(&SearchOptions) -> (Option<Score>, u64)),
    Endgame(Obf<Board8x8>),
}

/// The positions, in an order that is part of the set.
pub fn benchmarks() -> Vec<Benchmark> {
    let start = |name: &str, run| Benchmark { name: name.to_owned(), run: Run::Start(run) };
    let mut set = vec![
        start("4x4", solve_start::<Board4x4>),
        start("6x4", solve_start::<Rect<u32, 6, 4>>),
        start("4x8", solve_start::<Rect<u32, 4, 8>>),
        start("5x6", solve_start::<Rect<u32, 5, 6>>),
    ];
    let endgames = FFO.lines().filter_map(|line| Obf::parse(line).ok());
    set.extend((40..=43).zip(endgames).map(|(number, position)| Benchmark {
        name: format!("FFO {number}"),
        run: Run::Endgame(position),
    }));
    set
}

/// The sum of the numbers of positions that one thread looks at in all benchmarks:
/// whatever changes the search changes it.
pub const SIGNATURE: u64 = 135_916_862;

impl Benchmark {
    /// Solves the position and returns its value and the number of positions
    /// looked at. With one thread that number is always the same; the sum over
    /// all benchmarks is the [`SIGNATURE`] of the search.
    ///
    /// The rules are those that belong to the position, whatever the options.
    pub fn run(&self, options: &SearchOptions) -> (Option<Score>, u64) {
        match &self.run {
            Run::Start(solve) => solve(&SearchOptions { rules: Rules::default(), ..*options }),
            Run::Endgame(position) => {
                let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
                summary(position.game.position(), &SearchOptions { rules, ..*options })
            }
        }
    }
}

fn solve_start<S: Shape>(options: &SearchOptions) -> (Option<Score>, u64) {
    summary(Position::<S>::start(Start::Diagonal), options)
}

fn summary<S: Shape>(position: Position<S>, options: &SearchOptions) -> (Option<Score>, u64) {
    let result: SearchResult<S> = search(position, options, &SearchMonitor::default());
    (result.value(), result.nodes)
}
