//! `bench`: random endgames, and the comparison of two runs.

use std::fs;

use serde_json::Value;

use crate::common::document::check;
use crate::common::program::{printed, run, stderr, stdout};

/// A small set of random endgames.
const SET: [&str; 9] =
    ["bench", "--random", "4", "--empties", "8-9", "--seed", "3", "--threads", "1"];

#[test]
fn a_run_is_saved_and_another_is_compared_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = printed(&[&SET[..], &["--save", "before.json"]].concat(), &folder);
    assert!(text.contains("\n3-4 ") && !text.contains("signature"), "{text}");
    let saved = fs::read_to_string(folder.path().join("before.json")).unwrap();
    let rounds: Value = serde_json::from_str(&saved).unwrap();
    check("bench", &rounds);
    assert_eq!(rounds[0]["benchmarks"].as_array().unwrap().len(), 4);

    // The search is the same, so each position takes the same number of nodes.
    let again = printed(&[&SET[..], &["--compare", "before.json"]].concat(), &folder);
    let all = "4 random endgames (8 to 9 empty squares)\n";
    let again = again.replace(all, "all");
    for row in ["3-1 ", "3-2 ", "3-3 ", "3-4 ", "all "] {
        let row = again.lines().find(|line| line.starts_with(row)).unwrap();
        assert_eq!(row.split_whitespace().nth_back(1), Some("1.000"), "{row}");
    }

    // Pretend that the earlier run took 16 times the nodes for one position.
    let nodes = rounds[0]["benchmarks"][0]["nodes"].as_u64().unwrap();
    let [now, then] = [nodes, 16 * nodes].map(|nodes| format!("\"nodes\": {nodes},"));
    fs::write(folder.path().join("before.json"), saved.replacen(&now, &then, 1)).unwrap();
    let compared =
        printed(&[&SET[..], &["--compare", "before.json", "--format", "json"]].concat(), &folder);
    let rounds: Value = serde_json::from_str(&compared).unwrap();
    // The geometric mean of 1/16, 1, 1 and 1 is 1/2.
    let mean = rounds[0]["nodes_ratio"].as_f64().unwrap();
    assert!((mean - 0.5).abs() < 1e-9, "{mean}");
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let compare = |file: &str| run(&[&SET[..], &["--compare", file]].concat(), &folder);
    let refused = |file: &str, code: i32, reason: &str| {
        let output = compare(file);
        assert_eq!(output.status.code(), Some(code), "{}", stdout(&output));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    };
    refused("none.json", 2, "none.json");
    fs::write(folder.path().join("none.json"), "[{}]").unwrap();
    refused("none.json", 2, "was not written by bench --save");

    let other = ["bench", "--random", "2", "--empties", "8", "--threads", "1"];
    printed(&[&other[..], &["--save", "other.json"]].concat(), &folder);
    refused("other.json", 2, "a different set, without 3-1");

    printed(&[&SET[..], &["--save", "wrong.json"]].concat(), &folder);
    let path = folder.path().join("wrong.json");
    let mut rounds: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    rounds[0]["benchmarks"][2]["value"] = 63.into();
    fs::write(&path, rounds.to_string()).unwrap();
    refused("wrong.json", 1, "but +63 in the file");
}

#[test]
fn options_of_random_endgames_need_them() {
    for wrong in [
        &["bench", "--empties", "20"][..],
        &["bench", "--seed", "2"],
        &["bench", "--moves", "9"],
        &["bench", "--random", "0"],
        &["bench", "--random", "5", "--empties", "24-18"],
        &["bench", "--random", "5", "--empties", "41"],
        &["bench", "--random", "5", "--ffo", "40"],
    ] {
        let output = run(wrong, ".");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty(), "{wrong:?}");
    }
}
