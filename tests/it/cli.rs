//! The program as a user runs it: its output and exit code. `TRYCMD=overwrite cargo test --test it
//! cli::` updates the recorded output.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::program::{PROGRAM, Running, printed, program, wait_until};

#[test]
fn commands() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cli/*.md");
    if cfg!(windows) {
        cases.skip("tests/cli/devices.md");
    }
}

#[test]
fn the_readme() {
    runs_as_shown("README.md");
}

#[test]
fn the_guide() {
    runs_as_shown("docs/guide.md");
}

#[test]
fn how_it_works() {
    runs_as_shown("docs/how-it-works.md");
}

/// Every link in docs/how-it-works.md leads to the code it quotes: in the file, or in the line if the
/// link has a number.
#[test]
fn how_it_works_points_to_the_code() {
    let text = fs::read_to_string("docs/how-it-works.md").unwrap().replace('\n', " ");
    let mut links = 0;
    for link in text.split('[') {
        let Some((label, rest)) = link.split_once("](../") else { continue };
        let (address, _) = rest.split_once(')').unwrap();
        let (file, line) = address.split_once("#L").unwrap_or((address, ""));
        if Path::new(file).extension().is_none_or(|it| it != "rs") {
            continue;
        }
        let code = fs::read_to_string(file).unwrap();
        let line = line.parse::<usize>().ok().map(|line| code.lines().nth(line - 1).unwrap());
        // Every other part is in backticks.
        for part in label.split('`').skip(1).step_by(2) {
            assert!(line.unwrap_or(&code).contains(part), "{part} is not in {address}");
            links += 1;
        }
    }
    assert!(links > 10);
}

/// Runs every command with sample output in a document, in an otherwise empty folder with a folder
/// `results`.
fn runs_as_shown(document: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for line in fs::read_to_string(document).unwrap().lines() {
        text += &without_times(line).replace("$ cargo run --release -- ", "$ othello-solver ");
        text.push('\n');
    }
    assert!(text.contains("```console\n$ othello-solver "), "{document} shows no command");
    let copy = folder.path().join("document.md");
    fs::write(&copy, text).unwrap();
    // With these folders next to it, each command runs in a copy of the first.
    fs::create_dir_all(folder.path().join("document.in/results")).unwrap();
    fs::create_dir(folder.path().join("document.out")).unwrap();
    trycmd::TestCases::new().case(copy);
}

/// Replaces times, which differ from run to run, with a wildcard: the text after `time`, and any
/// number before a lone `s`.
fn without_times(line: &str) -> String {
    if line.starts_with("time  ") {
        return "time       [..]".to_owned();
    }
    match line.split_once(" s  ") {
        Some((before, after)) if before.contains('.') => {
            let number = before.rfind(' ').map_or(0, |space| space + 1);
            format!("{}[..] s  {after}", before[..number].trim_end())
        }
        _ => line.to_owned(),
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn a_very_long_search_suggests_an_alternative() {
    let solve = ["solve", "8x8", "--output", "-", "--hash", "1M"];
    let folder = tempfile::tempdir().unwrap();
    let searching = |args: &[&str], errors: &Path| {
        let mut program = program(args, ".");
        program.stdout(Stdio::null()).stderr(fs::File::create(errors).unwrap());
        Running(program.spawn().unwrap())
    };
    let [errors, none] = ["errors", "none"].map(|name| folder.path().join(name));
    let running = searching(&solve, &errors);
    let read = |file: &Path| fs::read_to_string(file).unwrap();
    wait_until("the program prints an estimate", || read(&errors).lines().count() >= 2);
    let said = read(&errors);
    assert!(said.starts_with("Solving this will take "), "{said}");
    assert!(said.contains(" years; ") && said.contains("\nInstead, "), "{said}");
    searching(&[&solve[..], &["-q"]].concat(), &none).wait_for_work(2 * running.time_worked());
    assert_eq!(read(&none), "");
}

/// The examples at the end of each command's help, without their descriptions and redirections.
fn examples() -> Vec<String> {
    let program = printed(&["-h"], ".");
    let commands = program.lines().skip_while(|&line| line != "Commands:").skip(1);
    let commands =
        commands.map_while(|line| line.trim().split(' ').next().filter(|word| !word.is_empty()));
    let mut examples = Vec::new();
    for command in commands.filter(|&command| command != "help") {
        let help = printed(&[command, "-h"], ".");
        let lines = help.lines().filter_map(|line| line.strip_prefix("  othello-solver "));
        let commands = lines.filter_map(|line| line.split("   ").next()?.split(['|', '>']).next());
        examples.extend(commands.map(|line| line.trim().to_owned()));
    }
    examples
}

/// The commands in the documentation, except those with a placeholder other than SIZE. The guides
/// to `campaign` and to the Python package have separate tests.
fn named_commands(examples: &[String]) -> BTreeSet<String> {
    let is_command = |line: &str| {
        let first = |line: &str| line.split(' ').next().map(str::to_owned);
        line.starts_with("--") || examples.iter().any(|example| first(example) == first(line))
    };
    // The reader has to supply a position for this command.
    let is_begun = |line: &str| line.starts_with("lookup --table ");
    let is_placeholder =
        |word: &str| word.len() > 2 && word.chars().all(|letter| letter.is_ascii_uppercase());
    let mut named = BTreeSet::new();
    let documents =
        ["README.md", "docs/guide.md", "results/README.md", "formal/README.md", "CONTRIBUTING.md"];
    for document in documents {
        let text = fs::read_to_string(document).unwrap();
        let text =
            text.replace("cargo run --release -- ", "othello-solver ").replace("SIZE", "6x6");
        for line in text.split("othello-solver ").skip(1) {
            // A background process would outlive the test.
            let line = line.split(['`', '\n', '|', '#', '&']).next().unwrap().trim();
            let is_whole = line.contains(' ') && is_command(line) && !is_begun(line);
            if is_whole && !line.split(' ').any(is_placeholder) {
                named.insert(line.to_owned());
            }
        }
    }
    named
}

/// Writes the files that the examples in the help read.
fn write_files_of_a_user(folder: &Path) {
    let write = |name: &str, text: &[u8]| fs::write(folder.join(name), text).unwrap();
    write("games.ggf", b"(;GM[Othello]TY[4]BO[4 -----O*--*O----- *]B[b1]W[a1];)\n");
    write("games.sgf", b"(;GM[2]SZ[4];B[b1])(;GM[2]SZ[4];B[a2])");
    write("games.pgn", "[Size \"4x4\"]\n\n1. b1 *\n\n".repeat(3).as_bytes());
    // A WTHOR database with one game, and its names.
    let mut database = vec![20, 1, 6, 30, 1, 0, 0, 0, 0, 0, 209, 7, 8, 0, 0, 0];
    database.extend([0, 0, 0, 0, 0, 0, 32, 32, 56]);
    database.resize(16 + 68, 0);
    write("WTH_2001.wtb", &database);
    for (name, each) in [("WTHOR.JOU", 20), ("WTHOR.TRN", 26)] {
        write(name, &[&[0; 8][..], &[1], &vec![0; 7 + each]].concat());
    }
    write("my_engine.py", b"while True: input(); print('?', flush=True)");
}

/// Runs the examples from the help in a folder without results/, and those from the documents in a
/// folder with it. Slow commands are stopped when they are at work, which is enough to detect bad
/// arguments. Those of `campaign` need each other's files.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn every_command_of_the_help_and_of_the_documents_runs() {
    let (bare, furnished) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir_all(furnished.path().join("results/certificates")).unwrap();
    let kept = ["results", "results/certificates"].map(|folder| fs::read_dir(folder).unwrap());
    let kept = kept.into_iter().flatten().map(|entry| entry.unwrap().path());
    for file in kept.filter(|path| path.is_file()) {
        fs::copy(&file, furnished.path().join(&file)).unwrap();
    }
    write_files_of_a_user(bare.path());
    write_files_of_a_user(furnished.path());

    let examples = examples();
    assert!(examples.len() > 40, "{examples:?}");
    let named = named_commands(&examples);
    for needed in [
        "certify 6x6",
        "solve 6x6",
        "tabulate 4x6",
        "bench --ffo 40-45 --obf",
        "worksheet 4x4 --html sheet.html --key",
        "review b1c1d1a1 --size 4x4 --html review.html",
        "solve 4x4 --strategy --html plan.html",
    ] {
        assert!(named.contains(needed), "{needed} is not in {named:?}");
    }
    let examples = examples.into_iter().map(|example| (example, bare.path()));
    for (example, folder) in examples.chain(named.into_iter().map(|it| (it, furnished.path()))) {
        // Do not open a browser.
        let example = example.replace(" --open", "");
        // These need a table that takes a minute to make, or a finished campaign.
        let needs = [
            ("--table", ".table"),
            ("--campaign", "campaign.json"),
            ("campaign merge", "questions are open"),
            ("verify results", "there is no file or folder"),
            ("verify formal/proved.csv", "there is no file or folder"),
            // Another server may be using the default port.
            ("serve", "cannot listen on"),
            ("--compare", "cannot read before.json"),
            ("-- ./my_engine", "cannot be started"),
            ("-- python3 my_engine.py", "answers no question"),
            // An earlier example with fewer plies was stopped.
            ("tabulate 6x6 --plies", "it belongs to another job"),
        ];
        if let Some((code, errors)) = started(&example, folder) {
            let is_missing =
                |(option, file): &(&str, &str)| example.contains(option) && errors.contains(file);
            let is_fine = code == Some(0) || needs.iter().any(is_missing);
            assert!(is_fine, "{example}: {errors}");
        }
    }
}

/// The exit code and standard error of a command, unless it is stopped because it takes long.
fn started(command: &str, folder: &Path) -> Option<(Option<i32>, String)> {
    let errors = folder.join("errors");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec \"$PROGRAM\" {command}")])
        .env("PROGRAM", PROGRAM)
        .env("HOME", folder)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&errors).unwrap());
    let mut running = Running(shell.spawn().unwrap());
    let mut status = None;
    wait_until(command, || {
        status = running.0.try_wait().unwrap();
        status.is_some() || is_at_work(command, &running)
    });
    status.map(|status| (status.code(), fs::read_to_string(&errors).unwrap()))
}

/// Whether a command that takes long has accepted its arguments.
fn is_at_work(command: &str, running: &Running) -> bool {
    match command.split(' ').next() {
        Some("campaign") => false,
        // A server only waits.
        Some("serve") => running.catches_ctrl_c(),
        _ => running.time_worked() >= Duration::from_millis(100),
    }
}
