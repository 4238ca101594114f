//! Forced wipe-outs, compared with an exhaustive search.

use othello_core::notation::read_game;
use othello_core::wipeouts::{ForcedWipeout, forced_wipeout};
use othello_core::{Color, Mailbox, Position, Size, Start, Turn};
use proptest::prelude::*;

use crate::common::{Impatient, games, mailbox_of, moves, size};

/// The fewest discs that must be placed before the opponent of `attacker` is wiped out, if forced.
fn soonest(board: &Mailbox, attacker: Color) -> Option<u32> {
    if board.count(Some(!attacker)) == 0 {
        return Some(0);
    }
    let after: Vec<_> = moves(board).map(|(_, after)| after).collect();
    if after.is_empty() {
        return board.pass().and_then(|board| soonest(&board, attacker));
    }
    let plies = after.iter().map(|board| soonest(board, attacker).map(|plies| plies + 1));
    if board.side() == attacker {
        plies.flatten().min()
    } else {
        plies.collect::<Option<Vec<_>>>().and_then(|plies| plies.into_iter().max())
    }
}

fn check(game: Position, hash: usize) -> Result<(), TestCaseError> {
    let board = mailbox_of(game);
    for by in Color::ALL {
        let expected = soonest(&board, by);
        let ForcedWipeout { can, plies, line } = forced_wipeout(game, by, hash, &());
        prop_assert_eq!((can, plies), (Some(expected.is_some()), expected));
        let (Some(plies), Some(line)) = (plies, &line) else {
            prop_assert_eq!((plies, line), (None, None));
            continue;
        };
        let line = read_game(game, line).unwrap();
        prop_assert_eq!(line.moves().len(), plies as usize);
        prop_assert_eq!(line.end().count(!by), 0);
    }
    Ok(())
}

/// Positions with few enough empty squares to search exhaustively.
fn endings(size: Size, empties: u32) -> impl Strategy<Value = Position> {
    games(size)
        .prop_filter("few squares are empty", move |game: &Position| game.empties() <= empties)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 400 }))]

    #[test]
    fn endings_on_4x4(game in endings(size(4, 4), 9), hash in 0_usize..4096) {
        check(game, hash)?;
    }

    #[test]
    fn endings_on_5x4(game in endings(size(5, 4), 8), hash in 0_usize..4096) {
        check(game, hash)?;
    }

    #[test]
    fn endings_on_4x9(game in endings(size(4, 9), 7), hash in 0_usize..4096) {
        check(game, hash)?;
    }
}

#[test]
fn neither_side_can_force_one_on_4x4() {
    for start in Start::ALL {
        for by in Color::ALL {
            let game = Position::start(size(4, 4), start);
            assert_eq!(forced_wipeout(game, by, 1 << 20, &()).can, Some(false));
        }
    }
}

#[test]
fn starts_of_small_boards() -> Result<(), TestCaseError> {
    for start in Start::ALL {
        for size in [size(3, 3), size(3, 4), size(4, 3), size(2, 5)] {
            check(Position::start(size, start), 1 << 16)?;
        }
    }
    Ok(())
}

#[test]
fn a_search_that_is_stopped_claims_nothing() {
    let game = Position::start(size(4, 4), Start::Diagonal);
    assert_eq!(game.turn(), Turn::Place);
    let found = forced_wipeout(game, Color::Black, 1 << 20, &Impatient::new(0));
    assert_eq!(found, ForcedWipeout { can: None, plies: Some(0), line: None });
}
