//! What several tests need: positions to try, and the two engines side by side.

#![allow(dead_code, reason = "no test needs all of it")]

pub(crate) mod program;

use othello_solver::mailbox::{Disc, Mailbox, Opening};
use othello_solver::{Bitboard, Position, Rules, Score, Shape, Square, Turn};
use proptest::prelude::*;

/// The position on an array of cells, with Black to move.
pub(crate) fn mailbox<S: Shape>(position: Position<S>) -> Mailbox {
    let cells: Vec<_> = squares::<S>()
        .map(|square| {
            let black = position.own().contains(square).then_some(Disc::Black);
            black.or(position.opponent().contains(square).then_some(Disc::White))
        })
        .collect();
    Mailbox::new(S::WIDTH as usize, S::HEIGHT as usize, &cells, Disc::Black).unwrap()
}

/// The discs of an array of cells as bitboards.
pub(crate) fn bitboards<S: Shape>(board: &Mailbox) -> Position<S> {
    assert_eq!((board.width(), board.height()), (S::WIDTH as usize, S::HEIGHT as usize));
    let discs = |disc| {
        let held = |square: &Square<S>| board.cells()[square.index() as usize] == Some(disc);
        squares().filter(held).collect()
    };
    Position::new(discs(board.side()), discs(board.side().other())).unwrap()
}

/// The two openings.
pub(crate) fn openings<S: Shape>() -> [Position<S>; 2] {
    [Opening::Diagonal, Opening::Parallel].map(|opening| {
        bitboards(&Mailbox::start(S::WIDTH as usize, S::HEIGHT as usize, opening).unwrap())
    })
}

/// Every square of the board.
pub(crate) fn squares<S: Shape>() -> impl Iterator<Item = Square<S>> {
    (0..S::HEIGHT).flat_map(|row| (0..S::WIDTH).filter_map(move |column| Square::new(column, row)))
}

/// The value of a board with best play, seen by the player to move, by looking
/// at every line to its end.
pub(crate) fn minimax(board: &Mailbox, rules: Rules) -> Score {
    let moves = (0..board.cells().len()).filter_map(|square| board.play(square));
    if let Some(value) = moves.map(|after| -minimax(&after, rules)).max() {
        value
    } else if let Some(after) = board.pass() {
        -minimax(&after, rules)
    } else {
        board.score(rules)
    }
}

/// Positions of any kind: discs strewn at random, or met in a random game.
pub(crate) fn positions<S: Shape>() -> impl Strategy<Value = Position<S>> {
    prop_oneof![strewn(), played()]
}

/// Discs strewn at random, few or many, of mostly one colour or of both.
fn strewn<S: Shape>() -> impl Strategy<Value = Position<S>> {
    let sparse = || (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b);
    let mask = || prop_oneof![sparse(), any::<u64>(), sparse().prop_map(|bits| !bits)];
    (mask(), mask()).prop_map(|(discs, colour)| {
        let own = Bitboard::new(discs & colour & S::BOARD).unwrap();
        let opponent = Bitboard::new(discs & !colour & S::BOARD).unwrap();
        Position::new(own, opponent).unwrap()
    })
}

/// Positions met some plies after an opening.
fn played<S: Shape>() -> impl Strategy<Value = Position<S>> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..S::SQUARES as usize);
    (any::<bool>(), choices).prop_map(|(parallel, choices)| {
        let start = openings()[usize::from(parallel)];
        choices.into_iter().fold(start, |position, choice| match position.turn() {
            Turn::Place(moves) => {
                let choice = choice.index(moves.len() as usize);
                position.play(moves.into_iter().nth(choice).unwrap())
            }
            Turn::Pass => position.pass(),
            Turn::Over => position,
        })
    })
}
