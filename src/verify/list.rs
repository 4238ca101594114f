//! The README of a folder of results: it lists the files that belong there.

use std::fs;
use std::path::Path;

use othello_core::game::Scoring;

use super::file::{Contents, DataFile};
use super::verdict::{FileVerdict, Finding, Verdict, ensure};
use crate::results::{Document, SOLVED_TABLE, SolvedBoard, readme, solved_csv};

/// The solved boards among these files that lie in the folder itself, under their own names.
fn solved_boards<'a>(folder: &Path, files: &'a [DataFile]) -> Vec<&'a SolvedBoard> {
    let board = |DataFile { path, contents }: &'a DataFile| match contents {
        Ok(it @ Contents::Document(Document::SolvedBoard(board), _))
            if it.claim().name.map(|name| folder.join(name)).as_ref() == Some(path)
                && board.score == Scoring::Discs =>
        {
            Some(&**board)
        }
        _ => None,
    };
    files.iter().filter_map(board).collect()
}

/// The verdict on the table of the solved boards of a folder, if there is one: it must say what
/// their files say.
pub(super) fn verify_table(folder: &Path, files: &[DataFile]) -> Option<FileVerdict> {
    let path = folder.join(SOLVED_TABLE);
    let found = files.iter().find(|file| file.path == path)?;
    let boards = solved_boards(folder, files);
    let finding = found.contents.as_ref().map_err(Clone::clone).and_then(|contents| {
        let Contents::SolvedTable(table) = contents else {
            return Err("it is not a table of solved boards".to_owned());
        };
        let right = solved_csv(boards.iter().copied());
        for (number, pair) in (1..).zip(table.lines().zip(right.lines())) {
            ensure!(pair.0 == pair.1, "line {number} is '{}' but should be '{}'", pair.0, pair.1);
        }
        ensure!(*table == right, "it has not one row for each file of a solved board");
        Ok((Verdict::Recomputed, format!("from the {} files beside it", boards.len())))
    });
    let (verdict, detail) = finding.unwrap_or_else(|mistake| (Verdict::Wrong, mistake));
    Some(FileVerdict { file: path, kind: "table of solved boards", claim: None, verdict, detail })
}

/// The verdict on the README of a folder that holds these files. There is none if the folder holds
/// no solved boards and the README lists none.
pub(super) fn verify(folder: &Path, files: &[DataFile]) -> Option<FileVerdict> {
    let file = folder.join("README.md");
    let is_read = file.metadata().is_ok_and(|it| it.is_file() && it.len() <= 16 << 20);
    let text = is_read.then(|| fs::read_to_string(&file).unwrap_or_default());
    let (mut boards, mut others) = (Vec::new(), Vec::new());
    for DataFile { path, contents } in files {
        let inside = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        match contents {
            Ok(it @ Contents::Document(Document::SolvedBoard(board), _))
                if it.claim().name.as_ref() == Some(&inside) && board.score == Scoring::Discs =>
            {
                boards.push(&**board);
            }
            // They are too large to be kept with the other results.
            Ok(Contents::Table(_)) => {}
            _ => others.push(inside),
        }
    }
    if boards.is_empty() && !text.as_ref().is_some_and(|text| text.contains(readme::SOLVED_BOARDS))
    {
        return None;
    }
    let none = "there is none, and so nothing says which files belong in this folder";
    let none = Ok((Verdict::NotChecked, none.to_owned()));
    let found = text.map_or(none, |text| compare(&text, boards, others));
    let (verdict, detail) = found.unwrap_or_else(|mistake| (Verdict::Wrong, mistake));
    Some(FileVerdict { file, kind: "list of files", claim: None, verdict, detail })
}

/// Compares the lists of a README with those of the files.
fn compare(text: &str, boards: Vec<&SolvedBoard>, others: Vec<String>) -> Finding {
    let detail = format!("it lists the {} files beside it", boards.len() + others.len());
    let lists = [
        (readme::SOLVED_BOARDS, readme::solved_boards(boards)),
        (readme::OTHER_FILES, readme::other_files(others)),
    ];
    let mistakes = lists.into_iter().filter_map(|(name, right)| {
        let Some(found) = readme::marked(text, name) else {
            return Some(format!("it has not one list between the marks '{name}'"));
        };
        let only = |lines: &str, others: &str| {
            let only = lines.lines().filter(|line| !others.lines().any(|other| other == *line));
            let only = only.map(|line| line.chars().take(60).collect());
            only.collect::<Vec<String>>().join(", ")
        };
        let differences = [
            ("lines without such a file", only(found, &right)),
            ("files without such a line", only(&right, found)),
        ];
        let differences = differences.into_iter().filter(|(_, lines)| !lines.is_empty());
        let differences = differences.map(|(what, lines)| format!("; {what}: {lines}"));
        let differs = format!("the list of {name} is not that of the files");
        (found != right).then(|| differs + &differences.collect::<String>())
    });
    let mistakes: Vec<_> = mistakes.collect();
    ensure!(mistakes.is_empty(), "{}", mistakes.join("; "));
    Ok((Verdict::Recomputed, detail))
}
