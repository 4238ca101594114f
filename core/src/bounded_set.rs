//! Sets with a memory limit.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// A set that takes no more than a given number of bytes.
#[derive(Debug)]
pub struct BoundedSet<T> {
    values: FxHashSet<T>,
    /// The limit in bytes.
    pub limit: usize,
}

impl<T: Eq + Hash> BoundedSet<T> {
    /// An empty set with this limit in bytes.
    pub fn new(limit: usize) -> Self {
        Self { values: FxHashSet::default(), limit }
    }

    /// Adds a value. Returns whether it is new, or `None` if the set would exceed its limit or the
    /// system has no more memory.
    pub fn insert(&mut self, value: T) -> Option<bool> {
        // While a set grows, the old and the new table together take three times the memory.
        let grows = if self.values.len() == self.values.capacity() { 3 } else { 1 };
        if self.memory() * grows > self.limit || self.values.try_reserve(1).is_err() {
            return None;
        }
        Some(self.values.insert(value))
    }

    /// The memory of the set in bytes. The hash table has one extra byte per slot and keeps an
    /// eighth of its slots free.
    pub fn memory(&self) -> usize {
        self.values.capacity() * 8 / 7 * (size_of::<T>() + 1)
    }

    /// An estimate of the limit in bytes that the complete set will need, if this is the fraction
    /// `done`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn memory_of_all(&self, done: f64) -> usize {
        // The set will grow at least once more.
        let times = (1.0 / done).clamp(2.0, 1e9) as usize;
        self.memory().saturating_mul(times.next_power_of_two()).saturating_mul(3) / 2
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Whether the value is in the set.
    pub fn contains(&self, value: &T) -> bool {
        self.values.contains(value)
    }

    /// The values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.values.iter()
    }
}
