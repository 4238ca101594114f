//! Tables of all reachable positions, and their summaries.

use std::collections::HashSet;

use itertools::Itertools;
use othello_core::exhaustive::{PositionCounts, ValueCounts};
use othello_core::{Color, Mailbox, Progress, Rules, Size, Start, TimeLimit, ensure};

use super::plain::{self, PlainProver, Unproved};
use super::verdict::{Finding, Verdict, possible};
use crate::results::{Positions, ReachableCensus};
use crate::tables::{CheckedTable, ValueTable};

/// A cautious estimate of the number of values that one processor checks in a second.
const VALUES_PER_SECOND: u64 = 200_000;

/// Layers with more positions than this are not counted again.
const MOST_COUNTED: usize = 100_000;

/// Checks values of a table for about half of the remaining time. The other half is for the other
/// files.
pub(super) fn table(table: &ValueTable, limit: &TimeLimit<'_>) -> Finding {
    let affordable = (limit.left() / 2).as_secs().max(1).saturating_mul(VALUES_PER_SECOND);
    let one_in = table.positions.div_ceil(affordable);
    let one_in = usize::try_from(one_in).unwrap_or(usize::MAX);
    let checked = table.check(one_in, limit).map_err(|error| error.to_string())?;
    if table.start.is_none() {
        return Ok((Verdict::Recomputed, "every value of the table".to_owned()));
    }
    let verdict = if checked.is_proof() { Verdict::Proved } else { Verdict::Consistent };
    let CheckedTable { checked, positions } = checked;
    Ok((verdict, format!("{checked} of {positions} values follow from others")))
}

/// Checks that the counts add up, counts the first layers again with the plain engine, and proves the
/// value of the start.
pub(super) fn census(census: &ReachableCensus, memory: usize, progress: &dyn Progress) -> Finding {
    let &ReachableCensus { size, start, objective, score, value, .. } = census;
    let rules = Rules::new(score, objective);
    let board = plain::start(size, start);
    ensure!(board == plain::board(census.position), "position: it is not the start");
    values(census)?;
    let again = count(size, start, &census.positions)?;
    let mut prover = PlainProver::new(size, rules, board.count(None), memory, progress);
    let (of_value, not_checked) = match prover.value(&board, value) {
        Ok(()) => ("the value is proved; ", ""),
        Err(Unproved::Wrong(reason)) => return Err(format!("value: {reason}")),
        Err(_) => ("", "value, "),
    };
    let detail = format!(
        "{of_value}the counts add up, and those down to {again} empty squares were recomputed; \
         {not_checked}positions below that, and values, were not checked"
    );
    Ok((Verdict::Consistent, detail))
}

/// Checks that the counts of values agree with the counts of positions, and that the values are
/// possible. Their sums were recomputed when the document was read.
fn values(census: &ReachableCensus) -> Result<(), String> {
    let layers = &census.positions.by_empties;
    let valued = census.values.iter().map(|values| (values.empties, values.positions));
    let is_same = valued.eq(layers.iter().map(|layer| (layer.empties, layer.canonical)));
    ensure!(is_same, "values: the numbers of positions and of canonical positions differ");
    let squares = census.size.squares();
    for ValueCounts { empties, positions, decision, pass, over, by_value, .. } in &census.values {
        let is_part = [decision, pass, over].into_iter().all(|part| part <= positions);
        ensure!(is_part, "values: too many with {empties} empty squares");
        possible(census.score, squares, by_value.keys())?;
    }
    let first = census.values.first().map(|first| first.by_value.len());
    ensure!(first == Some(1), "values: the first layer does not consist of the start");
    Ok(())
}

/// Counts positions from the start on the plain board, as long as there are few, and returns the
/// number of empty squares at which it stops.
fn count(size: Size, start: Start, positions: &Positions) -> Result<u32, String> {
    let mut boards = HashSet::from([plain::start(size, start)]);
    let mut empties = size.squares();
    for layer in &positions.by_empties {
        if boards.len() > MOST_COUNTED {
            break;
        }
        let passed: Vec<_> = boards.iter().filter_map(Mailbox::pass).collect();
        let pass = passed.len() as u64;
        boards.extend(passed);
        empties = boards.iter().map(|board| board.count(None)).max().unwrap_or(0);
        let over = boards.iter().filter(|board| board.is_over()).count() as u64;
        let distinct = boards.iter().map(own_and_opponent).unique().count() as u64;
        let least_images = boards.iter().map(|it| it.images().iter().map(own_and_opponent).min());
        let canonical = least_images.unique().count() as u64;
        let total = boards.len() as u64;
        let decision = total - pass - over;
        let counted = PositionCounts { empties, total, decision, pass, over, distinct, canonical };
        ensure!(*layer == counted, "positions: {layer:?}, but should be {counted:?}");
        boards = boards.iter().flat_map(Mailbox::moves).map(|(_, after)| after).collect();
    }
    Ok(empties)
}

/// For each square, whether its disc belongs to the player to move.
fn own_and_opponent(board: &Mailbox) -> Vec<Option<bool>> {
    board.cells().iter().map(|cell| cell.map(|disc: Color| disc == board.side())).collect()
}
