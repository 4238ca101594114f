//! Forced wipe-outs, against trying everything.

mod common;

use common::{mailbox, positions};
use othello_solver::mailbox::Mailbox;
use othello_solver::{
    Board4x4, Color, Forced, Game, Position, Progress, Rect, Shape, Start, Turn, forced_wipeout,
};
use proptest::prelude::*;

/// The fewest discs to be placed until the opponent of `attacker` is gone, if
/// that can be forced.
fn soonest(board: &Mailbox, attacker: othello_solver::mailbox::Disc) -> Option<u32> {
    if board.count(Some(attacker.other())) == 0 {
        return Some(0);
    }
    let after: Vec<_> = (0..board.cells().len()).filter_map(|square| board.play(square)).collect();
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

fn check<S: Shape>(position: Position<S>, hash: usize) -> Result<(), TestCaseError> {
    let board = mailbox(position);
    for (by, attacker) in [(Color::Black, board.side()), (Color::White, board.side().other())] {
        let game = Game::new(position, Color::Black);
        let expected = soonest(&board, attacker);
        match forced_wipeout(game, by, u32::MAX, hash, &()) {
            Forced::Within { plies, line } => {
                prop_assert_eq!(Some(plies), expected);
                let end = line
                    .iter()
                    .fold(game, |game, &square| game.after_forced_pass().play(square).unwrap());
                prop_assert!(end.discs(!by).is_empty());
                prop_assert_eq!(line.len(), plies as usize);
                if let Some(fewer) = plies.checked_sub(1) {
                    let fewer = forced_wipeout(game, by, fewer, hash, &());
                    prop_assert_eq!(fewer, Forced::NotWithin { plies: plies - 1 });
                }
            }
            never => {
                prop_assert_eq!(never, Forced::Never);
                prop_assert_eq!(expected, None);
            }
        }
    }
    Ok(())
}

/// Positions with few enough empty squares to try everything.
fn endings<S: Shape>(empties: u32) -> impl Strategy<Value = Position<S>> {
    positions().prop_filter("few squares are empty", move |position: &Position<S>| {
        position.empty().len() <= empties
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 400 }))]

    #[test]
    fn endings_on_4x4(position in endings::<Board4x4>(9), hash in 0_usize..4096) {
        check(position, hash)?;
    }

    #[test]
    fn endings_on_5x4(position in endings::<Rect<u32, 5, 4>>(8), hash in 0_usize..4096) {
        check(position, hash)?;
    }

    #[test]
    fn endings_on_4x9(position in endings::<Rect<u64, 4, 9>>(7), hash in 0_usize..4096) {
        check(position, hash)?;
    }
}

#[test]
fn neither_side_can_force_one_on_4x4() {
    for start in [Start::Diagonal, Start::Parallel] {
        for by in Color::ALL {
            let game = Game::<Board4x4>::start(start);
            assert_eq!(forced_wipeout(game, by, u32::MAX, 1 << 20, &()), Forced::Never);
        }
    }
}

#[test]
fn starts_of_small_boards() -> Result<(), TestCaseError> {
    for start in [Start::Diagonal, Start::Parallel] {
        check(Position::<Rect<u16, 3, 3>>::start(start), 1 << 16)?;
        check(Position::<Rect<u16, 3, 4>>::start(start), 1 << 16)?;
        check(Position::<Rect<u16, 4, 3>>::start(start), 1 << 16)?;
    }
    Ok(())
}

struct Stopped;

impl Progress for Stopped {
    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_search_that_is_stopped_claims_nothing() {
    let game = Game::<Board4x4>::start(Start::Diagonal);
    assert_eq!(game.turn(), Turn::Place(game.position().moves()));
    let found = forced_wipeout(game, Color::Black, u32::MAX, 1 << 20, &Stopped);
    assert_eq!(found, Forced::NotWithin { plies: 0 });
}
