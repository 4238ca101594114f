//! Tables of all reachable positions, and their summaries.

use std::time::Duration;

use super::counts::{add_up, count, equal, with_empties};
use super::line;
use super::secure::{Prover, Unproved};
use super::verdict::{Finding, Verdict, ensure};
use crate::game::{Rules, Score};
use crate::progress::{Progress, TimeLimit};
use crate::results::ReachableCensus;
use crate::tables::ReachableTable;

/// A cautious estimate of the number of values that one processor checks in a second.
const VALUES_PER_SECOND: u64 = 200_000;

/// Checks as many values of a table as there is time for; the other files to be verified have the
/// other half of the time.
pub(super) fn table(table: &ReachableTable, limit: &TimeLimit<'_>) -> Finding {
    let affordable = |time: Duration| time.as_secs().max(1).saturating_mul(VALUES_PER_SECOND);
    let one_in = table.positions().div_ceil(affordable(limit.left() / 2));
    let one_in = usize::try_from(one_in).unwrap_or(usize::MAX);
    let checked = table.check(one_in, limit).map_err(|error| error.to_string())?;
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
    add_up(&census.positions)?;
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

/// Checks that the counts of values add up to those of positions.
fn values(census: &ReachableCensus) -> Result<(), String> {
    let layers = &census.positions.by_empties;
    equal("the layers of values", census.values.len() as u64, layers.len() as u64)?;
    for (layer, values) in layers.iter().zip(&census.values) {
        let empties = layer.empties;
        let part = |wanted: fn(Score) -> bool| -> u64 {
            let counts = values.by_value.iter().filter(|(value, _)| wanted(**value));
            counts.fold(0, |sum, (_, count)| sum.saturating_add(*count))
        };
        let turns = [values.pass, values.over].into_iter();
        let turns = turns.fold(values.decision, u64::saturating_add);
        equal(&with_empties("empties", empties), values.empties.into(), empties.into())?;
        let counted = [
            ("positions", values.positions, layer.canonical),
            ("wins", values.wins, part(Score::is_positive)),
            ("draws", values.draws, part(|value| value == 0)),
            ("losses", values.losses, part(Score::is_negative)),
            ("values", part(|_| true), layer.canonical),
            ("turns", turns, layer.canonical),
        ];
        for (name, found, right) in counted {
            equal(&with_empties(name, empties), found, right)?;
        }
        let most = census.size.squares().cast_signed();
        if let Some(value) = values.by_value.keys().find(|value| value.abs() > most) {
            return Err(with_empties(&format!("by_value: there is no value {value:+}"), empties));
        }
    }
    let first = census.values.first().map(|first| first.by_value.len());
    ensure!(first == Some(1), "values: the first layer is not that of the start");
    Ok(())
}
