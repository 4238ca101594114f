//! The strong solution of boards with up to 24 squares: its table, what was counted
//! on the way, and runs that are killed.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::program::{ends_as_if_undisturbed, run};
use othello_solver::files::Workplace;
use othello_solver::results::ReachableCensus;
use othello_solver::{
    Bitboard, Board4x4, Census, Game, Objective, Position, ReachableTable, Rect, Rules, Scoring,
    Shape, Solution, Start, Symmetry, Tabulated, tabulate,
};

type Board4x5 = Rect<u32, 4, 5>;
type Board5x4 = Rect<u32, 5, 4>;

const BOTH: [Start; 2] = [Start::Diagonal, Start::Parallel];

/// Makes a table in a folder.
fn make<S: Shape>(start: Start, rules: Rules, table: &Path) -> Tabulated {
    let place = Workplace::beside(table).unwrap();
    let tabulated = tabulate::<S>(start, rules, &place, table, &()).unwrap();
    place.leave().unwrap();
    tabulated
}

/// The table and the counts against those that are made with hash maps.
fn compare<S: Shape>(start: Start, rules: Rules, one_in: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let tabulated = make::<S>(start, rules, &path);
    let game = Game::<S>::start(start);
    let solution = Solution::new(game.position(), rules);
    let census = Census::new(game, &solution).unwrap();
    assert_eq!(tabulated.layers, census.layers);
    let mut values = solution.by_empties();
    values.reverse();
    assert_eq!(tabulated.values, values);

    let table = ReachableTable::open(&path).unwrap();
    let positions = solution.positions();
    assert_eq!((table.rules(), table.start()), (rules, start));
    assert_eq!(table.positions(), positions.len() as u64);
    for position in positions.into_iter().step_by(one_in) {
        for symmetry in Symmetry::all::<S>() {
            let value = table.value(position.transformed(symmetry)).unwrap();
            assert_eq!(value, solution.value(position), "{position:?}");
        }
    }
    let checked = table.check::<S>(1, &()).unwrap();
    assert!(checked.is_proof());
}

#[test]
fn four_by_four_is_as_its_solution() {
    let one_in = if cfg!(debug_assertions) { 97 } else { 1 };
    for start in BOTH {
        compare::<Board4x4>(start, Rules::default(), one_in);
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
        compare::<Board4x4>(start, rules, one_in);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn boards_of_odd_sides_are_as_their_solution() {
    compare::<Board4x5>(Start::Diagonal, Rules::default(), 999);
    compare::<Board5x4>(Start::Parallel, Rules::default(), 999);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_board_that_is_turned_has_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let high = make::<Board4x5>(Start::Diagonal, Rules::default(), &path);
    let wide = make::<Board5x4>(Start::Diagonal, Rules::default(), &path);
    assert_eq!(high, wide);
}

#[test]
fn what_cannot_be_reached_has_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    make::<Board4x4>(Start::Diagonal, Rules::default(), &path);
    let table = ReachableTable::open(&path).unwrap();
    let discs = |bits| Bitboard::<Board4x4>::new(bits).unwrap();
    for (own, opponent) in [(0, 0), (1, 2), (0xF, 0xF0), (0xFFFF, 0), (0x8000, 0x4000)] {
        let position = Position::new(discs(own), discs(opponent)).unwrap();
        assert_eq!(table.value(position).unwrap(), None, "{position:?}");
    }
    let other = table.value(Position::<Board4x5>::start(Start::Diagonal)).unwrap_err();
    assert!(other.to_string().ends_with("it is of the 4x4 board"), "{other}");
}

#[test]
fn a_damaged_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    make::<Board4x4>(Start::Diagonal, Rules::default(), &path);
    let whole = fs::read(&path).unwrap();
    let error = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let checked = ReachableTable::open(&path).and_then(|it| it.check::<Board4x4>(1, &()));
        checked.unwrap_err().to_string().replace(&path.display().to_string(), "FILE")
    };
    for place in (0..whole.len()).step_by(if cfg!(debug_assertions) { 9973 } else { 499 }) {
        let mut damaged = whole.clone();
        damaged[place] ^= 1 << (place % 8);
        let error = error(&damaged);
        assert!(error.starts_with("FILE is "), "byte {place}: {error}");
    }
    let shorter = whole.len() - 1;
    let expected = format!("FILE is damaged: it has {shorter} bytes in place of {}", whole.len());
    assert_eq!(error(&whole[..shorter]), expected);
    assert_eq!(error(&whole[..30]), "FILE is damaged: it is cut short before its values");
}

#[test]
fn parts_of_another_job_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let place = Workplace::beside(&path).unwrap();
    let run = |rules| tabulate::<Board4x4>(Start::Diagonal, rules, &place, &path, &());
    run(Rules::default()).unwrap();
    let table = fs::read(&path).unwrap();

    let other = run(Rules::new(Scoring::Discs, Objective::Fewest)).unwrap_err().to_string();
    assert!(other.ends_with("it is of another start or other rules"), "{other}");

    for part in ["positions-09", "values-09"] {
        let part = place.path(part);
        let mut bytes = fs::read(&part).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&part, &bytes).unwrap();
        let damaged = run(Rules::default()).unwrap_err().to_string();
        assert!(damaged.starts_with(&format!("{} is damaged: ", part.display())), "{damaged}");
        assert!(fs::read(&path).unwrap() == table, "what was there is there");
        fs::remove_file(&part).unwrap();
        run(Rules::default()).unwrap();
    }
    assert!(fs::read(&path).unwrap() == table);
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const JOB: [&str; 6] = ["tabulate", "4x5", "--output", "deep/table", "--summary", "summary.json"];

/// Killed at moments that get later and later, until it comes to its end.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_killed_run_goes_on_and_ends_with_the_same_files() {
    ends_as_if_undisturbed(&JOB, &["deep/table", "summary.json"], 1.1);
}

#[test]
fn two_runs_at_once_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _other = Workplace::beside(&folder.path().join("deep/table")).unwrap();
    let refused = run(&JOB, folder.path());
    assert_eq!(refused.status.code(), Some(1));
    let message = "error: cannot work in deep/table.unfinished: another run is working there\n";
    assert_eq!(text(&refused.stderr), message);
}

/// A limit on the length of files stands for a disk that is full.
#[cfg(unix)]
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_full_disk_is_a_clear_error_and_what_is_finished_is_used_later() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    fs::write(folder.path().join("deep/table"), "what was there").unwrap();
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$@\"";
    let full = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_othello-solver")])
        .args(JOB)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(1));
    let message = text(&full.stderr);
    assert!(
        message.starts_with("error: cannot write deep/table.unfinished/positions-"),
        "{message}"
    );
    assert_eq!(fs::read(folder.path().join("deep/table")).unwrap(), b"what was there");
    assert!(!folder.path().join("summary.json").exists());
    assert!(run(&JOB, folder.path()).status.success());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn the_table_is_looked_up_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let made = run(&JOB, folder.path());
    let expected = "value      +16 for Black, who is to move\n\
                    positions  4,990,592, 2,426,921 up to symmetry\n\
                    written    deep/table and summary.json\n";
    assert_eq!(text(&made.stdout), expected);

    let look_up = |cells| run(&["lookup", "--table", "deep/table", cells], folder.path());
    let start = look_up("-----OX--XO--------- X");
    let expected = "value      +16 for Black, who is to move\n  \
                    b1       -16\n  a2       -16\n  d3       +16  best\n  c4       +14\n";
    assert!(text(&start.stdout).contains(expected), "{}", text(&start.stdout));
    let nowhere = look_up("X------------------- X");
    assert_eq!(nowhere.status.code(), Some(1));
    let message = text(&nowhere.stderr);
    assert!(message.starts_with("error: no game from the diagonal start comes to"), "{message}");
    let small = look_up("-----OX--XO----- X");
    assert_eq!(small.status.code(), Some(2));

    let verified = run(&["verify", "deep/table", "summary.json"], folder.path());
    assert_eq!(
        text(&verified.stdout),
        "proved       deep/table: 2426921 of 2426921 values follow from others\n\
         consistent   summary.json: the counts add up, and those down to 7 empty squares were made \
         again\n"
    );

    let summary = folder.path().join("summary.json");
    let counts = fs::read_to_string(&summary).unwrap();
    for (old, new, expected) in [
        ("\"total\": 4990592", "\"total\": 4990593", "total: 4990593, and should be 4990592"),
        ("\"wins\": 8,", "\"wins\": 9,", "wins with 14 empty squares: 9, and should be 8"),
        ("\"over\": 4", "\"over\": 5", "over: 170174, and should be 170175"),
    ] {
        assert!(counts.contains(old), "{old}");
        fs::write(&summary, counts.replacen(old, new, 1)).unwrap();
        let verified = run(&["verify", "summary.json"], folder.path());
        let expected = format!("WRONG        summary.json: {expected}\n");
        assert_eq!(text(&verified.stdout), expected);
    }
}

/// What the long run of 4x6 found, which is not made again here.
#[test]
fn the_committed_census_has_the_known_value_and_adds_up() {
    let text = fs::read_to_string("results/4x6-census.json").unwrap();
    let census: ReachableCensus = serde_json::from_str(&text).unwrap();
    assert_eq!((census.value, census.position.as_str()), (16, "---------OX--XO--------- X"));
    assert_eq!(census.positions.by_empties.len(), 21);
    let verified = run(&["verify", "results/4x6-census.json"], Path::new("."));
    assert!(
        self::text(&verified.stdout).starts_with("consistent "),
        "{}",
        self::text(&verified.stdout)
    );
}
