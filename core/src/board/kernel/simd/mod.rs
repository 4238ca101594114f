//! Instruction sets: the two functions that nearly all the time goes into, `moves` and `flips`, in
//! the form that suits the processor at hand.
//!
//! An [`Isa`] is a witness of no size: having one is the proof that the processor knows the
//! instructions. Code that is generic over it is compiled once for each form, and is itself plain
//! safe code.

#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt::Debug;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

use super::{Bitboard, Position, Shape, last};
use crate::board::Square;

/// A set of instructions that the processor is known to have.
pub trait Isa: Copy + Debug + Send + Sync + 'static {
    /// Calls `work`, compiled with these instructions as far as it is inlined.
    ///
    /// A compiler may use the instructions only inside functions marked with them, so a recursive
    /// search goes through here at each level.
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        call(work)
    }

    /// As [`Position::moves`].
    #[inline(always)]
    fn moves<S: Shape>(self, position: Position<S>) -> Bitboard<S> {
        position.moves()
    }

    /// As [`Position::flips`]; `square` must be empty.
    #[inline(always)]
    fn flips<S: Shape>(self, position: Position<S>, square: Square) -> Bitboard<S> {
        position.flips(square)
    }

    /// The number of discs that a disc on `square` flips, if no other square of the board is empty.
    #[inline(always)]
    fn count_last_flips<S: Shape>(self, position: Position<S>, square: Square) -> u32 {
        if last::has_tables::<S>() {
            last::count(position.own().bits().into(), square.index::<S>())
        } else {
            self.flips(position, square).len()
        }
    }

    /// The greatest set of `own` discs that can be built up so that each, along every axis, is
    /// `safe` or next to another of the set.
    #[inline(always)]
    fn leaning<S: Shape>(self, own: Bitboard<S>, safe: [Bitboard<S>; 4]) -> Bitboard<S> {
        let mut set = Bitboard::empty();
        loop {
            let mut more = own;
            for (&safe, axis) in safe.iter().zip(S::AXES) {
                more = more & (safe | set.forward(axis.stride) | set.backward(axis.stride));
            }
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// Begins to fetch what is referred to from memory, where that can be done.
    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    /// As [`Position::play_unchecked`].
    #[inline(always)]
    fn play<S: Shape>(self, position: Position<S>, square: Square) -> Position<S> {
        position.place(square, self.flips(position, square))
    }
}

/// Calls `work`. Inlined, the levels of a search would be compiled once more for each part of the
/// crate that calls them: a quarter of all code.
#[inline(never)]
fn call<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// No instructions beyond what every processor has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {}

/// As [`Portable`], but `moves` and `flips` are called and never inlined: for rare grids, whose
/// code is to be small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compact;

impl Isa for Compact {
    #[inline(never)]
    fn moves<S: Shape>(self, position: Position<S>) -> Bitboard<S> {
        position.moves()
    }

    #[inline(never)]
    fn flips<S: Shape>(self, position: Position<S>, square: Square) -> Bitboard<S> {
        position.flips(square)
    }
}
