//! Standard output.

use std::io::Write;

use othello_solver::results::to_json;
use serde::Serialize;

use super::failure::Failure;

/// Writes to standard output, at once: what is printed is seen before the
/// program goes on. Colours are left out where they are not wanted.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes one JSON document to standard output.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&to_json(document))
}

/// A number of things: `one game`, `57 games`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("one {one}"),
        _ => format!("{number} {many}"),
    }
}
