//! The lists in the README of a folder that are made from the results beside it.

use super::SolvedBoard;
use super::solved_table::text;
use crate::amounts::grouped;

/// The name of the table of solved boards.
pub const SOLVED_BOARDS: &str = "solved boards";

/// The name of the list of all other files.
pub const OTHER_FILES: &str = "other files";

/// The lines of a list, which stands between the lines `<!-- NAME -->` and `<!-- end of NAME -->`.
/// There must be one list of this name.
pub fn marked<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let begin = format!("<!-- {name} -->\n");
    let (_, rest) = text.split_once(&begin)?;
    let (list, after) = rest.split_once(&format!("<!-- end of {name} -->\n"))?;
    (!after.contains(&begin)).then_some(list)
}

/// A table with a row for each of these boards, the small ones first.
pub fn solved_boards(mut boards: Vec<&SolvedBoard>) -> String {
    boards.sort_by_key(|board| (board.size, board.start, board.objective));
    let row = |board: &SolvedBoard| {
        let SolvedBoard { size, objective, value, .. } = board;
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
    head.to_owned() + &boards.into_iter().map(row).collect::<String>()
}

/// A line for each of these files.
pub fn other_files(mut names: Vec<String>) -> String {
    names.sort();
    names.into_iter().map(|name| "* `".to_owned() + &name + "`\n").collect()
}
