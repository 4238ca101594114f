//! From the size that was typed to the shape that the code is compiled for.

use std::fmt;
use std::str::FromStr;

use othello_solver::{AnyGame, Board4x4, Rect, Shape, Square, Start, nearest};

/// Work that is done on a board of a shape known only when the program runs.
pub(crate) trait ForShape {
    /// What the work results in.
    type Output;

    /// Does the work.
    fn run<S: Shape>(self) -> Self::Output;
}

/// Defines `Size`, an enum of the sizes, with the shape of each.
macro_rules! sizes {
    ($($name:ident = $word:ident $width:literal x $height:literal,)+) => {
        /// A board that the program is compiled for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Size {
            $($name,)+
        }

        impl Size {
            /// Every size, the small ones first.
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)+];

            /// The number of columns and of rows.
            pub(crate) const fn sides(self) -> (u32, u32) {
                match self {
                    $(Self::$name => ($width, $height),)+
                }
            }

            /// Does the work on a board of this size.
            pub(crate) fn dispatch<W: ForShape>(self, work: W) -> W::Output {
                match self {
                    $(Self::$name => work.run::<Rect<$word, $width, $height>>(),)+
                }
            }
        }
    };
}

sizes! {
    S4x4 = u16 4 x 4,
    S4x5 = u32 4 x 5,
    S5x4 = u32 5 x 4,
    S4x6 = u32 4 x 6,
    S6x4 = u32 6 x 4,
    S5x5 = u32 5 x 5,
    S5x6 = u32 5 x 6,
    S6x5 = u32 6 x 5,
    S4x8 = u32 4 x 8,
    S8x4 = u32 8 x 4,
    S6x6 = u64 6 x 6,
    S4x10 = u64 4 x 10,
    S10x4 = u64 10 x 4,
    S6x8 = u64 6 x 8,
    S8x6 = u64 8 x 6,
    S4x12 = u64 4 x 12,
    S12x4 = u64 12 x 4,
    S7x7 = u64 7 x 7,
    S4x14 = u64 4 x 14,
    S14x4 = u64 14 x 4,
    S8x8 = u64 8 x 8,
    S4x16 = u64 4 x 16,
    S16x4 = u64 16 x 4,
}

impl Size {
    /// Does the work on a board that is solved by looking at every position,
    /// and is compiled for no other. `None` where the board is another.
    pub(crate) fn dispatch_exhaustive<W: ForShape>(self, work: W) -> Option<W::Output> {
        match self {
            Self::S4x4 => Some(work.run::<Board4x4>()),
            _ => None,
        }
    }

    /// The start of a game on the board.
    pub(crate) fn start(self, start: Start) -> AnyGame {
        self.dispatch(Begin(start))
    }

    /// Does the work on a board of at most 24 squares, on which everything that can
    /// be reached is tabulated. `None` where the board is another.
    pub(crate) fn dispatch_tabulated<W: ForShape>(self, work: W) -> Option<W::Output> {
        match self {
            Self::S4x4 => Some(work.run::<Board4x4>()),
            Self::S4x5 => Some(work.run::<Rect<u32, 4, 5>>()),
            Self::S5x4 => Some(work.run::<Rect<u32, 5, 4>>()),
            Self::S4x6 => Some(work.run::<Rect<u32, 4, 6>>()),
            Self::S6x4 => Some(work.run::<Rect<u32, 6, 4>>()),
            _ => None,
        }
    }

    /// The number of squares.
    pub(crate) const fn squares(self) -> u32 {
        let (width, height) = self.sides();
        width * height
    }

    /// The board with so many squares that is as wide as high, if there is one.
    pub(crate) fn square_board(squares: usize) -> Option<Self> {
        let is_it = |size: &Self| {
            let (width, height) = size.sides();
            width == height && size.squares() as usize == squares
        };
        Self::ALL.iter().copied().find(is_it)
    }
}

/// The names of squares.
pub(crate) fn names<S: Shape>(squares: &[Square<S>]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

struct Begin(Start);

impl ForShape for Begin {
    type Output = AnyGame;

    fn run<S: Shape>(self) -> AnyGame {
        AnyGame::start::<S>(self.0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.sides();
        f.pad(&format!("{width}x{height}"))
    }
}

/// Reads `6x4`, and `8` for `8x8`.
impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase().replace('×', "x");
        let name = if lower.contains('x') { lower } else { format!("{lower}x{lower}") };
        Self::ALL.iter().copied().find(|size| size.to_string() == name).ok_or_else(|| {
            let sizes: Vec<_> = Self::ALL.iter().map(Self::to_string).collect();
            let all = format!("the sizes are {}, and 8 for 8x8", sizes.join(" "));
            match nearest(text, sizes) {
                Some(size) => format!("did you mean '{size}'? {all}"),
                None => all,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sides;

    impl ForShape for Sides {
        type Output = (u32, u32);

        fn run<S: Shape>(self) -> (u32, u32) {
            (S::WIDTH, S::HEIGHT)
        }
    }

    #[test]
    fn each_size_has_the_shape_of_its_name() {
        for &size in Size::ALL {
            assert_eq!(size.dispatch(Sides), size.sides());
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(format!("S{size}"), format!("{size:?}"));
        }
        assert_eq!("8".parse(), Ok(Size::S8x8));
        assert_eq!("6X4".parse(), Ok(Size::S6x4));
        assert!("9x9".parse::<Size>().is_err_and(|error| error.starts_with("the sizes are")));
        assert!("6*6".parse::<Size>().is_err_and(|error| error.starts_with("did you mean '6x6'?")));
    }
}
