//! The solved boards of a folder as one table for other programs: `solved.csv`.

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
    let SolvedBoard { size, width, height, objective, value, black, white, empty, line, .. } =
        board;
    let start = board.start.map_or(String::new(), |start| start.to_string());
    let with_empties = board.value_empties_to_winner;
    let best: Vec<_> = board.best_moves.iter().map(ToString::to_string).collect();
    let best = best.join(" ");
    let nodes = board.proof.as_ref().and_then(|proof| proof.nodes);
    let nodes = nodes.map_or(String::new(), |nodes| nodes.to_string());
    let known = match board.proof.as_ref().map(|proof| proof.method) {
        None => "exhaustive",
        Some(ProofMethod::Search) => "search",
        Some(ProofMethod::Campaign) => "campaign",
    };
    format!(
        "{size},{width},{height},{start},{objective},{value},{black},{white},{empty},\
         {with_empties},{best},{line},{nodes},{known}\n"
    )
}
