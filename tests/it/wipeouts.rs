//! The shortest games that end with one colour wiped out.

use othello_core::notation::read_game;
use othello_core::wipeouts::{shortest_wipeouts, wipeouts};
use othello_core::{Color, Game, Position, Start};
use othello_solver::results::{BoardWipeouts, WipeoutTable};

use crate::common::program::printed;
use crate::common::{is_thorough, start};

/// The length of the shortest wipe-outs by `by`, and how many there are.
fn shortest(start: Position, by: Option<Color>) -> (usize, usize) {
    let games = shortest_wipeouts(start, by, &());
    (games[0].moves().len(), games.len())
}

#[test]
fn the_standard_board() {
    let start = start(8, 8, Start::Diagonal);
    let games = shortest_wipeouts(start, None, &());
    assert_eq!(games.len(), 228);
    assert!(games.iter().all(|game| game.moves().len() == 9));
    assert!(games.iter().all(|game| game.end().count(Color::White) == 0));

    let lines: Vec<String> = games.iter().map(Game::to_string).collect();
    assert!(lines.is_sorted());
    let after_f5: Vec<&str> =
        lines.iter().map(String::as_str).filter(|line| line.starts_with("f5")).collect();
    let known: Vec<&str> = include_str!("../data/wipeouts-8x8-f5.txt").lines().collect();
    assert_eq!(after_f5, known);
}

#[test]
fn every_game_ends_with_one_colour_wiped_out() {
    let start = start(4, 4, Start::Diagonal);
    for game in wipeouts(start, None, 10, &()) {
        let end = read_game(start, &game.to_string()).unwrap().end();
        assert_eq!(end, game.end());
        assert_eq!(Color::ALL.into_iter().filter(|&color| end.count(color) == 0).count(), 1);
    }
}

#[test]
fn board_4x4() {
    let start = start(4, 4, Start::Diagonal);
    let count = |plies| {
        let count = |color| wipeouts(start, Some(color), plies, &()).len();
        (count(Color::Black), count(Color::White))
    };
    for plies in 1..10 {
        assert_eq!(count(plies), (0, 0), "{plies} discs");
    }
    assert_eq!([10, 11, 12].map(count), [(104, 40), (952, 296), (1448, 2736)]);
}

#[test]
fn the_parallel_start() {
    assert_eq!(shortest(start(8, 8, Start::Parallel), None), (7, 8));
}

#[test]
fn other_boards() {
    assert_eq!(shortest(start(6, 6, Start::Diagonal), None), (9, 108));
    assert_eq!(shortest(start(6, 6, Start::Diagonal), Some(Color::White)), (10, 104));
    assert_eq!(shortest(start(4, 6, Start::Diagonal), None), (9, 56));
    assert_eq!(shortest(start(6, 8, Start::Diagonal), None), (9, 156));
}

#[test]
fn white_on_the_standard_board() {
    assert_eq!(shortest(start(8, 8, Start::Diagonal), Some(Color::White)), (10, 356));
}

#[test]
fn the_results_are_found_again() {
    let table: WipeoutTable =
        serde_json::from_str(include_str!("../../results/wipeouts.json")).unwrap();
    let most = if is_thorough() { 32 } else { 20 };
    let mut found_again = 0;
    for board in table.boards {
        if board.size.squares() > most {
            continue;
        }
        let (size, start) = (board.size.to_string(), board.start.unwrap().to_string());
        let args = ["wipeouts", &size, "--start", &start, "--forced", "--format", "json"];
        let found: BoardWipeouts = serde_json::from_str(&printed(&args, ".")).unwrap();
        assert_eq!(found, board);
        found_again += 1;
    }
    assert!(found_again >= 6, "{found_again}");
}
