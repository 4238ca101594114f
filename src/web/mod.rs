//! The web page: boards in the browser, with the value of every move.
//!
//! The modules of its script are separate files, which are easier to read and test. A browser gets
//! them as one self-contained file. Opened from disk, it solves 4×4 itself; from a server, it can ask
//! for the values of any board.

/// The modules of the script. Each imports only from earlier ones.
const MODULES: [&str; 32] = [
    include_str!("texts/en.mjs"),
    include_str!("texts/ja.mjs"),
    include_str!("language.mjs"),
    include_str!("preferences.mjs"),
    include_str!("rules.mjs"),
    include_str!("solver.mjs"),
    include_str!("game.mjs"),
    include_str!("notation.mjs"),
    include_str!("estimate.mjs"),
    include_str!("link.mjs"),
    include_str!("reading.mjs"),
    include_str!("knowledge.mjs"),
    include_str!("opponent.mjs"),
    include_str!("explorer.mjs"),
    include_str!("server.mjs"),
    include_str!("browser-solver.mjs"),
    include_str!("inquiry.mjs"),
    include_str!("words.mjs"),
    include_str!("dom.mjs"),
    include_str!("speech.mjs"),
    include_str!("presence.mjs"),
    include_str!("board.mjs"),
    include_str!("map.mjs"),
    include_str!("moves.mjs"),
    include_str!("curve.mjs"),
    include_str!("heading.mjs"),
    include_str!("lines.mjs"),
    include_str!("forms.mjs"),
    include_str!("plan.mjs"),
    include_str!("paste.mjs"),
    include_str!("worksheet.mjs"),
    include_str!("app.mjs"),
];

/// The page as a single file.
///
/// A server passes the path of its API, such as `/api/v1`, where the page then requests values.
/// Without one, the page sends no requests.
pub fn page(api: Option<&str>) -> String {
    let root = api.map_or_else(String::new, |api| format!(" data-api=\"{api}\""));
    include_str!("page.html")
        .replacen("<html lang=\"en\">", &format!("<html lang=\"en\"{root}>"), 1)
        .replace("<!-- project -->", &project())
        .replace("/* style.css */\n", include_str!("style.css"))
        .replace("/* script */\n", &script())
}

/// The project with its version, as a link if it has an address.
fn project() -> String {
    let name = concat!("othello-solver ", env!("CARGO_PKG_VERSION"));
    match env!("CARGO_PKG_REPOSITORY") {
        "" => name.to_owned(),
        address => format!("<a href=\"{address}\">{name}</a>"),
    }
}

/// Joins the modules without their imports and exports: whatever a module imports is already defined.
fn script() -> String {
    let (mut script, mut importing) = (String::new(), false);
    for line in MODULES.into_iter().flat_map(str::lines) {
        importing |= line.starts_with("import ");
        if !importing {
            script.extend([line.strip_prefix("export ").unwrap_or(line), "\n"]);
        }
        importing &= !line.ends_with(';');
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joined modules share one namespace.
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
    fn the_page_stands_alone() {
        let page = page(None);
        assert!(page.len() <= 300 * 1024, "{} bytes", page.len());
        // A link loads nothing until it is followed.
        let own = page.replace("<a href=\"https:", "");
        for elsewhere in ["http:", "https:", "src=", "@import", "url(", "import(", "data-api=\""] {
            assert!(!own.contains(elsewhere), "{elsewhere}");
        }
        let joint = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert!(!page.lines().any(joint), "a module was not joined");
    }

    #[test]
    fn a_server_says_where_to_ask() {
        let served = page(Some("/api/v1"));
        assert_eq!(served.matches("data-api=\"/api/v1\"").count(), 1);
        assert_eq!(served.replacen(" data-api=\"/api/v1\"", "", 1), page(None));
    }
}
