//! `lines`: how long the program is.

use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::process::Command;

use clap::Args;

use crate::outcome::Outcome;

/// Count the lines of code, and fail if there are too many
///
/// Blank lines, comments and the unit tests at the end of a file do not count. CONTRIBUTING.md states the limits.
#[derive(Debug, Args)]
pub(crate) struct Lines {}

/// The most lines in the first [`SHIPPED`] of the [`ROOTS`], in all of them, and in tests.
const LIMITS: [usize; 3] = [25_585, 28_075, 12_991];

const ROOTS: [&str; 5] = ["core/src/", "src/", "wasm/src/", "python/src/", "xtask/src/"];
const SHIPPED: usize = 3;

impl Lines {
    pub(crate) fn run(self) -> Outcome {
        let Self {} = self;
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"]);
        let files = String::from_utf8(git.output()?.stdout)?;
        let mut rooms = BTreeMap::<_, usize>::new();
        let mut tests = 0;
        for file in files.lines() {
            let Ok(text) = read_to_string(file) else { continue }; // removed, and not yet committed
            let lines = lines_of_code(&text);
            if file.starts_with("tests/") || file.contains("/tests/") {
                tests += lines;
            }
            for (number, root) in ROOTS.iter().enumerate() {
                let Some(path) = file.strip_prefix(root) else { continue };
                let room = path.split_once('/').map_or("", |(room, _)| room);
                *rooms.entry((number, room)).or_default() += lines;
            }
        }
        for ((number, room), lines) in &rooms {
            println!("{lines:7}  {}{room}", ROOTS[*number]);
        }
        let [shipped, all] = [SHIPPED, ROOTS.len()]
            .map(|roots| rooms.range(..(roots, "")).map(|(_, lines)| lines).sum());
        let totals = [shipped, all, tests];
        let names = ["core, src and wasm", "with python and xtask", "tests"];
        for ((name, total), limit) in names.into_iter().zip(totals).zip(LIMITS) {
            println!("{total:7}  {name}, at most {limit}");
        }
        if totals.into_iter().zip(LIMITS).all(|(total, limit)| total <= limit) {
            return Ok(());
        }
        Err("there are more lines than CONTRIBUTING.md allows".into())
    }
}

/// The number of lines in a file that count.
fn lines_of_code(text: &str) -> usize {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_counts() {
        let text = "//! A file.\n\nfn one() {\n    // A comment.\n    two(); // Code.\n}\n";
        assert_eq!(lines_of_code(text), 3);
        assert_eq!(lines_of_code(&format!("{text}\n#[cfg(test)]\nmod tests {{\n}}\n")), 3);
    }
}
