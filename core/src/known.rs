//! The values that this project has solved, compiled in: the starts of all solved boards with a line
//! of best play, and the openings of 6×6 with the value of every move.
//!
//! The texts in `known/` are copies of `solved.csv` and of the openings in `results/`, which
//! `cargo xtask tables` makes. They are looked up as text, so a program that asks for nothing pays
//! nothing, and any answer takes less than a millisecond.

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::board::{Size, Square, Turn};
use crate::game::{Game, MoveValue, Objective, Position, Rules, Score, Scoring, Start};
use crate::notation::PositionRow;
use crate::search::Find;

/// All solved boards, one to a line below a line with the names of the columns.
pub const SOLVED: &str = include_str!("known/solved.csv");

/// The text of an opening, and the game whose first plies it has.
#[derive(Clone, Copy, Debug)]
pub struct KnownOpening {
    /// The board.
    pub size: Size,
    /// How the first four discs lie.
    pub start: Start,
    /// Whether the most or the fewest discs win. Discs count as they lie.
    pub objective: Objective,
    /// A row for each position: see [`PositionRow`].
    pub text: &'static str,
}

const SIZE_6X6: Size = Size::new(6, 6).expect("there is a 6x6 board");

/// The openings, whose rows go from many empty squares to few and then in the order of positions.
pub const OPENINGS: [KnownOpening; 3] = [
    KnownOpening {
        size: SIZE_6X6,
        start: Start::Diagonal,
        objective: Objective::Most,
        text: include_str!("known/6x6-opening.csv"),
    },
    KnownOpening {
        size: SIZE_6X6,
        start: Start::Parallel,
        objective: Objective::Most,
        text: include_str!("known/6x6-parallel-opening.csv"),
    },
    KnownOpening {
        size: SIZE_6X6,
        start: Start::Diagonal,
        objective: Objective::Fewest,
        text: include_str!("known/6x6-fewest-opening.csv"),
    },
];

/// A solved board: a row of [`SOLVED`]. Values are seen by Black, who moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBoard {
    /// The board.
    pub size: Size,
    /// How the first four discs lie.
    pub start: Start,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// The value if discs count as they lie.
    pub value: Score,
    /// The value if the winner also counts the empty squares.
    pub value_empties_to_winner: Score,
    /// Every move that keeps the value, in the order of squares.
    pub best_moves: Vec<Square>,
    /// A game in which both sides always play the first of the best moves.
    pub line: Game,
    /// The number of positions that one thread searched, where that is part of the result.
    pub nodes: Option<u64>,
    /// How the value was found: `exhaustive`, `search` or `campaign`.
    pub method: &'static str,
}

impl KnownBoard {
    /// All solved boards, small ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        SOLVED.lines().skip(1).map(Self::of_row)
    }

    /// The board that has this size, start and objective, if it is solved.
    pub fn find(size: Size, start: Start, objective: Objective) -> Option<Self> {
        let wanted = (size, start, objective);
        ROWS.iter().find(|(board, _)| *board == wanted).map(|(_, row)| Self::of_row(row))
    }

    fn of_row(row: &'static str) -> Self {
        let read = || {
            let mut cells = row.split(',');
            let size: Size = cells.next()?.parse().ok()?;
            let start = cells.nth(2)?.parse().ok()?;
            let objective = cells.next()?.parse().ok()?;
            let value = cells.next()?.parse().ok()?;
            let value_empties_to_winner = cells.nth(3)?.parse().ok()?;
            let best_moves = cells.next()?.split_whitespace().map(str::parse);
            let best_moves = best_moves.collect::<Result<_, _>>().ok()?;
            let line = Game::parse(Position::start(size, start), cells.next()?).ok()?;
            let nodes = cells.next()?.parse().ok();
            let method = cells.next()?;
            Some(Self {
                size,
                start,
                objective,
                value,
                value_empties_to_winner,
                best_moves,
                line,
                nodes,
                method,
            })
        };
        // A test reads all of them.
        read().unwrap_or_else(|| panic!("the row of a solved board cannot be read: {row}"))
    }
}

/// Which game a row of [`SOLVED`] is about.
type Subject = (Size, Start, Objective);

/// The row of each solved board. A review looks up every position of thousands of games.
static ROWS: LazyLock<Vec<(Subject, &str)>> = LazyLock::new(|| {
    let boards = SOLVED.lines().skip(1).map(|row| {
        let mut cells = row.split(',');
        let size = cells.next()?.parse().ok()?;
        let start = cells.nth(2)?.parse().ok()?;
        Some(((size, start, cells.next()?.parse().ok()?), row))
    });
    // A test reads all of them.
    boards.collect::<Option<_>>().expect("every row names a board")
});

/// Known facts about a position. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The value.
    pub value: Score,
    /// A move that keeps the value, unless none is known or the side to move must pass.
    pub best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all of them are known.
    pub best_moves: Option<Vec<Square>>,
    /// Every legal move with its value, in the order of squares, if all of them are known.
    pub moves: Option<Vec<MoveValue>>,
    /// The beginning of a game in which both sides play best, as far as it is known.
    pub line: Game,
}

impl KnownPosition {
    /// Looks up a position. `None` if it is neither in an opening nor a mirror image or rotation of
    /// a position on the line of best play of a solved board.
    ///
    /// ```
    /// # use othello_core::{Game, Position, Rules, Size, Start};
    /// # use othello_core::known::KnownPosition;
    /// let start = Position::start(Size::new(6, 6).unwrap(), Start::Diagonal);
    /// let game = Game::parse(start, "c2b4")?;
    /// let known = KnownPosition::find(game.end(), Rules::default()).expect("it is in the opening");
    /// assert_eq!((known.value, known.best_move), (-4, Some("c5".parse()?)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(position: Position, rules: Rules) -> Option<Self> {
        let is_solved = |((size, _, objective), _): &(Subject, &str)| {
            (*size, *objective) == (position.size(), rules.objective)
        };
        if !ROWS.iter().any(is_solved) {
            return None;
        }
        if position.turn() == Turn::Pass {
            let Self { value, line, .. } = Self::find(position.pass(), rules)?;
            let line = Game::known(position, line.moves().iter().copied());
            let best_moves = Some(Vec::new());
            return Some(Self { value: -value, best_move: None, best_moves, moves: None, line });
        }
        let (on_line, row) = (OnLine::find(position, rules), opening_row(position, rules));
        let value = on_line.as_ref().map(|it| it.value).or(row.as_ref().map(|row| row.value))?;
        let moves = row.map(|row| row.move_values().collect::<Vec<_>>());
        let of_row = moves.as_ref().map(|moves| {
            let best = moves.iter().filter(|mv| mv.value == value);
            best.map(|mv| mv.square).collect::<Vec<_>>()
        });
        let best_moves = of_row.or_else(|| on_line.as_ref()?.best_moves.clone());
        // If every move is a best move, the values of all are known.
        let is_every = |best: &&Vec<_>| best.iter().copied().eq(position.moves());
        let all_best = best_moves.as_ref().filter(is_every);
        let moves = moves.or_else(|| {
            let valued = all_best?.iter().map(|&square| MoveValue { square, value });
            Some(valued.collect())
        });
        let line = line_of_best_play(position, rules);
        let first_best = best_moves.as_ref().and_then(|best| best.first());
        let best_move = line.moves().first().or(first_best).copied();
        Some(Self { value, best_move, best_moves, moves, line })
    }

    /// Known facts from the row of a table.
    pub fn of_row(row: &PositionRow) -> Self {
        let moves: Vec<_> = row.move_values().collect();
        let best = moves.iter().filter(|mv| mv.value == row.value).map(|mv| mv.square);
        let best_moves: Vec<_> = best.collect();
        Self {
            value: row.value,
            best_move: best_moves.first().copied(),
            best_moves: Some(best_moves),
            moves: Some(moves),
            line: Game::new(row.position),
        }
    }

    /// Whether the answer to a question is known, apart from the line.
    pub fn answers(&self, find: Find) -> bool {
        match find {
            Find::Value => true,
            Find::BestMove => self.best_move.is_some() || self.best_moves.is_some(),
            Find::BestMoves => self.best_moves.is_some(),
            Find::AllMoves | Find::AllLines => self.moves.is_some(),
        }
    }

    /// Whether the line is known to the end of the game.
    pub fn has_whole_line(&self) -> bool {
        self.line.end().turn() == Turn::Over
    }
}

/// A line of best play from here as far as it is known: the first of the best moves as long as the
/// position is in an opening, and the line of the solved board once it is reached.
fn line_of_best_play(position: Position, rules: Rules) -> Game {
    let mut line = Game::new(position);
    loop {
        let here = line.end().after_forced_pass();
        let rest = match OnLine::find(here, rules) {
            Some(on_line) if !on_line.rest.is_empty() => on_line.rest,
            _ => {
                let best = opening_row(here, rules).and_then(|row| {
                    row.move_values().find(|mv| mv.value == row.value).map(|mv| mv.square)
                });
                let Some(best) = best else { return line };
                vec![best]
            }
        };
        for square in rest {
            line.play(square).expect("a move of best play is legal");
        }
    }
}

/// Whether a position is in the opening of a board, where the value of every move is known.
pub fn is_in_opening(position: Position, rules: Rules) -> bool {
    opening_row(position.after_forced_pass(), rules).is_some()
}

/// The row of a position in an opening.
fn opening_row(position: Position, rules: Rules) -> Option<PositionRow> {
    if rules.scoring != Scoring::Discs {
        return None;
    }
    let openings = OPENINGS
        .iter()
        .filter(|opening| (opening.size, opening.objective) == (position.size(), rules.objective));
    openings.into_iter().find_map(|opening| opening.find(position))
}

impl KnownOpening {
    /// The row of a position or of one of its mirror images and rotations, whichever colour is to
    /// move, as the row of this very position.
    fn find(&self, position: Position) -> Option<PositionRow> {
        let order = |position: Position| (Reverse(position.empties()), position);
        let wanted = order(position.canonical().black_to_move());
        let (_, mut rows) = self.text.split_once('\n')?;
        while !rows.is_empty() {
            let middle = rows[..rows.len() / 2].rfind('\n').map_or(0, |end| end + 1);
            let (row, after) = rows[middle..].split_once('\n')?;
            let (cells, _) = row.split_once(',')?;
            let found = order(Position::parse(self.size, &format!("{cells} X")).ok()?);
            if found == wanted {
                return PositionRow::parse(self.size, row).ok()?.image(position);
            }
            rows = if found < wanted { after } else { &rows[..middle] };
        }
        None
    }
}

/// A position on the line of best play of a solved board, or a mirror image or rotation of one.
struct OnLine {
    value: Score,
    best_moves: Option<Vec<Square>>,
    /// The moves of the line from here to the end of the game.
    rest: Vec<Square>,
}

impl OnLine {
    fn find(position: Position, rules: Rules) -> Option<Self> {
        Start::ALL.into_iter().find_map(|start| {
            let board = KnownBoard::find(position.size(), start, rules.objective)?;
            Self::of_board(&board, position, rules.scoring)
        })
    }

    fn of_board(board: &KnownBoard, position: Position, scoring: Scoring) -> Option<Self> {
        let size = position.size();
        let turns = board.line.turns().enumerate();
        let (played, (at, _)) =
            turns.into_iter().find(|(_, (at, _))| at.empties() == position.empties())?;
        let symmetry = at.black_to_move().symmetry_to(position.black_to_move())?;
        let seen = |square: &Square| square.transformed(size, symmetry);
        if scoring == Scoring::EmptiesToWinner {
            // Which moves keep that value is not known.
            let value = board.value_empties_to_winner;
            return (played == 0).then_some(Self { value, best_moves: None, rest: Vec::new() });
        }
        let best_moves = (played == 0).then(|| {
            let mut best: Vec<_> = board.best_moves.iter().map(seen).collect();
            best.sort_unstable();
            best
        });
        Some(Self {
            value: at.side().sees(board.value, board.line.start().side()),
            best_moves,
            rest: board.line.moves()[played..].iter().map(seen).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Symmetry};

    #[test]
    fn every_board_and_every_row_is_found() {
        assert!(KnownBoard::all().count() > 150);
        for board in KnownBoard::all() {
            let KnownBoard { size, start, objective, value, ref line, .. } = board;
            assert_eq!(KnownBoard::find(size, start, objective).as_ref(), Some(&board));
            let rules = Rules::new(Scoring::Discs, objective);
            for (position, square) in line.turns() {
                let known = KnownPosition::find(position, rules).expect("it is on the line");
                let here = position.side().sees(value, Color::Black);
                assert_eq!(known.value, here, "{position}");
                let best = known.best_moves.unwrap_or_else(|| vec![square]);
                assert!(best.contains(&square), "{position}");
            }
        }
        for KnownOpening { size, objective, text, .. } in OPENINGS {
            let rules = Rules::new(Scoring::Discs, objective);
            for row in text.lines().skip(1) {
                let row = PositionRow::parse(size, row).unwrap();
                assert_eq!(opening_row(row.position, rules).as_ref(), Some(&row));
            }
        }
    }

    #[test]
    fn a_position_is_found_however_it_lies() {
        let start = Position::start(SIZE_6X6, Start::Diagonal);
        let game = Game::parse(start, "c2b4c5d2").unwrap();
        let known = KnownPosition::find(game.end(), Rules::default()).unwrap();
        assert!(known.has_whole_line());
        for symmetry in Symmetry::all(SIZE_6X6) {
            let image = game.end().transformed(symmetry);
            let found = KnownPosition::find(image, Rules::default()).unwrap();
            let moves = found.moves.as_ref().unwrap();
            assert_eq!(found.value, known.value);
            assert!(moves.iter().map(|mv| mv.square).eq(image.moves()));
            let images = known
                .moves
                .iter()
                .flatten()
                .map(|mv| MoveValue { square: mv.square.transformed(SIZE_6X6, symmetry), ..*mv });
            assert!(images.into_iter().all(|image| moves.contains(&image)));
            let score = found.line.end().score(Rules::default());
            assert_eq!(image.side().sees(score, found.line.end().side()), found.value);
        }
    }

    #[test]
    fn what_is_not_solved_is_not_known() {
        let rules = Rules::default();
        let start = Position::start(Size::STANDARD, Start::Diagonal);
        assert_eq!(KnownPosition::find(start, rules), None);
        let start = Position::start(SIZE_6X6, Start::Diagonal);
        let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        let known = KnownPosition::find(start, tournament).unwrap();
        assert_eq!((known.value, known.best_move, known.line.moves()), (-4, None, &[][..]));
        let after = start.play("c2".parse().unwrap()).unwrap();
        assert!(
            KnownPosition::find(after, rules).is_some()
                && KnownPosition::find(after, tournament).is_none()
        );
        // The same cells on another board are another position.
        let size = Size::new(4, 9).unwrap();
        let cells = after.to_string();
        assert_eq!(KnownPosition::find(Position::parse(size, &cells).unwrap(), rules), None);
    }
}
