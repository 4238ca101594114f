//! Worksheets: puzzles with a single best move, where the greedy move is wrong.

use std::collections::BTreeSet;
use std::fs;

use othello_core::{Mailbox, Objective, Rules, Scoring, Size};
use serde_json::Value;

use crate::common::program::{printed, run, stderr};
use crate::common::{minimax, moves};

/// Makes a worksheet as JSON, and checks each of its puzzles by the mailbox rules alone.
fn checked(args: &str, rules: Rules) -> Vec<Value> {
    let args: Vec<_> = ["worksheet"].into_iter().chain(args.split(' ')).collect();
    let folder = tempfile::tempdir().unwrap();
    let text = printed(&[&args[..], &["--format", "json"]].concat(), &folder);
    let sheet: Value = serde_json::from_str(&text).unwrap();
    let size: Size = sheet["size"].as_str().unwrap().parse().unwrap();
    let (width, height) = (size.width() as usize, size.height() as usize);
    let puzzles = sheet["puzzles"].as_array().unwrap();
    let mut images = BTreeSet::new();
    for puzzle in puzzles {
        let board = Mailbox::parse(width, height, puzzle["position"].as_str().unwrap()).unwrap();
        let name = |square| (('a'..).nth(square % width).unwrap(), square / width + 1);
        let moves = moves(&board).map(|(square, after)| {
            let (column, row) = name(square);
            let flips = after.count(Some(board.side())) - board.count(Some(board.side())) - 1;
            (format!("{column}{row}"), -minimax(&after, rules), flips.cast_signed())
        });
        let moves: Vec<_> = moves.collect();
        let best = moves.iter().max_by_key(|mv| mv.1).unwrap();
        assert!(moves.iter().filter(|mv| mv.1 == best.1).count() == 1, "{puzzle}");
        assert_eq!((&puzzle["best_move"], &puzzle["value"]), (&(*best.0).into(), &best.1.into()));
        let sign = if rules.objective == Objective::Most { 1 } else { -1 };
        let most = moves.iter().map(|mv| sign * mv.2).max().unwrap();
        let mut greedy = moves.iter().filter(|mv| sign * mv.2 == most);
        assert!(greedy.clone().all(|mv| mv.0 != best.0), "{puzzle}");
        let greedy = greedy.next().unwrap();
        let found = (&puzzle["greedy_move"], &puzzle["greedy_value"]);
        assert_eq!(found, (&(*greedy.0).into(), &greedy.1.into()), "{puzzle}");

        let line = puzzle["line"].as_str().unwrap();
        assert!(line.starts_with(&best.0), "{puzzle}");
        let end = play(board, line);
        let score = board.side().sees(end.score(rules), end.side());
        assert_eq!((end.is_over(), score), (true, best.1), "{puzzle}");

        let ways = endings(&board);
        assert_eq!(puzzle["count"], ways, "{puzzle}");
        let difficulty =
            ["easy", "medium", "hard"][usize::from(ways > 10) + usize::from(ways > 100)];
        assert_eq!(puzzle["difficulty"], difficulty, "{puzzle}");
        images.insert(board.images().iter().map(Mailbox::to_string).min());
    }
    assert_eq!(images.len(), puzzles.len(), "a puzzle is the mirror image of another");
    puzzles.clone()
}

/// Plays a line, with passes where they are forced.
fn play(board: Mailbox, line: &str) -> Mailbox {
    let starts = line.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase());
    let starts: Vec<_> = starts.map(|(at, _)| at).chain([line.len()]).collect();
    starts.windows(2).fold(board, |board, at| {
        let (column, row) = line[at[0]..at[1]].split_at(1);
        let column = usize::from(column.as_bytes()[0] - b'a');
        let square = (row.parse::<usize>().unwrap() - 1) * board.width() + column;
        board.pass().unwrap_or(board).play(square).unwrap()
    })
}

/// The number of ways to play to the end of the game.
fn endings(board: &Mailbox) -> u64 {
    match board.pass() {
        Some(passed) => endings(&passed),
        None if board.is_over() => 1,
        None => moves(board).map(|(_, after)| endings(&after)).sum(),
    }
}

/// The number of empty squares in each puzzle.
fn empties(puzzles: &[Value]) -> BTreeSet<usize> {
    let cells = puzzles.iter().map(|puzzle| puzzle["position"].as_str().unwrap());
    cells.map(|cells| cells.matches('-').count()).collect()
}

#[test]
fn each_puzzle_has_a_single_best_move_and_a_greedy_mistake() {
    let most = Rules::default();
    for size in ["4x4", "6x6", "8x8", "5x4", "3x12"] {
        let puzzles = checked(&format!("{size} --count 6 --empties 3-5 --seed 7"), most);
        assert_eq!((puzzles.len(), empties(&puzzles)), (6, [3, 4, 5].into()), "{size}");
    }
    let hard = checked("6x6 --count 2 --empties 7 --start parallel", most);
    assert!(hard.iter().all(|puzzle| puzzle["difficulty"] != "easy"), "{hard:?}");
    let winner = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    checked("4x4 --score empties-to-winner --count 9", winner);
    checked("4x4 --objective fewest --count 9", Rules::new(Scoring::Discs, Objective::Fewest));
    // A puzzle in every game that begins like this one.
    let opened = checked("4x4 --moves b1a1a2c1d4 --empties 5 --count 1", most);
    assert!(opened[0]["position"].as_str().unwrap().contains('-'), "{opened:?}");
}

#[test]
fn the_easiest_puzzles_come_first() {
    let puzzles = checked("6x6 --count 12 --empties 3-6", Rules::default());
    let counts: Vec<_> = puzzles.iter().map(|it| it["count"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted() && counts[0] < counts[11], "{counts:?}");
    let folder = tempfile::tempdir().unwrap();
    let long = printed(&["worksheet", "8x8", "--empties", "12", "--count", "1"], &folder);
    assert!(long.contains("very hard: more than 1,000 ways to play on"), "{long}");
}

#[test]
fn the_same_seed_makes_the_same_page_in_any_folder() {
    let page = |seed: &str, more: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let args = ["worksheet", "4x4", "--seed", seed, "--html", "sheet.html"];
        let text = printed(&[&args[..], more].concat(), &folder);
        assert!(text.ends_with("written    sheet.html\n"), "{text}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        (text, fs::read_to_string(folder.path().join("sheet.html")).unwrap())
    };
    let (text, sheet) = page("5", &[]);
    assert_eq!((&text, &sheet), (&page("5", &[]).0, &page("5", &[]).1));
    assert_ne!(sheet, page("6", &[]).1);
    assert_eq!(sheet.matches("<img ").count(), 6);
    assert!(sheet.contains("<h1>4x4 Othello: 6 puzzles, sheet 5</h1>"), "{sheet}");
    // The page is self-contained, and gives nothing away without --key.
    assert_eq!(sheet.matches("src=").count(), sheet.matches("src=\"data:image/svg+xml,").count());
    assert!(!sheet.contains("Best play") && !text.contains("best play"), "{sheet}");
    // With --key, the same puzzles are followed by their solutions.
    let (text, with_key) = page("5", &["--key"]);
    let (before, key) = with_key.split_once("<section class=\"key\">").unwrap();
    assert!(sheet.starts_with(before) && text.contains("best play"), "{text}");
    let puzzles = checked("4x4 --seed 5", Rules::default());
    assert_eq!(key.matches("<tr>").count(), 1 + puzzles.len());
    assert!(key.contains("b4 pass c1 d1 d2 pass a4"), "passes are moves of the line: {key}");
    for puzzle in puzzles {
        let [best, greedy, line] =
            ["best_move", "greedy_move", "line"].map(|name| puzzle[name].as_str().unwrap());
        let value = puzzle["value"].as_i64().unwrap();
        let row = format!("<strong>{best}</strong></td><td>{value:+}</td>").replace("+0<", "0<");
        assert!(key.contains(&row), "{key}");
        assert!(text.contains(line) && key.contains(&format!("<td>{greedy}</td>")), "{text}");
    }
}

#[test]
fn impossible_worksheets_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old.html"), "old").unwrap();
    for (args, reason) in [
        ("4x4 --empties 1-3", "expected a number from 2 to 16"),
        ("4x4 --empties 5-3", "'--empties <NUMBERS>': expected a number"),
        ("4x4 --empties 3-13", "--empties: the games begin with 12 empty squares, so 2 to 12 are"),
        ("2x2", "--empties: the games begin with 0 empty squares, so none is accepted"),
        ("2x4", "--empties: the games begin with 4 empty squares, so 2 to 4 are accepted"),
        ("3x3 --count 100", "in random games with 3 to 5 empty squares; ask for at most "),
        ("4x4 --empties 12", "no puzzle turned up in random games with 12 empty squares; choose"),
        ("4x4 --count 0", "'--count <N>'"),
    ] {
        let line = format!("worksheet {args} --html old.html");
        let output = run(&line.split(' ').collect::<Vec<_>>(), &folder);
        let said = stderr(&output);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}: {said}");
        assert!(said.contains(reason), "{line}: {said}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("old.html")).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let output = run(&["worksheet", "--html", "."], &folder);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}
