//! The program as a user runs it: what it prints, where, and its exit code.
//! `TRYCMD=overwrite cargo test --test cli` writes down what it prints now.

use std::fs;

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}

/// Every command of the README, in an empty folder of its own.
#[test]
fn the_readme() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for line in fs::read_to_string("README.md").unwrap().lines() {
        // Times differ from run to run.
        let line = if line.starts_with("time  ") { "time       [..]" } else { line };
        text += &line.replace("$ cargo run --release -- ", "$ othello-solver ");
        text.push('\n');
    }
    let readme = folder.path().join("README.md");
    fs::write(&readme, text).unwrap();
    // With these folders beside it each command runs in a copy of the first.
    fs::create_dir(folder.path().join("README.in")).unwrap();
    fs::create_dir(folder.path().join("README.out")).unwrap();
    trycmd::TestCases::new().case(readme);
}
