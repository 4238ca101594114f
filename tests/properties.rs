//! What holds of every position, tried on random ones.

mod common;

use common::{mailbox, minimax, positions};
use othello_solver::mailbox::{Disc, Mailbox};
use othello_solver::{
    Board4x4, Board8x8, Cells, Color, Game, Ggf, Obf, Rect, Rules, Score, Shape, Solution, Square,
    Symmetry, Transcript, Turn, from_hex, to_hex,
};
use proptest::prelude::*;

fn games<S: Shape>() -> impl Strategy<Value = Game<S>> {
    (positions(), prop::sample::select(&Color::ALL[..]))
        .prop_map(|(position, side)| Game::new(position, side))
}

/// A position in each notation, written and read again.
fn round_trip<S: Shape>(game: Game<S>) {
    assert_eq!(game.to_string().parse().map(|cells: Cells| cells.game()), Ok(Some(game)));
    assert_eq!(from_hex(&to_hex(game)), Ok(game));
    let scores = game.position().moves().into_iter().zip([3, 0, -4].into_iter().cycle());
    let obf = Obf { game, scores: scores.collect() };
    assert_eq!(Obf::parse(&obf.to_string()), Ok(obf));
    for square in game.position().empty() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
}

/// A game of these choices from a position, in each notation.
fn round_trip_of_a_game<S: Shape>(start: Game<S>, choices: &[prop::sample::Index]) {
    let mut played = Transcript::new(start);
    let mut with_passes = String::new();
    for choice in choices {
        if played.end().turn() == Turn::Pass {
            with_passes += "pa";
        }
        let moves: Vec<Square<S>> =
            played.end().after_forced_pass().position().moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        let square = *choice.get(&moves);
        played.play(square).unwrap();
        with_passes += &square.to_string().to_uppercase();
    }
    assert_eq!(Transcript::parse(start, &played.to_string()), Ok(played.clone()));
    assert_eq!(Transcript::parse(start, &with_passes), Ok(played.clone()));
    let ggf = Ggf { game: played, result: None };
    assert_eq!(Ggf::parse(&ggf.to_string()), Ok(ggf));
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..70)
}

/// Whatever is read is a position or an error.
fn read_anything<S: Shape>(text: &str) {
    if let Ok(cells) = text.parse::<Cells>() {
        let game = cells.game::<S>();
        assert_eq!(game.is_some(), cells.len() == S::SQUARES as usize);
    }
    for game in from_hex::<S>(text).into_iter().chain(Obf::parse(text).map(|obf| obf.game)) {
        round_trip(game);
    }
    if let Ok(square) = text.parse::<Square<S>>() {
        assert!(square.index() < S::SQUARES);
    }
    let _ = Ggf::<S>::parse(text);
    let _ = Transcript::parse(Game::<S>::start(othello_solver::Start::Diagonal), text);
}

/// Text, and text that is nearly a position.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[XO-]{14,18} [XO]",
        "[-XO.]{16} [XO-];([a-d][1-4]:[+-][0-9]{1,3};){0,3}",
        "0x[0-9a-f]{1,5} 0x[0-9a-f]{1,5} [XO]",
        "([a-eA-D][0-5]|pa|--){0,6}",
        r"\(;(BO\[[48x]{1,3} [-*O]{16} [*O]\])?([BW]\[[a-dp][1-4a](/[0-9.]{0,3})?\]){0,4};\)",
    ]
}

/// The board with every disc turned and the other player to move.
fn colours_swapped(board: &Mailbox) -> Mailbox {
    let cells: Vec<_> = board.cells().iter().map(|cell| cell.map(Disc::other)).collect();
    Mailbox::new(board.width(), board.height(), &cells, board.side().other()).unwrap()
}

proptest! {
    #[test]
    fn notations_of_4x4(game in games::<Board4x4>(), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_6x4(game in games::<Rect<u32, 6, 4>>(), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_8x8(game in games::<Board8x8>(), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_4x16(game in games::<Rect<u64, 4, 16>>(), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn any_text_is_read_or_refused(text in texts()) {
        read_anything::<Board4x4>(&text);
        read_anything::<Board8x8>(&text);
    }

    /// Mirror images and turns have the value of the position; with the colours
    /// swapped, what is good for Black is as good for White.
    #[test]
    fn values_know_neither_side_nor_colour(position in positions::<Board4x4>()) {
        prop_assume!(position.empty().len() <= 6);
        let rules = Rules::default();
        let value = Solution::new(position, rules).value(position);
        for symmetry in Symmetry::all::<Board4x4>() {
            let image = mailbox(position.transformed(symmetry));
            prop_assert_eq!(Some(minimax(&image, rules)), value);
            prop_assert_eq!(Some(minimax(&colours_swapped(&image), rules)), value);
        }
        let balance: [Score; 2] =
            Color::ALL.map(|side| Game::new(position, side).black_minus_white());
        prop_assert_eq!(balance[0], -balance[1]);
    }
}
