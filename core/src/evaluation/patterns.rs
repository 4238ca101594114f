//! The patterns of a board: the sets of squares whose discs are taken together.

use crate::board::{Size, Square, Symmetry};

/// A pattern at its place, or a mirror image of it.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// Its squares, that of the lowest digit first.
    pub(super) squares: Vec<Square>,
    /// Where the weights of the pattern begin, which its images share.
    start: usize,
}

/// The most squares of a pattern. Patterns of ten squares save 9 % of the nodes of 7×5, but take
/// three times the space. On 12×4 patterns of nine squares save 52 % of the nodes, and those of six
/// 39 % in an eighteenth of the space.
const fn longest(width: u32, height: u32) -> u32 {
    match (width, height) {
        (_, 4) => 6,
        (6, 6) | (8, 8) => 10,
        _ => 9,
    }
}

/// The most squares of a line that is one pattern.
const LINE: u32 = 8;

/// A rectangle of squares, row by row from its upper left corner.
fn rectangle((left, upper): (u32, u32), (width, height): (u32, u32)) -> Vec<Square> {
    let square = |at| Square::at(left + at % width, upper + at / width);
    (0..width * height).map(square).collect()
}

/// A row. A long one is in several parts, which may overlap.
fn row(width: u32, row: u32, longest: u32) -> impl Iterator<Item = Vec<Square>> {
    let length = width.min(LINE).min(longest);
    let parts = width.div_ceil(length);
    let first = move |part| part * (width - length) / (parts - 1).max(1);
    (0..parts).map(move |part| rectangle((first(part), row), (length, 1)))
}

/// A diagonal from the upper left to the lower right, which meets the first row in this column, on
/// the board or not.
fn diagonal(width: u32, height: u32, column: i32) -> Vec<Square> {
    let column = |row: u32| column.checked_add_unsigned(row)?.try_into().ok();
    let squares = (0..height).filter_map(|row| Some(Square::at(column(row)?, row)));
    squares.filter(|square| square.column() < width).collect()
}

/// The patterns of a board that is at least as wide as high, each in one of its places; the others
/// are mirror images. The stored weights are in this order.
fn originals(width: u32, height: u32) -> Vec<Vec<Square>> {
    let longest = longest(width, height);
    // An edge is taken with the squares diagonally next to the corners, which give the corners
    // away, if the pattern does not get too long.
    let wide_edge = width + 2 <= longest && height > 2;
    let high_edge = height > 4;
    let edge = |is_whole: bool, size, (column, row)| {
        let inner = || vec![Square::at(1, 1), Square::at(column, row)];
        is_whole.then(|| [rectangle((0, 0), size), inner()].concat())
    };
    let rows = u32::from(wide_edge)..height.div_ceil(2);
    let columns = u32::from(high_edge)..width.div_ceil(2);
    let diagonals = 4 - height.cast_signed()..=width.cast_signed() - 4;
    let corners = [
        ((3, (longest / 3).min(3)), height >= 3),
        ((5, 2), width >= 5),
        ((2, 5), width > height && height >= 5),
    ];
    let kinds: [&mut dyn Iterator<Item = Vec<Square>>; 6] = [
        &mut edge(wide_edge, (width, 1), (width - 2, 1)).into_iter(),
        &mut rows.flat_map(|number| row(width, number, longest)),
        // On a square board the columns are images of the rows.
        &mut edge(high_edge, (1, height), (1, height - 2)).into_iter(),
        &mut columns.map(|column| rectangle((column, 0), (1, height))),
        &mut diagonals.map(|column| diagonal(width, height, column)),
        &mut corners.into_iter().filter(|it| it.1).map(|(size, _)| rectangle((0, 0), size)),
    ];
    let of_a_pattern = 3..=longest as usize;
    kinds.into_iter().flatten().filter(|squares| of_a_pattern.contains(&squares.len())).collect()
}

/// The size of a board, or of the same board rotated, so that it is at least as wide as high.
pub(super) fn long_side_first(size: Size) -> Size {
    let (long, short) = (size.width().max(size.height()), size.short_side());
    Size::new(long, short).expect("a board can be rotated")
}

/// All patterns of a board that is at least as wide as high, in all places.
pub(super) fn patterns(size: Size) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut start = 0;
    for squares in originals(size.width(), size.height()) {
        let original = Pattern { squares, start };
        if patterns.iter().all(|other| !other.has_squares_of(&original)) {
            start += original.ways();
            for symmetry in Symmetry::all(size) {
                let image = original.image(size, symmetry);
                if patterns.iter().all(|other| !other.has_squares_of(&image)) {
                    patterns.push(image);
                }
            }
        }
    }
    patterns
}

/// How many weights the patterns have.
pub(super) fn count(patterns: &[Pattern]) -> usize {
    patterns.last().map_or(0, |last| last.start + last.ways())
}

/// For each weight of a phase of the game, the number of the one that is stored for it, and how many
/// are stored. The same discs are worth the same in a mirror that leaves the pattern in its place.
pub(crate) fn shared(size: Size) -> (Vec<usize>, usize) {
    let size = long_side_first(size);
    let patterns = patterns(size);
    let mut shared: Vec<usize> = (0..count(&patterns)).collect();
    for images in patterns.chunk_by(|pattern, other| pattern.start == other.start) {
        let pattern = &images[0];
        for symmetry in Symmetry::all(size) {
            let image = pattern.image(size, symmetry);
            if image.has_squares_of(pattern) {
                for (way, other) in image.ways_on(pattern).into_iter().enumerate() {
                    let [way, other] = [way, other].map(|way| pattern.start + way);
                    shared[way] = shared[way].min(other);
                }
            }
        }
    }
    let mut stored = 0;
    for way in 0..shared.len() {
        if shared[way] == way {
            shared[way] = stored;
            stored += 1;
        } else {
            shared[way] = shared[shared[way]];
        }
    }
    (shared, stored)
}

impl Pattern {
    fn image(&self, size: Size, symmetry: Symmetry) -> Self {
        let squares = self.squares.iter().map(|square| square.transformed(size, symmetry));
        Self { squares: squares.collect(), start: self.start }
    }

    /// Whether the squares are the same, in any order.
    fn has_squares_of(&self, other: &Self) -> bool {
        let holds = |square| other.squares.contains(square);
        self.squares.len() == other.squares.len() && self.squares.iter().all(holds)
    }

    /// The number of ways in which discs can lie on the squares.
    fn ways(&self) -> usize {
        power(self.squares.len())
    }

    /// The number of the weight of a pattern without discs.
    pub(super) fn center(&self) -> usize {
        self.start + self.ways() / 2
    }

    /// For each arrangement of discs on the squares, its number on the same squares in another
    /// order.
    fn ways_on(&self, other: &Self) -> Vec<usize> {
        let mut ways = vec![0];
        for square in &self.squares {
            let place = other.squares.iter().position(|it| it == square).unwrap_or(0);
            let with = |disc| ways.iter().map(move |way| way + disc * power(place));
            ways = (0..3).flat_map(with).collect();
        }
        ways
    }
}

/// A power of 3.
pub(super) fn power(exponent: usize) -> usize {
    (0..exponent).fold(1, |power, _| 3 * power)
}
