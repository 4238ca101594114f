//! Position files in every notation, and their errors.

use othello_core::kernel::Board4x4;
use othello_core::notation::{
    Notation, PositionEntry, ReadError, Reader, read_game, read_ggf, read_position, to_ggf, to_hex,
    write,
};
use othello_core::{Color, Game, Objective, Position, Rules, Scoring, Size, Start, Turn};

use crate::common::searched_value;

/// The start on a board of this width and height.
fn start(width: u32, height: u32) -> Position {
    Position::start(Size::new(width, height).unwrap(), Start::Diagonal)
}

/// Reads the lines on the board of `start`.
fn read(text: &str, start: Position) -> Vec<PositionEntry> {
    let reader = Reader::new(Some(start.size()), start.size(), Start::Diagonal);
    reader.records(text).into_iter().map(|record| record.entry.unwrap()).collect()
}

/// The error for a line on the 4x4 board.
fn error_on_4x4(line: &str) -> ReadError {
    let size = start(4, 4).size();
    Reader::new(Some(size), size, Start::Diagonal).read(line).unwrap_err()
}

/// Reads a line on any board; moves are on 8x8.
fn anywhere(line: &str) -> Result<Option<PositionEntry>, ReadError> {
    Reader::new(None, Size::STANDARD, Start::Diagonal).read(line)
}

/// The board size of a line if none is given.
fn size_of(line: &str) -> Option<Size> {
    anywhere(line).ok().flatten().map(|entry| entry.position().size())
}

/// A game in which the players alternately choose the first and the last legal move.
fn some_game(start: Position) -> Game {
    let mut game = Game::new(start);
    for number in 0.. {
        let moves = game.end().after_forced_pass().moves();
        let Some(square) =
            (if number % 3 == 0 { moves.iter().next() } else { moves.iter().last() })
        else {
            break;
        };
        game.play(square).unwrap();
    }
    game
}

/// Writes every position of a game in each notation, and reads it back.
fn round_trip(size: Size) {
    let start = Position::start(size, Start::Diagonal);
    let game = some_game(start);
    let mut prefix = Game::new(game.start());
    for &square in game.moves() {
        prefix.play(square).unwrap();
        let end = prefix.end();
        let obf = write(&PositionEntry::from_game(Game::new(end)), Notation::Obf).text;
        let ggf = to_ggf(&prefix, None);
        let texts = [
            (Notation::Cells, end.to_string()),
            (Notation::Obf, obf),
            (Notation::Ggf, ggf.clone()),
            (Notation::Hex, to_hex(end)),
            (Notation::Transcript, prefix.to_string()),
        ];
        for (notation, text) in texts {
            let entries = read(&text, start);
            assert_eq!((entries[0].notation, entries[0].position()), (notation, end), "{text}");
            let found = size_of(&text);
            match notation {
                // Moves are on a usual board, and words without a zero in front on any.
                Notation::Transcript => {}
                Notation::Hex => assert!(!size.is_square() || [None, Some(size)].contains(&found)),
                _ => assert!(!size.is_square() || found == Some(size), "{text}"),
            }
            if matches!(notation, Notation::Cells | Notation::Hex) {
                assert_eq!(read_position(size, &text), Ok(end));
                assert!(found != Some(size) || text.parse() == Ok(end), "{text}");
            }
        }
        assert_eq!(size_of(&ggf), Some(size));
        assert_eq!(read_ggf(&ggf).unwrap().game, prefix);
        assert_eq!(read_position(size, &to_hex(end)), Ok(end));
    }
}

#[test]
fn every_notation_is_read_as_it_is_written() {
    Size::all().for_each(round_trip);
}

#[test]
fn a_file_as_the_programs_for_the_end_of_the_game_write_them() {
    let file = "\
% FFO
O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; B1:+0; % 40

o..oooox.oooooox00**WWWB__--------------------------------------\tx\r
";
    let entries = read(file, start(8, 8));
    let notations: Vec<_> = entries.iter().map(|entry| entry.notation).collect();
    assert_eq!(notations, [Notation::Obf, Notation::Cells]);
    assert_eq!(entries[0].score, Some(38));
    let scores: Vec<_> =
        entries[0].scores.iter().map(|(square, score)| format!("{square}{score:+}")).collect();
    assert_eq!(scores, ["a2+38", "b1+0"]);
    assert_eq!(
        (entries[0].position().side(), entries[1].position().side()),
        (Color::Black, Color::Black)
    );
    assert_eq!(entries[1].score, None);
}

/// With scores for all moves, for passes and for none, and any number of empty squares.
#[test]
fn endgames_as_edax_and_its_relatives_write_them() {
    let (mut passes, mut seen) = (0, [false; 41]);
    for first in 0..12 {
        let mut game = Game::new(start(8, 8));
        for number in first.. {
            let end = game.end();
            let moves: Vec<_> = end.moves().into_iter().collect();
            let scores: Vec<_> = moves.iter().copied().zip((0..).map(|n| 18 - 4 * n)).collect();
            let fields = match end.turn() {
                Turn::Place => {
                    let fields = scores.iter().map(|(square, score)| {
                        format!("; {}:{score:+}", square.to_string().to_uppercase())
                    });
                    fields.collect::<String>() + ";"
                }
                Turn::Pass => "; PS:+4".to_owned(),
                Turn::Over => "; --:-127;".to_owned(),
            };
            let (cells, side) =
                end.to_string().split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
            for line in
                [format!("{cells} {side}{fields}"), format!("{cells}{side}{fields} % #{first}")]
            {
                let entry = anywhere(&line).unwrap().unwrap();
                assert_eq!((entry.notation, entry.position()), (Notation::Obf, end), "{line}");
                assert_eq!(entry.scores, scores, "{line}");
                let score =
                    if end.turn() == Turn::Pass { Some(4) } else { scores.first().map(|of| of.1) };
                assert_eq!(entry.score, score, "{line}");
            }
            passes += u32::from(end.turn() == Turn::Pass);
            seen.get_mut(end.empties() as usize).into_iter().for_each(|seen| *seen = true);
            let moves = end.after_forced_pass().moves();
            let Some(square) = moves.iter().cycle().nth(number) else { break };
            game.play(square).unwrap();
        }
    }
    assert!(passes > 5 && seen[1..].iter().all(|&seen| seen), "{passes} {seen:?}");
    let cells = "-----OX--XO----- X;";
    let wrong = error_on_4x4(&format!("{cells} PS:+4;")).to_string();
    assert_eq!(wrong, "column 21: a pass, but Black has legal moves: b1 a2 d3 c4");
    assert_eq!(
        error_on_4x4(&format!("{cells} b1:-127;")).problem,
        "'-127' is not a score from -16 to +16"
    );
    assert_eq!(anywhere(&format!("{cells} --:-127")).unwrap().unwrap().score, None);
}

#[test]
fn a_finished_game_brings_its_result() {
    let game = some_game(start(8, 8));
    assert_eq!(game.end().turn(), Turn::Over);
    let count = |color| game.end().count(color).cast_signed();
    let black = count(Color::Black) - count(Color::White);
    let record = to_ggf(&game, Some(black));
    let record = record.replace("]W[", "/-1.25/0.01]W[").replace("(;", "1 (;PC[GGS/os]");
    let entry = &read(&record, start(8, 8))[0];
    let expected = entry.position().side().sees(black, Color::Black);
    assert_eq!(entry.score, Some(expected));

    // An unfinished or resigned game has no score.
    let record = "(;GM[Othello]RE[+12.000]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.0];)";
    assert_eq!(read(record, start(8, 8))[0].score, None);
    let resigned = read_ggf(&record.replace("12.000", "12.000:r")).unwrap();
    assert_eq!((resigned.score, resigned.tag("Result")), (None, Some("+12.000:r")));
}

#[test]
fn errors_name_the_column() {
    let error = |text: &str| error_on_4x4(text).to_string();
    assert_eq!(
        error(" -----OX--Xé----- X"),
        "column 12: 'é' is not a cell; a cell is X for Black, O for White, - for empty"
    );
    assert_eq!(error("----- X"), "column 1: the position has 5 cells; the 4x4 board has 16");
    assert_eq!(
        error("-----OX--XO-----"),
        "column 17: the side to move is missing; write X or O after the cells"
    );
    assert_eq!(
        error("b1 d4"),
        "column 4: move 2: d4 is not a legal move for White; the legal moves are a1 c1 a3"
    );
    let cells = "-----OX--XO----- X;";
    assert_eq!(
        error(&format!("{cells} a1:+3")),
        "column 21: 'a1' is not a legal move; the legal moves are b1 a2 d3 c4"
    );
    assert_eq!(
        error(&format!("{cells} b1:+3; a2: +17;")),
        "column 32: '+17' is not a score from -16 to +16"
    );
    assert_eq!(
        error(&format!("{cells} b1 +3;")),
        "column 21: 'b1 +3' is not a move and its score, such as a2:+38"
    );
    assert_eq!(
        error("(;BO[8 ---- *];)"),
        "column 8: the position has 4 cells; the 8x8 board has 64"
    );
    assert_eq!(
        error("(;BO[3 ---OX-XO- *];)"),
        "column 1: a board of size 3x3, but 4x4 is expected"
    );
    assert_eq!(
        error("(;BO[9 ---- *];)"),
        "column 6: '9' is not the size of a board: a size is WIDTHxHEIGHT, such as 4x4 or 6x4, or 8 \
         for 8x8, with 2 to 26 columns and rows and at most 64 squares"
    );
    assert_eq!(error("(;GM[Othello];)"), "column 1: the game has no board BO[…]");
    assert_eq!(error("(;GM[Othello]B[f5];)"), "column 1: the game has no board BO[…]");
    let game = "(;BO[4 -----O*--*O----- *]";
    assert_eq!(error(&format!("{game}W[b1];)")), "column 27: White moves, but it is Black's turn");
    assert_eq!(
        error(&format!("{game}B[pa];)")),
        "column 27: a pass, but Black has legal moves: b1 a2 d3 c4"
    );
    assert_eq!(
        error(&format!("{game}B[b1]nonsense;)")),
        "column 32: 'nonsense' is not a property like B[f5]"
    );
}

#[test]
fn the_ffo_positions() {
    let entries = read(include_str!("../../core/src/search/ffo-40-59.obf"), start(8, 8));
    assert_eq!(entries.len(), 20);
    let scores: Vec<_> = entries.iter().filter_map(|entry| entry.score).collect();
    assert_eq!(scores[..5], [38, 0, 6, -12, -14]);
    assert!(entries.iter().all(|entry| entry.notation == Notation::Obf));
}

/// The files in circulation give −30.
#[test]
fn a_wrong_score_in_the_ffo_positions() {
    let position = "-OOOOO----OOOO--OXXOOO---XXXOO--XXXXXXO-XXXOOO-OX-OOOO---OOOOO-- X g1";
    let after = anywhere(position).unwrap().unwrap().position();
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    assert_eq!(searched_value(after, rules), 32);
}

#[test]
fn comments_and_a_byte_order_mark_are_skipped() {
    let file =
        "\u{feff}# by an editor\n  % and\nb1a1 # two moves\n-----OX--XO----- X; b1:+3; # known\n";
    let entries = read(file, start(4, 4));
    let scores: Vec<_> = entries.iter().map(|entry| entry.score).collect();
    assert_eq!(scores, [None, Some(3)]);
    let marked = "\u{feff}-----OX--XO----- X\n";
    assert_eq!(read(marked, start(4, 4))[0].position(), start(4, 4));
    assert_eq!(size_of(marked), Size::new(4, 4));

    // Text inside a record is not a comment.
    let record = "(;GM[Othello]PC[#1 %]BO[4 -----O*--*O----- *]B[b1];) # a game";
    assert_eq!(
        read(record, start(4, 4))[0].position(),
        start(4, 4).play("b1".parse().unwrap()).unwrap()
    );
    assert_eq!(size_of(record), Size::new(4, 4));
    assert_eq!(read("# (;no record;)", start(4, 4)), []);
}

#[test]
fn hexadecimal_words_stand_wherever_cells_do() {
    let (size, game) = (start(4, 4).size(), start(4, 4));
    assert_eq!(read_position(size, " 0x0240 0x0420 X\n"), Ok(game));
    assert_eq!("0x0240 0x0420 X".parse(), Ok(game));
    assert_eq!(game.own_and_opponent(), Start::Diagonal.position::<Board4x4>().into());
    let scored = &read("0x0240 0x0420 X; a2:+3;", game)[0];
    assert_eq!((scored.notation, scored.position(), scored.score), (Notation::Obf, game, Some(3)));
    let record = read_ggf("(;BO[4 0x0240 0x0420 *]B[b1];)").unwrap();
    assert_eq!((record.game.start(), record.game.moves().len()), (game, 1));
    assert_eq!(size_of("0x0240 0x0420 X; a2:+3;"), Some(size));
}

#[test]
fn the_size_is_told_only_where_it_shows() {
    // These are the cells of a full 2x2 board, not words without digits.
    assert_eq!(size_of("0x 0x X"), Size::new(2, 2));
    for text in ["", "X", "----- X", "0x0 0x X", "0x00 0x00 X", "0x X", "(;BO[9 - *];)"] {
        assert_eq!(size_of(text), None, "{text}");
    }
    assert_eq!(size_of("f5d6"), Some(Size::STANDARD), "moves are on the default board");
    let usual = Size::new(8, 2).unwrap();
    let reader = Reader::new(None, usual, Start::Diagonal);
    let size = |text| reader.read(text).unwrap().unwrap().position().size();
    assert_eq!(
        size("---------------- X"),
        usual,
        "the default board takes precedence over the square one"
    );
    assert_eq!(size("--------- X"), Size::new(3, 3).unwrap());
}

#[test]
fn a_position_without_a_size_is_on_a_square_board() {
    let error = |text: &str| text.parse::<Position>().unwrap_err();
    let boards = "4 (2x2), 9 (3x3), 16 (4x4), 25 (5x5), 36 (6x6), 49 (7x7), 64 (8x8)";
    assert_eq!(
        error("-------------- X").problem,
        format!("the position has 14 cells; accepted without a size are {boards}")
    );
    let boards = "1 (2x2), 3 (3x3), 4 (4x4), 7 (5x5), 9 (6x6), 13 (7x7), 16 (8x8)";
    assert_eq!(
        error("0x00240 0x00420 X").problem,
        format!("the words have 5 hexadecimal digits; accepted without a size are {boards}")
    );
    let no_side = "the side to move is missing; write X or O after the cells";
    assert_eq!(error("-----OX--XO-----").problem, no_side);
    assert_eq!(error("").problem, no_side);
    let not_a_side = "'XX' is not a side to move; write X or O";
    assert_eq!(error("-----OX--XO----- XX").to_string(), format!("column 18: {not_a_side}"));
    assert_eq!(error_on_4x4("-----OX--XO----- XX").problem, not_a_side);
    assert_eq!("-----OX--XO-----X".parse(), Ok(start(4, 4)));
    assert_eq!(error("-----OX--QO----- X").column, 10);
}

#[test]
fn hexadecimal_words_are_checked() {
    let error = |text: &str| read_position(start(4, 4).size(), text).unwrap_err().to_string();
    assert_eq!(
        error("0x240 0x10420 X"),
        "column 7: '0x10420' is not a set of squares of the 4x4 board; write 0x and 4 \
         hexadecimal digits"
    );
    assert_eq!(
        error("0x+240 0x420 X"),
        "column 1: '0x+240' is not a set of squares of the 4x4 board; write 0x and 4 \
         hexadecimal digits"
    );
    let anywhere = "0x024G 0x0420 X".parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        anywhere,
        "column 1: '0x024G' is not a set of squares of the 4x4 board; write 0x and 4 \
         hexadecimal digits"
    );
    assert_eq!(error("0x1 0x2 XO"), "column 9: 'XO' is not a side to move; write X or O");
    assert_eq!(error("0x3 0x2 X"), "column 5: two discs are on the same square");
}

#[test]
fn errors_hold_what_they_are_about() {
    let error = read_game(start(4, 4), "b1d4").unwrap_err();
    let after_b1 = start(4, 4).play("b1".parse().unwrap()).unwrap();
    let illegal = after_b1.play("d4".parse().unwrap()).unwrap_err();
    assert_eq!((illegal.position, illegal.square), (after_b1, "d4".parse().unwrap()));
    assert_eq!((error.column, error.problem), (3, format!("move 2: {illegal}")));
}
