//! The transposition table: the results for positions that have been searched before.

use std::panic::panic_any;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::entry::{Bucket, Entry, Key, Slot};
use super::pages::empty_slots;
use crate::board::error_text;

/// The transposition table: a table of fixed size that threads share without locks.
///
/// A slot has two words, the position's `Key` and its `Entry`, and the first is stored XORed with
/// the second. Two words written by different threads do not match, so a torn entry is never
/// returned (Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
/// 2002).
#[derive(Debug)]
pub struct Table {
    slots: Box<[Slot]>,
    /// The number of slots before the first bucket, which is aligned if possible.
    before: usize,
    /// A small table for each thread, unless the large one is small itself.
    locals: Vec<LocalTable>,
}

/// The system cannot provide the memory for the table of a search. An [`Oracle`](super::super::Oracle)
/// panics with this; an answer has it as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The size of the table.
    pub bytes: usize,
}

error_text!(NoMemory, |Self { bytes }, f| {
    write!(f, "the system cannot provide {bytes} bytes for the table of positions")
});

impl Table {
    /// The number of bytes in a block of the table, as a checkpoint saves it. The last block may
    /// have fewer.
    pub const BLOCK: usize = 1 << 15;

    /// A table of at most `bytes` bytes, and no larger than is useful for a position with `empties`
    /// empty squares. A small table is added if it is smaller than the large one. Panics with
    /// [`NoMemory`] if there is not enough memory.
    pub(crate) fn new(bytes: usize, empties: u32) -> Self {
        Self::try_new(bytes, empties).unwrap_or_else(|error| panic_any(error))
    }

    /// Like [`new`](Self::new), but returns an error if there is not enough memory.
    pub(crate) fn try_new(bytes: usize, empties: u32) -> Result<Self, NoMemory> {
        let affordable = bytes / size_of::<Bucket>();
        // On 32-bit machines that is more than there can be.
        let useful = 1_usize.checked_shl((empties * 5 / 6).saturating_sub(4)).unwrap_or(usize::MAX);
        let count = affordable.clamp(1, useful);
        let bytes = count * size_of::<Bucket>();
        let slots = empty_slots(count).ok_or(NoMemory { bytes })?;
        let before = slots.as_ptr().align_offset(size_of::<Bucket>()).min(3);
        let is_large = bytes > size_of::<[Slot; SLOTS]>();
        let locals = if is_large { vec![LocalTable::new()] } else { Vec::new() };
        Ok(Self { slots, before, locals })
    }

    /// Adds small tables for this number of threads.
    pub(crate) fn shared_by(mut self, threads: usize) -> Self {
        if !self.locals.is_empty() {
            self.locals.resize_with(threads.max(1), LocalTable::new);
        }
        self
    }

    /// The small table of the calling thread, if there is one.
    pub(super) fn local(&self) -> Option<&LocalTable> {
        self.locals.get(rayon::current_thread_index().unwrap_or(0)).or(self.locals.first())
    }

    /// Removes all entries from the small tables.
    pub(crate) fn clear_locals(&self) {
        self.locals.iter().for_each(LocalTable::clear);
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        self.slots[self.before..].as_chunks().0
    }

    /// The bucket that a position belongs to.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn bucket(&self, key: Key) -> &Bucket {
        // The upper half of the product is below the number of buckets.
        let buckets = self.buckets();
        &buckets[((u128::from(key.bucket) * buckets.len() as u128) >> 64) as usize]
    }

    /// Looks up a position.
    #[inline(always)]
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| slot.get(key))
    }

    /// Stores the result of a search, merged with an earlier entry for the position.
    #[inline]
    pub(crate) fn put(&self, key: Key, entry: Entry) {
        let bucket = self.bucket(key);
        if let Some((slot, old)) = bucket.iter().find_map(|slot| Some((slot, slot.get(key)?))) {
            slot.set(key, entry.with(old));
        // Replace the cheapest entry, unless there is an empty slot.
        } else {
            let worth = |place: usize| bucket[place].worth() << 2 | place as u64;
            let cheapest = worth(0).min(worth(1)).min(worth(2)).min(worth(3));
            bucket[(cheapest % 4) as usize].set(key, entry);
        }
    }

    /// The number of bytes in the table.
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets())
    }

    /// The bytes of a block; numbers start from 0.
    pub fn block(&self, number: usize) -> Vec<u8> {
        self.words(number).flat_map(|word| word.load(Relaxed).to_le_bytes()).collect()
    }

    /// Restores the bytes that [`block`](Self::block) returned.
    pub fn restore(&self, number: usize, bytes: &[u8]) {
        for (word, &bytes) in self.words(number).zip(bytes.as_chunks().0) {
            word.store(u64::from_le_bytes(bytes), Relaxed);
        }
    }

    /// The words of a block.
    fn words(&self, number: usize) -> impl Iterator<Item = &AtomicU64> {
        let mut blocks = self.buckets().as_flattened().chunks(Self::BLOCK / size_of::<Slot>());
        blocks.nth(number).unwrap_or_default().iter().flat_map(Slot::words)
    }
}

/// The binary logarithm of the number of entries in a small table. They take 256 KiB, at most half
/// of the second-level cache of most processors.
const BITS: u32 = 14;

const SLOTS: usize = 1 << BITS;

/// A thread's small table for positions with few empty squares. Each position has only one slot.
///
/// Nearly all positions have few empty squares, and each comes back soon or never. The large table
/// would scatter them over memory, whereas the small one stays in the processor core's cache. This
/// makes FFO 45–49 a tenth faster, FFO 50, 51 and 4×12 a fifth, and 6×6 a quarter, although 6×6
/// takes 7 % more nodes.
#[derive(Debug)]
pub(crate) struct LocalTable(Box<[Slot; SLOTS]>);

impl LocalTable {
    /// Positions with fewer empty squares than this belong in the small table. A limit of 11 is
    /// slower.
    pub(super) const LIMIT: u32 = 12;

    fn new() -> Self {
        let slots: Box<[Slot]> = (0..SLOTS).map(|_| Slot::default()).collect();
        Self(slots.try_into().expect("the number is right"))
    }

    /// Looks up a position.
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        self.0[key.place(BITS)].get(key)
    }

    /// Stores a result, and overwrites the entry of any other position.
    #[inline(always)]
    pub(super) fn put(&self, key: Key, entry: Entry) {
        let slot = &self.0[key.place(BITS)];
        slot.set(key, slot.get(key).map_or(entry, |old| entry.with(old)));
    }

    /// Removes all entries.
    fn clear(&self) {
        self.0.iter().flat_map(Slot::words).for_each(|word| word.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::board::Square;
    use crate::board::kernel::{Bitboard, Board8x8, Position, Shape};
    use crate::game::Score;

    fn result(alpha: Score, value: Score, best: Option<Square>, nodes: u64) -> Entry {
        Entry::new::<Board8x8>(alpha, value, best, nodes)
    }

    fn position(number: u64) -> Position<Board8x8> {
        let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 1;
        Position::of(Bitboard::of(bits), Bitboard::of(!bits & bits.rotate_left(7)))
    }

    /// Threads overwrite each other's entries. Whatever is found must have been written for that
    /// very position.
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
                            let square = Board8x8::square((number % 64) as u32);
                            let alpha = value(number) - i32::from(step % 2 == 0);
                            table.put(key, result(alpha, value(number), Some(square), step));
                        }
                        found
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(found > 100, "too few entries are found: {found}");
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
        let square = |index| Some(Board8x8::square(index));
        table.put(key, result(-5, 3, square(10), 100));
        table.put(key, result(8, 7, square(20), 9));
        let entry = table.get(key).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (3, 7, [20, 10]));
        assert_eq!([entry.cutoff(2), entry.cutoff(3), entry.cutoff(7)], [Some(3), None, Some(7)]);
        assert_eq!(table.get(Key::new(position(2))), None);
    }

    /// The pages of a table that are in memory, of 4 KiB each.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn resident(table: &Table) -> usize {
        use std::fs::File;
        use std::os::unix::fs::FileExt;

        let mut pages = vec![0; table.bytes() / 4096 * 8];
        let first = table.slots.as_ptr().addr() / 4096 * 8;
        File::open("/proc/self/pagemap").unwrap().read_exact_at(&mut pages, first as u64).unwrap();
        pages.chunks(8).filter(|page| page[7] & 0x80 != 0).count()
    }

    /// Clearing a large table would take seconds on a busy machine.
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn a_table_takes_memory_only_where_it_is_used() {
        const LARGE_PAGE: usize = 512;
        let table = Table::new(1 << 30, 60);
        assert_eq!(table.bytes(), 1 << 30);
        // The allocator writes in front of the table.
        let before = resident(&table);
        assert!(before <= LARGE_PAGE, "{before}");
        table.put(Key::new(position(1)), result(0, 1, None, 1));
        assert!((1..=before + LARGE_PAGE).contains(&resident(&table)));
    }

    /// Cheap entries do not replace expensive ones.
    #[test]
    fn costly_entries_stay() {
        let table = Table::new(0, 60);
        let key = Key::new(position(0));
        table.put(key, result(0, 1, None, 1 << 20));
        for number in 1..100 {
            table.put(Key::new(position(number)), result(0, 1, None, 1 << 10));
        }
        assert!(table.get(key).is_some());
    }

    fn key(number: u64) -> Key {
        Key::new(position(number))
    }

    #[test]
    fn a_small_table_merges_bounds_and_keeps_the_last_position() {
        let table = LocalTable::new();
        let square = |index| Some(Board8x8::square(index));
        table.put(key(1), result(-5, 3, square(10), 1));
        table.put(key(1), result(8, 7, square(20), 1));
        let entry = table.get(key(1)).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (3, 7, [20, 10]));
        assert_eq!(table.get(key(2)), None);

        let other = (2..1 << 20).find(|&number| key(number).place(BITS) == key(1).place(BITS));
        table.put(key(other.unwrap()), result(0, 1, None, 1));
        assert_eq!(table.get(key(1)), None);
        assert_eq!(table.get(key(other.unwrap())).unwrap().lower, 1);

        table.clear();
        assert_eq!(table.get(key(other.unwrap())), None);
    }

    /// Positions are spread over the small table, whichever squares they differ in.
    #[test]
    fn every_square_affects_the_place_in_a_small_table() {
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
