//! Exit codes: commands return the codes in the README's table, whatever happens to their output
//! and however small the stack is.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::common::program::{
    PROGRAM, Running, interruptible, is_interrupted, limited, printed, program, run, stderr,
    wait_until,
};

/// The commands listed in the help.
fn commands() -> Vec<String> {
    let help = printed(&["-h"], ".");
    let lines = help.lines().skip_while(|&line| line != "Commands:").skip(1);
    let names = lines.map_while(|line| line.split_whitespace().next());
    names.filter(|&name| name != "help").map(str::to_owned).collect()
}

/// Checks that these command lines cover all commands except the `others`.
fn are_all_but(lines: &[&str], others: &[&str]) {
    let all = commands();
    assert!(all.len() > 15, "{all:?}");
    for command in all {
        let is_there = lines.iter().any(|line| line.split(' ').next() == Some(&*command));
        assert!(is_there != others.contains(&&*command), "{command}");
    }
}

#[test]
fn the_guide_and_every_manual_page_have_the_same_table() {
    let guide = fs::read_to_string("docs/guide.md").unwrap();
    let rows = guide.lines().skip_while(|line| !line.starts_with("| exit code |")).skip(2);
    let rows =
        rows.map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let rows: Vec<_> = rows.collect();
    let codes: Vec<_> = rows.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["0", "1", "2", "130"]);
    let folder = tempfile::tempdir().unwrap();
    printed(&["man", "--output", "."], &folder);
    let mut pages = 0;
    for page in fs::read_dir(folder.path()).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap().replace("\\-", "-");
        let (_, table) = page.split_once(".SH \"EXIT STATUS\"\n").unwrap();
        let expected =
            rows.iter().map(|(code, meaning)| format!(".TP\n\\fB{code}\\fR\n{meaning}\n"));
        assert_eq!(table, expected.collect::<String>());
        pages += 1;
    }
    assert!(pages > commands().len(), "{pages}");
}

#[test]
fn a_file_that_cannot_be_read_is_bad_input() {
    let lines = [
        "solve --file nowhere",
        "analyze --depth 3 --file nowhere",
        "lookup --file nowhere",
        "lookup --table nowhere b1",
        "review nowhere.ggf",
        "review nowhere.sgf --empties 10",
        "review game.txt --empties 10 --players nowhere",
        "show nowhere.ggf",
        "show nowhere.wtb --game 2",
        "certify --campaign nowhere",
        "verify nowhere",
        "bench --compare nowhere",
        "campaign plan nowhere",
        "campaign status nowhere",
        "campaign merge nowhere",
        "campaign work nowhere/questions/00001.jsonl",
        "test-engine -- ./nowhere",
        // A folder can be opened like a file, but not read.
        "solve --file .",
        "bench --compare .",
    ];
    let no_file_is_read = ["perft", "wipeouts", "worksheet", "play", "engine", "serve", "tabulate"];
    are_all_but(&lines, &[&no_file_is_read[..], &["completions", "man"]].concat());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "f5d6\n").unwrap();
    for line in lines {
        let output = run(&line.split(' ').collect::<Vec<_>>(), &folder);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.starts_with("error: "), "{line}: {said}");
        if line.contains("nowhere") {
            assert!(said.contains("nowhere") || said.contains("--game"), "{line}: {said}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{line}");
    }
}

/// Each command would run for minutes or years, except the worksheet and the table of 4x6: one thread
/// takes seconds for them.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn ctrl_c_is_distinguished_from_failures() {
    let folder = tempfile::tempdir().unwrap();
    let start = format!("{}XO------OX{} X\n", "-".repeat(27), "-".repeat(27));
    fs::write(folder.path().join("start.txt"), start).unwrap();
    fs::copy("results/6x7.json", folder.path().join("6x7.json")).unwrap();
    let new = ["campaign", "new", "8x8", "--empties", "58", "--guess", "0", "--folder", "c"];
    printed(&new, &folder);
    printed(&["campaign", "plan", "c"], &folder);
    let lines = [
        "solve 8x8 --output x.json --hash 1M",
        "solve 8x8 --time 10h --hash 1M",
        "solve --file start.txt --hash 1M",
        "analyze 8x8 --depth 60",
        "analyze --file start.txt --depth 60",
        "perft 8x8 --depth 20",
        "wipeouts --all --output w.json",
        "wipeouts 8x8 --forced",
        "review f5d6c3d3c4f4f6 --time 10h",
        "worksheet 8x8 --count 100 --empties 16 --html x.html",
        "play --black strong --white strong --time 10h",
        "engine",
        "test-engine --time 10h -- sleep 36000",
        "certify 8x8 --output proof --hash 1M",
        "verify 6x7.json --budget 10h",
        "bench --ffo 50-59 --hash 1M",
        "campaign work c/questions/00001.jsonl --hash 1M",
        "tabulate 4x6 --output t --summary s --threads 1",
        "tabulate 8x8 --plies 3 --output t",
    ];
    are_all_but(&lines, &["lookup", "show", "serve", "completions", "man"]);
    for line in lines {
        let status = interrupted(line, folder.path());
        assert!(is_interrupted(status), "{line}: {status}");
        let finished = ["x.json", "w.json", "proof", "t", "s"].map(|name| folder.path().join(name));
        assert!(finished.iter().all(|file| !file.exists()), "{line}");
    }
    // Ctrl-C is the normal way to stop these.
    for line in ["serve --port 0 --hash 1M", "analyze 8x8"] {
        assert_eq!(interrupted(line, folder.path()).code(), Some(0), "{line}");
    }
}

/// Interrupts a command that is at work.
fn interrupted(line: &str, folder: &Path) -> ExitStatus {
    let args: Vec<_> = line.split(' ').collect();
    let mut program = interruptible(&args, folder);
    program.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = Running(program.spawn().unwrap());
    wait_until(line, || !running.ignores_ctrl_c());
    // Ctrl-C ends these as it does any program.
    let plain = ["bench", "engine", "perft", "play"];
    if !plain.iter().any(|command| line.starts_with(command)) {
        wait_until(line, || {
            assert!(running.0.try_wait().unwrap().is_none(), "{line} has already exited");
            running.catches_ctrl_c()
        });
    }
    // These three wait for others.
    if !["engine", "test-engine", "serve"].contains(&args[0]) {
        running.wait_for_work(Duration::from_millis(20));
    }
    running.signal("INT");
    running.ended()
}

/// Commands that print something and exit immediately.
const SHORT: [&[&str]; 8] = [
    &["solve", "4x4", "--output", "-"],
    &["show", "f5"],
    &["--help"],
    &["solve", "-h"],
    &["--version"],
    &["completions", "bash"],
    &["man"],
    &["man", "solve"],
];

/// The exit code and standard error after this shell redirection.
fn redirected(to: &str, args: &[&str]) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec \"$@\" {to}"), "sh", PROGRAM]).args(args);
    let output = shell.output().unwrap();
    (output.status.code(), stderr(&output))
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /dev/full")]
fn output_that_goes_nowhere_is_a_failure() {
    for args in SHORT {
        for (to, reason) in [(">&-", "it is closed"), (">/dev/full", "No space left on device")] {
            let (code, said) = redirected(to, args);
            assert_eq!(code, Some(1), "{args:?} {to}");
            let message = format!("error: cannot write to standard output: {reason}");
            assert!(said.starts_with(&message), "{args:?} {to}: {said}");
        }
        // The last one is how Python and Node discard output.
        for to in [">/dev/null", "2>&- >/dev/null", "1<>/dev/null"] {
            assert_eq!(redirected(to, args), (Some(0), String::new()), "{args:?} {to}");
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = program(args, ".").stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!((closed.status.code(), stderr(&closed)), (Some(0), String::new()), "{args:?}");
    }
}

/// In that case, the reason cannot be reported.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /dev/full")]
fn unread_errors_keep_their_exit_code() {
    for to in ["2>/dev/full", "2>&-"] {
        assert_eq!(redirected(to, &["show", "f5f5"]), (Some(2), String::new()));
        assert_eq!(redirected(to, &["solve", "9x9"]), (Some(2), String::new()));
        assert_eq!(
            redirected(to, &["certify", "4x4", "--output", "a/b"]),
            (Some(1), String::new())
        );
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs ulimit")]
fn a_small_stack_is_enough() {
    for line in ["--help", "solve 4x4 --output -", "solve 4x5 --output -", "analyze 8x8 --depth 8"]
        .into_iter()
        .chain(["solve 5x5 --moves d3 --threads 2 --format json", "lookup b1", "man"])
    {
        let args: Vec<_> = line.split(' ').collect();
        let small = limited("ulimit -s 64", &args, ".");
        assert!(small.status.success(), "{line}: {}", stderr(&small));
        assert!(!small.stdout.is_empty(), "{line}");
    }
}
