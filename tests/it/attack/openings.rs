//! Opening tables: damaged, renamed, or forged so that they are consistent.

use std::time::Duration;

use othello_core::{Objective, Position, Rules, Scoring, Solution, Start};
use othello_solver::tables::{Opening, OpeningPositions, positions_csv, tabulate_opening};
use othello_solver::verify::Verdict;

use super::results::{TIME, verdict};
use crate::common::{extremes, start};

const NAME: &str = "4x4-opening.csv";

fn opening(start: Position, rules: Rules, plies: u32) -> Opening {
    let positions = OpeningPositions::new(start, plies).unwrap();
    tabulate_opening(positions, rules, 1 << 16, None, &()).unwrap().expect("the job is not stopped")
}

fn usual(plies: u32) -> String {
    opening(start(4, 4, Start::Diagonal), Rules::default(), plies).to_string()
}

fn is_wrong(name: &str, text: impl AsRef<[u8]>, attack: &str) {
    let found = verdict(name, text, TIME);
    assert_eq!(found.verdict, Verdict::Wrong, "{attack}: {}", found.detail);
}

#[test]
fn every_byte_and_every_line_counts() {
    let text = usual(2);
    for place in 0..text.len() {
        for bit in [1, 4, 0x20] {
            let mut damaged = text.clone().into_bytes();
            damaged[place] ^= bit;
            is_wrong(NAME, damaged, &format!("byte {place}"));
        }
    }
    let lines: Vec<_> = text.lines().collect();
    for (place, line) in lines.iter().enumerate() {
        let with = |new: &[&str], end: usize| {
            [&lines[..place], new, &lines[end..]].concat().join("\n") + "\n"
        };
        is_wrong(NAME, with(&[], place + 1), &format!("without line {place}"));
        is_wrong(NAME, with(&[line, line], place + 1), &format!("line {place} twice"));
        if let Some(next) = lines.get(place + 1) {
            is_wrong(NAME, with(&[next, line], place + 2), &format!("line {place} late"));
        }
        for value in extremes(3).chain(["17", "+8", ""]) {
            if let Some((before, after)) = line.split_once(':') {
                let rest = after.split_once(' ').map_or("", |(_, rest)| rest);
                let forged = format!("{before}:{value} {rest}");
                is_wrong(NAME, with(&[forged.trim_end()], place + 1), &forged);
            }
        }
    }
}

/// Changes a value after a last move, and then every value that depends on it, until the table is
/// consistent. Only a search can detect that.
#[test]
fn a_table_that_only_agrees_with_itself_is_found_out() {
    let (start, rules) = (start(4, 4, Start::Diagonal), Rules::default());
    let text = usual(2);
    let last = text.lines().last().unwrap();
    let mut forged = 0;
    for (at, _) in last.match_indices(':') {
        let end = last[at..].find(' ').map_or(last.len(), |length| at + length);
        let value: i32 = last[at + 1..end].parse().unwrap();
        for value in [value - 2, value + 2] {
            let changed = format!("{}:{value}{}", &last[..at], &last[end..]);
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            *lines.last_mut().unwrap() = changed;
            for _ in 0..100 {
                let Err(error) = Opening::parse(start, rules, &(lines.join("\n") + "\n")) else {
                    break;
                };
                let (line, right) = error.split_once(" is '").unwrap();
                let (_, right) = right.split_once("' but should be '").unwrap();
                let line: usize = line.trim_start_matches("line ").parse().unwrap();
                lines[line - 1] = right.trim_end_matches('\'').to_owned();
            }
            let agreed = lines.join("\n") + "\n";
            if agreed != text {
                Opening::parse(start, rules, &agreed).unwrap();
                let found = verdict(NAME, &agreed, TIME);
                assert_eq!(found.verdict, Verdict::Wrong, "{}: {agreed}", found.detail);
                assert!(found.detail.starts_with("the value "), "{}", found.detail);
                forged += 1;
            }
        }
    }
    assert!(forged > 2, "{forged}");
}

#[test]
fn a_table_is_what_its_name_says() {
    let text = usual(3);
    let found = verdict(NAME, &text, TIME);
    assert_eq!(found.verdict, Verdict::Recomputed, "{}", found.detail);
    let claim = "4x4, diagonal start, most discs win, discs count as they lie";
    assert_eq!((found.kind, found.claim.as_deref()), ("opening", Some(claim)));
    for name in ["4x4-parallel-opening.csv", "4x5-opening.csv", "4x4-positions.csv", "4x4.json"] {
        is_wrong(name, &text, name);
    }
    is_wrong("4x4-fewest-opening.csv", &text, "other rules");
    let begin = start(4, 4, Start::Diagonal);
    let all = positions_csv(&Solution::new(begin, Rules::default()).unwrap());
    is_wrong(NAME, all, "a table of all positions");
    for rules in Rules::ALL.into_iter().skip(1) {
        is_wrong(NAME, opening(begin, rules, 3).to_string(), "other rules");
    }
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
    let other = opening(start(3, 4, Start::Parallel), rules, 2).to_string();
    let found = verdict("3x4-parallel-fewest-empties-to-winner-opening.csv", &other, TIME);
    assert_eq!(found.verdict, Verdict::Recomputed, "{}", found.detail);
}

/// Even without time, the rows are checked, and in large tables some values are searched.
#[test]
fn what_costs_nothing_is_checked_without_time() {
    let check = |text: &str| verdict(NAME, text, Duration::ZERO);
    let text = usual(3);
    let found = check(&text);
    assert_eq!(found.verdict, Verdict::Consistent, "{}", found.detail);
    assert!(found.detail.contains("; 0 of the "), "{}", found.detail);
    assert_eq!(check(&text.replacen(":-8", ":-9", 1)).verdict, Verdict::Wrong);
}
