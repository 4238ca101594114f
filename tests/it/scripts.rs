//! The scripts that people run: they must work in any shell environment.

use std::fs;
use std::process::Command;

use crate::common::program::{run, stdout};

/// `cd` looks in the folders of `CDPATH` first, so a script could run in another project.
#[test]
fn no_script_follows_cdpath() {
    let folders = [".", ".ci", "checker", "formal", "python", "scale", "tests", "wasm", "xtask"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut scripts = 0;
    for file in files.map(|entry| entry.unwrap().path()) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        if !text.starts_with("#!/usr/bin/env bash") {
            continue;
        }
        let file = file.display();
        scripts += 1;
        let at = |line: &str| text.lines().position(|it| it.starts_with(line));
        let unset = at("unset CDPATH").unwrap_or_else(|| panic!("{file} follows CDPATH"));
        assert!(at("cd ").is_none_or(|cd| unset < cd), "{file}");
    }
    assert!(scripts >= 4, "{scripts}");
}

/// In another project there is a script of the same name, whose help is wrong.
#[test]
fn the_check_of_the_theorems_runs_where_it_is() {
    let other = tempfile::tempdir().unwrap();
    fs::create_dir_all(other.path().join("formal")).unwrap();
    fs::create_dir_all(other.path().join("results")).unwrap();
    fs::write(other.path().join("formal/check"), "#   formal/check WRONG\n").unwrap();
    let mut check = Command::new("formal/check");
    let output = check.arg("--no-such-option").env("CDPATH", other.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let help = String::from_utf8(output.stderr).unwrap();
    assert!(help.contains("--up-to SQUARES") && !help.contains("WRONG"), "{help}");
}

/// The general files are trusted by their SHA-256, so a change in one of them has to be visible, and no
/// compiled file in the folder is used.
#[test]
fn a_changed_general_file_is_not_the_released_one() {
    let copy = tempfile::tempdir().unwrap();
    let path = |name: &str| copy.path().join(name);
    fs::create_dir_all(path("formal")).unwrap();
    fs::create_dir_all(path("results")).unwrap();
    let files: Vec<_> =
        fs::read_dir("formal").unwrap().map(|entry| entry.unwrap().path()).collect();
    for file in files.iter().filter(|file| file.is_file()) {
        fs::copy(file, path(file.to_str().unwrap())).unwrap();
    }
    let sums = Command::new("bash")
        .args(["-c", "sha256sum formal/[A-Z]*.v formal/{assumptions.txt,check,record,theorem.awk}"])
        .output();
    fs::write(path("SHA256SUMS"), sums.unwrap().stdout).unwrap();
    for name in ["Spec.v", "Value.v", "Moves.v", "Facts.v", "theorem.awk", "assumptions.txt"] {
        let file = path("formal").join(name);
        let honest = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("{honest}\n")).unwrap();
        let mut check = Command::new(path("formal/check"));
        let check = check.args(["4x5", "--released", "SHA256SUMS"]).current_dir(copy.path());
        let output = check.output().unwrap();
        let says = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{says}");
        assert_eq!(says, format!("formal/check: {name} is not the released one\n"));
        fs::write(&file, honest).unwrap();
    }
}

/// A row in the table of theorems is not believed just because it exists.
#[test]
fn a_theorem_without_its_certificate_is_a_claim() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proved.csv");
    let head = "theorem,statement,value,commit,prover,date,general,certificate";
    let zeros = "0".repeat(64);
    let row = |value| {
        let statement = format!("value (start Diagonal 4 5) = {value}");
        format!("value_4x5,{statement},{value},unknown,Rocq 9.2,2026-11-28,{zeros},{zeros}")
    };
    for (row, reason) in [
        (row(16), "the files that it was proved with are unknown"),
        (row(17), "results/ does not have this value"),
    ] {
        fs::write(&file, format!("{head}\n{row}\n")).unwrap();
        let says = stdout(&run(&["verify", "proved.csv"], folder.path()));
        assert!(says.contains("not checked") && says.contains(reason), "{says}");
    }
}
