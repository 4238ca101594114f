//! Boards, and games as a sequence of boards.

use std::iter;

use ::svg::Document;
use ::svg::node::element::{Circle, Definitions, Group, Path, Rectangle, Style, Text, Use};
use othello_core::{Color, Game, Position, Size, Square, SquareSet, Turn};

use super::{picture, picture_text};
use crate::results::{AnswerDocument, Language};

/// The width of a square, in pixels, like all lengths here.
pub(super) const CELL: u32 = 36;
/// The room for the coordinates, above and to the left of a board.
pub(super) const MARGIN: u32 = 24;
/// The room around a board.
pub(super) const GAP: u32 = 10;
/// The style of boards on paper: white, to save ink.
pub(super) const PAPER: &str =
    ".felt { fill: #ffffff }\n.grid { stroke: #6b6b66 }\n.on-felt { fill: #1c1c1a }\n";
/// The room for the caption below each board of a line.
const CAPTION: u32 = 30;
/// The room for the heading of a line.
const HEADING: u32 = 34;
/// The width of a page, on which the boards of a line are placed side by side. If fewer than three
/// fit, they are scaled down until three do.
const PAGE: u32 = 1080;
const FEWEST_COLUMNS: u32 = 3;
/// The maximum height of a board in a line. Taller ones are scaled down, so more of them fit side by
/// side.
const TALLEST: u32 = MARGIN + 10 * CELL + CAPTION;

/// A drawing of the board with its coordinates, and with a dot on each legal move.
///
/// ```
/// # use othello_core::{Position, Size, Start};
/// # use othello_solver::results::svg;
/// let picture = svg::board(Position::start(Size::new(4, 4).unwrap(), Start::Diagonal));
/// assert_eq!(picture.matches("class=\"dot\"").count(), 4);
/// ```
pub fn board(position: Position) -> String {
    let (side, moves) = (position.side(), position.moves());
    let state = match position.turn() {
        Turn::Place => format!("{side} to move"),
        Turn::Pass => format!("{side} has to pass"),
        Turn::Over => "the game is over".to_owned(),
    };
    let title = format!("{}, {state}", position.size());
    picture_text(&alone(position, &title, moves))
}

/// The board on paper, without dots.
pub fn diagram(position: Position, language: Language) -> String {
    let title = language.say("{size}, {side} to move", &[&position.size(), &position.side()]);
    picture_text(&alone(position, &title, SquareSet::of(position.size(), 0)).add(Style::new(PAPER)))
}

fn alone(position: Position, title: &str, dots: SquareSet) -> Document {
    let grid = Grid(position.size());
    let (width, height) = (MARGIN + grid.width() + GAP, MARGIN + grid.height() + GAP);
    let empty = grid.define(picture(width, height, title, &position.to_string()));
    empty.add(grid.draw(position, &[], 1, dots))
}

/// A game as a sequence of boards: the start, and the position after each move. Each disc shows the
/// number of the move that placed it, and the last one is ringed.
pub fn line(heading: &str, game: &Game) -> String {
    excerpt(heading, game, 1, Language::English)
}

/// The same for part of a longer game, in which the first move shown has this number.
pub fn excerpt(heading: &str, game: &Game, first: u32, language: Language) -> String {
    let (grid, moves) = (Grid(game.start().size()), game.moves());
    let (across, down) = (MARGIN + grid.width() + GAP, MARGIN + grid.height() + CAPTION);
    let tall = down.max(TALLEST);
    let columns = (PAGE * tall / (across * TALLEST)).max(FEWEST_COLUMNS);
    let count: u32 = (0..=moves.len()).map(|_| 1).sum();
    let (widest, rows) = (columns.min(count), count.div_ceil(columns));
    let scale =
        (f64::from(PAGE) / f64::from(columns * across)).min(f64::from(TALLEST) / f64::from(tall));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is no more")]
    let [width, height] =
        [widest * across, rows * down].map(|length| (f64::from(length) * scale).ceil() as u32);
    let line = grid
        .define(picture(width + GAP, HEADING + height, heading, &game.to_string()))
        .add(Text::new(heading).set("x", GAP).set("y", 22).set("class", "heading"));
    let mut boards =
        Group::new().set("transform", format!("translate(0 {HEADING}) scale({scale:.3})"));
    let words = if first == 1 { "{side} begins" } else { "{side} to move" };
    let begins = (game.start(), language.say(words, &[&game.start().side()]));
    let after = (first..).zip(game.turns()).filter_map(|(number, (before, square))| {
        let caption =
            language.say("{number}. {side} {square}", &[&number, &before.side(), &square]);
        Some((before.play(square).ok()?, caption))
    });
    for (place, (stage, caption)) in (0..).zip(iter::once(begins).chain(after)) {
        let (left, top) = (MARGIN + place % columns * across, MARGIN + place / columns * down);
        let caption = Text::new(caption).set("x", grid.width() / 2).set("y", grid.height() + 19);
        let board = grid
            .draw(stage, &moves[..place as usize], first, SquareSet::of(grid.0, 0))
            .add(caption);
        boards = boards.add(board.set("transform", format!("translate({left} {top})")));
    }
    picture_text(&line.add(boards))
}

/// The line of best play of a solved board, with the winner in the heading.
pub fn solved(board: &AnswerDocument) -> String {
    let winner = board.winner().map_or("a draw".to_owned(), |color| format!("{color} wins"));
    let none = Game::new(board.position);
    let game = board.line.as_ref().unwrap_or(&none);
    let [black, white] = Color::ALL.map(|color| game.end().count(color));
    line(&format!("{}: {winner}, {black}–{white}", board.title()), game)
}

/// The geometry of a board, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Grid(pub(super) Size);

impl Grid {
    pub(super) fn width(self) -> u32 {
        self.0.width() * CELL
    }

    pub(super) fn height(self) -> u32 {
        self.0.height() * CELL
    }

    /// Adds the empty board with its coordinates to the definitions of a picture.
    pub(super) fn define(self, picture: Document) -> Document {
        let (width, height) = (self.width(), self.height());
        let columns = (0..=self.0.width()).map(|column| format!("M{} 0v{height}", column * CELL));
        let rows = (0..=self.0.height()).map(|row| format!("M0 {}h{width}", row * CELL));
        let lines: String = columns.chain(rows).collect();
        let felt = Rectangle::new().set("width", width).set("height", height).set("class", "felt");
        let mut board = Group::new()
            .set("id", "felt")
            .add(felt)
            .add(Path::new().set("d", lines).set("class", "grid"));
        for (column, letter) in (0..self.0.width()).zip('a'..) {
            let letter = Text::new(letter.to_string());
            board = board.add(letter.set("x", column * CELL + CELL / 2).set("y", -7));
        }
        for row in 0..self.0.height() {
            let number = Text::new((row + 1).to_string());
            board = board.add(number.set("x", -12).set("y", row * CELL + CELL / 2 + 5));
        }
        picture.add(Definitions::new().add(board))
    }

    /// The board in its place, with dots.
    fn draw(self, position: Position, moves: &[Square], first: u32, dots: SquareSet) -> Group {
        let mut board = self
            .discs(position, moves, first)
            .set("transform", format!("translate({MARGIN} {MARGIN})"));
        for square in dots {
            let (x, y) = centre(square);
            let dot = Circle::new().set("cx", x).set("cy", y).set("r", CELL / 8);
            board = board.add(dot.set("class", "dot"));
        }
        board
    }

    /// The board with its coordinates and discs, and with the numbers of their moves, counted from
    /// `first`.
    pub(super) fn discs(self, position: Position, moves: &[Square], first: u32) -> Group {
        let mut board = Group::new().add(Use::new().set("href", "#felt"));
        for square in SquareSet::all(self.0) {
            let Some(color) = position.disc(square) else { continue };
            let name = color.choose("black", "white");
            let ring = if moves.last() == Some(&square) { " last" } else { "" };
            let (x, y) = centre(square);
            let disc = Circle::new().set("cx", x).set("cy", y).set("r", CELL * 2 / 5);
            board = board.add(disc.set("class", format!("{name}{ring}")));
            let mut numbered = (first..).zip(moves);
            if let Some((number, _)) = numbered.find(|&(_, &placed)| placed == square) {
                let number = Text::new(number.to_string()).set("x", x).set("y", y + 5);
                board = board.add(number.set("class", format!("on-{name}")));
            }
        }
        board
    }
}

/// The centre of a square, measured from the upper left corner of the board.
pub(super) fn centre(square: Square) -> (u32, u32) {
    (square.column() * CELL + CELL / 2, square.row() * CELL + CELL / 2)
}
