//! Properties of every position, tested on random ones.

use othello_core::kernel::Board4x4;
use othello_core::notation::{
    CSV_HEADER, Extent, Notation, Note, PositionEntry, Reader, read_game, read_ggf, read_position,
    to_ggf, to_hex, write,
};
use othello_core::{
    Game, Mailbox, Objective, Position, Rules, Scoring, Size, Solution, Square, SquareSet, Start,
    Symmetry, Turn, kernel,
};
use othello_solver::reading;
use proptest::prelude::*;

use crate::common::{endings, games, mailbox, mailbox_of, minimax, size};

/// Positions on boards of any size.
fn games_of_any_size() -> impl Strategy<Value = Position> {
    prop::sample::select(Size::all().collect::<Vec<_>>()).prop_flat_map(games)
}

/// Writes a position in each notation, and reads it back.
fn round_trip(game: Position) {
    let size = game.size();
    assert_eq!(read_position(size, &game.to_string()), Ok(game));
    assert_eq!(read_position(size, &to_hex(game)), Ok(game));
    let mut entry = PositionEntry::from_game(Game::new(game));
    entry.notation = Notation::Obf;
    entry.scores = game.moves().into_iter().zip([3, 0, -4].into_iter().cycle()).collect();
    let pass = (game.turn() == Turn::Pass).then_some(-4);
    entry.score = entry.scores.iter().map(|&(_, score)| score).max().or(pass);
    let reader = Reader::new(Some(size), size, Start::Diagonal);
    assert_eq!(reader.read(&write(&entry, Notation::Obf).text), Ok(Some(entry)));
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
    assert_eq!(read_game(start, &played.to_string()), Ok(played.clone()));
    assert_eq!(read_game(start, &with_passes), Ok(played.clone()));
    assert_eq!(read_ggf(&to_ggf(&played, None)).unwrap().game, played);
}

/// The notations of whole games, and all others that can be written.
const OF_GAMES: [Notation; 5] =
    [Notation::Transcript, Notation::Ggf, Notation::Sgf, Notation::Pgn, Notation::Csv];
const OF_POSITIONS: [Notation; 3] = [Notation::Cells, Notation::Hex, Notation::Obf];

/// Writes an entry in a notation and reads it back, without the parts that the notation has no room for.
fn converted(entry: &PositionEntry, to: Notation) -> (PositionEntry, Vec<&'static str>) {
    let written = write(entry, to);
    let header = if to == Notation::Csv { CSV_HEADER } else { "" };
    let text = header.to_owned() + &written.text;
    let size = entry.position().size();
    let reader = Reader::new(Some(size), size, Start::Diagonal);
    let read = reader.read(&text).unwrap_or_else(|error| panic!("{to}: {error}: {text}"));
    (read.unwrap_or_else(|| panic!("{to}: nothing in {text}")), written.left_out)
}

/// Converts a game through every pair of notations and back.
fn round_trips_through_pairs(start: Position, choices: &[prop::sample::Index], text: &str) {
    let mut game = Game::new(start);
    let mut notes = Vec::new();
    for (number, choice) in choices.iter().enumerate() {
        let moves = game.end().after_forced_pass().moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves.iter().nth(choice.index(moves.len() as usize)).unwrap()).unwrap();
        let evaluation = format!("{:+}.5", number % 7);
        notes.push(Note { evaluation, time: "0.25".to_owned(), comment: text.to_owned() });
    }
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut entry = PositionEntry::from_game(game);
    entry.players = [Some(format!("Ann {text}").trim().to_owned()), Some("René".to_owned())];
    entry.tags = vec![tag("Event", format!("Cup {text}").trim()), tag("Date", "2001.02.03")];
    entry.notes = notes;
    if entry.position().is_over() {
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        entry.score = Some(entry.position().score(rules));
    }
    for first in OF_GAMES.into_iter().chain(OF_POSITIONS) {
        let (once, left_out) = converted(&entry, first);
        assert_eq!(once.position(), entry.position(), "{first}");
        let keeps = |left_out: &[&str], part| !left_out.contains(&part);
        for second in OF_GAMES.into_iter().chain(OF_POSITIONS) {
            let (twice, left_out_later) = converted(&once, second);
            assert_eq!(twice.position(), entry.position(), "{first} {second}");
            let left_out = [&left_out[..], &left_out_later].concat();
            if OF_GAMES.contains(&first) && OF_GAMES.contains(&second) {
                assert_eq!(twice.game, entry.game, "{first} {second}");
            }
            // GGF has no closing brackets in its values, and PGN no closing braces in comments.
            let is_plain = !text.contains([']', '}', '\\']);
            if keeps(&left_out, "players") && is_plain {
                assert_eq!(twice.players, entry.players, "{first} {second}");
            }
            if keeps(&left_out, "other properties") && is_plain {
                assert!(entry.tags.iter().all(|tag| twice.tags.contains(tag)), "{first} {second}");
            }
            let evaluations = |entry: &PositionEntry| -> Vec<String> {
                entry.notes.iter().map(|note| note.evaluation.clone()).collect()
            };
            if keeps(&left_out, "evaluations") {
                assert_eq!(evaluations(&twice), evaluations(&entry), "{first} {second}");
            }
            let comments = |entry: &PositionEntry| -> Vec<String> {
                let comments = entry.notes.iter().map(|note| note.comment.trim().to_owned());
                comments.filter(|comment| !comment.is_empty()).collect()
            };
            if keeps(&left_out, "comments") && is_plain {
                assert_eq!(comments(&twice), comments(&entry), "{first} {second}");
            }
            if keeps(&left_out, "scores") {
                assert_eq!(twice.score, entry.score, "{first} {second}");
            }
        }
    }
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..70)
}

/// Any input gives either a position or an error.
fn read_anything(size: Size, text: &str) {
    let read = Reader::new(Some(size), size, Start::Diagonal).read(text);
    let positions = read.into_iter().flatten().map(|entry| entry.position());
    let plain = [read_position(size, text), text.parse()].into_iter().flatten();
    positions.chain(plain).for_each(round_trip);
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(Square::new(square.column(), square.row()), Some(square));
    }
    let _ = read_ggf(text);
    let _ = read_game(Position::start(size, Start::Diagonal), text);
    let _ = othello_core::requests::parse_duration(text);
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

/// Reads any bytes. Whatever is read can be written in every notation, and read again.
fn read_any_bytes(named: Option<Size>, file: &[u8]) {
    for name in ["", "games.sgf", "games.wtb"] {
        let reader = Reader::new(named, Size::STANDARD, Start::Diagonal).on_any_board();
        let Ok(records) = reading::read_file(file, name, reader, Extent::Whole) else { continue };
        for entry in records.into_iter().map(|record| record.entry) {
            match entry {
                Ok(entry) => {
                    for to in OF_GAMES.into_iter().chain(OF_POSITIONS) {
                        assert_eq!(converted(&entry, to).0.position(), entry.position(), "{to}");
                    }
                }
                Err(error) => assert!(!error.problem.contains(char::is_control), "{error:?}"),
            }
        }
    }
}

/// Two of the cases of notation, with the first cut, and something in between.
fn mixed_cases() -> impl Strategy<Value = Vec<u8>> {
    let cases: Vec<Vec<u8>> = crate::notation::cases().iter().map(crate::notation::bytes).collect();
    let case = || prop::sample::select(cases.clone());
    let inserted = prop_oneof![any::<Vec<u8>>(), Just(b"(;".to_vec()), Just(b"\n[".to_vec())];
    (case(), any::<prop::sample::Index>(), inserted, case()).prop_map(|(one, cut, between, two)| {
        let cut = cut.index(one.len() + 1);
        [&one[..cut], &between, &one[cut..], &two].concat()
    })
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
        read_any_bytes(Some(size(4, 4)), text.as_bytes());
    }

    /// Reflecting or rotating a position does not change its value, nor does swapping the colours
    /// together with the side to move.
    #[test]
    fn values_do_not_depend_on_orientation_or_colour(game in endings(size(4, 4), 6)) {
        let rules = Rules::default();
        let value = Solution::new(game, rules).unwrap().value(game);
        let position = kernel::Position::<Board4x4>::from(game.own_and_opponent());
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

proptest! {
    // Each case takes a hundred conversions.
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The six boards are 4×4, 6×4, 5×5, 6×6, 4×13 and 8×8.
    #[test]
    fn games_survive_every_pair_of_notations(
        game in prop::sample::select(vec![size(4, 4), size(6, 4), size(5, 5), size(6, 6), size(4, 13), size(8, 8)])
            .prop_flat_map(|size| prop_oneof![Just(Position::start(size, Start::Diagonal)), games(size)]),
        choices in choices(),
        text in "[ -~]{0,12}",
    ) {
        round_trips_through_pairs(game, &choices, text.trim());
    }

    #[test]
    fn any_bytes_are_read_or_refused(mixed in mixed_cases(), bytes in any::<Vec<u8>>()) {
        for named in [None, Some(size(4, 4))] {
            read_any_bytes(named, &mixed);
            read_any_bytes(named, &bytes);
        }
    }
}
