//! The strong solution of boards with up to 24 squares: its table, and the counts made on the way.

use std::fs;
use std::path::Path;

use othello_core::exhaustive::Census;
use othello_core::{Color, Objective, Position, Rules, Scoring, Size, Solution, Start, Symmetry};
use othello_solver::results::ReachableCensus;
use othello_solver::tables::{Tabulated, ValueTable, tabulate};

use crate::common::program::{limited, run, stderr, stdout};
use crate::common::{Impatient, LONG, is_thorough, position, size};

/// Makes a table in a folder.
fn make(size: Size, start: Start, rules: Rules, table: &Path) -> Tabulated {
    tabulate(size, start, rules, table, &()).unwrap().unwrap()
}

/// Compares the table and the counts with ones made using hash maps.
fn compare(size: Size, start: Start, rules: Rules, one_in: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let tabulated = make(size, start, rules, &path);
    let game = Position::start(size, start);
    let solution = Solution::new(game, rules).unwrap();
    let census = Census::new(&solution);
    assert_eq!(tabulated.positions, census.positions);
    let mut values = solution.by_empties();
    values.reverse();
    assert_eq!(tabulated.values, values);

    let table = ValueTable::open(&path).unwrap();
    let positions: Vec<_> = solution.positions().collect();
    assert_eq!((table.size, table.rules, table.start), (size, rules, Some(start)));
    assert_eq!(table.positions, positions.len() as u64);
    for (game, value) in positions.into_iter().step_by(one_in) {
        for symmetry in Symmetry::all(size) {
            for image in [game.transformed(symmetry), with_colours_exchanged(game)] {
                assert_eq!(table.value(image).unwrap(), Some(value), "{game:?}");
            }
        }
    }
    let checked = table.check(1, &()).unwrap();
    assert!(checked.is_proof());
}

/// Swaps the colours, including the side to move.
fn with_colours_exchanged(game: Position) -> Position {
    let [black, white] = Color::ALL.map(|color| game.discs(color));
    Position::new(white, black, !game.side()).unwrap()
}

#[test]
fn four_by_four_is_as_its_solution() {
    let one_in = if is_thorough() { 1 } else { 23 };
    for start in Start::ALL {
        compare(size(4, 4), start, Rules::default(), one_in);
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
        compare(size(4, 4), start, rules, one_in);
    }
}

/// Covers grids that are wider or higher than the board, and grids with the board in the middle.
#[test]
fn small_boards_are_as_their_solution() {
    for size in Size::all().filter(|size| size.squares() <= 12 || size.width() == 2) {
        if size.squares() <= 24 && (size.squares() <= 16 || !cfg!(debug_assertions)) {
            for start in Start::ALL {
                compare(size, start, Rules::default(), 7);
            }
        }
    }
}

#[test]
fn boards_of_odd_sides_are_as_their_solution() {
    let sizes = if is_thorough() { [(4, 5), (5, 4), (7, 3)] } else { [(3, 6), (5, 3), (3, 7)] };
    for ((width, height), start) in sizes.into_iter().zip(Start::ALL.into_iter().cycle()) {
        compare(size(width, height), start, Rules::default(), 999);
    }
}

#[test]
fn a_board_that_is_turned_has_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let [short, long] = if is_thorough() { [4, 5] } else { [3, 6] };
    let high = make(size(short, long), Start::Diagonal, Rules::default(), &path);
    let wide = make(size(long, short), Start::Diagonal, Rules::default(), &path);
    assert_eq!(high, wide);
}

#[test]
fn a_board_that_is_too_big_has_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let tabulated = tabulate(size(5, 5), Start::Diagonal, Rules::default(), &path, &());
    let expected = "the 5x5 board has 25 squares; at most 24 are accepted";
    assert_eq!(tabulated.unwrap_err().to_string(), expected);
}

#[test]
fn unreachable_positions_have_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    make(size(4, 4), Start::Diagonal, Rules::default(), &path);
    let table = ValueTable::open(&path).unwrap();
    for (own, opponent) in [(0, 0), (1, 2), (0xF, 0xF0), (0xFFFF, 0), (0x8000, 0x4000)] {
        let game = position(size(4, 4), [own, opponent], Color::Black);
        assert_eq!(table.value(game).unwrap(), None, "{game:?}");
    }
    let other = table.value(Position::start(size(4, 5), Start::Diagonal)).unwrap_err();
    assert!(other.to_string().ends_with("it is for the 4x4 board"), "{other}");
}

#[test]
fn a_job_that_is_stopped_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("undisturbed");
    let undisturbed = make(size(4, 4), Start::Diagonal, Rules::default(), &path);
    let table = fs::read(&path).unwrap();

    let path = folder.path().join("table");
    let mut stops = 0;
    let tabulated = loop {
        let progress = Impatient::new(stops);
        let (start, rules) = (Start::Diagonal, Rules::default());
        match tabulate(size(4, 4), start, rules, &path, &progress).unwrap() {
            Some(tabulated) => break tabulated,
            None => stops += 1,
        }
        assert!(fs::read_dir(folder.path()).unwrap().count() == 1);
    };
    assert!(stops > 5, "{stops}");
    assert_eq!(tabulated, undisturbed);
    assert!(fs::read(&path).unwrap() == table);
}

const JOB: [&str; 6] =
    ["tabulate", "3x7", "--output", "results/table", "--summary", "summary.json"];

/// A file size limit simulates a full disk.
#[test]
#[cfg_attr(windows, ignore = "needs ulimit")]
fn a_full_disk_is_a_clear_error_and_leaves_the_earlier_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    fs::write(folder.path().join("results/table"), "what was there").unwrap();
    let full = limited("trap '' XFSZ; ulimit -f 100", &JOB, &folder);
    assert_eq!(full.status.code(), Some(1));
    let message = stderr(&full);
    assert!(message.starts_with("error: cannot write results/table: "), "{message}");
    assert_eq!(fs::read(folder.path().join("results/table")).unwrap(), b"what was there");
    assert!(!folder.path().join("summary.json").exists());
    assert_eq!(fs::read_dir(folder.path().join("results")).unwrap().count(), 1);
}

#[test]
fn the_table_is_looked_up_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    let made = run(&JOB, folder.path());
    let expected = "value      +21 for Black, who is to move\n\
                    positions  214,690, 119,110 up to symmetry\n\
                    written    results/table and summary.json\n";
    assert_eq!(stdout(&made), expected);

    let look_up = |cells| run(&["lookup", "--table", "results/table", cells], folder.path());
    let start = look_up("------OX-XO---------- X");
    let expected = "value      +21 for Black, who is to move\n  \
                    a2       +21  best\n  c4       -18\n  b5       -21\n";
    assert!(stdout(&start).contains(expected), "{}", stdout(&start));
    let nowhere = look_up("X-------------------- X");
    assert_eq!(nowhere.status.code(), Some(1));
    let message = stderr(&nowhere);
    assert!(message.starts_with("error: no game of this table reaches"), "{message}");
    let small = look_up("-----OX--XO----- X");
    assert_eq!(small.status.code(), Some(2));

    let verify = ["verify", "--budget", LONG];
    let verified = run(&[&verify[..], &["results/table", "summary.json"]].concat(), folder.path());
    let verdicts = stdout(&verified);
    for line in [
        ": 119110 of 119110 values follow from others",
        ", value +21: the value is proved; the counts add up, and those down to 0 empty squares \
         were recomputed; positions below that, and values, were not checked",
    ] {
        assert!(verdicts.lines().any(|other| other.ends_with(line)), "{verdicts}");
    }

    let summary = folder.path().join("summary.json");
    let counts = fs::read_to_string(&summary).unwrap();
    for (old, new, expected) in [
        (
            "\"total\": 214690",
            "\"total\": 214691",
            "line 11 is '\"total\": 214691,' but should be '\"total\": 214690,'",
        ),
        ("\"wins\": 2,", "\"wins\": 3,", "line 199 is '\"wins\": 3,' but should be '\"wins\": 2,'"),
        (
            "\"over\": 4",
            "\"over\": 5",
            "line 11 is '\"total\": 214690,' but should be '\"total\": 214691,'",
        ),
    ] {
        assert!(counts.contains(old), "{old}");
        fs::write(&summary, counts.replacen(old, new, 1)).unwrap();
        let verified = run(&[&verify[..], &["summary.json"]].concat(), folder.path());
        let found = stdout(&verified);
        assert!(
            found.starts_with("WRONG        summary.json: ") && found.contains(expected),
            "{found}"
        );
    }
}

/// The results of the long run for 4x6, which is not repeated here.
#[test]
fn the_committed_census_has_the_known_value_and_adds_up() {
    let text = fs::read_to_string("results/4x6-census.json").unwrap();
    let census: ReachableCensus = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (census.value, census.position.to_string().as_str()),
        (16, "---------OX--XO--------- X")
    );
    assert_eq!(census.positions.by_empties.len(), 21);
    let verified = run(&["verify", "results/4x6-census.json"], Path::new("."));
    assert!(stdout(&verified).starts_with("consistent "), "{}", stdout(&verified));
}
