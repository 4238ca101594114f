//! The scripts that people run: they must work in any shell environment.

use std::fs;
use std::process::Command;

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
