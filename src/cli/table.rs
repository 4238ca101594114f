//! `table`: the table of solved boards, from the files that say how they are
//! solved.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::files::{FileError, folder_of, write_atomically};
use othello_solver::results::SolvedBoard;
use othello_solver::{Objective, Scoring, Start};

use super::failure::Failure;
use super::output::print;

const BEGIN: &str = "<!-- solved boards -->\n";
const END: &str = "<!-- end of solved boards -->\n";

/// Bring the table of solved boards up to date
#[derive(Debug, Args)]
#[command(after_help = "\
The table is made of the files results/*.json that `solve` has written. It replaces what stands
between <!-- solved boards --> and <!-- end of solved boards -->.

Examples:
  othello-solver table
  othello-solver table -")]
pub(crate) struct Table {
    /// The Markdown files that have the table; - is the table alone on standard output
    #[arg(value_name = "FILE", default_values = ["README.md", "results/README.md"])]
    files: Vec<PathBuf>,
}

impl Table {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let table = markdown(&solved_boards(Path::new("results")).map_err(Failure::failed)?);
        for path in self.files {
            if path == Path::new("-") {
                print(&table)?;
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|error| {
                Failure::Failed(format!("cannot read {}: {error}", path.display()))
            })?;
            let new = replaced(&text, &table).ok_or_else(|| {
                Failure::Failed(format!("{} has no place for the table", path.display()))
            })?;
            write_atomically(&path, new.as_bytes()).map_err(Failure::failed)?;
            print(&format!("written    {}\n", path.display()))?;
        }
        Ok(())
    }
}

/// A file with the table that its folder's solved boards give it, if it has one.
pub(super) fn renewed(path: &Path, contents: &[u8]) -> Option<Result<Vec<u8>, String>> {
    let text = std::str::from_utf8(contents).ok().filter(|text| text.contains(BEGIN))?;
    let boards = solved_boards(folder_of(path));
    let table = boards.map(|boards| markdown(&boards)).map_err(|error| error.to_string());
    Some(table.map(|table| replaced(text, &table).unwrap_or_default().into_bytes()))
}

/// The text with another table.
fn replaced(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some([before, BEGIN, table, END, after].concat())
}

/// The solved boards of a folder, small ones first. Files that are something
/// else are passed over.
fn solved_boards(folder: &Path) -> Result<Vec<SolvedBoard>, FileError> {
    let cannot = |error| FileError::of("read", folder)(error);
    let mut boards = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(cannot)?;
        boards.extend(serde_json::from_str::<SolvedBoard>(&text));
    }
    boards.retain(|board| board.score == Scoring::Discs && board.start.is_some());
    boards.sort_by_key(|board| {
        (board.width * board.height, board.width, board.height, board.start, board.objective)
    });
    Ok(boards)
}

fn markdown(boards: &[SolvedBoard]) -> String {
    let mut text = "\
| board | start | wins | value | discs, Black–White | empties to winner | line of best play | positions searched |
|---|---|---|---|---|---|---|---|
"
    .to_owned();
    for board in boards {
        let start = match board.start {
            Some(Start::Parallel) => "parallel",
            _ => "diagonal",
        };
        let wins = match board.objective {
            Objective::Most => "most",
            Objective::Fewest => "fewest",
        };
        let searched = match &board.proof {
            Some(proof) => proof.nodes.map(|nodes| HumanCount(nodes).to_string()),
            None => Some("all".to_owned()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {start} | {wins} | {:+} | {}–{} | {:+} | `{}` | {} |",
            board.size,
            board.value,
            board.black,
            board.white,
            board.value_empties_to_winner,
            board.line,
            searched.unwrap_or_default(),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let text = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(replaced(&text, "new\n"), Some(format!("a\n{BEGIN}new\n{END}b\n")));
        assert_eq!(replaced("a\n", "new\n"), None);
    }
}
