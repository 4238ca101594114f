//! Tables of positions: checks that every row follows from the rows of its moves.

use std::collections::HashMap;

use itertools::Itertools;
use othello_core::mailbox::Cell;
use othello_core::notation::PositionRow;
use othello_core::{Position, Rules, Score, Size, Solution, Start, ensure};

use super::plain;
use super::verdict::{Finding, Verdict, possible, same};
use crate::tables::{positions_csv, read_rows};

/// The values of positions and of their mirror images and rotations, by the cells.
pub(super) type Values = HashMap<Vec<Cell>, Score>;

/// A table of positions. Its start is the first row, and its rules are inferred from the rows in
/// which the game is over.
pub(super) struct PositionTable {
    pub(super) size: Size,
    pub(super) start: Start,
    pub(super) rules: Rules,
    pub(super) rows: Vec<PositionRow>,
    pub(super) contents: Vec<u8>,
}

impl PositionTable {
    pub(super) fn read(contents: Vec<u8>) -> Result<Self, String> {
        let text = str::from_utf8(&contents).map_err(|error| error.to_string())?;
        let first = text.lines().nth(1).and_then(start);
        let (size, start) = first.ok_or("line 2: it is not the start of a game")?;
        let rows = read_rows(size, text)?;
        let rules = rules(&rows);
        possible(rules.scoring, size.squares(), rows.iter().map(|row| &row.value))?;
        Ok(Self { size, start, rules, rows, contents })
    }

    /// Whether the table ends before the games do.
    pub(super) fn is_opening(&self) -> bool {
        let last = self.rows.iter().min_set_by_key(|row| row.position.empties());
        last.iter().any(|row| row.moves.iter().any(|(square, _)| square.is_some()))
    }

    /// Uses only the plain engine to check that each row has exactly the legal moves, each with the
    /// value of the row it leads to, and that its own value is the best of these or, if the game is
    /// over, the score. By induction from the ends of the games, all values are then correct.
    pub(super) fn verify(&self) -> Finding {
        let mut values = Values::new();
        for (row, line) in self.rows.iter().zip(2..) {
            for image in plain::board(row.position).images() {
                let earlier = values.insert(image.cells().to_vec(), row.value);
                let is_same = earlier.is_none_or(|earlier| earlier == row.value);
                ensure!(is_same, "line {line}: a mirror image has another value");
            }
        }
        self.follows_from(&values)?;
        if let Ok(solution) = Solution::new(Position::start(self.size, self.start), self.rules) {
            same(&self.contents, positions_csv(&solution).as_bytes())?;
        }
        let rows = self.rows.len();
        let detail = "values follow from others; the table was recomputed and is the same";
        Ok((Verdict::Proved, format!("{rows} {detail}")))
    }

    /// Checks that every row follows from these values.
    pub(super) fn follows_from(&self, values: &Values) -> Result<(), String> {
        for (row, line) in self.rows.iter().zip(2..) {
            let right = right(row, self.rules, values);
            let right = right.map_err(|reason| format!("line {line}: {reason}"))?;
            ensure!(*row == right, "line {line} is '{row}' but should be '{right}'");
        }
        Ok(())
    }
}

/// The board and the start that a row shows, up to symmetry.
fn start(row: &str) -> Option<(Size, Start)> {
    let mut starts = Size::all().flat_map(|size| Start::ALL.map(|start| (size, start)));
    starts.find(|&(size, start)| {
        let row = PositionRow::parse(size, row);
        let start = plain::start(size, start);
        row.is_ok_and(|row| start.images().contains(&plain::board(row.position)))
    })
}

/// The rules that match the rows in which the game is over, or the default rules if none do.
fn rules(rows: &[PositionRow]) -> Rules {
    let fitting = Rules::ALL.into_iter().find(|&rules| {
        let mut ends = rows.iter().filter(|row| row.moves.is_empty());
        ends.all(|row| plain::board(row.position).score(rules) == row.value)
    });
    fitting.unwrap_or_default()
}

/// The correct row of a position, from the values of the rows to which its moves lead.
fn right(row: &PositionRow, rules: Rules, values: &Values) -> Result<PositionRow, &'static str> {
    let board = plain::board(row.position);
    let places = plain::moves(&board).into_iter().map(|(square, after)| (Some(square), after));
    let mut moves = Vec::new();
    for (square, after) in places.chain(board.pass().map(|after| (None, after))) {
        let value = values.get(&plain::seen_by_black(&after));
        moves.push((square, -value.ok_or("a move leads to a position without a row")?));
    }
    let best = moves.iter().map(|&(_, value)| value).max();
    let value = best.unwrap_or_else(|| board.score(rules));
    Ok(PositionRow { position: row.position, value, moves })
}
