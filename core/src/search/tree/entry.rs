//! Entries of a transposition table, the keys of positions, and the slots that hold both.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::Square;
use crate::board::kernel::{Position, Shape};
use crate::game::Score;

/// A place for an entry and the key of its position.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    check: AtomicU64,
    known: AtomicU64,
}

/// Entries that share a cache line.
pub(crate) type Bucket = [Slot; 4];

/// Identifies a position in the table.
///
/// The bucket and the check are two independent hashes. Two positions are confused only if the
/// check and the number of the bucket both match. The probability is below 10⁻⁸ in 10¹⁰ look-ups,
/// far less than for a memory error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// Determines the bucket in the large table.
    pub(super) bucket: u64,
    /// Determines the slot in a small table.
    local: u64,
    check: u64,
}

/// Bounds and best moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: i8,
    /// The value is at most this.
    pub(crate) upper: i8,
    /// The best moves found, the latest first, or [`NO_SQUARE`](Entry::NO_SQUARE).
    pub(crate) best: [u8; 2],
    /// The binary logarithm of the number of nodes searched.
    cost: u8,
}

impl Key {
    #[inline(always)]
    pub(crate) fn new<S: Shape>(position: Position<S>) -> Self {
        let own: u64 = position.own().bits().into();
        let opponent: u64 = position.opponent().bits().into();
        let bucket = own
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(opponent.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        Self {
            bucket,
            local: bucket,
            check: fold(own, 0xA076_1D64_78BD_642F) ^ fold(!opponent, 0xE703_7ED1_A0B4_28DB),
        }
    }

    /// The slot of the position in a small table with `1 << bits` slots.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn place(self, bits: u32) -> usize {
        // Only the highest bits depend on all squares.
        (self.local >> (64 - bits)) as usize
    }

    /// The key of the same position for another kind of search, whose number is below 2¹⁶.
    #[inline(always)]
    pub(crate) fn about(self, question: u32) -> Self {
        let there = self.about_beside(question);
        Self { bucket: there.local, ..there }
    }

    /// As [`about`](Self::about), but in the same bucket of the large table: a search that probes
    /// both keys waits for memory only once.
    #[inline(always)]
    pub(super) fn about_beside(self, question: u32) -> Self {
        let question = u64::from(question).wrapping_mul(0x9FB2_1C65_1E98_DF25);
        let Self { bucket, local, check } = self;
        Self { bucket, local: local.wrapping_add(question), check: check ^ question }
    }
}

/// Multiplies, and mixes the halves of the product.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn fold(word: u64, odd: u64) -> u64 {
    let product = u128::from(word) * u128::from(odd);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(20)
}

impl Entry {
    /// Stands for no move.
    pub(crate) const NO_SQUARE: u8 = u8::MAX;

    /// The result of a search with a null window just above `alpha`, with its `best` move and its
    /// number of nodes.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn new<S: Shape>(
        alpha: Score,
        value: Score,
        best: Option<Square>,
        nodes: u64,
    ) -> Self {
        debug_assert!((-64..=64).contains(&value));
        let bound = value as i8;
        let (lower, upper) = if value > alpha { (bound, i8::MAX) } else { (i8::MIN, bound) };
        let first = best.map_or(Self::NO_SQUARE, |square| S::index(square) as u8);
        let cost = nodes.max(1).ilog2() as u8;
        Self { lower, upper, best: [first, Self::NO_SQUARE], cost }
    }

    /// Merges this result with an earlier entry for the position.
    #[inline(always)]
    pub(super) fn with(self, old: Self) -> Self {
        let [first, _] = self.best;
        let [old_first, old_second] = old.best;
        Self {
            lower: self.lower.max(old.lower),
            upper: self.upper.min(old.upper),
            best: if first == Self::NO_SQUARE {
                old.best
            } else {
                [first, if first == old_first { old_second } else { old_first }]
            },
            cost: self.cost.max(old.cost),
        }
    }

    /// The bound that settles whether the value is above `alpha`, if one does.
    #[inline(always)]
    pub(crate) fn cutoff(self, alpha: Score) -> Option<Score> {
        let (lower, upper) = (Score::from(self.lower), Score::from(self.upper));
        if lower > alpha {
            return Some(lower);
        }
        if upper <= alpha { Some(upper) } else { None }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let [first, second] = self.best;
        let [lower, upper] = [self.lower.cast_unsigned(), self.upper.cast_unsigned()];
        // The 1 ensures that only an empty slot is 0.
        u64::from_le_bytes([lower, upper, first, second, self.cost, 1, 0, 0])
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let [lower, upper, first, second, cost, ..] = word.to_le_bytes();
        Self { lower: lower.cast_signed(), upper: upper.cast_signed(), best: [first, second], cost }
    }
}

impl Slot {
    /// The words of the slot.
    pub(super) fn words(&self) -> [&AtomicU64; 2] {
        [&self.check, &self.known]
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let known = self.known.load(Relaxed);
        let is_it = self.check.load(Relaxed) ^ known == key.check && known != 0;
        if is_it { Some(Entry::unpack(known)) } else { None }
    }

    /// The worth of the entry, which grows with its cost; 0 if there is none.
    #[inline(always)]
    pub(super) fn worth(&self) -> u64 {
        // The byte for the cost, and above it the 1 that every entry has.
        self.known.load(Relaxed) >> 32
    }

    #[inline(always)]
    pub(super) fn set(&self, key: Key, entry: Entry) {
        let known = entry.pack();
        self.check.store(key.check ^ known, Relaxed);
        self.known.store(known, Relaxed);
    }
}
