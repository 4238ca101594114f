//! Known numbers of lines of play, and of the positions they lead to.

mod common;

use common::positions;
use othello_solver::{
    Board4x4, Board6x6, Board8x8, Passes, Position, Rect, Shape, Start, Turn, divide, perft, unique,
};
use proptest::prelude::*;

/// Counts from depth 1 on, seen from a start.
#[track_caller]
fn check<S: Shape>(start: Start, passes: Passes, expected: &[u64]) {
    for (depth, &lines) in (1..).zip(expected) {
        let counted = perft(Position::<S>::start(start), depth, passes, &());
        assert_eq!(counted, lines, "depth {depth}, passes {passes:?}");
    }
}

#[test]
fn board_4x4() {
    check::<Board4x4>(
        Start::Diagonal,
        Passes::Ply,
        &[
            4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060,
            60060,
        ],
    );
    check::<Board4x4>(
        Start::Diagonal,
        Passes::Free,
        &[4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060, 60060],
    );
}

#[test]
fn board_4x4_parallel() {
    check::<Board4x4>(
        Start::Parallel,
        Passes::Ply,
        &[
            4, 12, 50, 138, 480, 1310, 3972, 9192, 22102, 37580, 57072, 62840, 66488, 67052, 67116,
            67116,
        ],
    );
}

#[test]
fn board_6x6() {
    let expected = [4, 12, 56, 244, 1364, 7604, 47740, 308_716, 2_114_912];
    check::<Board6x6>(Start::Diagonal, Passes::Ply, &expected);
}

#[test]
fn board_8x8() {
    let expected = [4, 12, 56, 244, 1396, 8200, 55092, 390_216];
    check::<Board8x8>(Start::Diagonal, Passes::Ply, &expected);
    check::<Board8x8>(Start::Diagonal, Passes::Free, &expected);
}

/// The numbers at aartbik.com, and those without passes.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn board_8x8_deep() {
    let start = Position::<Board8x8>::start(Start::Diagonal);
    let ply = [3_005_288, 24_571_284, 212_258_800, 1_939_886_636];
    for (depth, lines) in (9..).zip(ply) {
        assert_eq!(perft(start, depth, Passes::Ply, &()), lines);
    }
    let free = [3_005_320, 24_571_420, 212_260_880];
    for (depth, lines) in (9..).zip(free) {
        assert_eq!(perft(start, depth, Passes::Free, &()), lines);
    }
}

/// OEIS A124005.
#[test]
fn unique_positions() {
    let start = Position::<Board8x8>::start(Start::Diagonal);
    let expected = [4, 12, 54, 236, 1288, 7092, 42614, 269_352];
    let depth = if cfg!(debug_assertions) { 6 } else { 8 };
    let counted = unique(start, Passes::Ply).map(|unique| unique.positions);
    assert!(counted.take(depth).eq(expected.into_iter().take(depth)));
}

#[test]
fn the_word_does_not_matter() {
    let expected = [4, 12, 44, 128, 424, 1256, 3624, 9116];
    check::<Rect<u32, 4, 4>>(Start::Diagonal, Passes::Ply, &expected);
    check::<Rect<u64, 4, 4>>(Start::Diagonal, Passes::Ply, &expected);
}

#[test]
fn a_rectangle_and_its_transpose_agree() {
    for depth in 1..9 {
        let wide = Position::<Rect<u32, 6, 4>>::start(Start::Diagonal);
        let high = Position::<Rect<u32, 4, 6>>::start(Start::Diagonal);
        let passes = Passes::Ply;
        assert_eq!(perft(wide, depth, passes, &()), perft(high, depth, passes, &()));
    }
}

/// The number of lines as it is defined.
fn count<S: Shape>(position: Position<S>, depth: u32, passes: Passes) -> u64 {
    match (depth, position.turn()) {
        (0, _) | (_, Turn::Over) => 1,
        (_, Turn::Place(moves)) => {
            moves.into_iter().map(|square| count(position.play(square), depth - 1, passes)).sum()
        }
        (_, Turn::Pass) => count(position.pass(), depth - u32::from(passes == Passes::Ply), passes),
    }
}

/// The positions after so many plies, as they are defined.
fn ends<S: Shape>(position: Position<S>, depth: u32, passes: Passes, into: &mut Vec<Position<S>>) {
    match (depth, position.turn()) {
        (0, _) | (_, Turn::Over) => into.push(position),
        (_, Turn::Place(moves)) => {
            for square in moves {
                ends(position.play(square), depth - 1, passes, into);
            }
        }
        (_, Turn::Pass) => {
            ends(position.pass(), depth - u32::from(passes == Passes::Ply), passes, into);
        }
    }
}

/// All that is counted from a position, each way it can be counted.
fn check_counts<S: Shape>(position: Position<S>, depth: u32) {
    for passes in [Passes::Ply, Passes::Free] {
        let lines = perft(position, depth, passes, &());
        assert_eq!(lines, count(position, depth, passes), "{position:?}");
        let divided = divide(position, depth, passes, &());
        if position.turn() == Turn::Over {
            assert!(divided.is_empty());
        } else {
            assert_eq!(divided.iter().map(|(_, lines)| lines).sum::<u64>(), lines);
        }
        for (square, lines) in divided {
            let turned = if position.turn() == Turn::Pass { position.pass() } else { position };
            let next = square.map_or(turned, |square| turned.play(square));
            assert_eq!(lines, count(next, depth - 1, passes), "{square:?} in {position:?}");
        }
        let mut different = Vec::new();
        ends(position, depth, passes, &mut different);
        different.sort();
        different.dedup();
        let unique = unique(position, passes).nth(depth as usize - 1).unwrap();
        assert_eq!(unique.positions, different.len() as u64, "{position:?}");
        let mut canonical: Vec<_> = different.into_iter().map(Position::canonical).collect();
        canonical.sort();
        canonical.dedup();
        assert_eq!(unique.canonical, canonical.len() as u64, "{position:?}");
    }
}

proptest! {
    #[test]
    fn every_way_of_counting_agrees_on_4x4(position in positions::<Board4x4>(), depth in 1_u32..6) {
        check_counts(position, depth);
    }

    #[test]
    fn every_way_of_counting_agrees_on_6x4(
        position in positions::<Rect<u32, 6, 4>>(),
        depth in 1_u32..5,
    ) {
        check_counts(position, depth);
    }

    #[test]
    fn every_way_of_counting_agrees_on_8x8(position in positions::<Board8x8>(), depth in 1_u32..3) {
        check_counts(position, depth);
    }
}
