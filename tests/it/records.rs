//! Game files: SGF, WTHOR databases, and GGF with several games per line.

use std::fs;
use std::path::Path;

use othello_core::analysis::{Player, Strategy};
use othello_core::{Color, Game, Position, Rules, Scoring, SearchOptions, Start, search};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::{printed, run, stderr, stdout};
use crate::common::start;

/// The number of empty squares at which the tests' theoretical scores apply.
const DEPTH: u32 = 6;

/// A random game on 8×8.
fn random_game(seed: u64) -> Game {
    let mut random = Player::new(Strategy::Random, Rules::default(), seed);
    let mut game = Game::new(start(8, 8, Start::Diagonal));
    while let Some(square) = random.choose(game.end().after_forced_pass(), &()) {
        game.play(square).unwrap();
    }
    game
}

/// A score as stored in a database: Black's discs, with empty squares counted for the winner.
fn discs(position: Position, score: i32) -> u8 {
    u8::try_from(i32::midpoint(64, Color::Black.sees(score, position.side()))).unwrap()
}

/// A database with some games, in which the same two players alternate colours.
fn database(games: &[Game]) -> Vec<u8> {
    let rules = Rules { scoring: Scoring::EmptiesToWinner, ..Rules::default() };
    let mut file = vec![20, 1, 2, 3];
    file.extend(u32::try_from(games.len()).unwrap().to_le_bytes());
    file.extend([0, 0, 209, 7, 8, 0, u8::try_from(DEPTH).unwrap(), 0]);
    for (number, game) in games.iter().enumerate() {
        let players = if number % 2 == 0 { [0, 0, 1, 0] } else { [1, 0, 0, 0] };
        let mut at_depth = game.clone();
        at_depth.truncate((game.start().empties() - DEPTH) as usize);
        let options = SearchOptions { rules, hash: 1 << 20, ..SearchOptions::default() };
        let value = search(at_depth.end(), &options, &()).value().unwrap();
        file.extend([9, 0]);
        file.extend(players);
        file.push(discs(game.end(), game.end().score(rules)));
        file.push(discs(at_depth.end(), value));
        let squares = game.moves().iter();
        file.extend(
            squares
                .map(|square| u8::try_from(10 * (square.row() + 1) + square.column() + 1).unwrap()),
        );
        file.resize(16 + 68 * (number + 1), 0);
    }
    file
}

/// A folder with a database of complete games, the names of its players, and the games.
fn tournament() -> (TempDir, Vec<Game>) {
    let is_complete = |game: &Game| game.end().empties() < DEPTH;
    let games: Vec<_> = (0..).map(random_game).filter(is_complete).take(4).collect();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.wtb"), database(&games)).unwrap();
    let mut names = vec![0; 16 + 40];
    names[8] = 2;
    names[16..19].copy_from_slice(b"Ann");
    names[36..40].copy_from_slice(b"Ren\xe9");
    fs::write(folder.path().join("WTHOR.JOU"), names).unwrap();
    (folder, games)
}

fn json(args: &[&str], folder: &Path) -> Vec<Value> {
    let said = printed(&[args, &["--format", "json"]].concat(), folder);
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_theoretical_scores_of_a_database_are_checked() {
    let (folder, games) = tournament();
    let answers = json(&["solve", "--file", "games.wtb"], folder.path());
    assert_eq!(answers.len(), games.len());
    assert!(answers.iter().all(|of| of["agrees"] == true), "{answers:?}");
    let empties = |of: &Value| of["position"].as_str().unwrap().matches('-').count();
    assert!(answers.iter().all(|of| empties(of) == DEPTH as usize), "{answers:?}");
    let mut wrong = fs::read(folder.path().join("games.wtb")).unwrap();
    wrong[16 + 68 + 7] ^= 1;
    fs::write(folder.path().join("wrong.WTB"), wrong).unwrap();
    let output = run(&["solve", "--file", "wrong.WTB"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("DIFFERS"), "{}", stdout(&output));
}

#[test]
fn a_database_is_reviewed_in_bulk_by_player() {
    let (folder, games) = tournament();
    let review = ["review", "games.wtb", "--empties", "5", "--time", "1m"];
    let said = printed(&[&review[..], &["--players", "WTHOR.JOU"]].concat(), folder.path());
    assert!(said.starts_with("player  games  lost  per game\n"), "{said}");
    assert!(said.contains("\nAnn         4 ") || said.contains("\nAnn     "), "{said}");
    assert!(said.contains("René"), "{said}");
    assert!(said.ends_with("with at most 5 empty squares; games: 4\n"), "{said}");
    let document = printed(&[&review[..], &["--format", "json"]].concat(), folder.path());
    let document: Value = serde_json::from_str(&document).unwrap();
    let lost = |player: &str| document["players"][player]["lost_exact"].as_i64().unwrap();
    // In each game, the two players' losses account for the difference between the result and the
    // value.
    let (mut first, mut second) = (0, 0);
    for (number, game) in games.iter().enumerate() {
        let mut values: Vec<_> = game
            .turns()
            .map(|(before, _)| before)
            .chain([game.end().after_forced_pass()])
            .filter(|position| position.empties() <= 5)
            .map(|position| {
                let options = SearchOptions { hash: 1 << 20, ..SearchOptions::default() };
                let value = search(position, &options, &()).value().unwrap();
                Color::Black.sees(value, position.side())
            })
            .collect();
        values.dedup();
        for pair in values.windows(2) {
            let by_black = pair[1] < pair[0];
            let is_first = by_black == (number % 2 == 0);
            *if is_first { &mut first } else { &mut second } +=
                i64::from((pair[1] - pair[0]).abs());
        }
    }
    assert_eq!([lost("0"), lost("1")], [first, second], "{document:#}");
}

#[test]
fn a_game_of_a_file_is_shown_and_reviewed() {
    let (folder, games) = tournament();
    let game = &json_document(&["show", "games.wtb", "--game", "3"], folder.path())["game"];
    assert_eq!(game, &Value::from(games[2].to_string()));
    let sgf = "(;FF[4]GM[2]SZ[4]PB[Ann]PW[Bea]\n;B[b1];W[aa];B[a2])\n(;GM[2]SZ[4];B[b1];W[a3])\n";
    fs::write(folder.path().join("games.sgf"), sgf).unwrap();
    let game = &json_document(&["show", "games.sgf", "--game", "1"], folder.path())["game"];
    assert_eq!(game, "b1a1a2");
    let reviews = json(&["review", "games.sgf", "--time", "1m"], folder.path());
    assert_eq!((&reviews[0]["file_line"], &reviews[1]["file_line"]), (&1.into(), &3.into()));
    assert_eq!(reviews[1]["players"]["white"]["lost_exact"], 17);
    let missing = run(&["show", "games.sgf", "--game", "3"], folder.path());
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("there is no game 3; the file has 2 games"));
}

fn json_document(args: &[&str], folder: &Path) -> Value {
    serde_json::from_str(&printed(&[args, &["--format", "json"]].concat(), folder)).unwrap()
}

#[test]
fn games_that_share_a_line_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let ggf = "2 (;GM[Othello]PB[Ann]PW[Bea]BO[4 -----O*--*O----- *]B[b1]W[a1//0.5];)\
               (;GM[Othello]PB[Bea]PW[Ann]BO[4 --OO--O*-O****** O]W[pa]B[b2];)\n\
               (;GM[Othello]TY[6]BO[6 --------------O*----*O-------------- *]B[c2]W[b4];)\n";
    fs::write(folder.path().join("games.ggf"), ggf).unwrap();
    let output = run(
        &["review", "games.ggf", "--time", "1m", "--empties", "12", "--format", "json"],
        folder.path(),
    );
    let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(document["players"]["Ann"]["count"], 2, "{document:#}");
    assert_eq!(document["count"], 2, "the third is on another board: {}", stderr(&output));
    let six = json_document(&["show", "games.ggf", "--game", "3", "--size", "6"], folder.path());
    assert_eq!(six["game"], "c2b4");
}

#[test]
fn files_that_are_cut_off_or_not_what_they_seem_are_refused() {
    let (folder, _) = tournament();
    let whole = fs::read(folder.path().join("games.wtb")).unwrap();
    let review = |file: &str, bytes: &[u8]| {
        fs::write(folder.path().join(file), bytes).unwrap();
        let output = run(&["review", file, "--empties", "4"], folder.path());
        (output.status.code(), stderr(&output))
    };
    let (code, said) = review("cut.wtb", &whole[..100]);
    assert_eq!(code, Some(2));
    assert!(said.contains("cut.wtb: the header promises 4 records of 68 bytes, but 84"), "{said}");
    let (code, said) = review("short.wtb", &whole[..7]);
    assert_eq!((code, said.contains("the file has 7 bytes")), (Some(2), true), "{said}");
    let (code, said) = review("noise.wtb", &[0xA5; 500]);
    assert_eq!((code, said.contains("the header promises")), (Some(2), true), "{said}");
    let (code, said) = review("cut.sgf", b"(;GM[2]SZ[4];B[b1");
    assert_eq!(code, Some(1));
    assert_eq!(said, "error: cut.sgf: line 1 could not be read\n");
    let (code, said) = review("noise.sgf", &[0xA5; 500]);
    assert_eq!((code, said.contains("there is no game in it")), (Some(2), true), "{said}");
    let output =
        run(&["review", "games.wtb", "--empties", "4", "--players", "games.wtb"], folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}
