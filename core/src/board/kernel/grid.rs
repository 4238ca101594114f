//! The step from a board as a value to the shapes that kernels are compiled for.
//!
//! A board of any size is placed in the middle of one of a few grids, so the code that visits
//! millions of positions is compiled only a few times. Grid squares outside the board never have a
//! disc. Runs of discs, and therefore flips, are correct without knowing the board; only code that
//! looks at empty squares has to check which of them are on the board.

use std::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::{Board8x8, Embedding, Isa, Portable, Rect, SMALL_SQUARES, Shape};
use crate::board::{Size, TooBig};

/// Work on a board that is placed on a grid. It is compiled for each grid and, for common grids,
/// for each instruction set.
pub trait Kernel {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output;
}

/// Does the work on the grid for a size, with the board upright or on its side.
///
/// Nearly every board fits one of two grids, 8×8 and, for long boards, 16×4, which are compiled for
/// all instruction sets. The others are compiled once, for any processor.
pub fn on_grid<K: Kernel>(size: Size, kernel: K) -> K::Output {
    match () {
        () if size == Size::STANDARD => fastest::<Covered<Board8x8>, Standard, K>(size, kernel),
        () if fits(size, 8, 8) => fastest::<Board8x8, Board8x8, K>(size, kernel),
        () if fits(size, 16, 4) => fastest::<Rect<u64, 16, 4>, Rect<u64, 16, 4>, K>(size, kernel),
        () if fits(size, 9, 7) => on::<Rect<u64, 9, 7>, K>(Portable, size, kernel),
        () if fits(size, 10, 6) => on::<Rect<u64, 10, 6>, K>(Portable, size, kernel),
        () if fits(size, 12, 5) => on::<Rect<u64, 12, 5>, K>(Portable, size, kernel),
        () if fits(size, 21, 3) => on::<Rect<u64, 21, 3>, K>(Portable, size, kernel),
        () => on::<Rect<u64, 32, 2>, K>(Portable, size, kernel),
    }
}

/// A grid that is covered by its only board, so the compiler knows which squares are on the board.
/// This saves 5 % of the instructions and 17 % of the mispredicted branches of a random endgame with 17
/// empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Covered<S>(PhantomData<S>);

impl<S: Shape> Shape for Covered<S> {
    type Word = S::Word;
    const WIDTH: u32 = S::WIDTH;
    const HEIGHT: u32 = S::HEIGHT;
    const IS_COVERED: bool = true;
}

/// The grid of the standard board for portable code. Hardly any x86-64 processor needs it, and
/// browsers have to load it, so there it is the same as for smaller boards.
#[cfg(any(target_arch = "wasm32", target_arch = "x86_64"))]
type Standard = Board8x8;
#[cfg(not(any(target_arch = "wasm32", target_arch = "x86_64")))]
type Standard = Covered<Board8x8>;

/// Whether a board fits a grid, upright or on its side.
fn fits(size: Size, width: u32, height: u32) -> bool {
    size.width().max(size.height()) <= width && size.short_side() <= height
}

/// Does the work on the small grid for a size, upright and without special instructions. The
/// squares are in the same order as on the board.
///
/// # Errors
///
/// If the board has more than [`SMALL_SQUARES`].
pub fn on_small_grid<K: Kernel>(size: Size, kernel: K) -> Result<K::Output, TooBig> {
    Ok(match (size.width(), size.height()) {
        (..=4, ..=4) => on::<Rect<u16, 4, 4>, K>(Portable, size, kernel),
        (..=4, ..=6) => on::<Rect<u32, 4, 6>, K>(Portable, size, kernel),
        (..=6, ..=4) => on::<Rect<u32, 6, 4>, K>(Portable, size, kernel),
        (..=3, ..=8) => on::<Rect<u32, 3, 8>, K>(Portable, size, kernel),
        (..=8, ..=3) => on::<Rect<u32, 8, 3>, K>(Portable, size, kernel),
        (..=2, ..=12) => on::<Rect<u32, 2, 12>, K>(Portable, size, kernel),
        (..=12, ..=2) => on::<Rect<u32, 12, 2>, K>(Portable, size, kernel),
        _ => return Err(TooBig { size, most: SMALL_SQUARES }),
    })
}

/// Does the work on the grid `G`, with these instructions.
fn on<G: Shape, K: Kernel>(isa: impl Isa, size: Size, kernel: K) -> K::Output {
    kernel.run(isa, &Embedding::<G>::new(size))
}

/// Does the work on the grid `G` with the best instructions that this processor has, or on the grid
/// `P` with portable code. With debug assertions, tests can choose lesser instructions with an
/// environment variable.
pub fn fastest<G: Shape, P: Shape, K: Kernel>(size: Size, kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(isa) = Avx512::detect()
            && may_use("avx512")
        {
            return on::<G, K>(isa, size, kernel);
        }
        if let Some(isa) = Avx2::detect()
            && may_use("avx2")
        {
            return on::<G, K>(isa, size, kernel);
        }
    }
    on::<P, K>(Portable, size, kernel)
}

/// Whether no other instructions were chosen.
#[cfg(target_arch = "x86_64")]
fn may_use(name: &str) -> bool {
    !cfg!(debug_assertions) || std::env::var_os(CHOICE).is_none_or(|chosen| chosen == name)
}

/// The environment variable that tests set to choose instructions: `avx512`, `avx2` or `portable`.
#[cfg(target_arch = "x86_64")]
const CHOICE: &str = "OTHELLO_SOLVER_ISA";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kernel::Discs;
    use crate::board::{SquareSet, Symmetry};

    /// Checks that positions and their images are the same on the grid as on the board.
    struct Check;

    impl Kernel for Check {
        type Output = ();

        fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) {
            let size = board.size;
            assert_eq!(board.squares.len(), size.squares());
            for number in 0..20_u64 {
                let bits = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let own = bits & bits.rotate_left(9) & size.mask();
                let opponent = !bits & bits.rotate_left(23) & size.mask();
                let discs = Discs { own, opponent };
                let position = board.position(discs);
                assert_eq!(board.discs(position), discs);
                assert_eq!(board.bits(board.moves(isa, position)), discs.moves(size), "{size}");
                for square in board.moves(isa, position) {
                    let flips = board.bits(isa.flips(position, square));
                    assert_eq!(flips, discs.flips(size, board.to_board(square)));
                }
                let image = |set: u64, symmetry| {
                    SquareSet::new(size, set).unwrap().transformed(symmetry).bits()
                };
                let mut expected: Vec<_> = Symmetry::all(size)
                    .map(|symmetry| Discs {
                        own: image(own, symmetry),
                        opponent: image(opponent, symmetry),
                    })
                    .collect();
                assert_eq!(Some(discs.canonical(size)), expected.iter().min().copied(), "{size}");
                let images_on_grid =
                    || Symmetry::all(size).map(|symmetry| board.image(position, symmetry));
                let mut images: Vec<_> = images_on_grid().map(|image| board.discs(image)).collect();
                if !board.transposed {
                    assert_eq!(images, expected, "{size}");
                    let least = expected.iter().min().copied();
                    assert_eq!(Some(board.discs(board.canonical(position))), least, "{size}");
                }
                images.sort_unstable();
                expected.sort_unstable();
                assert_eq!(images, expected, "{size}");
                let mut forms = images_on_grid().map(|image| board.canonical(image));
                assert!(forms.all(|form| form == board.canonical(position)));
            }
        }
    }

    #[test]
    fn a_board_of_any_size_is_the_same_on_its_grid() {
        for size in Size::all() {
            on_grid(size, Check);
            assert_eq!(on_small_grid(size, Check).is_ok(), size.squares() <= SMALL_SQUARES);
        }
    }
}

#[cfg(all(test, debug_assertions, target_arch = "x86_64"))]
mod choice {
    use std::any::type_name;
    use std::env;
    use std::process::Command;

    use super::*;
    use crate::board::kernel::Board4x4;

    struct Name;

    impl Kernel for Name {
        type Output = &'static str;

        fn run<G: Shape, I: Isa>(self, _: I, _: &Embedding<G>) -> &'static str {
            type_name::<I>()
        }
    }

    /// The test runs itself with the variable set.
    #[test]
    fn tests_can_choose_instructions() {
        if let Ok(chosen) = env::var(CHOICE) {
            let (name, has) = match chosen.as_str() {
                "avx512" => ("Avx512", Avx512::detect().is_some()),
                "avx2" => ("Avx2", Avx2::detect().is_some()),
                _ => ("Portable", true),
            };
            let found = fastest::<Board4x4, Board4x4, _>(Board4x4::SIZE, Name);
            assert!(!has || found.ends_with(name), "{chosen}: {found}");
            return;
        }
        let name = "board::kernel::grid::choice::tests_can_choose_instructions";
        for chosen in ["avx512", "avx2", "portable"] {
            let mut test = Command::new(env::current_exe().unwrap());
            let output = test.args(["--exact", name]).env(CHOICE, chosen).output().unwrap();
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
        }
    }
}
