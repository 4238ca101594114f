//! `lookup --table`: the answer from a file that `tabulate` has written.

use std::path::Path;

use othello_solver::results::MoveValue;
use othello_solver::{
    ArrangementsTable, Board4x4, Cells, Objective, Position, ReachableTable, Rules, Score, Scoring,
    Shape, TableError,
};
use serde::Serialize;

use super::super::args::Format;
use super::super::failure::Failure;
use super::super::output::{print, print_json};
use super::super::size::{ForShape, Size};

/// Looks up the value of a position and those after each move.
pub(super) fn look_up(cells: &Cells, path: &Path, format: Format) -> Result<(), Failure> {
    let reachable = match ReachableTable::open(path) {
        Ok(table) => table,
        Err(TableError::Foreign { .. }) => {
            let table = ArrangementsTable::open(path).map_err(Failure::failed)?;
            let value = |position| table.value(position).map_err(Failure::failed);
            return answer::<Board4x4>(cells, table.rules(), format, &value);
        }
        Err(error) => return Err(Failure::failed(error)),
    };
    let size: Size = reachable.size().parse().map_err(Failure::Failed)?;
    let answer = size.dispatch_tabulated(InReachable { cells, table: &reachable, format });
    answer.unwrap_or_else(|| Err(Failure::Failed(format!("a table of {size} is not read"))))
}

/// A look into a table of what can be reached.
struct InReachable<'a> {
    cells: &'a Cells,
    table: &'a ReachableTable,
    format: Format,
}

impl ForShape for InReachable<'_> {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self { cells, table, format } = self;
        let value = |position| {
            let value = table.value::<S>(position).map_err(Failure::failed)?;
            value.ok_or_else(|| {
                let start = format!("{:?}", table.start()).to_lowercase();
                Failure::Failed(format!(
                    "no game from the {start} start comes to this position, its mirror images or \
                     turns; try 'othello-solver solve --position'"
                ))
            })
        };
        answer::<S>(cells, table.rules(), format, &value)
    }
}

/// What a table says of a position.
#[derive(Serialize)]
struct FromTable {
    position: String,
    objective: Objective,
    score: Scoring,
    value: Score,
    moves: Vec<MoveValue>,
}

fn answer<S: Shape>(
    cells: &Cells,
    rules: Rules,
    format: Format,
    value_of: &dyn Fn(Position<S>) -> Result<Score, Failure>,
) -> Result<(), Failure> {
    let game = super::on_board::<S>(cells)?;
    let position = game.position();
    let value = value_of(position)?;
    let mut moves = Vec::new();
    for square in position.moves() {
        let after = value_of(position.play(square))?;
        moves.push(MoveValue { square: square.to_string(), value: -after });
    }
    match format {
        Format::Text => print(&(game.diagram() + &super::values(game, value, &moves))),
        Format::Json => print_json(&FromTable {
            position: game.to_string(),
            objective: rules.objective,
            score: rules.scoring,
            value,
            moves,
        }),
    }
}
