//! Boards and values are coloured everywhere, and no information is conveyed by colour alone.

use std::fs;

use crate::common::program;

/// Removes colour codes from a text.
fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

/// The output of a command.
fn printed(when: &str, command: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "-----OX--XO----- X\nb1\n").unwrap();
    let args: Vec<_> = ["--color", when].into_iter().chain(command.split_whitespace()).collect();
    program::printed(&args, &folder)
}

/// The lines that do not contain a time.
fn untimed(text: &str) -> Vec<&str> {
    let is_timed = |line: &&str| line.starts_with("time  ") || line.contains(" s  ");
    text.lines().filter(|line| !is_timed(line)).collect()
}

#[test]
fn every_board_and_every_value_is_coloured() {
    let (black, white, win, loss) = ("\u{1b}[36mX", "\u{1b}[33mO", "\u{1b}[32m+", "\u{1b}[31m-");
    let best = "\u{1b}[1m";
    let last = "\u{1b}[1m\u{1b}[4m";
    let commands: [(&str, &[&str]); 9] = [
        ("solve 4x4 --moves b1 --threads 1", &[black, white, win, best, last]),
        ("solve --file file --threads 1", &[win, loss, best]),
        ("lookup --file file", &[win, loss]),
        ("analyze 4x4 --depth 3", &[black, white, win, best]),
        ("analyze --file file --depth 9", &[win, loss, best]),
        ("show b1a1 --size 4", &[black, white, last]),
        ("play 4x4 --black greedy --white greedy", &[black, white, best, last]),
        ("certify 4x4 --output 4x4.proof", &[loss]),
        ("tabulate 3x6 --output table --summary census", &[win]),
    ];
    for (command, expected) in commands {
        let (coloured, without) = (printed("always", command), printed("never", command));
        for style in expected {
            assert!(coloured.contains(style), "{command}: {style:?} in {coloured:?}");
        }
        assert!(!without.contains('\u{1b}'), "{command}: {without:?}");
        assert_eq!(untimed(&plain(&coloured)), untimed(&without), "{command}");
    }
    let folder = tempfile::tempdir().unwrap();
    let lookup = ["--color=always", "lookup", "-----OX--XO----- X"];
    let looked_up = program::printed(&lookup, &folder);
    for style in [black, white, loss, best] {
        assert!(looked_up.contains(style), "{style:?} in {looked_up:?}");
    }
}

/// The choice also applies to output printed while parsing the rest of the command line.
#[test]
fn help_and_errors_follow_the_choice() {
    let folder = tempfile::tempdir().unwrap();
    for (args, is_coloured) in [
        (&["--color", "always", "solve", "--help"][..], true),
        (&["--color=always", "solve", "--wrong"], true),
        (&["solve", "--color=always", "--wrong"], true),
        (&["solve", "--color=never", "--wrong"], false),
        (&["solve", "--wrong"], false),
        (&["lookup", "--", "--color=always"], false),
    ] {
        let output = program::run(args, &folder);
        let said = program::stdout(&output) + &program::stderr(&output);
        assert_eq!(said.contains('\u{1b}'), is_coloured, "{args:?}: {said}");
    }
}
