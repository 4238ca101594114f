//! Pictures of boards and of lines of play.

use std::fs;

use othello_core::notation::read_game;
use othello_core::{Position, Size, Start};
use othello_solver::results::svg;

use crate::common::program::run;

#[test]
fn a_line_has_the_start_and_a_board_for_each_move_and_a_number_on_each_disc_placed() {
    let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    let game = read_game(start, "b1a1a2").unwrap();
    let picture = svg::line("three moves", &game);
    assert_eq!(picture.matches("href=\"#felt\"").count(), 1 + 3);
    assert!(picture.contains("Black begins"), "{picture}");
    // They are defined once, with the empty board.
    let has = |text: &&str| picture.lines().any(|line| line.trim() == *text);
    assert!(["a", "d", "1", "4"].iter().all(has), "{picture}");
    assert_eq!(picture.matches(" last\"").count(), 3);
    assert_eq!(picture.matches("class=\"on-").count(), 1 + 2 + 3);
    assert!(picture.contains("3. Black a2"), "{picture}");
}

#[test]
fn a_board_shows_discs_and_legal_moves() {
    let picture = svg::board(Position::start(Size::new(4, 4).unwrap(), Start::Parallel));
    assert_eq!(picture.matches("class=\"black\"").count(), 2);
    assert_eq!(picture.matches("class=\"white\"").count(), 2);
    assert_eq!(picture.matches("class=\"dot\"").count(), 4);
}

#[test]
fn lines_are_as_wide_as_a_page() {
    let start = Position::start(Size::new(14, 4).unwrap(), Start::Diagonal);
    let long = read_game(start, "g1f1e1").unwrap();
    let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    let short = read_game(start, "b1a1a2c1d4a3d1b4a4c4").unwrap();
    for (game, columns) in [(long, 3), (short, 6)] {
        let picture = svg::line("", &game);
        let (_, width) = picture.split_once(" width=\"").unwrap();
        let width: u32 = width.split('"').next().unwrap().parse().unwrap();
        assert!((1000..=1090).contains(&width), "{width}");
        // Boards in the first row are at the same distance from the top.
        assert_eq!(picture.matches(" 24)\"").count(), columns, "{picture}");
    }
}

#[test]
fn solve_and_show_draw_any_line() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |args: &[&str]| {
        let args = [args, &["--svg", "drawn.svg"]].concat();
        let output = run(&args, folder.path());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(folder.path().join("drawn.svg")).unwrap()
    };
    let committed = fs::read_to_string("results/4x4-line.svg").unwrap();
    assert!(draw(&["solve", "4x4", "--output", "-"]) == committed);
    let line = ["show", "--size", "4", "--moves", "b1a1a2"];
    assert_eq!(draw(&line).matches("href=\"#felt\"").count(), 1 + 3);
    let position: Position = "-----OX--XO----- X".parse().unwrap();
    assert_eq!(draw(&["show", "-----OX--XO----- X"]), svg::board(position));
}
