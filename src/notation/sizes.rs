//! Sizes of boards as the notations show them.

use crate::board::Size;

/// The boards that are as wide as they are high. A position that does not name its board is assumed
/// to be on one of them.
fn square_boards() -> impl Iterator<Item = Size> {
    Size::all().filter(|size| size.is_square())
}

/// The square board of which `measure` is this number.
pub(super) fn square_board(measure: fn(Size) -> usize, number: usize) -> Option<Size> {
    square_boards().find(|&size| measure(size) == number)
}

/// The square boards, each with its `measure`: `4 (2x2), 9 (3x3), …`.
pub(super) fn list(measure: fn(Size) -> usize) -> String {
    let boards = square_boards().map(|size| format!("{} ({size})", measure(size)));
    boards.collect::<Vec<_>>().join(", ")
}

/// The number of cells.
pub(super) fn cells(size: Size) -> usize {
    size.squares() as usize
}

/// The number of hexadecimal digits in a set of squares.
pub(super) fn digits(size: Size) -> usize {
    size.squares().div_ceil(4) as usize
}

/// The size in a game record: `8` for 8x8, and `6x4`.
pub(super) fn in_ggf(size: Size) -> String {
    if size.is_square() { size.width().to_string() } else { size.to_string() }
}
