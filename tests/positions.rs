//! Files of positions in every notation, and what is wrong with them.

use othello_solver::{
    Board4x4, Board6x6, Board8x8, Color, Entry, Game, Ggf, Notation, Obf, Rect, Shape, Start,
    Transcript, Turn, from_hex, read_positions, size_of_positions, to_hex,
};

fn read<S: Shape>(text: &str) -> Vec<Entry<S>> {
    read_positions(text, Start::Diagonal).unwrap()
}

/// A game in which the players choose by turns the first and the last move.
fn some_game<S: Shape>(start: Start) -> Transcript<S> {
    let mut game = Transcript::new(Game::start(start));
    for number in 0.. {
        let moves: Vec<_> = game.end().after_forced_pass().position().moves().into_iter().collect();
        let Some(&square) = (if number % 3 == 0 { moves.first() } else { moves.last() }) else {
            break;
        };
        game.play(square).unwrap();
    }
    game
}

/// Every position of a game, written in each notation and read again.
fn round_trip<S: Shape>() {
    let game = some_game::<S>(Start::Diagonal);
    let mut prefix = Transcript::new(game.start());
    for &square in game.moves() {
        prefix.play(square).unwrap();
        let end = prefix.end();
        let obf = Obf { game: end, scores: Vec::new() };
        let ggf = Ggf { game: prefix.clone(), result: None };
        let texts = [
            (Notation::Cells, end.to_string()),
            (Notation::Obf, obf.to_string()),
            (Notation::Ggf, ggf.to_string()),
            (Notation::Hex, to_hex(end)),
            (Notation::Transcript, prefix.to_string()),
        ];
        for (notation, text) in texts {
            let entries = read::<S>(&text);
            assert_eq!((entries[0].notation, entries[0].game), (notation, end), "{text}");
            if S::WIDTH == S::HEIGHT && notation != Notation::Transcript {
                assert_eq!(size_of_positions(&text), Some((S::WIDTH, S::HEIGHT)), "{text}");
            }
        }
        assert_eq!(Ggf::parse(&ggf.to_string()), Ok(ggf));
        assert_eq!(from_hex(&to_hex(end)), Ok(end));
    }
}

#[test]
fn every_notation_is_read_as_it_is_written() {
    round_trip::<Board4x4>();
    round_trip::<Board6x6>();
    round_trip::<Board8x8>();
    round_trip::<Rect<u32, 5, 5>>();
    round_trip::<Rect<u32, 6, 4>>();
    round_trip::<Rect<u64, 16, 4>>();
    round_trip::<Rect<u64, 4, 16>>();
}

#[test]
fn a_file_as_the_programs_for_the_end_of_the_game_write_them() {
    let file = "\
% FFO
O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; B1:+0; % 40

o..oooox.oooooox00**WWWB__--------------------------------------\tx\r
";
    let entries = read::<Board8x8>(file);
    let lines: Vec<_> = entries.iter().map(|entry| (entry.line, entry.notation)).collect();
    assert_eq!(lines, [(2, Notation::Obf), (4, Notation::Cells)]);
    assert_eq!(entries[0].score, Some(38));
    let scores: Vec<_> =
        entries[0].scores.iter().map(|(square, score)| format!("{square}{score:+}")).collect();
    assert_eq!(scores, ["a2+38", "b1+0"]);
    assert_eq!((entries[0].game.side(), entries[1].game.side()), (Color::Black, Color::Black));
    assert_eq!(entries[1].score, None);
}

#[test]
fn a_finished_game_brings_its_result() {
    let game = some_game::<Board8x8>(Start::Diagonal);
    assert_eq!(game.end().turn(), Turn::Over);
    let black = game.end().black_minus_white();
    let record = Ggf { game, result: Some(black) }.to_string();
    let record = record.replace("]W[", "/-1.25/0.01]W[").replace("(;", "1 (;PC[GGS/os]");
    let entry = &read::<Board8x8>(&record)[0];
    let expected = if entry.game.side() == Color::Black { black } else { -black };
    assert_eq!(entry.score, Some(expected));

    // One that is not finished, or was resigned, does not tell.
    let record = "(;GM[Othello]RE[+12.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.0];)";
    assert_eq!(read::<Board8x8>(record)[0].score, None);
    let resigned = Ggf::<Board8x8>::parse(&record.replace("12.000", "12.000:r")).unwrap();
    assert_eq!(resigned.result, None);
}

#[test]
fn errors_name_the_line_and_the_column() {
    let error =
        |text: &str| read_positions::<Board4x4>(text, Start::Diagonal).unwrap_err().to_string();
    assert_eq!(
        error("\n% fine\n -----OX--Xé----- X"),
        "line 3, column 12: 'é' is not a cell; a cell is X for Black, O for White, - for empty"
    );
    assert_eq!(
        error("----- X"),
        "line 1, column 1: the position has 5 cells; the 4x4 board has 16"
    );
    assert_eq!(
        error("-----OX--XO-----"),
        "line 1, column 17: the side to move is missing; write X or O after the cells and a space"
    );
    assert_eq!(
        error("b1a1\nb1 d4"),
        "line 2, column 4: move 2: d4 is not a legal move for White; the legal moves are a1 c1 a3"
    );
    let start = "-----OX--XO----- X;";
    assert_eq!(
        error(&format!("{start} a1:+3")),
        "line 1, column 21: 'a1' is not a legal move; the legal moves are b1 a2 d3 c4"
    );
    assert_eq!(
        error(&format!("{start} b1:+3; a2: +17;")),
        "line 1, column 32: '+17' is not a score from -16 to +16"
    );
    assert_eq!(
        error(&format!("{start} b1 +3;")),
        "line 1, column 21: 'b1 +3' is not a move and its score, such as a2:+38"
    );
    assert_eq!(error("(;BO[8 ---- *];)"), "line 1, column 6: a board of size 8, but 4 is expected");
    assert_eq!(error("(;GM[Othello];)"), "line 1, column 1: the game has no board BO[…]");
    assert_eq!(
        error("(;GM[Othello]B[f5];)"),
        "line 1, column 14: a move, but the board BO[…] comes later"
    );
    let game = "(;BO[4 -----O*--*O----- *]";
    assert_eq!(
        error(&format!("{game}W[b1];)")),
        "line 1, column 27: White moves, but it is Black's turn"
    );
    assert_eq!(
        error(&format!("{game}B[pa];)")),
        "line 1, column 27: Black passes, but no pass is forced here"
    );
    assert_eq!(
        error(&format!("{game}B[b1]nonsense;)")),
        "line 1, column 32: a property such as BO[…] or B[f5] is expected"
    );
}

#[test]
fn the_ffo_positions() {
    let entries = read::<Board8x8>(include_str!("data/ffo-40-59.obf"));
    assert_eq!(entries.len(), 20);
    let scores: Vec<_> = entries.iter().filter_map(|entry| entry.score).collect();
    assert_eq!(scores[..5], [38, 0, 6, -12, -14]);
    assert!(entries.iter().all(|entry| entry.notation == Notation::Obf));
}
