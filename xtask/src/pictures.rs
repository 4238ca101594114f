//! `pictures`: the results as pictures.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use othello_core::analysis::Plan;
use othello_core::exhaustive::ValueCounts;
use othello_core::notation::read_position;
use othello_core::{Position, Rules, Size, Solution, Start};
use othello_solver::amounts::grouped;
use othello_solver::results::{AnswerDocument, Document, Language, svg};
use othello_solver::storage::FileError;

use super::chart::{Bar, Chart, Look, Scale};
use super::methods;
use super::outcome::{Outcome, write};
use super::tables::{documents, named_boards};

/// Draw the results as pictures in SVG
///
/// For each solved board X.json that README.md names, X-line.svg shows the line of best play; for
/// each board whose games were counted, X-games.svg shows how they end. 4x4-reachable.svg shows how
/// many positions are won, and 4x4-all.svg the same for every arrangement of discs. 4x4-methods.svg
/// compares search methods, and X.svg shows each plan X.json.
#[derive(Debug, Args)]
pub(crate) struct Pictures {
    /// The folder for the pictures
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    output: PathBuf,
}

impl Pictures {
    pub(crate) fn run(self) -> Outcome {
        for (name, picture) in pictures(Path::new(""))? {
            write(&self.output.join(name), picture.as_bytes())?;
        }
        Ok(())
    }
}

/// The pictures of a repository's results, each with its file name.
fn pictures(root: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let readme = root.join("README.md");
    let text = fs::read_to_string(&readme).map_err(FileError::of("read", &readme))?;
    let with_line = named_boards(&text);
    let mut pictures = Vec::new();
    for (name, document) in documents(&root.join("results"))? {
        match document {
            Document::Answer(solved) => {
                if with_line.contains(&name.as_str()) {
                    pictures.push((format!("{name}-line.svg"), svg::solved(&solved)));
                }
                pictures.extend(endings(&solved).map(|ends| (format!("{name}-games.svg"), ends)));
            }
            Document::AllArrangements(all) => {
                let heading = format!("Every arrangement of discs on {}", all.size);
                pictures.push((format!("{name}.svg"), outcomes(&heading, &all.by_empties)));
            }
            Document::Plan(document) => {
                let position = read_position(document.size, &document.position)?;
                let plan = Plan::new(position, document.rules(), Some(document.player), &())?;
                pictures.push((format!("{name}.svg"), svg::plan(&plan, Language::English)));
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
    pictures.push(("4x4-methods.svg".to_owned(), methods::chart()));
    Ok(pictures)
}

/// How the games of a board end: a histogram over Black's discs minus White's. `None` if they were
/// not counted.
fn endings(solved: &AnswerDocument) -> Option<String> {
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
        heading: format!("How the {} games of {} end", grouped(games.total), solved.title()),
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

/// The shares of positions that are won, drawn and lost, with the most empty squares at the left.
fn outcomes(heading: &str, values: &[ValueCounts]) -> String {
    let mut values: Vec<_> = values.iter().collect();
    values.sort_unstable_by_key(|values| Reverse(values.empties));
    let bars = values.into_iter().map(|values| Bar {
        label: values.empties.to_string(),
        parts: vec![values.wins, values.draws, values.losses],
    });
    let chart = Chart {
        heading: heading.to_owned(),
        labels: "empty squares".to_owned(),
        scale: Scale::Share,
        parts: vec![
            ("the player to move wins".to_owned(), Look::Win),
            ("draw".to_owned(), Look::Draw),
            ("the opponent wins".to_owned(), Look::Loss),
        ],
        bars: bars.collect(),
    };
    chart.to_svg()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;
    use crate::outcome::root;

    #[test]
    fn the_committed_pictures_are_drawn_again() {
        let drawn = BTreeMap::from_iter(pictures(root()).unwrap());
        let mut committed = BTreeMap::new();
        for file in fs::read_dir(root().join("results")).unwrap() {
            let path = file.unwrap().path();
            if path.extension() == Some(OsStr::new("svg")) {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                committed.insert(name, fs::read_to_string(path).unwrap());
            }
        }
        let changed: Vec<_> = drawn
            .keys()
            .chain(committed.keys())
            .filter(|&name| drawn.get(name) != committed.get(name))
            .collect();
        assert!(changed.is_empty(), "run `cargo xtask pictures` to draw these again: {changed:?}");
        assert!(drawn.contains_key("4x4-line.svg"));
    }
}
