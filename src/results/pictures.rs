//! Pictures of results: the best line of a solved board, how its games end, and
//! how many positions are won.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use super::svg::{self, Bar, Chart, Look, Scale};
use super::{Document, SolvedBoard, grouped, markdown};
use crate::board::Size;
use crate::exhaustive::{Solution, Values};
use crate::game::{Game, Objective, Position, Rules, Start};
use crate::storage::FileError;

/// The pictures of a folder of results, each with the name of its file: of each
/// solved board `X.json` the line of best play, `X-line.svg`, and, where its games
/// were counted, how they end, `X-games.svg`; of `4x4-all.json` how many
/// arrangements are won, `4x4-all.svg`; and how many of the positions of 4×4 that
/// can be reached, `4x4-reachable.svg`. Other files, and those whose line is not a game, are
/// skipped.
///
/// # Errors
///
/// If the folder or a file in it cannot be read.
pub fn pictures(folder: &Path) -> Result<Vec<(String, String)>, FileError> {
    let mut pictures = Vec::new();
    for (name, document) in markdown::documents(folder)? {
        match document {
            Document::SolvedBoard(solved) => {
                pictures.extend(line(&solved).map(|line| (format!("{name}-line.svg"), line)));
                pictures.extend(endings(&solved).map(|ends| (format!("{name}-games.svg"), ends)));
            }
            Document::AllArrangements(all) => {
                let heading = format!("Every arrangement of discs on {}", all.size);
                pictures.push((format!("{name}.svg"), outcomes(&heading, &all.by_empties)));
            }
            Document::ReachableCensus(_) | Document::WipeoutTable(_) => {}
        }
    }
    let solution = Size::new(4, 4).and_then(|size| {
        Solution::new(Position::start(size, Start::Diagonal), Rules::default()).ok()
    });
    let heading = "Positions of 4x4 that can be reached, up to symmetry";
    let reachable = solution.map(|solution| outcomes(heading, &solution.by_empties()));
    pictures.extend(reachable.map(|picture| ("4x4-reachable.svg".to_owned(), picture)));
    Ok(pictures)
}

/// The line of best play of a solved board, as boards with the moves numbered.
/// `None` if it is not a game on that board.
fn line(solved: &SolvedBoard) -> Option<String> {
    let start = Position::parse(solved.size, &solved.position).ok()?;
    let line = Game::parse(start, &solved.line).ok()?;
    Some(svg::line(&result(solved), &line))
}

/// What was solved, and who wins: `4x4: White wins, 3–11`.
fn result(solved: &SolvedBoard) -> String {
    let winner = solved.winner().map_or("a draw".to_owned(), |color| format!("{color} wins"));
    format!("{}: {winner}, {}–{}", name(solved), solved.black, solved.white)
}

/// How the games of a board end: a histogram over Black's discs minus White's.
/// `None` if they were not counted.
fn endings(solved: &SolvedBoard) -> Option<String> {
    let games = solved.games.as_ref()?;
    let mut by_difference = BTreeMap::<i32, u64>::new();
    for ending in &games.by_discs {
        let difference = ending.black.cast_signed() - ending.white.cast_signed();
        *by_difference.entry(difference).or_default() += ending.games;
    }
    let squares = solved.size.squares().cast_signed();
    let bars = (-squares..=squares).map(|difference| {
        let games = by_difference.get(&difference).copied().unwrap_or(0);
        let is_it = [difference > 0, difference == 0, difference < 0];
        let label = difference.to_string().replace('-', "−");
        Bar { label, parts: is_it.map(|it| u64::from(it) * games).into() }
    });
    let chart = Chart {
        heading: format!("How the {} games of {} end", grouped(games.total), name(solved)),
        labels: "Black's discs minus White's".to_owned(),
        scale: Scale::Sum,
        parts: vec![
            ("Black has more".to_owned(), Look::Black),
            ("draw".to_owned(), Look::Draw),
            ("White has more".to_owned(), Look::White),
        ],
        bars: bars.collect(),
    };
    Some(chart.to_svg())
}

/// The shares of positions that are won, drawn and lost. Those with the most
/// empty squares are at the left.
fn outcomes(heading: &str, values: &[Values]) -> String {
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
    let mut name = solved.size.to_string();
    if solved.start == Some(Start::Parallel) {
        name += ", parallel start";
    }
    if solved.objective == Objective::Fewest {
        name += ", fewest discs";
    }
    name
}
