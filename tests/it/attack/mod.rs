//! Wrong data is never accepted: files are damaged, exchanged and forged in every way we could
//! think of. CONTRIBUTING.md has a table of the attacks.

mod certificates;
mod folders;
mod numbers;
mod openings;
mod results;
pub(crate) mod selective;
mod serve;
mod tables;

use std::fs;
use std::path::Path;

/// The table lists existing tests for each attack, and covers every file of attacks.
#[test]
fn the_table_of_attacks_names_tests_that_exist() {
    let guide = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let section = guide.split("\n## ").find(|section| section.starts_with("Attacks\n")).unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 20, "{rows:?}");
    let mut named = String::new();
    for row in rows {
        let tests = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let tests: Vec<_> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "{row} names no test");
        for test in tests {
            let is_there = Path::new("tests/it").join(test).exists() || Path::new(test).exists();
            assert!(is_there, "{test} does not exist");
            named += test;
        }
    }
    for file in fs::read_dir("tests/it/attack").unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(name == "mod.rs" || named.contains(&format!("attack/{name}")), "{name}");
    }
}
