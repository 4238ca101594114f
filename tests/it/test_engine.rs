//! The engine test kit: this program passes it, and broken engines are diagnosed correctly.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::program::{PROGRAM, run, stderr, stdout};

/// The engine in docs/test-engine.md.
fn example() -> String {
    let text = fs::read_to_string("docs/test-engine.md").unwrap();
    let (_, code) = text.split_once("```python\n").unwrap();
    code.split_once("```").unwrap().0.to_owned()
}

/// Tests an engine written in Python.
fn test(options: &[&str], code: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine.py"), code).unwrap();
    test_command(options, &["python3", "engine.py"], folder.path())
}

fn test_command(options: &[&str], command: &[&str], folder: &Path) -> Output {
    run(&[&["test-engine"], options, &["--"], command].concat(), folder)
}

/// The report on a faulty engine written in Python.
#[track_caller]
fn report(options: &[&str], code: &str, verdict: &str) -> (Value, String) {
    let output = test(&[options, &["--format", "json"]].concat(), code);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["verdict"], verdict, "{report:#}");
    (report, stderr(&output))
}

/// The documented example with one line changed.
fn broken(from: &str, to: &str) -> String {
    let code = example();
    assert_eq!(code.matches(from).count(), 1, "{from}");
    code.replace(from, to)
}

#[test]
fn the_example_of_the_document_passes() {
    let output = test(&["--time", "1m"], &example());
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).ends_with("\nAll answers are right.\n"), "{}", stdout(&output));
    let lines = example().lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 40, "{lines}");
}

#[test]
fn this_program_passes_in_each_protocol() {
    for protocol in ["plain", "gtp", "nboard", "json"] {
        // Where each answer takes a search, a few boards are enough.
        let searches = ["nboard", "json"].contains(&protocol);
        let sizes = ["2", "3", "4", "6x4", "8"].map(|size| ["--size", size]);
        let sizes = &sizes[..if searches { 4 } else { 5 }];
        let options = ["--time", "5m", "--format", "json", "--protocol", protocol];
        let options = [&options[..], sizes.as_flattened()].concat();
        let engine = [PROGRAM, "engine", "--protocol", protocol, "--time", "0.1s"];
        let output = test_command(&options, &engine, Path::new("."));
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!(output.status.success(), "{report:#}");
        assert_eq!(report["verdict"], "right");
        let compared = |subject: &str| {
            let boards = report["boards"].as_array().unwrap();
            let all = boards.iter().flat_map(|board| board["subjects"].as_array().unwrap());
            let counts = all.filter(|of| of["subject"] == subject);
            counts.map(|of| of["compared"].as_u64().unwrap()).sum::<u64>()
        };
        assert!(compared("legal_moves") > 40 && compared("passes") >= 12, "{report:#}");
        assert!(compared("ends") >= 19 && compared("values") > 10, "{report:#}");
        assert!(protocol == "nboard" || compared("flips") > 100, "{report:#}");
        assert!(protocol != "plain" || compared("perft") > 100, "{report:#}");
    }
}

#[test]
fn the_first_wrong_answer_is_shown_with_a_board_to_paste() {
    // The engine forgets the directions above the disc.
    let code = broken("for down in (-1, 0, 1):", "for down in (0, 1):");
    let output = test(&["--size", "4", "--time", "1m"], &code);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    let (_, first) = said.split_once("First wrong answer: ").unwrap();
    let expected = "legal moves on 4x4, at the start

  a b c d
1 - · - -
2 · O X -
3 - X O ·
4 - - · -

position   -----OX--XO----- X
question   moves
right      b1 a2 d3 c4
answered   b1 a2 d3
";
    assert_eq!(first, expected);
    let errors = stderr(&output);
    assert!(errors.contains(" answers of the engine are wrong"), "{errors}");
}

#[test]
fn each_lie_is_found() {
    for (from, to, subject) in [
        ("\"pass\" if moves", "\"over\" if moves", "passes"),
        ("else \"over\")", "else \"pass\")", "ends"),
        ("square) + [square]", "square)[1:] + [square]", "flips"),
        ("lambda *_: 1, sum", "lambda *_: 2, sum", "perft"),
        ("max(-value for", "min(-value for", "values"),
        ("cells.count(side) -", "cells.count(side) + 1 -", "values"),
        ("+ \" \" + other", "+ \" \" + side", "flips"),
    ] {
        let code = broken(from, to);
        let (report, errors) = report(&["--size", "4", "--time", "1m"], &code, "wrong");
        assert_eq!(report["first_difference"]["subject"], subject, "{to}");
        assert!(errors.contains(" answers of the engine are wrong"), "{errors}");
    }
}

#[test]
fn an_engine_that_misbehaves_is_named_for_what_it_is() {
    let read = "import sys, time\nfor line in sys.stdin:\n    ";
    let answer = "print(\"over\", flush=True)\n";
    for (options, code, verdict, named) in [
        ("0.3s", format!("{read}pass"), "silent", "is silent: no answer to 'moves 4x4 -----OX--"),
        ("3s", format!("{read}time.sleep(3.3); {answer}"), "slow", "is slow: it answered 'moves"),
        ("1m", format!("{read}raise ValueError(\"no idea\")"), "dead", "ValueError: no idea"),
        ("1m", format!("{read}sys.exit(3)"), "dead", "exit status: 3"),
        ("1m", "while True: print(\"b1 a2 c4 d3\")".to_owned(), "flooding", "floods"),
        ("1m", format!("{read}print(\"x\" * 100000)"), "flooding", "floods"),
        ("1m", format!("{read}print(\"?\", flush=True)"), "mute", "answers no question"),
    ] {
        let (report, errors) = report(&["--size", "4", "--time", options], &code, verdict);
        assert!(errors.contains(named), "{errors}\n{report:#}");
    }
    // A response that is not an answer is quoted as it is.
    let (report, _) =
        report(&["--size", "4"], &format!("{read}print(\"hm?\", flush=True)"), "wrong");
    assert_eq!(report["first_difference"]["answer"], "hm?");
    let missing = test_command(&[], &["no/such/engine"], Path::new("."));
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        stderr(&missing).contains("the engine cannot be started: no/such/engine: No such file")
    );
    assert_eq!(test_command(&[], &[], Path::new(".")).status.code(), Some(2));
}

/// A GTP engine that accepts every move, and an NBoard engine that always passes.
#[test]
fn lies_in_other_protocols_are_found() {
    let code = "while True:\n    input(); print(\"=\\n\", flush=True)";
    let (lies, _) = report(&["--size", "4", "--protocol", "gtp", "--time", "1m"], code, "wrong");
    let first = &lies["first_difference"];
    assert_eq!(first["answer"], "a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4");
    let code = "
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'ping': print('pong', rest.strip(), flush=True)
    if word == 'hint': print('status waiting', flush=True)
    if word == 'go': print('=== PA', flush=True)
";
    let (lies, _) = report(&["--size", "4", "--protocol", "nboard", "--time", "1m"], code, "wrong");
    assert_eq!(lies["first_difference"]["answer"], "pass");
    assert_eq!(lies["first_difference"]["right"], "b1 a2 d3 c4");
}
