//! Sets with a limit on their memory.

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// A set of values that takes no more than a given number of bytes.
#[derive(Debug)]
pub struct BoundedSet<T> {
    values: FxHashSet<T>,
    limit: usize,
}

impl<T: Eq + Hash> BoundedSet<T> {
    /// An empty set that may take this number of bytes.
    pub fn new(limit: usize) -> Self {
        Self { values: FxHashSet::default(), limit }
    }

    /// The same set, which may take this number of bytes from now on.
    #[must_use]
    pub fn with_limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// The most bytes that it may take.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Adds a value. Returns whether it is new, or `None` if the set would exceed its limit of
    /// memory or the system does not grant what it needs.
    pub fn insert(&mut self, value: T) -> Option<bool> {
        // While a set grows, it takes three times its usual memory.
        let grows = if self.values.len() == self.values.capacity() { 3 } else { 1 };
        let fits = self.memory() * grows <= self.limit && self.values.try_reserve(1).is_ok();
        fits.then(|| self.values.insert(value))
    }

    /// The memory of the set in bytes: one more for each place, an eighth of which are free.
    pub fn memory(&self) -> usize {
        self.values.capacity() * 8 / 7 * (size_of::<T>() + 1)
    }

    /// The limit that a set would need in bytes, by an estimate, of which this is the part `done`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn memory_of_all(&self, done: f64) -> usize {
        // It has grown at least once more by then.
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

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.values.iter()
    }
}
