//! The patterns of a board: which sets of squares are looked at together.

/// A pattern at its place, or a mirror image of it.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The columns and rows of its squares, that of the lowest digit first.
    pub(super) squares: Vec<(u32, u32)>,
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

/// The most squares of a line that is looked at as a whole.
const LINE: u32 = 8;

/// Some of the patterns of a board that is at least as wide as high: each has a
/// mirror image among them, or several have.
fn originals(width: u32, height: u32) -> Vec<Vec<(u32, u32)>> {
    let mut originals = Vec::new();
    let longest = longest(width, height);
    // Lines, the edge with the two squares that give the corners away. A long line is in
    // several parts.
    for row in 0..height.div_ceil(2) {
        let mut line: Vec<_> = (0..width).map(|column| (column, row)).collect();
        if row == 0 && width + 2 <= longest && height > 2 {
            line.extend([(1, 1), (width - 2, 1)]);
            originals.push(line);
        } else {
            let length = width.min(LINE).min(longest);
            let parts = width.div_ceil(length);
            let first = |part: u32| part * (width - length) / (parts - 1).max(1);
            originals.extend((0..parts).map(|part| {
                (first(part)..first(part) + length).map(|column| (column, row)).collect()
            }));
        }
    }
    // On a square board these are images of the lines above.
    for column in 0..width.div_ceil(2) {
        let mut line: Vec<_> = (0..height).map(|row| (column, row)).collect();
        if column == 0 && height > 4 {
            line.extend([(1, 1), (1, height - 2)]);
        }
        originals.push(line);
    }
    // Diagonals.
    for offset in 4 - height.cast_signed()..=width.cast_signed() - 4 {
        let squares = (0..height).map(|row| (offset + row.cast_signed(), row));
        let squares = squares.filter(|&(column, _)| (0..width.cast_signed()).contains(&column));
        originals.push(squares.map(|(column, row)| (column.cast_unsigned(), row)).collect());
    }
    // Corners.
    let corner =
        |width: u32, height: u32| (0..width * height).map(|at| (at % width, at / width)).collect();
    if height >= 3 {
        originals.push(corner(3, (longest / 3).min(3)));
    }
    if width >= 5 {
        originals.push(corner(5, 2));
    }
    if width > height && height >= 5 {
        originals.push(corner(2, 5));
    }
    originals.retain(|squares: &Vec<_>| (3..=longest as usize).contains(&squares.len()));
    originals
}

/// The sides of a board, or of the same board rotated, so that it is at least as wide as high.
pub(super) fn long_side_first((width, height): (u32, u32)) -> (u32, u32) {
    (width.max(height), width.min(height))
}

/// How many mirror images a board has.
fn symmetries(width: u32, height: u32) -> u32 {
    if width == height { 8 } else { 4 }
}

/// All patterns of a board that is at least as wide as high, in all places.
pub(super) fn patterns((width, height): (u32, u32)) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut start = 0;
    for squares in originals(width, height) {
        let original = Pattern { squares, start };
        if patterns.iter().all(|other| !other.is_as(&original)) {
            start += original.ways();
            for symmetry in 0..symmetries(width, height) {
                let image = original.image((width, height), symmetry);
                if patterns.iter().all(|other| !other.is_as(&image)) {
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

/// For each weight of the `patterns` of a board, the number of the one that is stored for it. The
/// same discs are worth the same in a mirror that leaves the pattern in its place.
pub(super) fn shared(patterns: &[Pattern], (width, height): (u32, u32)) -> Vec<usize> {
    let mut shared: Vec<usize> = (0..count(patterns)).collect();
    for images in patterns.chunk_by(|pattern, other| pattern.start == other.start) {
        let pattern = &images[0];
        for symmetry in 0..symmetries(width, height) {
            let image = pattern.image((width, height), symmetry);
            if image.is_as(pattern) {
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
    shared
}

impl Pattern {
    /// The image in one of eight mirrors: bit 0 reverses the columns, bit 1 the rows,
    /// and bit 2 exchanges the two.
    fn image(&self, (width, height): (u32, u32), symmetry: u32) -> Self {
        let place = |&(column, row): &(u32, u32)| {
            let column = if symmetry & 1 == 0 { column } else { width - 1 - column };
            let row = if symmetry & 2 == 0 { row } else { height - 1 - row };
            if symmetry & 4 == 0 { (column, row) } else { (row, column) }
        };
        Self { squares: self.squares.iter().map(place).collect(), start: self.start }
    }

    /// Whether the squares are the same.
    fn is_as(&self, other: &Self) -> bool {
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
