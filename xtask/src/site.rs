//! `site`: the page with the solver in it, as files for any web server and as one file, and the JavaScript package.

use std::env;
use std::fs::{copy, create_dir_all, read, read_dir, read_to_string, remove_dir_all, write};
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::documents::AnswerDocument;
use othello_core::known::KnownOpening;
use othello_core::{Find, Position, Rules, Scoring, Size, Start};
use othello_solver::results::{Variant, to_json};
use othello_solver::web;
use rustc_hash::FxHasher;

use crate::one_file::one_file;
use crate::outcome::Outcome;

/// Write the page with the solver in it to target/site/, and the JavaScript package to wasm/dist/.
/// othello.html is the whole page in one file
///
/// This needs wasm-bindgen: cargo install --locked wasm-bindgen-cli --root target/tools
/// --version X, where X is the version in wasm/Cargo.toml.
#[derive(Debug, Args)]
pub(crate) struct Site {
    /// The address the site will have, such as <https://example.org/othello/>. Most programs then
    /// show a preview picture for links to it.
    #[arg(long, value_name = "URL", default_value = "")]
    address: String,
    /// The address of the project, which the page links to
    #[arg(long, value_name = "URL", value_parser = web_address)]
    project: Option<String>,
}

const SITE: &str = "target/site";
const PACKAGE: &str = "wasm/dist";
const WEIGHTS: &str = "core/src/evaluation";

/// Nothing but the site's own files. Where a server sends this policy as a header, it also applies
/// to the worker, which compiles WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'";

impl Site {
    pub(crate) fn run(self) -> Outcome {
        let Self { address, project } = self;
        package()?;
        let site = Path::new(SITE);
        if site.exists() {
            remove_dir_all(site)?;
        }
        copy_folder(Path::new("wasm/site"), site)?;
        copy_folder(Path::new(PACKAGE), &site.join("solver"))?;
        for script in ["search.js", "solver.js", "worker.js"] {
            let script = site.join("solver").join(script);
            write(&script, without_comments(&read_to_string(&script)?))?;
        }
        let page = web::page(None, project.as_deref());
        let (html, style) = parts(&page, &address);
        write(site.join("index.html"), html)?;
        write(site.join("style.css"), without_comments(style))?;
        for (name, script) in web::scripts() {
            write(site.join(name), without_comments(&script))?;
        }
        service_worker(site)?;
        let file = one_file(&site.join("solver"), project.as_deref(), &first_values())?;
        write(site.join("othello.html"), file)?;
        println!("written    {SITE}");
        Ok(())
    }
}

/// Accepts the address of a web page.
fn web_address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |symbol: char| symbol.is_ascii_graphic() && !"\"'<>".contains(symbol);
    let is_valid = rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_plain));
    is_valid.then(|| text.to_owned()).ok_or("expected http://… or https://…".to_owned())
}

/// The JavaScript package: the library, compiled, with its scripts and weights.
fn package() -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    let package = Path::new(PACKAGE);
    if package.exists() {
        remove_dir_all(package)?;
    }
    copy_folder(Path::new("wasm/js"), package)?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["build", "--locked", "--package", "othello-solver-wasm", "--profile", "wasm"]);
    cargo.args(["--target", TARGET, "--target-dir", "target"]);
    // With less inlining the module is a fortieth smaller, and searches as fast.
    cargo.env("RUSTFLAGS", "-C llvm-args=--inline-threshold=75");
    run(&mut cargo)?;
    let own = Path::new("target/tools/bin/wasm-bindgen");
    let mut bindgen = Command::new(if own.exists() { own } else { Path::new("wasm-bindgen") });
    bindgen.args(["--target", "web", "--no-typescript", "--omit-default-module-path"]);
    bindgen.args(["--out-name", "solver", "--out-dir"]).arg(package);
    bindgen.arg(format!("target/{TARGET}/wasm/othello_solver_wasm.wasm"));
    run(&mut bindgen)?;
    create_dir_all(package.join("weights"))?;
    for file in files(Path::new(WEIGHTS))? {
        if file.extension().is_some_and(|kind| kind == "weights") {
            copy(Path::new(WEIGHTS).join(&file), package.join("weights").join(&file))?;
        }
    }
    create_dir_all(package.join("openings"))?;
    for opening in KnownOpening::all() {
        let &KnownOpening { size, start, objective, .. } = opening;
        let variant = Variant { start, rules: Rules::new(Scoring::Discs, objective) };
        let file = format!("openings/{size}{}-opening.txt", variant.file_name());
        write(package.join(file), short(opening.text()))?;
    }
    Ok(())
}

/// Reduces a table of positions to each row's cells and move values; the solver in the browser
/// derives the rest. The result is a third smaller.
fn short(table: &str) -> String {
    let mut text = String::new();
    for row in table.lines().skip(1) {
        let (cells, rest) = row.split_once(',').expect("a row has cells");
        text += cells;
        let moves = rest.rsplit(',').next().unwrap_or_default().split(' ');
        text.extend(moves.filter_map(|mv| mv.split_once(':')).flat_map(|(_, value)| [" ", value]));
        text += "\n";
    }
    text
}

fn run(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// The page without what a strict policy forbids, and its style.
fn parts<'page>(page: &'page str, address: &str) -> (String, &'page str) {
    let [policy, icon, style, script] = [
        ("http-equiv=\"Content-Security-Policy\" content=\"", "\""),
        ("<link rel=\"icon\" href=\"", "\""),
        ("<style>\n", "</style>"),
        ("<script type=\"module\">\n", "</script>"),
    ]
    .map(|(begin, end)| {
        let (_, rest) = page.split_once(begin).expect("the page has such an element");
        rest.split_once(end).expect("it has an end").0
    });
    let html = page
        .replace(
            &format!("<style>\n{style}</style>"),
            "<link rel=\"stylesheet\" href=\"style.css\">",
        )
        .replace(
            &format!("<script type=\"module\">\n{script}</script>"),
            &format!(
                "<script type=\"application/json\" id=\"first-values\">\n{}</script>\n\
                 <script type=\"module\" src=\"page.js\"></script>\n\
                 <script type=\"module\" src=\"register.js\"></script>",
                first_values()
            ),
        )
        .replace(policy, POLICY)
        .replace("<html lang=\"en\">", "<html lang=\"en\" data-worker=\"solver/worker.js\">")
        .replace(icon, "icon.svg")
        .replace(
            "<title>",
            &format!(
                "<link rel=\"manifest\" href=\"manifest.json\">\n\
                 <meta property=\"og:image\" content=\"{address}preview.png\">\n<title>"
            ),
        );
    (html, style)
}

/// Removes comments and indentation, a quarter of the download.
fn without_comments(text: &str) -> String {
    let mut is_inside = false;
    let mut code = String::new();
    for line in text.lines().map(str::trim_start) {
        is_inside |= line.starts_with("/*");
        if !is_inside && !line.starts_with("//") && !line.is_empty() {
            code.extend([line, "\n"]);
        }
        is_inside &= !line.contains("*/");
    }
    code
}

/// The values of the board that the page shows first, so that they are there before the solver is.
fn first_values() -> String {
    let start = Position::start(Size::new(6, 6).expect("there is a 6x6 board"), Start::Diagonal);
    let question = Question::usual(start, Rules::default()).with_goal(Find::AllMoves);
    let answer = answer(&question, &Sources::LOOKUPS, &Limits::single(0), &());
    to_json(&AnswerDocument::open(&question, &answer.expect("6x6 is solved")))
}

/// Adds the names of the site's files to its service worker, and their digest: another worker keeps
/// another site.
fn service_worker(site: &Path) -> Outcome {
    let worker = site.join("service-worker.js");
    let (mut needed, mut data, mut digest) =
        (vec!["./".to_owned()], Vec::new(), FxHasher::default());
    for file in files(site)? {
        digest.write(&read(site.join(&file))?);
        let name = file.to_str().ok_or("a file name is not UTF-8")?.replace('\\', "/");
        match Path::new(&name).extension().and_then(|kind| kind.to_str()) {
            Some("weights" | "txt") => data.push(name),
            // The preview picture is only shown by other sites.
            Some("html" | "ts" | "png") => {}
            _ if name == "service-worker.js" => {}
            _ => needed.push(name),
        }
    }
    let script = read_to_string(&worker)?;
    let digest = format!("{:016x}", digest.finish());
    write(
        worker,
        format!(
            "const VERSION = {digest:?};\nconst FILES = {needed:?};\nconst DATA = {data:?};\n\n{script}"
        ),
    )?;
    Ok(())
}

/// The files in a folder and in its folders, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in read_dir(folder)? {
        let entry = entry?;
        let name = PathBuf::from(entry.file_name());
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?.into_iter().map(|file| name.join(file)));
        } else {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    for file in files(from)? {
        let target = to.join(&file);
        target.parent().map_or(Ok(()), create_dir_all)?;
        copy(from.join(&file), target)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_has_a_web_address() {
        for address in ["https://example.org/othello?a=b&c", "http://localhost:8000"] {
            assert_eq!(web_address(address).as_deref(), Ok(address));
        }
        for address in [
            "",
            "https://",
            "example.org",
            "javascript:alert(1)",
            "https://x/\"><script>",
            "https://x y",
        ] {
            assert!(web_address(address).is_err(), "{address}");
        }
    }
}
