//! Runs of discs and neighbours, as sets of squares.

use super::{Axis, Bitboard, Shape, rules};

/// As [`rules::word_runs`], of sets of squares.
#[inline(always)]
pub(crate) fn runs<S: Shape>(
    from: Bitboard<S>,
    discs: Bitboard<S>,
    axis: Axis,
) -> (Bitboard<S>, Bitboard<S>) {
    let (ahead, behind) = rules::word_runs(from.bits(), discs.bits(), axis);
    (Bitboard::of(ahead.into()), Bitboard::of(behind.into()))
}

/// The squares next to those of a set.
#[inline(always)]
pub(crate) fn neighbours<S: Shape>(set: Bitboard<S>) -> Bitboard<S> {
    let mut around = Bitboard::empty();
    for axis in S::AXES {
        let inner = set & Bitboard::of(axis.inner);
        around |= inner.forward(axis.stride) | inner.backward(axis.stride);
    }
    around
}
