//! Pictures of results: the best line of a solved board, how its games end, and
//! how many positions are won.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::any_game::AnyGame;
use crate::formats::results::SolvedBoard;
use crate::formats::svg::{self, Bar, Chart, Look, Scale};
use crate::formats::{AnyTranscript, Cells, Values};
use crate::game::Start;
use crate::score::Objective;

/// The line of best play of a solved board, as boards with the moves numbered.
/// `None` if it is no game on that `board`.
pub fn line(solved: &SolvedBoard, board: AnyGame) -> Option<String> {
    let start = solved.position.parse::<Cells>().ok()?.on(board)?;
    let line = AnyTranscript::parse(start, &solved.line).ok()?;
    Some(svg::line(&result(solved), line))
}

/// What was solved, and who wins: `4x4: White wins, 3–11`.
fn result(solved: &SolvedBoard) -> String {
    let winner = solved.winner().map_or("nobody wins".to_owned(), |color| format!("{color} wins"));
    format!("{}: {winner}, {}–{}", name(solved), solved.black, solved.white)
}

/// How the games of a board end: a histogram over Black's discs minus White's.
/// `None` if they were not counted.
pub fn endings(solved: &SolvedBoard) -> Option<String> {
    let games = solved.games.as_ref()?;
    let mut by_difference = BTreeMap::<i32, u64>::new();
    for ending in &games.by_discs {
        let difference = ending.black.cast_signed() - ending.white.cast_signed();
        *by_difference.entry(difference).or_default() += ending.games;
    }
    let squares = (solved.width * solved.height).cast_signed();
    let bars = (-squares..=squares).map(|difference| {
        let games = by_difference.get(&difference).copied().unwrap_or(0);
        let is_it = [difference > 0, difference == 0, difference < 0];
        let label = difference.to_string().replace('-', "−");
        Bar { label, parts: is_it.map(|it| u64::from(it) * games).into() }
    });
    let chart = Chart {
        heading: format!("How the {} games of {} end", svg::grouped(games.total), name(solved)),
        labels: "Black's discs minus White's".to_owned(),
        scale: Scale::Sum,
        parts: vec![
            ("Black has more".to_owned(), Look::Black),
            ("as many".to_owned(), Look::Draw),
            ("White has more".to_owned(), Look::White),
        ],
        bars: bars.collect(),
    };
    Some(chart.to_svg())
}

/// The shares of positions that are won, drawn and lost. Those with the most
/// empty squares are at the left.
pub fn outcomes(heading: &str, values: &[Values]) -> String {
    let mut values: Vec<_> = values.iter().collect();
    values.sort_unstable_by_key(|values| Reverse(values.empties));
    let bar = |values: &Values| Bar {
        label: values.empties.to_string(),
        parts: vec![values.wins, values.draws, values.losses],
    };
    let chart = Chart {
        heading: heading.to_owned(),
        labels: "empty squares".to_owned(),
        scale: Scale::Share,
        parts: vec![
            ("the player to move wins".to_owned(), Look::Win),
            ("draw".to_owned(), Look::Draw),
            ("the opponent wins".to_owned(), Look::Loss),
        ],
        bars: values.into_iter().map(bar).collect(),
    };
    chart.to_svg()
}

/// What was solved: `4x4, parallel start, fewest discs`.
fn name(solved: &SolvedBoard) -> String {
    let mut name = solved.size.clone();
    if solved.start == Some(Start::Parallel) {
        name += ", parallel start";
    }
    if solved.objective == Objective::Fewest {
        name += ", fewest discs";
    }
    name
}
