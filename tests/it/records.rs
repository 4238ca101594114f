//! Game files: SGF, WTHOR databases, and GGF with several games per line.

use std::fs;
use std::path::Path;

use othello_core::{Color, Game, Position, Rules, Scoring, Start};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::program::{printed, run, stderr, stdout, talk};
use crate::common::{LONG, random_game, searched_value, start};

/// The number of empty squares at which the tests' theoretical scores apply.
const DEPTH: u32 = 6;

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
        let value = searched_value(at_depth.end(), rules);
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
    let games: Vec<_> = (0..)
        .map(|seed| random_game(start(8, 8, Start::Diagonal), seed))
        .filter(is_complete)
        .take(4)
        .collect();
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
    let review = ["review", "games.wtb", "--empties", "5", "--time", LONG];
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
                let value = searched_value(position, Rules::default());
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
    let reviews = json(&["review", "games.sgf", "--time", LONG], folder.path());
    assert_eq!((&reviews[0]["file_line"], &reviews[1]["file_line"]), (&1.into(), &3.into()));
    assert_eq!(reviews[1]["players"]["white"]["lost_exact"], 17);
    let missing = run(&["show", "games.sgf", "--game", "3"], folder.path());
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("there is no game 3; it has 2"));
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
        &["review", "games.ggf", "--time", LONG, "--empties", "12", "--format", "json"],
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
    assert_eq!((code, said.contains("no game found")), (Some(2), true), "{said}");
    let output =
        run(&["review", "games.wtb", "--empties", "4", "--players", "games.wtb"], folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// Two games that are mirror images, and the first again.
const MIRRORED: &str = "\
(;GM[Othello]PC[GGS]DT[2001.02.03]PB[Ann]PW[Bea]BO[4 -----O*--*O----- *]B[b1/1.5/2.0]W[a1];)
(;GM[Othello]BO[4 -----O*--*O----- *]B[a2]W[a1];)
(;GM[Othello]BO[4 -----O*--*O----- *]B[b1]W[a1];)
";

#[test]
fn a_file_is_converted_and_says_what_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.ggf"), MIRRORED).unwrap();
    let convert = |args: &[&str]| {
        let output = run(&[&["show", "games.ggf", "--to"], args].concat(), &folder);
        assert!(output.status.success(), "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    let (pgn, left_out) = convert(&["pgn"]);
    assert!(pgn.contains("[Black \"Ann\"]\n[White \"Bea\"]\n"), "{pgn}");
    assert!(pgn.contains("1. b1 {[%eval 1.5] [%emt 2.0]} a1 *\n"), "{pgn}");
    assert_eq!((pgn.matches("[Event").count(), &*left_out), (3, ""));
    let (sgf, left_out) = convert(&["sgf"]);
    assert!(sgf.contains("PB[Ann]PW[Bea]") && sgf.contains(";B[b1]V[1.5];W[a1])"), "{sgf}");
    let no_room = "of one record, for which the notation has no room\n";
    assert_eq!(left_out, format!("left out: thinking times {no_room}"));
    let (cells, left_out) = convert(&["cells", "--game", "1"]);
    assert_eq!(cells, "OX---OX--XO----- X\n");
    for part in ["moves", "players", "evaluations", "other properties"] {
        assert!(left_out.contains(&format!("left out: {part} {no_room}")), "{left_out}");
    }
    assert_eq!(convert(&["transcript"]).0, "b1a1\na2a1\nb1a1\n");
    assert_eq!(convert(&["transcript", "--unique"]).0, "b1a1\na2a1\n");
    assert_eq!(convert(&["transcript", "--unique=symmetry"]).0, "b1a1\n");
    assert_eq!(convert(&["transcript", "--canonical"]).0, "b1a1\nb1a1\nb1a1\n");
    assert_eq!(convert(&["transcript", "--canonical", "--unique"]).0, "b1a1\n");
    let rows = convert(&["csv", "--unique=symmetry"]).0;
    let row = "4x4,,b1a1,OX---OX--XO----- X,,Ann,Bea,,GGS,2001.02.03,,,,,\n";
    assert_eq!(rows.lines().count(), 2);
    assert!(rows.ends_with(row), "{rows}");
}

#[test]
fn a_database_becomes_a_table_with_names() {
    let (folder, games) = tournament();
    let mut tournaments = vec![0; 16 + 10 * 26];
    tournaments[8] = 10;
    tournaments[16 + 9 * 26..][..3].copy_from_slice(b"Cup");
    fs::write(folder.path().join("WTHOR.TRN"), tournaments).unwrap();
    // The contents decide that it is a database.
    fs::rename(folder.path().join("games.wtb"), folder.path().join("games")).unwrap();
    let names = ["--players", "WTHOR.JOU", "--tournaments", "WTHOR.TRN"];
    let table = printed(&[&["show", "games", "--to", "csv"], &names[..]].concat(), folder.path());
    let rows: Vec<_> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), games.len());
    for (number, (row, game)) in rows.iter().zip(&games).enumerate() {
        let players = if number % 2 == 0 { "Ann,René" } else { "René,Ann" };
        assert!(row.starts_with(&format!("8x8,,{game},")), "{row}");
        assert!(row.contains(&format!(",{players},Cup,,2001,")), "{row}");
    }
}

#[test]
fn one_game_of_a_file_is_reviewed_with_its_pictures() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.ggf"), MIRRORED).unwrap();
    let review =
        ["review", "games.ggf", "--time", LONG, "--html", "review.html", "--svg", "chart.svg"];
    let output = run(&review, &folder);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there are several games; --game N chooses one"));
    assert!(printed(&[&review[..], &["--game", "2"]].concat(), &folder).contains("Black a2"));
    let html = fs::read_to_string(folder.path().join("review.html")).unwrap();
    assert!(html.contains("a2"), "{html}");
    assert!(folder.path().join("chart.svg").is_file());
    let first = MIRRORED.lines().next().unwrap();
    fs::write(folder.path().join("games.ggf"), first).unwrap();
    assert!(run(&review, &folder).status.success());
}

/// A game of reverse Othello is judged by its own rules, unless others are named.
#[test]
fn the_objective_of_a_record_counts() {
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[Othello]TY[4a]BO[4 -----O*--*O----- *]B[b1];)\n";
    fs::write(folder.path().join("anti.ggf"), game).unwrap();
    let solve = ["solve", "--file", "anti.ggf", "--threads", "1"];
    let value =
        |args: &[&str]| json(&[&solve[..], args].concat(), folder.path())[0]["value"].clone();
    assert_eq!(value(&[]), value(&["--objective", "fewest"]));
    assert_ne!(value(&[]), value(&["--objective", "most"]));
    assert_eq!(json_document(&["review", "anti.ggf"], folder.path())["objective"], "fewest");
}

/// A missing file is reported as such, and standard input is read, by every command.
#[test]
fn an_argument_is_a_file_standard_input_or_a_text() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["show", "nosuch.obf"][..],
        &["review", "nosuch.obf"],
        &["solve", "8", "--file", "nosuch.obf"],
    ] {
        let output = run(args, &folder);
        let (code, said) = (output.status.code(), stderr(&output));
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(said.starts_with("error: cannot read nosuch.obf: "), "{args:?}: {said}");
    }
    let sgf = "(;GM[2]SZ[4]PB[Ann]\n;B[b1];W[a1])\n";
    for args in [
        &["show", "-", "--to", "transcript"][..],
        &["review", "-", "--time", LONG],
        &["lookup", "--file", "-"],
    ] {
        let output = talk(args, &folder, sgf);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    }
    let gzip = folder.path().join("games.ggf.gz");
    fs::write(&gzip, b"\x1f\x8b\x08\0").unwrap();
    let output = run(&["show", "games.ggf.gz"], &folder);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("compressed by gzip; decompress it with gunzip"));
    // No size is needed for games that cannot be on the default board.
    fs::write(folder.path().join("games"), "f5d6c3d3c4f4f6\nf5f6e6f4\n").unwrap();
    let output = run(&["analyze", "--file", "games", "--depth", "1", "--format", "json"], &folder);
    assert!(output.status.success(), "{}", stderr(&output));
    let output = run(&["lookup", "f5d6", "--format", "json"], &folder);
    assert!(stderr(&output).contains("on 8x8"), "{}", stderr(&output));
}

/// A terminal obeys control characters, so no message contains any of its input.
#[test]
fn messages_show_control_characters_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let red = "\u{1b}[31m";
    for args in [
        &["show", red][..],
        &["solve", red],
        &["lookup", red],
        &["review", red],
        &["show", "f5", "--to", red],
        &["solve", "--file", red],
        &[red],
    ] {
        let output = run(args, &folder);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("\\u{1b}[31m") && !said.contains('\u{1b}'), "{args:?}: {said}");
    }
}

/// Text after some invisible marks is written from right to left, so that it seems to be another one.
#[test]
fn marks_that_change_the_direction_of_text_never_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[White \"Ann\u{202e}Bea\"]\n[Event \"\u{2066}Cup\"]\n\n1. f5 d6\n";
    fs::write(folder.path().join("a.pgn"), game).unwrap();
    for args in [
        &["show", "f5\u{202e}"][..],
        &["show", "\u{200f}"],
        &["show", "f5", "--to", "\u{2069}"],
        &["show", "a.pgn", "--to", "pgn"],
        &["show", "a.pgn", "--to", "csv"],
        &["solve", "3x3", "--output", "\u{202e}nosj.3x3"],
        &["verify", "\u{202e}nosj.3x3"],
    ] {
        let output = run(args, &folder);
        let said = stdout(&output) + &stderr(&output);
        let is_mark = |it: char| ('\u{2028}'..='\u{206f}').contains(&it) || it == '\u{200f}';
        assert!(!said.is_empty() && !said.contains(is_mark), "{args:?}: {said:?}");
    }
}

/// A device without an end would fill the memory.
#[test]
#[cfg_attr(windows, ignore = "needs /dev/zero")]
fn files_without_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["show", "/dev/zero"][..],
        &["solve", "--file", "/dev/zero"],
        &["show", "f5", "--to", "csv", "--players", "/dev/zero"],
        &["bench", "--compare", "/dev/zero"],
    ] {
        let output = run(args, &folder);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = stderr(&output);
        assert!(said.contains("/dev/zero") && said.contains("long"), "{said}");
    }
}
