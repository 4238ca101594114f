//! WTHOR: the French Othello Federation's database of tournament games, as bytes.

use std::array;

use crate::board::{Color, Size, Square};
use crate::game::{Game, Position, Score, Start};

use super::{Extent, Notation, PositionEntry, ReadError, ReadErrorKind, Record};

/// The bytes of a header.
const HEADER: usize = 16;
/// The bytes of a game: the tournament, the players, two scores and at most 60 moves.
const GAME: usize = 68;
/// The bytes of a player's and of a tournament's name, which end with a zero.
const NAMES: [usize; 2] = [20, 26];

/// The little-endian word at this offset.
fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(array::from_fn(|index| bytes[at + index]))
}

/// The header of a file, and its records of `each` bytes. The header contains the number of games or
/// of other records.
fn split_records(file: &[u8], each: usize) -> Result<(&[u8], impl Iterator<Item = &[u8]>), String> {
    let Some((header, rest)) = file.split_at_checked(HEADER) else {
        let bytes = file.len();
        return Err(format!(
            "the file has {bytes} bytes; a WTHOR file begins with a header of {HEADER}"
        ));
    };
    let games = usize::from(word(header, 4)) | usize::from(word(header, 6)) << 16;
    let promised = if each == GAME { games } else { word(header, 8).into() };
    let bytes = rest.len();
    if promised.checked_mul(each) != Some(bytes) {
        return Err(format!(
            "the header promises {promised} records of {each} bytes, but {bytes} bytes follow it; \
             the file is cut off or not of this kind"
        ));
    }
    Ok((header, rest.chunks_exact(each)))
}

/// Reads a file of games on 8×8, `WTH_….wtb`. Finished games have their results, with the empty
/// squares given to the winner.
///
/// # Errors
///
/// If its length does not match its header, or if its board is not 8×8. The error is a message, and
/// a game that cannot be read has its own.
pub fn read_wthor(file: &[u8], extent: Extent) -> Result<Vec<Record>, String> {
    let (header, games) = split_records(file, GAME)?;
    let columns = header[12];
    if !matches!(columns, 0 | 8) {
        return Err(format!("the games are on a board of {columns} columns; only 8x8 is read"));
    }
    let depth = u32::from(header[14]);
    let cut = if extent == Extent::ToTheoreticalScore && depth > 0 { Some(depth) } else { None };
    let mut found = Vec::new();
    for (number, game) in (1..).zip(games) {
        let entry = read_record(game, header, cut).map_err(|problem| ReadError {
            line: number,
            ..ReadError::new(ReadErrorKind::Record, problem)
        });
        found.push(Record { number, entry });
    }
    Ok(found)
}

/// Reads a game in a file with this header. If it reaches a position with `cut` empty squares, it ends
/// there, and the score is the theoretical one.
fn read_record(record: &[u8], header: &[u8], cut: Option<u32>) -> Result<PositionEntry, String> {
    let mut game = Game::new(Position::start(Size::STANDARD, Start::Diagonal));
    let moves = record[8..].iter().take_while(|&&byte| byte != 0);
    for (number, &byte) in (1..).zip(moves) {
        let (row, column) = (u32::from(byte / 10), u32::from(byte % 10));
        if ![row, column].iter().all(|it| (1..=8).contains(it)) {
            let problem = "is not a square; f5 is 56, its row and its column";
            return Err(format!("move {number}: {byte} {problem}"));
        }
        let square = Square::at(column - 1, row - 1);
        game.play(square).map_err(|illegal| format!("move {number}: {illegal}"))?;
    }
    let (result, theoretical) = (score_of(record[6])?, score_of(record[7])?);
    let score = match cut.and_then(|cut| game.start().empties().checked_sub(cut)) {
        Some(moves) if (moves as usize) < game.moves().len() => {
            game.truncate(moves as usize);
            Some(theoretical)
        }
        _ if game.end().is_over() => Some(result),
        _ => None,
    };
    let (year, mut remarks) = (word(header, 10), Vec::new());
    let mut tags = vec![("Event".to_owned(), word(record, 0).to_string())];
    if year > 0 {
        tags.push(("Date".to_owned(), year.to_string()));
    }
    if header[13] == 1 {
        tags.push(("Type".to_owned(), "solitaire".to_owned()));
        remarks.push("the games of this file are solitaires".to_owned());
    }
    Ok(PositionEntry {
        notation: Notation::Wthor,
        score: score.map(|score| game.end().side().sees(score, Color::Black)),
        players: [2, 4].map(|at| Some(word(record, at).to_string())),
        tags,
        remarks,
        ..PositionEntry::from_game(game)
    })
}

/// The score for Black with this number of discs, including the empty squares of a winner.
fn score_of(discs: u8) -> Result<Score, String> {
    if discs > 64 {
        return Err(format!("{discs} discs for Black, on a board of 64 squares"));
    }
    Ok(2 * Score::from(discs) - 64)
}

/// Reads the names of players or of tournaments, in the order of their numbers, from a file
/// `WTHOR.JOU` or `WTHOR.TRN`.
///
/// # Errors
///
/// If its length does not match its header. The error is a message.
pub fn wthor_names(file: &[u8]) -> Result<Vec<String>, String> {
    let [player, tournament] = NAMES;
    let read = split_records(file, tournament).map(|(_, names)| names.map(latin_1).collect());
    read.or_else(|_: String| Ok(split_records(file, player)?.1.map(latin_1).collect()))
}

/// A name in Latin-1, which is the beginning of Unicode.
fn latin_1(record: &[u8]) -> String {
    let letters = record.iter().take_while(|&&byte| byte != 0);
    letters.map(|&byte| char::from(byte)).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with one game.
    fn file(moves: &[u8], discs: u8) -> Vec<u8> {
        let mut file = vec![20, 1, 6, 30, 1, 0, 0, 0, 0, 0, 209, 7, 8, 0, 24, 0];
        file.extend([5, 1, 7, 0, 0, 1, discs, 33]);
        file.extend(moves);
        file.resize(HEADER + GAME, 0);
        file
    }

    #[test]
    fn a_file_is_read() {
        let read = |extent| {
            let records = read_wthor(&file(&[56, 64, 33], 40), extent).unwrap();
            records[0].entry.clone().unwrap()
        };
        let entry = read(Extent::Whole);
        assert_eq!(entry.game.to_string(), "f5d6c3");
        assert_eq!((entry.tag("Event"), entry.tag("Date")), (Some("261"), Some("2001")));
        assert_eq!(entry.players, ["7", "256"].map(|number| Some(number.to_owned())));
        // The game is not finished, and has no position with 24 empty squares.
        assert_eq!((entry.score, read(Extent::ToTheoreticalScore)), (None, entry));
    }

    #[test]
    fn a_game_is_cut_off_where_it_has_a_theoretical_score() {
        let mut file = file(&[56, 64, 33], 40);
        file[14] = 58;
        let records = read_wthor(&file, Extent::ToTheoreticalScore).unwrap();
        let entry = records[0].entry.clone().unwrap();
        assert_eq!((entry.game.to_string().as_str(), entry.score), ("f5d6", Some(2)));
    }

    #[test]
    fn errors_describe_the_problem() {
        let read = |file: &[u8]| read_wthor(file, Extent::Whole);
        let whole = file(&[56, 64], 40);
        for length in (0..whole.len()).filter(|&length| length != HEADER) {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        let problem = |moves: &[u8], discs| {
            let records = read(&file(moves, discs)).unwrap();
            records[0].entry.clone().unwrap_err().problem
        };
        assert_eq!(
            problem(&[56, 90], 0),
            "move 2: 90 is not a square; f5 is 56, its row and its column"
        );
        assert!(problem(&[56, 11], 0).starts_with("move 2: a1 is not a legal move for White; "));
        assert_eq!(problem(&[], 65), "65 discs for Black, on a board of 64 squares");
        // No changed byte causes a panic.
        for place in 0..whole.len() {
            for byte in 0..=u8::MAX {
                let mut file = whole.clone();
                file[place] = byte;
                let _ = read(&file);
            }
        }
    }

    #[test]
    fn names_are_read() {
        let mut file = vec![0; HEADER + 2 * NAMES[0]];
        file[8] = 2;
        file[HEADER..HEADER + 4].copy_from_slice(b"Ren\xe9");
        file[HEADER + NAMES[0]..HEADER + NAMES[0] + 3].copy_from_slice(b"Ito");
        assert_eq!(wthor_names(&file).unwrap(), ["René", "Ito"]);
        assert!(wthor_names(&file[1..]).is_err());
    }
}
