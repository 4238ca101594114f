//! The patterns of a square board in the middle of the 8×8 grid.

/// A pattern where it lies, or a mirror image of it.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// Its squares, that of the lowest digit of a weight's number first. The
    /// digit is 0 for an empty square, 1 for an own disc, 2 for an opponent's.
    squares: Vec<u32>,
    /// Where the weights of the pattern begin.
    start: usize,
}

/// The patterns without their mirror images, as columns and rows: the lines of
/// at least four squares, and the corner of nine.
fn originals(side: u32) -> Vec<Vec<(u32, u32)>> {
    let rows = (0..side.div_ceil(2)).map(|row| (0..side).map(|column| (column, row)).collect());
    let diagonals = (4..=side).map(|length| (0..length).map(|at| (at, length - 1 - at)).collect());
    let corner = (0..9).map(|at| (at % 3, at / 3)).collect();
    rows.chain(diagonals).chain([corner]).collect()
}

/// How many weights the patterns of a board have.
pub(crate) fn count(side: u32) -> usize {
    originals(side).iter().map(|squares| power(squares.len())).sum()
}

/// All patterns in all places.
pub(super) fn images(side: u32) -> Vec<Image> {
    let mut images: Vec<Image> = Vec::new();
    let mut start = 0;
    for original in originals(side) {
        for symmetry in 0..8 {
            let image = Image::new(&original, side, symmetry, start);
            if images.iter().all(|other| other.squares() != image.squares()) {
                images.push(image);
            }
        }
        start += power(original.len());
    }
    images
}

/// For each weight, the first of those that belong to the same discs, seen in a
/// mirror that leaves the pattern in its place.
pub(crate) fn tied(side: u32) -> Vec<usize> {
    let mut tied: Vec<usize> = (0..count(side)).collect();
    let mut start = 0;
    for original in originals(side) {
        let image = |symmetry| Image::new(&original, side, symmetry, start);
        for mirrored in (1..8).map(image) {
            if mirrored.squares() == image(0).squares() {
                for (one, other) in image(0).weights().zip(mirrored.weights()) {
                    let first = tied[one].min(tied[other]);
                    (tied[one], tied[other]) = (first, first);
                }
            }
        }
        start += power(original.len());
    }
    tied
}

impl Image {
    /// The image of a pattern in one of eight mirrors: bit 0 reverses the
    /// columns, bit 1 the rows, and bit 2 exchanges the two.
    fn new(pattern: &[(u32, u32)], side: u32, symmetry: u32, start: usize) -> Self {
        let margin = (8 - side) / 2;
        let reversed = |at: u32, bit: u32| if symmetry & bit == 0 { at } else { side - 1 - at };
        let place = |&(column, row): &(u32, u32)| {
            let (column, row) = (reversed(column, 1), reversed(row, 2));
            let (column, row) = if symmetry & 4 == 0 { (column, row) } else { (row, column) };
            8 * (row + margin) + column + margin
        };
        Self { squares: pattern.iter().map(place).collect(), start }
    }

    /// Its squares on the grid.
    pub(super) fn squares(&self) -> u64 {
        self.squares.iter().fold(0, |set, square| set | 1 << square)
    }

    /// For each way that discs can lie on the squares, numbered with the first
    /// square of the grid as the lowest digit, the number of its weight.
    pub(super) fn weights(&self) -> impl Iterator<Item = usize> {
        let mut digits: Vec<usize> = (0..self.squares.len()).collect();
        digits.sort_unstable_by_key(|&digit| self.squares[digit]);
        (0..power(digits.len())).map(move |mut way| {
            let mut number = self.start;
            for &digit in &digits {
                number += way % 3 * power(digit);
                way /= 3;
            }
            number
        })
    }
}

/// A power of 3.
fn power(exponent: usize) -> usize {
    (0..exponent).fold(1, |power, _| 3 * power)
}
