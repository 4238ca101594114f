//! The files that `solve` writes.

use std::fs;

use crate::common::program::{Running, printed, program, run, stdout, wait_until};

#[test]
fn without_a_folder_for_results_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let said = printed(&["solve", "3x3"], &folder);
    let last = said.trim_end().lines().last().unwrap();
    assert_eq!(last, "written    nothing: no results/ folder here; use --output FILE");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);

    let said = printed(&["solve", "3x3", "--moves", "c2"], &folder);
    assert!(!said.contains("written"), "{said}");
    printed(&["solve", "3x3", "--output", "3x3.json"], &folder);
    fs::create_dir(folder.path().join("results")).unwrap();
    let said = printed(&["solve", "3x3"], &folder);
    assert!(said.ends_with("written    results/3x3.json\n"), "{said}");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("results/3x3.json"), read("3x3.json"));
}

#[test]
fn more_threads_do_not_replace_a_file_that_says_more() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    let solve = |args: &[&str]| {
        printed(&[&["solve", "5x4", "--hash", "512M"], args].concat(), &folder);
        fs::read_to_string(folder.path().join("results/5x4.json")).unwrap()
    };
    let one_thread = solve(&[]);
    assert!(one_thread.contains("\"nodes\": "), "{one_thread}");
    let said = printed(&["solve", "5x4", "--threads", "2"], &folder);
    let kept = "kept       results/5x4.json, with the node count of one thread\n";
    assert!(said.ends_with(kept), "{said}");
    assert_eq!(solve(&["--threads", "2"]), one_thread);

    // A file with different contents is replaced.
    let wrong = one_thread.replace("\"value\": 16", "\"value\": 14");
    fs::write(folder.path().join("results/5x4.json"), wrong).unwrap();
    let two_threads = solve(&["--threads", "2"]);
    assert!(!two_threads.contains("nodes") && two_threads.contains("\"value\": 16"));
    assert_eq!(solve(&[]), one_thread);
}

#[test]
#[cfg_attr(windows, ignore = "sends a signal")]
fn an_interrupted_search_names_the_folder_that_it_leaves() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    // It would take hours.
    let mut solve = program(&["solve", "6x7", "--hash", "1M"], &folder);
    let mut running = Running(solve.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap());
    let state = folder.path().join("results/6x7.json.unfinished/discs");
    wait_until("the search has saved its state", || state.exists());
    running.signal("INT");
    assert_eq!(running.ended().code(), Some(130));
    let said = std::io::read_to_string(running.0.stderr.take().unwrap()).unwrap();
    let folder = "; run the same command again to resume from results/6x7.json.unfinished/\n";
    assert!(said.starts_with("error: stopped after ") && said.ends_with(folder), "{said}");
}

#[test]
fn a_bad_line_leaves_the_answers_of_the_others_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lines"), "nonsense\n-----OX--XO----- X\n").unwrap();
    let output = run(&["solve", "--file", "lines", "--output", "answers"], &folder);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(1), 4));
    let answers = fs::read_to_string(folder.path().join("answers")).unwrap();
    assert!(answers.starts_with("{\"file_line\":1,\"error\":\"column 1: "), "{answers}");
    assert!(answers.contains("\n{\"file_line\":2,\"schema\":"), "{answers}");

    fs::write(folder.path().join("lines"), "nonsense\n").unwrap();
    let output = run(&["solve", "--file", "lines", "--output", "answers"], &folder);
    assert_eq!(output.status.code(), Some(1));
    let still = fs::read_to_string(folder.path().join("answers")).unwrap();
    assert_eq!(still, answers, "a file without a position changes nothing");
}
