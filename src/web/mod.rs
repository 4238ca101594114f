//! The web page: boards in the browser, with the value of every move.
//!
//! The modules of its script are separate files, which are easier to read and test. A browser gets
//! them as one self-contained file. Opened from disk, it solves 4×4 itself; from a server, it can ask
//! for the values of any board.

use crate::storage::{base64, sha256};

/// Modules with their names.
macro_rules! modules {
    ($($name:literal)*) => { [$(($name, include_str!(concat!($name, ".mjs")))),*] };
}

/// The modules of the script. Each imports only from earlier ones.
const MODULES: [(&str, &str); 35] = modules! {
    "texts/en" "texts/ja" "language" "preferences" "rules" "solver" "game" "notation" "estimate"
    "link" "reading" "knowledge" "opponent" "explorer" "server" "browser-solver" "inquiry" "words"
    "dom" "speech" "presence" "board" "map" "moves" "curve" "heading" "lines" "forms" "plan"
    "planner" "paste" "worksheet" "lesson" "tabs" "app"
};

/// The modules that few visitors need, which a site loads on demand.
const ON_DEMAND: [&str; 3] = ["reading", "plan", "lesson"];

/// The page as a single file.
///
/// A server passes the path of its API, such as `/api/v1`, where the page then requests values.
/// Without one, the page sends no requests. The project's name is a link if the project has an address.
pub fn page(api: Option<&str>, project: Option<&str>) -> String {
    let root = api.map_or_else(String::new, |api| format!(" data-api=\"{api}\""));
    include_str!("page.html")
        .replacen("<html lang=\"en\">", &format!("<html lang=\"en\"{root}>"), 1)
        .replace("<!-- project -->", &name(project))
        .replace("/* style.css */\n", include_str!("style.css"))
        .replace("/* script */\n", &script())
}

/// The policy of the page that a server sends with it. The page may use only its own script and style,
/// and load data only from the server. No other page may show it in a frame.
pub fn content_security_policy() -> String {
    let [style, script] = parts().map(|part| base64(&sha256(&[part.as_bytes()])));
    format!(
        "default-src 'self' data:; style-src 'sha256-{style}'; script-src 'sha256-{script}'; \
         frame-ancestors 'none'"
    )
}

/// The contents of the elements for the style and the script.
fn parts() -> [String; 2] {
    [format!("\n{}", include_str!("style.css")), format!("\n{}", script())]
}

/// The script of the page as files: `page.js`, and those that it loads when they are needed.
pub fn scripts() -> Vec<(String, String)> {
    let (others, needed): (Vec<_>, Vec<_>) =
        MODULES.into_iter().partition(|(name, _)| ON_DEMAND.contains(name));
    let lines = needed.into_iter().flat_map(|(_, module)| module.lines());
    let lines = lines.filter(|line| !line.starts_with("import "));
    let page: String = lines.flat_map(|line| [line, "\n"]).collect();
    let imported = |line: &str| match line.split_once(" from ") {
        Some((import, _)) if line.starts_with("import ") => format!("{import} from './page.js';\n"),
        _ => format!("{line}\n"),
    };
    let mut scripts = vec![("page.js".to_owned(), page.replace(".mjs')", ".js')"))];
    for (name, module) in others {
        scripts.push((format!("{name}.js"), module.lines().map(imported).collect()));
    }
    scripts
}

/// The project's name and version, as a link if it has an address.
fn name(address: Option<&str>) -> String {
    let name = concat!("othello-solver ", env!("CARGO_PKG_VERSION"));
    match address.unwrap_or(env!("CARGO_PKG_REPOSITORY")) {
        "" => name.to_owned(),
        address => format!("<a href=\"{}\">{name}</a>", address.replace('&', "&amp;")),
    }
}

/// Joins the modules without their imports and exports: whatever a module imports is already defined.
fn script() -> String {
    let lines = MODULES.into_iter().flat_map(|(_, module)| module.lines());
    let lines =
        lines.filter(|line| !line.starts_with("import ") && !line.contains(" await import("));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
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

    /// Lines without blank lines and comments.
    fn lines_of_code(text: &str) -> usize {
        let mut lines = 0;
        let mut is_comment = false;
        for line in text.lines().map(str::trim) {
            is_comment |= line.starts_with("/*");
            if !line.is_empty() && !is_comment && !line.starts_with("//") {
                lines += 1;
            }
            is_comment &= !line.ends_with("*/");
        }
        lines
    }

    /// The texts do not count.
    #[test]
    fn the_page_stays_small() {
        assert_eq!(lines_of_code("/* one\n\ntwo */\n* {\n  // three\n}\n\n/** four */\n"), 2);
        let modules: usize = MODULES[2..].iter().map(|(_, module)| lines_of_code(module)).sum();
        assert!(modules <= 3000, "{modules} lines");
        let style = lines_of_code(include_str!("style.css"));
        assert!(style <= 1100, "{style} lines");
    }

    #[test]
    fn the_page_stands_alone() {
        let page = page(None, None);
        assert!(page.len() <= 300 * 1024, "{} bytes", page.len());
        // A link loads nothing until it is followed.
        let own = page.replace("<a href=\"https:", "");
        for elsewhere in ["http:", "https:", "src=", "@import", "url(", "import(", "data-api=\""] {
            assert!(!own.contains(elsewhere), "{elsewhere}");
        }
        let joint = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert!(!page.lines().any(joint), "a module was not joined");
    }

    /// A browser compares the hashes of these elements with the ones in the policy.
    #[test]
    fn the_policy_is_about_the_elements_of_the_page() {
        let page = page(Some("/api/v1"), None);
        let [style, script] = parts();
        assert_eq!(page.matches(&format!("<style>{style}</style>")).count(), 1);
        assert_eq!(page.matches(&format!("<script type=\"module\">{script}</script>")).count(), 1);
        assert_eq!((page.matches("<style").count(), page.matches("<script").count()), (1, 1));
    }

    #[test]
    fn a_server_says_where_to_ask() {
        let served = page(Some("/api/v1"), None);
        assert_eq!(served.matches("data-api=\"/api/v1\"").count(), 1);
        assert_eq!(served.replacen(" data-api=\"/api/v1\"", "", 1), page(None, None));
    }

    #[test]
    fn the_project_is_a_link_if_it_has_an_address() {
        let linked = page(None, Some("https://example.org/?a=b&c"));
        let (before, after) =
            linked.split_once("<a href=\"https://example.org/?a=b&amp;c\">").unwrap();
        assert_eq!(format!("{before}{}", after.replacen("</a>", "", 1)), page(None, None));
    }
}
