//! Solved values are compiled into the program; files in the current folder are ignored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use othello_core::answer::{Answer, Limits, Lines, Question, Sources, answer};
use othello_core::known::KnownBoard;
use othello_core::notation::{read_game, read_position};
use othello_core::{Color, Find, Objective, Position, Rules, Scoring, Size, Start, Symmetry, Turn};
use othello_solver::results::{AnswerDocument, Document, to_json};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::program::{printed, run, stderr, stdout, talk};
use crate::common::server::Server;
use crate::common::{is_thorough, start};

/// The compiled values agree with the results, and every result file follows from them.
#[test]
fn every_file_of_a_solved_board_follows_from_what_is_compiled_in() {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir("results").unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        if path.extension().is_some_and(|end| end == "json")
            && let Ok(Document::Answer(board)) = Document::parse(text.as_bytes())
        {
            files.insert(board.name(), text);
        }
    }
    assert_eq!(files.len(), KnownBoard::all().count());
    for (name, file) in files {
        assert_eq!(file, to_json(&AnswerDocument::of_known(&name).unwrap()), "{name}");
    }
}

/// Everything that is compiled in about a position.
fn look_up(position: Position, rules: Rules) -> Answer {
    let question = Question::usual(position, rules).with_goal(Find::AllMoves);
    let sources = Sources { enumeration: false, ..Sources::LOOKUPS };
    answer(&question, &sources, &Limits::single(0), &()).unwrap()
}

#[test]
fn every_position_on_the_line_of_a_solved_board_is_looked_up() {
    for board in KnownBoard::all() {
        let &KnownBoard { objective, value, ref line, .. } = board;
        let rules = Rules::new(Scoring::Discs, objective);
        for (position, square) in line.turns() {
            let known = look_up(position, rules);
            let here = position.side().sees(value, Color::Black);
            assert_eq!(known.value(), Some(here), "{position}");
            let best = known.best_moves().unwrap_or_else(|| vec![square]);
            assert!(best.contains(&square), "{position}");
        }
    }
}

#[test]
fn a_position_is_looked_up_in_every_orientation() {
    let (begin, rules) = (start(6, 6, Start::Diagonal), Rules::default());
    let end = read_game(begin, "c2b4c5d2").unwrap().end();
    let known = look_up(end, rules);
    assert!(known.has_whole_line());
    for symmetry in Symmetry::all(begin.size()) {
        let image = end.transformed(symmetry);
        let found = look_up(image, rules);
        assert_eq!(found.value(), known.value());
        let moves = found.valued_moves();
        assert_eq!(moves.len(), image.moves().iter().count());
        for mv in known.valued_moves() {
            let square = symmetry.image(mv.square, begin.size());
            assert!(moves.iter().any(|it| (it.square, it.value) == (square, mv.value)));
        }
        let end = found.line().unwrap().end();
        assert_eq!(Some(image.side().sees(end.score(rules), end.side())), found.value());
    }
}

#[test]
fn unsolved_positions_are_not_looked_up() {
    let rules = Rules::default();
    assert_eq!(look_up(start(8, 8, Start::Diagonal), rules).value(), None);
    let begin = start(6, 6, Start::Diagonal);
    let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    let known = look_up(begin, tournament);
    assert_eq!((known.value(), known.line()), (Some(-4), None));
    let after = begin.play("c2".parse().unwrap()).unwrap();
    assert!(
        look_up(after, rules).value().is_some() && look_up(after, tournament).value().is_none()
    );
    // The same cells on another board are another position.
    let elsewhere = read_position(Size::new(4, 9).unwrap(), &after.to_string()).unwrap();
    assert_eq!(look_up(elsewhere, rules).value(), None);
}

/// A folder of consistent but false results: openings with the values of other rules, boards with
/// wrong values, junk, and files that would block a reader.
fn forged_results() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    fs::create_dir(&results).unwrap();
    for (size, options) in [("4x5", &["--plies", "3"][..]), ("6x4", &["--plies", "1"])] {
        let file = format!("results/{size}-opening.csv");
        let other_rules = ["--objective", "fewest", "--output", &file];
        printed(&[&["tabulate", size], options, &other_rules].concat(), &folder);
    }
    for (name, value) in [("6x6", "36"), ("6x6-parallel", "65"), ("6x7", "-2147483648")] {
        let text = fs::read_to_string(format!("results/{name}.json")).unwrap();
        let (before, rest) = text.split_once("\"value\": ").unwrap();
        let (_, after) = rest.split_once(',').unwrap();
        let forged = format!("{before}\"value\": {value},{after}");
        fs::write(results.join(format!("{name}.json")), forged).unwrap();
    }
    for number in 0..1000 {
        fs::write(results.join(format!("junk-{number}.json")), "[".repeat(number)).unwrap();
    }
    #[cfg(unix)]
    assert!(
        std::process::Command::new("mkfifo")
            .arg(results.join("8x8.json"))
            .status()
            .unwrap()
            .success()
    );
    folder
}

/// The output of a command, without times.
fn said(args: &[&str], folder: &Path) -> String {
    let output = talk(args, folder, "hint\nquit\n");
    let lines = stdout(&output) + &stderr(&output);
    lines.lines().filter(|line| !line.starts_with("time ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_command_believes_the_folder_results() {
    let (forged, empty) = (forged_results(), tempfile::tempdir().unwrap());
    for folder in [&forged, &empty] {
        fs::write(folder.path().join("lines"), "d3\nd3b4\n").unwrap();
    }
    let commands: [&[&str]; 11] = [
        &["solve", "4x5", "--moves", "d3"],
        &["solve", "4x5", "--moves", "d3b4", "--all-moves", "--format", "json", "--threads", "1"],
        &["solve", "--file", "lines", "--size", "4x5", "--threads", "1"],
        &["lookup", "4x5"],
        &["lookup", "4x5", "d3"],
        &["lookup", "6x6"],
        &["lookup", "6x4", "b1"],
        &["review", "d3b4a3", "--size", "4x5", "--time", "10h", "--format", "json"],
        &["review", "c2d2", "--size", "6x6", "--time", "0s"],
        &["play", "4x5", "--white", "human", "--time", "10h"],
        &["certify", "4x5", "--output", "-"],
    ];
    for command in commands {
        assert_eq!(said(command, forged.path()), said(command, empty.path()), "{command:?}");
    }
    let solved = said(commands[0], forged.path());
    assert!(solved.contains("value      -16 for White"), "{solved}");

    let servers = [&forged, &empty].map(|folder| Server::new(&["--threads", "1"], folder.path()));
    for target in ["solve?size=4x5&moves=d3", "results", "results/6x6", "solve?size=6x6"] {
        let target = format!("/api/v1/{target}");
        let [one, other] = servers.each_ref().map(|server| server.solved(&target).body);
        assert_eq!(one, other, "{target}");
    }
    let body = json!({"game": "d3b4", "size": "4x5", "time": "1m"}).to_string();
    let review = |server: &Server| server.post("/api/v1/review", "application/json", &body).body;
    assert_eq!(review(&servers[0]), review(&servers[1]));
}

/// The program knows every solved board and the positions on its best line, whatever the folder.
#[test]
fn every_solved_board_is_looked_up_in_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    for board in KnownBoard::all().step_by(9) {
        let &KnownBoard { size, start, objective, value, ref line, .. } = board;
        let [size, start, objective] = [size.to_string(), start.to_string(), objective.to_string()];
        let options = ["--start", &start, "--objective", &objective, "--format", "json"];
        let look_up = |args: &[&str]| -> Value {
            let args = [&["lookup", &size], args, &options].concat();
            serde_json::from_str(&printed(&args, &folder)).unwrap()
        };
        let at_the_start = look_up(&[]);
        assert_eq!(at_the_start["value"], value, "{size}");
        assert_eq!(at_the_start["line"], line.to_string(), "{size}");
        let two: String = line.moves()[..2].iter().map(ToString::to_string).collect();
        let later = look_up(&[&two]);
        let is_black = later["position"].as_str().unwrap().ends_with('X');
        let seen = if is_black { value } else { -value };
        assert_eq!(later["value"], seen, "{size} {two}");
    }
    let unknown = run(&["lookup", "8x8", "f5"], &folder);
    assert_eq!((unknown.status.code(), stdout(&unknown)), (Some(1), String::new()));
    assert!(stderr(&unknown).contains("is not known without a search"), "{}", stderr(&unknown));
    let wrong = run(&["lookup", "nonsense", "f5"], &folder);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
    let bounded = printed(&["solve", "6x7", "--time", "0s"], &folder);
    assert!(
        bounded.contains("\nA draw, 21–21\n") && bounded.contains(", looked up\n"),
        "{bounded}"
    );
}

/// The file of a solved board is rejected if it cannot be true.
#[test]
fn an_impossible_board_is_not_read() {
    let text = fs::read_to_string("results/6x6.json").unwrap();
    Document::parse(text.as_bytes()).unwrap();
    let is_refused = |old: &str, new: &str, reason: &str| {
        let forged = text.replacen(old, new, 1);
        assert_ne!(forged, text, "{old}");
        let error = Document::parse(forged.as_bytes()).unwrap_err();
        assert!(error.contains(reason), "{new}: {error}");
    };
    is_refused("\"value\": -4", "\"value\": 36", "line: it ends with -4");
    is_refused("\"value\": -4", "\"value\": 65", "value: no game on 36 squares ends with +65");
    is_refused("\"value\": -4", "\"value\": -2147483648", "value: no game on 36 squares");
    is_refused("winner\": -4", "winner\": -3", "value_empties_to_winner: no game on 36 squares");
    is_refused("\"best_move\": \"c2\"", "\"best_move\": \"b3\"", "best_move: it is not the first");
    is_refused("    \"c2\",\n", "    \"a1\",\n", "best_move");
    is_refused("\"line\": \"c2b4c5d2", "\"line\": \"c2b4c5b5", "line");
    let (start, end) = text.split_once("\"line\": \"c2").unwrap();
    let (_, rest) = end.split_once('"').unwrap();
    let short = format!("{start}\"line\": \"c2\"{rest}");
    let error = Document::parse(short.as_bytes()).unwrap_err();
    assert!(error.contains("line: the game is not over at its end"), "{error}");
}

/// In an opening, all values are known, and only the rest of each line is searched: what is proved about
/// the positions of a line says nothing about the first one.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation")]
fn lines_in_an_opening_begin_with_what_is_known() {
    let rules = Rules::default();
    for (moves, most_nodes) in [("", 0), ("c2b2b3d2a1", 60_000_000)] {
        let position = read_game(start(6, 6, Start::Diagonal), moves).unwrap().end();
        let known = look_up(position, rules);
        let (find, lines) = (Find::AllMoves, Lines::Each);
        let question = Question { position, rules, find, lines, counts: false };
        let found = answer(&question, &Sources::ALL, &Limits::single(256 << 20), &()).unwrap();
        assert!(found.nodes() <= most_nodes, "{moves}: {} nodes", found.nodes());
        assert_eq!(found.moves().len(), known.valued_moves().len());
        for mv in known.valued_moves() {
            let found_move = found.moves().iter().find(|found| found.square() == mv.square);
            let line = found_move.unwrap().line().unwrap();
            assert_eq!((found_move.unwrap().value(), line.moves()[0]), (Some(mv.value), mv.square));
            assert_eq!(line.end().turn(), Turn::Over, "{moves}: {line}");
            let score = position.side().sees(line.end().score(rules), line.end().side());
            assert_eq!(score, mv.value, "{moves}: {line}");
            // Mirror images have mirrored lines.
            let principal = found.line().unwrap();
            let [here, first] = [line, principal].map(|line| line.turns().nth(1).unwrap().0);
            if here.symmetry_to(first).is_some() {
                assert!(line.end().symmetry_to(principal.end()).is_some(), "{moves}: {line}");
            }
        }
        assert_eq!(found.value(), known.value(), "{moves}");
    }
}

/// A question has the same answer through every interface.
#[test]
fn every_door_gives_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::alone();
    let positions = [
        ("4x4", "b1a1"),
        ("4x5", "d3"),
        ("5x5", "d3d2"),
        ("6x6", ""),
        ("6x6", "c2b4"),
        ("6x6", "c2d2e3"),
        ("6x7", "c2b4c5d2"),
        ("5x6", "c5d3"),
    ];
    for (size, moves) in positions.into_iter().take(if is_thorough() { 8 } else { 6 }) {
        let json = ["--format", "json", "--size", size];
        let answer = |args: &[&str], input: &str| -> Value {
            serde_json::from_str(&stdout(&talk(args, &folder, input))).unwrap()
        };
        let text = format!("{size}, {moves}");
        let begin = start_of(size);
        let position = read_game(begin, moves).unwrap().end();
        let cells = position.to_string();
        let solved = answer(&[&["solve", "--position", &cells], &json[..]].concat(), "");
        let value = &solved["value"];
        let in_a_file = answer(&[&["solve", "--file", "-"], &json[..]].concat(), &cells);
        assert_eq!(&in_a_file["value"], value, "{text}");
        let limited = ["solve", "--position", &cells, "--time", "10h"];
        assert_eq!(&answer(&[&limited[..], &json].concat(), "")["value"], value, "{text}");
        let engine = ["engine", "--protocol", "json", "--size", size, "--time", "10h"];
        assert_eq!(&answer(&engine, &cells)["value"], value, "{text}");
        let target = format!("/api/v1/solve?size={size}&moves={moves}&find=best-move");
        let over_http = server.solved(&target).json();
        assert_eq!(&over_http["value"], value, "{text}");
        // Several moves may be best; each interface reports one of them.
        for answer in [&solved, &in_a_file, &over_http] {
            let best = position.play(answer["best_move"].as_str().unwrap().parse().unwrap());
            let after = answer_of(size, &best.unwrap().to_string(), &folder);
            assert_eq!(after, -value.as_i64().unwrap(), "{text}: {answer}");
        }
        if let Some(known) = look_up(position, Rules::default()).value() {
            assert_eq!(&json!(known), value, "{text}");
        }
        let line = read_game(position, solved["line"].as_str().unwrap()).unwrap();
        let score = line.end().score(Rules::default());
        let seen = position.side().sees(score, line.end().side());
        assert_eq!(&json!(seen), value, "{text}");
        let black = Color::Black.sees(seen, position.side());
        let [blacks, whites] = ["black", "white"].map(|key| solved[key].as_i64().unwrap());
        assert_eq!(blacks - whites, i64::from(black), "{text}");
    }
}

/// The value of a position, found by a separate search.
fn answer_of(size: &str, cells: &str, folder: &TempDir) -> i64 {
    let position = read_position(size.parse().unwrap(), cells).unwrap();
    if let Some(known) = look_up(position, Rules::default()).value() {
        return known.into();
    }
    let args = ["solve", "--position", cells, "--size", size, "--format", "json"];
    let said: Value = serde_json::from_str(&printed(&args, folder)).unwrap();
    said["value"].as_i64().unwrap()
}

fn start_of(size: &str) -> othello_core::Position {
    othello_core::Position::start(size.parse().unwrap(), Start::Diagonal)
}

/// `bench` and `solve --file` ask the same questions, so they search the same positions.
#[test]
fn bench_and_solve_ask_the_same_question() {
    let folder = tempfile::tempdir().unwrap();
    let set = ["bench", "--random", "6", "--empties", "14-16", "--threads", "1"];
    let positions = printed(&[&set[..], &["--obf"]].concat(), &folder);
    fs::write(folder.path().join("set.obf"), &positions).unwrap();
    let solve = ["solve", "--file", "set.obf", "--threads", "1", "--format", "json"];
    let solved = printed(&solve, &folder);
    let bench = printed(&[&set[..], &["--format", "json"]].concat(), &folder);
    let bench: Value = serde_json::from_str(&bench).unwrap();
    let measured = bench[0]["benchmarks"].as_array().unwrap();
    assert_eq!((solved.lines().count(), measured.len()), (6, 6));
    for (line, measured) in solved.lines().zip(measured) {
        let line: Value = serde_json::from_str(line).unwrap();
        for key in ["value", "nodes"] {
            assert_eq!(line[key], measured[key], "{line}");
        }
    }
    let without_a_set = run(&["bench", "--obf"], &folder);
    assert_eq!(without_a_set.status.code(), Some(2));
}
