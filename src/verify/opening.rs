//! Openings: checks that a table has every position of its plies and that its values follow from each
//! other, and searches again for some of the values from which all others follow.

use std::collections::HashMap;

use othello_core::mailbox::Cell;
use othello_core::search::Oracle;
use othello_core::{Position, Progress, Rules, Score, TimeLimit, ensure};

use super::plain::{self, TABLE_OF_A_CHECK, seen_by_black};
use super::positions::{PositionTable, Values};
use super::verdict::{Finding, Verdict, possible};
use crate::results::Variant;
use crate::tables::Opening;

/// The ending of the names of such tables.
pub(super) const END: &str = "-opening.csv";

/// Values are searched again for one part in this number of the remaining time.
const SHARE: u32 = 8;

/// A table of the positions of the first plies, under the rules in its name. Hardly any game ends
/// that early, so the rules are not known from the rows.
pub(super) fn named(table: PositionTable, name: &str) -> PositionTable {
    let named = name.strip_suffix(END).and_then(Variant::of_file);
    let rules = named.map_or(table.rules, |(_, variant)| variant.rules);
    PositionTable { rules, ..table }
}

/// Uses only the plain engine to check that there is a row for each position within the plies of
/// the table and for no other, and that each row has exactly the legal moves, with the values of
/// the positions they lead to. Then spends part of the time searching again for values after the
/// last moves.
pub(super) fn verify_opening(table: &PositionTable, limit: &TimeLimit<'_>) -> Finding {
    let &PositionTable { size, start, rules, ref rows, ref contents } = table;
    let values = rows.iter().flat_map(|row| &row.moves).map(|(_, value)| value);
    possible(rules.scoring, size.squares(), values)?;
    let last = rows.iter().map(|row| row.position.empties()).min().unwrap_or(0);
    let mut numbers = HashMap::new();
    for (number, row) in rows.iter().enumerate() {
        for image in plain::board(row.position).images() {
            let earlier = numbers.insert(image.cells().to_vec(), number);
            let is_new = earlier.is_none_or(|earlier| earlier == number);
            ensure!(is_new, "line {}: an earlier row has this position", number + 2);
        }
    }
    reached(table, &numbers, last)?;
    let mut values: Values =
        numbers.iter().map(|(cells, &number)| (cells.clone(), rows[number].value)).collect();
    let mut open = Vec::new();
    for (row, line) in rows.iter().zip(2..).filter(|(row, _)| row.position.empties() == last) {
        for (square, after) in plain::moves(&plain::board(row.position)) {
            let found = row.moves.iter().find(|(other, _)| *other == Some(square));
            let Some((_, value)) = found else {
                return Err(format!("line {line}: {square} is missing"));
            };
            if !values.contains_key(&seen_by_black(&after)) {
                open.push((row.position.play(square).map_err(|it| it.to_string())?, -value));
            }
            for image in after.images() {
                values.insert(seen_by_black(&image), -value);
            }
        }
    }
    table.follows_from(&values)?;
    let text = str::from_utf8(contents).map_err(|error| error.to_string())?;
    Opening::parse(Position::start(size, start), rules, text)?;

    let again = search_again(&open, rules, limit)?;
    let all = open.len();
    let verdict = if again == all { Verdict::Recomputed } else { Verdict::Consistent };
    let plies = plain::start(size, start).count(None) - last;
    let detail = format!(
        "the positions of the first {plies} plies are complete, and their values follow from \
         others; {again} of the {all} from which all follow were searched again"
    );
    Ok((verdict, detail))
}

/// Plays from the start, and checks that there is a row for each position that is reached with at
/// least `last` empty squares, and no other row.
fn reached(
    table: &PositionTable,
    numbers: &HashMap<Vec<Cell>, usize>,
    last: u32,
) -> Result<(), String> {
    let mut reached = vec![false; table.rows.len()];
    let mut boards = vec![plain::start(table.size, table.start)];
    while let Some(here) = boards.pop() {
        let Some(&number) = numbers.get(&seen_by_black(&here)) else {
            return Err(format!("there is no row for {here}"));
        };
        if !std::mem::replace(&mut reached[number], true) {
            let after = here.moves().map(|(_, after)| after);
            boards.extend(after.filter(|it| it.count(None) >= last).chain(here.pass()));
        }
    }
    for (line, is_reached) in (2..).zip(reached) {
        ensure!(is_reached, "line {line}: no game reaches this position");
    }
    Ok(())
}

/// Searches for the values of some positions in part of the remaining time, in an order spread over
/// all of them. Returns the number of values that were checked.
fn search_again(
    positions: &[(Position, Score)],
    rules: Rules,
    limit: &TimeLimit<'_>,
) -> Result<usize, String> {
    let Some((first, _)) = positions.first() else { return Ok(0) };
    let limit = TimeLimit::share(limit, limit.left() / SHARE);
    limit.begin("searching again", Some(positions.len() as u64));
    let oracle = Oracle::new(rules, TABLE_OF_A_CHECK, first.empties()).reordered();
    // Multiples of the golden ratio, without their whole parts, are far from those before them.
    let mut order: Vec<_> = (0_u64..).zip(positions).collect();
    order.sort_by_key(|(place, _)| place.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    for (number, (_, &(position, value))) in order.into_iter().enumerate() {
        let (side, position) = (position.side(), position.after_forced_pass());
        let value = position.side().sees(value, side);
        let is_right = if position.is_over() {
            position.score(rules) == value
        } else {
            let found = [value, value + 1].map(|bound| oracle.at_least(position, bound, &limit));
            let [Some(reaches), Some(exceeds)] = found else { return Ok(number) };
            reaches && !exceeds
        };
        ensure!(is_right, "the value {value:+} of {position} is wrong");
    }
    Ok(positions.len())
}
