//! Known counts of lines of play, and of the positions they lead to.

use othello_core::exhaustive::{divide, unique};
use othello_core::kernel::{Board4x4, Rect, Shape};
use othello_core::{Color, Passes, Position, Size, Start, Turn, kernel, perft};
use proptest::prelude::*;

use crate::common::{Impatient, games, size};

/// Checks the counts from a start, beginning with depth 1.
#[track_caller]
fn check(size: Size, start: Start, passes: Passes, expected: &[u64]) {
    for (depth, &lines) in (1..).zip(expected) {
        let counted = perft(Position::start(size, start), depth, passes, &()).unwrap();
        assert_eq!(counted, lines, "depth {depth}, passes {passes:?}");
    }
}

#[test]
fn board_4x4() {
    check(
        size(4, 4),
        Start::Diagonal,
        Passes::Ply,
        &[
            4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060,
            60060,
        ],
    );
    check(
        size(4, 4),
        Start::Diagonal,
        Passes::Free,
        &[4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060, 60060],
    );
}

#[test]
fn board_4x4_parallel() {
    check(
        size(4, 4),
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
    check(size(6, 6), Start::Diagonal, Passes::Ply, &expected);
}

#[test]
fn board_8x8() {
    let expected = [4, 12, 56, 244, 1396, 8200, 55092, 390_216];
    check(size(8, 8), Start::Diagonal, Passes::Ply, &expected);
    check(size(8, 8), Start::Diagonal, Passes::Free, &expected);
}

/// The published counts at aartbik.com, and the counts where a pass is not a ply.
#[test]
fn board_8x8_deep() {
    let start = Position::start(size(8, 8), Start::Diagonal);
    let ply = [3_005_288, 24_571_284, 212_258_800, 1_939_886_636];
    for (depth, lines) in (9..).zip(ply) {
        assert_eq!(perft(start, depth, Passes::Ply, &()), Some(lines));
    }
    let free = [3_005_320, 24_571_420, 212_260_880];
    for (depth, lines) in (9..).zip(free) {
        assert_eq!(perft(start, depth, Passes::Free, &()), Some(lines));
    }
}

/// OEIS A124005.
#[test]
fn unique_positions() {
    let start = Position::start(size(8, 8), Start::Diagonal);
    let expected = [4, 12, 54, 236, 1288, 7092, 42614, 269_352];
    let depth = if cfg!(debug_assertions) { 6 } else { 8 };
    let counted = unique(start, Passes::Ply, usize::MAX).map(|unique| unique.positions);
    assert!(counted.take(depth).eq(expected.into_iter().take(depth)));
}

#[test]
fn unique_positions_end_where_memory_does() {
    let start = Position::start(size(8, 8), Start::Diagonal);
    let depths = |bytes| unique(start, Passes::Ply, bytes).take(8).count();
    assert_eq!([0, 1 << 14, 1 << 18, 1 << 23].map(depths), [0, 4, 6, 8]);
}

/// Counts lines by walking each of them on the bitboards of a shape.
fn walk<S: Shape>(position: kernel::Position<S>, depth: u32) -> u64 {
    match (depth, position.turn()) {
        (0, _) | (_, Turn::Over) => 1,
        (_, Turn::Place) => {
            let next = |square| walk(position.play(square).unwrap(), depth - 1);
            position.moves().into_iter().map(next).sum()
        }
        (_, Turn::Pass) => walk(position.pass(), depth - 1),
    }
}

#[test]
fn the_word_does_not_matter() {
    for (depth, lines) in (1..).zip([4, 12, 44, 128, 424, 1256, 3624, 9116]) {
        assert_eq!(walk(Start::Diagonal.position::<Board4x4>(), depth), lines);
        assert_eq!(walk(Start::Diagonal.position::<Rect<u32, 4, 4>>(), depth), lines);
        assert_eq!(walk(Start::Diagonal.position::<Rect<u64, 4, 4>>(), depth), lines);
    }
}

#[test]
fn a_rectangle_and_its_transpose_agree() {
    for depth in 1..9 {
        let wide = Position::start(size(6, 4), Start::Diagonal);
        let high = Position::start(size(4, 6), Start::Diagonal);
        let passes = Passes::Ply;
        assert_eq!(perft(wide, depth, passes, &()), perft(high, depth, passes, &()));
    }
}

/// The number of lines by definition.
fn count(game: Position, depth: u32, passes: Passes) -> u64 {
    match (depth, game.turn()) {
        (0, _) | (_, Turn::Over) => 1,
        (_, Turn::Place) => {
            let next = |square| count(game.play(square).unwrap(), depth - 1, passes);
            game.moves().into_iter().map(next).sum()
        }
        (_, Turn::Pass) => count(game.pass(), depth - u32::from(passes == Passes::Ply), passes),
    }
}

/// The positions after this many plies by definition, with the player to move as Black.
fn ends(game: Position, depth: u32, passes: Passes, into: &mut Vec<Position>) {
    match (depth, game.turn()) {
        (0, _) | (_, Turn::Over) => into.push(as_black(game)),
        (_, Turn::Place) => {
            for square in game.moves() {
                ends(game.play(square).unwrap(), depth - 1, passes, into);
            }
        }
        (_, Turn::Pass) => {
            ends(game.pass(), depth - u32::from(passes == Passes::Ply), passes, into);
        }
    }
}

/// The same position with the player to move as Black.
fn as_black(game: Position) -> Position {
    let (own, opponent) = (game.discs(game.side()), game.discs(!game.side()));
    Position::new(own, opponent, Color::Black).unwrap()
}

/// Checks every count from a position, computed in each possible way.
fn check_counts(game: Position, depth: u32) {
    for passes in [Passes::Ply, Passes::Free] {
        let lines = perft(game, depth, passes, &()).unwrap();
        assert_eq!(lines, count(game, depth, passes), "{game:?}");
        let divided = divide(game, depth, passes, &()).unwrap();
        if game.is_over() {
            assert!(divided.is_empty());
        } else {
            assert_eq!(divided.iter().map(|(_, lines)| lines).sum::<u64>(), lines);
        }
        for (square, lines) in divided {
            let turned = game.after_forced_pass();
            let next = square.map_or(turned, |square| turned.play(square).unwrap());
            assert_eq!(lines, count(next, depth - 1, passes), "{square:?} in {game:?}");
        }
        let mut different = Vec::new();
        ends(game, depth, passes, &mut different);
        different.sort();
        different.dedup();
        let unique = unique(game, passes, usize::MAX).nth(depth as usize - 1).unwrap();
        assert_eq!(unique.positions, different.len() as u64, "{game:?}");
        let mut canonical: Vec<_> = different.into_iter().map(Position::canonical).collect();
        canonical.sort();
        canonical.dedup();
        assert_eq!(unique.canonical, canonical.len() as u64, "{game:?}");
    }
}

#[test]
fn every_way_of_counting_agrees_on_every_size() {
    for size in Size::all() {
        for start in Start::ALL {
            check_counts(Position::start(size, start), 3);
        }
    }
}

proptest! {
    #[test]
    fn every_way_of_counting_agrees_on_4x4(game in games(size(4, 4)), depth in 1_u32..6) {
        check_counts(game, depth);
    }

    #[test]
    fn every_way_of_counting_agrees_on_6x4(game in games(size(6, 4)), depth in 1_u32..5) {
        check_counts(game, depth);
    }

    #[test]
    fn every_way_of_counting_agrees_on_3x9(game in games(size(3, 9)), depth in 1_u32..4) {
        check_counts(game, depth);
    }

    #[test]
    fn every_way_of_counting_agrees_on_8x8(game in games(size(8, 8)), depth in 1_u32..3) {
        check_counts(game, depth);
    }
}

/// Merging takes seconds: several hundred thousand positions are merged before any line is walked.
#[test]
fn a_count_can_be_stopped_while_positions_are_merged() {
    let impatient = Impatient::new(20);
    let start = Position::start(Size::STANDARD, Start::Diagonal);
    assert_eq!(perft(start, 60, Passes::Ply, &impatient), None);
    assert!(!impatient.has_begun.into_inner(), "lines have been walked");
}
