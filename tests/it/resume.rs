//! A search that was killed or stopped resumes, and ends as if it had never been interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;

use othello_core::answer::{Answer, Limits, Lines, OpenQuestion, Question, Sources, answer};
use othello_core::{Find, Position, Progress, Rules, Start};
use othello_solver::clock::clock;
use othello_solver::storage::{JobFolder, ResumeError, pursue_resumable, shown};

use crate::common::program::{
    Running, ends_as_if_undisturbed, limited, program, run, stderr, stdout, wait_until,
};
use crate::common::{Budget, is_thorough, start};

/// Large enough for some millions of nodes, and small enough to be saved quickly.
const HASH: usize = 4 << 20;

fn board_5x6() -> Position {
    start(5, 6, Start::Diagonal)
}

fn question(position: Position, find: Find, lines: Lines) -> Question {
    Question { position, rules: Rules::default(), find, lines, counts: false }
}

/// Stops a search after some positions, but does not report the time left, because the size of its
/// table would depend on it.
struct Enough(Budget);

impl Progress for Enough {
    fn advance(&self, steps: u64) {
        self.0.advance(steps);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Pursues a question, resumes from the state of earlier runs, and saves its own.
fn resumed(
    question: Question,
    limits: &Limits,
    state: &Path,
    progress: &dyn Progress,
) -> Result<Answer, ResumeError> {
    let open = OpenQuestion::new(question);
    pursue_resumable(&open, &Sources::SEARCH, limits, state, &clock, progress)?;
    Ok(open.answer())
}

#[test]
fn a_search_that_is_stopped_ends_as_one_that_is_not() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (find, lines)) in
        [(Find::BestMove, Lines::One), (Find::AllMoves, Lines::Each)].into_iter().enumerate()
    {
        let board = if is_thorough() { board_5x6() } else { start(5, 5, Start::Diagonal) };
        let (question, limits) = (question(board, find, lines), Limits::single(HASH));
        let undisturbed = answer(&question, &Sources::SEARCH, &limits, &()).unwrap();
        assert!(question.is_settled_by(&undisturbed));

        let state = folder.path().join(number.to_string());
        let mut stops = 0;
        let found = loop {
            let budget = Budget::new(100_000 + 150_000 * stops);
            let found = resumed(question, &limits, &state, &Enough(budget)).unwrap();
            if question.is_settled_by(&found) {
                break found;
            }
            stops += 1;
        };
        assert!(stops > 0);
        assert_eq!(found, undisturbed);
        let again = resumed(question, &limits, &state, &()).unwrap();
        assert_eq!(again, undisturbed, "a finished search is not repeated");
    }
}

#[test]
fn threads_go_on_too() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let question = question(board_5x6(), Find::BestMove, Lines::One);
    let limits = Limits::new(HASH, 3);
    let mut positions = 1_000_000;
    let found = loop {
        let budget = Budget::new(positions);
        let found = resumed(question, &limits, &state, &Enough(budget)).unwrap();
        if question.is_settled_by(&found) {
            break found;
        }
        positions = positions * 3 / 2;
    };
    assert_eq!(found.value(), Some(10));
    assert!(positions > 1_000_000, "the search was never stopped");
}

#[test]
fn the_state_of_another_search_and_a_damaged_one_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let question = question(start(4, 4, Start::Diagonal), Find::BestMove, Lines::One);
    let run = |hash| resumed(question, &Limits::single(hash), &state, &());
    let found = run(1 << 16).unwrap();
    assert_eq!(run(1 << 16).unwrap(), found);
    let other = run(1 << 17).unwrap_err().to_string();
    assert_eq!(other, format!("{} cannot be used: it belongs to another search", shown(&state)));

    let whole = fs::read(&state).unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        fs::write(&state, damaged).unwrap();
        run(1 << 16).unwrap_err();
    }
}

/// Records warnings.
#[derive(Default)]
struct Warned(Mutex<Vec<String>>);

impl Progress for Warned {
    fn warn(&self, what: &str) {
        self.0.lock().unwrap().push(what.to_owned());
    }
}

#[test]
fn failing_to_save_the_state_is_reported_and_ends_no_search() {
    let folder = tempfile::tempdir().unwrap();
    let question = question(start(5, 4, Start::Diagonal), Find::BestMove, Lines::One);
    let limits = Limits::single(1 << 16);
    let (nowhere, warned) = (folder.path().join("missing").join("state"), Warned::default());
    let found = resumed(question, &limits, &nowhere, &warned).unwrap();
    assert_eq!(found, answer(&question, &Sources::SEARCH, &limits, &()).unwrap());
    let warned = warned.0.into_inner().unwrap();
    assert!(warned[0].starts_with("cannot write "), "{warned:?}");
    assert!(!nowhere.exists());
}

/// A file size limit simulates a full disk.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit")]
fn a_full_disk_ends_no_search_and_hides_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    // The smaller the table, the sooner its state is saved, however fast the machine is.
    let job = JOB.map(|it| if it == "4M" { "64K" } else { it });
    let solve = |blocks| {
        fs::create_dir(folder.path().join("results")).unwrap();
        let full = limited(&format!("trap '' XFSZ; ulimit -f {blocks}"), &job, &folder);
        (full.status.code(), stdout(&full), stderr(&full))
    };
    // First there is room for the result but not for the state, and then for neither.
    let (code, said, warned) = solve(16);
    assert_eq!(code, Some(0), "{warned}");
    assert!(said.contains("value      +10 for Black"), "{said}");
    assert_eq!(warned.matches("warning: cannot write ").count(), 1, "{warned}");
    assert!(folder.path().join("results/5x6.json").exists());
    fs::remove_dir_all(folder.path().join("results")).unwrap();
    let (code, said, warned) = solve(0);
    assert_eq!(code, Some(1));
    assert!(said.contains("value      +10 for Black") && !said.contains("written"), "{said}");
    assert!(warned.contains("\nerror: cannot write results/5x6.json: "), "{warned}");
    assert!(!folder.path().join("results/5x6.json").exists());
}

const JOB: [&str; 6] = ["solve", "5x6", "--hash", "4M", "--output", "results/5x6.json"];

/// The program is killed or interrupted after longer and longer times, until it finishes.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn a_killed_program_goes_on_and_writes_the_same_file() {
    ends_as_if_undisturbed(&JOB, &["results/5x6.json"], 1.35);
}

#[test]
fn two_searches_for_one_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results/5x6.json");
    fs::create_dir(folder.path().join("results")).unwrap();
    let _other = JobFolder::for_file(&file, "solve", board_5x6(), Rules::default()).unwrap();
    let refused = run(&JOB, folder.path());
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(
        stderr(&refused),
        "error: cannot work in results/5x6.json.unfinished: another run is using it\n"
    );
}

/// The files in a folder, with their contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

/// A saved search is neither resumed nor removed by a job with other rules, for another board or by
/// another command. A folder that contains a user's own file is left alone.
#[test]
fn a_job_leaves_the_folders_of_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("x.unfinished");
    // It would take hours.
    let solve = ["solve", "6x7", "--threads", "1", "--hash", "4M", "--output", "x"];
    let running = Running(program(&solve, &folder).stdout(Stdio::null()).spawn().unwrap());
    wait_until("the job has a folder", || kept.join("job.txt").exists());
    drop(running);
    // As if it had been killed later on.
    fs::write(kept.join("discs"), "what it has found").unwrap();
    let before = contents(&kept);
    let others: [&[&str]; 5] = [
        &["solve", "6x7", "--objective", "fewest"],
        &["solve", "6x7", "--score", "empties-to-winner"],
        &["solve", "6x7", "--start", "parallel"],
        &["solve", "7x6"],
        &["certify", "6x7"],
    ];
    let refused = |args: &[&str]| {
        let refused = run(args, &folder);
        assert_eq!(refused.status.code(), Some(1), "{args:?}");
        assert_eq!(stdout(&refused), "");
        assert!(stderr(&refused).starts_with("error: cannot work in x.unfinished: "));
        assert!(!folder.path().join("x").exists());
        stderr(&refused)
    };
    for other in others {
        let message = refused(&[other, &["--output", "x"]].concat());
        let owner = "it belongs to another job, 'solve";
        let position = start(6, 7, Start::Diagonal);
        let owner = format!("{owner} {position} on 6x7, {}'; finish", Rules::default());
        assert!(message.contains(&owner), "{message}");
        assert_eq!(contents(&kept), before);
    }

    fs::remove_dir_all(&kept).unwrap();
    fs::create_dir(&kept).unwrap();
    fs::write(kept.join("draft"), "of a letter").unwrap();
    let before = contents(&kept);
    for command in ["solve", "certify"] {
        let message = refused(&[command, "4x5", "--output", "x"]);
        assert!(message.contains("draft is not of this job; move it, or write"), "{message}");
        assert_eq!(contents(&kept), before);
    }
}
