//! Tables of all reachable positions, and their summaries.

use std::time::Duration;

use super::counts::count;
use super::line;
use super::secure::{Prover, Unproved};
use super::verdict::{Finding, Verdict, ensure, possible};
use crate::exhaustive::ValueCounts;
use crate::game::Rules;
use crate::progress::{Progress, TimeLimit};
use crate::results::ReachableCensus;
use crate::tables::ValueTable;

/// A cautious estimate of the number of values that one processor checks in a second.
const VALUES_PER_SECOND: u64 = 200_000;

/// Checks as many values of a table as there is time for; the other files to be verified have the
/// other half of the time.
pub(super) fn table(table: &ValueTable, limit: &TimeLimit<'_>) -> Finding {
    let affordable = |time: Duration| time.as_secs().max(1).saturating_mul(VALUES_PER_SECOND);
    let one_in = table.positions().div_ceil(affordable(limit.left() / 2));
    let one_in = usize::try_from(one_in).unwrap_or(usize::MAX);
    let checked = table.check(one_in, limit).map_err(|error| error.to_string())?;
    if table.start().is_none() {
        return Ok((Verdict::Recomputed, "every value of the table".to_owned()));
    }
    let verdict = if checked.is_proof() { Verdict::Proved } else { Verdict::Consistent };
    Ok((verdict, checked.to_string()))
}

/// Checks that the counts add up, counts the first layers once more by the plain engine, and proves
/// the value of the start.
pub(super) fn census(census: &ReachableCensus, memory: usize, progress: &dyn Progress) -> Finding {
    let &ReachableCensus { size, start, objective, score, value, .. } = census;
    let rules = Rules::new(score, objective);
    let board = line::start(size, start);
    ensure!(board == line::board(census.position), "position: it is not the start");
    values(census)?;
    let again = count(size, start, &census.positions)?;
    let (of_value, not_checked) =
        match Prover::new(size, rules, board.count(None), memory, progress).value(&board, value) {
            Ok(()) => ("the value is proved; ", ""),
            Err(Unproved::Wrong(reason)) => return Err(format!("value: {reason}")),
            Err(_) => ("", "value, "),
        };
    let detail = format!(
        "{of_value}the counts add up, and those down to {again} empty squares were made again; \
         {not_checked}positions below that, and values, were not checked"
    );
    Ok((Verdict::Consistent, detail))
}

/// Checks that the counts of values are those of as many positions, and of possible values. Their
/// sums are made again with the document.
fn values(census: &ReachableCensus) -> Result<(), String> {
    let layers = &census.positions.by_empties;
    let by_layer = |values: fn(&ValueCounts) -> (u32, u64)| census.values.iter().map(values);
    let is_same = by_layer(|values| (values.empties, values.positions))
        .eq(layers.iter().map(|layer| (layer.empties, layer.canonical)));
    ensure!(is_same, "values: their numbers of positions are not those of canonical positions");
    let squares = census.size.squares();
    for ValueCounts { empties, positions, decision, pass, over, by_value, .. } in &census.values {
        let is_part = [decision, pass, over].into_iter().all(|part| part <= positions);
        ensure!(is_part, "values: too many with {empties} empty squares");
        possible(census.score, squares, by_value.keys())?;
    }
    let first = census.values.first().map(|first| first.by_value.len());
    ensure!(first == Some(1), "values: the first layer is not that of the start");
    Ok(())
}
