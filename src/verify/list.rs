//! The lists of a folder of results: its table of solved boards and its checksums.

use std::fs;
use std::path::Path;

use itertools::Itertools;
use othello_core::{Scoring, ensure};

use super::file::{DataFile, FileContents};
use super::verdict::{FileVerdict, Verdict, guarded, not_checked};
use crate::results::{AnswerDocument, Document, SOLVED_TABLE, lists, solved_csv};
use crate::storage::shown;

/// The solved board of a file that is in the folder itself and has the right name.
fn solved_board<'a>(folder: &Path, file: &'a DataFile) -> Option<&'a AnswerDocument> {
    let Ok((info, FileContents::Document(Document::Answer(board), _))) = &file.contents else {
        return None;
    };
    let is_in_place = folder.join(info.name.as_ref()?) == file.path;
    if is_in_place && board.score == Scoring::Discs { Some(board) } else { None }
}

/// The verdict on a folder's table of solved boards, if there is one: it must agree with the files.
pub(super) fn verify_table(folder: &Path, files: &[DataFile]) -> Option<FileVerdict> {
    let path = folder.join(SOLVED_TABLE);
    let found = files.iter().find(|file| file.path == path)?;
    let boards: Vec<_> = files.iter().filter_map(|file| solved_board(folder, file)).collect();
    let finding = guarded(|| {
        let (_, contents) = found.contents.as_ref().map_err(Clone::clone)?;
        let FileContents::SolvedTable(table) = contents else {
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
    let mut names = Vec::new();
    for file in files.iter().filter(|file| file.path != path) {
        // Only read regular files of a plausible size. The others get verdicts of their own. Tables of
        // values are too large to keep with the other results.
        if let Ok(found) = file.path.metadata()
            && found.is_file()
            && found.len() <= 256 << 20
            && !matches!(file.contents, Ok((_, FileContents::Table(_))))
        {
            names.push(shown(file.path.strip_prefix(folder).unwrap_or(&file.path)));
        }
    }
    let detail = format!("of the {} files next to it", names.len());
    let finding = guarded(|| {
        own.contents.as_ref().map_err(Clone::clone)?;
        let found = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let right = lists::checksums(folder, names).map_err(|error| error.to_string())?;
        let problems = differences(&found, &right);
        ensure!(found == right, "it does not match the files{problems}");
        Ok((Verdict::Recomputed, detail))
    });
    Some(FileVerdict::new(path, "checksums", finding))
}

/// The names that are in only one of two lists of checksums.
fn differences(found: &str, right: &str) -> String {
    let problems = [("lines without a file", found, right), ("files without a line", right, found)];
    let mut text = String::new();
    for (problem, lines, others) in problems {
        let only = lines.lines().filter(|line| !others.lines().contains(line));
        let names = only.map(|line| line.rsplit("  ").next().unwrap_or(line));
        let shown = names.map(|name| name.chars().take(60).collect::<String>()).join(", ");
        if !shown.is_empty() {
            text += &format!("; {problem}: {shown}");
        }
    }
    text
}
