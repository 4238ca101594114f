//! `page`: the web page for exploring the solved 4×4 game.
//!
//! The page solves the game itself when it is opened, which takes less time than loading a table
//! would.

use std::path::PathBuf;

use clap::Args;

use super::{Outcome, write};

/// Write the web page for exploring the solved 4x4 game
#[derive(Debug, Args)]
pub(crate) struct Page {
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "results/explorer.html")]
    output: PathBuf,
}

impl Page {
    pub(crate) fn run(self) -> Outcome {
        write(&self.output, page().as_bytes())
    }
}

/// The script, module by module; each imports only from those before it.
const MODULES: [&str; 15] = [
    include_str!("../web/rules.mjs"),
    include_str!("../web/solver.mjs"),
    include_str!("../web/game.mjs"),
    include_str!("../web/paths.mjs"),
    include_str!("../web/link.mjs"),
    include_str!("../web/words.mjs"),
    include_str!("../web/explorer.mjs"),
    include_str!("../web/dom.mjs"),
    include_str!("../web/board.mjs"),
    include_str!("../web/map.mjs"),
    include_str!("../web/below.mjs"),
    include_str!("../web/heading.mjs"),
    include_str!("../web/lines.mjs"),
    include_str!("../web/forms.mjs"),
    include_str!("../web/app.mjs"),
];

/// The page, in one piece: it needs no other file and no network.
fn page() -> String {
    include_str!("../web/page.html")
        .replace("/* style.css */\n", include_str!("../web/style.css"))
        .replace("/* script */\n", &script())
}

/// All modules in one: whatever a module imports from another is already defined.
fn script() -> String {
    let mut script = String::new();
    let mut importing = false;
    for line in MODULES.into_iter().flat_map(str::lines) {
        importing |= line.starts_with("import ");
        if !importing {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
        importing &= !line.ends_with(';');
    }
    script
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::root;

    /// Joined, the modules have one space for all their names.
    #[test]
    fn no_two_modules_declare_the_same_name() {
        let script = script();
        let mut names: Vec<_> = script
            .lines()
            .filter_map(|line| {
                let (kind, rest) = line.split_once(' ')?;
                let end = rest.find(|symbol: char| !symbol.is_alphanumeric() && symbol != '_')?;
                ["const", "let", "class", "function"].contains(&kind).then_some(&rest[..end])
            })
            .collect();
        names.sort_unstable();
        let doubled: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(names.len() > 50 && doubled.is_empty(), "{doubled:?}");
    }

    #[test]
    fn the_committed_page_is_the_one_that_is_written() {
        let committed = fs::read_to_string(root().join("results/explorer.html")).unwrap();
        assert!(committed == page(), "run `cargo xtask page` and look at `git diff`");
    }

    #[test]
    fn the_page_stands_alone() {
        let page = page();
        assert!(page.len() <= 300 * 1024, "{} bytes", page.len());
        for elsewhere in ["http:", "https:", "src=", "@import", "url(", "import(", "fetch("] {
            assert!(!page.contains(elsewhere), "{elsewhere}");
        }
        let joint = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert!(!page.lines().any(joint), "a module was not joined");
    }
}
