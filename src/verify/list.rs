//! The lists of a folder of results: its table of solved boards and its checksums.

use std::fs::{self, Metadata};
use std::path::Path;

use itertools::Itertools;
use othello_core::Scoring;

use super::file::{Contents, DataFile};
use super::verdict::{FileVerdict, Verdict, not_checked};
use crate::results::{AnswerDocument, Document, SOLVED_TABLE, lists, solved_csv};
use crate::storage::ensure;

/// The solved board of a file that is in the folder itself and has the right name.
fn solved_board<'a>(folder: &Path, file: &'a DataFile) -> Option<&'a AnswerDocument> {
    let Ok(contents @ Contents::Document(Document::Answer(board), _)) = &file.contents else {
        return None;
    };
    let is_in_place = contents.info().name.is_some_and(|name| folder.join(name) == file.path);
    (is_in_place && board.score == Scoring::Discs).then_some(board)
}

/// The verdict on a folder's table of solved boards, if there is one: it must agree with the files.
pub(super) fn verify_table(folder: &Path, files: &[DataFile]) -> Option<FileVerdict> {
    let path = folder.join(SOLVED_TABLE);
    let found = files.iter().find(|file| file.path == path)?;
    let boards: Vec<_> = files.iter().filter_map(|file| solved_board(folder, file)).collect();
    let finding = found.contents.as_ref().map_err(Clone::clone).and_then(|contents| {
        let Contents::SolvedTable(table) = contents else {
            return Err("it is not a table of solved boards".to_owned());
        };
        let right = solved_csv(boards.iter().copied());
        for (number, (line, right)) in (1..).zip(table.lines().zip(right.lines())) {
            ensure!(line == right, "line {number} is '{line}' but should be '{right}'");
        }
        ensure!(*table == right, "it does not have one row for each file of a solved board");
        Ok((Verdict::Recomputed, format!("from the {} files next to it", boards.len())))
    });
    Some(FileVerdict::new(path, "table of solved boards", finding))
}

/// The verdict on a folder's checksums. Every file needs one, and it must match. `None` if the folder
/// has neither checksums nor solved boards.
pub(super) fn verify_checksums(folder: &Path, files: &[DataFile]) -> Option<FileVerdict> {
    let path = folder.join(lists::CHECKSUMS);
    let Some(own) = files.iter().find(|file| file.path == path) else {
        files.iter().find_map(|file| solved_board(folder, file))?;
        let reason = "there are none, so nothing lists the files that belong in this folder";
        return Some(FileVerdict::new(path, "checksums", Ok(not_checked(reason))));
    };
    // Only read regular files of a plausible size. The others get verdicts of their own.
    let is_read = |it: Metadata| it.is_file() && it.len() <= 256 << 20;
    let is_listed = |file: &&DataFile| file.path != path && file.path.metadata().is_ok_and(is_read);
    let others = files.iter().filter(is_listed);
    let names: Vec<_> = others.filter_map(|file| inside(folder, file)).collect();
    let detail = format!("of the {} files next to it", names.len());
    let finding = own.contents.as_ref().map_err(Clone::clone).and_then(|_| {
        let found = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let right = lists::checksums(folder, names).map_err(|error| error.to_string())?;
        let problems = differences(&found, &right);
        ensure!(found == right, "it does not match the files{problems}");
        Ok((Verdict::Recomputed, detail))
    });
    Some(FileVerdict::new(path, "checksums", finding))
}

/// The name of a file in a folder. `None` for tables of values, which are too large to keep with the
/// other results.
fn inside(folder: &Path, file: &DataFile) -> Option<String> {
    let is_table = matches!(file.contents, Ok(Contents::Table(_)));
    let inside = file.path.strip_prefix(folder).unwrap_or(&file.path);
    (!is_table).then(|| inside.display().to_string())
}

/// The names that are in only one of two lists of checksums.
fn differences(found: &str, right: &str) -> String {
    let problems = [("lines without a file", found, right), ("files without a line", right, found)];
    problems.iter().fold(String::new(), |text, (problem, lines, others)| {
        let only = lines.lines().filter(|line| !others.lines().contains(line));
        let shown = only.map(|line| line.rsplit("  ").next().unwrap_or(line));
        let shown: Vec<String> = shown.map(|line| line.chars().take(60).collect()).collect();
        if shown.is_empty() { text } else { text + &format!("; {problem}: {}", shown.join(", ")) }
    })
}
