//! Positions and their values, packed into pages that can be read on their own.
//!
//! A page is a block of a [`BlockFile`](crate::storage::BlockFile). It lists positions in ascending
//! order of their numbers. Each has the difference to the previous number, in groups of seven bits,
//! lowest first, with the eighth bit set if another group follows, and then the value as a signed
//! byte. The first number on a page is a difference to 0, and the rest of the page is filled with 0.
//!
//! The number of a position is `occupied << 24 | colours`. Bit k of the colours is set if the disc on
//! the k-th occupied square, counted from 0, belongs to the player to move. Positions on the same
//! squares have numbers close to each other, so most differences are short.

use othello_core::board::kernel::SMALL_SQUARES;
use serde::{Deserialize, Serialize};

use crate::storage::BLOCK;
use crate::tables::subset_number;

const SEVEN_BITS: u64 = 0x7F;

/// The maximum number of groups of seven bits in a difference.
const MOST_GROUPS: usize = 2 * SMALL_SQUARES as usize / 7 + 1;

/// The pages of the positions with the same number of empty squares.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LayerPages {
    pub(crate) empties: u32,
    pub(crate) positions: u64,
    /// The number of the first position on each page.
    pub(crate) pages: Vec<u64>,
}

/// The pages of a layer while they are being filled.
pub(crate) struct Pages {
    pub(crate) index: LayerPages,
    /// The full pages, and the current one.
    blocks: Vec<Vec<u8>>,
    last: u64,
}

impl Pages {
    /// No pages yet, for positions with this number of empty squares.
    pub(crate) fn new(empties: u32) -> Self {
        let index = LayerPages { empties, positions: 0, pages: Vec::new() };
        Self { index, blocks: Vec::new(), last: 0 }
    }

    /// Adds a position, whose number must be the greatest so far.
    pub(crate) fn push(&mut self, number: u64, value: i8) {
        if self.blocks.last().is_none_or(|page| page.len() + MOST_GROUPS + 1 > BLOCK) {
            self.index.pages.push(number);
            self.blocks.push(Vec::with_capacity(BLOCK));
            self.last = 0;
        }
        let page = self.blocks.last_mut().expect("there is a page with room");
        let mut rest = number - self.last;
        while rest > SEVEN_BITS {
            page.push(rest.to_le_bytes()[0] | 0x80);
            rest >>= 7;
        }
        page.extend([rest.to_le_bytes()[0], value.cast_unsigned()]);
        self.index.positions += 1;
        self.last = number;
    }

    /// The index and the pages, padded to full length.
    pub(crate) fn finish(mut self) -> (LayerPages, Vec<Vec<u8>>) {
        self.blocks.iter_mut().for_each(|page| page.resize(BLOCK, 0));
        (self.index, self.blocks)
    }
}

/// The numbers and values of a page.
pub(crate) fn read_page(page: &[u8]) -> impl Iterator<Item = (u64, i8)> {
    let mut bytes = page.iter();
    let mut number = 0_u64;
    std::iter::from_fn(move || {
        let mut step = 0;
        for group in 0..MOST_GROUPS {
            let byte = *bytes.next()?;
            step |= (u64::from(byte) & SEVEN_BITS) << (7 * group);
            if byte < 0x80 {
                break;
            }
        }
        // A difference of 0 is padding: numbers are distinct and greater than 0.
        if step == 0 {
            return None;
        }
        number = number.wrapping_add(step);
        Some((number, bytes.next()?.cast_signed()))
    })
}

/// The number of the position with a [`key`](super::entry::key). `occupied` are its occupied squares
/// on the board, which are in the same order as on the grid.
pub(crate) fn number_of(key: u64, occupied: u64) -> u64 {
    occupied << SMALL_SQUARES | subset_number(key, key >> SMALL_SQUARES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_positions_are_read_page_by_page() {
        let numbers = (0..3 * BLOCK as u64).map(|k| 1 + k * k * 1000);
        let entries: Vec<_> = numbers.zip((i8::MIN..=i8::MAX).cycle()).collect();
        let mut pages = Pages::new(0);
        for &(number, value) in &entries {
            pages.push(number, value);
        }
        let (index, blocks) = pages.finish();
        assert!(blocks.len() > 3);
        assert!(blocks.iter().all(|page| page.len() == BLOCK));
        let first = blocks.iter().map(|page| read_page(page).next().unwrap().0);
        assert!(first.eq(index.pages));
        let read: Vec<_> = blocks.iter().flat_map(|page| read_page(page)).collect();
        assert!(read == entries);
    }

    #[test]
    fn numbers_keep_the_order_of_keys() {
        for occupied in [0xF, 0x00C3_5A11, 0x00FF_FFFF_u64] {
            let own = (0..1 << SMALL_SQUARES).step_by(127).map(|own| own & occupied);
            let mut keys: Vec<_> = own.map(|own| occupied << SMALL_SQUARES | own).collect();
            keys.sort_unstable();
            keys.dedup();
            let numbers: Vec<_> = keys.iter().map(|&key| number_of(key, occupied)).collect();
            assert!(numbers.is_sorted_by(|one, next| one < next));
        }
    }
}
