//! Tables of positions: checks that every row follows from the rows of its moves.

use std::collections::HashMap;

use super::line;
use super::verdict::{Finding, Verdict, ensure, possible, same};
use crate::board::{Color, Size};
use crate::exhaustive::Solution;
use crate::game::{Position, Rules, Score, Start};
use crate::mailbox::{Cell, Mailbox};
use crate::results::{PositionRow, positions_csv};

/// A row of the file, the line on which it stands, and its position on the plain board.
struct Row {
    line: usize,
    claim: PositionRow,
    board: Mailbox,
}

/// The values, by the cells, of the positions and of their mirror images and rotations.
type Values = HashMap<Vec<Cell>, Score>;

/// A table of positions, and the start and the rules that it is of: the first row shows from which
/// start the games begin, and the rows in which the game is over show by which rules it is scored.
pub(super) struct PositionTable {
    pub(super) size: Size,
    pub(super) start: Start,
    pub(super) rules: Rules,
    rows: Vec<Row>,
    contents: Vec<u8>,
}

impl PositionTable {
    pub(super) fn read(contents: Vec<u8>) -> Result<Self, String> {
        let text = str::from_utf8(&contents).map_err(|error| error.to_string())?;
        let first = text.lines().nth(1).unwrap_or_default();
        let (size, start) = start(first).ok_or("line 2: it is not the start of a game")?;
        let rows = text.lines().zip(1..).skip(1).map(|(text, line)| {
            let claim =
                PositionRow::parse(size, text).map_err(|error| format!("line {line}: {error}"))?;
            Ok(Row { line, board: line::board(claim.position), claim })
        });
        let rows: Vec<Row> = rows.collect::<Result<_, String>>()?;
        let rules = rules(&rows);
        possible(rules.scoring, size.squares(), rows.iter().map(|row| &row.claim.value))?;
        Ok(Self { size, start, rules, rows, contents })
    }

    /// Checks, with the plain engine alone, that the table has the start, and that each row has
    /// exactly the legal moves, each with the value of the row that it leads to, and as its own
    /// value the best of them or, if the game is over, the score. By induction from the ends of the
    /// games, all values are then right.
    pub(super) fn verify(&self) -> Finding {
        let mut values = Values::new();
        for Row { line, claim, board } in &self.rows {
            for image in board.images() {
                let earlier = values.insert(image.cells().to_vec(), claim.value);
                let is_same = earlier.is_none_or(|earlier| earlier == claim.value);
                ensure!(is_same, "line {line}: a mirror image has another value");
            }
        }
        for row in &self.rows {
            let checked = check(row, self.rules, &values);
            checked.map_err(|reason| format!("line {}: {reason}", row.line))?;
        }
        if let Ok(solution) = Solution::new(Position::start(self.size, self.start), self.rules) {
            same(&self.contents, positions_csv(&solution).as_bytes())?;
        }
        let rows = self.rows.len();
        let detail = "values follow from others; the table was made again and is the same";
        Ok((Verdict::Proved, format!("{rows} {detail}")))
    }
}

/// The board and the start whose position a row has, under any symmetry.
fn start(row: &str) -> Option<(Size, Start)> {
    let starts = Size::all().flat_map(|size| Start::ALL.map(|start| (size, start)));
    starts.into_iter().find(|&(size, start)| {
        let board = |row: PositionRow| line::board(row.position);
        let board = PositionRow::parse(size, row).map(board);
        board.is_ok_and(|board| line::start(size, start).images().contains(&board))
    })
}

/// The rules by which the rows are scored where the game is over, or the usual ones if there are
/// none.
fn rules(rows: &[Row]) -> Rules {
    let mut ends = rows.iter().filter(|it| it.claim.moves.is_empty());
    let fit =
        |rules: &Rules| ends.all(|Row { claim, board, .. }| board.score(*rules) == claim.value);
    Rules::ALL.into_iter().find(fit).unwrap_or_default()
}

fn check(row: &Row, rules: Rules, values: &Values) -> Result<(), String> {
    let Row { claim, board, .. } = row;
    // After a move or a pass White is to move, but the rows are seen by Black.
    let value_of = |after: &Mailbox| {
        let cells: Vec<_> =
            after.cells().iter().map(|cell| cell.map(|disc: Color| !disc)).collect();
        values.get(&cells).map(|value| -value).ok_or("a move leads to a position without a row")
    };
    let mut moves = Vec::new();
    for (square, after) in line::moves(board) {
        moves.push((Some(square), value_of(&after)?));
    }
    if let Some(after) = board.pass() {
        moves.push((None, value_of(&after)?));
    }
    let best = moves.iter().map(|&(_, value)| value).max();
    let value = best.unwrap_or_else(|| board.score(rules));
    let found = PositionRow { position: claim.position, value, moves };
    if *claim == found {
        return Ok(());
    }
    Err(format!(
        "value {} by {}, but should be {value} by {}",
        claim.value,
        claim.moves_in_words(),
        found.moves_in_words()
    ))
}
