//! Subsets of a set of squares as numbers, which have a bit for each square of the set.

use std::iter;

/// The squares of a set, in ascending order.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(square)
    })
}

/// The number of a subset: its bits on the squares of `set`, moved together.
pub(super) fn number(subset: u64, set: u64) -> u64 {
    squares(set).zip(0..).map(|(square, k)| (subset >> square & 1) << k).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_counted_through() {
        for set in [0, 1, 0x8000, 0x1248, 0x7EEF, 0xFFFF] {
            let subsets = (0..=0xFFFF).filter(|subset| subset & !set == 0);
            for (k, subset) in (0..).zip(subsets) {
                assert_eq!(number(subset, set), k);
            }
        }
    }
}
