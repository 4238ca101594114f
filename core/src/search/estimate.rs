//! How long a search will take, estimated beforehand.

use crate::game::{Objective, Position};

/// About how many positions one thread searches to find the value of a position, all best moves and
/// the line.
///
/// The estimate depends only on the short side of the board, the objective and the number of empty
/// squares, and is rough. For the boards under `results/` and the positions of the FFO endgame test
/// in results/README.md that take more than 30 million, it is right within a factor of five. A
/// position that is all but won takes far less. On three rows, where the starts are easily won, a
/// position in the middle of a game took forty times as many.
pub fn expected_positions(position: Position, objective: Objective) -> u64 {
    let fewest = objective == Objective::Fewest;
    // With 30 empty squares, and how many times as many with one more.
    let (millions, growth): (f64, f64) = match (position.size().short_side(), fewest) {
        (..=3, false) => (13.0, 1.57),
        (4, false) => (5.3, 1.44),
        (5..=6, false) => (210.0, 1.77),
        (7.., false) => (2_800.0, 1.8),
        (..=3, true) => (18_000.0, 1.98),
        (4, true) => (20.0, 1.5),
        (5..=6, true) => (3_300.0, 2.12),
        (7.., true) => (25_000.0, 2.12),
    };
    let further = position.empties().cast_signed() - 30;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is rough")]
    let positions = (millions * 1e6 * growth.powi(further)) as u64;
    positions
}
