//! The instruction sets of x86-64 processors.
//!
//! There is one reason for unsafe code: a function marked with instructions must not be called on a
//! processor that lacks them. The witnesses [`Avx2`] and [`Avx512`] exist only after the processor
//! was checked, and every call below goes through one of them.
//!
//! The methods come from Edax (`flip_avx512cd.c`, `board_sse.c`), made independent of the board's
//! shape: each axis has its own lane, with its stride and mask from [`Shape::AXES`].
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::*;

use crate::board::kernel::{Bitboard, Discs, Isa, Position, Shape, last};

/// Defines an instruction set: its witness, the features it needs, and its version of `flips`.
macro_rules! instruction_set {
    ($(#[$doc:meta])* $name:ident, $flips:ident, $($feature:tt)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            /// The witness, if the processor supports the instructions.
            pub(crate) fn detect() -> Option<Self> {
                ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }
        }

        impl Isa for $name {
            #[inline(always)]
            fn run_with<A, B, C, D, E, R>(
                self,
                work: impl FnOnce(A, B, C, D, E) -> R,
                (a, b, c, d, e): (A, B, C, D, E),
            ) -> R {
                caller!($(#[target_feature(enable = $feature)])+);
                // SAFETY: the witness was made by `detect`.
                unsafe { call(work, a, b, c, d, e) }
            }

            #[inline(always)]
            fn moves<S: Shape>(self, position: Position<S>) -> Bitboard<S> {
                let Discs { own, opponent } = position.into();
                // SAFETY: the witness was made by `detect`.
                let beyond = unsafe { moves::<S>(own, opponent) };
                Bitboard::of(beyond & !(own | opponent))
            }

            #[inline(always)]
            fn flips_at<S: Shape>(self, position: Position<S>, index: u32) -> Bitboard<S> {
                let Discs { own, opponent } = position.into();
                // SAFETY: the witness was made by `detect`.
                Bitboard::of(unsafe { $flips::<S>(own, opponent, index) })
            }

            #[inline(always)]
            fn count_last_flips<S: Shape>(self, position: Position<S>, index: u32) -> u32 {
                if S::WIDTH == 8 && S::HEIGHT == 8 {
                    let own = position.own().bits().into();
                    // SAFETY: the witness was made by `detect`.
                    let rows = unsafe { rows(own, &last::LINES[index as usize & 63]) };
                    last::count_by_rows(own, index, rows)
                } else {
                    self.flips_at(position, index).len()
                }
            }

            #[inline(always)]
            fn leaning<S: Shape>(self, own: Bitboard<S>, safe: [Bitboard<S>; 4]) -> Bitboard<S> {
                let [a, b, c, d] = safe;
                let safe = [a.bits().into(), b.bits().into(), c.bits().into(), d.bits().into()];
                // SAFETY: the witness was made by `detect`.
                Bitboard::of(unsafe { leaning::<S>(own.bits().into(), safe) })
            }

            #[inline(always)]
            fn prefetch<T>(self, wanted: &T) {
                // SAFETY: the address comes from a reference, and a prefetch does not read it.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast()) }
            }
        }
    };
}

instruction_set! {
    /// Processors since about 2013.
    Avx2, flips_avx2, "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

instruction_set! {
    /// Processors that can also count leading zeros in every lane.
    Avx512, flips_avx512,
    "avx2" "bmi1" "bmi2" "lzcnt" "popcnt" "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"
}

/// The squares at the end of a run of the opponent's discs that starts next to an own disc. The
/// empty ones are the legal moves. Each axis has its own lane. Runs double in each round, as in
/// [`Position::moves`].
#[target_feature(enable = "avx2")]
#[inline]
fn moves<S: Shape>(own: u64, opponent: u64) -> u64 {
    let stride = lanes(Lanes::<S>::STRIDES);
    let inner = lanes(Lanes::<S>::INNER);
    let (own, discs) = (broadcast(own), _mm256_and_si256(broadcast(opponent), inner));
    let mut ahead = _mm256_and_si256(_mm256_sllv_epi64(own, stride), discs);
    let mut behind = _mm256_and_si256(_mm256_srlv_epi64(own, stride), discs);
    // The last and the first discs of all rows of `length` discs, which are `reach` apart.
    let (mut last, mut first) = (discs, discs);
    let (mut length, mut distance, mut reach) = (1, stride, _mm256_setzero_si256());
    while length < Lanes::<S>::LONGEST {
        let further = _mm256_and_si256(_mm256_sllv_epi64(ahead, distance), last);
        ahead = _mm256_or_si256(ahead, further);
        let further = _mm256_and_si256(_mm256_srlv_epi64(behind, distance), first);
        behind = _mm256_or_si256(behind, further);
        last = _mm256_and_si256(last, _mm256_sllv_epi64(last, distance));
        reach = _mm256_add_epi64(reach, distance);
        first = _mm256_srlv_epi64(last, reach);
        distance = _mm256_add_epi64(distance, distance);
        length *= 2;
    }
    union(_mm256_or_si256(_mm256_sllv_epi64(ahead, stride), _mm256_srlv_epi64(behind, stride)))
}

/// The discs flipped by a disc on a square, given by its number.
///
/// The own disc nearest to the square on a descending ray is the highest, found by counting leading
/// zeros. With the results of comparisons in mask registers, random endgames took 3 % more time on
/// processors of both makers.
#[target_feature(enable = "avx2,avx512cd,avx512vl")]
#[inline]
fn flips_avx512<S: Shape>(own: u64, opponent: u64, square: u32) -> u64 {
    let [_, descending] = &S::RAYS[square as usize & 63];
    let ends = _mm256_and_si256(broadcast(own), lanes(*descending));
    let below = _mm256_srlv_epi64(broadcast(u64::MAX), _mm256_lzcnt_epi64(ends));
    flips::<S>(own, opponent, square, below)
}

/// Like [`flips_avx512`], but everything below an own disc is marked by shifts.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_avx2<S: Shape>(own: u64, opponent: u64, square: u32) -> u64 {
    let [_, descending] = &S::RAYS[square as usize & 63];
    let mut below = _mm256_and_si256(broadcast(own), lanes(*descending));
    let (mut length, mut distance) = (1, lanes(Lanes::<S>::STRIDES));
    while length <= Lanes::<S>::LONGEST {
        below = _mm256_or_si256(below, _mm256_srlv_epi64(below, distance));
        distance = _mm256_add_epi64(distance, distance);
        length *= 2;
    }
    flips::<S>(own, opponent, square, below)
}

/// The discs flipped by a disc on a square, given the highest own disc on each descending ray and
/// everything `below` it.
///
/// Each ascending ray runs up to its first square without an opponent's disc, which is its lowest bit.
/// If there is an own disc there, everything before it is flipped. On a descending ray, the squares
/// above the highest own disc are flipped unless one of them is empty. In that case, the set of empty
/// squares is the greater number.
#[target_feature(enable = "avx2")]
#[inline]
fn flips<S: Shape>(own: u64, opponent: u64, square: u32, below: __m256i) -> u64 {
    let [ascending, descending] = &S::RAYS[square as usize & 63];
    let (own, opponent, zero) = (broadcast(own), broadcast(opponent), _mm256_setzero_si256());

    let ray = lanes(*ascending);
    let stops = _mm256_andnot_si256(opponent, ray);
    // The negative of a number has its lowest bit, and none of the higher bits.
    let lowest = _mm256_sub_epi64(zero, stops);
    let outflank = _mm256_and_si256(lowest, _mm256_and_si256(own, ray));
    let before = _mm256_add_epi64(outflank, broadcast(u64::MAX));
    let is_zero = _mm256_cmpeq_epi64(outflank, zero);
    let ahead = _mm256_and_si256(_mm256_sub_epi64(before, is_zero), ray);

    let ray = lanes(*descending);
    let ends = _mm256_and_si256(own, ray);
    let empty = _mm256_andnot_si256(_mm256_or_si256(own, opponent), ray);
    let run = _mm256_andnot_si256(below, ray);
    let behind = _mm256_and_si256(_mm256_cmpgt_epi64(ends, empty), run);

    union(_mm256_or_si256(ahead, behind))
}

/// For each of four sets with at most one square in each row of 8×8, the rows with an own disc in
/// the set.
#[target_feature(enable = "avx2")]
#[inline]
fn rows(own: u64, sets: &[u64; 4]) -> u32 {
    let found = _mm256_and_si256(broadcast(own), lanes(*sets));
    // `movemask` takes each byte's highest bit, which is set in the negative of a single bit.
    _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), found)).cast_unsigned()
}

/// See [`Isa::leaning`]. After each round, every lane has the complete set. Gathering the set into a
/// word each round was 1 % slower on random endgames with 18 and 19 empty squares.
#[target_feature(enable = "avx2")]
#[inline]
fn leaning<S: Shape>(own: u64, safe: [u64; 4]) -> u64 {
    let stride = lanes(Lanes::<S>::STRIDES);
    let (own, safe) = (broadcast(own), lanes(safe));
    let in_all = |lanes| {
        let pairs = _mm256_and_si256(lanes, _mm256_shuffle_epi32::<0b0100_1110>(lanes));
        _mm256_and_si256(pairs, _mm256_permute4x64_epi64::<0b0100_1110>(pairs))
    };
    let grown = |set| {
        let adjacent =
            _mm256_or_si256(_mm256_sllv_epi64(set, stride), _mm256_srlv_epi64(set, stride));
        in_all(_mm256_and_si256(own, _mm256_or_si256(safe, adjacent)))
    };
    let mut set = in_all(_mm256_and_si256(own, safe));
    loop {
        // Two rounds at a time, because it is hard to predict whether one is enough.
        let more = grown(grown(set));
        if _mm256_testc_si256(set, more) == 1 {
            return _mm_cvtsi128_si64(_mm256_castsi256_si128(set)).cast_unsigned();
        }
        set = more;
    }
}

/// The contents of the lanes, one for each axis.
struct Lanes<S>(S);

impl<S: Shape> Lanes<S> {
    const LONGEST: u32 = (if S::WIDTH < S::HEIGHT { S::HEIGHT } else { S::WIDTH }) - 2;
    const STRIDES: [u64; 4] = {
        let [rows, columns, falling, rising] = S::AXES;
        [rows.stride as u64, columns.stride as u64, falling.stride as u64, rising.stride as u64]
    };
    const INNER: [u64; 4] = {
        let [rows, columns, falling, rising] = S::AXES;
        [rows.inner, columns.inner, falling.inner, rising.inner]
    };
}

#[target_feature(enable = "avx2")]
#[inline]
fn lanes(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words;
    _mm256_set_epi64x(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
}

#[target_feature(enable = "avx2")]
#[inline]
fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

/// The union of the sets in the lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kernel::{Board4x4, Board8x8, Portable, Rect};

    fn check<S: Shape>(isa: impl Isa) {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for round in 0..if cfg!(miri) { 3 } else { 6_000 } {
            // Sparse, half full and nearly full boards.
            let discs = [random() & random(), random(), random() | random()][round % 3];
            let colour = random();
            let own = Bitboard::new(discs & colour & S::BOARD).unwrap();
            let opponent = Bitboard::new(discs & !colour & S::BOARD).unwrap();
            let position = Position::<S>::new(own, opponent).unwrap();
            assert_eq!(isa.run(|| isa.moves(position)), Portable.moves(position), "{position:?}");
            let safe = [(); 4].map(|()| Bitboard::of((random() | random()) & S::BOARD));
            let set = isa.run(|| isa.leaning(own, safe));
            assert_eq!(set, Portable.leaning(own, safe), "{own:?} {safe:?}");
            for square in position.empty() {
                let flips = isa.run(|| isa.flips(position, square));
                assert_eq!(flips, Portable.flips(position, square), "{square} in {position:?}");
                // The same with discs on all other squares.
                let (own, index) = (own - Bitboard::only(square), S::index(square));
                let full = Position::<S>::of(own, !own - Bitboard::only(square));
                let flips = isa.run(|| isa.count_last_flips(full, index));
                assert_eq!(flips, Portable.flips(full, square).len(), "{square} in {full:?}");
            }
        }
    }

    fn check_shapes(isa: impl Isa) {
        check::<Board4x4>(isa);
        check::<Board8x8>(isa);
        check::<Rect<u32, 6, 4>>(isa);
        check::<Rect<u64, 6, 6>>(isa);
        check::<Rect<u64, 12, 5>>(isa);
        check::<Rect<u64, 16, 4>>(isa);
        check::<Rect<u64, 3, 21>>(isa);
        check::<Rect<u64, 32, 2>>(isa);
        check::<Rect<u64, 2, 2>>(isa);
    }

    #[test]
    fn avx2_agrees_with_portable() {
        if let Some(isa) = Avx2::detect() {
            check_shapes(isa);
        }
    }

    #[test]
    fn avx512_agrees_with_portable() {
        if let Some(isa) = Avx512::detect() {
            check_shapes(isa);
        }
    }
}
