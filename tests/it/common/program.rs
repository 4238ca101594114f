//! Runs the program as a user would, and kills it as a failing machine would.

use std::fs;
use std::io::Write;
use std::iter;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::document::{check_printed, check_written};

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_othello-solver");

/// The program, in a folder.
pub(crate) fn program(args: &[&str], folder: &(impl AsRef<Path> + ?Sized)) -> Command {
    let mut program = Command::new(PROGRAM);
    program.args(args).current_dir(folder);
    program
}

/// A running program, which is killed when the test ends, even if it fails.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the program. JSON that it prints or writes must match its schema.
#[track_caller]
pub(crate) fn run(args: &[&str], folder: &(impl AsRef<Path> + ?Sized)) -> Output {
    checked(args, folder, program(args, folder).output().unwrap())
}

#[track_caller]
fn checked(args: &[&str], folder: &(impl AsRef<Path> + ?Sized), output: Output) -> Output {
    check_printed(args, &String::from_utf8_lossy(&output.stdout));
    if output.status.success() {
        check_written(args, folder.as_ref());
    }
    output
}

/// The output of a run, which must succeed.
pub(crate) fn printed(args: &[&str], folder: &(impl AsRef<Path> + ?Sized)) -> String {
    let output = run(args, folder);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// The output of a run with this standard input.
pub(crate) fn talk(args: &[&str], folder: &(impl AsRef<Path> + ?Sized), input: &str) -> Output {
    let mut program = program(args, folder);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = program.spawn().unwrap();
    // A program that exits before reading everything closes the pipe.
    let _ = running.stdin.take().unwrap().write_all(input.as_bytes());
    checked(args, folder, running.wait_with_output().unwrap())
}

/// Runs the program after this shell command, which limits its resources.
#[cfg(unix)]
pub(crate) fn limited(limit: &str, args: &[&str], folder: &(impl AsRef<Path> + ?Sized)) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limit}; exec \"$@\""), "sh", PROGRAM]).args(args);
    checked(args, folder, shell.current_dir(folder).output().unwrap())
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Starts the program repeatedly, and kills it after times that grow by this factor, until it
/// finishes. Returns the number of kills.
pub(crate) fn kill_until_done(args: &[&str], folder: &Path, factor: f64) -> u32 {
    let mut kills = 0;
    for milliseconds in iter::successors(Some(1.0), |time| Some(time * factor)) {
        let mut running = Running(program(args, folder).stdout(Stdio::null()).spawn().unwrap());
        thread::sleep(Duration::from_secs_f64(milliseconds / 1000.0));
        if let Some(status) = running.0.try_wait().unwrap() {
            assert!(status.success(), "{args:?} has failed: {status}");
            break;
        }
        kills += 1;
    }
    kills
}

/// Kills the program as [`kill_until_done`] does, and compares its files with the ones from an
/// undisturbed run. Nothing else may be left in the folder `results`.
pub(crate) fn ends_as_if_undisturbed(args: &[&str], files: &[&str], factor: f64) {
    let (killed, undisturbed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&killed, &undisturbed] {
        fs::create_dir(folder.path().join("results")).unwrap();
    }
    assert!(run(args, undisturbed.path()).status.success());
    let kills = kill_until_done(args, killed.path(), factor);
    assert!(kills > 10, "{kills}");
    for file in files {
        let read = |folder: &TempDir| fs::read(folder.path().join(file)).unwrap();
        assert!(read(&killed) == read(&undisturbed), "{file}");
    }
    assert_eq!(
        fs::read_dir(killed.path().join("results")).unwrap().count(),
        1,
        "nothing else may be left"
    );
}
