//! Running `certify` and `verify`: errors are found, and interrupted work resumes.

use std::fs;
use std::path::Path;

use othello_core::{Rules, Start};
use othello_solver::storage::JobFolder;

use crate::common::program::{kill_until_done, run, stderr, stdout};
use crate::common::{LONG, start};

/// The message from `verify` for a changed file, which must be rejected.
fn difference(file: impl AsRef<Path>, old: &str, new: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = file.as_ref();
    let name = file.file_name().unwrap().to_str().unwrap();
    let contents = fs::read_to_string(file).unwrap();
    assert!(contents.contains(old), "{} has no {old}", file.display());
    fs::write(folder.path().join(name), contents.replacen(old, new, 1)).unwrap();
    let output = run(&["verify", name, "--budget", LONG, "--format", "json"], folder.path());
    assert_eq!(output.status.code(), Some(1), "{old} to {new} in {name}: {}", stdout(&output));
    assert_eq!(stderr(&output), "error: one file is wrong\n");
    let verdicts: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verdicts[0]["verdict"], "WRONG");
    verdicts[0]["detail"].as_str().unwrap().to_owned()
}

#[test]
fn the_committed_files_are_right() {
    let files = ["4x4.json", "4x4-positions.csv", "certificates"];
    let files = files.map(|file| format!("results/{file}"));
    let mut args = vec!["verify", "--budget", LONG];
    args.extend(files.iter().map(String::as_str));
    let output = run(&args, Path::new("."));
    assert!(output.status.success(), "{}", stderr(&output));
    let tally = "certificate          12 proved\nsolved board         1 proved\n\
                 table of positions   1 proved\n";
    assert_eq!(stdout(&output), format!("\n{tally}"));
    args.push("--verbose");
    let text = stdout(&run(&args, Path::new(".")));
    let (verdicts, all) = text.split_once("\n\n").unwrap();
    assert!(verdicts.lines().all(|line| line.starts_with("proved ")), "{text}");
    assert_eq!((verdicts.lines().count(), all), (14, tally));
    let board = "results/4x4.json: 4x4, diagonal start, most discs win, discs count as they lie, \
                 value -8: values, best moves and line; everything else was recomputed and is the same";
    assert!(verdicts.contains(board), "{verdicts}");
}

#[test]
fn the_values_of_all_moves_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let solve = ["solve", "4x4", "--moves", "b1", "--all-moves", "--output", "moves.json"];
    assert!(run(&solve, folder).status.success());
    let said = stdout(&run(&["verify", "moves.json", "--budget", LONG], folder));
    assert!(said.starts_with("proved "), "{said}");
    let text = fs::read_to_string(folder.join("moves.json")).unwrap();
    let line = |square: &str| {
        let beginning = format!("\"line\": \"{square}");
        text.lines().map(str::trim).rfind(|line| line.starts_with(&beginning)).unwrap()
    };
    for (old, new, expected) in [
        ("\"move\": \"c1\"", "\"move\": \"d1\"", "moves: they are not the legal moves"),
        ("\"value\": -9", "\"value\": 12", "moves: they are not in order"),
        ("\"value\": -9", "\"value\": -10", "moves: a3: the line ends with -9"),
        (line("c1"), line("a1"), "moves: c1: the line begins otherwise"),
        (line("c1"), "\"line\": \"c1c1\"", "it does not match its schema"),
    ] {
        let found = difference(folder.join("moves.json"), old, new);
        assert!(found.starts_with(expected), "{old}: {found}");
    }
}

#[test]
fn errors_in_a_solved_board_are_reported() {
    let file = "results/4x4.json";
    let changes = [
        (
            "\"value\": -8",
            "\"value\": -7",
            "it does not match its schema 'othello-solver/answer/1': line: it ends with -8",
        ),
        ("\"black\": 3", "\"black\": 4", "line 12 is '\"black\": 4,' but should be"),
        (
            "b1a1a2",
            "b1a1a3",
            "it does not match its schema 'othello-solver/answer/1': line 'b1a1a3",
        ),
        (
            "\"a2\",",
            "\"a1\",",
            "it does not match its schema 'othello-solver/answer/1': best_moves: a1",
        ),
        ("-----OX--XO-----", "-----XO--OX-----", "it does not match its schema"),
        ("\"games\": {\n    \"total\": 60060", "\"games\": {\n    \"total\": 60061", "line "),
    ];
    for (old, new, expected) in changes {
        let found = difference(file, old, new);
        assert!(found.starts_with(expected), "{found}");
    }
    let found =
        difference(file, "\"value_empties_to_winner\": -10", "\"value_empties_to_winner\": -8");
    assert_eq!(found, "value_empties_to_winner: Black does not secure -8");
}

#[test]
fn errors_in_a_table_of_positions_are_reported() {
    let file = "results/4x4-positions.csv";
    let found = difference(file, ",12,-8,", ",12,-7,");
    assert!(found.starts_with("line 2 is '-----OX--XO-----,12,-7,b1:-8 a2:-8 "), "{found}");
    let found = difference(file, "b1:-8 a2:-8", "b1:-8");
    let right = "' but should be '-----OX--XO-----,12,-8,b1:-8 a2:-8 d3:-8 c4:-8'";
    assert!(found.ends_with(right), "{found}");
    let contents = fs::read_to_string(file).unwrap();
    let row = contents.lines().nth(5).unwrap();
    let found = difference(file, &format!("{row}\n"), "");
    assert!(found.ends_with("a move leads to a position without a row"), "{found}");
}

#[test]
fn errors_in_wipeouts_are_reported() {
    let file = "results/wipeouts.json";
    for (old, new) in [
        ("a2a1b1a3c4d1b4c1a4d4", "a2a1b1a3c4d1b4c1a4d3"),
        ("\"plies\": 10", "\"plies\": 9"),
        ("\"winner\": \"both\"", "\"winner\": \"black\""),
    ] {
        assert_eq!(difference(file, old, new), "4x4 diagonal: a second run gave another result");
    }
    assert!(difference(file, "{", "[").starts_with("it is not JSON: "));
}

/// Anything wrong or unproved is reported, and everything is counted.
#[test]
fn without_time_lines_are_played_all_the_same() {
    let args = ["verify", "results", "--budget", "0s"];
    let output = run(&args, Path::new("."));
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let reason = "the line leads to the value; there was no time for a proof of value, \
                  value_empties_to_winner, best_moves, line, and proof.nodes was not checked";
    let reasons = [format!("consistent   {reason}:\n"), "not checked  there was no time:\n".into()];
    for (reason, file) in reasons.iter().zip(["6x6", "4x4-all"]) {
        let (_, files) = text.split_once(reason).unwrap();
        let files = files.lines().take_while(|line| line.starts_with("     ")).collect::<String>();
        assert!(files.contains(&format!(" results/{file}.json")), "{files}");
    }
    assert!(![".html", ".md", ".svg"].iter().any(|end| text.contains(end)), "{text}");
    assert!(text.lines().count() < 95 && text.lines().all(|line| line.len() < 180), "{text}");
    let counts = "\nopening              3 consistent\nplan                 2 consistent\nsolved board         182 cons";
    assert!(text.contains(counts), "{text}");

    let one = ["verify", "results/6x6.json", "--budget", "0s", "--verbose"];
    let text = stdout(&run(&one, Path::new(".")));
    let of = "6x6, diagonal start, most discs win, discs count as they lie, value -4";
    let line = format!("consistent   results/6x6.json: {of}: {reason}\n");
    assert!(text.contains(&line), "{text}");
}

#[test]
fn a_broken_certificate_is_refused_by_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = fs::read("results/certificates/4x4.proof").unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join("proof"), bytes).unwrap();
    let output = run(&["verify", "proof"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).starts_with("WRONG        proof: it is damaged: "),
        "{}",
        stdout(&output)
    );
}

/// The program is killed after longer and longer times, until it finishes.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn a_killed_certify_goes_on_and_ends_with_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    let args = ["certify", "4x6", "--start", "parallel", "--output", "results/proof"];
    let kills = kill_until_done(&args, folder.path(), 1.3);
    assert!(kills > 0);
    let undisturbed = fs::read("results/certificates/4x6-parallel.proof").unwrap();
    assert!(fs::read(folder.path().join("results/proof")).unwrap() == undisturbed);
}

#[test]
fn two_runs_at_once_and_unreadable_drafts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["certify", "4x4", "--output", "proof"];
    let (file, start) = (folder.path().join("proof"), start(4, 4, Start::Diagonal));
    let place = JobFolder::for_file(&file, "certify", start, Rules::default()).unwrap();
    let refused = run(&args, folder.path());
    assert_eq!(refused.status.code(), Some(1));
    let message = "error: cannot work in proof.unfinished: another run is using it\n";
    assert_eq!(stderr(&refused), message);

    fs::write(place.path("draft"), b"othello").unwrap();
    drop(place);
    let refused = run(&args, folder.path());
    assert_eq!(refused.status.code(), Some(1));
    let message = stderr(&refused);
    assert!(
        message.starts_with("error: proof.unfinished/draft cannot be used: line 1"),
        "{message}"
    );
    assert!(message.ends_with("; remove it to begin again\n"), "{message}");
    assert!(!folder.path().join("proof").exists());
}

#[test]
fn the_committed_certificates_are_what_certify_makes() {
    let folder = tempfile::tempdir().unwrap();
    let mut made = 0;
    for entry in fs::read_dir("results/certificates").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if cfg!(debug_assertions) && !name.starts_with("4x4") {
            continue;
        }
        let mut args = vec!["certify", name.split('-').next().unwrap(), "--output", "proof"];
        for (word, option) in [("parallel", "--start"), ("fewest", "--objective")] {
            if name.contains(word) {
                args.extend([option, word]);
            }
        }
        assert!(run(&args, folder.path()).status.success());
        assert!(
            fs::read(folder.path().join("proof")).unwrap() == fs::read(&path).unwrap(),
            "{name}"
        );
        made += 1;
    }
    assert!(made > 0, "there are no certificates");
}

/// For a folder, it is enough if something in it can be checked.
#[test]
fn named_files_that_cannot_be_checked_are_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for there in ["empty", "letters", "mixed"] {
        fs::create_dir(path(there)).unwrap();
    }
    for there in ["letter", "letters/one", "letters/two", "mixed/letter"] {
        fs::write(path(there), "Dear reader").unwrap();
    }
    for there in ["4x4.proof", "mixed/4x4.proof"] {
        fs::copy("results/certificates/4x4.proof", path(there)).unwrap();
    }
    fs::copy("results/solved.csv", path("solved.csv")).unwrap();
    let foreign = "was not checked: it is not a file that this program makes";
    for (paths, expected) in [
        (&["letter"][..], format!("letter {foreign}")),
        (&["4x4.proof", "letter"], format!("letter {foreign}")),
        (&["mixed", "mixed/letter"], format!("mixed/letter {foreign}")),
        (&["letter", "letters"], format!("letter {foreign}; letters {foreign}")),
        (&["empty"], "there is no file to check".to_owned()),
        (&["4x4.proof", "empty"], "empty was not checked: there is no file to check".to_owned()),
        (&["4x4.proof", "--budget", "0s"], "4x4.proof was not checked: there was no time".to_owned()),
        (
            &["solved.csv"],
            "solved.csv was not checked: it is compared with the files next to it when their folder \
             is verified"
                .to_owned(),
        ),
    ] {
        let budget = if paths.contains(&"--budget") { &[][..] } else { &["--budget", LONG] };
        let output = run(&[&["verify"], budget, paths].concat(), &folder);
        assert_eq!(output.status.code(), Some(1), "{paths:?}: {}", stdout(&output));
        assert_eq!(stderr(&output), format!("error: {expected}\n"), "{paths:?}");
    }
    for paths in [&["4x4.proof"][..], &["mixed"], &["4x4.proof", "mixed"]] {
        let output = run(&[&["verify", "--budget", LONG], paths].concat(), &folder);
        assert!(output.status.success(), "{paths:?}: {}", stderr(&output));
    }
    #[cfg(unix)]
    for pipe in ["/dev/stdin", "/dev/null"] {
        let output = run(&["verify", pipe], &folder);
        assert_eq!(output.status.code(), Some(1), "{pipe}: {}", stdout(&output));
    }
}

#[test]
fn a_name_of_no_file_is_refused() {
    let missing = run(&["verify", "results/4x4.json", "results/nowhere.json"], ".");
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(stdout(&missing), "");
    let said = stderr(&missing);
    assert!(said.contains("there is no file or folder 'results/nowhere.json' to check"), "{said}");
}
