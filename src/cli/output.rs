//! Standard output.

use std::io::Write;
use std::path::Path;

use othello_solver::results::to_json;
use othello_solver::storage::write_whole;
use othello_solver::{Game, Square};
use serde::Serialize;

use super::failure::Failure;

/// Writes to standard output and flushes it, so that the text is seen before the program goes on.
/// Colours are left out where they are not wanted.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes one JSON document to standard output.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&to_json(document))
}

/// Writes a text to a file and says so, or to standard output if the path is `-`.
pub(crate) fn deliver(path: &Path, text: &str) -> Result<(), Failure> {
    if is_stdout(path) {
        return print(text);
    }
    write_whole(path, text.as_bytes())?;
    print(&format!("written    {}\n", path.display()))
}

/// Whether a path stands for standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Squares with spaces between them: `b1 a2`.
pub(crate) fn listed(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// A line of play, or `none` if the game is over.
pub(crate) fn line_of_play(line: &Game) -> String {
    if line.moves().is_empty() { "none".to_owned() } else { line.to_string() }
}

/// A number of things: `one game`, `57 games`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("one {one}"),
        _ => format!("{number} {many}"),
    }
}
