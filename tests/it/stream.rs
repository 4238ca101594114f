//! Positions from standard input are answered one by one, as they arrive.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::common::program::{self, program, stderr, stdout};

/// Ends a test that hangs.
const WATCHDOG: Duration = Duration::from_mins(15);

const COMMANDS: [&[&str]; 3] = [&["solve"], &["lookup"], &["analyze", "--depth", "20"]];

/// Writes each line after the answer to the previous line, and returns all answers.
fn talk(command: &[&str], lines: &[&str]) -> (Vec<String>, Option<i32>) {
    let args = [command, &["--file", "-", "--format", "json"]].concat();
    let mut program = program(&args, ".")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let output = BufReader::new(program.stdout.take().unwrap());
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.unwrap())));
    let answers = lines.iter().map(|line| {
        input.write_all(line.as_bytes()).unwrap();
        answers.recv_timeout(WATCHDOG).expect("an answer before the next line is read")
    });
    let answers = answers.collect();
    drop(input);
    (answers, program.wait().unwrap().code())
}

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    let lines = [
        "\u{feff}# comments are no positions\n\n-----OX--XO----- X\n",
        "0x0240 0x0420 X  # hexadecimal words\n",
        "# another comment\nb1\n",
        "--OO--OX-OXXXXXX O\n",
    ];
    for command in COMMANDS {
        let (answers, code) = talk(command, &lines);
        let values = ["3,", "4,", "6,", "7,"].map(|line| format!("{{\"file_line\":{line}"));
        for (answer, begin) in answers.iter().zip(values) {
            assert!(answer.starts_with(&begin) && answer.ends_with('}'), "{command:?}: {answer}");
        }
        assert_eq!(code, Some(0), "{command:?}");
    }
}

#[test]
fn a_wrong_line_has_an_error_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let lines = b"nonsense \xff\n-----OX--XO----- X\n# comment\n-----OX--XO----Q X\n\
                  --OO--OX-OXXXXXX O; b1:+3\nb1a1\n";
    fs::write(folder.path().join("lines"), lines).unwrap();
    for command in COMMANDS {
        for (file, name) in [("-", "standard input"), ("lines", "lines")] {
            let args = [command, &["--file", file, "--quiet", "--score", "discs"]].concat();
            let input = fs::File::open(folder.path().join("lines")).unwrap();
            let run = |args: &[&str]| {
                program(args, &folder).stdin(input.try_clone().unwrap()).output().unwrap()
            };
            let output = run(&args);
            let [said, error] = [stdout(&output), stderr(&output)];
            let lines: Vec<_> = said.lines().filter(|line| !line.starts_with("       ")).collect();
            let begins = [
                "    1  error: ",
                "    2     -8",
                "    4  error: column 16: 'Q' is not a ",
                "    5  error: column 21: 'b1' is not a legal move",
                "    6     -8",
            ];
            for begin in begins {
                assert!(lines.iter().any(|line| line.starts_with(begin)), "{args:?}: {said}");
            }
            let expected = format!("error: {name}: lines 1, 4 and 5 could not be read\n");
            assert_eq!((error.as_str(), output.status.code()), (&*expected, Some(1)), "{args:?}");
        }
        let args = [command, &["--file", "lines", "--format", "json"]].concat();
        let output = program::run(&args, &folder);
        let documents: Vec<serde_json::Value> =
            stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let numbers: Vec<_> =
            documents.iter().map(|of| of["file_line"].as_i64().unwrap()).collect();
        assert_eq!(numbers, [1, 2, 4, 5, 6]);
        let are_errors: Vec<_> = documents.iter().map(|of| of["error"].is_string()).collect();
        assert_eq!(are_errors, [true, false, true, true, false]);
        assert_eq!(output.status.code(), Some(1));
    }
}

/// `best_moves` lists every move that keeps the value, and is present only if all were searched
/// for.
#[test]
fn best_moves_are_all_of_them_in_every_command() {
    let position = "-----OX--XO----- X";
    let all = serde_json::json!(["b1", "a2", "d3", "c4"]);
    let ask = |args: &[&str], position: &str| -> serde_json::Value {
        let output = program::talk(&[args, &["--format", "json"]].concat(), ".", position);
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let answer = |args: &[&str]| ask(args, position);
    assert_eq!(answer(&["solve", "--position", position])["best_moves"], all);
    assert_eq!(answer(&["lookup", position])["best_moves"], all);
    assert_eq!(answer(&["lookup", "--file", "-"])["best_moves"], all);
    assert_eq!(answer(&["analyze", "--file", "-", "--depth", "13"])["best_moves"], all);
    assert_eq!(answer(&["solve", "--file", "-", "--all-moves"])["best_moves"], all);
    assert_eq!(answer(&["solve", "--file", "-"])["best_moves"], all);

    // On larger boards, they must be requested.
    let position = "-------------XOOX---XXX--OX- O";
    let answer = |args: &[&str]| ask(&[args, &["--size", "7x4"]].concat(), position);
    for source in [&["--position", position][..], &["--file", "-"]] {
        let one = answer(&[&["solve"], source].concat());
        let all = answer(&[&["solve", "--best-moves"], source].concat());
        let every = answer(&[&["solve", "--all-moves"], source].concat());
        assert!(one.get("best_moves").is_none() && one.get("moves").is_none(), "{one}");
        assert!(one.get("value_empties_to_winner").is_none(), "{one}");
        let best = all["best_moves"].as_array().unwrap();
        assert!(best.contains(&one["best_move"]) && all.get("moves").is_none(), "{all}");
        assert_eq!(every["best_moves"], all["best_moves"]);
        assert_eq!([&one["value"], &all["value"]], [&every["value"]; 2]);
    }
}

/// Without a size, moves are played on the command's default board.
#[test]
fn moves_are_on_the_default_board() {
    let position = |args: &[&str], text: &str| {
        let output = program::talk(&[args, &["--format", "json"]].concat(), ".", text);
        let document: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        document["position"].as_str().unwrap().to_owned()
    };
    let after = "OX---OX--XO----- X";
    assert_eq!(position(&["solve", "--file", "-"], "b1a1\n"), after);
    assert_eq!(position(&["solve", "--position", "b1a1"], ""), after);
    assert_eq!(position(&["lookup", "--file", "-"], "b1a1\n"), after);
    assert_eq!(position(&["lookup", "b1a1"], ""), after);
    assert_eq!(position(&["analyze", "--file", "-", "--depth", "1", "--size", "4"], "b1a1"), after);
    assert_eq!(position(&["show", "f5", "--size", "8"], ""), position(&["show", "f5"], ""));
    let on_8x8 = position(&["analyze", "--file", "-", "--depth", "1"], "f5d6");
    assert_eq!(on_8x8, position(&["show", "f5d6"], ""));
}

/// Each thread takes different lines, and the answers are in the order of the lines.
#[test]
fn several_threads_answer_a_file_as_one_does() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lines"), "b1\na2\nd3\nc4\nb1a1\nb1c1\nb1a3\n").unwrap();
    let [one, two, three, many] = ["1", "2", "3", "16"]
        .map(|n| stdout(&program::run(&["solve", "--file", "lines", "--threads", n], &folder)));
    assert!(one.lines().count() == 9 && one == two && one == three && one == many, "{one}");
}
