//! The solved boards of a folder as one table for other programs: `solved.csv`.

use std::fmt::Display;

use super::{ProofMethod, SolvedBoard};

/// The name of the file beside the solved boards.
pub const SOLVED_TABLE: &str = "solved.csv";

/// A table with a row for each of these boards, the small ones first: the numbers of its file, and
/// how they are known, which is `exhaustive`, `search` or `campaign`. Lists have spaces between
/// their parts, and what is not known is empty.
pub fn solved_csv<'a>(boards: impl IntoIterator<Item = &'a SolvedBoard>) -> String {
    let mut boards: Vec<_> = boards.into_iter().collect();
    boards.sort_by_key(|board| (board.size, board.start, board.objective));
    let header = "board,width,height,start,objective,value,black,white,empty,\
                  value_empties_to_winner,best_moves,line,nodes,known\n";
    boards.into_iter().fold(header.to_owned(), |text, board| text + &row(board))
}

fn row(board: &SolvedBoard) -> String {
    let SolvedBoard { size, width, height, objective, value, .. } = board;
    let start = text(board.start);
    let [black, white, empty] = [board.black, board.white, board.empty].map(text);
    let (line, with_empties) = (text(board.line.as_ref()), text(board.value_empties_to_winner));
    let best: Vec<_> = board.best_moves.iter().flatten().map(ToString::to_string).collect();
    let best = best.join(" ");
    let nodes = text(board.proof.as_ref().and_then(|proof| proof.nodes));
    let known = match board.proof.as_ref().map(|proof| proof.method) {
        None => "exhaustive",
        Some(ProofMethod::Search) => "search",
        Some(ProofMethod::Campaign) => "campaign",
        Some(ProofMethod::Table) => "table",
    };
    format!(
        "{size},{width},{height},{start},{objective},{value},{black},{white},{empty},\
         {with_empties},{best},{line},{nodes},{known}\n"
    )
}

/// An optional part as text, or nothing.
pub(super) fn text(part: Option<impl Display>) -> String {
    part.map_or(String::new(), |part| part.to_string())
}
