//! The files under `results/` are what the commands listed there produce.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::Stdio;

use othello_core::notation::{PositionEntry, Reader};
use othello_core::search::expected_positions;
use othello_core::{Objective, Position, Score, Size, Start};
use othello_solver::results::{AnswerDocument, solved_csv};
use tempfile::TempDir;

use crate::common::is_thorough;
use crate::common::program::{printed, program, run, stderr, stdout};

/// Boards whose search visited at most this number of positions are solved again by every run.
const SOME_NODES: u64 = 1_000_000;
/// No test solves boards whose search visited more positions.
const MOST_NODES: u64 = 30_000_000;

/// Runs the program in a folder with an empty subfolder `results`.
fn run_in_folder(args: &[&str]) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("results")).unwrap();
    let said = printed(args, &folder);
    (folder, said)
}

/// Runs the command, and compares its output with the file.
fn is_made_by(file: &str, args: &[&str]) {
    let (folder, _) = run_in_folder(args);
    let made = fs::read(folder.path().join(file)).unwrap();
    assert!(made == fs::read(file).unwrap(), "{file} is not what {args:?} makes");
}

fn solved_boards() -> impl Iterator<Item = (PathBuf, AnswerDocument)> {
    let paths = fs::read_dir("results").unwrap().map(|entry| entry.unwrap().path());
    let documents = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    documents.filter_map(|path| {
        let board = serde_json::from_slice(&fs::read(&path).unwrap()).ok()?;
        Some((path, board))
    })
}

#[test]
fn solved_boards_are_solved_again() {
    let solved = solve_again(0..=SOME_NODES);
    assert!(solved >= 4, "the four 4x4 boards must be included");
}

#[test]
#[ignore = "takes a minute"]
fn larger_solved_boards_are_solved_again() {
    assert!(solve_again(SOME_NODES + 1..=MOST_NODES) >= 10);
}

/// Solves the boards again whose search took this number of positions. Returns their number.
fn solve_again(range: RangeInclusive<u64>) -> u32 {
    let mut solved = 0;
    for (path, board) in solved_boards() {
        let path = path.to_str().unwrap();
        let nodes = board.proof.and_then(|proof| proof.nodes).unwrap_or(0);
        if !range.contains(&nodes) {
            continue;
        }
        let command = board.command.expect("a committed result names its command");
        let args: Vec<_> = command.split(' ').skip(1).collect();
        is_made_by(path, &args);
        solved += 1;
    }
    solved
}

/// The patterns in the table that results/README.md describes.
#[test]
fn the_patterns_are_in_the_numbers() {
    let mut values = HashMap::new();
    for (_, board) in solved_boards() {
        let sides = (board.size.width(), board.size.height());
        let start = board.start.expect("a committed result is for a start");
        values.insert((sides, start, board.objective), board.value_empties_to_winner.unwrap());
    }
    let most = |sides, start| values[&(sides, start, Objective::Most)];
    for start in Start::ALL {
        for long in 4..=14 {
            assert_eq!(most((3, long), start), 3 * long.cast_signed());
            assert_eq!(most((long, 3), start), 3 * long.cast_signed());
        }
    }
    assert_eq!(Start::ALL.map(|start| most((3, 3), start)), [-9, 9]);

    for size in Size::all().filter(|size| size.short_side() >= 3 && size.squares() <= 44) {
        let is_solved =
            |start| values.contains_key(&((size.width(), size.height()), start, Objective::Most));
        assert!(Start::ALL.into_iter().all(is_solved), "{size}");
    }

    let four = |long| most((4, long), Start::Diagonal);
    assert_eq!([4, 5, 6, 7].map(four), [-10, 16, 16, 26]);
    for long in [8, 9, 10, 11, 12, 14] {
        assert_eq!(four(long), 4 * long.cast_signed());
    }
    let diagonal =
        [(5, 5), (6, 6), (5, 6), (6, 7), (5, 7), (5, 8)].map(|sides| most(sides, Start::Diagonal));
    assert_eq!(diagonal, [13, -4, 10, 0, 25, 16]);
    let parallel = [(5, 6), (6, 5), (5, 7), (7, 5), (5, 8), (8, 5), (4, 5), (5, 4), (6, 7), (7, 6)];
    let parallel = parallel.map(|sides| most(sides, Start::Parallel));
    assert_eq!(parallel, [12, -16, 23, -17, 26, -18, -14, 16, -2, -4]);
    for (&((width, height), start, objective), &value) in &values {
        if start == Start::Diagonal {
            let turned = values.get(&((height, width), start, objective));
            assert!(turned.is_none_or(|&turned| turned == value), "{width}x{height}");
        }
        if objective == Objective::Fewest && width.min(height) > 3 {
            assert!((0..=22).contains(&value), "{width}x{height}");
        }
    }
    let fewest = |sides, start| values[&(sides, start, Objective::Fewest)];
    assert_eq!(fewest((4, 11), Start::Parallel), 22);
    let draws = values.iter().filter(|&(&((width, height), _, objective), &value)| {
        objective == Objective::Fewest && width.min(height) > 3 && value == 0
    });
    let draws: HashSet<_> = draws.map(|(&(sides, start, _), _)| (sides, start)).collect();
    let expected = [
        ((4, 6), Start::Diagonal),
        ((6, 4), Start::Diagonal),
        ((4, 4), Start::Parallel),
        ((6, 5), Start::Parallel),
        ((7, 5), Start::Parallel),
        ((6, 6), Start::Parallel),
    ];
    assert_eq!(draws, HashSet::from(expected));
    assert_eq!((fewest((3, 6), Start::Diagonal), fewest((4, 3), Start::Parallel)), (-4, -12));
}

/// The output of a new campaign for a board.
#[derive(serde::Deserialize)]
struct Campaign {
    lower: Score,
    upper: Score,
    guess: Score,
}

fn new_campaign(size: &str, start: &str) -> Campaign {
    let folder = tempfile::tempdir().unwrap();
    printed(&["campaign", "new", size, "--start", start, "--folder", "it"], &folder);
    let status = printed(&["campaign", "status", "it", "--format", "json"], &folder);
    serde_json::from_str(&status).unwrap()
}

#[test]
fn the_guesses_for_boards_that_are_not_solved_are_those_of_campaigns() {
    let readme = fs::read_to_string("results/README.md").unwrap();
    let (_, section) = readme.split_once("### Boards that are not solved\n").unwrap();
    let (section, _) = section.split_once("### ").unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), 5);
    for row in rows.iter().filter(|row| is_thorough() || row.contains("| 7x7 | diagonal |")) {
        let cells = cells(row);
        let Campaign { lower, upper, guess } = new_campaign(&cells[1], &cells[2]);
        assert_eq!(cells[3..5], [format!("{lower:+} to {upper:+}"), format!("{guess:+}")], "{row}");
    }
    if !is_thorough() {
        return;
    }
    let solved = solved_boards().map(|(_, board)| board).filter(|board| {
        let (width, height) = (board.size.width(), board.size.height());
        board.objective == Objective::Most && width.min(height) >= 5 && width * height >= 30
    });
    let errors: Vec<_> = solved
        .map(|board| {
            let start = board.start.unwrap().to_string();
            new_campaign(&board.size.to_string(), &start).guess.abs_diff(board.value.unwrap())
        })
        .collect();
    assert_eq!(errors.iter().max(), Some(&11));
    let (sum, count) = (errors.iter().sum::<u32>(), u32::try_from(errors.len()).unwrap());
    assert_eq!((sum + count / 2) / count, 4, "the rounded average of {errors:?}");
}

/// The cells of a table row, with commas removed from numbers.
fn cells(row: &str) -> Vec<String> {
    row.split('|').map(|cell| cell.trim().replace(',', "")).collect()
}

/// The rows on the FFO endgame test in results/README.md: each position with its published value,
/// the value found, and the number of positions searched.
fn ffo_rows(readme: &str) -> Vec<(PositionEntry, Score, u64)> {
    let published = fs::read_to_string("core/src/search/ffo-40-59.obf").unwrap();
    let reader = Reader::new(None, Size::STANDARD, Start::Diagonal);
    let entries: Vec<_> = published.lines().filter_map(|line| reader.read(line).unwrap()).collect();
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| FFO "));
    rows.map(|row| {
        let cells = cells(row);
        let number: usize = cells[0].parse().unwrap();
        (entries[number - 40].clone(), cells[1].parse().unwrap(), cells[2].parse().unwrap())
    })
    .collect()
}

#[test]
fn the_speeds_are_of_searches_that_found_the_published_values() {
    let readme = fs::read_to_string("results/README.md").unwrap();
    let rows = ffo_rows(&readme);
    assert!(rows.len() >= 12);
    for (entry, value, _) in rows {
        assert_eq!(entry.score, Some(value), "{:?}", entry.position());
    }
    let boards: Vec<_> = readme.lines().filter_map(|line| line.strip_prefix("| `6x6")).collect();
    assert_eq!(boards.len(), 4);
    for row in boards {
        let cells = cells(row);
        let path = format!("results/6x6{}", cells[0].trim_end_matches('`'));
        let board: AnswerDocument = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let nodes = board.proof.unwrap().nodes.unwrap();
        assert_eq!(cells[1..3], [format!("{:+}", board.value.unwrap()), nodes.to_string()]);
    }
}

/// The progress bar of `solve` estimates the time. The estimate is compared for the boards in
/// `results/`, and for the positions with a time in results/README.md.
#[test]
fn the_time_estimate_is_accurate_to_within_a_factor_of_ten() {
    let boards = solved_boards().filter_map(|(_, board)| {
        let start = Position::start(board.size, board.start?);
        Some((start, board.objective, board.proof?.nodes?))
    });
    let readme = fs::read_to_string("results/README.md").unwrap();
    let positions = ffo_rows(&readme).into_iter();
    let positions = positions.map(|(entry, _, nodes)| (entry.position(), Objective::Most, nodes));
    let long = boards.chain(positions).filter(|&(.., nodes)| nodes > 30_000_000);
    let mut count = 0;
    for (game, objective, nodes) in long {
        let expected = expected_positions(game, objective);
        assert!(expected < 10 * nodes && nodes < 10 * expected, "{game}: {expected}, {nodes}");
        count += 1;
    }
    assert!(count > 50, "{count}");
}

/// 6x8 has six more squares than 6x7, and 6x7 six more than 6x6. The growth factor is about the same.
#[test]
fn the_time_estimate_for_6x8_continues_from_solved_boards() {
    let board = |name| {
        let file = fs::read(format!("results/{name}.json")).unwrap();
        serde_json::from_slice::<AnswerDocument>(&file).unwrap()
    };
    let [small, large] = ["6x6", "6x7"].map(|name| board(name).proof.unwrap().nodes.unwrap());
    let next = large * (large / small);
    let start = Position::start("6x8".parse().unwrap(), Start::Diagonal);
    let expected = expected_positions(start, Objective::Most);
    assert!(expected < 3 * next && next < 3 * expected, "{expected}, {next}");
}

#[test]
fn the_table_of_positions_is_made_again() {
    is_made_by("results/4x4-positions.csv", &["tabulate", "4x4"]);
}

/// The file does not depend on the machine or on the number of threads.
#[test]
fn threads_do_not_matter() {
    for threads in ["1", "2", "7"] {
        is_made_by("results/4x4.json", &["solve", "4x4", "--threads", threads]);
    }
}

#[test]
fn output_is_where_it_was_asked_for() {
    let committed = fs::read_to_string("results/4x4.json").unwrap();
    assert_eq!(run_in_folder(&["solve", "4x4", "--output", "-"]).1, committed);
    assert_eq!(run_in_folder(&["solve", "4x4", "--format", "json"]).1, committed);

    let (folder, _) = run_in_folder(&["solve", "4x4", "--output", "a.json"]);
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).unwrap(), committed);

    let folder = tempfile::tempdir().unwrap();
    printed(&["solve", "4x4", "--moves", "b1"], &folder);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no file was requested");
    let deep = run(&["solve", "4x4", "--output", "deep/in/a.json"], &folder);
    assert_eq!(deep.status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no folder is created");
}

/// Every command but `solve` that writes to results/ by default.
#[test]
fn without_a_folder_for_results_files_go_to_the_current_one() {
    let commands = [
        ("certify 4x4", "4x4.proof"),
        ("tabulate 4x4", "4x4-positions.csv"),
        ("tabulate 3x6 --start parallel", "3x6-parallel-positions.table 3x6-parallel-census.json"),
        ("tabulate 3x6 --summary x --output y", "y x"),
        ("tabulate 4x5 --plies 2 --objective fewest", "4x5-fewest-opening.csv"),
    ];
    let (empty, file) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(file.path().join("results"), "a file").unwrap();
    for (line, names) in commands {
        let args: Vec<_> = line.split(' ').collect();
        for (folder, others) in [(&empty, 0), (&file, 1)] {
            let said = printed(&args, folder);
            let written = format!("written    {}", names.replace(' ', " and "));
            assert!(said.lines().any(|line| line.starts_with(&written)), "{line}: {said}");
            let count = names.split(' ').count() + others;
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), count, "{line}");
            for name in names.split(' ') {
                fs::remove_file(folder.path().join(name)).unwrap();
            }
        }
    }
    let (folder, _) = run_in_folder(&["certify", "4x4"]);
    let made = fs::read(folder.path().join("results/certificates/4x4.proof")).unwrap();
    assert!(made == fs::read("results/certificates/4x4.proof").unwrap());
}

/// A killed run leaves such files behind. The next run removes them, but not files being written by
/// another process.
#[test]
fn half_written_files_are_removed_by_the_next_run() {
    let commands = [
        ("tabulate 4x4 --output t", "t"),
        ("tabulate 3x3 --plies 2 --output t", "t"),
        ("tabulate 3x6 --output t --summary s", "s"),
        ("solve 4x4 --output t", "t"),
        ("solve 3x6 --svg t", "t"),
        ("certify 4x4 --output t", "t"),
        ("show f5d6 --svg t", "t"),
        ("review f5d6 --time 0s --html t", "t"),
    ];
    for (line, name) in commands {
        let folder = tempfile::tempdir().unwrap();
        let path = |begin: &str, end: &str| folder.path().join(format!("{begin}{name}{end}"));
        let [left, living, others] = [
            path(".", ".abc123.partial"),
            path(".", ".def456.partial"),
            path(".other", ".abc123.partial"),
        ];
        for file in [&left, &living, &others] {
            fs::write(file, "half of it").unwrap();
        }
        let lock = fs::File::open(&living).unwrap();
        lock.lock().unwrap();
        printed(&line.split(' ').collect::<Vec<_>>(), &folder);
        assert!(!left.exists() && living.exists() && others.exists(), "{line}");
    }
}

/// Output that is not read is not an error.
#[test]
fn a_closed_pipe_is_fine() {
    let mut child = program(&["tabulate", "4x4", "--output", "-"], ".")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn the_table_of_all_boards_matches_their_files() {
    let boards: Vec<_> = solved_boards().map(|(_, board)| board).collect();
    let table = fs::read_to_string("results/solved.csv").unwrap();
    assert!(table == solved_csv(&boards), "run `cargo xtask tables`");
    assert_eq!(table.lines().count(), boards.len() + 1);
    let columns = table.lines().next().unwrap().split(',').count();
    assert!(table.lines().all(|line| line.split(',').count() == columns));
    let row = "6x6,6,6,diagonal,most,-4,16,20,0,-4,c2 b3 e4 d5,";
    assert!(table.lines().any(|line| line.starts_with(row) && line.ends_with(",search")));
}

#[test]
fn verify_compares_the_table_with_the_files() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["3x3.json", "4x4.json"] {
        fs::copy(format!("results/{file}"), folder.path().join(file)).unwrap();
    }
    let boards = solved_boards().map(|(_, board)| board);
    let is_copied = |board: &AnswerDocument| ["3x3", "4x4"].contains(&&*board.name());
    let boards: Vec<_> = boards.filter(is_copied).collect();
    let verify = |table: &str| {
        fs::write(folder.path().join("solved.csv"), table).unwrap();
        run(&["verify", ".", "--verbose", "--budget", "0s"], folder.path())
    };
    let table = solved_csv(&boards);
    let output = verify(&table);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("solved.csv: from the 2 files next to it"));
    for (from, to, said) in [
        (",-8,", ",8,", "line 3 is '4x4,"),
        ("3x3,3", "3x3,4", "line 2 is '3x3,4"),
        ("\n4x4", "\n", "line 3 is ',4,4"),
    ] {
        let output = verify(&table.replace(from, to));
        assert_eq!(output.status.code(), Some(1));
        assert!(stdout(&output).contains(said), "{}", stdout(&output));
    }
    let short: String = table.split_inclusive('\n').take(2).collect();
    assert!(stdout(&verify(&short)).contains("it does not have one row for each file"));
}

/// The manifests of Rust and Python take the version from one place.
#[test]
fn all_documents_name_this_program_and_its_version() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |file: &str| fs::read_to_string(file).unwrap();
    let changelog = read("CHANGELOG.md");
    let date = changelog.split_once(&format!("\n## [{version}] - ")).unwrap().1.lines().next();
    let dated = format!("version: {version}\ndate-released: {}\n", date.unwrap());
    for line in (dated + "title: othello-solver\n  - MIT\n  - Apache-2.0").lines() {
        assert!(read("CITATION.cff").lines().any(|other| other == line), "{line}");
    }
    assert!(read("wasm/package.json").contains(&format!("\n  \"version\": \"{version}\",\n")));
    assert!(read("README.md").contains(&format!("version {version} of the program")));
    let manifests = ["core", "python", "wasm"].map(|folder| read(&format!("{folder}/Cargo.toml")));
    assert!(manifests.iter().all(|text| text.contains("\nversion.workspace = true\n")));
}
