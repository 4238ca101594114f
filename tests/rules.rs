//! The bitboards against the rules as they are written, on an array of cells.

mod common;

use std::collections::HashSet;

use common::{bitboards, mailbox, openings, positions, squares};
use othello_solver::{
    Bitboard, Board4x4, Board6x6, Board8x8, Objective, Position, Rect, Rules, Scoring, Shape,
    Square, Symmetry, Turn,
};
use proptest::prelude::*;

const RULES: [Rules; 4] = [
    Rules::new(Scoring::Discs, Objective::Most),
    Rules::new(Scoring::Discs, Objective::Fewest),
    Rules::new(Scoring::EmptiesToWinner, Objective::Most),
    Rules::new(Scoring::EmptiesToWinner, Objective::Fewest),
];

/// Holds the two engines together on everything that can be asked about one
/// position.
fn check<S: Shape>(position: Position<S>) {
    let board = mailbox(position);
    let directions = board.directions();
    for square in squares() {
        let flips = position.flips(square);
        let legal = position.moves().contains(square);
        assert_eq!(legal, directions[square.index() as usize] != 0, "{square} in {board:?}");
        match board.play(square.index() as usize) {
            Some(after) => {
                assert!(legal, "{square} in {board:?}");
                let expected = bitboards(&after);
                assert_eq!(position.play(square), expected, "{square} in {board:?}");
                assert_eq!(flips, position.opponent() & expected.opponent());
            }
            None => assert!(!legal, "{square} in {board:?}"),
        }
    }
    match position.turn() {
        Turn::Place(moves) => {
            assert_eq!(moves, position.moves());
            assert!(board.can_move() && board.pass().is_none() && !board.is_over(), "{board:?}");
        }
        Turn::Pass => {
            let after = board.pass().unwrap();
            assert_eq!(position.pass(), bitboards(&after), "{board:?}");
            assert!(!board.can_move() && !board.is_over(), "{board:?}");
        }
        Turn::Over => assert!(board.is_over() && board.pass().is_none(), "{board:?}"),
    }
    for rules in RULES {
        assert_eq!(rules.final_score(position), board.score(rules), "{board:?}");
        assert_eq!(rules.final_score(position), -rules.final_score(position.pass()), "{board:?}");
    }
}

/// Whether a position is turned before or after it is looked at, what can be
/// done in it is the same.
fn check_symmetry<S: Shape>(position: Position<S>) {
    for symmetry in Symmetry::all::<S>() {
        let image = position.transformed(symmetry);
        assert_eq!(image.moves(), position.moves().transformed(symmetry));
        assert_eq!(image.canonical(), position.canonical());
        for square in position.moves() {
            let after = position.play(square).transformed(symmetry);
            assert_eq!(image.play(square.transformed(symmetry)), after);
        }
    }
}

macro_rules! shapes {
    ($($name:ident: $shape:ty,)+) => {
        proptest! {
            $(
                #[test]
                fn $name(position in positions::<$shape>()) {
                    check(position);
                    check_symmetry(position);
                }
            )+
        }
    };
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
    board_4x16: Rect<u64, 4, 16>,
    board_3x21: Rect<u64, 3, 21>,
    board_32x2: Rect<u64, 32, 2>,
    board_2x2: Rect<u16, 2, 2>,
}

#[test]
fn every_position_of_4x4_that_can_be_reached() {
    for start in openings::<Board4x4>() {
        let (mut seen, mut left) = (HashSet::from([start]), vec![start]);
        while let Some(position) = left.pop() {
            check(position);
            let next: Vec<_> = match position.turn() {
                Turn::Place(moves) => moves.into_iter().map(|m| position.play(m)).collect(),
                Turn::Pass => vec![position.pass()],
                Turn::Over => vec![],
            };
            left.extend(next.into_iter().filter(|&position| seen.insert(position)));
        }
    }
}

/// A position drawn row by row: `X` is the player to move, `O` the opponent.
fn drawn<S: Shape>(rows: &[&str]) -> Position<S> {
    let cells: String = rows.concat();
    assert_eq!(cells.len(), S::SQUARES as usize);
    let discs = |disc| {
        let held = move |&(cell, _): &(char, _)| cell == disc;
        cells.chars().zip(squares()).filter(held).map(|(_, square)| square).collect()
    };
    Position::new(discs('X'), discs('O')).unwrap()
}

#[test]
fn full_boards_are_over() {
    for colour in [0, 1, 0x0F0F, 0x8421, 0xFFFF] {
        let own = Bitboard::<Board4x4>::new(colour).unwrap();
        let position = Position::new(own, !own).unwrap();
        assert_eq!(position.turn(), Turn::Over);
        check(position);
    }
}

#[test]
fn an_empty_board_is_over() {
    let position = Position::<Board8x8>::new(Bitboard::empty(), Bitboard::empty()).unwrap();
    assert_eq!(position.turn(), Turn::Over);
    check(position);
}

#[test]
fn a_side_that_is_wiped_out_ends_the_game() {
    let position = drawn::<Board4x4>(&["OO--", "OOO-", "-OO-", "--O-"]);
    assert_eq!(position.turn(), Turn::Over);
    check(position);
    check(position.pass());
}

#[test]
fn a_game_can_end_with_squares_empty_and_both_colours_left() {
    let position = drawn::<Board4x4>(&["XXXX", "XXXX", "-XXX", "--OO"]);
    assert_eq!(position.turn(), Turn::Over);
    check(position);
}

#[test]
fn a_pass_is_answered_by_a_move() {
    let position = drawn::<Board4x4>(&["OOOO", "OOOO", "OOOO", "OXX-"]);
    assert_eq!(position.turn(), Turn::Pass);
    assert!(matches!(position.pass().turn(), Turn::Place(_)));
    check(position);
}

#[test]
fn more_than_32_legal_moves() {
    let position = drawn::<Board8x8>(&[
        "----OX--", "-OO-OXO-", "-OX--XO-", "-XX--OO-", "-OXO--X-", "--XX-XO-", "-OOOOXO-",
        "--------",
    ]);
    assert_eq!(position.moves().len(), 35);
    check(position);
}

/// The longest runs there can be, flipped in all directions by one move.
#[test]
fn runs_of_full_length_in_all_directions() {
    fn from_every_square<S: Shape>() {
        for square in squares::<S>() {
            let (mut runs, mut ends) = (Bitboard::empty(), Bitboard::empty());
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let ray: Vec<_> = (1..)
                    .map_while(|steps| {
                        let column = square.column().checked_add_signed(steps * dx)?;
                        Square::new(column, square.row().checked_add_signed(steps * dy)?)
                    })
                    .collect();
                if let Some((&end, run)) = ray.split_last() {
                    ends |= end.into();
                    runs |= run.iter().copied().collect();
                }
            }
            let opponent = !(ends | square.into());
            let position = Position::<S>::new(ends, opponent).unwrap();
            assert_eq!(position.flips(square), runs, "{square} in {position:?}");
            check(position);
        }
    }
    from_every_square::<Board4x4>();
    from_every_square::<Board6x6>();
    from_every_square::<Board8x8>();
    from_every_square::<Rect<u64, 16, 4>>();
    from_every_square::<Rect<u64, 4, 16>>();
    from_every_square::<Rect<u64, 3, 21>>();
    from_every_square::<Rect<u64, 5, 12>>();
    from_every_square::<Rect<u64, 32, 2>>();
}
