//! The board that a text is on, which few notations name.

use crate::board::Size;

/// The boards that a text may be on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Boards {
    /// This board, which was named.
    Only(Size),
    /// This board if the text fits it, and otherwise the square board that it fits.
    Usual(Size),
}

impl Boards {
    /// The board of which `measure` is this number, which is that of the text.
    ///
    /// # Errors
    ///
    /// If there is none. The error says which numbers there are.
    pub(super) fn find(self, measure: fn(Size) -> usize, number: usize) -> Result<Size, String> {
        let fits = |size: &Size| measure(*size) == number;
        let squares = || Size::all().filter(|size| size.is_square());
        match self {
            Self::Only(size) => {
                Some(size).filter(fits).ok_or(format!("the {size} board has {}", measure(size)))
            }
            Self::Usual(size) => {
                Some(size).filter(fits).or(squares().find(fits)).ok_or_else(|| {
                    let each = squares().map(|size| format!("{} ({size})", measure(size)));
                    let each = each.collect::<Vec<_>>().join(", ");
                    format!("accepted without a size are {each}")
                })
            }
        }
    }
}

/// The number of cells.
pub(super) fn cells(size: Size) -> usize {
    size.squares() as usize
}

/// The number of hexadecimal digits in a set of squares.
pub(super) fn digits(size: Size) -> usize {
    size.squares().div_ceil(4) as usize
}

/// A number of cells or digits: `1 cell`, `14 cells`.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
