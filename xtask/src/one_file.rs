//! The page in one file: the page, the solver and the weights of 6×6 and 8×8, which work from a disk, without a server.

use std::fs::read_to_string;
use std::path::Path;
use std::process::Command;

use othello_solver::web;

use crate::outcome::Outcome;

/// The files that the solver has at hand; other boards have no forecasts.
const FILES: [&str; 5] = [
    "solver_bg.wasm",
    "weights/6x6.weights",
    "weights/6x6-fewest.weights",
    "weights/8x8.weights",
    "openings/6x6-opening.txt",
];

/// The largest file that mail servers and schools may be asked to accept, in bytes.
const MOST_BYTES: usize = 2_500_000;

/// Only what is in the file: its worker is a blob, and its data need no request.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
    style-src 'unsafe-inline'; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'";

/// The page with the JavaScript package in a folder, and the values of the board that it shows first.
pub(crate) fn one_file(package: &Path, project: Option<&str>, values: &str) -> Outcome<String> {
    let page = web::page(None, project);
    let (before, rest) =
        page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").expect("a policy");
    let (_, after) = rest.split_once('"').expect("its end");
    let worker = worker(package)?;
    let scripts = format!(
        "<script type=\"application/json\" id=\"first-values\">\n{values}</script>\n\
         <script type=\"text/plain\" id=\"worker\">\n{worker}</script>\n<script type=\"module\">"
    );
    let after = after.replacen("<script type=\"module\">", &scripts, 1);
    let file =
        format!("{before}http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"{after}");
    if file.len() > MOST_BYTES {
        return Err(format!("the single file has {} bytes", file.len()).into());
    }
    Ok(file)
}

/// The script of the worker: the package's modules and files in one script. Browsers refuse modules to a page that was
/// opened from a disk.
fn worker(package: &Path) -> Outcome<String> {
    let text = |name: &str| read_to_string(package.join(name));
    let mut script = "globalThis.othelloFiles = {\n".to_owned();
    for name in FILES {
        script += &format!("'{name}': '{}',\n", base64(&zipped(&package.join(name))?));
    }
    // The library has functions with the same names as the compiled ones.
    let solver = text("solver.js")?;
    let names = solver.lines().filter_map(|line| line.strip_prefix("export function "));
    let names: Vec<_> = names.filter_map(|rest| Some(rest.split_once('(')?.0)).collect();
    script += "};\nglobalThis.othelloSolver = (() => {\n";
    script += &joined(&solver);
    script += &format!("return {{ default: __wbg_init, {} }};\n}})();\n", names.join(", "));
    script += &joined(&text("search.js")?);
    script += &joined(&text("worker.js")?);
    assert!(!script.contains("</script"), "the worker ends its element");
    Ok(script)
}

/// A module without its imports and exports.
fn joined(module: &str) -> String {
    let mut text = String::new();
    for line in module.lines() {
        if !line.starts_with("import ") && !line.starts_with("export {") {
            text.extend([line.strip_prefix("export ").unwrap_or(line), "\n"]);
        }
    }
    text.replace("import.meta.url", "location.href")
}

/// A file, compressed. The result is the same on every machine.
fn zipped(file: &Path) -> Outcome<Vec<u8>> {
    let output = Command::new("gzip").args(["-9", "-n", "-c"]).arg(file).output()?;
    if output.status.success() { Ok(output.stdout) } else { Err("gzip has failed".into()) }
}

fn base64(bytes: &[u8]) -> String {
    const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let [one, two, three] = [0, 1, 2].map(|n| u32::from(*group.get(n).unwrap_or(&0)));
        let word = (one << 16) | (two << 8) | three;
        for place in 0..4 {
            let symbol = SYMBOLS[((word >> (18 - 6 * place)) & 63) as usize];
            text.push(if place <= group.len() { char::from(symbol) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_the_usual_one() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar?~", "Zm9vYmFyP34=")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
