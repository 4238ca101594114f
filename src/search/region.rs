//! The board within the grid that it is searched on.

use crate::board::{Bitboard, Position, Shape, Square};

/// The squares of a board that is embedded into a larger grid `H`.
///
/// The squares outside stay without discs for ever, so runs of discs, and with
/// them moves and flips, are right without regard to the region. Only what
/// looks at empty squares, edges and corners has to ask here.
#[derive(Debug)]
pub(super) struct Region<H: Shape> {
    /// The squares of the board.
    pub(super) squares: Bitboard<H>,
    /// How many columns and rows they fill.
    pub(super) size: (u32, u32),
    /// How many they are.
    pub(super) count: u32,
    /// The four corners.
    pub(super) corners: Bitboard<H>,
    /// For each axis, the squares at the wall: those that have a neighbour on
    /// the board on one side only, or on none.
    pub(super) walls: [Bitboard<H>; 4],
    /// The four parts of the board in which parity is looked at.
    parts: [Bitboard<H>; 4],
    /// For each square of the grid, the part that it lies in.
    part_of: [Bitboard<H>; 64],
    /// For each square of the grid, what it is worth to hold it.
    pub(super) worth: [i8; 64],
}

/// What a square is worth by its distance from the nearest two sides: corners
/// most, the squares next to them least. To rank moves by that too spares 35 % of
/// the nodes of 5×6, 6 % of those of 6×6 and 3 % of those of FFO 40–43.
const WORTH: [[i8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];

impl<H: Shape> Region<H> {
    /// A board of `width` and `height` in the middle of the grid.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let (left, upper) = Self::origin(width, height);
        let mut region = Self {
            squares: Bitboard::empty(),
            size: (width, height),
            count: width * height,
            corners: Bitboard::empty(),
            walls: [Bitboard::empty(); 4],
            parts: [Bitboard::empty(); 4],
            part_of: [Bitboard::empty(); 64],
            worth: [0; 64],
        };
        // Quarters, or strips if the board is long.
        let part = |column: u32, row: u32| {
            if width >= 2 * height {
                4 * column / width
            } else if height >= 2 * width {
                4 * row / height
            } else {
                2 * u32::from(2 * row >= height) + u32::from(2 * column >= width)
            }
        };
        let each = || (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        for (column, row) in each() {
            let square = Square::from_index((upper + row) * H::WIDTH + left + column);
            let set = Bitboard::from(square);
            region.squares |= set;
            region.parts[part(column, row) as usize] |= set;
            let at_side = column == 0 || column == width - 1;
            let at_end = row == 0 || row == height - 1;
            for (wall, holds) in
                region.walls.iter_mut().zip([at_side, at_end, at_side || at_end, at_side || at_end])
            {
                if holds {
                    *wall |= set;
                }
            }
            if at_side && at_end {
                region.corners |= set;
            }
            let inward = |at: u32, length: u32| at.min(length - 1 - at).min(3) as usize;
            region.worth[square.index() as usize] =
                WORTH[inward(row, height)][inward(column, width)];
        }
        for (column, row) in each() {
            let index = (upper + row) * H::WIDTH + left + column;
            region.part_of[index as usize] = region.parts[part(column, row) as usize];
        }
        region
    }

    /// The column and row of the grid in which the board begins.
    pub(super) fn origin(width: u32, height: u32) -> (u32, u32) {
        ((H::WIDTH - width) / 2, (H::HEIGHT - height) / 2)
    }

    /// The empty squares of the board.
    #[inline(always)]
    pub(super) fn empty(&self, position: Position<H>) -> Bitboard<H> {
        self.squares - (position.own() | position.opponent())
    }

    /// The part of the board that a square lies in.
    #[inline(always)]
    pub(super) fn part_of(&self, square: Square<H>) -> Bitboard<H> {
        self.part_of[square.index() as usize & 63]
    }

    /// The parts of the board with an odd number of empty squares.
    #[inline(always)]
    pub(super) fn odd(&self, empty: Bitboard<H>) -> Bitboard<H> {
        self.parts.iter().fold(Bitboard::empty(), |odd, &part| {
            if (part & empty).len() % 2 == 1 { odd | part } else { odd }
        })
    }
}
