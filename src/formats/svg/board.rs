//! Boards, and games as rows of boards.

use ::svg::Document;
use ::svg::node::element::{Circle, Definitions, Group, Path, Rectangle, Text, Use};

use super::{picture, text};
use crate::any_game::{AnyGame, AnyTurn, squares};
use crate::board::Color;
use crate::formats::AnyTranscript;

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
pub fn board(game: impl Into<AnyGame>) -> String {
    draw_board(game.into())
}

fn draw_board(game: AnyGame) -> String {
    let (state, moves) = match game.turn() {
        AnyTurn::Place(moves) => (format!("{} to move", game.side()), moves),
        AnyTurn::Pass => (format!("{} has to pass", game.side()), 0),
        AnyTurn::Over => ("the game is over".to_owned(), 0),
    };
    let moves: Vec<_> = squares(moves).collect();
    let grid = Grid::of(game);
    let title = format!("{}, {state}", game.size());
    let board = grid.with_coordinates(&game.cells().collect(), &moves);
    let (width, height) = (MARGIN + grid.width * CELL + GAP, MARGIN + grid.height * CELL + GAP);
    text(&grid.define(picture(width, height, &title, &game.to_string())).add(board))
}

/// A game as a sequence of boards, one after each move. Each disc bears the
/// number of the move that placed it, and the last one is ringed.
pub fn line(heading: &str, game: impl Into<AnyTranscript>) -> String {
    draw_steps(heading, &game.into())
}

fn draw_steps(heading: &str, game: &AnyTranscript) -> String {
    let mut stage = game.start();
    let mut steps = Vec::new();
    for &square in game.moves() {
        let before = stage.after_forced_pass();
        stage = before.play(square);
        let name = format!("{} {}", before.side(), before.name(square));
        steps.push(Step { square, name, discs: stage.cells().collect() });
    }
    draw_line(Grid::of(stage), heading, &game.to_string(), &steps)
}

/// The disc on each square, row by row from `a1`.
type Discs = Vec<Option<Color>>;

/// A move of a line.
struct Step {
    /// The number of the square on which it placed a disc.
    square: u32,
    /// Who made it, and where.
    name: String,
    /// The board after it.
    discs: Discs,
}

fn draw_line(grid: Grid, heading: &str, description: &str, steps: &[Step]) -> String {
    let (board_width, board_height) = (grid.width * CELL, grid.height * CELL);
    let (across, down) = (board_width + GAP, board_height + CAPTION);
    let columns = (LINE_SQUARES / grid.width).max(1);
    let rows = steps.iter().zip(1_u32..).last().map_or(0, |(_, boards)| boards.div_ceil(columns));

    let (width, height) = (columns * across + GAP, HEADING + rows * down);
    let mut line = grid
        .define(picture(width, height, heading, description))
        .add(Text::new(heading).set("x", GAP).set("y", 22).set("class", "heading"));
    let squares: Vec<_> = steps.iter().map(|step| step.square).collect();
    for (number, (place, step)) in (1..).zip((0..).zip(steps)) {
        let (left, top) = (GAP + place % columns * across, HEADING + place / columns * down);
        let caption = Text::new(format!("{number}. {}", step.name))
            .set("x", board_width / 2)
            .set("y", board_height + 19);
        let board = grid.with_discs(&step.discs, &squares[..number]).add(caption);
        line = line.add(board.set("transform", format!("translate({left} {top})")));
    }
    text(&line)
}

/// The squares of a board.
#[derive(Clone, Copy)]
struct Grid {
    width: u32,
    height: u32,
}

impl Grid {
    fn of(board: AnyGame) -> Self {
        Self { width: board.width(), height: board.height() }
    }

    /// Adds the empty board to what a picture may use.
    fn define(self, picture: Document) -> Document {
        let (width, height) = (self.width * CELL, self.height * CELL);
        let columns = (0..=self.width).map(|column| format!("M{} 0v{height}", column * CELL));
        let rows = (0..=self.height).map(|row| format!("M0 {}h{width}", row * CELL));
        let lines: String = columns.chain(rows).collect();
        let felt = Rectangle::new().set("width", width).set("height", height).set("class", "felt");
        let board = Group::new()
            .set("id", "felt")
            .add(felt)
            .add(Path::new().set("d", lines).set("class", "grid"));
        picture.add(Definitions::new().add(board))
    }

    /// The discs on the board, its upper left corner at the origin, with the
    /// numbers of the moves that placed them.
    fn with_discs(self, discs: &Discs, moves: &[u32]) -> Group {
        let mut board = Group::new().add(Use::new().set("href", "#felt"));
        for (square, disc) in (0..).zip(discs) {
            let name = match disc {
                Some(Color::Black) => "black",
                Some(Color::White) => "white",
                None => continue,
            };
            let ring = if moves.last() == Some(&square) { " last" } else { "" };
            let (x, y) = self.centre(square);
            let disc = Circle::new().set("cx", x).set("cy", y).set("r", CELL * 2 / 5);
            board = board.add(disc.set("class", format!("{name}{ring}")));
            if let Some(index) = moves.iter().position(|&placed| placed == square) {
                let number = Text::new((index + 1).to_string()).set("x", x).set("y", y + 5);
                board = board.add(number.set("class", format!("on-{name}")));
            }
        }
        board
    }

    /// The discs, dots on some squares, and the letters of the columns and the
    /// numbers of the rows.
    fn with_coordinates(self, discs: &Discs, dots: &[u32]) -> Group {
        let mut board =
            self.with_discs(discs, &[]).set("transform", format!("translate({MARGIN} {MARGIN})"));
        for &square in dots {
            let (x, y) = self.centre(square);
            let dot = Circle::new().set("cx", x).set("cy", y).set("r", CELL / 8);
            board = board.add(dot.set("class", "dot"));
        }
        for (column, letter) in (0..self.width).zip('a'..) {
            let letter = Text::new(letter.to_string());
            board = board.add(letter.set("x", column * CELL + CELL / 2).set("y", -7));
        }
        for row in 0..self.height {
            let number = Text::new((row + 1).to_string());
            board = board.add(number.set("x", -12).set("y", row * CELL + CELL / 2 + 5));
        }
        board
    }

    /// Where the middle of a square is, from the upper left corner of the board.
    fn centre(self, square: u32) -> (u32, u32) {
        (square % self.width * CELL + CELL / 2, square / self.width * CELL + CELL / 2)
    }
}
