//! `tables`: the tables of solved boards in the READMEs and `solved.csv`, made from the files of
//! solved boards, and the list of the other results.

use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use othello_core::known::{KnownOpening, SOLVED};
use othello_core::{Rules, Scoring};
use othello_solver::amounts::grouped;
use othello_solver::results::{AnswerDocument, Document, SOLVED_TABLE, Variant, lists, solved_csv};
use othello_solver::storage::FileError;

use super::outcome::{Outcome, write};
use super::theorems::{PROOFS, Theorems};

/// Update the tables of solved boards in the READMEs, results/solved.csv, and the values that are
/// compiled into the program
///
/// The tables are made from results/*.json. Each replaces the lines between two comments,
/// `solved boards` and `end of solved boards`; `solved boards: 4x4 6x6-fewest` selects only those
/// boards. The list of all other data is between `other files` and `end of other files`, and the
/// table of proofs, from formal/proved.csv, is between `proofs` and `end of proofs`. core/src/known/ gets
/// copies of solved.csv and of the openings, and results/SHA256SUMS the checksums of all data.
#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// The Markdown files with the tables
    #[arg(value_name = "FILE", default_values = ["README.md", "results/README.md"])]
    files: Vec<PathBuf>,
}

impl Tables {
    pub(crate) fn run(self) -> Outcome {
        let root = Path::new("");
        let boards = solved_boards(Path::new("results"))?;
        write(&Path::new("results").join(SOLVED_TABLE), solved_csv(&boards).as_bytes())?;
        for (name, _) in compiled_in() {
            let path = Path::new("results").join(&name);
            let text = fs::read(&path).map_err(FileError::of("read", &path))?;
            write(&Path::new("core/src/known").join(name), &text)?;
        }
        for path in self.files {
            let text = fs::read_to_string(&path).map_err(FileError::of("read", &path))?;
            let new = with_lists(&text, &boards, root)?
                .ok_or_else(|| format!("{} has no place for a table", path.display()))?;
            write(&path, new.as_bytes())?;
        }
        let results = Path::new("results");
        write(&results.join(lists::CHECKSUMS), checksums(results)?.as_bytes())?;
        Ok(())
    }
}

/// The checksums of all data in `results/`.
fn checksums(results: &Path) -> Result<String, FileError> {
    let mut names = Vec::new();
    other_files(results, "", &mut names)?;
    names.retain(|name| name != lists::CHECKSUMS);
    lists::checksums(results, names)
}

/// The files of results/ that are compiled into the program, with their compiled-in texts.
fn compiled_in() -> Vec<(String, &'static str)> {
    let openings = KnownOpening::all().iter().map(|opening| {
        let &KnownOpening { size, start, objective, .. } = opening;
        let variant = Variant { start, rules: Rules::new(Scoring::Discs, objective) };
        (format!("{size}{}-opening.csv", variant.file_name()), opening.text())
    });
    [(SOLVED_TABLE.to_owned(), SOLVED)].into_iter().chain(openings).collect()
}

/// The README's list of all other files.
const OTHER_FILES: &str = "other files";

const BEGIN: &str = "<!-- solved boards";
const CLOSE: &str = " -->\n";
const END: &str = "<!-- end of solved boards -->\n";

/// The text with a new table, which replaces everything between the lines `<!-- solved boards -->`
/// and `<!-- end of solved boards -->`. The first line `<!-- solved boards: 4x4 6x6-fewest -->`
/// selects only the named boards. A text may have several tables. `None` if it does not have these
/// two lines.
fn with_tables(text: &str, boards: &[AnswerDocument]) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (names, rest) = rest.split_once(CLOSE)?;
    let (_, after) = rest.split_once(END)?;
    let is_named = |board: &&AnswerDocument| {
        names.is_empty() || names.split([':', ' ']).any(|name| name == board.name())
    };
    let table = solved_table(boards.iter().filter(is_named).collect());
    let after = with_tables(after, boards).map_or(Cow::Borrowed(after), Cow::Owned);
    Some([before, BEGIN, names, CLOSE, &table, END, &after].concat())
}

/// The text with its new table and, if it has them, its new list of the other files in `results/`
/// and its new table of proofs.
fn with_lists(
    text: &str,
    boards: &[AnswerDocument],
    root: &Path,
) -> Result<Option<String>, Box<dyn Error>> {
    let Some(mut text) = with_tables(text, boards) else { return Ok(None) };
    let results = root.join("results");
    if marked(&text, OTHER_FILES).is_some() {
        let mut names = Vec::new();
        other_files(&results, "", &mut names)?;
        names.retain(|name| boards.iter().all(|board| board.name() + ".json" != *name));
        text = with_list(&text, OTHER_FILES, &listed(names));
    }
    if marked(&text, PROOFS).is_some() {
        let table = Theorems::read(root)?.table(boards.iter().collect(), &results);
        text = with_list(&text, PROOFS, &table);
    }
    Ok(Some(text))
}

/// The text with a new list of this name, if it has one.
fn with_list(text: &str, name: &str, list: &str) -> String {
    let Some(old) = marked(text, name) else { return text.to_owned() };
    let (before, after) = text.split_at(old.as_ptr().addr() - text.as_ptr().addr());
    [before, list, &after[old.len()..]].concat()
}

/// Adds the data files in a folder, except tables of values, which are not committed, and files for
/// human readers.
fn other_files(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Result<(), FileError> {
    let cannot = |error| FileError::of("read", folder)(error);
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().display());
        let end = path.extension().unwrap_or_default();
        if path.is_dir() && end != "unfinished" {
            other_files(&path, &format!("{name}/"), names)?;
        } else if ["csv", "json", "proof"].iter().any(|it| end == *it) || name == lists::CHECKSUMS {
            names.push(name);
        }
    }
    Ok(())
}

/// The names of the boards that the first table of a text is for.
pub(crate) fn named_boards(text: &str) -> Vec<&str> {
    let names = text.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(CLOSE));
    names
        .map_or(Vec::new(), |(names, _)| names.trim_start_matches(':').split_whitespace().collect())
}

/// The readable documents in a folder with their file names without `.json`, sorted by name.
/// Files with other endings are skipped.
pub(crate) fn documents(folder: &Path) -> Result<Vec<(String, Document)>, Box<dyn Error>> {
    let cannot = |error| FileError::of("read", folder)(error);
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension() != Some(OsStr::new("json")) || !path.is_file() {
            continue;
        }
        let text = fs::read(&path).map_err(FileError::of("read", &path))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let document = Document::parse(&text);
        documents.push((name, document.map_err(|error| format!("{}: {error}", path.display()))?));
    }
    documents.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(documents)
}

/// The solved boards in a folder that belong in the table: boards solved from a start, with discs
/// counted as they lie.
///
/// # Errors
///
/// If the folder or a file in it cannot be read, or a file contradicts itself.
pub(crate) fn solved_boards(folder: &Path) -> Result<Vec<AnswerDocument>, Box<dyn Error>> {
    let mut boards = Vec::new();
    for (_, document) in documents(folder)? {
        if let Document::Answer(board) = document
            && board.score == Scoring::Discs
            && board.start.is_some()
        {
            boards.push(*board);
        }
    }
    Ok(boards)
}

/// The lines of a list in a README, between the lines `<!-- NAME -->` and `<!-- end of NAME -->`.
/// There must be exactly one list with this name.
fn marked<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let begin = format!("<!-- {name} -->\n");
    let (_, rest) = text.split_once(&begin)?;
    let (list, after) = rest.split_once(&format!("<!-- end of {name} -->\n"))?;
    (!after.contains(&begin)).then_some(list)
}

/// A Markdown table with a row for each of these boards, small ones first.
fn solved_table(boards: Vec<&AnswerDocument>) -> String {
    let row = |board: &AnswerDocument| {
        let AnswerDocument { size, objective, .. } = board;
        let value = board.value.unwrap_or_default();
        let [black, white] = [board.black, board.white].map(text);
        let line = text(board.line.as_ref());
        let start = board.start.unwrap_or_default();
        let searched = match &board.proof {
            Some(proof) => proof.nodes.map(grouped).unwrap_or_default(),
            None => "all".to_owned(),
        };
        let with_empties = board.value_empties_to_winner.unwrap_or_default();
        format!(
            "| {size} | {start} | {objective} | {value:+} | {black}–{white} | {with_empties:+} \
             | `{line}` | {searched} |\n"
        )
    };
    let head = "\
| board | start | wins | value | discs, Black–White | empties to winner | line of best play | positions searched |
|---|---|---|---|---|---|---|---|
";
    head.to_owned() + &lists::sorted(boards).map(row).collect::<String>()
}

/// A Markdown list of these files.
fn listed(mut names: Vec<String>) -> String {
    names.sort();
    names.iter().fold(String::new(), |list, name| list + "* `" + name + "`\n")
}

/// An optional value as text, or nothing.
fn text(value: Option<impl Display>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::root;

    #[test]
    fn the_committed_tables_are_made_again() {
        let boards = solved_boards(&root().join("results")).unwrap();
        let table = fs::read_to_string(root().join("results").join(SOLVED_TABLE)).unwrap();
        assert!(table == solved_csv(&boards), "run `cargo xtask tables`");
        let sums = fs::read_to_string(root().join("results").join(lists::CHECKSUMS)).unwrap();
        assert!(sums == checksums(&root().join("results")).unwrap(), "run `cargo xtask tables`");
        for (name, compiled) in compiled_in() {
            let text = fs::read_to_string(root().join("results").join(&name)).unwrap();
            assert!(text == compiled, "{name}: run `cargo xtask tables`");
        }
        for readme in ["README.md", "results/README.md"] {
            let text = fs::read_to_string(root().join(readme)).unwrap();
            assert!(
                with_lists(&text, &boards, root()).unwrap().unwrap() == text,
                "{readme}: run `cargo xtask tables`"
            );
        }
    }

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let text = |rows: &str| format!("a\n{BEGIN}: 4x4{CLOSE}{rows}{END}b\n");
        assert_eq!(with_tables(&text("old\n"), &[]), Some(text(&solved_table(Vec::new()))));
        assert_eq!(with_tables("a\n", &[]), None);
        let twice = |rows: &str| [text(rows), text(rows)].concat();
        assert_eq!(with_tables(&twice("old\n"), &[]), Some(twice(&solved_table(Vec::new()))));
    }
}
