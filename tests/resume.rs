//! A search that is killed or stopped goes on, and ends as if it had not been.

mod common;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use common::program::{ends_as_if_undisturbed, run};
use othello_solver::files::Workplace;
use othello_solver::{
    Position, Rect, SearchMonitor, SearchOptions, SearchResult, Start, search, search_resumable,
};

type Board5x6 = Rect<u32, 5, 6>;

/// Enough for some millions of nodes, and written in no time.
const HASH: usize = 4 << 20;

/// Searches for so long, and keeps the state.
fn stopped_after(
    time: Duration,
    start: Position<Board5x6>,
    options: &SearchOptions,
    state: &Path,
) -> SearchResult<Board5x6> {
    let monitor = SearchMonitor::default();
    thread::scope(|scope| {
        let search = scope.spawn(|| search_resumable(start, options, &monitor, state));
        let began = Instant::now();
        while began.elapsed() < time && !search.is_finished() {
            thread::sleep(Duration::from_millis(1));
        }
        monitor.stop();
        search.join().unwrap().unwrap()
    })
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_search_that_is_stopped_ends_as_one_that_is_not() {
    let start = Position::<Board5x6>::start(Start::Diagonal);
    let folder = tempfile::tempdir().unwrap();
    for (number, all_moves) in [false, true].into_iter().enumerate() {
        let options = SearchOptions { hash: HASH, all_moves, ..SearchOptions::default() };
        let monitor = SearchMonitor::default();
        let undisturbed = search(start, &options, &monitor);
        assert_eq!(undisturbed.value(), Some(10));

        let state = folder.path().join(number.to_string());
        let mut stops = 0;
        let resumed = loop {
            let time = Duration::from_millis(50 + 30 * stops);
            let result = stopped_after(time, start, &options, &state);
            if result.complete {
                break result;
            }
            stops += 1;
        };
        assert!(stops > 0);
        assert_eq!(resumed, undisturbed);
        let again = search_resumable(start, &options, &monitor, &state).unwrap();
        assert_eq!(again, undisturbed, "what was found is known");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn threads_go_on_too() {
    let start = Position::<Board5x6>::start(Start::Diagonal);
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let options = SearchOptions { hash: HASH, threads: 3, ..SearchOptions::default() };
    let mut time = Duration::from_millis(100);
    let result = loop {
        let result = stopped_after(time, start, &options, &state);
        if result.complete {
            break result;
        }
        time = time * 3 / 2;
    };
    assert_eq!(result.value(), Some(10));
    assert!(time > Duration::from_millis(100), "it was never stopped");
}

#[test]
fn the_state_of_another_search_and_a_damaged_one_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let start = Position::<Rect<u16, 4, 4>>::start(Start::Diagonal);
    let options = SearchOptions { hash: 1 << 16, ..SearchOptions::default() };
    let run = |options| search_resumable(start, &options, &SearchMonitor::default(), &state);
    let found = run(options).unwrap();
    assert_eq!(run(options).unwrap(), found);
    let other = run(SearchOptions { hash: 1 << 17, ..options }).unwrap_err().to_string();
    assert_eq!(other, format!("{} cannot be used: it is of another search", state.display()));

    let whole = fs::read(&state).unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        fs::write(&state, damaged).unwrap();
        run(options).unwrap_err();
    }
    let full = search_resumable(
        start,
        &options,
        &SearchMonitor::default(),
        &folder.path().join("missing").join("\0"),
    );
    assert!(full.unwrap_err().to_string().starts_with("cannot write "));
}

const JOB: [&str; 6] = ["solve", "5x6", "--hash", "4M", "--output", "deep/5x6.json"];

/// Killed at moments that get later and later, until it comes to its end.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_killed_program_goes_on_and_writes_the_same_file() {
    ends_as_if_undisturbed(&JOB, &["deep/5x6.json"], 1.2);
}

#[test]
fn two_searches_for_one_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _other = Workplace::beside(&folder.path().join("deep/5x6.json")).unwrap();
    let refused = run(&JOB, folder.path());
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&refused.stderr),
        "error: cannot work in deep/5x6.json.unfinished: another run is working there\n"
    );
}
