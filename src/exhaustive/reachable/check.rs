//! Whether the values of a table follow from each other.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::{Bitboard, Position, Shape, Square};
use crate::formats::TableError;
use crate::mailbox::{Cell, Disc, Mailbox};
use crate::progress::Progress;
use crate::score::{Rules, Score};

use super::entry::{key, position_of};
use super::table::ReachableTable;

/// What was found right in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedTable {
    /// The positions whose values were seen to follow from others.
    pub positions: u64,
    /// All positions of the table.
    pub of: u64,
}

impl CheckedTable {
    /// Whether nothing was left out. By induction from the ends of the games all
    /// values are then right.
    pub const fn is_proof(self) -> bool {
        self.positions == self.of
    }
}

impl fmt::Display for CheckedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} values follow from others", self.positions, self.of)
    }
}

/// So many positions are checked before it is asked whether to stop.
const CHUNK: usize = 1 << 12;

/// The positions with the same number of empty squares, and their values.
type Layer = (Vec<u64>, Vec<i8>);

impl ReachableTable {
    /// Checks that the start is there, and of one in so many positions that all to
    /// which its moves lead are there too, and that its value is the best of
    /// theirs or, where the game is over, the score. What a move is and when a
    /// game is over is told by the [`Mailbox`].
    ///
    /// The pages of all positions are read and checked in any case, unless the
    /// listener of the progress wants this to stop.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged, or a value is wrong; or if the
    /// board is another.
    pub fn check<S: Shape>(
        &self,
        one_in: usize,
        progress: &dyn Progress,
    ) -> Result<CheckedTable, TableError> {
        let (width, height) = (S::WIDTH as usize, S::HEIGHT as usize);
        let start =
            Mailbox::start(width, height, self.start().into()).and_then(|it| position::<S>(&it));
        let value = start.map(|start| self.value(start)).transpose()?;
        if value.flatten().is_none() {
            return Err(self.wrong("the start of the game is not there"));
        }
        progress.begin("values", Some(self.positions()));
        let rules = self.rules();
        let checked = AtomicU64::new(0);
        let mut next = Layer::default();
        for empties in self.empties().rev() {
            let layer = self.layer(empties)?;
            let chunks = layer.0.par_chunks(CHUNK).zip(layer.1.par_chunks(CHUNK));
            let found = chunks.try_for_each(|(keys, values)| {
                if progress.stopped() {
                    return Ok(());
                }
                for (&key, &value) in keys.iter().zip(values).step_by(one_in.max(1)) {
                    check::<S>(rules, key, value.into(), &layer, &next)?;
                    checked.fetch_add(1, Relaxed);
                }
                progress.advance(keys.len() as u64);
                Ok(())
            });
            found.map_err(|reason: String| self.wrong(&reason))?;
            if progress.stopped() {
                break;
            }
            next = layer;
        }
        Ok(CheckedTable { positions: checked.into_inner(), of: self.positions() })
    }
}

/// Checks the value of one position by those of its own layer and the next.
fn check<S: Shape>(
    rules: Rules,
    key: u64,
    value: Score,
    layer: &Layer,
    next: &Layer,
) -> Result<(), String> {
    let board = mailbox::<S>(position_of(key)).ok_or("a position is not one of the board")?;
    let lookup = |after: &Mailbox, (keys, values): &Layer| {
        let place = position::<S>(after).and_then(|it| keys.binary_search(&self::key(it)).ok());
        let value = place.map(|place| -Score::from(values[place]));
        value.ok_or_else(|| format!("{after:?} is not there"))
    };
    let moves = (0..board.cells().len()).filter_map(|square| board.play(square));
    let mut best = None;
    for after in moves {
        best = best.max(Some(lookup(&after, next)?));
    }
    let right = match (best, board.pass()) {
        (Some(best), _) => best,
        (None, Some(after)) => lookup(&after, layer)?,
        (None, None) => board.score(rules),
    };
    if value == right {
        return Ok(());
    }
    Err(format!("the value {value:+} should be {right:+} in{board:?}"))
}

/// The position as an array of cells, Black to move.
fn mailbox<S: Shape>(position: Position<S>) -> Option<Mailbox> {
    let cell = |index| -> Cell {
        let square = Square::from_index(index);
        match () {
            () if position.own().contains(square) => Some(Disc::Black),
            () if position.opponent().contains(square) => Some(Disc::White),
            () => None,
        }
    };
    let cells: Vec<_> = (0..S::SQUARES).map(cell).collect();
    Mailbox::new(S::WIDTH as usize, S::HEIGHT as usize, &cells, Disc::Black)
}

/// The array of cells as a position.
fn position<S: Shape>(board: &Mailbox) -> Option<Position<S>> {
    let discs = |disc| -> Bitboard<S> {
        let squares = (0..).zip(board.cells()).filter(|(_, cell)| **cell == Some(disc));
        squares.map(|(index, _)| Square::from_index(index)).collect()
    };
    Position::new(discs(board.side()), discs(board.side().other()))
}

#[cfg(test)]
mod tests {
    use super::super::entry::Entry;
    use super::super::table::Writer;
    use super::super::{Job, tabulate};
    use super::*;
    use crate::board::Board4x4;
    use crate::files::Workplace;
    use crate::game::Start;

    /// What the check says of the table of 4×4 after a change of a layer.
    fn error(change: impl Fn(u32, &mut Layer)) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let place = Workplace::beside(&path).unwrap();
        let job = Job { size: "4x4".to_owned(), start: Start::Diagonal, rules: Rules::default() };
        tabulate::<Board4x4>(job.start, job.rules, &place, &path, &()).unwrap();
        let table = ReachableTable::open(&path).unwrap();
        let mut changed = Writer::new(job);
        for empties in table.empties() {
            let mut layer = table.layer(empties).unwrap();
            change(empties, &mut layer);
            let entries: Vec<_> = layer.0.iter().map(|key| Entry::from_word(key << 16)).collect();
            changed.add(empties, &entries, &layer.1);
        }
        changed.write(&path).unwrap();
        let checked = ReachableTable::open(&path).unwrap().check::<Board4x4>(1, &());
        checked.map(|checked| assert!(checked.is_proof())).err().map(|error| error.to_string())
    }

    #[test]
    fn a_table_that_is_whole_but_wrong_is_refused() {
        assert_eq!(error(|_, _| ()), None);
        for empties in [0, 1, 7, 12] {
            let raised = error(|at, (_, values)| values[0] += i8::from(at == empties)).unwrap();
            assert!(raised.contains(" should be "), "{raised}");
            let missing = error(|at, (keys, values)| {
                if at == empties {
                    keys.pop();
                    values.pop();
                }
            });
            assert!(missing.unwrap().ends_with("is not there"));
        }
    }
}
