//! The rays from each square of a board.

/// See [`Shape::RAYS`](super::Shape::RAYS).
pub(super) const fn all(width: u32, height: u32) -> [[[u64; 4]; 2]; 64] {
    let (mut rays, mut number) = ([[[0; 4]; 2]; 64], 0);
    while number < 4 * width * height {
        let (square, axis) = ((number / 4) as usize, (number % 4) as usize);
        // Steps of (column, row) that ascend, in the order of `AXES`.
        let (dx, dy) = [(1, 0), (0, 1), (1, 1), (-1, 1)][axis];
        rays[square][0][axis] = ray_from(number / 4, [dx, dy], [width, height]);
        rays[square][1][axis] = ray_from(number / 4, [-dx, -dy], [width, height]);
        number += 1;
    }
    rays
}

/// The squares reached from a square by steps of `dx` columns and `dy` rows.
const fn ray_from(square: u32, [dx, dy]: [i32; 2], [width, height]: [u32; 2]) -> u64 {
    let (mut column, mut row, mut ray) = (square % width, square / width, 0);
    loop {
        // A step off the left or the upper edge wraps to a large number.
        (column, row) = (column.wrapping_add_signed(dx), row.wrapping_add_signed(dy));
        if column >= width || row >= height {
            return ray;
        }
        ray |= 1 << (row * width + column);
    }
}
