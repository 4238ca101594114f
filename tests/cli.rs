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
        text += &without_times(line).replace("$ cargo run --release -- ", "$ othello-solver ");
        text.push('\n');
    }
    let readme = folder.path().join("README.md");
    fs::write(&readme, text).unwrap();
    // With these folders beside it each command runs in a copy of the first.
    fs::create_dir(folder.path().join("README.in")).unwrap();
    fs::create_dir(folder.path().join("README.out")).unwrap();
    trycmd::TestCases::new().case(readme);
}

/// The line with anything in place of times, which differ from run to run: what
/// stands behind `time`, and the number before a lone `s`.
fn without_times(line: &str) -> String {
    if line.starts_with("time  ") {
        return "time       [..]".to_owned();
    }
    match line.split_once(" s  ") {
        Some((before, after)) if before.contains('.') => {
            let number = before.rfind(' ').map_or(0, |space| space + 1);
            format!("{}[..] s  {after}", before[..number].trim_end())
        }
        _ => line.to_owned(),
    }
}
