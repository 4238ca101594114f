//! Lines of standard input and of files.

use std::io::{self, BufRead, IsTerminal, Read};
use std::process;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::console::INTERRUPTED;
use super::failure::Failure;
use super::output::print;

/// The most bytes of a line. Games with comments on every move are far shorter.
const LONGEST: u64 = 1 << 16;

/// A line without its end, or what is wrong with it.
pub(crate) type Line = Result<String, String>;

/// Reads the next line, if there is one. Of one that is too long, the rest is skipped. Characters
/// that are not UTF-8, as in the names of players in old games, are replaced.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    input.take(LONGEST + 1).read_until(b'\n', &mut line)?;
    if line.len() as u64 > LONGEST && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("the line is longer than {LONGEST} bytes"))));
    }
    let text = String::from_utf8_lossy(&line);
    Ok((!line.is_empty()).then(|| Ok(text.trim_end_matches(['\n', '\r']).to_owned())))
}

/// Asks a person for lines. On a terminal they can be edited, and earlier ones come back with the
/// arrow keys.
pub(crate) struct Prompt(Option<DefaultEditor>);

impl Prompt {
    pub(crate) fn new() -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self(is_terminal.then(|| DefaultEditor::new().ok()).flatten())
    }

    /// The line that is typed after some words, or `None` at the end of the input. Ctrl-C ends the
    /// program, as it does elsewhere.
    pub(crate) fn read(&mut self, words: &str) -> Result<Option<String>, Failure> {
        let Some(editor) = &mut self.0 else {
            print(words)?;
            let line = read_line(&mut io::stdin().lock()).map_err(Failure::input)?;
            return line.transpose().map_err(Failure::Input);
        };
        match editor.readline(words) {
            Ok(line) => {
                // A history that cannot be kept is no reason to stop.
                let _ = editor.add_history_entry(&line);
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => process::exit(INTERRUPTED.into()),
            Err(error) => Err(Failure::failed(error)),
        }
    }
}
