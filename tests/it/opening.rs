//! Opening tables written by `tabulate --plies`, compared with other ways of finding the same
//! values.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use othello_core::notation::PositionRow;
use othello_core::{
    Find, Objective, Position, Progress, Rules, Scoring, Solution, Start, Symmetry, Turn,
};
use othello_solver::storage::TableError;
use othello_solver::tables::{Opening, OpeningPositions, positions_csv, tabulate_opening};

use crate::common::program::{ends_as_if_undisturbed, printed, run, stderr};
use crate::common::{Budget, is_thorough, searched_answer, size, start};

const HASH: usize = 1 << 20;

fn tabulated(
    start: Position,
    rules: Rules,
    plies: u32,
    state: Option<&Path>,
    progress: &dyn Progress,
) -> Result<Option<Opening>, TableError> {
    let positions = OpeningPositions::new(start, plies).unwrap();
    tabulate_opening(positions, rules, HASH, state, progress)
}

fn opening(start: Position, rules: Rules, plies: u32) -> Opening {
    tabulated(start, rules, plies, None, &()).unwrap().expect("the job is not stopped")
}

/// The rows of a solution with at most `plies` discs placed.
fn first_rows(solution: &Solution, start: Position, plies: u32) -> String {
    let table = positions_csv(solution);
    let is_early = |line: &&str| {
        let empties = line.split(',').nth(1).and_then(|empties| empties.parse::<u32>().ok());
        empties.is_none_or(|empties| empties + plies >= start.empties())
    };
    table.lines().filter(is_early).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn every_opening_of_small_boards_is_the_beginning_of_their_solution() {
    let (mut passes, mut ends) = (0, 0);
    for (width, height) in [(4, 4), (3, 4), (4, 3), (3, 3)] {
        for begin in Start::ALL {
            let start = start(width, height, begin);
            // All rules for 4x4 take seconds.
            let some = if !is_thorough() && (width, height) == (4, 4) { 1 } else { 4 };
            for rules in Rules::ALL.into_iter().take(some) {
                let solution = Solution::new(start, rules).unwrap();
                let all = [0, 1, 2, 4, 60];
                for plies in all.into_iter().take(if some == 1 { 4 } else { 5 }) {
                    let opening = opening(start, rules, plies);
                    let text = opening.to_string();
                    assert_eq!(text, first_rows(&solution, start, plies), "{plies} plies, {rules}");
                    assert_eq!(Opening::parse(start, rules, &text).as_ref(), Ok(&opening));
                    let turns = opening.rows.iter().map(|row| row.position.turn());
                    passes += turns.clone().filter(|turn| *turn == Turn::Pass).count();
                    ends += turns.filter(|turn| *turn == Turn::Over).count();
                }
            }
        }
    }
    assert!(passes > 0 && ends > 0, "{passes} passes, {ends} ends");
}

/// Every reflection and rotation is found, with either colour to move, and in its own coordinates.
#[test]
fn a_position_is_found_however_it_lies() {
    let start = start(4, 4, Start::Diagonal);
    let solution = Solution::new(start, Rules::default()).unwrap();
    let opening = opening(start, Rules::default(), 5);
    for row in &opening.rows {
        for symmetry in Symmetry::all(start.size()) {
            let position = row.position.transformed(symmetry);
            let [black, white] = othello_core::Color::ALL.map(|color| position.discs(color));
            let other = Position::new(white, black, !position.side()).unwrap();
            for position in [position, other] {
                let found = opening.find(position).unwrap();
                assert_eq!(
                    (found.position, Some(found.value)),
                    (position, solution.value(row.position))
                );
                let moves: Vec<_> = found.move_values().map(|of| (of.square, of.value)).collect();
                let lies = solution.moves(position).unwrap();
                assert_eq!(moves, lies, "{position}");
            }
        }
    }
    let later = opening.rows.last().unwrap().position.after_moves().next().unwrap();
    assert_eq!(opening.find(later), None);
    assert_eq!(opening.find(Position::start(size(4, 4), Start::Parallel)), None);
    assert_eq!(opening.find(Position::start(size(5, 4), Start::Diagonal)), None);
}

/// On these boards, only some positions are checked.
#[test]
fn the_values_of_larger_boards_are_those_of_searches() {
    for ((width, height), number) in [(5, 4), (4, 5), (4, 6)].into_iter().zip(0..) {
        let begin = Start::ALL[number % 2];
        let rules = Rules::ALL[number];
        let opening = opening(start(width, height, begin), rules, 2);
        let rows = &opening.rows;
        assert!(rows.len() > 4, "{}", rows.len());
        for row in rows {
            let found = searched_answer(row.position, rules, Find::AllMoves, HASH);
            assert_eq!(found.value(), Some(row.value), "{}", row.position);
            let moves: Vec<_> = found.moves().iter().map(|of| (of.square(), of.value())).collect();
            let values: Vec<_> = row.move_values().map(|of| (of.square, Some(of.value))).collect();
            assert_eq!(moves, values, "{}", row.position);
        }
    }
}

#[test]
fn a_job_that_is_stopped_goes_on_and_no_position_is_searched_twice() {
    let start = start(4, 4, Start::Parallel);
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("values");
    let rules = Rules::default();
    let undisturbed = opening(start, rules, 3);
    let mut stops = 0;
    let resumed = loop {
        stops += 1;
        let listener = Budget::new(7 * stops);
        let found = tabulated(start, rules, 3, Some(&state), &listener).unwrap();
        if let Some(found) = found {
            break found;
        }
    };
    assert!(stops > 3, "{stops}");
    assert_eq!(resumed, undisturbed);

    // The saved state works only for this job, and every byte of it matters.
    for (rules, plies) in [(Rules::ALL[1], 3), (rules, 2)] {
        let other = tabulated(start, rules, plies, Some(&state), &()).unwrap_err();
        assert!(other.to_string().ends_with("it belongs to another job"), "{other}");
    }
    let whole = fs::read(&state).unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        fs::write(&state, damaged).unwrap();
        tabulated(start, rules, 3, Some(&state), &()).unwrap_err();
    }
}

#[test]
fn threads_and_the_size_of_the_table_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let table = |more: &[&str]| {
        printed(&[&["tabulate", "5x4", "--plies", "3", "--output", "-"], more].concat(), &folder)
    };
    let one = table(&["--threads", "1"]);
    let rows: HashSet<_> = one.lines().collect();
    assert_eq!(rows.len(), one.lines().count(), "no duplicate rows");
    for more in [["--threads", "7"], ["--hash", "1K"]] {
        assert_eq!(table(&more), one, "{more:?}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn a_killed_program_goes_on_and_writes_the_same_table() {
    let args = ["tabulate", "5x4", "--plies", "6", "--threads", "2"];
    ends_as_if_undisturbed(&args, &["results/5x4-opening.csv"], 1.3);
}

#[test]
fn impossible_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = [
        (
            &["6x6", "--plies", "30"][..],
            "the first 30 plies of 6x6 have more than 100,000 positions",
        ),
        (&["4x4", "--plies", "61"], "61 is not in 0..=60"),
        (&["4x4", "--plies", "2", "--all"], "cannot be used with"),
        (&["4x4", "--plies", "2", "--summary", "a.json"], "cannot be used with"),
    ];
    for (args, words) in refused {
        let output = run(&[&["tabulate"], args].concat(), &folder);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A table is read only if it is complete and consistent.
#[test]
fn a_table_with_a_wrong_row_is_not_read() {
    let start = start(4, 4, Start::Diagonal);
    let rules = Rules::default();
    let text = opening(start, rules, 3).to_string();
    let lines: Vec<_> = text.lines().collect();
    for (place, line) in lines.iter().enumerate() {
        let with =
            |new: &[&str]| [&lines[..place], new, &lines[place + 1..]].concat().join("\n") + "\n";
        assert_eq!(with(&[line]), text);
        let mut forged = vec![with(&[]), with(&[line, line])];
        for (old, new) in [("8", "6"), (":-", ":"), (":", ":-2147483648"), ("X", "O"), (",", ";")] {
            let changed = line.replacen(old, new, 1);
            forged.extend((changed != **line).then(|| with(&[&changed])));
        }
        for forged in forged {
            assert!(Opening::parse(start, rules, &forged).is_err(), "line {place}: {forged}");
        }
    }
    assert!(Opening::parse(start, rules, "").is_err());
    assert!(Opening::parse(start, rules, &format!("{}\n", PositionRow::HEADER)).is_err());
    assert!(Opening::parse(start, rules, &text.replace('\n', "\r\n")).is_err());
    assert!(Opening::parse(start, rules, text.trim_end()).is_err());
}

/// The table in results/README.md for an opening without passes. For each number of discs placed,
/// it has the number of positions, how many Black wins, draws and loses, and how many are reached
/// by best moves alone.
fn described(opening: &Opening, start: Position, plies: u32) -> String {
    let form = |position: Position| {
        Symmetry::all(start.size()).map(|symmetry| position.transformed(symmetry)).min().unwrap()
    };
    let mut by_best_moves = HashSet::from([form(start)]);
    let mut text = String::new();
    for placed in 0..=plies {
        let black = if placed % 2 == 0 { 1 } else { -1 };
        let rows = opening.rows.iter();
        let layer: Vec<_> =
            rows.filter(|row| row.position.empties() + placed == start.empties()).collect();
        assert!(layer.iter().all(|row| row.position.turn() == Turn::Place));
        let count = |sign| layer.iter().filter(|row| (black * row.value).signum() == sign).count();
        let (all, best) = (layer.len(), by_best_moves.len());
        let [won, drawn, lost] = [1, 0, -1].map(count);
        text += &format!("| {placed} | {all} | {won} | {drawn} | {lost} | {best} |\n");
        let next = by_best_moves.iter().flat_map(|&position| {
            let row = opening.find(position).unwrap();
            let best: Vec<_> = row.move_values().filter(|of| of.value == row.value).collect();
            best.into_iter().map(move |of| form(position.play(of.square).unwrap()))
        });
        by_best_moves = next.collect();
    }
    text
}

#[test]
fn the_first_plies_of_6x6_are_as_described() {
    let readme = fs::read_to_string("results/README.md").unwrap();
    for (name, from, objective, plies) in [
        ("6x6", Start::Diagonal, Objective::Most, 6),
        ("6x6-parallel", Start::Parallel, Objective::Most, 6),
        ("6x6-fewest", Start::Diagonal, Objective::Fewest, 4),
    ] {
        let (start, rules) = (start(6, 6, from), Rules::new(Scoring::Discs, objective));
        let table = fs::read_to_string(format!("results/{name}-opening.csv")).unwrap();
        let opening = Opening::parse(start, rules, &table).unwrap();
        let rows = described(&opening, start, plies);
        assert!(readme.contains(&rows), "{rows}");
    }
    let solved = fs::read("results/6x6.json").unwrap();
    let solved: serde_json::Value = serde_json::from_slice(&solved).unwrap();
    let line = &solved["line"].as_str().unwrap()[..12];
    assert!(readme.contains(&format!("The line `{line}`")), "{line}");
}
