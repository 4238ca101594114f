//! Tables of everything reachable, and what was counted in them.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use othello_solver::mailbox::{Disc, Mailbox};
use othello_solver::results::{PositionsByEmpties, ReachableCensus};
use othello_solver::{ReachableTable, Score, Shape, TableError};

use super::super::size::{ForShape, Size};
use super::{Budget, Verdict};

/// So many values are checked in a second on one processor, to be safe.
const VALUES_PER_SECOND: u64 = 400_000;

/// Layers of more positions are not counted again.
const MOST_COUNTED: usize = 100_000;

/// Checks a table, or says that the file is no such one.
pub(super) fn table(path: &Path, budget: &Budget<'_>) -> Option<Result<Verdict, String>> {
    let table = match ReachableTable::open(path) {
        Ok(table) => table,
        Err(TableError::Foreign { .. }) => return None,
        Err(error) => return Some(Err(error.to_string())),
    };
    let check = match table.size().parse::<Size>() {
        Ok(size) => size.dispatch_tabulated(Check { table: &table, budget }),
        Err(error) => Some(Err(error)),
    };
    Some(check.unwrap_or_else(|| Ok(Verdict::not_checked("its board is too big"))))
}

struct Check<'a> {
    table: &'a ReachableTable,
    budget: &'a Budget<'a>,
}

impl ForShape for Check<'_> {
    type Output = Result<Verdict, String>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self { table, budget } = self;
        let affordable = |time: Duration| time.as_secs().max(1) * VALUES_PER_SECOND;
        let one_in = table.positions().div_ceil(affordable(budget.left()));
        let one_in = usize::try_from(one_in).unwrap_or(usize::MAX);
        let checked = table.check::<S>(one_in, budget).map_err(|error| error.to_string())?;
        let verdict = if checked.is_proof() { Verdict::proved } else { Verdict::consistent };
        Ok(verdict(checked.to_string()))
    }
}

/// Checks that the counts add up, and counts the first layers once more by the
/// plain engine.
pub(super) fn census(census: &ReachableCensus) -> Result<Verdict, String> {
    let layers = &census.positions.by_empties;
    let sum = |part: fn(&PositionsByEmpties) -> u64| layers.iter().map(part).sum::<u64>();
    let sums = [
        ("total", census.positions.total, sum(|layer| layer.total)),
        ("decision", census.positions.decision, sum(|layer| layer.decision)),
        ("pass", census.positions.pass, sum(|layer| layer.pass)),
        ("over", census.positions.over, sum(|layer| layer.over)),
        ("distinct", census.positions.distinct, sum(|layer| layer.distinct)),
        ("canonical", census.positions.canonical, sum(|layer| layer.canonical)),
        ("the layers of values", census.values.len() as u64, layers.len() as u64),
    ];
    for (name, found, right) in sums {
        equal(name, found, right)?;
    }
    for (layer, values) in layers.iter().zip(&census.values) {
        let empties = layer.empties;
        let name = |what: &str| format!("{what} with {empties} empty squares");
        let part = |wanted: fn(Score) -> bool| -> u64 {
            values.by_value.iter().filter(|(value, _)| wanted(**value)).map(|(_, n)| n).sum()
        };
        equal(&name("total"), layer.total, layer.decision + layer.pass + layer.over)?;
        equal(&name("empties"), values.empties.into(), empties.into())?;
        equal(&name("positions"), values.positions, layer.canonical)?;
        equal(&name("wins"), values.wins, part(Score::is_positive))?;
        equal(&name("draws"), values.draws, part(|value| value == 0))?;
        equal(&name("losses"), values.losses, part(Score::is_negative))?;
        equal(&name("values"), part(|_| true), layer.canonical)?;
        equal(&name("turns"), values.decision + values.pass + values.over, layer.canonical)?;
    }
    let again = count(census)?;
    Ok(Verdict::consistent(format!(
        "the counts add up, and those down to {again} empty squares were made again"
    )))
}

fn equal(name: &str, found: u64, right: u64) -> Result<(), String> {
    if found == right { Ok(()) } else { Err(format!("{name}: {found}, and should be {right}")) }
}

/// Counts positions from the start on while they are few, and returns how many
/// squares are then empty.
fn count(census: &ReachableCensus) -> Result<u32, String> {
    let size: Size = census.size.parse().map_err(|error| format!("size: {error}"))?;
    let (width, height) = size.sides();
    let start = Mailbox::start(width as usize, height as usize, census.start.into());
    let mut boards: HashSet<Mailbox> = start.into_iter().collect();
    let mut empties = 0;
    for layer in &census.positions.by_empties {
        if boards.len() > MOST_COUNTED {
            break;
        }
        let passed: Vec<_> = boards.iter().filter_map(Mailbox::pass).collect();
        let pass = passed.len() as u64;
        boards.extend(passed);
        empties = boards.iter().map(|board| board.count(None)).max().unwrap_or(0);
        let name = |what: &str| format!("{what} with {empties} empty squares");
        let over = boards.iter().filter(|board| board.is_over()).count() as u64;
        let distinct: HashSet<_> = boards.iter().map(own_and_opponent).collect();
        equal("empties", layer.empties.into(), empties.into())?;
        equal(&name("total"), layer.total, boards.len() as u64)?;
        equal(&name("pass"), layer.pass, pass)?;
        equal(&name("over"), layer.over, over)?;
        equal(&name("distinct"), layer.distinct, distinct.len() as u64)?;
        let squares = 0..(width * height) as usize;
        boards = boards
            .iter()
            .flat_map(|board| squares.clone().filter_map(|square| board.play(square)))
            .collect();
    }
    Ok(empties)
}

/// For each square whether its disc belongs to the player to move.
fn own_and_opponent(board: &Mailbox) -> Vec<Option<bool>> {
    board.cells().iter().map(|cell| cell.map(|disc: Disc| disc == board.side())).collect()
}
