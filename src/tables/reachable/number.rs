//! The numbers by which a table names positions, computed by the [`Mailbox`] for its check.

use crate::board::Color;
use crate::mailbox::Mailbox;

/// The lowest bit of the occupied squares in a number.
pub(super) const OCCUPIED: u32 = 24;

/// The number by which a table names a position, if it is the one that stands for its mirror images
/// and rotations: the occupied squares, a bit for each from a1 on, and for each of these whether
/// the disc belongs to the side to move.
pub(super) fn number(board: &Mailbox) -> u64 {
    let (mut occupied, mut colours, mut discs) = (0, 0, 0);
    for (square, cell) in board.cells().iter().enumerate() {
        if let Some(disc) = cell {
            occupied |= 1 << square;
            colours |= u64::from(*disc == board.side()) << discs;
            discs += 1;
        }
    }
    occupied << OCCUPIED | colours
}

/// The least number of all mirror images and rotations.
pub(super) fn least_number(board: &Mailbox) -> u64 {
    board.images().iter().map(number).min().unwrap_or(0)
}

/// The position with a number, Black to move, or `None` if the board has no such position.
pub(super) fn board(width: usize, height: usize, number: u64) -> Option<Mailbox> {
    let (mut occupied, mut colours) = (number >> OCCUPIED, number % (1 << OCCUPIED));
    let mut cells = Vec::new();
    for _ in 0..width * height {
        cells.push((occupied % 2 == 1).then(|| {
            let color = if colours % 2 == 1 { Color::Black } else { Color::White };
            colours /= 2;
            color
        }));
        occupied /= 2;
    }
    let board = Mailbox::new(width, height, &cells, Color::Black)?;
    (occupied == 0 && colours == 0).then_some(board)
}
