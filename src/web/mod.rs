//! The web page for exploring the solved 4×4 game.
//!
//! It solves the game itself when it is opened, which takes less time than loading a table would.

/// The script, module by module; each imports only from those before it.
const MODULES: [&str; 15] = [
    include_str!("rules.mjs"),
    include_str!("solver.mjs"),
    include_str!("game.mjs"),
    include_str!("paths.mjs"),
    include_str!("link.mjs"),
    include_str!("words.mjs"),
    include_str!("explorer.mjs"),
    include_str!("dom.mjs"),
    include_str!("board.mjs"),
    include_str!("map.mjs"),
    include_str!("below.mjs"),
    include_str!("heading.mjs"),
    include_str!("lines.mjs"),
    include_str!("forms.mjs"),
    include_str!("app.mjs"),
];

/// The page, in one piece: it needs no other file and no network.
pub fn page() -> String {
    include_str!("page.html")
        .replace("/* style.css */\n", include_str!("style.css"))
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
    use super::*;

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
}
