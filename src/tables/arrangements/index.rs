//! The index of the value of an arrangement.

use crate::board::kernel::{Bitboard, Board4x4, Position, Shape};

/// The number of squares of the board.
pub(super) const SQUARES: u32 = Board4x4::SQUARES;

/// The index of a position's value among all values.
pub(super) fn of(position: Position<Board4x4>) -> usize {
    let own = position.own().bits();
    let occupied = own | position.opponent().bits();
    let discs = occupied.count_ones();
    layer_start(discs) + row_start(occupied) + compress(own, occupied)
}

/// The position whose value has a given index. Its row is the last one that begins no later.
pub(super) fn position(place: usize) -> Position<Board4x4> {
    let begin = |set: u16| layer_start(set.count_ones()) + row_start(set);
    let rows = (0..=u16::MAX).map(|set| (begin(set), set)).filter(|&(begin, _)| begin <= place);
    let (begin, occupied) = rows.max().unwrap_or_default();
    let own = squares(occupied).zip(0..).map(|(square, k)| ((place - begin) >> k & 1) << square);
    let own = own.sum::<usize>() as u64;
    Position::of(Bitboard::of(own), Bitboard::of(u64::from(occupied) ^ own))
}

/// Where the layer with this number of discs begins.
pub(super) fn layer_start(discs: u32) -> usize {
    (0..discs).map(layer_len).sum()
}

/// The number of arrangements of this number of discs.
pub(super) fn layer_len(discs: u32) -> usize {
    choose(SQUARES, discs) << discs
}

/// Where, in its layer, the row of a set of squares begins.
///
/// A set is preceded by the smaller numbers with as many bits: the combinatorial number system
/// (Knuth, The Art of Computer Programming 4A, section 7.2.1.3).
pub(super) fn row_start(set: u16) -> usize {
    let rank: usize = squares(set).zip(1..).map(|(square, k)| choose(square, k)).sum();
    rank << set.count_ones()
}

/// The number of ways to choose `k` out of `n`.
fn choose(n: u32, k: u32) -> usize {
    (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) as usize / (i as usize + 1))
}

/// The members of a set in ascending order.
pub(super) fn squares(set: u16) -> impl Iterator<Item = u32> {
    (0..SQUARES).filter(move |square| set >> square & 1 == 1)
}

/// The bits of `own` on the squares of `set`, moved together.
pub(super) fn compress(own: u16, set: u16) -> usize {
    squares(set).zip(0..).map(|(square, k)| usize::from(own >> square & 1) << k).sum()
}

/// [`compress`] for one set, by tables of the two halves of a word. They stay in the first cache
/// while a row is computed, and are as quick there as the instruction `pext`, which not every
/// processor has.
pub(super) struct Compress {
    low: [u16; 256],
    high: [u16; 256],
}

impl Compress {
    pub(super) fn onto(set: u16) -> Self {
        let mut tables = Self { low: [0; 256], high: [0; 256] };
        for (square, k) in squares(set).zip(0..) {
            let half = if square < 8 { &mut tables.low } else { &mut tables.high };
            for (bits, index) in half.iter_mut().enumerate() {
                *index |= u16::from(bits >> (square % 8) & 1 == 1) << k;
            }
        }
        tables
    }

    #[inline(always)]
    pub(super) fn index(&self, own: u16) -> usize {
        let [low, high] = own.to_le_bytes();
        usize::from(self.low[usize::from(low)] | self.high[usize::from(high)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_layer_lie_end_to_end() {
        for discs in 0..=SQUARES {
            let mut end = 0;
            for set in (0..=u16::MAX).filter(|set| set.count_ones() == discs) {
                assert_eq!(row_start(set), end);
                end += 1 << discs;
            }
            assert_eq!(end, layer_len(discs));
        }
        assert_eq!(layer_start(SQUARES + 1), 3_usize.pow(SQUARES));
    }

    #[test]
    fn places_are_found_back() {
        for place in
            (0..3_usize.pow(SQUARES)).step_by(3_000_017).chain([1, 3_usize.pow(SQUARES) - 1])
        {
            assert_eq!(of(position(place)), place);
        }
    }

    #[test]
    fn subsets_are_counted_through() {
        for set in [0, 1, 0x8000, 0x1248, 0x7EEF, 0xFFFF] {
            let tables = Compress::onto(set);
            let subsets = (0..=u16::MAX).filter(|own| own & !set == 0);
            for (k, own) in subsets.enumerate() {
                assert_eq!((compress(own, set), tables.index(own)), (k, k));
            }
        }
    }
}
