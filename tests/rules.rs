//! The bitboard rules against the rules as they are written: walk from the
//! square, one step at a time, until something other than an opponent's disc.

use othello_solver::{Bitboard, Board4x4, Board6x6, Board8x8, Position, Rect, Shape, Square};

fn flips_by_walking<S: Shape>(position: Position<S>, square: Square<S>) -> Bitboard<S> {
    let mut flips = Bitboard::empty();
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut run = Bitboard::empty();
        let (mut column, mut row) = (square.column(), square.row());
        loop {
            (column, row) = (column.wrapping_add_signed(dx), row.wrapping_add_signed(dy));
            match Square::new(column, row) {
                Some(next) if position.opponent().contains(next) => run |= next.into(),
                Some(next) if position.own().contains(next) => break flips |= run,
                _ => break,
            }
        }
    }
    flips
}

fn check<S: Shape>() {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for _ in 0..2000 {
        let (discs, colour) = (random() | random(), random());
        let own = Bitboard::new(discs & colour & S::BOARD).unwrap();
        let opponent = Bitboard::new(discs & !colour & S::BOARD).unwrap();
        let position = Position::<S>::new(own, opponent).unwrap();
        for square in position.empty() {
            let expected = flips_by_walking(position, square);
            assert_eq!(position.flips(square), expected, "{square} in {position:?}");
            assert_eq!(position.moves().contains(square), !expected.is_empty());
        }
        assert!((position.moves() - position.empty()).is_empty());
    }
}

macro_rules! shapes {
    ($($name:ident: $shape:ty,)+) => {$(
        #[test]
        fn $name() {
            check::<$shape>();
        }
    )+};
}

shapes! {
    board_4x4: Board4x4,
    board_4x4_in_u32: Rect<u32, 4, 4>,
    board_4x4_in_u64: Rect<u64, 4, 4>,
    board_4x6: Rect<u32, 4, 6>,
    board_6x4: Rect<u32, 6, 4>,
    board_5x5: Rect<u32, 5, 5>,
    board_5x7: Rect<u64, 5, 7>,
    board_6x6: Board6x6,
    board_7x9: Rect<u64, 7, 9>,
    board_8x8: Board8x8,
    board_16x4: Rect<u64, 16, 4>,
    board_3x21: Rect<u64, 3, 21>,
    board_32x2: Rect<u64, 32, 2>,
    board_2x2: Rect<u16, 2, 2>,
}
