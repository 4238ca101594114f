//! The index of the value of an arrangement.

use othello_core::board::kernel::{Board4x4, Discs, Shape};

use crate::tables::{squares, subset_number};

/// The number of squares of the board.
pub(super) const SQUARES: u32 = Board4x4::SQUARES;

/// The number of arrangements.
pub(crate) const COUNT: usize = 3_usize.pow(SQUARES);

/// The index of an arrangement's value among all values.
pub(crate) fn index_of(Discs { own, opponent }: Discs) -> usize {
    let occupied = own | opponent;
    let place = subset_number(own, occupied);
    row_start(occupied) + usize::try_from(place).expect("there are 16 squares")
}

/// The arrangement with a given index. Its row is the last one that does not begin later.
pub(crate) fn position(index: usize) -> Discs {
    let rows = (0..=u64::from(u16::MAX)).map(|set| (row_start(set), set));
    let (begin, occupied) = rows.filter(|&(begin, _)| begin <= index).max().unwrap_or_default();
    let own = squares(occupied).zip(0..).map(|(square, k)| ((index - begin) >> k & 1) << square);
    let own = own.sum::<usize>() as u64;
    Discs { own, opponent: occupied ^ own }
}

/// The index at which the layer with this number of discs begins.
pub(super) fn layer_start(discs: u32) -> usize {
    (0..discs).map(layer_len).sum()
}

/// The number of arrangements of this number of discs.
pub(super) fn layer_len(discs: u32) -> usize {
    choose(SQUARES, discs) << discs
}

/// The index at which the row of a set of squares begins.
///
/// In its layer, a set is preceded by the smaller numbers with the same number of bits: the
/// combinatorial number system (Knuth, The Art of Computer Programming 4A, section 7.2.1.3).
pub(super) fn row_start(set: u64) -> usize {
    let rank: usize = squares(set).zip(1..).map(|(square, k)| choose(square, k)).sum();
    layer_start(set.count_ones()) + (rank << set.count_ones())
}

/// The number of ways to choose `k` out of `n`.
fn choose(n: u32, k: u32) -> usize {
    (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) as usize / (i as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_layer_are_contiguous() {
        for discs in 0..=SQUARES {
            let mut end = layer_start(discs);
            for set in (0..=0xFFFF_u64).filter(|set| set.count_ones() == discs) {
                assert_eq!(row_start(set), end);
                end += 1 << discs;
            }
            assert_eq!(end, layer_start(discs) + layer_len(discs));
        }
        assert_eq!(layer_start(SQUARES + 1), COUNT);
    }

    #[test]
    fn index_and_position_are_inverse() {
        let last = COUNT - 1;
        for place in (0..last).step_by(3_000_017).chain([1, last]) {
            assert_eq!(index_of(position(place)), place);
        }
    }
}
