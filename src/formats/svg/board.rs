//! Boards, and games as rows of boards.

use ::svg::node::element::{Circle, Definitions, Group, Path, Rectangle, Text, Use};

use super::{picture, text};
use crate::board::{Bitboard, Color, Shape, Square, Turn};
use crate::formats::Transcript;
use crate::game::Game;

/// The width of a square, in pixels, as all lengths here.
const CELL: u32 = 36;
/// The room for the coordinates, above and to the left of a board.
const MARGIN: u32 = 24;
/// The room around a board.
const GAP: u32 = 10;
/// The room for the words below each board of a line.
const CAPTION: u32 = 30;
/// The room for the heading of a line.
const HEADING: u32 = 34;
/// How many squares are side by side before a line begins another row of boards.
const LINE_SQUARES: u32 = 24;

/// A drawing of the board with its coordinates, and the legal moves of the
/// player to move marked with a dot.
///
/// ```
/// # use othello_solver::{Board4x4, Game, Start, svg};
/// let picture = svg::board(Game::<Board4x4>::start(Start::Diagonal));
/// assert_eq!(picture.matches("class=\"dot\"").count(), 4);
/// ```
pub fn board<S: Shape>(game: Game<S>) -> String {
    let state = match game.turn() {
        Turn::Place(_) => format!("{} to move", game.side()),
        Turn::Pass => format!("{} has to pass", game.side()),
        Turn::Over => "the game is over".to_owned(),
    };
    let title = format!("{}x{}, {state}", S::WIDTH, S::HEIGHT);
    let mut board = discs(game, &[])
        .set("transform", format!("translate({MARGIN} {MARGIN})"))
        .add(coordinates::<S>());
    for square in game.position().moves() {
        let (x, y) = centre(square);
        let dot = Circle::new().set("cx", x).set("cy", y).set("r", CELL / 8).set("class", "dot");
        board = board.add(dot);
    }
    let (width, height) = (MARGIN + S::WIDTH * CELL + GAP, MARGIN + S::HEIGHT * CELL + GAP);
    let picture = picture(width, height, &title, &game.to_string());
    text(&picture.add(Definitions::new().add(felt::<S>())).add(board))
}

/// A game as a sequence of boards, one after each move. Each disc bears the
/// number of the move that placed it, and the last one is ringed.
pub fn line<S: Shape>(heading: &str, game: &Transcript<S>) -> String {
    let moves = game.moves();
    let (board_width, board_height) = (S::WIDTH * CELL, S::HEIGHT * CELL);
    let (across, down) = (board_width + GAP, board_height + CAPTION);
    let columns = (LINE_SQUARES / S::WIDTH).max(1);
    let [before, after] = [game.start(), game.end()].map(|it| it.position().empty().len());
    let rows = (before - after).div_ceil(columns);

    let (width, height) = (columns * across + GAP, HEADING + rows * down);
    let mut line = picture(width, height, heading, &game.to_string())
        .add(Definitions::new().add(felt::<S>()))
        .add(Text::new(heading).set("x", GAP).set("y", 22).set("class", "heading"));

    let mut stage = game.start();
    for (number, (place, &square)) in (1..).zip((0..).zip(moves)) {
        let before = stage.after_forced_pass();
        stage = Game::new(before.position().play(square), !before.side());
        let (left, top) = (GAP + place % columns * across, HEADING + place / columns * down);
        let caption = Text::new(format!("{number}. {} {square}", before.side()))
            .set("x", board_width / 2)
            .set("y", board_height + 19);
        let board = discs(stage, &moves[..number]).add(caption);
        line = line.add(board.set("transform", format!("translate({left} {top})")));
    }
    text(&line)
}

/// The discs on the board, its upper left corner at the origin, with the
/// numbers of the moves that placed them.
fn discs<S: Shape>(game: Game<S>, moves: &[Square<S>]) -> Group {
    let mut board = Group::new().add(Use::new().set("href", "#felt"));
    for square in !Bitboard::<S>::empty() {
        let Some(color) = game.disc(square) else { continue };
        let (x, y) = centre(square);
        let name = match color {
            Color::Black => "black",
            Color::White => "white",
        };
        let ring = if moves.last() == Some(&square) { " last" } else { "" };
        let disc = Circle::new().set("cx", x).set("cy", y).set("r", CELL * 2 / 5);
        board = board.add(disc.set("class", format!("{name}{ring}")));
        if let Some(index) = moves.iter().position(|&placed| placed == square) {
            let number = Text::new((index + 1).to_string()).set("x", x).set("y", y + 5);
            board = board.add(number.set("class", format!("on-{name}")));
        }
    }
    board
}

/// The empty board, defined once for all that is drawn on it.
fn felt<S: Shape>() -> Group {
    let (width, height) = (S::WIDTH * CELL, S::HEIGHT * CELL);
    let columns = (0..=S::WIDTH).map(|column| format!("M{} 0v{height}", column * CELL));
    let rows = (0..=S::HEIGHT).map(|row| format!("M0 {}h{width}", row * CELL));
    let grid: String = columns.chain(rows).collect();
    Group::new()
        .set("id", "felt")
        .add(Rectangle::new().set("width", width).set("height", height).set("class", "felt"))
        .add(Path::new().set("d", grid).set("class", "grid"))
}

/// The letters of the columns and the numbers of the rows.
fn coordinates<S: Shape>() -> Group {
    let mut coordinates = Group::new();
    for column in 0..S::WIDTH {
        let letter = Text::new(Square::<S>::column_letter(column).to_string());
        coordinates = coordinates.add(letter.set("x", column * CELL + CELL / 2).set("y", -7));
    }
    for row in 0..S::HEIGHT {
        let number = Text::new((row + 1).to_string());
        coordinates = coordinates.add(number.set("x", -12).set("y", row * CELL + CELL / 2 + 5));
    }
    coordinates
}

/// Where the middle of a square is, from the upper left corner of the board.
fn centre<S: Shape>(square: Square<S>) -> (u32, u32) {
    (square.column() * CELL + CELL / 2, square.row() * CELL + CELL / 2)
}
