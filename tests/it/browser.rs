//! The page in a browser; the test itself is in `tests/browser/`.

use std::process::Command;

#[test]
#[ignore = "needs Node.js, Chromium at /usr/bin/chromium or $CHROMIUM, and `npm ci --prefix tests/browser`"]
fn the_page_works_in_a_browser() {
    let mut npm = Command::new("npm");
    npm.args(["test", "--prefix", "tests/browser"]);
    npm.env("OTHELLO_SOLVER", env!("CARGO_BIN_EXE_othello-solver"));
    let status = npm.status().unwrap();
    assert!(status.success());
}
