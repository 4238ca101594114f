//! How an answer is printed, and to which file it is written.

use othello_solver::results::{NoAnswer, to_json_line};
use othello_solver::storage::JobFolder;

use super::console::print_document;
use super::prelude::*;

/// The format of the answer, and whether to print anything else.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputArgs {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) quiet: QuietArgs,
}

/// The format of an answer: text, each part printed as soon as it is known, or one JSON document at
/// the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// A JSON document, or one on each line for a file of positions
    Json,
}

impl Format {
    /// Prints a part of the answer, if the format is text.
    pub(crate) fn text(self, text: impl FnOnce() -> String) -> Result {
        if self == Self::Text { print(&text()) } else { Ok(()) }
    }

    /// Prints the answer, if the format is JSON.
    pub(crate) fn document(self, answer: &impl Serialize) -> Result {
        if self == Self::Json { print_document(&to_json(answer)) } else { Ok(()) }
    }

    /// Prints the whole answer in either format.
    pub(crate) fn answer(self, answer: &impl Serialize, text: impl FnOnce() -> String) -> Result {
        self.text(text)?;
        self.document(answer)
    }

    /// Writes a text to the given file, if there is one, and reports that if the format is text.
    pub(crate) fn write_to(self, path: Option<&PathBuf>, text: impl FnOnce() -> String) -> Result {
        let Some(path) = path else { return Ok(()) };
        write_whole(path, text().as_bytes())?;
        self.text(|| written(path))
    }

    /// Prints the answer to the line of a file with this number, and returns it as JSON.
    pub(crate) fn line(self, number: usize, answer: &impl Serialize, text: &str) -> Result<String> {
        let json = to_json_line(number, answer);
        match self {
            Self::Json => print_document(&json)?,
            Self::Text => print(&format!("{number:>5}  {text}"))?,
        }
        Ok(json)
    }

    /// Prints why a line of a file has no answer, and returns that as JSON.
    pub(crate) fn error(self, number: usize, error: &str) -> Result<String> {
        let answer = NoAnswer { error: error.to_owned() };
        self.line(number, &answer, &format!("error: {error}\n"))
    }
}

/// Writes a text to a file and reports that, or to standard output if the path is `-`.
pub(crate) fn deliver(path: &Path, text: &str) -> Result {
    if is_standard_stream(path) {
        return print_document(text);
    }
    write_whole(path, text.as_bytes())?;
    print(&written(path))
}

/// Reports that a file was written.
pub(crate) fn written(path: &Path) -> String {
    format!("written    {}\n", shown(path))
}

/// Whether the current folder contains a folder results/, which commands never create. `solve` only
/// writes there, or to the file given by `--output`.
pub(crate) fn has_results() -> bool {
    Path::new("results").is_dir()
}

/// The given file, or the file of this path under results/. Without that folder, it goes to the
/// current one.
pub(crate) fn file_or_default(given: Option<&PathBuf>, path: &str) -> PathBuf {
    match given {
        Some(file) => file.clone(),
        None if has_results() => Path::new("results").join(path),
        None => PathBuf::from(path.rsplit('/').next().unwrap_or(path)),
    }
}

/// The folder next to a file in which a long job saves its state. Standard output and devices have
/// none.
pub(crate) fn job_folder(
    file: &Path,
    command: &str,
    position: Position,
    rules: Rules,
) -> Result<Option<JobFolder>> {
    if is_standard_stream(file) || file.exists() && !file.is_file() {
        return Ok(None);
    }
    JobFolder::for_file(file, command, position, rules).map(Some).map_err(Failure::failed)
}

/// How to resume an interrupted job.
pub(crate) fn resume_hint(job: Option<&JobFolder>) -> String {
    job.map_or("no file was written".to_owned(), |folder| {
        format!("run the same command again to resume from {}", shown(&folder.path("")))
    })
}
