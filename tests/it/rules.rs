//! The bitboards compared with a direct implementation of the rules on an array of cells.

use std::collections::HashSet;

use othello_core::kernel::{Bitboard, Board4x4, Board6x6, Board8x8, Rect, Shape};
use othello_core::{Color, Mailbox, Position, Rules, Size, Square, Start, Symmetry, Turn, kernel};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::{
    bitboards, for_boards, game_of, games, mailbox, mailbox_of, openings, size, squares, squares_on,
};

/// A set of squares.
fn set<S: Shape>(squares: impl IntoIterator<Item = Square>) -> Bitboard<S> {
    squares.into_iter().collect()
}

/// Compares the two implementations on every property of a position.
fn check<S: Shape>(position: kernel::Position<S>) {
    let board = mailbox(position);
    for (index, square) in squares::<S>().enumerate() {
        let flips = position.flips(square);
        let legal = position.moves().contains(square);
        let expected = board.play(index).map(|after| bitboards(&after));
        assert_eq!(position.play(square), expected, "{square} in {board:?}");
        match expected {
            Some(expected) => {
                assert!(legal, "{square} in {board:?}");
                assert_eq!(position.play_unchecked(square), expected, "{square} in {board:?}");
                assert_eq!(flips, position.opponent() & expected.opponent());
            }
            None => assert!(!legal, "{square} in {board:?}"),
        }
    }
    match position.turn() {
        Turn::Place => {
            assert!(!position.moves().is_empty());
            assert!(board.can_move() && board.pass().is_none() && !board.is_over(), "{board:?}");
        }
        Turn::Pass => {
            let after = board.pass().unwrap();
            assert_eq!(position.pass(), bitboards(&after), "{board:?}");
            assert!(!board.can_move() && !board.is_over(), "{board:?}");
        }
        Turn::Over => assert!(board.is_over() && board.pass().is_none(), "{board:?}"),
    }
    for rules in Rules::ALL {
        assert_eq!(rules.final_score(position), board.score(rules), "{board:?}");
        assert_eq!(rules.final_score(position), -rules.final_score(position.pass()), "{board:?}");
    }
}

/// The symmetries of a board, which may be too long for a [`Size`].
fn symmetries<S: Shape>() -> impl Iterator<Item = Symmetry> {
    Symmetry::all(if S::WIDTH == S::HEIGHT { size(8, 8) } else { size(6, 4) })
}

/// Transforming a position before or after an operation gives the same result.
fn check_symmetry<S: Shape>(position: kernel::Position<S>) {
    let mut images = mailbox(position).images().into_iter();
    for symmetry in symmetries::<S>() {
        let image = position.transformed(symmetry);
        assert_eq!(images.next().map(|image| bitboards(&image)), Some(image));
        assert_eq!(image.moves(), position.moves().transformed(symmetry));
        assert_eq!(image.canonical(), position.canonical());
        for square in position.moves() {
            let after = position.play(square).unwrap().transformed(symmetry);
            let image_of_square = set::<S>([square]).transformed(symmetry).into_iter().next();
            assert_eq!(image.play(image_of_square.unwrap()), Some(after));
        }
    }
    assert_eq!(images.next(), None);
    let least = symmetries::<S>().map(|symmetry| position.transformed(symmetry)).min();
    assert_eq!(Some(position.canonical()), least);
}

macro_rules! shapes {
    ($($name:ident: $shape:ty,)+) => {$(
        #[test]
        fn $name() {
            for_boards(<$shape>::WIDTH, <$shape>::HEIGHT, &|board| {
                let position = bitboards::<$shape>(board);
                check(position);
                check_symmetry(position);
            });
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
    board_4x16: Rect<u64, 4, 16>,
    board_3x21: Rect<u64, 3, 21>,
    board_32x2: Rect<u64, 32, 2>,
    board_2x2: Rect<u16, 2, 2>,
}

#[test]
fn every_reachable_position_of_4x4() {
    for start in openings::<Board4x4>() {
        let (mut seen, mut left) = (HashSet::from([start]), vec![start]);
        while let Some(position) = left.pop() {
            check(position);
            let next: Vec<_> = match position.turn() {
                Turn::Place => position
                    .moves()
                    .into_iter()
                    .filter_map(|square| position.play(square))
                    .collect(),
                Turn::Pass => vec![position.pass()],
                Turn::Over => vec![],
            };
            left.extend(next.into_iter().filter(|&position| seen.insert(position)));
        }
    }
}

/// A position drawn row by row: `X` is the player to move, `O` the opponent.
fn drawn<S: Shape>(rows: &[&str]) -> kernel::Position<S> {
    let cells: String = rows.concat();
    assert_eq!(cells.len(), S::SQUARES as usize);
    let discs = |disc| {
        let held = move |&(cell, _): &(char, _)| cell == disc;
        cells.chars().zip(squares::<S>()).filter(held).map(|(_, square)| square).collect()
    };
    kernel::Position::new(discs('X'), discs('O')).unwrap()
}

#[test]
fn full_boards_are_over() {
    for colour in [0, 1, 0x0F0F, 0x8421, 0xFFFF] {
        let own = Bitboard::<Board4x4>::new(colour).unwrap();
        let position = kernel::Position::new(own, !own).unwrap();
        assert_eq!(position.turn(), Turn::Over);
        check(position);
    }
}

#[test]
fn an_empty_board_is_over() {
    let position = kernel::Position::<Board8x8>::new(Bitboard::empty(), Bitboard::empty()).unwrap();
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
    assert_eq!(position.pass().turn(), Turn::Place);
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

/// The longest possible runs, flipped in all directions by one move.
#[test]
fn runs_of_full_length_in_all_directions() {
    fn from_every_square<S: Shape>() {
        for square in squares::<S>() {
            let (mut runs, mut ends) = (Bitboard::empty(), Bitboard::empty());
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let ray: Vec<_> = (1..)
                    .map_while(|steps| {
                        let column = square.column().checked_add_signed(steps * dx)?;
                        let row = square.row().checked_add_signed(steps * dy)?;
                        squares::<S>().find(|at| (at.column(), at.row()) == (column, row))
                    })
                    .collect();
                if let Some((&end, run)) = ray.split_last() {
                    ends = ends | set([end]);
                    runs = runs | set(run.iter().copied());
                }
            }
            let opponent = !(ends | set([square]));
            let position = kernel::Position::<S>::new(ends, opponent).unwrap();
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

/// Compares a position with the array of cells on every property.
fn check_game(game: Position) {
    let board = mailbox_of(game);
    assert_eq!(game_of(&board), game);
    for (index, square) in squares_on(game.size()).enumerate() {
        assert_eq!(game.disc(square), board.cells()[index]);
        let after = board.play(index);
        assert_eq!(game.is_legal(square), after.is_some(), "{square} in {board:?}");
        assert_eq!(game.play(square).ok(), after.map(|after| game_of(&after)));
        let flipped = after.map_or(0, |after| {
            after.count(Some(board.side())) - board.count(Some(board.side())) - 1
        });
        assert_eq!(game.flips(square).len(), flipped, "{square} in {board:?}");
    }
    let legal: Vec<_> = squares_on(game.size()).filter(|&square| game.is_legal(square)).collect();
    assert!(game.moves().iter().eq(legal));
    let off_the_board = Square::new(game.size().width(), 0).unwrap();
    assert!(!game.is_legal(off_the_board) && game.play(off_the_board).is_err());

    let turn = match board.pass() {
        _ if board.can_move() => Turn::Place,
        Some(_) => Turn::Pass,
        None => Turn::Over,
    };
    assert_eq!(game.turn(), turn, "{board:?}");
    let after = board.pass().map_or(game, |board| game_of(&board));
    assert_eq!(game.after_forced_pass(), after);
    assert_eq!(game.empties(), board.count(None));
    for color in Color::ALL {
        assert_eq!(game.count(color), board.count(Some(color)));
    }
    for rules in Rules::ALL {
        assert_eq!(game.score(rules), board.score(rules), "{board:?}");
    }

    let images: Vec<_> = board.images().iter().map(game_of).collect();
    let transformed = Symmetry::all(game.size()).map(|symmetry| game.transformed(symmetry));
    assert!(transformed.eq(images.iter().copied()));
    assert!(images.contains(&game.canonical()));
    for image in images {
        assert_eq!(image.canonical(), game.canonical());
    }
}

#[test]
fn games_on_boards_of_every_size() {
    for size in Size::all() {
        for start in Start::ALL {
            let board = Mailbox::start(size.width() as usize, size.height() as usize, start);
            assert_eq!(Position::start(size, start), game_of(&board.unwrap()));
        }
        let config = ProptestConfig { cases: 20, failure_persistence: None, ..Default::default() };
        let check = |game| {
            check_game(game);
            Ok(())
        };
        TestRunner::new(config).run(&games(size), check).unwrap();
    }
}

#[test]
fn a_board_of_cells_is_read_as_it_is_written() {
    for text in ["-----OX--XO----- X", "XO--OOXX O"] {
        let width = if text.len() == 18 { 4 } else { 2 };
        let board = Mailbox::parse(width, 4, text).unwrap();
        assert_eq!(board.to_string(), text);
    }
    for text in ["", "-----OX--XO-----", "-----OX--XO---- X", "-----OX--XO----- x", "----- X"] {
        assert_eq!(Mailbox::parse(4, 4, text), None, "{text}");
    }
}
