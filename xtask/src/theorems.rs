//! The proved values and how they are proved, for the table in the README of the results.
//! `formal/check` records its theorems in `formal/proved.csv`, and `.ci/full` lists the ones that
//! every run of the project's check proves again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use othello_core::Score;
use othello_solver::results::AnswerDocument;
use othello_solver::storage::FileError;

/// The name of the table.
pub(crate) const PROOFS: &str = "proofs";

/// `verify results --budget 20m` recomputes the values of boards of up to this many squares.
const RECOMPUTED: u32 = 30;

/// The suffix in the name of a board whose winner gets the empty squares.
const WITH_EMPTIES: &str = "-empties-to-winner";

/// The values that Coq has proved.
pub(crate) struct Theorems {
    /// The values that are theorems, by the names of the theorems.
    pub(crate) values: BTreeMap<String, Score>,
    /// The boards that every run of the check proves, by their names.
    boards: Vec<String>,
    /// Every run of the check proves all boards of at most this many squares.
    up_to: u32,
}

impl Theorems {
    /// Reads them from the files of a repository.
    pub(crate) fn read(root: &Path) -> Result<Self, FileError> {
        let text = |name| {
            let path = root.join(name);
            fs::read_to_string(&path).map_err(|error| FileError::of("read", &path)(error))
        };
        let (proved, full) = (text("formal/proved.csv")?, text(".ci/full")?);
        let value = |line: &str| {
            let fields: Vec<_> = line.split(',').collect();
            let [theorem, _, value, _, _, _, _, _] = fields[..] else { return None };
            Some((theorem.to_owned(), value.parse().ok()?))
        };
        let values = proved.lines().skip(1).filter_map(value).collect();
        let mut theorems = Self { values, boards: Vec::new(), up_to: 0 };
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
        if self.values.get(&theorem_of(&name)).copied() != value {
            ""
        } else if board.size.squares() <= self.up_to || self.boards.contains(&name) {
            "in every run"
        } else {
            "once"
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
    use crate::root;
    use crate::tables::solved_boards;

    #[test]
    fn theorems_say_what_the_results_say() {
        let theorems = Theorems::read(root()).unwrap();
        let boards = solved_boards(&root().join("results")).unwrap();
        let mut values = BTreeMap::new();
        for board in &boards {
            let with_empties = theorem_of(&(board.name() + WITH_EMPTIES));
            values.insert(with_empties, board.value_empties_to_winner.unwrap());
            values.insert(theorem_of(&board.name()), board.value.unwrap());
        }
        for (theorem, value) in &theorems.values {
            assert_eq!(values.get(theorem), Some(value), "{theorem}");
        }
        let text = fs::read_to_string(root().join("formal/proved.csv")).unwrap();
        let rows: Vec<Vec<_>> = text.lines().map(|line| line.split(',').collect()).collect();
        let head = "theorem,statement,value,commit,prover,date,seconds,certificate";
        assert_eq!(rows[0], head.split(',').collect::<Vec<_>>());
        assert!(rows[1..].is_sorted_by(|above, below| above[0] < below[0]), "one line for each");
        assert_eq!(rows.len(), theorems.values.len() + 1, "each line is understood once");
        for row in &rows[1..] {
            assert_eq!(row[1], statement_of(row[0], row[2]));
            assert!(row.len() == 8 && row.iter().all(|fact| !fact.is_empty()), "{row:?}");
        }
        // The theorems of every run are recorded.
        for name in &theorems.boards {
            assert!(theorems.values.contains_key(&theorem_of(name)), "{name}");
        }
        for board in boards.iter().filter(|board| board.size.squares() <= theorems.up_to) {
            for with_empties in [false, true] {
                assert_eq!(theorems.how(board, with_empties), "in every run", "{}", board.name());
            }
        }
    }

    /// The statement of a theorem about the value of a board, by its name.
    fn statement_of(theorem: &str, value: &str) -> String {
        let mut words = theorem.split('_').skip(1);
        let (width, height) = words.next().unwrap().split_once('x').unwrap();
        let rest: Vec<_> = words.collect();
        let word = |word, yes, no| if rest.contains(&word) { yes } else { no };
        let start = word("parallel", "Parallel", "Diagonal");
        let (fewest, ends) = (word("fewest", "_fewest", ""), word("empties", "_with_empties", ""));
        format!("value{fewest}{ends} (start {start} {width} {height}) = {value}")
    }
}
