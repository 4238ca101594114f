//! The rules of the game on words, from nothing but the axes of a board.
//!
//! Speed depends on how the eight directions are written. Four axes, both ways at once, with
//! doubling runs (Kogge and Stone's parallel prefix), took 646 / 172 / 45 ms on three perft loads.
//! Eight one-way directions took 873 / 224 / 56 ms, and a rolled loop 897 / 217 / 87 ms. If the
//! axes are constants, the compiler unrolls the loops. Where the shape is known, [`flips_at`] is
//! faster than [`flips`].

use super::{Axis, Bitboard, Shape, Word};

/// The empty squares where the owner of `own` can place a disc that flips something. Bits off the
/// board are meaningless.
#[inline(always)]
pub(super) fn moves<W: Word>(own: W, opponent: W, axes: &[Axis; 4]) -> W {
    let beyond = on_all(
        axes,
        #[inline(always)]
        |axis| {
            let (ahead, behind) = word_runs(own, opponent, axis);
            (ahead << axis.stride) | (behind >> axis.stride)
        },
    );
    beyond & !(own | opponent)
}

/// The opponent's discs flipped by a disc on the one square in `placed`: the discs that are both in
/// a run from that square one way and in a run from an own disc the other way.
#[inline(always)]
pub(super) fn flips<W: Word>(own: W, opponent: W, placed: W, axes: &[Axis; 4]) -> W {
    on_all(
        axes,
        #[inline(always)]
        |axis| {
            let (ahead, behind) = word_runs(placed, opponent, axis);
            let (own_ahead, own_behind) = word_runs(own, opponent, axis);
            (ahead & own_behind) | (behind & own_ahead)
        },
    )
}

/// The opponent's discs flipped by a disc on the square with this number, which must be empty.
///
/// A ray runs from the square to its first square without an opponent's disc. If there is an own
/// disc there, everything before it is flipped. With runs as in [`moves`], random endgames took two
/// fifths more time without special instructions, and a quarter more in a browser.
#[inline(always)]
pub(super) fn flips_at<S: Shape>(own: u64, opponent: u64, square: u32) -> u64 {
    let [ascending, descending] = S::RAYS[square as usize & 63];
    let ahead = ascending.map(|ray| ahead(own, opponent, ray));
    let all = descending.map(|ray| behind(own, opponent, ray)).into_iter().chain(ahead);
    all.fold(0, |flips, run| flips | run)
}

/// The discs flipped on a ray of squares with higher numbers. The end of its run is its lowest bit.
#[inline(always)]
fn ahead(own: u64, opponent: u64, ray: u64) -> u64 {
    let stops = ray & !opponent;
    let end = stops & stops.wrapping_neg() & own;
    end.wrapping_sub(u64::from(end > 0)) & ray
}

/// The discs flipped on a ray of squares with lower numbers. The end of its run is its highest bit.
/// If the run goes on to the edge of the board, the lowest bit takes its place: it is an opponent's
/// disc, or it is not on the ray.
#[inline(always)]
fn behind(own: u64, opponent: u64, ray: u64) -> u64 {
    let end = 1 << 63 >> (ray & !opponent | 1).leading_zeros() & own & ray;
    (end << 1).wrapping_neg() & ray
}

/// The union of the squares found along each axis. It is written out because the compiler does not
/// unroll a loop over the axes, and then does not unroll the loop in [`run`] either. With loops,
/// the flips of a move on 4×4 took 540 instructions.
#[inline(always)]
fn on_all<W: Word>(&[rows, columns, falling, rising]: &[Axis; 4], along: impl Fn(Axis) -> W) -> W {
    along(rows) | along(columns) | along(falling) | along(rising)
}

/// The discs in unbroken runs that start next to a square in `from` and go forward and backward
/// along `axis`.
#[inline(always)]
fn word_runs<W: Word>(from: W, discs: W, axis: Axis) -> (W, W) {
    (run(from, discs, axis, |set, by| set << by), run(from, discs, axis, |set, by| set >> by))
}

/// One of the two [`word_runs`]. The run doubles in each round.
#[inline(always)]
fn run<W: Word>(from: W, discs: W, axis: Axis, go: impl Fn(W, u32) -> W) -> W {
    let mut discs = discs & W::truncate(axis.inner);
    let mut run = go(from, axis.stride) & discs;
    let mut length = 1;
    while length < axis.longest {
        let distance = length * axis.stride;
        run = run | (go(run, distance) & discs);
        discs = discs & go(discs, distance);
        length *= 2;
    }
    run
}

/// The squares next to a square of the set.
#[inline(always)]
pub(crate) fn neighbours<S: Shape>(set: Bitboard<S>) -> Bitboard<S> {
    let mut around = Bitboard::empty();
    for axis in S::AXES {
        let inner = set & Bitboard::of(axis.inner);
        around = around | inner.forward(axis.stride) | inner.backward(axis.stride);
    }
    around
}
