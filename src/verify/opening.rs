//! Openings: checks that a table has every position of its plies and that its values follow from one
//! another, and searches for some of the values from which all others follow.

use std::collections::HashMap;

use othello_core::board::{Color, Turn};
use othello_core::game::{Position, Rules, Score};
use othello_core::mailbox::{Cell, Mailbox};
use othello_core::progress::{Progress, TimeLimit};
use othello_core::search::Oracle;

use super::line;
use super::positions::{PositionTable, Values, board, right};
use super::verdict::{Finding, Verdict, ensure, possible};
use crate::results::Variant;
use crate::tables::Opening;

/// How the names of such tables end.
pub(super) const END: &str = "-opening.csv";

/// The memory for the table of the solver, in bytes.
const HASH: usize = 256 << 20;

/// The part of the time that is left in which values are searched again.
const SHARE: u32 = 8;

/// A table of the positions of the first plies. No game is over in most of them, so that only its
/// name says by which rules they are scored.
pub(super) struct OpeningTable {
    pub(super) table: PositionTable,
}

impl OpeningTable {
    pub(super) fn new(table: PositionTable, name: &str) -> Self {
        let named = name.strip_suffix(END).and_then(Variant::of_file);
        let rules = named.map_or(table.rules, |(_, variant)| variant.rules);
        Self { table: PositionTable { rules, ..table } }
    }

    /// Checks, with the plain engine alone, that the rows are those of all positions that the start
    /// leads to within as many plies, and that each has exactly the legal moves, each with the value
    /// of the position that it leads to wherever that appears. Then searches for values after the
    /// last moves in a part of the time.
    pub(super) fn verify(&self, limit: &TimeLimit<'_>) -> Finding {
        let PositionTable { size, start, rules, ref rows, ref contents } = self.table;
        let values = rows.iter().flat_map(|row| &row.moves).map(|(_, value)| value);
        possible(rules.scoring, size.squares(), values)?;
        let last = rows.iter().map(|row| row.position.empties()).min().unwrap_or(0);
        let mut numbers = HashMap::new();
        for (number, row) in rows.iter().enumerate() {
            for image in board(row).images() {
                let earlier = numbers.insert(image.cells().to_vec(), number);
                let is_new = earlier.is_none_or(|earlier| earlier == number);
                ensure!(is_new, "line {}: an earlier row has this position", number + 2);
            }
        }
        self.reached(&numbers, last)?;
        let mut values: Values =
            numbers.iter().map(|(cells, &number)| (cells.clone(), rows[number].value)).collect();
        let mut open = Vec::new();
        for (row, line) in rows.iter().zip(2..).filter(|(row, _)| row.position.empties() == last) {
            for (square, after) in line::moves(&board(row)) {
                let found = row.moves.iter().find(|(other, _)| *other == Some(square));
                let (_, value) =
                    found.ok_or_else(|| format!("line {line}: {square} is missing"))?;
                if !values.contains_key(&seen_by_black(&after)) {
                    open.push((row.position.play(square).map_err(|it| it.to_string())?, -value));
                }
                for image in after.images() {
                    values.insert(seen_by_black(&image), -value);
                }
            }
        }
        for (row, line) in rows.iter().zip(2..) {
            let right = right(row, rules, &values);
            let right = right.map_err(|reason| format!("line {line}: {reason}"))?;
            ensure!(*row == right, "line {line} is '{row}' but should be '{right}'");
        }
        let text = str::from_utf8(contents).map_err(|error| error.to_string())?;
        Opening::parse(Position::start(size, start), rules, text)?;

        let again = search_again(&open, rules, limit)?;
        let all = open.len();
        let verdict = if again == all { Verdict::Recomputed } else { Verdict::Consistent };
        let plies = line::start(size, start).count(None) - last;
        Ok((
            verdict,
            format!(
                "the positions of the first {plies} plies are there, and their values follow from \
                 others; {again} of the {all} from which all follow were searched again"
            ),
        ))
    }

    /// Plays from the start on, and checks that there is a row for each position that is reached
    /// with at least `last` empty squares, and no other row.
    fn reached(&self, numbers: &HashMap<Vec<Cell>, usize>, last: u32) -> Result<(), String> {
        let rows = &self.table.rows;
        let mut reached = vec![false; rows.len()];
        let mut boards = vec![line::start(self.table.size, self.table.start)];
        while let Some(here) = boards.pop() {
            let number = numbers.get(&seen_by_black(&here));
            let number = *number.ok_or_else(|| format!("there is no row for {here}"))?;
            if !std::mem::replace(&mut reached[number], true) {
                let after = line::moves(&here).into_iter().map(|(_, after)| after);
                let after = after.filter(|after| after.count(None) >= last);
                boards.extend(after.chain(here.pass()));
            }
        }
        let line = reached.iter().position(|reached| !reached).map(|number| number + 2);
        ensure!(line.is_none(), "line {}: no game reaches this position", line.unwrap_or_default());
        Ok(())
    }
}

/// The cells as they are written in a row, where Black is the side to move.
fn seen_by_black(board: &Mailbox) -> Vec<Cell> {
    let is_black = board.side() == Color::Black;
    let seen = |cell: &Cell| cell.map(|disc| if is_black { disc } else { !disc });
    board.cells().iter().map(seen).collect()
}

/// Searches for the values of some positions in a part of the time that is left, in an order that
/// is spread over all of them. Returns how many were found to be right.
fn search_again(
    positions: &[(Position, Score)],
    rules: Rules,
    limit: &TimeLimit<'_>,
) -> Result<usize, String> {
    let Some((first, _)) = positions.first() else { return Ok(0) };
    let limit = TimeLimit::share(limit, limit.left() / SHARE);
    limit.begin("searching again", Some(positions.len() as u64));
    let oracle = Oracle::new(rules, HASH, first.empties()).reordered();
    let stride = spread(positions.len());
    for (number, place) in
        (0..positions.len()).map(|number| (number, number * stride % positions.len()))
    {
        let (position, value) = positions[place];
        let (position, value) = match position.turn() {
            Turn::Pass => (position.pass(), -value),
            Turn::Place | Turn::Over => (position, value),
        };
        let is_at_least = |bound| oracle.at_least(position, bound, &limit);
        let is_right = if position.turn() == Turn::Over {
            Some(position.score(rules) == value)
        } else {
            is_at_least(value).zip(is_at_least(value + 1)).map(|found| found == (true, false))
        };
        match is_right {
            None => return Ok(number),
            Some(right) => ensure!(right, "the value {value:+} of {position} is wrong"),
        }
    }
    Ok(positions.len())
}

/// A step that, taken `count` times, leads to each of `count` places in a circle once, and always
/// far from the place before.
fn spread(count: usize) -> usize {
    let is_coprime = |step: &usize| {
        let (mut one, mut other) = (*step, count);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one == 1
    };
    (count * 5 / 8..=count).find(is_coprime).unwrap_or(1)
}
