//! How far off forecasts are, as it was measured.

use crate::board::Size;
use crate::game::Objective;

use super::patterns::long_side_first;

/// For each board and objective with a trained evaluation, the root mean square error of forecasts 1,
/// 2, … plies ahead, in discs. `cargo xtask forecasts` measures it in positions with 16 to 20 empty
/// squares.
static MEASURED: &str = include_str!("forecast-errors.csv");

/// How many discs forecasts are off by that look this many plies ahead, as the root mean square in
/// positions with 16 to 20 empty squares. Beyond the depths that were measured it is the error of
/// the greatest. `None` if there is no trained evaluation of the board.
pub(crate) fn usual_error(size: Size, objective: Objective, depth: u32) -> Option<f64> {
    let board = format!("{},{objective},", long_side_first(size));
    let errors = MEASURED.lines().find_map(|row| row.strip_prefix(&board))?;
    let of_depth = errors.split(',').take(depth.max(1) as usize).last()?;
    of_depth.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::TRAINED;

    #[test]
    fn each_trained_board_was_measured() {
        for board in &TRAINED {
            let error = |depth| usual_error(board.size, board.objective, depth);
            let is_usual = |depth| error(depth).is_some_and(|it| (1.0..25.0).contains(&it));
            assert!((1..=12).all(is_usual), "{}", board.size);
            // Looking further ahead helps.
            assert!(error(12) < error(1), "{}", board.size);
            assert_eq!((error(0), error(60)), (error(1), error(12)), "{}", board.size);
        }
        assert_eq!(MEASURED.lines().count(), 1 + TRAINED.len());
        let upright = usual_error(Size::new(5, 7).unwrap(), Objective::Most, 3);
        assert_eq!(upright, usual_error(Size::new(7, 5).unwrap(), Objective::Most, 3));
        assert_eq!(usual_error(Size::new(4, 4).unwrap(), Objective::Most, 3), None);
    }
}
