//! Values that this project has solved, compiled in: the starts of all solved boards with a line of
//! best play, and the openings of 6×6 with the value of every move.
//!
//! The texts in `known/` are copies of `solved.csv` and of the openings in `results/`, made by
//! `cargo xtask tables`. The openings are searched as text, and each board is parsed on its first
//! lookup, so a program that looks nothing up pays nothing. With the feature `openings` they are
//! part of the library; without it, pass them to [`hand_in`].

use std::sync::{LazyLock, OnceLock};

use crate::board::{Size, Square, error_text};
use crate::game::{Game, Objective, Position, Rules, Score, Scoring, Start};
use crate::notation::{PositionRow, read_game, read_position};

/// All solved boards, one per line, after a line with the names of the columns.
pub const SOLVED: &str = include_str!("known/solved.csv");

/// The opening of a board, with the value of every move.
#[derive(Debug)]
pub struct KnownOpening {
    /// The board.
    pub size: Size,
    /// How the first four discs are placed.
    pub start: Start,
    /// Whether the most or the fewest discs win. Discs count as they lie.
    pub objective: Objective,
    /// The fewest empty squares of its positions with a legal move.
    fewest_empties: u32,
    /// The table that is part of the library, or an empty string.
    embedded: &'static str,
    /// The table passed to [`hand_in`].
    handed_in: OnceLock<String>,
}

/// The table in a file, or an empty string if tables are passed to [`hand_in`].
macro_rules! embedded {
    ($name:literal) => {
        if cfg!(feature = "openings") { include_str!($name) } else { "" }
    };
}

/// The openings.
static OPENINGS: [KnownOpening; 3] = {
    use Objective::{Fewest, Most};
    use Start::{Diagonal, Parallel};
    [
        KnownOpening::on_6x6(Diagonal, Most, 26, embedded!("known/6x6-opening.csv")),
        KnownOpening::on_6x6(Parallel, Most, 26, embedded!("known/6x6-parallel-opening.csv")),
        KnownOpening::on_6x6(Diagonal, Fewest, 28, embedded!("known/6x6-fewest-opening.csv")),
    ]
};

impl KnownOpening {
    const fn on_6x6(
        start: Start,
        objective: Objective,
        fewest_empties: u32,
        embedded: &'static str,
    ) -> Self {
        let size = Size::new(6, 6).expect("there is a 6x6 board");
        Self { size, start, objective, fewest_empties, embedded, handed_in: OnceLock::new() }
    }

    /// All openings.
    pub fn all() -> &'static [Self] {
        &OPENINGS
    }

    /// The table, with one row per position: see [`PositionRow`]. The rows are ordered from many empty
    /// squares to few, and then by position. Empty if it is not part of the library and has not been
    /// handed in.
    pub fn text(&self) -> &str {
        if self.embedded.is_empty() {
            self.handed_in.get().map_or("", |text| text)
        } else {
            self.embedded
        }
    }

    /// The openings with positions of this board under these rules.
    fn of(size: Size, rules: Rules) -> impl Iterator<Item = &'static Self> {
        let of_size = OPENINGS.iter().filter(move |it| it.size == size);
        of_size.filter(move |it| rules == Rules::new(Scoring::Discs, it.objective))
    }

    /// An opening that may contain the position, but has not been handed in. `None` if the position
    /// is known without it.
    ///
    /// A start is only in its own opening. Any other position may be in any of them.
    pub fn missing(position: Position, rules: Rules) -> Option<&'static Self> {
        let position = position.after_forced_pass();
        if is_in_opening(position, rules) {
            return None;
        }
        let start = position.which_start();
        Self::of(position.size(), rules).find(|it| {
            start.is_none_or(|start| start == it.start)
                && it.text().is_empty()
                && position.empties() >= it.fewest_empties
        })
    }
}

/// Provides an opening if it is not part of the library, for example in a browser that loads it on
/// demand: the text of `SIZE-opening.csv` in `core/src/known/`. If the library already has it,
/// nothing changes.
///
/// # Errors
///
/// If there is no such opening, or if the text has a row that cannot be read.
pub fn hand_in(
    size: Size,
    start: Start,
    objective: Objective,
    text: String,
) -> Result<(), WrongOpening> {
    let rules = Rules::new(Scoring::Discs, objective);
    let opening = KnownOpening::of(size, rules).find(|it| it.start == start);
    let opening = opening.ok_or(WrongOpening { line: None })?;
    for (line, row) in (2..).zip(text.lines().skip(1)) {
        PositionRow::parse(size, row).map_err(|_| WrongOpening { line: Some(line) })?;
    }
    // A table in the library takes precedence, and later tables are ignored.
    let _ = opening.handed_in.set(text);
    Ok(())
}

/// The table of an opening cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongOpening {
    /// The first line that cannot be read. `None` if there is no opening with this board and start.
    pub line: Option<usize>,
}

error_text!(WrongOpening, |Self { line }, f| match line {
    Some(line) => write!(f, "line {line} is not a row of a table of positions"),
    None => write!(f, "there is no opening with this board, start and objective"),
});

/// A solved board: a row in [`SOLVED`]. Values are seen by Black, who moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownBoard {
    /// The board.
    pub size: Size,
    /// How the first four discs are placed.
    pub start: Start,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// The value if discs count as they lie.
    pub value: Score,
    /// The value if the winner also counts the empty squares.
    pub value_empties_to_winner: Score,
    /// Every move that keeps the value, in the order of squares.
    pub best_moves: Vec<Square>,
    /// A game where both sides always play the first of the best moves.
    pub line: Game,
    /// The number of positions in a single-threaded search, if that is part of the result.
    pub nodes: Option<u64>,
    /// How the value was found: `exhaustive`, `search` or `campaign`.
    pub method: &'static str,
}

impl KnownBoard {
    /// All solved boards, small ones first.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        rows().iter().map(KnownRow::board)
    }

    /// The board with this size, start and objective, if it is solved.
    pub fn find(size: Size, start: Start, objective: Objective) -> Option<&'static Self> {
        let wanted = [size.to_string(), start.to_string(), objective.to_string()];
        for row in rows() {
            let mut cells = row.text.split(',');
            let key = [cells.next(), cells.nth(2), cells.next()];
            if key == wanted.each_ref().map(|it| Some(it.as_str())) {
                return Some(row.board());
            }
        }
        None
    }

    fn of_row(row: &'static str) -> Option<Self> {
        let mut cells = row.split(',');
        let size = cells.next()?.parse().ok()?;
        let start = cells.nth(2)?.parse().ok()?;
        Some(Self {
            size,
            start,
            objective: cells.next()?.parse().ok()?,
            value: cells.next()?.parse().ok()?,
            value_empties_to_winner: cells.nth(3)?.parse().ok()?,
            best_moves: cells.next()?.split_whitespace().flat_map(str::parse).collect(),
            line: read_game(Position::start(size, start), cells.next()?).ok()?,
            nodes: cells.next()?.parse().ok(),
            method: cells.next()?,
        })
    }
}

/// A row of the table. A process looks up few boards, but a review does so for every position of a
/// game, so each board is parsed once, when it is first needed.
struct KnownRow {
    text: &'static str,
    board: OnceLock<KnownBoard>,
}

impl KnownRow {
    fn board(&self) -> &KnownBoard {
        // A test parses all of them.
        self.board.get_or_init(|| KnownBoard::of_row(self.text).expect("every row can be read"))
    }
}

fn rows() -> &'static [KnownRow] {
    static ROWS: LazyLock<Vec<KnownRow>> = LazyLock::new(|| {
        let rows = SOLVED.lines().skip(1);
        rows.map(|text| KnownRow { text, board: OnceLock::new() }).collect()
    });
    &ROWS
}

/// A line of best play from here, as far as it is known: the first of the best moves while the
/// position is in an opening, and the line of the solved board once the position is on it.
pub(crate) fn line_of_best_play(position: Position, rules: Rules) -> Game {
    let mut line = Game::new(position);
    loop {
        let here = line.end().after_forced_pass();
        let mut rest = on_line(here, rules).map_or(Vec::new(), |on_line| on_line.rest);
        if rest.is_empty() {
            rest.extend(opening_row(here, rules).and_then(|row| row.best_moves().next()));
        }
        if rest.is_empty() {
            return line;
        }
        for square in rest {
            line.play(square).expect("a move of best play is legal");
        }
    }
}

/// Whether a position is in an opening, where the value of every move is known.
pub fn is_in_opening(position: Position, rules: Rules) -> bool {
    opening_row(position.after_forced_pass(), rules).is_some()
}

/// A position's row in an opening.
pub(crate) fn opening_row(position: Position, rules: Rules) -> Option<PositionRow> {
    let mut openings = KnownOpening::of(position.size(), rules);
    openings.find_map(|opening| find_row(opening.text(), position))
}

/// The row for a position, with either colour to move. The table has only one of its
/// reflections and rotations, whose row is converted. This is a binary search in the text.
fn find_row(table: &str, position: Position) -> Option<PositionRow> {
    let (size, wanted) = (position.size(), position.canonical().black_to_move());
    let (_, mut rows) = table.split_once('\n')?;
    while !rows.is_empty() {
        let middle = rows[..rows.len() / 2].rfind('\n').map_or(0, |end| end + 1);
        let (row, after) = rows[middle..].split_once('\n')?;
        let (cells, _) = row.split_once(',')?;
        let found = read_position(size, &format!("{cells} X")).ok()?;
        if found == wanted {
            return PositionRow::parse(size, row).ok()?.image(position);
        }
        let is_before = (wanted.empties(), found) < (found.empties(), wanted);
        rows = if is_before { after } else { &rows[..middle] };
    }
    None
}

/// A position on a solved board's line of best play, or a reflection or rotation of one.
pub(crate) struct OnLine {
    pub(crate) value: Score,
    pub(crate) best_moves: Option<Vec<Square>>,
    /// The moves of the line from here to the end of the game.
    rest: Vec<Square>,
}

pub(crate) fn on_line(position: Position, rules: Rules) -> Option<OnLine> {
    Start::ALL.into_iter().find_map(|start| {
        let board = KnownBoard::find(position.size(), start, rules.objective)?;
        let mut turns = board.line.turns().enumerate();
        let (played, (at, _)) = turns.find(|(_, (at, _))| at.empties() == position.empties())?;
        let symmetry = at.black_to_move().symmetry_to(position.black_to_move())?;
        if rules.scoring == Scoring::EmptiesToWinner {
            // For this scoring, only the value of the start is known.
            let value = board.value_empties_to_winner;
            if played > 0 {
                return None;
            }
            return Some(OnLine { value, best_moves: None, rest: Vec::new() });
        }
        let [mut best, rest] =
            [&board.best_moves[..], &board.line.moves()[played..]].map(|moves| {
                let images = moves.iter().map(|&square| symmetry.image(square, position.size()));
                images.collect::<Vec<_>>()
            });
        best.sort_unstable();
        Some(OnLine {
            value: at.side().sees(board.value, board.line.start().side()),
            best_moves: if played == 0 { Some(best) } else { None },
            rest,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_and_every_row_is_found() {
        assert!(KnownBoard::all().count() > 150);
        for board in KnownBoard::all() {
            let &KnownBoard { size, start, objective, .. } = board;
            assert_eq!(KnownBoard::find(size, start, objective), Some(board));
        }
        for opening in &OPENINGS {
            let rules = Rules::new(Scoring::Discs, opening.objective);
            let mut fewest_empties = u32::MAX;
            for row in opening.text().lines().skip(1) {
                let row = PositionRow::parse(opening.size, row).unwrap();
                assert_eq!(opening_row(row.position, rules).as_ref(), Some(&row));
                fewest_empties = fewest_empties.min(row.position.empties());
            }
            assert_eq!(fewest_empties, opening.fewest_empties);
        }
    }
}
