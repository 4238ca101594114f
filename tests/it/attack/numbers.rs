//! Extreme numbers: in the options of every command, and in the three protocols of the engine.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::common::program::{PROGRAM, limited, run, stderr, stdout, talk};

/// Numbers near the limits of the numeric types, and texts that look like numbers.
const EXTREMES: &str = " -1 0 1 2 24 65 255 256 1025 100000 -2147483648 2147483647 4294967295 \
    4294967296 -9223372036854775808 9223372036854775807 9223372036854775808 18446744073709551615 \
    18446744073709551616 340282366920938463463374607431768211456 1e9 nan 0x10";

/// A command, an option that takes a number, and the text appended to the number. Where a valid
/// number would take long, this text makes it too large or too small.
const OPTIONS: [(&[&str], &str, &str); 27] = [
    (&["perft", "3x3", "--depth", "3"], "--threads", ""),
    (&["solve", "4x4", "--output", "-", "--all-moves", "--moves", "b1a1a2c1d4a3"], "--threads", ""),
    (&["certify", "3x3", "--output", "threads.proof"], "--threads", ""),
    (&["perft", "3x3"], "--depth", ""),
    (&["perft", "3x3", "--passes", "free", "--divide", "--unique"], "--depth", ""),
    (&["analyze", "3x3", "--hash", "1M"], "--depth", ""),
    (&["analyze", "--file", "positions", "--hash", "1M"], "--depth", ""),
    (&["perft", "3x3", "--depth", "3", "--unique"], "--hash", "K"),
    (&["perft", "3x3", "--depth", "3", "--unique"], "--hash", "G"),
    (&["analyze", "3x3", "--depth", "3"], "--hash", "K"),
    (&["solve", "3x3", "--output", "-"], "--hash", "M"),
    (&["wipeouts", "3x3", "--forced"], "--hash", "K"),
    (&["certify", "3x3", "--output", "hash.proof"], "--hash", "K"),
    (&["verify", "positions"], "--hash", "K"),
    (&["verify", "positions"], "--budget", ""),
    (&["certify", "3x3", "--output", "leaves.proof"], "--leaves", ""),
    (&["play", "3x3", "--black", "random", "--white", "random"], "--seed", ""),
    (&["play", "3x3", "--black", "strong", "--white", "strong"], "--time", "h"),
    (&["review", "--size", "4", "b1a1a2c1d4a3d1b4a4"], "--time", "s"),
    (&["engine", "--protocol", "gtp"], "--time", "m"),
    (&["bench"], "--ffo", "99"),
    (&["bench"], "--threads", "000000"),
    (&["worksheet", "--empties", "4"], "--count", ""),
    (&["worksheet", "--count", "2"], "--empties", ""),
    (&["worksheet", "--count", "2"], "--seed", ""),
    (&["campaign", "new", "3x4", "--folder", "campaign"], "--empties", "99"),
    (&["campaign", "new", "3x4", "--folder", "campaign"], "--guess", "99"),
];

#[test]
fn every_number_of_an_option_works_or_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("positions"), "OX-XO---- X\nXXXOOOX-O X\n").unwrap();
    for (command, option, unit) in OPTIONS {
        let mut works = 0;
        for number in EXTREMES.split(' ') {
            let value = format!("{option}={number}{unit}");
            let args = [command, &[&value]].concat();
            let Output { status, stderr, .. } = run(&args, folder.path());
            let said = String::from_utf8(stderr).unwrap();
            match status.code() {
                // `verify` reports that it does not know these positions.
                Some(0 | 1) if !said.contains("panicked") => works += 1,
                Some(2) => {
                    assert!(said.contains(&option[2..]), "{args:?}: {said}");
                    assert!(said.lines().count() <= 5, "{args:?}: {said}");
                }
                code => panic!("{args:?}: {code:?}, {said}"),
            }
        }
        let can_work = !["99", "000000"].contains(&unit);
        assert!(works > 0 || !can_work, "{command:?} {option} accepts no number");
    }
}

/// The lines of a conversation, divided by `|`, repeated with each extreme number in place of `N`.
fn with_extremes(lines: &str) -> String {
    let mut all = String::new();
    for line in lines.split('|') {
        all.extend(EXTREMES.split(' ').map(|number| line.replace('N', number) + "\n"));
    }
    all
}

/// Sends these lines to an engine, and a last one, which must be answered as usual.
fn converse(args: &[&str], lines: &str, last: &str, answer: &str) {
    let output = talk(&[&["engine"], args].concat(), ".", &(with_extremes(lines) + last));
    let (said, errors) = (stdout(&output), stderr(&output));
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    assert!(said.ends_with(answer), "{said}");
}

#[test]
fn every_number_said_to_an_engine_is_taken_or_refused() {
    let gtp = "N name|boardsize N|boardsize Nx4|boardsize 3|komi N|time_settings N 0 0|\
        time_settings 0 10 N|time_settings 0 N 10|time_settings N N N|reg_genmove b|\
        time_left b 10 N|genmove b|undo|time_left b N 10|genmove b|undo|play b aN|\
        play b N";
    converse(&["--protocol", "gtp", "--time", "1m"], gtp, "77 name\n", "=77 othello-solver\n\n");
    let nboard = "nboard N|set depth N|set contempt N|\
        set game (;GM[Othello]TY[N]BO[N OX-XO---- *];)|\
        set game (;GM[Othello]TY[3]TI[N]RE[N]BO[3 OX-XO---- *]B[c1/N/N];)|\
        set game (;GM[Othello]TY[3]BO[3 OX-XO---- *];)|hint N|move c1/N/N|move aN|\
        ping N|N";
    converse(&["--time", "1m"], nboard, "ping 77\n", "pong 77\n");
    let json = "N|OX-XO---- X; c1:N;|OX-XO---- X; c1:+N;|OX-XO---- N|aN|0xN 0xN X";
    let last = "\"position\":\"XXXOOOX-O X\",\"value\":";
    let output = talk(
        &["engine", "--protocol", "json", "--size", "3", "--time", "1m"],
        ".",
        &(with_extremes(json) + "XXXOOOX-O X\n"),
    );
    assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));
    assert!(stdout(&output).lines().last().unwrap().contains(last), "{}", stdout(&output));
}

/// The output of a command for a line of 200 MB and the next line, without enough memory to store
/// the first.
fn after_a_long_line(args: &[&str], next: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 150000; exec \"$@\"", "sh", PROGRAM]).args(args);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = shell.spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    for _ in 0..200 {
        input.write_all(&vec![b'x'; 1_000_000]).unwrap();
    }
    input.write_all(next.as_bytes()).unwrap();
    drop(input);
    running.wait_with_output().unwrap()
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit -v")]
fn a_line_of_any_length_is_refused_and_the_next_is_answered() {
    let problem = "the line is longer than 65536 bytes";
    let over = "OX-XXXXXX O";
    let engine = ["engine", "--protocol"];
    for (args, next, refused, answered) in [
        (&[engine[0], engine[1], "gtp"][..], "7 name", "? ", "=7 othello-solver"),
        (&[engine[0], engine[1], "nboard"], "ping 7", "status ", "pong 7"),
        (&[engine[0], engine[1], "json", "--size", "3"], over, "{\"error\":\"", over),
    ] {
        let output = after_a_long_line(args, &format!("\n{next}\n"));
        let (said, errors) = (stdout(&output), stderr(&output));
        assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
        assert!(said.starts_with(&format!("{refused}{problem}")), "{args:?}: {said}");
        assert!(said.contains(answered), "{args:?}: {said}");
    }
    for command in [&["solve"][..], &["lookup"], &["analyze", "--depth", "1", "--hash", "1M"]] {
        let args = [command, &["--file", "-", "--format", "json"]].concat();
        let output = after_a_long_line(&args, &format!("\n{over}\n"));
        let said = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(
            said.starts_with("{\"file_line\":1,") && said.contains(problem),
            "{args:?}: {said}"
        );
        assert!(said.contains("{\"file_line\":2,"), "{args:?}: {said}");
    }
}

/// The program has enough memory for everything except the table.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit -v")]
fn a_table_that_the_system_cannot_provide_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        &["bench", "--threads", "1"][..],
        &["bench", "--threads", "2", "--ffo", "59"],
        &["solve", "8x8", "--output", "8x8.json"],
        &["wipeouts", "4x8", "--forced"],
        &["certify", "6x6", "--output", "6x6.proof", "--hash", "400M"],
    ] {
        // Enough for an unoptimised program and its stack, but not for a table.
        let output = limited("ulimit -v 48000", command, folder.path());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
        let last = said.lines().last().unwrap();
        assert!(last.starts_with("error: the system cannot provide "), "{command:?}: {said}");
        assert!(!said.contains("panicked"), "{command:?}: {said}");
    }
}
