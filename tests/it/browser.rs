//! Runs the browser tests in `tests/browser/`.

use std::process::Command;

#[test]
#[ignore = "needs Node.js, Chromium at /usr/bin/chromium or $CHROMIUM, and `npm ci --prefix tests/browser`"]
fn the_page_works_in_a_browser() {
    let mut npm = Command::new("npm");
    npm.args(["test", "--prefix", "tests/browser"]);
    npm.env("OTHELLO_SOLVER", env!("CARGO_BIN_EXE_othello-solver"));
    let output = npm.output().unwrap();
    let [told, complaints] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    // The list of failed tests comes last.
    assert!(output.status.success(), "{complaints}{told}");
}
