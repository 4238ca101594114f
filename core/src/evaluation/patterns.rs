//! The patterns of a board: sets of squares, with a weight for each arrangement of discs on them.

use crate::board::{Size, Square, Symmetry};

/// A pattern or a mirror image of one.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The squares, from the lowest digit of the index to the highest.
    pub(super) squares: Vec<Square>,
    /// The index of its first weight. Mirror images share their weights.
    start: usize,
}

/// The most squares in a pattern. On 7×5, patterns of ten squares save 9 % of the nodes, but take
/// three times the space. On 12×4, patterns of nine squares save 52 % of the nodes; patterns of six
/// save 39 %, in an eighteenth of the space.
const fn longest(width: u32, height: u32) -> u32 {
    match (width, height) {
        (_, 4) => 6,
        (6, 6) | (8, 8) => 10,
        _ => 9,
    }
}

/// Longer lines are split into several patterns.
const LINE: u32 = 8;

/// A rectangle of squares, row by row from its upper left corner.
fn rectangle((left, upper): (u32, u32), (width, height): (u32, u32)) -> Vec<Square> {
    (0..width * height).map(|at| Square::at(left + at % width, upper + at / width)).collect()
}

/// A row, in several parts if it is long. The parts may overlap.
fn row_parts(width: u32, row: u32, longest: u32) -> impl Iterator<Item = Vec<Square>> {
    let length = width.min(LINE).min(longest);
    let parts = width.div_ceil(length);
    (0..parts).map(move |part| {
        let first = part * (width - length) / (parts - 1).max(1);
        rectangle((first, row), (length, 1))
    })
}

/// A diagonal from the upper left to the lower right that meets the first row, possibly extended,
/// in this column.
fn diagonal(width: u32, height: u32, column: i32) -> Vec<Square> {
    let (left, upper) = (column.max(0).unsigned_abs(), column.min(0).unsigned_abs());
    (left..width).zip(upper..height).map(|(column, row)| Square::at(column, row)).collect()
}

/// One of each set of mirrored patterns, for a board that is at least as wide as it is high. The
/// stored weights are in this order.
fn originals(width: u32, height: u32) -> Vec<Vec<Square>> {
    let longest = longest(width, height);
    // An edge includes the squares diagonally adjacent to the corners, which tend to give the
    // corners away, unless that makes the pattern too long.
    let wide_edge = width + 2 <= longest && height > 2;
    let high_edge = height > 4;
    let mut originals = Vec::new();
    if wide_edge {
        let inner = vec![Square::at(1, 1), Square::at(width - 2, 1)];
        originals.push([rectangle((0, 0), (width, 1)), inner].concat());
    }
    for number in u32::from(wide_edge)..height.div_ceil(2) {
        originals.extend(row_parts(width, number, longest));
    }
    // On a square board, the columns are mirror images of the rows.
    if high_edge {
        let inner = vec![Square::at(1, 1), Square::at(1, height - 2)];
        originals.push([rectangle((0, 0), (1, height)), inner].concat());
    }
    for column in u32::from(high_edge)..width.div_ceil(2) {
        originals.push(rectangle((column, 0), (1, height)));
    }
    for column in 4 - height.cast_signed()..=width.cast_signed() - 4 {
        originals.push(diagonal(width, height, column));
    }
    if height >= 3 {
        originals.push(rectangle((0, 0), (3, (longest / 3).min(3))));
    }
    if width >= 5 {
        originals.push(rectangle((0, 0), (5, 2)));
    }
    if width > height && height >= 5 {
        originals.push(rectangle((0, 0), (2, 5)));
    }
    originals.retain(|squares| (3..=longest as usize).contains(&squares.len()));
    originals
}

/// The size of the board, rotated if necessary so that it is at least as wide as it is high.
pub(super) fn long_side_first(size: Size) -> Size {
    let (long, short) = (size.width().max(size.height()), size.short_side());
    Size::new(long, short).expect("a board can be rotated")
}

/// All patterns of a board that is at least as wide as it is high, with their mirror images.
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

/// The total number of weights of the patterns.
pub(super) fn number_of_weights(patterns: &[Pattern]) -> usize {
    patterns.last().map_or(0, |last| last.start + last.ways())
}

/// For each weight of a phase, the index of its stored weight; and the number of stored weights.
/// Two arrangements share a stored weight if a symmetry of the pattern maps one to the other.
pub(crate) fn shared(size: Size) -> (Vec<u32>, usize) {
    let size = long_side_first(size);
    let patterns = patterns(size);
    let mut shared: Vec<u32> = (0..).take(number_of_weights(&patterns)).collect();
    for images in patterns.chunk_by(|pattern, other| pattern.start == other.start) {
        let pattern = &images[0];
        for symmetry in Symmetry::all(size) {
            let image = pattern.image(size, symmetry);
            if image.has_squares_of(pattern) {
                let own = &mut shared[pattern.start..][..pattern.ways()];
                for (least, other) in own.iter_mut().zip(image.ways_on(pattern)) {
                    *least = (*least).min(other);
                }
            }
        }
    }
    let mut stored: u32 = 0;
    for way in 0..shared.len() {
        let least = shared[way] as usize;
        shared[way] = if least == way { stored } else { shared[least] };
        stored = stored.wrapping_add(u32::from(least == way));
    }
    (shared, stored as usize)
}

impl Pattern {
    fn image(&self, size: Size, symmetry: Symmetry) -> Self {
        let squares = self.squares.iter().map(|&square| symmetry.image(square, size));
        Self { squares: squares.collect(), start: self.start }
    }

    /// Whether the squares are the same, in any order.
    fn has_squares_of(&self, other: &Self) -> bool {
        self.squares.len() == other.squares.len()
            && self.squares.iter().all(|square| other.squares.contains(square))
    }

    /// The number of arrangements of discs on the squares.
    fn ways(&self) -> usize {
        power(self.squares.len())
    }

    /// The index of the weight for no discs.
    pub(super) fn center(&self) -> usize {
        self.start + self.ways() / 2
    }

    /// For each arrangement of discs, its index among the weights when the squares are in the order
    /// of `other`.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2¹⁸ weights")]
    fn ways_on(&self, other: &Self) -> Vec<u32> {
        let mut ways = vec![other.start as u32];
        for square in &self.squares {
            let place = other.squares.iter().position(|it| it == square).unwrap_or(0);
            let (without, step) = (ways.len(), power(place) as u32);
            for disc in 1..3 {
                let with = ways.len();
                ways.extend_from_within(..without);
                // Without checks for overflow, which would take most of the time.
                for way in &mut ways[with..] {
                    *way = way.wrapping_add(disc * step);
                }
            }
        }
        ways
    }
}

/// A power of 3.
pub(super) fn power(exponent: usize) -> usize {
    (0..exponent).fold(1, |power, _| 3 * power)
}
