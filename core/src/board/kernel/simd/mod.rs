//! Instruction sets: `moves` and `flips`, the two functions that take nearly all the time, in the
//! form that suits the processor.
//!
//! An [`Isa`] is a zero-sized witness: having one proves that the processor supports the
//! instructions. Generic code is compiled once for each instruction set, and is itself plain safe
//! code.

/// Defines a function with these attributes that calls `work`.
macro_rules! caller {
    ($(#[$attribute:meta])+) => {
        $(#[$attribute])+
        fn call<A, B, C, D, E, R>(
            work: impl FnOnce(A, B, C, D, E) -> R,
            a: A,
            b: B,
            c: C,
            d: D,
            e: E,
        ) -> R {
            work(a, b, c, d, e)
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt::Debug;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

use super::{Bitboard, Position, Shape, last};
use crate::board::Square;

/// An instruction set that the processor is known to support.
pub trait Isa: Copy + Debug + Send + Sync + 'static {
    /// Calls `work`, compiled with these instructions wherever it is inlined.
    ///
    /// The compiler can use the instructions only inside functions marked with them, so a recursive
    /// search goes through here at each level.
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.run_with(
            #[inline(always)]
            |work, (), (), (), ()| work(),
            (work, (), (), (), ()),
        )
    }

    /// As [`run`](Self::run), for `work` that captures nothing. Its arguments stay in registers,
    /// whereas captured values go through memory.
    #[inline(always)]
    fn run_with<A, B, C, D, E, R>(
        self,
        work: impl FnOnce(A, B, C, D, E) -> R,
        (a, b, c, d, e): (A, B, C, D, E),
    ) -> R {
        // Otherwise the levels of a search would be compiled again for each part of the crate that
        // calls them, a quarter of all code.
        caller!(#[inline(never)]);
        call(work, a, b, c, d, e)
    }

    /// As [`Position::moves`].
    #[inline(always)]
    fn moves<S: Shape>(self, position: Position<S>) -> Bitboard<S> {
        position.moves()
    }

    /// As [`Position::flips`]; `square` must be empty.
    #[inline(always)]
    fn flips<S: Shape>(self, position: Position<S>, square: Square) -> Bitboard<S> {
        self.flips_at(position, S::index(square))
    }

    /// As [`flips`](Self::flips), for the square with this number.
    #[inline(always)]
    fn flips_at<S: Shape>(self, position: Position<S>, index: u32) -> Bitboard<S> {
        position.flips_at(index)
    }

    /// The number of discs flipped by a disc on the square with this number, if no other square of
    /// the board is empty.
    #[inline(always)]
    fn count_last_flips<S: Shape>(self, position: Position<S>, index: u32) -> u32 {
        if S::WIDTH == 8 && S::HEIGHT == 8 {
            last::count(position.own().bits().into(), index)
        } else {
            self.flips_at(position, index).len()
        }
    }

    /// The largest set of `own` discs in which each disc, along every axis, is `safe` or next to
    /// another disc of the set.
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

    /// Starts fetching a value from memory into the cache, if the processor can.
    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    /// As [`Position::play_unchecked`].
    #[inline(always)]
    fn play<S: Shape>(self, position: Position<S>, square: Square) -> Position<S> {
        position.place(square, self.flips(position, square))
    }
}

/// No instructions beyond what every processor supports.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {}
