//! Known sizes of the game tree.

use othello_solver::{Board4x4, Board6x6, Board8x8, Position, Rect, Shape, Start, perft};

#[track_caller]
fn check<S: Shape>(expected: &[u64]) {
    for (depth, &lines) in (1..).zip(expected) {
        assert_eq!(perft(Position::<S>::start(Start::Diagonal), depth), lines, "depth {depth}");
    }
}

#[test]
fn board_4x4() {
    check::<Board4x4>(&[
        4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060,
        60060,
    ]);
}

#[test]
fn the_word_does_not_matter() {
    check::<Rect<u32, 4, 4>>(&[4, 12, 44, 128, 424, 1256, 3624, 9116]);
    check::<Rect<u64, 4, 4>>(&[4, 12, 44, 128, 424, 1256, 3624, 9116]);
}

#[test]
fn board_6x6() {
    check::<Board6x6>(&[4, 12, 56, 244, 1364, 7604, 47740, 308_716]);
}

#[test]
fn board_8x8() {
    check::<Board8x8>(&[4, 12, 56, 244, 1396, 8200, 55092, 390_216]);
}

#[test]
fn a_rectangle_and_its_transpose_agree() {
    for depth in 1..9 {
        assert_eq!(
            perft(Position::<Rect<u32, 4, 6>>::start(Start::Diagonal), depth),
            perft(Position::<Rect<u32, 6, 4>>::start(Start::Diagonal), depth),
        );
    }
}
