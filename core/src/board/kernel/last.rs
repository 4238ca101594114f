//! The number of discs flipped on the last empty square, from tables of lines.

/// The number of discs flipped on a line of eight squares, by the square of the new disc and the
/// set of own discs on the other squares. The remaining discs are the opponent's.
#[allow(clippy::cast_possible_truncation)]
const ON_A_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own: u32 = 0;
        while own < 256 {
            let (above, below) = (own >> (square + 1), own & ((1 << square) - 1));
            // A run is not flipped unless an own disc ends it.
            let ahead = if above > 0 { above.trailing_zeros() } else { 0 };
            let behind = if below > 0 { square - 1 - below.ilog2() } else { 0 };
            table[square as usize][own as usize] = (ahead + behind) as u8;
            own += 1;
        }
        square += 1;
    }
    table
};

/// For each square of 8×8, the two diagonals through it.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (column, row) = (square % 8, square / 8);
            let (other_column, other_row) = (other % 8, other / 8);
            if column + other_row == other_column + row {
                diagonals[square][0] |= 1 << other;
            }
            if column + row == other_column + other_row {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// For each square of 8×8, its column and its two diagonals, which have at most one square in each
/// row. Its row only fills the last lane.
#[cfg(any(test, target_arch = "x86_64"))]
pub(super) const LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let [falling, rising] = DIAGONALS[square];
        lines[square] = [COLUMN << (square % 8), falling, rising, 0xFF << (square / 8 * 8)];
        square += 1;
    }
    lines
};

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// As [`count`], given a byte for each line of [`LINES`]: the rows with an own disc on it.
#[inline(always)]
#[cfg(any(test, target_arch = "x86_64"))]
pub(super) fn count_by_rows(own: u64, square: u32, rows: u32) -> u32 {
    let square = square & 63;
    let (column, row) = (square % 8, square / 8);
    let on = |at: u32, line: u8| u32::from(ON_A_LINE[at as usize][usize::from(line)]);
    let [upright, falling, rising, _] = rows.to_le_bytes();
    let [in_row, ..] = (own >> (8 * row)).to_le_bytes();
    on(column, in_row)
        .wrapping_add(on(row, upright))
        .wrapping_add(on(row, falling))
        .wrapping_add(on(row, rising))
}

/// The number of discs flipped by a disc on the only empty square of a board on the 8×8 grid.
///
/// Each of the four lines through the square is gathered into eight bits. Columns and diagonals
/// take a multiplication, as in Pradu Kannan's "kindergarten bitboards" for chess. Grid squares
/// outside the board count as the opponent's, which is safe because no own disc is beyond them.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn count(own: u64, square: u32) -> u32 {
    const TO_ROWS: u64 = 0x0102_0408_1020_4080;
    let square = square & 63;
    let (column, row) = (square % 8, square / 8);
    let [falling, rising] = DIAGONALS[square as usize];
    let on = |at: u32, line: u64| u32::from(ON_A_LINE[at as usize][usize::from(line as u8)]);
    let gathered = |set: u64, factor: u64| set.wrapping_mul(factor) >> 56;
    let in_row = on(column, own >> (8 * row));
    let in_column = on(row, gathered(own >> column & COLUMN, TO_ROWS));
    let in_falling = on(column, gathered(own & falling, COLUMN));
    let in_rising = on(column, gathered(own & rising, COLUMN));
    in_row.wrapping_add(in_column).wrapping_add(in_falling).wrapping_add(in_rising)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::board::kernel::{Bitboard, Board8x8, Embedding, Position, Shape};

    #[test]
    fn the_last_move_flips_the_number_of_discs_that_the_rules_give() {
        let mut word = 0x9E37_79B9_7F4A_7C15_u64;
        for (width, height) in [(8, 8), (7, 7), (6, 6), (8, 5), (5, 8), (4, 4)] {
            let board = Embedding::<Board8x8>::new(Size::new(width, height).unwrap());
            for square in board.squares.into_iter().cycle().take(2_000) {
                word = word.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
                let discs = board.squares - Bitboard::only(square);
                // Half of the discs are own discs, or most of them, or few.
                let bits = [word, word | word.rotate_left(31), word & word.rotate_left(31)];
                let own = discs & Bitboard::of(bits[(word >> 60) as usize % 3]);
                let flips = Position::of(own, discs - own).flips(square).len();
                let square = Board8x8::index(square);
                assert_eq!(count(own.bits(), square), flips, "{own:?} {square}");
                let row_of = |line: u64| {
                    (0..8).fold(0, |rows: u8, row| {
                        rows | u8::from(own.bits() & line & 0xFF << (8 * row) != 0) << row
                    })
                };
                let rows = u32::from_le_bytes(LINES[square as usize].map(row_of));
                assert_eq!(count_by_rows(own.bits(), square, rows), flips, "{own:?} {square}");
            }
        }
    }
}
