//! The small table of a thread.

use super::{Entry, Key, Slot};
use crate::board::Square;
use crate::board::kernel::Shape;
use crate::game::Score;

/// The binary logarithm of the number of entries, which take 256 KiB: half of the second cache of
/// most processors, or less.
const BITS: u32 = 14;

const SLOTS: usize = 1 << BITS;

/// A table for positions with few empty squares, one entry to a place.
///
/// They are nearly all positions, and each is soon searched again or never. In the large table they
/// would be all over the memory; here they stay in a cache of the processor core. That takes a
/// tenth off the time of FFO 45–49, a fifth off that of FFO 50, 51 and 4×12, and a quarter off that
/// of 6×6, although 6×6 takes 7 % more nodes.
#[derive(Debug)]
pub(crate) struct LocalTable(Box<[Slot; SLOTS]>);

impl LocalTable {
    /// Positions with fewer empty squares than this are looked up in the small table. A limit of 11
    /// takes longer.
    pub(super) const LIMIT: u32 = 12;

    /// The size in bytes.
    pub(super) const BYTES: usize = SLOTS * size_of::<Slot>();

    pub(super) fn new() -> Self {
        let slots: Box<[Slot]> = (0..SLOTS).map(|_| Slot::default()).collect();
        Self(slots.try_into().expect("there are as many as that"))
    }

    #[inline(always)]
    fn slot(&self, key: Key) -> &Slot {
        &self.0[key.place(BITS)]
    }

    /// The entry of a position, if there is one.
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        self.slot(key).get(key)
    }

    /// Records what is known about a position. What was there about another is lost.
    #[inline(always)]
    pub(super) fn put<S: Shape>(&self, key: Key, alpha: Score, value: Score, best: Option<Square>) {
        let slot = self.slot(key);
        let entry = Entry::new::<S>(alpha, value, best, 1);
        slot.set(key, slot.get(key).map_or(entry, |old| entry.with(old)));
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.0.iter().for_each(Slot::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kernel::{Bitboard, Board8x8, Position};

    fn key(number: u64) -> Key {
        let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Key::new(Position::<Board8x8>::of(Bitboard::of(bits), Bitboard::of(!bits)))
    }

    #[test]
    fn bounds_meet_and_the_last_position_stays() {
        let table = LocalTable::new();
        let square = |index| Some(Square::from_index::<Board8x8>(index));
        table.put::<Board8x8>(key(1), -5, 3, square(10));
        table.put::<Board8x8>(key(1), 8, 7, square(20));
        let entry = table.get(key(1)).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (3, 7, [20, 10]));
        assert_eq!(table.get(key(2)), None);

        let other = (2..1 << 20).find(|&number| key(number).place(BITS) == key(1).place(BITS));
        table.put::<Board8x8>(key(other.unwrap()), 0, 1, None);
        assert_eq!(table.get(key(1)), None);
        assert_eq!(table.get(key(other.unwrap())).unwrap().lower, 1);

        table.clear();
        assert_eq!(table.get(key(other.unwrap())), None);
    }

    /// Positions spread over the table, whichever of their squares differ.
    #[test]
    fn every_square_counts() {
        for square in 0..61 {
            let places: std::collections::HashSet<_> = (0..8)
                .map(|discs| {
                    let own = Bitboard::of(discs << square);
                    Key::new(Position::<Board8x8>::of(own, Bitboard::empty())).place(BITS)
                })
                .collect();
            assert!(places.len() >= 7, "the squares from {square} on: {places:?}");
        }
    }
}
