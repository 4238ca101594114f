//! The scripts in `scale/`, run with the programs they are written for while workers are killed and
//! a node fails. The parts that use ssh are not tested, as they would need a second machine.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::common::program::{PROGRAM, run, wait_until};

/// Eight moves into the game, with Black to move and 24 empty squares.
const ENDGAME_6X6: [&str; 3] = ["6x6", "--moves", "c2b4c5d2e4e3d1c1"];

/// Creates a campaign in a folder, and returns the value found by a search.
fn begin(folder: &Path, board: &[&str], empties: &str) -> i64 {
    let new = [&["campaign", "new"], board, &["--empties", empties, "--folder", "c"]].concat();
    assert!(run(&new, folder).status.success());
    let solve = [&["solve"], board, &["--output", "-", "--threads", "2"]].concat();
    let solved: Value = serde_json::from_slice(&run(&solve, folder).stdout).unwrap();
    solved["value"].as_i64().unwrap()
}

/// The path of a file in `scale/`.
fn in_scale(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scale").join(name)
}

/// Starts a script on the campaign.
fn script(name: &str, folder: &Path, args: &[&str], variables: &[(&str, &str)]) -> Child {
    Command::new(in_scale(name))
        .arg(folder.join("c"))
        .args(args)
        .env("SOLVER", PROGRAM)
        .env("HASH", "16M")
        .envs(variables.iter().copied())
        .stdout(fs::File::create(folder.join("said")).unwrap())
        .spawn()
        .unwrap()
}

/// The running workers of the campaign in a folder.
fn workers(folder: &Path) -> Vec<String> {
    let folder = folder.join("c").display().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let is_worker = |process: &PathBuf| {
        let line = fs::read_to_string(process.join("cmdline")).unwrap_or_default();
        line.starts_with(PROGRAM) && line.contains("\0campaign\0work\0") && line.contains(&folder)
    };
    let workers = processes.filter(is_worker);
    workers.map(|process| process.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

fn kill(process: &str) {
    // It may have exited already.
    let _ = Command::new("kill").args(["-KILL", process]).stderr(Stdio::null()).status();
}

/// Kills workers this many `times`, and calls `between` after each.
fn disturb(script: &mut Child, folder: &Path, times: u32, mut between: impl FnMut(u32)) {
    for time in 1..=times {
        let mut killed = None;
        wait_until("there is a worker", || {
            assert!(script.try_wait().unwrap().is_none(), "the script finished too early");
            killed = workers(folder).pop();
            killed.is_some()
        });
        let killed = killed.unwrap();
        kill(&killed);
        wait_until("the worker ends", || !workers(folder).contains(&killed));
        between(time);
    }
}

/// The script ends with the value, and a recheck confirms the answers.
fn ends_with(mut script: Child, folder: &Path, value: i64) {
    assert!(script.wait().unwrap().success());
    let merge = ["campaign", "merge", "c", "--recheck", "20%", "--format", "json"];
    let merged = run(&merge, folder);
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
    let merged: Value = serde_json::from_slice(&merged.stdout).unwrap();
    assert_eq!([&merged["lower"], &merged["upper"]], [value, value]);
    assert_eq!(merged["known"], merged["needed"], "no question is lost");
    assert_eq!(merged["unusable"], serde_json::json!([]));
    let said = fs::read_to_string(folder.join("said")).unwrap();
    assert!(said.contains(&format!("value      {value:+} for Black")), "{said}");
}

#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_brings_campaigns_to_their_end() {
    for (board, empties) in [(&["5x6"][..], "20"), (&ENDGAME_6X6, "20")] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let value = begin(folder, board, empties);
        let mut script = script("local.sh", folder, &["--jobs", "2"], &[("FILES", "6")]);
        disturb(&mut script, folder, 4, |_| {});
        ends_with(script, folder, value);
    }
}

#[test]
#[ignore = "needs GNU parallel"]
fn a_killed_script_leaves_no_workers_behind() {
    for signal in ["-KILL", "-TERM", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let new = ["campaign", "new", "6x6", "--empties", "27", "--guess", "0", "--folder", "c"];
        assert!(run(&new, folder).status.success());
        let mut script = script("local.sh", folder, &["--jobs", "2"], &[("FILES", "6")]);
        wait_until("both workers run", || workers(folder).len() == 2);
        let id = script.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        script.wait().unwrap();
        wait_until("no worker runs", || workers(folder).is_empty());
    }
}

/// A single-node cluster.
struct Slurm(PathBuf);

impl Slurm {
    fn start(folder: &Path) -> Self {
        let slurm = Self(folder.to_owned());
        assert!(slurm.control("start").success());
        slurm
    }

    fn control(&self, what: &str) -> std::process::ExitStatus {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scale/slurm-node.sh");
        Command::new(script).arg(&self.0).arg(what).status().unwrap()
    }

    fn conf(&self) -> String {
        self.0.join("slurm.conf").display().to_string()
    }

    /// Runs a Slurm command.
    fn run(&self, command: &[&str]) -> Output {
        let mut program = Command::new(command[0]);
        program.args(&command[1..]).env("SLURM_CONF", self.conf()).output().unwrap()
    }

    /// Lets the node fail and recover.
    fn fail(&self) {
        let id = fs::read_to_string(self.0.join("slurmd.pid")).unwrap();
        kill(id.trim());
        // Until its exit status is read, the process remains, without a command line.
        let line = Path::new("/proc").join(id.trim()).join("cmdline");
        wait_until("the node fails", || fs::read(&line).unwrap_or_default().is_empty());
        assert!(self.run(&["slurmd"]).status.success());
    }

    /// Requeues a running task.
    fn requeue(&self) {
        wait_until("a task can be requeued", || {
            let running = self.run(&["squeue", "--noheader", "--states=R", "--format=%A"]);
            let running = String::from_utf8(running.stdout).unwrap();
            let job = running.lines().next();
            job.is_some_and(|job| self.run(&["scontrol", "requeue", job]).status.success())
        });
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        self.control("stop");
    }
}

#[test]
#[ignore = "needs Slurm and munge, and to be root"]
fn slurm_brings_campaigns_to_their_end() {
    let node = tempfile::tempdir().unwrap();
    let slurm = Slurm::start(node.path());
    for (board, empties) in [(&["5x6"][..], "20"), (&ENDGAME_6X6, "20")] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let value = begin(folder, board, empties);
        // More files than tasks in an array.
        let conf = slurm.conf();
        let variables = [("SLURM_CONF", &*conf), ("FILES", "6"), ("MINUTES", "30")];
        let mut script = script("slurm.sh", folder, &[], &variables);
        disturb(&mut script, folder, 3, |killed| match killed {
            1 => slurm.fail(),
            2 => slurm.requeue(),
            _ => {}
        });
        ends_with(script, folder, value);
    }
}

/// The output of a Python script.
fn printed(name: &str, args: &[&str]) -> String {
    let mut python = Command::new("python3");
    let solver = PROGRAM;
    let script = python.arg(in_scale(name)).args(args).env("SOLVER", solver).output().unwrap();
    assert!(script.status.success(), "{}", String::from_utf8_lossy(&script.stderr));
    String::from_utf8(script.stdout).unwrap()
}

#[test]
#[ignore = "needs Python"]
fn the_campaigns_are_measured_again() {
    assert_eq!(
        printed("measure.py", &[]),
        fs::read_to_string(in_scale("campaigns.jsonl")).unwrap()
    );
}

/// The tables in `scale/README.md` match the script's output.
#[test]
#[ignore = "needs Python"]
fn the_simulation_matches_the_readme() {
    let readme = fs::read_to_string(in_scale("README.md")).unwrap();
    let tables = printed("simulate.py", &[]);
    assert_eq!(tables.split("\n\n").count(), 3);
    for table in tables.split("\n\n") {
        assert!(readme.contains(table.trim()), "{table}");
    }
    assert!(printed("simulate.py", &["--help"]).starts_with("usage: simulate.py"));
}

/// The cost table in `scale/README.md` matches the script's output.
#[test]
#[ignore = "needs Python, and takes a minute"]
fn the_costs_match_the_readme() {
    let readme = fs::read_to_string(in_scale("README.md")).unwrap();
    let rows = printed("measure.py", &["costs"]);
    assert_eq!(rows.lines().count(), 7);
    assert!(readme.contains(&rows), "{rows}");
}
