//! Conversations with the engine, as conducted by other programs.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use crate::common::program::{self, Running, program, stdout};

/// The program's output for these lines of input. It must succeed.
fn talk(args: &[&str], lines: &str) -> String {
    let output = program::talk(&[&["engine"], args].concat(), ".", lines);
    assert!(output.status.success(), "{lines}");
    stdout(&output)
}

/// Plays a scripted conversation: lines after `> ` are sent, and lines after `< ` are expected.
/// `[..]` matches anything.
#[track_caller]
fn converse(args: &[&str], script: &str) {
    let lines = |mark| script.lines().filter_map(move |line| line.trim().strip_prefix(mark));
    let asked: Vec<_> = lines(">").map(str::trim).collect();
    let said = talk(args, &(asked.join("\n") + "\n"));
    let mut said = said.lines().map(str::trim);
    for expected in lines("<").map(str::trim) {
        let found = said.next().unwrap_or("nothing");
        let agrees = match expected.split_once("[..]") {
            Some((begin, end)) => found.starts_with(begin) && found.ends_with(end),
            None => found == expected,
        };
        assert!(agrees, "got {found} instead of {expected}");
    }
    assert_eq!(said.next(), None);
}

#[test]
fn nboard_sets_games_and_asks() {
    converse(
        &["--time", "10h"],
        "> move f5
         > nboard 2
         < set myname othello-solver [..]
         > set depth 12
         > set contempt 0
         > set game (;GM[Othello]TY[4]BO[4 -----O*--*O----- *]B[b1]W[a1//0.5];)
         > ping 7
         < pong 7
         > go
         < === a2/-8.00/[..]
         < status waiting
         > move a2/-8.00/0.1
         > hint 2
         < search c1 8.00 0 100%
         < search a3 8.00 0 100%
         < status waiting
         > analyze
         < analysis 2 -8.00
         < analysis 1 8.00
         < analysis 0 -8.00
         < status waiting
         > learn
         < learned
         > what is this
         >
         > quit
         > nboard 2",
    );
}

/// In version 1 of the protocol, moves have no command in front.
#[test]
fn nboard_plays_bare_moves() {
    converse(
        &["--time", "10h", "--size", "4"],
        "> nboard 1
         < set myname othello-solver [..]
         > b1
         > a1//0.50
         > d4
         < status d4 is not a legal move for Black; the legal moves are a2 d3 c4
         > PA
         < status Black must not pass
         > z9
         < status z9 is not a legal move for Black; the legal moves are a2 d3 c4
         > what about c3
         > A2/-8/0.1
         > hint 1
         < search c1 8.00 0 100%
         < status waiting",
    );
}

/// NBoard sends `ping` when the position is about to change.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn a_ping_ends_what_nboard_has_asked_for() {
    let mut engine = program(&["engine", "--time", "10h"], ".");
    engine.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = Running(engine.spawn().unwrap());
    let mut stdin = running.0.stdin.take().unwrap();
    let mut said = BufReader::new(running.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    for (number, question) in ["hint 2", "analyze", "go"].into_iter().enumerate() {
        writeln!(stdin, "set game (;GM[Othello]TY[8]B[f5]W[d6]B[c3];)\n{question}").unwrap();
        running.wait_for_work(Duration::from_millis(200));
        writeln!(stdin, "ping {number}").unwrap();
        assert!(said.any(|line| line == "status waiting"), "{question} must finish");
        assert_eq!(said.next(), Some(format!("pong {number}")));
    }
    drop(stdin);
    assert!(running.ended().success());
}

#[test]
fn nboard_hears_what_is_wrong() {
    converse(
        &["--time", "10h", "--size", "4"],
        "> set game nonsense
         < status a property such as BO[…] or B[f5] is expected
         > set game (;GM[Othello]TY[4]BO[4 -----O*--*O----- *]B[a1];)
         < status a1 is not a legal move for Black; the legal moves are b1 a2 d3 c4
         > move
         < status '' is not a square
         > move z9
         < status z9 is not a legal move for Black; the legal moves are b1 a2 d3 c4
         > move PA
         < status Black must not pass
         > hint many
         < status hint needs a number of moves
         > set game (;GM[Othello]TY[4]BO[4 --OO--O*-O****** O];)
         > go
         < === PA
         < status waiting
         > hint 3
         < search PA -11.00 0 100%
         < status waiting
         > move pa
         > go
         < === b2/11.00/[..]
         < status waiting
         > set game (;GM[Othello]TY[6x4]BO[6x4 ******------------------ O];)
         > go
         < status the game is over",
    );
}

#[test]
fn gtp_plays_and_answers() {
    converse(
        &["--protocol", "gtp", "--time", "10h"],
        "> protocol_version
         < = 2
         <
         > 2 name
         < =2 othello-solver
         <
         > known_command genmove
         < = true
         <
         > known_command fly
         < = false
         <
         > list_games
         < = Othello
         <
         > set_game Othello
         < =
         <
         > boardsize 4
         < =
         <
         > clear_board # a comment
         < =
         <
         >
         > # nothing but a comment
         > komi 0.5
         < =
         <
         > time_settings 36000 0 0
         < =
         <
         > time_left black 36000 0
         < =
         <
         > reg_genmove b
         < = b1
         <
         > 10 genmove black
         < =10 b1
         <
         > play W A1
         < =
         <
         > undo
         < =
         <
         > play white a1
         < =
         <
         > showboard
         < =
         <   a b c d
         < 1 O X - -
         < 2 · O X -
         < 3 - X O ·
         < 4 - - · -
         < Black to move
         <
         > quit
         < =
         <
         > name",
    );
}

#[test]
fn gtp_refuses_what_is_wrong() {
    converse(
        &["--protocol", "gtp", "--time", "10h", "--size", "4x4"],
        "> undo
         < ? cannot undo
         <
         > 3 fly
         < ?3 unknown command
         <
         > play black
         < ? syntax error
         <
         > play green b1
         < ? invalid color
         <
         > play black z99
         < ? invalid coordinate
         <
         > play black a1
         < ? illegal move: a1 is not a legal move for Black; the legal moves are b1 a2 d3 c4
         <
         > play white a1
         < ? it is Black's turn
         <
         > genmove white
         < ? it is Black's turn
         <
         > play black pass
         < ? illegal move: there is a legal move
         <
         > final_score
         < ? the game is not over
         <
         > boardsize 99
         < ? unacceptable size
         <
         > set_game Go
         < ? unsupported game; the game is Othello
         <
         > time_settings a b c
         < ? syntax error
         <
         > komi much
         < ? syntax error
         <",
    );
}

/// One process plays both sides on every board to the end, and its reports are correct.
#[test]
fn gtp_plays_every_size_to_its_end() {
    for (size, score) in [("3x4", "B+12"), ("4", "W+8"), ("2", "0"), ("5x3", "")] {
        let moves = "genmove black\ngenmove white\n".repeat(9);
        let lines = format!("boardsize {size}\n{moves}genmove black\nfinal_score\n");
        let said = talk(&["--protocol", "gtp", "--time", "10h"], &lines);
        let last = said.lines().rfind(|line| !line.is_empty()).unwrap();
        assert!(last.starts_with("= ") && last.ends_with(score), "{size}: {said}");
    }
}

#[test]
fn lines_are_answered_by_json() {
    converse(
        &["--protocol", "json", "--time", "10h", "--size", "4"],
        r#"> b1a1a2c1d4a3d1b4
        < {"schema":"othello-solver/answer/1","size":"4x4","width":4,"height":4,"objective":"most","score":"discs","position":"OOOXOOX-OOX--O-X X","value":-8,"black":3,"white":11,"empty":2,"best_move":"a4","best_moves":["a4"],"line":"a4c4"}
        > --OO--OX-OXXXXXX O
        < {"schema":[..],"value":-11,"black":13,"white":2,"empty":1,"best_move":null,"best_moves":[],"line":"b2a3a1a2"}
        > % a comment
        < {"error":"the line is empty: write a position, a game or a JSON object"}
        >
        < {"error":"the line is empty: write a position, a game or a JSON object"}
        > b1z9
        < {"error":"column 3: move 2: 'z9' is not a square of the 4x4 board (a1 to d4); moves are taken to be on the 4x4 board"}
        > (;GM[Othello]BO[2 O**O *];)
        < {"schema":[..],"position":"OXXO X","value":0,"black":2,"white":2,"empty":0,"best_move":null,"best_moves":[],"line":""}
        > XXXXXXOOOOOOXX---- X; a6:+18;
        < {"error":[..]
        > -----OX--XO-----
        < {"error":"column 17: the side to move is missing; write X or O after the cells"}"#,
    );
    converse(
        &["--protocol", "json", "--time", "10h", "--size", "4"],
        r#"> {"id": 7, "command": "solve", "moves": "b1a1a2c1d4a3d1b4"}
        < {"id":7,"schema":[..],"best_move":"a4","best_moves":["a4"],"line":"a4c4"}
        > {"position": "OOOXOOX-OOX--O-X X", "moves": "a4c4", "id": "last"}
        < {"id":"last","schema":[..],"best_move":null,"best_moves":[],"line":""}
        > {"id": null, "position": "2x2"}
        < {"id":null,"error":"position: [..]
        > {"id": 8, "position": "-----OX--XO----- X", "moves": "a1"}
        < {"id":8,"error":"moves: column 1: move 1: a1 [..]
        > {"id": 9, "command": "win", "moves": ""}
        < {"id":9,"error":"unknown variant `win`, expected `solve`"}
        > {"id": 10, "position": 5}
        < {"id":10,"error":"invalid type: [..]
        > {"id": 11, "depth": 5}
        < {"id":11,"error":"unknown field `depth`, expected one of [..]
        > {"id": 14, "moves": "", "seconds": -1}
        < {"id":14,"error":"seconds: [..]
        > {"id": 12}
        < {"id":12,"error":"it has neither a position nor moves"}
        > {"id": 15, "position": "2x2", "position": "-----OX--XO----- X"}
        < {"id":15,"error":"'position' is repeated"}
        > {"id": 13
        < {"error":"it is not JSON: [..]
        >   {"moves": ""}
        < {"schema":"othello-solver/answer/1","size":"4x4",[..]"#,
    );
    let said = talk(&["--protocol", "json", "--time", "0"], "f5\n");
    assert!(said.contains("\"forecast\":{\"depth\":"), "{said}");
}

#[test]
fn proved_bounds_are_reported_at_the_time_limit() {
    let said = talk(
        &["--protocol", "json", "--time", "10h"],
        "{\"moves\": \"\", \"find\": \"all-moves\", \"seconds\": 0.2}\n",
    );
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    // A move's forecast lies within its proved bounds.
    let check = |answer: &serde_json::Value, expected: &serde_json::Value| {
        let proved = answer["moves"].as_array().unwrap();
        for of in expected["moves"].as_array().unwrap() {
            let bounds = proved.iter().find(|mv| mv["move"] == of["move"]).unwrap();
            assert!(bounds["lower"].as_i64() <= of["value"].as_i64(), "{answer}");
            assert!(of["value"].as_i64() <= bounds["upper"].as_i64(), "{answer}");
        }
        let is_expected = answer["best_so_far"] == expected["moves"][0]["move"];
        assert!(is_expected || answer["best_so_far"] == answer["best_move"], "{answer}");
    };
    assert!((1.0..10.0).contains(&answer["forecast"]["usual_error"].as_f64().unwrap()), "{said}");
    check(&answer, &answer["forecast"]);

    // When an endgame is partly proved, no value contradicts the proof.
    let endgame =
        "{\"position\": \"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X\"";
    for seconds in [0.0, 0.02, 0.1, 0.3] {
        let request = format!("{endgame}, \"find\": \"all-moves\", \"seconds\": {seconds}}}\n");
        let answer: serde_json::Value =
            serde_json::from_str(&talk(&["--protocol", "json"], &request)).unwrap();
        match answer.get("lower") {
            Some(_) => check(&answer, &answer["forecast"]),
            None => assert_eq!(answer["best_moves"][0], answer["moves"][0]["move"], "{answer}"),
        }
    }

    // On boards without a trained evaluation, discs are counted.
    let said = talk(&["--protocol", "json", "--size", "9x7", "--time", "0"], "{\"moves\": \"\"}\n");
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert!(answer["forecast"].is_null() && answer["discs"]["depth"].as_u64() >= Some(2));
    check(&answer, &answer["discs"]);
}

/// The text of the first code block of this kind in a document.
fn block<'a>(document: &'a str, kind: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!("```{kind}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_conversation_in_the_documentation_is_held() {
    let document = std::fs::read_to_string("docs/engine.md").unwrap();
    let args = ["--protocol", "json", "--size", "4", "--time", "10h"];
    let said = talk(&args, block(&document, "json"));
    let command = "$ othello-solver engine --protocol json --size 4 < requests.txt\n";
    assert_eq!(block(&document, "console"), format!("{command}{said}\n"));
}
