//! The transposition table: what is known of positions met before.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::{Position, Shape, Square};
use crate::score::Score;

/// A table of fixed size that threads share without locks.
///
/// An entry is two words, the position's [`Key`] and what is known, and the
/// first is stored exclusive-or the second. Words written by two threads do
/// not fit together, so a torn entry is never found (Hyatt and Mann, "A
/// lock-less transposition table implementation for parallel search", 2002).
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

/// Entries that share a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    known: AtomicU64,
}

/// What stands for a position in the table.
///
/// The bucket and the check are two hashes that share no step. Two positions
/// are taken for one another only if both agree: 64 bits and those of the
/// number of buckets. Among 10¹⁰ look-ups that happens with a probability below
/// 10⁻⁸, far less than that of a memory error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    bucket: u64,
    check: u64,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value is at least this,
    pub(super) lower: i8,
    /// and at most this.
    pub(super) upper: i8,
    /// The best moves known, the last found first; [`NO_SQUARE`](Entry::NO_SQUARE) if none.
    pub(super) best: [u8; 2],
    /// The binary logarithm of the number of nodes that it took.
    cost: u8,
    /// When it was stored; 0 in an empty slot only.
    generation: u8,
}

impl Key {
    #[inline(always)]
    pub(super) fn new<S: Shape>(position: Position<S>) -> Self {
        let own: u64 = position.own().bits().into();
        let opponent: u64 = position.opponent().bits().into();
        Self {
            bucket: own
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .wrapping_add(opponent.rotate_left(32).wrapping_mul(0xD6E8_FEB8_6659_FD93)),
            check: fold(own, 0xA076_1D64_78BD_642F) ^ fold(!opponent, 0xE703_7ED1_A0B4_28DB),
        }
    }

    /// The key of the same position for another question about it, one of
    /// less than 2¹⁶.
    #[inline(always)]
    pub(super) fn about(self, question: u32) -> Self {
        let question = u64::from(question).wrapping_mul(0x9FB2_1C65_1E98_DF25);
        Self { bucket: self.bucket.wrapping_add(question), check: self.check ^ question }
    }
}

impl Key {
    /// The part of the key that is checked; never mind the other.
    #[inline(always)]
    pub(super) fn check(self) -> u64 {
        self.check
    }
}

/// The halves of the product, mixed.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn fold(word: u64, odd: u64) -> u64 {
    let product = u128::from(word) * u128::from(odd);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(20)
}

impl Entry {
    /// Stands for the lack of a move.
    pub(super) const NO_SQUARE: u8 = u8::MAX;

    /// The bound that answers whether the value is above `alpha`, if one does.
    #[inline(always)]
    pub(super) fn cutoff(self, alpha: Score) -> Option<Score> {
        let (lower, upper) = (Score::from(self.lower), Score::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let [first, second] = self.best;
        let [lower, upper] = [self.lower.cast_unsigned(), self.upper.cast_unsigned()];
        u64::from_le_bytes([lower, upper, first, second, self.cost, self.generation, 0, 0])
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let [lower, upper, first, second, cost, generation, _, _] = word.to_le_bytes();
        Self {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            best: [first, second],
            cost,
            generation,
        }
    }
}

impl Table {
    /// A table of at most `bytes`, and no larger than a search of a position
    /// with `empties` empty squares makes use of.
    pub(super) fn new(bytes: usize, empties: u32) -> Self {
        let affordable = bytes / size_of::<Bucket>();
        let useful = 1_usize << (empties * 5 / 6).saturating_sub(4).clamp(0, 40);
        // A power of two, so that a shift chooses the bucket.
        let buckets = affordable.clamp(1, useful);
        let buckets = 1 << buckets.ilog2();
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), generation: 1 }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    fn bucket(&self, key: Key) -> &Bucket {
        // The upper half of the product is below the number of buckets.
        &self.buckets[((u128::from(key.bucket) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| slot.get(key))
    }

    /// Records that a search with a null window just above `alpha` found
    /// `value`, by `best`, with `nodes` nodes.
    #[inline]
    pub(super) fn put<S: Shape>(
        &self,
        key: Key,
        alpha: Score,
        value: Score,
        best: Option<Square<S>>,
        nodes: u64,
    ) {
        let bucket = &self.bucket(key).0;
        let bound = narrow(value);
        let (lower, upper) = if value > alpha { (bound, i8::MAX) } else { (i8::MIN, bound) };
        let first = best.map_or(Entry::NO_SQUARE, |square| narrow_square(square.index()));
        let cost = narrow_square(nodes.max(1).ilog2());
        let mut entry = Entry {
            lower,
            upper,
            best: [first, Entry::NO_SQUARE],
            cost,
            generation: self.generation,
        };
        if let Some((slot, old)) = bucket.iter().find_map(|slot| Some((slot, slot.get(key)?))) {
            entry.lower = entry.lower.max(old.lower);
            entry.upper = entry.upper.min(old.upper);
            entry.cost = entry.cost.max(old.cost);
            let [old_first, old_second] = old.best;
            if first == Entry::NO_SQUARE {
                entry.best = old.best;
            } else {
                entry.best[1] = if first == old_first { old_second } else { old_first };
            }
            slot.set(key, entry);
            return;
        }
        // The least costly entry makes room, an old one before that.
        let worth = |slot: &&Slot| {
            let entry = Entry::unpack(slot.known.load(Relaxed));
            (entry.generation == self.generation, entry.cost)
        };
        if let Some(slot) = bucket.iter().min_by_key(worth) {
            slot.set(key, entry);
        }
    }
}

#[allow(clippy::cast_possible_truncation)]
fn narrow(value: Score) -> i8 {
    debug_assert!((-64..=64).contains(&value));
    value as i8
}

#[allow(clippy::cast_possible_truncation)]
fn narrow_square(index: u32) -> u8 {
    index as u8
}

impl Slot {
    #[inline(always)]
    fn get(&self, key: Key) -> Option<Entry> {
        let known = self.known.load(Relaxed);
        (self.check.load(Relaxed) ^ known == key.check && known != 0).then(|| Entry::unpack(known))
    }

    #[inline(always)]
    fn set(&self, key: Key, entry: Entry) {
        let known = entry.pack();
        self.check.store(key.check ^ known, Relaxed);
        self.known.store(known, Relaxed);
    }
}
