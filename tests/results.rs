//! The files under `results/` are what the commands named there make.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Output};

use othello_solver::results::SolvedBoard;

/// Boards whose search looked at more positions than this are left out here.
const MOST_NODES: u64 = if cfg!(debug_assertions) { 300_000 } else { 30_000_000 };

/// Runs the program in a folder where results/ is a copy of the committed one.
fn run_in_copy(args: &[&str]) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("results");
    fs::create_dir(&copy).unwrap();
    fs::copy("README.md", folder.path().join("README.md")).unwrap();
    for entry in fs::read_dir("results").unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
        }
    }
    let program = env!("CARGO_BIN_EXE_othello-solver");
    let output = Command::new(program).args(args).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    (folder, output)
}

/// Runs the command in a copy, and compares the file with what it makes.
fn is_made_by(file: &str, args: &[&str]) {
    let (folder, _) = run_in_copy(args);
    let made = fs::read(folder.path().join(file)).unwrap();
    assert!(made == fs::read(file).unwrap(), "{file} is not what {args:?} makes");
}

fn solved_boards() -> impl Iterator<Item = (PathBuf, SolvedBoard)> {
    let paths = fs::read_dir("results").unwrap().map(|entry| entry.unwrap().path());
    let documents = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    documents.filter_map(|path| {
        let board = serde_json::from_slice(&fs::read(&path).unwrap()).ok()?;
        Some((path, board))
    })
}

#[test]
fn solved_boards_are_solved_again() {
    let mut solved = 0;
    for (path, board) in solved_boards() {
        let path = path.to_str().unwrap();
        let nodes = board.proof.and_then(|proof| proof.nodes).unwrap_or(0);
        if nodes > MOST_NODES {
            // Not eprintln!, which is not seen when a test passes.
            let _ = writeln!(io::stderr(), "left out: {path} ({nodes} positions)");
            continue;
        }
        let command = board.command.expect("a committed result names its command");
        let args: Vec<_> = command.split(' ').skip(1).collect();
        is_made_by(path, &args);
        solved += 1;
    }
    assert!(solved >= 4, "the four games of 4x4 are among them");
}

#[test]
fn the_table_of_positions_is_made_again() {
    is_made_by("results/4x4-positions.csv", &["tabulate", "4x4"]);
}

#[test]
fn the_tables_of_solved_boards_are_up_to_date() {
    is_made_by("results/README.md", &["table"]);
    is_made_by("README.md", &["table"]);
}

/// The file says nothing of the machine, and the number of threads changes nothing.
#[test]
fn threads_do_not_matter() {
    for threads in ["1", "2", "7"] {
        is_made_by("results/4x4.json", &["solve", "4x4", "--threads", threads]);
    }
}

#[test]
fn output_is_where_it_was_asked_for() {
    let committed = fs::read_to_string("results/4x4.json").unwrap();
    let (_, output) = run_in_copy(&["solve", "4x4", "--output", "-"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), committed);
    let (_, output) = run_in_copy(&["solve", "4x4", "--format", "json"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), committed);

    let (folder, _) = run_in_copy(&["solve", "4x4", "--output", "a.json"]);
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).unwrap(), committed);

    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_othello-solver");
    let run =
        |args: &[&str]| Command::new(program).args(args).current_dir(&folder).output().unwrap();
    assert!(run(&["solve", "4x4", "--moves", "b1"]).status.success());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no file was asked for");
    assert_eq!(run(&["solve", "4x4", "--output", "deep/in/a.json"]).status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "only results/ is made");
}

/// Nobody reads the answer: that is no error.
#[test]
fn a_closed_pipe_is_fine() {
    use std::process::Stdio;
    let program = env!("CARGO_BIN_EXE_othello-solver");
    let args = ["tabulate", "4x4", "--output", "-"];
    let mut child = Command::new(program)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
