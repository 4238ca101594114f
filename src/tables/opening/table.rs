//! The table of an opening: its text, its derivation from the last values, and lookups.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

use othello_core::notation::PositionRow;
use othello_core::{Position, Rules, Score, Turn, ensure};

use super::positions::{OpeningPositions, form};
use crate::storage::first_difference;
use crate::tables::{read_rows, valued_moves};

/// Every position that can be reached from a start by placing at most a given number of discs, one
/// for all its mirror images and rotations, with the value of every move.
///
/// Its text is a CSV file such as `results/6x6-opening.csv`. The rows have the format of
/// `results/4x4-positions.csv`: from many empty squares to few, and then in the order of the own and
/// the opponent's discs.
///
/// ```
/// # use othello_solver::tables::{Opening, OpeningPositions, tabulate_opening};
/// # use othello_core::{Position, Rules, Size, Start};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let positions = OpeningPositions::new(start, 2)?;
/// let opening = tabulate_opening(positions, Rules::default(), 1 << 20, None, &())?;
/// let opening = opening.expect("the job is not stopped");
/// let row = opening.find(start.play("b1".parse()?)?).expect("it is in the first two plies");
/// assert_eq!((row.value, row.moves.len()), (8, 3));
/// assert_eq!(Opening::parse(start, Rules::default(), &opening.to_string()), Ok(opening));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The rows, from many empty squares to few.
    pub rows: Vec<PositionRow>,
}

impl Opening {
    /// Reads a table of positions that can be reached from `start`, with values under these rules.
    ///
    /// # Errors
    ///
    /// If the text is not exactly as such a table is written: if a position is missing or does not
    /// belong there, if its moves are not the legal ones, or if a value does not follow from the
    /// values of the last moves. The error names the first line that is wrong.
    pub fn parse(start: Position, rules: Rules, text: &str) -> Result<Self, String> {
        let rows = read_rows(start.size(), text)?;
        for &(_, value) in rows.iter().flat_map(|row| &row.moves) {
            let is_possible = rules.scoring.allows(value, start.size().squares());
            ensure!(is_possible, "no game ends with the value {value:+}");
        }
        let fewest = rows.iter().map(|row| row.position.empties()).min();
        let plies = fewest.and_then(|fewest| start.empties().checked_sub(fewest));
        let plies = plies.ok_or("it has no row of a position that the start leads to")?;
        // Everything follows from the values of the last moves.
        let mut values = HashMap::new();
        for row in rows.iter().filter(|row| Some(row.position.empties()) == fewest) {
            for &(square, value) in &row.moves {
                if let Some(Ok(after)) = square.map(|square| row.position.play(square)) {
                    values.insert(form(after), -value);
                }
            }
        }
        let positions = OpeningPositions::at_most(rows.len(), start, plies);
        let positions = positions.ok_or("positions that the start leads to are missing")?;
        let right = Self::new(&positions.layers, values, rules).ok_or("a last move is missing")?;
        let written = right.to_string();
        if let Some((number, [line, right])) = first_difference(text, &written) {
            return Err(format!("line {number} is '{line}' but should be '{right}'"));
        }
        ensure!(text == written, "its line endings are wrong");
        Ok(right)
    }

    /// The table of the positions of these layers, given the values of the positions after the last
    /// moves. `None` if one of these is missing.
    pub(super) fn new(
        layers: &[BTreeSet<Position>],
        mut values: HashMap<Position, Score>,
        rules: Rules,
    ) -> Option<Self> {
        let mut rows = Vec::new();
        for layer in layers.iter().rev() {
            let (passes, others): (Vec<_>, Vec<_>) =
                layer.iter().partition(|position| position.turn() == Turn::Pass);
            // A pass leads to a position of the same layer that has a move.
            for position in others.into_iter().chain(passes) {
                let moves = valued_moves(position, |after| {
                    values.get(&form(after)).copied().ok_or("a value is missing")
                });
                let moves = moves.ok()?;
                let best = moves.iter().map(|&(_, value)| value).max();
                let value = best.unwrap_or_else(|| position.score(rules));
                values.insert(position, value);
                rows.push(PositionRow { position, value, moves });
            }
        }
        rows.sort_unstable_by_key(|row| order(row.position));
        Some(Self { rows })
    }

    /// The row of a position, whichever colour is to move. If the table has a mirror image or
    /// rotation instead, its row is transformed. `None` if the position is not in the table.
    pub fn find(&self, position: Position) -> Option<PositionRow> {
        let key = order(form(position));
        let place = self.rows.binary_search_by_key(&key, |row| order(row.position)).ok()?;
        self.rows[place].image(position)
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", PositionRow::HEADER)?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

/// The sort key of a position.
fn order(position: Position) -> (Reverse<u32>, Position) {
    (Reverse(position.empties()), position)
}
