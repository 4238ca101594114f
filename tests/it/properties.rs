//! Properties of every position, tested on random ones.

use othello_core::kernel::Board4x4;
use othello_core::notation::{Ggf, Obf, Reader, to_hex};
use othello_core::{
    Game, Mailbox, Position, Rules, Size, Solution, Square, SquareSet, Start, Symmetry, Turn,
    kernel,
};
use proptest::prelude::*;

use crate::common::{games, mailbox, mailbox_of, minimax, size};

/// Positions on boards of any size.
fn games_of_any_size() -> impl Strategy<Value = Position> {
    prop::sample::select(Size::all().collect::<Vec<_>>()).prop_flat_map(games)
}

/// Writes a position in each notation, and reads it back.
fn round_trip(game: Position) {
    let size = game.size();
    assert_eq!(Position::parse(size, &game.to_string()), Ok(game));
    assert_eq!(Position::parse(size, &to_hex(game)), Ok(game));
    let scores = game.moves().into_iter().zip([3, 0, -4].into_iter().cycle());
    let pass = (game.turn() == Turn::Pass).then_some(-4);
    let obf = Obf { position: game, scores: scores.collect(), pass };
    assert_eq!(Obf::parse(size, &obf.to_string()), Ok(obf));
    for square in SquareSet::all(size) {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
}

/// Writes a game of these choices in each notation, and reads it back.
fn round_trip_of_a_game(start: Position, choices: &[prop::sample::Index]) {
    let mut played = Game::new(start);
    let mut with_passes = String::new();
    for choice in choices {
        if played.end().turn() == Turn::Pass {
            with_passes += "pa";
        }
        let moves = played.end().after_forced_pass().moves();
        if moves.is_empty() {
            break;
        }
        let square = moves.iter().nth(choice.index(moves.len() as usize)).unwrap();
        played.play(square).unwrap();
        with_passes += &square.to_string().to_uppercase();
    }
    assert_eq!(Game::parse(start, &played.to_string()), Ok(played.clone()));
    assert_eq!(Game::parse(start, &with_passes), Ok(played.clone()));
    let ggf = Ggf { game: played, result: None };
    assert_eq!(Ggf::parse(&ggf.to_string()), Ok(ggf));
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..70)
}

/// Any input gives either a position or an error.
fn read_anything(size: Size, text: &str) {
    let obf = Obf::parse(size, text).map(|obf| obf.position);
    for game in [obf, Position::parse(size, text), text.parse()] {
        game.into_iter().for_each(round_trip);
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(Square::new(square.column(), square.row()), Some(square));
    }
    let _ = Ggf::parse(text);
    let _ = Game::parse(Position::start(size, Start::Diagonal), text);
    for named in [None, Some(size)] {
        let _ = Reader::new(named, size, Start::Diagonal).read(text);
    }
    let _ = othello_solver::amounts::parse_duration(text);
}

/// Arbitrary text, and text that is almost a position.
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

/// The board with every disc flipped and the other player to move.
fn colours_swapped(board: &Mailbox) -> Mailbox {
    let cells: Vec<_> = board.cells().iter().map(|cell| cell.map(|color| !color)).collect();
    Mailbox::new(board.width(), board.height(), &cells, !board.side()).unwrap()
}

proptest! {
    #[test]
    fn notations_of_4x4(game in games(size(4, 4)), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_6x4(game in games(size(6, 4)), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_8x8(game in games(size(8, 8)), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_4x16(game in games(size(4, 16)), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn notations_of_any_size(game in games_of_any_size(), choices in choices()) {
        round_trip(game);
        round_trip_of_a_game(game, &choices);
    }

    #[test]
    fn any_text_is_read_or_refused(text in texts()) {
        read_anything(size(4, 4), &text);
        read_anything(size(8, 8), &text);
    }

    /// Reflecting or rotating a position does not change its value, nor does swapping the colours
    /// together with the side to move.
    #[test]
    fn values_do_not_depend_on_orientation_or_colour(game in games(size(4, 4))) {
        prop_assume!(game.empties() <= 6);
        let rules = Rules::default();
        let value = Solution::new(game, rules).unwrap().value(game);
        let position: kernel::Position<Board4x4> = game.to_kernel().unwrap();
        for symmetry in Symmetry::all(game.size()) {
            let image = mailbox(position.transformed(symmetry));
            prop_assert_eq!(Some(minimax(&image, rules)), value);
            prop_assert_eq!(Some(minimax(&colours_swapped(&image), rules)), value);
            let image = mailbox_of(game.transformed(symmetry));
            prop_assert_eq!(Some(minimax(&image, rules)), value);
        }
        prop_assert_eq!(game.score(rules), -game.pass().score(rules));
    }
}
