//! Runs the program as a user would, and kills it as a failing machine would.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::document::{check_printed, check_written};

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_othello-solver");

/// Ends a test that hangs. No test takes that long, even on a slow and busy machine.
pub(crate) const WATCHDOG: Duration = Duration::from_mins(30);

/// Waits until a condition is true.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < WATCHDOG, "{what}: the test has waited in vain");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The program, in a folder.
pub(crate) fn program(args: &[&str], folder: &(impl AsRef<Path> + ?Sized)) -> Command {
    let mut program = Command::new(PROGRAM);
    program.args(args).current_dir(folder);
    program
}

/// A running program, which is killed when the test ends, even if it fails.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Sends a signal, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        let process = self.0.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    /// Waits until the program exits.
    #[track_caller]
    pub(crate) fn ended(&mut self) -> ExitStatus {
        wait_until("the program exits", || self.0.try_wait().unwrap().is_some());
        self.0.wait().unwrap()
    }

    /// The processor time that the program has used.
    pub(crate) fn time_worked(&self) -> Duration {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        // The name of the program is in brackets. The two numbers are in hundredths of a second.
        let (_, fields) = text.rsplit_once(')').unwrap();
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        Duration::from_millis(10 * ticks.sum::<Result<u64, _>>().unwrap())
    }

    /// Waits until the program has worked for this much longer. Its work must not end by itself.
    #[track_caller]
    pub(crate) fn wait_for_work(&mut self, time: Duration) {
        let end = self.time_worked() + time;
        wait_until("the program works", || {
            assert!(self.0.try_wait().unwrap().is_none(), "the program has exited");
            self.time_worked() >= end
        });
    }

    /// Whether the program is known to catch Ctrl-C.
    pub(crate) fn catches_ctrl_c(&self) -> bool {
        self.has_signal("SigCgt:")
    }

    /// Whether the program ignores Ctrl-C, as a shell demands of jobs in the background.
    pub(crate) fn ignores_ctrl_c(&self) -> bool {
        self.has_signal("SigIgn:")
    }

    /// Whether SIGINT is in a set of signals that Linux lists for the process.
    fn has_signal(&self, set: &str) -> bool {
        let Ok(status) = fs::read_to_string(format!("/proc/{}/status", self.0.id())) else {
            return false;
        };
        let signals = status.lines().find_map(|line| line.strip_prefix(set));
        let signals = signals.map_or(0, |text| u64::from_str_radix(text.trim(), 16).unwrap());
        // Bit 0 is signal 1, and SIGINT is signal 2.
        signals & 2 != 0
    }
}

/// Whether a program was ended by the signal of Ctrl-C, which a shell reports as 130.
pub(crate) fn is_interrupted(status: ExitStatus) -> bool {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    status.code() == Some(130) || signal == Some(2)
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program, ended by Ctrl-C unless it catches it, even if the tests were started in the background.
pub(crate) fn interruptible(args: &[&str], folder: &(impl AsRef<Path> + ?Sized)) -> Command {
    let mut program = Command::new("env");
    program.args(["--default-signal=INT", PROGRAM]).args(args).current_dir(folder);
    program
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

/// Starts the program repeatedly, and kills or interrupts it after it has worked for times that grow by
/// this factor, until it finishes. Returns how often it did not. Every other time, Ctrl-C lets the program
/// save its state. These are processor times, so other load on the machine does not matter.
pub(crate) fn kill_until_done(args: &[&str], folder: &Path, factor: f64) -> u32 {
    let (mut kills, mut time) = (0, Duration::from_millis(1));
    loop {
        let mut running = Running(
            program(args, folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(),
        );
        // Linux counts hundredths of a second, so the first runs are killed before they do much.
        let enough = time.saturating_sub(Duration::from_millis(9));
        while running.0.try_wait().unwrap().is_none() && running.time_worked() < enough {
            thread::sleep(Duration::from_millis(1));
        }
        if kills % 2 == 1 && running.catches_ctrl_c() {
            running.signal("INT");
        } else {
            running.0.kill().unwrap();
        }
        let status = running.ended();
        if status.success() {
            return kills;
        }
        assert!(status.code().is_none_or(|code| code == 130), "{args:?} has failed: {status}");
        (kills, time) = (kills + 1, time.mul_f64(factor));
    }
}

/// Disturbs the program as [`kill_until_done`] does, and compares its files with the ones from an
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
