//! Folders of results: files that are swapped, renamed, replaced, removed or added, checksums that
//! disagree with them, and things that are not regular files.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use othello_solver::results::lists;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::LONG;
use crate::common::program::{program, run, stderr, stdout};

const BOARDS: [&str; 4] = ["3x3.json", "4x4-fewest.json", "5x5.json", "6x6.json"];
const OTHERS: [&str; 3] =
    ["4x4-positions.csv", "certificates/4x4-fewest.proof", "certificates/4x4.proof"];

/// Some of the results, and their checksums.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("certificates")).unwrap();
    let files = BOARDS.iter().chain(&OTHERS);
    for file in files.clone() {
        fs::copy(Path::new("results").join(file), folder.path().join(file)).unwrap();
    }
    let names = files.map(|&name| name.to_owned()).collect();
    let sums = lists::checksums(folder.path(), names).unwrap();
    fs::write(folder.path().join("SHA256SUMS"), sums).unwrap();
    folder
}

/// The output of `verify` for a folder with no time budget: the exit code, and the verdict on each
/// file with its reason.
fn verdicts(folder: &Path) -> (Option<i32>, Vec<[String; 3]>) {
    let args = ["verify", ".", "--budget", "0s", "--format", "json"];
    let output = run(&args, folder);
    let found: Vec<Value> = serde_json::from_str(&stdout(&output)).unwrap();
    let text = |of: &Value, field: &str| of[field].as_str().unwrap().replace("./", "");
    let found = found.iter().map(|of| ["file", "verdict", "detail"].map(|field| text(of, field)));
    (output.status.code(), found.collect())
}

/// Changes the folder, and checks which files are then reported as wrong, and why. The checksums are
/// always wrong; `sums` is the end of the message about them.
fn is_noticed(
    change: impl FnOnce(&dyn Fn(&str) -> PathBuf),
    expected: &[(&str, &str)],
    sums: &str,
) {
    let folder = folder();
    change(&|file| folder.path().join(file));
    let (code, found) = verdicts(folder.path());
    let (of_sums, mut wrong): (Vec<_>, Vec<_>) = found
        .iter()
        .filter(|[_, verdict, _]| verdict == "WRONG")
        .partition(|[file, ..]| file == "SHA256SUMS");
    wrong.sort();
    assert_eq!(code, Some(1), "{expected:?}");
    assert_eq!(of_sums[0][2], format!("it does not match the files; {sums}"));
    assert_eq!(wrong.len(), expected.len(), "{wrong:?}");
    for ([file, _, detail], (name, reason)) in wrong.into_iter().zip(expected) {
        assert!(file == name && detail.contains(reason), "{file}: {detail}");
    }
}

/// The message about files that the checksums do not match.
fn changed(names: &str) -> String {
    format!("lines without a file: {names}; files without a line: {names}")
}

fn swap(one: &Path, other: &Path) {
    let contents = fs::read(one).unwrap();
    fs::copy(other, one).unwrap();
    fs::write(other, contents).unwrap();
}

#[test]
fn an_unchanged_folder_is_not_wrong() {
    let folder = folder();
    let (code, found) = verdicts(folder.path());
    assert_eq!((code, found.len()), (Some(0), 8));
    assert_eq!(found[0], ["SHA256SUMS", "recomputed", "of the 7 files next to it"]);
    // Tables of values are stored separately, and jobs may be unfinished.
    fs::create_dir(folder.path().join("4x5.json.unfinished")).unwrap();
    fs::write(folder.path().join("4x5.json.unfinished/state"), "{").unwrap();
    assert_eq!(verdicts(folder.path()).1, found);
}

#[test]
fn a_name_is_a_claim() {
    is_noticed(
        |file| swap(&file("5x5.json"), &file("6x6.json")),
        &[
            ("5x5.json", "it is named 5x5.json, but it contains 6x6.json"),
            ("6x6.json", "it is named 6x6.json, but it contains 5x5.json"),
        ],
        &changed("5x5.json, 6x6.json"),
    );
    let certificates = ["certificates/4x4-fewest.proof", "certificates/4x4.proof"];
    is_noticed(
        |file| swap(&file(certificates[0]), &file(certificates[1])),
        &[
            (certificates[0], "it is named 4x4-fewest.proof, but it contains 4x4.proof"),
            (certificates[1], "it is named 4x4.proof, but it contains 4x4-fewest.proof"),
        ],
        &changed(&certificates.join(", ")),
    );
    let tabulate = ["tabulate", "3x4", "--output", "4x4-positions.csv"];
    is_noticed(
        |file| assert!(run(&tabulate, &file("")).status.success()),
        &[("4x4-positions.csv", "it contains 3x4-positions.csv")],
        &changed("4x4-positions.csv"),
    );
    let solve = ["solve", "4x4", "--position", "-----OX--XO----- O", "--output", "4x4-fewest.json"];
    is_noticed(
        |file| assert!(run(&solve, &file("")).status.success()),
        &[("4x4-fewest.json", "it is named 4x4-fewest.json, but it contains something else")],
        &changed("4x4-fewest.json"),
    );
    is_noticed(
        |file| assert!(fs::copy(file("certificates/4x4.proof"), file("3x3.json")).is_ok()),
        &[("3x3.json", "it is named 3x3.json, but it contains 4x4.proof")],
        &changed("3x3.json"),
    );
}

/// A file without the name of a result may contain any of them.
#[test]
fn other_names_claim_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["mine.json", "4x4-mine.json", "4.json", "4x4-fewest-parallel.json", "04x04.json"] {
        fs::copy("results/5x5.json", folder.path().join(name)).unwrap();
        let output = run(&["verify", name, "--budget", "0s"], &folder);
        assert!(output.status.success(), "{name}: {}", stdout(&output));
    }
}

#[test]
fn missing_and_additional_files_are_noticed() {
    is_noticed(
        |file| fs::remove_dir_all(file("certificates")).unwrap(),
        &[],
        "lines without a file: certificates/4x4-fewest.proof, certificates/4x4.proof",
    );
    let remove = |file: &dyn Fn(&str) -> PathBuf| fs::remove_file(file("5x5.json")).unwrap();
    is_noticed(remove, &[], "lines without a file: 5x5.json");
    is_noticed(
        |file| assert!(fs::copy("results/4x5.json", file("4x5.json")).is_ok()),
        &[],
        "files without a line: 4x5.json",
    );
    is_noticed(
        |file| fs::write(file("certificates/more"), "more").unwrap(),
        &[],
        "files without a line: certificates/more",
    );
    let folder = folder();
    fs::remove_file(folder.path().join("SHA256SUMS")).unwrap();
    let reason = "there are none, so nothing lists the files that belong in this folder";
    assert_eq!(verdicts(folder.path()).1[0], ["SHA256SUMS", "not checked", reason]);
    let strict = run(&["verify", ".", "--strict", "--budget", "0s"], &folder);
    assert_eq!(strict.status.code(), Some(1));
}

/// Another certificate of the same value is just as good, but it is not the one that was published.
#[test]
fn checksums_are_compared() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    let sums = fs::read_to_string(file("SHA256SUMS")).unwrap();
    let publish = |sums: &str| fs::write(file("SHA256SUMS"), sums).unwrap();
    let verdict = || {
        let (code, found) = verdicts(folder.path());
        let of_sums = found.into_iter().find(|[name, ..]| name == "SHA256SUMS").unwrap();
        (code, of_sums[1].clone(), of_sums[2].clone())
    };
    let right = "of the 7 files next to it".to_owned();
    assert_eq!(verdict(), (Some(0), "recomputed".to_owned(), right));
    let mut coreutils = Command::new("sha256sum");
    coreutils.args(["-c", "SHA256SUMS"]).current_dir(&folder);
    assert!(coreutils.output().unwrap().status.success());

    let wrong = |problems: &str| {
        let detail = format!("it does not match the files; {problems}");
        assert_eq!(verdict(), (Some(1), "WRONG".to_owned(), detail));
    };
    publish(&sums.replace("certificates/4x4.proof", "certificates/4x4-more.proof"));
    wrong(
        "lines without a file: certificates/4x4-more.proof; \
         files without a line: certificates/4x4.proof",
    );
    publish(&sums);
    let other = "certificates/4x4.proof";
    let certify = ["certify", "4x4", "--leaves", "3", "--output", other];
    assert!(run(&certify, &folder).status.success());
    wrong(&format!("lines without a file: {other}; files without a line: {other}"));
}

/// Each of them gets a verdict, and so do the files next to them. Reading the largest would take
/// hours.
#[cfg(unix)]
#[test]
fn only_regular_files_of_a_possible_size_are_read() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, file(name)).unwrap();
    assert!(Command::new("mkfifo").arg(file("pipe.json")).status().unwrap().success());
    link("/dev/zero", "zero.proof");
    link("nowhere", "dangling.json");
    link("circle.json", "circle.json");
    link(".", "again");
    for (name, len) in [("large.json", 1 << 40), ("large.proof", 1 << 34), ("large.table", 1 << 35)]
    {
        fs::File::create(file(name)).unwrap().set_len(len).unwrap();
    }
    let (code, found) = verdicts(folder.path());
    assert_eq!(code, Some(1));
    assert_eq!(found.len(), 16);
    for (name, reason) in [
        ("pipe.json", "it is not a regular file"),
        ("zero.proof", "it is not a regular file"),
        ("again", "it is not a regular file"),
        ("dangling.json", "it cannot be read: No such file"),
        ("circle.json", "it cannot be read: "),
        ("large.json", "it has 1099511627776 bytes, and such a file has at most 16777216"),
        ("large.proof", "it has 17179869184 bytes, and such a file has at most 268435456"),
        ("large.table", "bytes, and such a file has at most "),
    ] {
        let of: Vec<_> = found.iter().filter(|[file, ..]| file == name).collect();
        let [[_, verdict, detail]] = of[..] else { panic!("{name}: {of:?}") };
        assert!(
            verdict == "WRONG" && detail.starts_with(reason) || detail.contains(reason),
            "{detail}"
        );
    }
    let named = ["verify", "pipe.json", "dangling.json", "/dev/zero", "3x3.json"];
    let output = run(&named, &folder);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "error: 3 files are wrong\n");
    assert_eq!(stdout(&output).matches("WRONG        ").count(), 3, "{}", stdout(&output));
    let output = run(&[&named[..], &["nothing"]].concat(), &folder);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()));
    let empty = tempfile::tempdir().unwrap();
    let nothing = run(&["verify", "."], &empty);
    assert_eq!(
        (nothing.status.code(), &*stderr(&nothing)),
        (Some(1), "error: there is no file to check\n")
    );
}

/// Proving 6x7 takes an hour.
#[test]
#[cfg_attr(windows, ignore = "sends a signal")]
fn the_time_and_the_first_signal_end_a_proof() {
    let file = fs::canonicalize("results/6x7.json").unwrap();
    let (folder, file) = (folder(), file.to_str().unwrap());
    let output = run(&["verify", file, "--budget", "0.1s"], &folder);
    assert!(output.status.success() && stdout(&output).starts_with("consistent "));

    // The proof begins when there is a verdict on the file before it.
    let mut running = program(&["verify", "3x3.json", file, "--budget", LONG], &folder)
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut verdicts = BufReader::new(running.stdout.take().unwrap());
    let (mut first, mut rest) = (String::new(), String::new());
    verdicts.read_line(&mut first).unwrap();
    assert!(first.starts_with("proved "), "{first}");
    assert!(Command::new("kill").arg(running.id().to_string()).status().unwrap().success());
    verdicts.read_to_string(&mut rest).unwrap();
    let output = running.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "error: stopped before everything was checked\n");
    // The signal may come before the proof has begun.
    assert!(rest.is_empty() || rest.starts_with("consistent "), "{rest}");
}
