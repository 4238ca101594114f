//! The proved values and how they are proved, for the table in the README of the results.
//! `formal/check` records its theorems in `formal/proved.csv`, and `.ci/full` lists the ones that
//! every run of the project's check proves again.

use std::error::Error;
use std::fs;
use std::path::Path;

use othello_solver::results::AnswerDocument;
use othello_solver::verify::{NO_CERTIFICATE, Theorem, theorems};

/// The name of the table.
pub(crate) const PROOFS: &str = "proofs";

/// `verify results --budget 20m` recomputes the values of boards of up to this many squares.
const RECOMPUTED: u32 = 30;

/// The suffix in the name of a board whose winner gets the empty squares.
const WITH_EMPTIES: &str = "-empties-to-winner";

/// The theorems about the values of boards.
pub(crate) struct Theorems {
    rows: Vec<Theorem>,
    /// The boards that every run of the check proves, by their names.
    boards: Vec<String>,
    /// Every run of the check proves all boards of at most this many squares.
    up_to: u32,
}

impl Theorems {
    /// Reads them from the files of a repository.
    pub(crate) fn read(root: &Path) -> Result<Self, Box<dyn Error>> {
        let full = fs::read_to_string(root.join(".ci/full"))?;
        let rows = theorems(&root.join("formal/proved.csv"))?;
        let mut theorems = Self { rows, boards: Vec::new(), up_to: 0 };
        for line in full.lines().filter_map(|line| line.strip_prefix("formal/check ")) {
            let mut words = line.split(' ');
            while let Some(word) = words.next() {
                match word {
                    "--up-to" => {
                        let squares = words.next().and_then(|word| word.parse().ok());
                        theorems.up_to = squares.unwrap_or_default();
                    }
                    "--jobs" => drop(words.next()),
                    board => theorems.boards.push(board.to_owned()),
                }
            }
        }
        Ok(theorems)
    }

    /// When Coq proves the value of a board, which is from the side to move's point of view.
    fn how(&self, board: &AnswerDocument, with_empties: bool) -> &'static str {
        let (end, value) = if with_empties {
            (WITH_EMPTIES, board.value_empties_to_winner)
        } else {
            ("", board.value)
        };
        let name = board.name() + end;
        let theorem = self.rows.iter().find(|theorem| theorem.name == theorem_of(&name));
        let Some(theorem) = theorem else { return "" };
        let is_in_every_run = board.size.squares() <= self.up_to || self.boards.contains(&name);
        match theorem.doubt {
            _ if Some(theorem.value) != value => "claimed",
            None | Some(NO_CERTIFICATE) if is_in_every_run => "in every run",
            None => "once",
            Some(_) => "claimed",
        }
    }

    /// A table with a row for each board that has any proof, small boards first.
    pub(crate) fn table(&self, mut boards: Vec<&AnswerDocument>, results: &Path) -> String {
        boards.sort_by_key(|board| (board.size, board.start, board.objective));
        let mut text = "\
| board | start | wins | theorem, discs | theorem, empties to winner | other proofs |
|---|---|---|---|---|---|
"
        .to_owned();
        for board in boards {
            let mut others = Vec::new();
            if results.join(format!("certificates/{}.proof", board.name())).exists() {
                others.push("certificate");
            }
            if board.size.squares() <= RECOMPUTED {
                others.push("recomputed");
            }
            let [discs, with_empties] = [false, true].map(|score| self.how(board, score));
            if [discs, with_empties].iter().all(|how| how.is_empty()) && others.is_empty() {
                continue;
            }
            let (size, start, objective) =
                (board.size, board.start.unwrap_or_default(), board.objective);
            let others = others.join(", ");
            text += &format!(
                "| {size} | {start} | {objective} | {discs} | {with_empties} | {others} |\n"
            );
        }
        text
    }
}

/// The name of the theorem about a board.
fn theorem_of(board: &str) -> String {
    format!("value_{}", board.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::root;
    use crate::tables::solved_boards;

    #[test]
    fn theorems_say_what_the_results_say() {
        let theorems = Theorems::read(root()).unwrap();
        let boards = solved_boards(&root().join("results")).unwrap();
        let text = fs::read_to_string(root().join("formal/proved.csv")).unwrap();
        let head = "theorem,statement,value,commit,prover,date,general,certificate";
        assert_eq!(text.lines().next(), Some(head));
        let names: Vec<_> = theorems.rows.iter().map(|theorem| theorem.name.as_str()).collect();
        assert!(names.is_sorted_by(|above, below| above < below), "one line for each");
        for theorem in &theorems.rows {
            assert!([None, Some(NO_CERTIFICATE)].contains(&theorem.doubt), "{theorem:?}");
        }
        // The theorems of every run are recorded.
        for name in &theorems.boards {
            assert!(names.contains(&theorem_of(name).as_str()), "{name}");
        }
        for board in boards.iter().filter(|board| board.size.squares() <= theorems.up_to) {
            for with_empties in [false, true] {
                assert_eq!(theorems.how(board, with_empties), "in every run", "{}", board.name());
            }
        }
    }

    /// A row is not believed just because it exists.
    #[test]
    fn a_row_that_is_not_believed_is_claimed() {
        let folder = tempfile::tempdir().unwrap();
        let (formal, copy) = (root().join("formal"), folder.path());
        fs::create_dir(copy.join("data")).unwrap();
        let names = fs::read_dir(&formal).unwrap().map(|entry| entry.unwrap().path());
        for path in names.filter(|path| path.is_file()).chain([formal.join("data/4x4.numbers")]) {
            fs::copy(&path, copy.join(path.strip_prefix(&formal).unwrap())).unwrap();
        }
        let boards = solved_boards(&root().join("results")).unwrap();
        let board = boards.iter().find(|board| board.name() == "4x4").unwrap();
        let table = fs::read_to_string(formal.join("proved.csv")).unwrap();
        let row = table.lines().find(|row| row.starts_with("value_4x4,")).unwrap();
        let zeros = "0".repeat(64);
        for (old, new, once, in_every_run) in [
            (0, "value_4x4", "once", "in every run"),
            (1, "value (start Diagonal 4 4) = -7", "claimed", "claimed"),
            (1, "value (start Parallel 4 4) = -8", "claimed", "claimed"),
            (2, "-7", "claimed", "claimed"),
            (6, zeros.as_str(), "claimed", "claimed"),
            (6, "", "claimed", "claimed"),
            (7, zeros.as_str(), "claimed", "in every run"),
        ] {
            let mut fields: Vec<_> = row.split(',').collect();
            fields[old] = new;
            let text = format!("head\n{}\n", fields.join(","));
            fs::write(copy.join("proved.csv"), text).unwrap();
            for (up_to, how) in [(15, once), (16, in_every_run)] {
                let rows = theorems(&copy.join("proved.csv")).unwrap();
                let theorems = Theorems { rows, boards: Vec::new(), up_to };
                let table = theorems.table(vec![board], copy);
                let expected = format!("| 4x4 | diagonal | most | {how} |  | recomputed |");
                assert_eq!(table.lines().last(), Some(&*expected), "field {old}: {new}");
            }
        }
    }
}
