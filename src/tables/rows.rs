//! Values as a table that people read: a row for each position, as in `results/4x4-positions.csv`.

use othello_core::board::Turn;
use othello_core::exhaustive::Solution;
use othello_core::notation::PositionRow;

/// The whole table of a solution, as the text of a CSV file: every position that can be reached,
/// one for all its mirror images and rotations, from many empty squares to few.
#[expect(clippy::missing_panics_doc, reason = "a solution knows the positions that it lists")]
pub fn positions_csv(solution: &Solution) -> String {
    let mut table = format!("{}\n", PositionRow::HEADER);
    for (position, value) in solution.positions() {
        let moves = match position.turn() {
            Turn::Pass => vec![(None, value)],
            Turn::Place | Turn::Over => {
                let moves = solution.moves(position).expect("the position is the solution's");
                moves.into_iter().map(|(square, value)| (Some(square), value)).collect()
            }
        };
        table += &format!("{}\n", PositionRow { position, value, moves });
    }
    table
}
