//! The program as a user runs it: its output and exit code. `TRYCMD=overwrite cargo test --test it
//! cli::` updates the recorded output.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use itertools::Itertools;

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
fn documents_show_what_the_program_prints() {
    for document in ["README.md", "docs/guide.md", "docs/how-it-works.md"] {
        runs_as_shown(document);
    }
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

/// All commands in the documents: the lines of blocks for a shell, and code in sentences. Comments,
/// alignment and line breaks are not part of a command.
fn commands_of_documents() -> BTreeSet<String> {
    let mut commands = BTreeSet::new();
    let mut add = |line: &str| {
        let command = line.split(" #").next().unwrap();
        commands.insert(command.split_whitespace().join(" "));
    };
    let folders = ". checker docs docs/schemas formal python results scale wasm".split(' ');
    for file in folders.flat_map(|folder| fs::read_dir(folder).unwrap()) {
        let file = file.unwrap().path();
        if file.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap().replace("\\\n", " ");
        let mut block = None;
        for line in text.lines().map(str::trim) {
            let code = line.split('`').skip(1).step_by(2);
            match (line.strip_prefix("```"), block) {
                (Some(_), Some(_)) => block = None,
                (Some(kind), None) => block = Some(kind),
                (None, None) => code.filter(|code| is_command(code)).for_each(&mut add),
                (None, Some("sh")) => add(line),
                (None, Some("console")) => line.strip_prefix("$ ").into_iter().for_each(&mut add),
                (None, Some(_)) => {}
            }
        }
    }
    commands.remove("");
    commands
}

/// Whether code in a sentence is a command: a program and arguments, or a script of the project.
fn is_command(code: &str) -> bool {
    let programs = "apt-get cargo gzip npm pip python3 rustup sha256sum TRYCMD=overwrite";
    match code.split_whitespace().collect::<Vec<_>>()[..] {
        ["othello-solver", _, _, ..] => true,
        [program, _, ..] if programs.split(' ').contains(&program) => true,
        // Devices are endless.
        [script, ..] if script.contains('/') && Path::new(script).is_file() => {
            fs::read(script).unwrap().starts_with(b"#!")
        }
        _ => false,
    }
}

/// The arguments of a command for this program that can be run as it is. The commands of `campaign`
/// need each other's files.
fn arguments(command: &str) -> Option<String> {
    let programs = ["othello-solver ", "cargo run --release -- "];
    let args = programs.iter().find_map(|program| command.strip_prefix(program))?;
    // A background process would outlive the test.
    let args = args.split(['|', '&', '<', '>']).next()?.trim().replace("SIZE", "6x6");
    let is_placeholder =
        |word: &str| word.len() > 2 && word.chars().all(|letter| letter.is_ascii_uppercase());
    // The reader has to supply a position for a table.
    let is_begun = ["campaign ", "lookup --table "].iter().any(|begin| args.starts_with(begin));
    if is_begun || args.split(' ').any(is_placeholder) { None } else { Some(args) }
}

/// `tests/data/commands.txt` names the script that runs a command, with all its words in a line of the
/// script, or the test that does the same, or the reason why none does.
#[test]
fn every_command_in_a_document_is_run_or_has_a_reason() {
    let list = fs::read_to_string("tests/data/commands.txt").unwrap();
    let (_, list) = list.split_once("\n\n").unwrap();
    let (mut listed, mut heading) = (BTreeSet::new(), "");
    for line in list.lines() {
        let script = heading.strip_prefix("run by ").map(|file| fs::read_to_string(file).unwrap());
        if let Some(command) = line.strip_prefix("    ") {
            assert!(listed.insert(command.to_owned()), "{command} is there twice");
            let has_all = |line: &str| command.split(' ').all(|word| line.contains(word));
            assert!(script.is_none_or(|text| text.lines().any(has_all)), "{heading}: {command}");
            continue;
        }
        heading = line;
        let test = ["tested by ", "the version of "].iter().find_map(|it| line.strip_prefix(it));
        if let Some((file, text)) = test.and_then(|test| test.split_once(": ")) {
            assert!(fs::read_to_string(file).unwrap().contains(text), "{line}");
        } else {
            assert!(line.starts_with("run by ") || line.starts_with("not run: "), "{line}");
        }
    }
    let mut shown = commands_of_documents();
    shown.retain(|command| arguments(command).is_none());
    let difference: Vec<_> = shown.symmetric_difference(&listed).collect();
    assert!(difference.is_empty(), "not in the list, or in no document: {difference:#?}");
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
    let named: BTreeSet<_> =
        commands_of_documents().iter().filter_map(|command| arguments(command)).collect();
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
