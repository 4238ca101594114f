//! The transposition table: what is known about positions searched before.

use std::panic::panic_any;
use std::sync::atomic::Ordering::Relaxed;

use super::{Entry, Key, LocalTable, Slot, prefer_large_pages};
use crate::board::kernel::Shape;
use crate::board::{Square, error_text};
use crate::game::Score;

/// The transposition table: a table of fixed size that threads share without locks.
///
/// An entry is two words, the position's `Key` and what is known, and the first is stored XORed
/// with the second. Words written by two threads do not fit together, so a torn entry is never
/// found (Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
/// 2002).
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    /// A small one for each thread, if that is worth it.
    locals: Vec<LocalTable>,
}

/// What a search panics with if the system does not grant it the memory for its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The size of the table.
    pub bytes: usize,
}

error_text!(NoMemory, |Self { bytes }, f| {
    write!(f, "the system does not grant {bytes} bytes for the table of positions")
});

/// Entries that share a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Bucket([Slot; 4]);

impl Table {
    /// A table of at most `bytes` bytes, and no larger than is useful for a position with `empties`
    /// empty squares; and, if that is smaller, a small one. It panics with [`NoMemory`] if there is
    /// not enough memory.
    pub(crate) fn new(bytes: usize, empties: u32) -> Self {
        let affordable = bytes / size_of::<Bucket>();
        // On 32-bit machines that is more than there can be.
        let useful = 1_usize.checked_shl((empties * 5 / 6).saturating_sub(4)).unwrap_or(usize::MAX);
        let count = affordable.clamp(1, useful);
        let mut buckets = Vec::new();
        let bytes = count * size_of::<Bucket>();
        if buckets.try_reserve_exact(count).is_err() {
            panic_any(NoMemory { bytes });
        }
        prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        let locals = if bytes > LocalTable::BYTES { vec![LocalTable::new()] } else { Vec::new() };
        Self { buckets, locals }
    }

    /// The same for a number of threads.
    pub(crate) fn shared_by(mut self, threads: usize) -> Self {
        if !self.locals.is_empty() {
            self.locals.resize_with(threads.max(1), LocalTable::new);
        }
        self
    }

    /// The small table of the thread that asks, if there is one.
    pub(super) fn local(&self) -> Option<&LocalTable> {
        self.locals.get(rayon::current_thread_index().unwrap_or(0)).or(self.locals.first())
    }

    /// Forgets what is in the small tables.
    pub(crate) fn clear_locals(&self) {
        self.locals.iter().for_each(LocalTable::clear);
    }

    /// The entries among which that of a position is.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn bucket(&self, key: Key) -> &Bucket {
        // The upper half of the product is below the number of buckets.
        &self.buckets[((u128::from(key.bucket) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// The entry of a position, if there is one.
    #[inline(always)]
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| slot.get(key))
    }

    /// Records that a search with a null window just above `alpha` found `value`, by `best`, with
    /// `nodes` nodes.
    #[inline]
    pub(crate) fn put<S: Shape>(
        &self,
        key: Key,
        alpha: Score,
        value: Score,
        best: Option<Square>,
        nodes: u64,
    ) {
        let bucket = &self.bucket(key).0;
        let entry = Entry::new::<S>(alpha, value, best, nodes);
        if let Some((slot, old)) = bucket.iter().find_map(|slot| Some((slot, slot.get(key)?))) {
            slot.set(key, entry.with(old));
            return;
        }
        // The least costly entry is replaced, unless there is an empty slot.
        if let Some(slot) = bucket.iter().min_by_key(|slot| slot.worth()) {
            slot.set(key, entry);
        }
    }
}

/// The whole table as bytes, for a checkpoint.
impl Table {
    /// The number of bytes of a block; the last block may have fewer.
    pub const BLOCK: usize = 1 << 15;
    const BUCKETS_OF_BLOCK: usize = Self::BLOCK / size_of::<Bucket>();

    /// The number of bytes of the table.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// The bytes of a block, counted from 0.
    pub fn block(&self, number: usize) -> Vec<u8> {
        let buckets = self.buckets.chunks(Self::BUCKETS_OF_BLOCK).nth(number).unwrap_or_default();
        let words = buckets.iter().flat_map(|bucket| &bucket.0).flat_map(Slot::words);
        words.flat_map(|word| word.load(Relaxed).to_le_bytes()).collect()
    }

    /// Puts back what [`block`](Self::block) gave.
    pub fn restore(&self, number: usize, bytes: &[u8]) {
        let buckets = self.buckets.chunks(Self::BUCKETS_OF_BLOCK).nth(number).unwrap_or_default();
        let words = buckets.iter().flat_map(|bucket| &bucket.0).flat_map(Slot::words);
        for (word, &bytes) in words.zip(bytes.as_chunks().0) {
            word.store(u64::from_le_bytes(bytes), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::board::kernel::{Bitboard, Board8x8, Position};

    fn position(number: u64) -> Position<Board8x8> {
        let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1;
        Position::of(Bitboard::of(bits), Bitboard::of(!bits & bits.rotate_left(7)))
    }

    /// Threads write over one another's entries; whatever is found must be what was written for
    /// that very position.
    fn threads_share(bytes: usize) {
        let value = |number: u64| i32::try_from(number % 129).unwrap() - 64;
        let table = Table::new(bytes, 60);
        let found: u64 = thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    let (table, value) = (&table, &value);
                    scope.spawn(move || {
                        let mut found = 0;
                        for step in 0..100_000_u64 {
                            let number = (step * 7919 + thread * 31) % 512;
                            let key = Key::new(position(number));
                            if let Some(entry) = table.get(key) {
                                let expected = value(number);
                                assert!(
                                    [Score::from(i8::MIN), expected].contains(&entry.lower.into())
                                );
                                assert!(
                                    [Score::from(i8::MAX), expected].contains(&entry.upper.into())
                                );
                                assert_eq!(u64::from(entry.best[0]), number % 64);
                                found += 1;
                            }
                            let square = Square::from_index::<Board8x8>((number % 64) as u32);
                            let alpha = value(number) - i32::from(step % 2 == 0);
                            table.put::<Board8x8>(key, alpha, value(number), Some(square), step);
                        }
                        found
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 100, "the table is of use: {found}");
    }

    #[test]
    fn threads_share_one_bucket() {
        threads_share(0);
    }

    #[test]
    fn threads_share_a_small_table() {
        threads_share(4096);
    }

    #[test]
    fn an_entry_keeps_both_bounds_and_two_moves() {
        let table = Table::new(4096, 60);
        let key = Key::new(position(1));
        let square = |index| Some(Square::from_index::<Board8x8>(index));
        table.put::<Board8x8>(key, -5, 3, square(10), 100);
        table.put::<Board8x8>(key, 8, 7, square(20), 9);
        let entry = table.get(key).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (3, 7, [20, 10]));
        assert_eq!([entry.cutoff(2), entry.cutoff(3), entry.cutoff(7)], [Some(3), None, Some(7)]);
        assert_eq!(table.get(Key::new(position(2))), None);
    }

    /// An entry that took long to find stays when a cheap one comes by.
    #[test]
    fn costly_entries_stay() {
        let table = Table::new(0, 60);
        let key = Key::new(position(0));
        table.put::<Board8x8>(key, 0, 1, None, 1 << 20);
        for number in 1..100 {
            table.put::<Board8x8>(Key::new(position(number)), 0, 1, None, 1 << 10);
        }
        assert!(table.get(key).is_some());
    }
}
