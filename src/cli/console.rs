//! Standard input and standard output.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::{mem, process, thread};

use anstream::ColorChoice;
use anstream::adapter::strip_str;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor, ExternalPrinter};

use othello_solver::reading::line as line_of;

use super::failure::{INTERRUPTED, harmless};
use super::prelude::*;

/// Whether the program was started with standard output closed, as by `>&-`.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before Rust's runtime starts, which replaces a closed stream by `/dev/null`. In `main` it
/// cannot be told apart from the `/dev/null` that Python and Node give to programs they start: both
/// are open for reading and writing.
#[cfg(unix)]
extern "C" fn check_standard_output() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Relaxed);
}

#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[expect(unsafe_code, reason = "the functions in this section are called without arguments")]
static BEFORE_MAIN: extern "C" fn() = check_standard_output;

/// Writes to standard output and flushes it, so that the text appears before the program goes on.
/// Colours are stripped where they are not wanted.
pub(crate) fn print(text: &str) -> Result {
    write_to(anstream::stdout().lock(), &harmless(text))
}

/// Writes a document, which never contains colours.
pub(crate) fn print_document(text: &str) -> Result {
    write_to(io::stdout().lock(), text)
}

fn write_to(mut out: impl Write, text: &str) -> Result {
    if CLOSED.load(Relaxed) {
        return Err(io::Error::other("it is closed").into());
    }
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Whether a path is `-`, which stands for standard input or standard output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// The maximum length of a line in bytes. Games with comments on every move are far shorter.
pub(crate) const MAX_LINE: u64 = 1 << 16;

/// Reads the next line, if there is one, without its newline. A line that is too long is skipped and
/// reported by the inner error. A line that is not UTF-8 is taken to be in Latin-1, like the names of
/// players in old games.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    input.take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
    if line.len() as u64 > MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("the line is longer than {MAX_LINE} bytes"))));
    }
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(Ok(line_of(&line).trim_end_matches(['\n', '\r']).to_owned())))
}

/// Asks the user for lines. On a terminal they can be edited, and the arrow keys recall earlier ones.
pub(crate) struct Prompt(Option<DefaultEditor>);

impl Prompt {
    pub(crate) fn new() -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self(if is_terminal { DefaultEditor::new().ok() } else { None })
    }

    /// Shows a prompt and reads the answer, or `None` at the end of the input. Ctrl-C ends the
    /// program, as it does elsewhere.
    pub(crate) fn read(&mut self, prompt: &str) -> Result<Option<String>> {
        let Some(editor) = &mut self.0 else {
            print(prompt)?;
            let line = read_line(&mut io::stdin().lock()).map_err(Failure::input)?;
            return line.transpose().map_err(Failure::Input);
        };
        match editor.readline(prompt) {
            Ok(line) => {
                // Play on even if the history cannot be kept.
                let _ = editor.add_history_entry(&line);
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => process::exit(INTERRUPTED.into()),
            Err(error) => Err(Failure::failed(error)),
        }
    }

    /// The same, while a job prints above the prompt. It is stopped when the line has been read. If
    /// this is not a terminal, it does not begin.
    pub(crate) fn read_during(
        &mut self,
        prompt: &str,
        job: impl FnOnce(&Reading, &mut dyn FnMut(String)) + Send + 'static,
    ) -> Result<Option<String>> {
        let printer = self.0.as_mut().and_then(|editor| editor.create_external_printer().ok());
        let Some(mut printer) = printer else { return self.read(prompt) };
        let reading = Arc::new(());
        let other_half = Reading(Arc::downgrade(&reading));
        thread::spawn(move || {
            job(&other_half, &mut |text| {
                let is_plain = anstream::stdout().current_choice() == ColorChoice::Never;
                let text = if is_plain { strip_str(&text).to_string() } else { text };
                // If this fails, the user can still play on.
                let _ = printer.print(text);
            });
        });
        let line = self.read(prompt);
        drop(reading);
        // A text that still waits in the editor would be printed above the next prompt.
        let history = self.0.as_mut().map(|editor| mem::take(editor.history_mut()));
        self.0 = DefaultEditor::with_history(Config::default(), history.unwrap_or_default()).ok();
        line
    }
}

/// Stops a job when the other half is dropped, because a line has been read.
pub(crate) struct Reading(Weak<()>);

impl Progress for Reading {
    fn is_stopped(&self) -> bool {
        self.0.strong_count() == 0
    }
}
