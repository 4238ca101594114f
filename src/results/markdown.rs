//! The table of solved boards in Markdown, made from the files of solved boards.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::{Document, SolvedBoard, grouped};
use crate::game::{Scoring, Start};
use crate::storage::FileError;

const BEGIN: &str = "<!-- solved boards";
const CLOSE: &str = " -->\n";
const END: &str = "<!-- end of solved boards -->\n";

/// The text with a new table, which replaces everything between the lines `<!-- solved boards -->`
/// and `<!-- end of solved boards -->`. The first line `<!-- solved boards: 4x4 6x6-fewest -->`
/// asks for the named boards only. A text may have several tables. `None` if it does not have these
/// two lines.
pub fn with_table(text: &str, boards: &[SolvedBoard]) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (names, rest) = rest.split_once(CLOSE)?;
    let (_, after) = rest.split_once(END)?;
    let is_named = |board: &&SolvedBoard| {
        names.is_empty() || names.split([':', ' ']).any(|name| name == board.name())
    };
    let table = table(boards.iter().filter(is_named));
    let after = with_table(after, boards).map_or(Cow::Borrowed(after), Cow::Owned);
    Some([before, BEGIN, names, CLOSE, &table, END, &after].concat())
}

/// The documents of a folder that can be read, by the names of their files without
/// `.json`, sorted. Other files are skipped.
pub(crate) fn documents(folder: &Path) -> Result<Vec<(String, Document)>, FileError> {
    let cannot = |error| FileError::of("read", folder)(error);
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension() != Some(OsStr::new("json")) || !path.is_file() {
            continue;
        }
        let text = fs::read(&path).map_err(FileError::of("read", &path))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        documents.extend(Document::parse(&text).ok().map(|document| (name, document)));
    }
    documents.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(documents)
}

/// The solved boards of a folder that belong in the table, small ones first: those that were solved
/// from a start and whose discs count as they lie.
///
/// # Errors
///
/// If the folder or a file in it cannot be read.
pub fn solved_boards(folder: &Path) -> Result<Vec<SolvedBoard>, FileError> {
    let solved = |(_, document)| match document {
        Document::SolvedBoard(board) => Some(*board),
        _ => None,
    };
    let mut boards: Vec<_> = documents(folder)?.into_iter().filter_map(solved).collect();
    boards.retain(|board| board.score == Scoring::Discs && board.start.is_some());
    boards.sort_by_key(|board| (board.size, board.start, board.objective));
    Ok(boards)
}

/// The table: a row for each board.
pub fn table<'a>(boards: impl IntoIterator<Item = &'a SolvedBoard>) -> String {
    let mut text = "\
| board | start | wins | value | discs, Black–White | empties to winner | line of best play | positions searched |
|---|---|---|---|---|---|---|---|
"
    .to_owned();
    for board in boards {
        let searched = match &board.proof {
            Some(proof) => proof.nodes.map(grouped).unwrap_or_default(),
            None => "all".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:+} | {}–{} | {:+} | `{}` | {searched} |",
            board.size,
            board.start.unwrap_or(Start::Diagonal),
            board.objective,
            board.value,
            board.black,
            board.white,
            board.value_empties_to_winner,
            board.line,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let text = |rows: &str| format!("a\n{BEGIN}: 4x4{CLOSE}{rows}{END}b\n");
        assert_eq!(with_table(&text("old\n"), &[]), Some(text(&table([]))));
        assert_eq!(with_table("a\n", &[]), None);
        let twice = |rows: &str| [text(rows), text(rows)].concat();
        assert_eq!(with_table(&twice("old\n"), &[]), Some(twice(&table([]))));
    }
}
