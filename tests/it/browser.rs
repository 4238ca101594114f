//! The page in a browser; the test itself is in `tests/browser/`.

use std::process::Command;

#[test]
#[ignore = "needs Node.js, Chromium at /usr/bin/chromium or $CHROMIUM, and `npm ci --prefix tests/browser`"]
fn the_page_works_in_a_browser() {
    let status = Command::new("npm").args(["test", "--prefix", "tests/browser"]).status().unwrap();
    assert!(status.success());
}
