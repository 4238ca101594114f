//! Instruction sets: the two functions that nearly all the time goes into,
//! `moves` and `flips`, in the form that suits the processor at hand.
//!
//! An [`Isa`] is a witness of no size: having one is the proof that the
//! processor knows the instructions. Code that is generic over it is compiled
//! once for each form, and is itself plain safe code.

#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt::Debug;

use super::grid::{Embedding, Kernel};
use super::{Bitboard, Position, Shape, Square};

/// A set of instructions that the processor is known to have.
pub(crate) trait Isa: Copy + Debug + Send + Sync + 'static {
    /// Calls `work`, compiled with these instructions as far as it is inlined.
    ///
    /// A compiler may use the instructions only inside functions marked with
    /// them, so a recursive search goes through here at each level.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;

    /// As [`Position::moves`].
    fn moves<S: Shape>(self, position: Position<S>) -> Bitboard<S>;

    /// As [`Position::flips`]; `square` must be empty.
    fn flips<S: Shape>(self, position: Position<S>, square: Square) -> Bitboard<S>;

    /// Begins to fetch what is referred to from memory, where that can be done.
    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    /// As [`Position::play_unchecked`].
    #[inline(always)]
    fn play<S: Shape>(self, position: Position<S>, square: Square) -> Position<S> {
        position.place(square, self.flips(position, square))
    }
}

/// No instructions beyond what every processor has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn moves<S: Shape>(self, position: Position<S>) -> Bitboard<S> {
        position.moves()
    }

    #[inline(always)]
    fn flips<S: Shape>(self, position: Position<S>, square: Square) -> Bitboard<S> {
        position.flips(square)
    }
}

/// Does the work with the best instructions that this processor has. Where debug
/// assertions are on, tests can choose lesser ones by a variable of the environment.
pub(crate) fn dispatch<G: Shape, K: Kernel>(kernel: K, board: &Embedding<G>) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        use x86::{Avx2, Avx512};
        let chosen = if cfg!(debug_assertions) { std::env::var_os(CHOICE) } else { None };
        let is_chosen = |name| chosen.as_deref().is_none_or(|chosen| chosen == name);
        if let Some(isa) = Avx512::detect().filter(|_| is_chosen("avx512")) {
            return kernel.run(isa, board);
        }
        if let Some(isa) = Avx2::detect().filter(|_| is_chosen("avx2")) {
            return kernel.run(isa, board);
        }
    }
    kernel.run(Portable, board)
}

/// The variable of the environment by which tests choose instructions: `avx512`, `avx2`
/// or `portable`.
#[cfg(target_arch = "x86_64")]
const CHOICE: &str = "OTHELLO_SOLVER_ISA";

#[cfg(all(debug_assertions, target_arch = "x86_64"))]
#[cfg(test)]
mod tests {
    use std::any::type_name;
    use std::env;
    use std::process::Command;

    use super::*;
    use crate::board::{Board4x4, Size};

    struct Name;

    impl Kernel for Name {
        type Output = &'static str;

        fn run<G: Shape, I: Isa>(self, _: I, _: &Embedding<G>) -> &'static str {
            type_name::<I>()
        }
    }

    /// The test calls itself with the variable set.
    #[test]
    fn tests_can_choose_instructions() {
        if let Ok(chosen) = env::var(CHOICE) {
            let (name, has) = match chosen.as_str() {
                "avx512" => ("Avx512", x86::Avx512::detect().is_some()),
                "avx2" => ("Avx2", x86::Avx2::detect().is_some()),
                _ => ("Portable", true),
            };
            let board = Embedding::<Board4x4>::new(Size::of::<Board4x4>());
            let found = dispatch(Name, &board);
            assert!(!has || found.ends_with(name), "{chosen}: {found}");
            return;
        }
        let name = "board::simd::tests::tests_can_choose_instructions";
        for chosen in ["avx512", "avx2", "portable"] {
            let mut test = Command::new(env::current_exe().unwrap());
            let output = test.args(["--exact", name]).env(CHOICE, chosen).output().unwrap();
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
        }
    }
}
