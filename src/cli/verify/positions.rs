//! Tables of positions: every row follows from the rows of its moves.

use std::collections::HashMap;

use othello_solver::mailbox::{Cell, Disc, Mailbox, Opening};
use othello_solver::results::PositionRow;
use othello_solver::{Objective, Rules, Score, Scoring};

use super::Verdict;

/// Checks, with the plain engine alone, that the start is there, and that each
/// row has just the legal moves, each with the value of the row that it leads to,
/// and as its own value the best of them or, where the game is over, the score.
/// By induction from the ends of the games on, all values are then right.
pub(super) fn verify(name: &str, contents: &[u8]) -> Result<Verdict, String> {
    let named = |word| name.contains(word);
    let scoring =
        if named("empties-to-winner") { Scoring::EmptiesToWinner } else { Scoring::Discs };
    let objective = if named("fewest") { Objective::Fewest } else { Objective::Most };
    let opening = if named("parallel") { Opening::Parallel } else { Opening::Diagonal };
    let rules = Rules::new(scoring, objective);

    let mut rows = Vec::new();
    for (row, line) in csv::Reader::from_reader(contents).deserialize().zip(2..) {
        let row: PositionRow = row.map_err(|error| format!("line {line}: {error}"))?;
        let board = board(&row.cells).ok_or_else(|| format!("line {line}: no position of 4x4"))?;
        rows.push((line, row, board));
    }
    let mut values = HashMap::new();
    for (line, row, board) in &rows {
        for image in images(board.cells()) {
            if values.insert(image, row.value).is_some_and(|value| value != row.value) {
                return Err(format!("line {line}: a mirror image has another value"));
            }
        }
    }
    let start = Mailbox::start(4, 4, opening);
    if !start.is_some_and(|start| values.contains_key(start.cells())) {
        return Err("the start of the game is not there".to_owned());
    }
    for (line, row, board) in &rows {
        check(row, board, rules, &values).map_err(|reason| format!("line {line}: {reason}"))?;
    }
    Ok(Verdict::proved(format!("each of the {} values follows from others", rows.len())))
}

/// The cells of a row, with Black to move.
fn board(cells: &str) -> Option<Mailbox> {
    let disc = |cell| match cell {
        'X' => Some(Some(Disc::Black)),
        'O' => Some(Some(Disc::White)),
        '-' => Some(None),
        _ => None,
    };
    let cells: Vec<_> = cells.chars().map(disc).collect::<Option<_>>()?;
    Mailbox::new(4, 4, &cells, Disc::Black)
}

/// The cells and their mirror images and turns.
fn images(cells: &[Cell]) -> impl Iterator<Item = Vec<Cell>> {
    (0..8).map(|image| {
        let from = |square: usize| {
            let (mut column, mut row) = (square % 4, square / 4);
            if image & 1 != 0 {
                column = 3 - column;
            }
            if image & 2 != 0 {
                row = 3 - row;
            }
            if image & 4 != 0 { column * 4 + row } else { row * 4 + column }
        };
        (0..16).map(|square| cells[from(square)]).collect()
    })
}

fn check(
    row: &PositionRow,
    board: &Mailbox,
    rules: Rules,
    values: &HashMap<Vec<Cell>, Score>,
) -> Result<(), String> {
    // After a move or a pass White is to move; the rows are seen by Black.
    let value_of = |after: Mailbox| {
        let cells: Vec<_> = after.cells().iter().map(|cell| cell.map(Disc::other)).collect();
        values.get(&cells).map(|value| -value).ok_or("a move leads to a position without a row")
    };
    let mut moves = Vec::new();
    for square in 0..16 {
        if let Some(after) = board.play(square) {
            let column = ['a', 'b', 'c', 'd'][square % 4];
            moves.push((format!("{column}{}", square / 4 + 1), value_of(after)?));
        }
    }
    if let Some(after) = board.pass() {
        moves.push(("pa".to_owned(), value_of(after)?));
    }
    let best = moves.iter().map(|&(_, value)| value).max();
    let value = best.unwrap_or_else(|| board.score(rules));
    let moves: Vec<_> =
        moves.into_iter().map(|(square, value)| format!("{square}:{value}")).collect();
    let found = PositionRow {
        cells: row.cells.clone(),
        empties: board.count(None),
        value,
        moves: moves.join(" "),
    };
    if *row == found {
        return Ok(());
    }
    Err(format!("value {} by {}, and should be {value} by {}", row.value, row.moves, found.moves))
}
