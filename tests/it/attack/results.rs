//! Results: every field changed, removed and duplicated.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use othello_core::{Objective, Position, Progress, Rules, Scoring, Solution, Start, TimeLimit};
use othello_solver::clock::clock;
use othello_solver::proof::Certificate;
use othello_solver::tables::positions_csv;
use othello_solver::verify::{FileVerdict, Verdict, verify};

use crate::common::{MEMORY, extremes};

/// The verdict of `verify` on a file with these contents, within a time limit.
pub(super) fn verdict(name: &str, contents: impl AsRef<[u8]>, time: Duration) -> FileVerdict {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, contents).unwrap();
    let limit = TimeLimit::new(&(), &clock, time);
    verify(&[file], MEMORY, &limit).next().unwrap()
}

/// More time than any small board takes.
pub(super) const TIME: Duration = Duration::MAX;

/// The indentation of a line, and its text without surrounding spaces and comma.
fn bare(line: &str) -> (usize, &str) {
    let text = line.trim_start();
    (line.len() - text.len(), text.trim_end_matches(','))
}

/// The names of the fields that contain a line.
fn place(lines: &[&str], at: usize) -> String {
    let (mut indent, mut names) = (usize::MAX, Vec::new());
    for line in lines[..=at].iter().rev() {
        let (spaces, text) = bare(line);
        if spaces < indent {
            indent = spaces;
            names.extend(text.split_once("\": ").map(|(name, _)| name.trim_start_matches('"')));
        }
    }
    names.reverse();
    names.join(".")
}

/// Other values to replace a value written like this.
fn others(value: &str) -> Vec<String> {
    let mut others = vec!["null".to_owned()];
    if let Ok(number) = value.parse::<i64>() {
        others.extend(
            [number + 1, number - 1, number + 2, -number - 7].map(|other| other.to_string()),
        );
        others.extend(extremes(2).chain(["1000000000000000", "\"\""]).map(str::to_owned));
    } else if let Some(text) = value.strip_prefix('"') {
        others.push(format!("\"x{text}"));
        let words = ["", "parallel", "fewest", "empties-to-winner", "white", "black", "b1", "4x6"];
        others.extend(words.map(|word| format!("\"{word}\"")));
    } else if let Ok(is) = value.parse::<bool>() {
        others.push((!is).to_string());
    }
    others.retain(|other| other != value);
    others
}

/// Replaces some lines of a document, fixing the commas.
fn replaced(lines: &[&str], range: Range<usize>, by: &[&str]) -> String {
    let mut all: Vec<_> = [&lines[..range.start], by, &lines[range.end..]].concat();
    let mut text = String::new();
    all.push("");
    for pair in all.windows(2) {
        let (line, next) = (pair[0].trim_end_matches(','), bare(pair[1]).1);
        let more = !line.ends_with(['{', '[']) && !next.is_empty() && !next.starts_with(['}', ']']);
        text += &format!("{line}{}\n", if more { "," } else { "" });
    }
    text
}

/// All changes to some lines of a document: each value is replaced, and each field and list item is
/// removed and duplicated.
fn changes(text: &str, wanted: impl IntoIterator<Item = usize>) -> Vec<(String, String)> {
    let lines: Vec<_> = text.lines().collect();
    let mut changes = Vec::new();
    for (at, line) in wanted.into_iter().map(|at| (at, lines[at])) {
        let ((indent, content), name) = (bare(line), place(&lines, at));
        if indent == 0 || content.starts_with(['}', ']']) {
            continue;
        }
        let (key, value) = match content.split_once("\": ") {
            Some((key, value)) => (format!("{key}\": "), value),
            None => (String::new(), content),
        };
        for other in others(value) {
            let change = format!("{}{key}{other}", &line[..indent]);
            changes.push((format!("{name}: {other}"), replaced(&lines, at..at + 1, &[&change])));
        }
        let is_open = content.ends_with(['{', '[']);
        let end = lines.iter().skip(at + 1).position(|line| is_open && bare(line).0 == indent);
        let end = at + 1 + end.map_or(0, |inside| inside + 1);
        changes.push((format!("{name}: gone"), replaced(&lines, at..end, &[])));
        let doubled = [&lines[at..end], &lines[at..end]].concat();
        changes.push((format!("{name}: doubled"), replaced(&lines, at..end, &doubled)));
    }
    changes
}

/// Changes every field of a committed file, one at a time. Each change must be found wrong, or be
/// in one of the fields that may be skipped; the verdict must then report the field as not checked.
fn every_change_is_noticed(
    file: &str,
    time: Duration,
    may_be_left: &[&str],
    wanted: impl IntoIterator<Item = usize>,
) {
    let text = fs::read_to_string(format!("results/{file}")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(replaced(&lines, 0..0, &[]) == text, "replacing nothing leaves the text as it is");
    let right = verdict(file, &text, time);
    assert_ne!(right.verdict, Verdict::Wrong, "{}", right.detail);

    let changes = changes(&text, wanted);
    assert!(changes.len() > 50);
    let mut left = BTreeSet::<&str>::new();
    for (change, text) in changes {
        let FileVerdict { verdict, detail, .. } = verdict(file, &text, time);
        if verdict != Verdict::Wrong {
            let field = may_be_left.iter().find(|field| change.contains(**field));
            let said =
                field.filter(|field| detail.contains(**field) && detail.contains("not checked"));
            assert!(said.is_some(), "{file}: {change}: {verdict}: {detail}");
            left.extend(field.copied());
        }
    }
    assert_eq!(left, may_be_left.iter().copied().collect(), "{file}");
}

#[test]
fn without_time_no_field_is_believed_unchecked() {
    let searched = ["proof.nodes", "value_empties_to_winner"];
    every_change_is_noticed("4x5.json", Duration::ZERO, &searched, 0..24);
    every_change_is_noticed("5x5-fewest.json", Duration::ZERO, &searched, 0..25);
    let counted = ["games", "positions", "value_empties_to_winner"];
    every_change_is_noticed("4x4.json", Duration::ZERO, &counted, (0..50).chain(130..170));
}

#[test]
fn no_field_of_a_census_is_believed_unchecked() {
    let lines = (0..40).chain(200..240);
    every_change_is_noticed("4x6-census.json", Duration::ZERO, &[], lines);
    // The sums stay the same.
    let text = fs::read_to_string("results/4x6-census.json").unwrap();
    let deep = text.replacen("\"23\": 2,\n        \"24\"", "\"23\": 1,\n        \"24\"", 1);
    let deep = deep.replacen("\"24\": 7", "\"24\": 8", 1);
    assert!(deep != text);
    let FileVerdict { verdict, detail, .. } = verdict("x", &deep, Duration::ZERO);
    assert_eq!(verdict, Verdict::Consistent, "{detail}");
    assert!(
        detail.ends_with("value, positions below that, and values, were not checked"),
        "{detail}"
    );
}

/// With enough time, nothing is left unchecked.
#[test]
fn every_change_of_a_small_board_is_found() {
    every_change_is_noticed("wipeouts.json", TIME, &[], (0..11).chain(155..185));
    every_change_is_noticed("4x4.json", TIME, &[], (0..36).chain(60..62).chain(135..150));

    let text = fs::read_to_string("results/4x5.json").unwrap();
    let right = verdict("x", &text, TIME);
    let detail = "values, best moves and line; everything else was recomputed and is the same";
    assert_eq!((right.verdict, right.detail.as_str()), (Verdict::Proved, detail));
    let changes = [
        ("\"nodes\": 20296", "\"nodes\": 20295", "line 23 is"),
        ("winner\": 16", "winner\": 18", "value_empties_to_winner: Black does not secure +18"),
        ("\"d3\"\n", "\"d3\",\n    \"c4\"\n", "best_moves: after c4 Black does not secure +16"),
        // The game ends with the same score, but a player had a better move on the way.
        (
            "d1d2b1a1c4a5b5a4a2c5",
            "a1b1c5b5a5c4a2a4d1d2",
            "line: after a1 Black does not secure +16",
        ),
    ];
    for (old, new, expected) in changes {
        let altered = text.replacen(old, new, 1);
        assert!(altered != text, "{old}");
        let FileVerdict { verdict, detail, .. } = verdict("x", &altered, TIME);
        assert_eq!(verdict, Verdict::Wrong, "{old} to {new}: {detail}");
        assert!(detail.starts_with(expected), "{detail}");
    }
}

/// If a game is removed and the count adjusted, recomputing the board detects it.
#[test]
fn a_missing_wipeout_is_found() {
    let text = fs::read_to_string("results/wipeouts.json").unwrap();
    let count = text.replacen("\"count\": 144", "\"count\": 143", 1);
    let changed = count.replacen("        \"a2a1b1a3c4d1b4c1a4d4\",\n", "", 1);
    let missed = verdict("x", &changed, TIME);
    assert_eq!(missed.verdict, Verdict::Wrong);
    assert_eq!(missed.detail, "4x4 diagonal: a second run gave another result");
    let left = verdict("x", &changed, Duration::ZERO);
    assert_eq!(left.verdict, Verdict::NotChecked);
}

/// The cost stated in a file is no reason to skip it.
#[test]
fn the_file_does_not_decide_whether_it_is_proved() {
    let text = fs::read_to_string("results/4x5.json").unwrap();
    let text = text.replace("\"nodes\": 20296", "\"nodes\": 1000000000000000");
    let text = text.replace("\"value_empties_to_winner\": 16", "\"value_empties_to_winner\": 20");
    let found = verdict("x", &text, TIME);
    assert_eq!(found.detail, "value_empties_to_winner: Black does not secure +20");
}

/// The contents determine the kind of a file, and a file with the name of one kind must be of that
/// kind.
#[test]
fn contents_determine_the_kind_of_a_file() {
    let files = ["4x4.json", "4x4-positions.csv", "certificates/4x4.proof"];
    let files = files.map(|file| fs::read(format!("results/{file}")).unwrap());
    for contents in &files {
        let found = verdict("x", contents, TIME);
        assert!(
            [Verdict::Proved, Verdict::Recomputed].contains(&found.verdict),
            "{}",
            found.detail
        );
    }
    for name in ["x.proof", "x.table", "x.json", "4x4-positions.csv"] {
        let found = verdict(name, b"something else", TIME);
        assert_eq!(found.verdict, Verdict::Wrong, "{name}: {}", found.detail);
    }
    let mut certificate = fs::read("results/certificates/4x4.proof").unwrap();
    certificate[0] ^= 1;
    assert_eq!(verdict("4x4.proof", &certificate, Duration::ZERO).verdict, Verdict::Wrong);
    let other = verdict("x", b"something else", TIME);
    let detail = "it is not a file that this program makes";
    assert_eq!((other.verdict, other.detail.as_str()), (Verdict::NotChecked, detail));
}

/// The scores of its games determine the rules of a table of positions.
#[test]
fn a_table_of_positions_is_proved_for_the_rules_that_it_is_of() {
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
    let game = Position::start("3x4".parse().unwrap(), Start::Parallel);
    let table = positions_csv(&Solution::new(game, rules).unwrap());
    let found = verdict("x", &table, TIME);
    assert_eq!(found.verdict, Verdict::Proved, "{}", found.detail);
    let claim = "3x4, parallel start, fewest discs win, the winner counts the empty squares";
    assert_eq!(found.claim.as_deref(), Some(claim));
    let wrong = table.replacen(",12,", ",-2147483648,", 1);
    let wrong = verdict("x", &wrong, TIME);
    assert_eq!(wrong.verdict, Verdict::Wrong, "{}", wrong.detail);
    // A row for an unreachable position also follows from others.
    let more = table.clone() + "XXXXXXXXXXXX,0,-12,\n";
    assert_eq!(verdict("x", more, TIME).verdict, Verdict::Wrong);
}

/// If the winner gets the empty squares, no game on an even board ends with an odd difference.
#[test]
fn a_value_that_no_game_has_is_found_without_time() {
    let text = fs::read_to_string("results/4x5.json").unwrap();
    for value in 0..=21 {
        let old = "\"value_empties_to_winner\": 16";
        let new = text.replacen(old, &format!("\"value_empties_to_winner\": {value}"), 1);
        let found = verdict("x", &new, Duration::ZERO);
        let is_possible = [16, 18, 20].contains(&value);
        assert_eq!(found.verdict != Verdict::Wrong, is_possible, "{value}: {}", found.detail);
    }
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    let game = Position::start("4x4".parse().unwrap(), Start::Diagonal);
    for value in -11..=-9 {
        let certificate = Certificate::draft(game, rules, value, 4).to_bytes();
        let found = verdict("x", &certificate, Duration::ZERO);
        assert_eq!(found.verdict == Verdict::Wrong, value != -10, "{}", found.detail);
    }
    let table = positions_csv(&Solution::new(game, rules).unwrap());
    let table = table.replacen(",-10,", ",-9,", 1);
    assert_eq!(verdict("x", &table, Duration::ZERO).verdict, Verdict::Wrong);
}

/// Progress on each part of the job includes the name of its file.
#[test]
fn progress_names_the_file() {
    struct Listener(Mutex<Vec<String>>);
    impl Progress for Listener {
        fn begin(&self, what: &str, _: Option<u64>) {
            self.0.lock().unwrap().push(what.to_owned());
        }
    }
    let listener = Listener(Mutex::default());
    let limit = TimeLimit::new(&listener, &clock, TIME);
    let files = ["results/4x5.json", "results/certificates/4x4.proof"].map(PathBuf::from);
    assert_eq!(verify(&files, MEMORY, &limit).count(), 2);
    let begun = listener.0.into_inner().unwrap();
    assert!(begun.len() > 4, "{begun:?}");
    assert!(begun.iter().all(|what| what.starts_with("results/")), "{begun:?}");
    assert!(begun.iter().any(|what| what == "results/4x5.json: solving"), "{begun:?}");
}
