//! Standard output.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use othello_core::{Color, Game};
use othello_solver::results::{NoAnswer, to_json, to_json_line};
use othello_solver::storage::write_whole;
use serde::Serialize;

use super::args::Format;
use super::failure::Failure;

/// Whether the program was started with its standard output closed, as by `>&-`.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before Rust's runtime starts, which opens `/dev/null` in place of what is closed. Afterwards
/// that looks just like the `/dev/null` that Python and Node give to programs they start.
#[cfg(unix)]
#[ctor::ctor]
fn look_at_standard_output() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Relaxed);
}

/// Writes to standard output and flushes it, so that the text is seen before the program goes on.
/// Colours are left out where they are not wanted.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    write_to(anstream::stdout().lock(), text)
}

/// Writes a document, which has no colours to leave out.
pub(crate) fn print_document(text: &str) -> Result<(), Failure> {
    write_to(io::stdout().lock(), text)
}

fn write_to(mut out: impl Write, text: &str) -> Result<(), Failure> {
    if CLOSED.load(Relaxed) {
        return Err(io::Error::other("it is closed").into());
    }
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// An answer is printed either as text, each part as soon as it is known, or as one JSON document
/// at the end.
impl Format {
    /// Prints this part of the answer if it is printed as text.
    pub(crate) fn text(self, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self == Self::Text { print(&text()) } else { Ok(()) }
    }

    /// Prints the whole answer, in one form or the other.
    pub(crate) fn answer(
        self,
        answer: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        self.text(text)?;
        self.document(answer)
    }

    /// Prints the answer to a line of a file, in one form or the other, and returns it as JSON.
    pub(crate) fn line(
        self,
        file_line: usize,
        answer: &impl Serialize,
        text: &str,
    ) -> Result<String, Failure> {
        let json = to_json_line(file_line, answer).map_err(Failure::failed)?;
        match self {
            Self::Json => print_document(&json)?,
            Self::Text => print(&format!("{file_line:>5}  {text}"))?,
        }
        Ok(json)
    }

    /// Prints why a line of a file has no answer, in one form or the other, and returns it as JSON.
    pub(crate) fn error(self, file_line: usize, error: &str) -> Result<String, Failure> {
        let answer = NoAnswer { error: error.to_owned() };
        self.line(file_line, &answer, &format!("error: {error}\n"))
    }

    /// Prints the answer if it is printed as JSON.
    pub(crate) fn document(self, answer: &impl Serialize) -> Result<(), Failure> {
        if self == Self::Json { print_json(answer) } else { Ok(()) }
    }
}

/// Writes one JSON document to standard output.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print_document(&to_json(document))
}

/// Writes a text to a file and says so, or to standard output if the path is `-`.
pub(crate) fn deliver(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard_stream(path) {
        return print_document(text);
    }
    write_whole(path, text.as_bytes())?;
    print(&format!("written    {}\n", path.display()))
}

/// Whether a path is `-`, which stands for standard input or standard output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// A line of play, or `none` if the game is over.
pub(crate) fn line_of_play(line: &Game) -> String {
    if line.moves().is_empty() { "none".to_owned() } else { line.to_string() }
}

/// How a game ends with these discs of Black and White, of which Black's come first everywhere:
/// `White wins 31–33`.
pub(crate) fn outcome(winner: Option<Color>, [black, white]: [u32; 2]) -> String {
    match winner {
        Some(winner) => format!("{winner} wins {black}–{white}"),
        None => format!("A draw, {black}–{white}"),
    }
}

/// A number of things: `one game`, `57 games`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("one {one}"),
        _ => format!("{number} {many}"),
    }
}

/// These things with spaces between them: `b1 a2 d3 c4`.
pub(crate) fn listed<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}
