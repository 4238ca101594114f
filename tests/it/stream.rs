//! Positions from standard input are answered one by one, as they come.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::common::program::{self, program, stderr, stdout};

const COMMANDS: [&[&str]; 3] = [&["solve"], &["lookup"], &["analyze", "--depth", "20"]];

/// Writes each line when the one before is answered, and hands back the answers.
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
        answers.recv_timeout(Duration::from_mins(1)).expect("it answers before it reads on")
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
fn a_wrong_line_ends_it_after_the_answers_before() {
    for command in COMMANDS {
        let args = [command, &["--file", "-", "--quiet"]].concat();
        let args: Vec<_> =
            args.into_iter().filter(|arg| command[0] != "lookup" || *arg != "--quiet").collect();
        let lines = "-----OX--XO----- X\n# comment\n-----OX--XO----Q X\n";
        let output = program::talk(&args, ".", lines);
        let [said, error] = [stdout(&output), stderr(&output)];
        assert!(said.starts_with("positions of 4x4 Othello, "), "{said}");
        assert!(said.lines().count() == 3 && said.contains("\n    1     -8"), "{said}");
        let expected = "error: standard input: line 3, column 16: 'Q' is not a cell; a cell is X \
                        for Black, O for White, - for empty\n";
        assert_eq!((error.as_str(), output.status.code()), (expected, Some(2)));
    }
}
