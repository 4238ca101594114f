//! Files of games that are not lines of text: SGF, and WTHOR databases.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use othello_solver::notation::{PositionEntry, Sgf, Wthor, WthorError, wthor_names};
use othello_solver::storage::FileError;

use super::failure::Failure;

/// A line, and its number, counted from 1: that of the line in which it begins, or in a WTHOR
/// database that of the game.
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) entry: Result<PositionEntry, String>,
}

/// How much of each game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// Up to the position whose theoretical score a WTHOR database has.
    ToTheoreticalScore,
}

/// The games of a file, or `None` if its name is not that of one of these kinds.
pub(super) fn read(path: &Path, extent: Extent) -> Result<Option<VecDeque<Line>>, Failure> {
    let is = |kind| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(kind));
    let bytes = || fs::read(path).map_err(FileError::of("read", path));
    if is("sgf") {
        let file = String::from_utf8_lossy(&bytes()?).into_owned();
        let line = |game: Result<Sgf, (usize, String)>| match game {
            Ok(game) => Line { number: game.file_line, entry: Ok(PositionEntry::from_sgf(game)) },
            Err((number, problem)) => Line { number, entry: Err(problem) },
        };
        return Ok(Some(Sgf::parse_all(&file).map(line).collect()));
    }
    if is("wtb") {
        let wthor = Wthor::parse(&bytes()?).map_err(in_file(path))?;
        let depth = wthor.depth.filter(|_| extent == Extent::ToTheoreticalScore);
        let games = (1..).zip(wthor.games).map(|(number, game)| Line {
            number,
            entry: game
                .map(|game| PositionEntry::from_wthor(game, depth))
                .map_err(|error| error.to_string()),
        });
        return Ok(Some(games.collect()));
    }
    Ok(None)
}

/// The names of the players of WTHOR databases.
pub(crate) fn read_names(path: &Path) -> Result<Vec<String>, Failure> {
    let bytes = fs::read(path).map_err(FileError::of("read", path))?;
    wthor_names(&bytes).map_err(in_file(path))
}

fn in_file(path: &Path) -> impl Fn(WthorError) -> Failure {
    move |error| Failure::Input(format!("{}: {error}", path.display()))
}
