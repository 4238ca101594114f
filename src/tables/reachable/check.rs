//! Checks that the values of a table follow from each other.
//!
//! Of the code that made the table, the check uses only the unpacking of pages: the rules, and the
//! mirror images and rotations of a position, come from the [`Mailbox`].

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::Color;
use crate::game::{Rules, Score};
use crate::mailbox::Mailbox;
use crate::progress::Progress;
use crate::storage::{Mistake, TableError};

use super::page;
use super::table::{LayerPages, ReachableTable};

/// How much of a table was checked and found right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedTable {
    /// The number of positions whose values were found to follow from others.
    pub checked: u64,
    /// The number of all positions of the table.
    pub positions: u64,
}

impl CheckedTable {
    /// Whether nothing was left out. By induction from the ends of the games all values are then
    /// right, and by induction from the start the positions are those that can be reached.
    pub const fn is_proof(self) -> bool {
        self.checked == self.positions
    }
}

impl fmt::Display for CheckedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} values follow from others", self.checked, self.positions)
    }
}

/// The number of positions that are checked before the listener is asked whether to stop.
const CHUNK: usize = 1 << 12;

impl ReachableTable {
    /// Checks with the [`Mailbox`] that the table has the start, and, for one in `one_in`
    /// positions, that the table has all positions to which its moves lead and that its
    /// value is the best of theirs or, if the game is over, the score. If no
    /// position is left out, it also checks that the table has no other positions.
    ///
    /// All pages and their index are read and checked in any case, unless the
    /// listener stops the check.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged, or if anything in it is wrong.
    #[expect(clippy::missing_panics_doc, reason = "a board of every size has a start")]
    pub fn check(
        &self,
        one_in: usize,
        progress: &dyn Progress,
    ) -> Result<CheckedTable, TableError> {
        let (width, height) = (self.size().width() as usize, self.size().height() as usize);
        let start = Mailbox::start(width, height, self.start()).expect("every size has a start");
        progress.begin("values", Some(self.positions()));
        let rules = self.rules();
        let all = one_in <= 1;
        let checked = AtomicU64::new(0);
        // From many empty squares to few: the layers that have been read, and the
        // number of empty squares that the next one should have.
        let mut layers = self.layers();
        let mut empties = (0..=start.count(None)).rev();
        let mut read_next = || match layers.next() {
            Some((pages, _)) if empties.next() != Some(pages.empties) => {
                Err(self.0.wrong(Mistake::Index(pages.empties)))
            }
            Some((pages, first)) => self.read(pages, first),
            None => Ok(Layer::default()),
        };
        let mut layer = read_next()?;
        layer.reach(&start).map_err(|mistake| self.0.wrong(mistake))?;
        while !layer.numbers.is_empty() {
            let next = read_next()?;
            let chunks = layer.numbers.par_chunks(CHUNK).zip(layer.values.par_chunks(CHUNK));
            let found = chunks.try_for_each(|(numbers, values)| {
                if progress.is_stopped() {
                    return Ok(());
                }
                for (&number, &value) in numbers.iter().zip(values).step_by(one_in.max(1)) {
                    let board = board(width, height, number).ok_or(Mistake::Number(number))?;
                    check(rules, &board, value.into(), &layer, &next)?;
                    if least_number(&board) != number {
                        return Err(Mistake::Number(number));
                    }
                    checked.fetch_add(1, Relaxed);
                }
                progress.advance(numbers.len() as u64);
                Ok(())
            });
            found.map_err(|mistake| self.0.wrong(mistake))?;
            if progress.is_stopped() {
                break;
            }
            let unreached = layer.reached.iter().position(|reached| !reached.load(Relaxed));
            if let Some(place) = unreached.filter(|_| all) {
                let board = board(width, height, layer.numbers[place]);
                let position = board.map(|board| board.to_string()).unwrap_or_default();
                return Err(self.0.wrong(Mistake::Unreachable(position)));
            }
            layer = next;
        }
        Ok(CheckedTable { checked: checked.into_inner(), positions: self.positions() })
    }

    /// Reads a layer, whose first page has this number, and checks its index.
    fn read(&self, layer: &LayerPages, first: usize) -> Result<Layer, TableError> {
        let mut read = Layer::default();
        let mut is_right = true;
        for (page, &number) in (first..).zip(&layer.pages) {
            let before = read.numbers.len();
            let (numbers, values): (Vec<u64>, Vec<i8>) = page::read(self.0.block(page)?).unzip();
            read.numbers.extend(numbers);
            read.values.extend(values);
            is_right &= read.numbers.get(before) == Some(&number);
        }
        is_right &= read.numbers.len() as u64 == layer.positions;
        is_right &= read.numbers.is_sorted_by(|one, next| one < next);
        if !is_right {
            return Err(self.0.wrong(Mistake::Index(layer.empties)));
        }
        read.reached = read.numbers.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(read)
    }
}

/// The positions with the same number of empty squares, in the order of their numbers.
#[derive(Default)]
struct Layer {
    numbers: Vec<u64>,
    values: Vec<i8>,
    /// Whether the position is the start, or a move or a pass leads to it.
    reached: Vec<AtomicBool>,
}

impl Layer {
    /// Marks a position as reached, and returns its value, seen by the side to move.
    fn reach(&self, board: &Mailbox) -> Result<Score, Mistake> {
        let place = self.numbers.binary_search(&least_number(board));
        let place = place.map_err(|_| Mistake::Missing(board.to_string()))?;
        self.reached[place].store(true, Relaxed);
        Ok(self.values[place].into())
    }
}

/// Checks the value of one position by those of its own layer and the next.
fn check(
    rules: Rules,
    board: &Mailbox,
    value: Score,
    layer: &Layer,
    next: &Layer,
) -> Result<(), Mistake> {
    let mut best = None;
    for (_, after) in board.moves() {
        best = best.max(Some(-next.reach(&after)?));
    }
    let right = match (best, board.pass()) {
        (Some(best), _) => best,
        (None, Some(after)) => -layer.reach(&after)?,
        (None, None) => board.score(rules),
    };
    if value == right {
        return Ok(());
    }
    Err(Mistake::Value { position: board.to_string(), found: value, right })
}

/// The lowest bit of the occupied squares in a number.
const OCCUPIED: u32 = 24;

/// The number by which a table names a position, if it is the one that stands for
/// its mirror images and rotations: the occupied squares, a bit for each from a1 on, and for each
/// of these whether the disc belongs to the side to move.
fn number(board: &Mailbox) -> u64 {
    let (mut occupied, mut colours, mut discs) = (0, 0, 0);
    for (square, cell) in board.cells().iter().enumerate() {
        if let Some(disc) = cell {
            occupied |= 1 << square;
            colours |= u64::from(*disc == board.side()) << discs;
            discs += 1;
        }
    }
    occupied << OCCUPIED | colours
}

/// The least number of all mirror images and rotations.
fn least_number(board: &Mailbox) -> u64 {
    board.images().iter().map(number).min().unwrap_or(0)
}

/// The position with a number, Black to move, or `None` if the board has no such position.
fn board(width: usize, height: usize, number: u64) -> Option<Mailbox> {
    let (mut occupied, mut colours) = (number >> OCCUPIED, number % (1 << OCCUPIED));
    let mut cells = Vec::new();
    for _ in 0..width * height {
        cells.push((occupied % 2 == 1).then(|| {
            let color = if colours % 2 == 1 { Color::Black } else { Color::White };
            colours /= 2;
            color
        }));
        occupied /= 2;
    }
    let board = Mailbox::new(width, height, &cells, Color::Black)?;
    (occupied == 0 && colours == 0).then_some(board)
}

#[cfg(test)]
mod tests {
    use super::super::page::Pages;
    use super::super::table::{Job, Packed, write};
    use super::super::tabulate::tabulate;
    use super::*;
    use crate::board::Size;
    use crate::game::{Objective, Scoring, Start};

    /// The layers of a table: empty squares, numbers and values.
    type Layers = Vec<(u32, Vec<u64>, Vec<i8>)>;

    const JOB: Job = Job {
        size: Size::new(4, 4).unwrap(),
        start: Start::Diagonal,
        rules: Rules::new(Scoring::Discs, Objective::Most),
    };

    /// The table of 4×4.
    fn layers() -> Layers {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        tabulate(JOB.size, JOB.start, JOB.rules, &path, &()).unwrap();
        let table = ReachableTable::open(&path).unwrap();
        let read = |(pages, first): (&LayerPages, usize)| {
            let layer = table.read(pages, first).unwrap();
            (pages.empties, layer.numbers, layer.values)
        };
        table.layers().map(read).collect()
    }

    /// The result of the check of a table after a change of its layers, and of the index
    /// in its description.
    fn error(
        mut layers: Layers,
        change: impl FnOnce(&mut Layers),
        index: impl Fn(&mut LayerPages),
    ) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        change(&mut layers);
        let pack = |(empties, numbers, values): (_, Vec<u64>, _)| {
            let mut pages = Pages::default();
            for (&number, value) in numbers.iter().zip::<Vec<i8>>(values) {
                pages.push(number, value);
            }
            let mut packed = Packed::new(empties, numbers.len() as u64, pages);
            index(&mut packed.index);
            packed
        };
        write(&path, JOB, layers.into_iter().map(pack).collect()).unwrap();
        let checked = ReachableTable::open(&path).unwrap().check(1, &());
        let checked = checked.map(|checked| assert!(checked.is_proof()));
        let prefix = format!("{} is wrong: ", path.display());
        checked.err().map(|error| error.to_string().replace(&prefix, ""))
    }

    #[test]
    fn a_table_that_is_whole_but_wrong_is_refused() {
        let whole = layers();
        assert_eq!(error(whole.clone(), |_| (), |_| ()), None);
        for place in [0, 5, 11, 12] {
            let raised = error(whole.clone(), |layers| layers[place].2[0] += 1, |_| ()).unwrap();
            assert!(raised.contains(" should be "), "{raised}");
            let remove = |layers: &mut Layers| {
                layers[place].1.pop();
                layers[place].2.pop();
            };
            assert!(error(whole.clone(), remove, |_| ()).unwrap().ends_with(" is not there"));
        }
    }

    /// Each of these would make a lookup miss a position that is there.
    #[test]
    fn a_wrong_index_is_refused() {
        let whole = layers();
        let changes: [fn(&mut LayerPages); 5] = [
            |layer| layer.pages[0] += 1,
            |layer| layer.pages[0] -= 1,
            |layer| layer.positions += 1,
            |layer| layer.empties += 1,
            |layer| layer.empties = 13,
        ];
        for empties in [0, 5, 12] {
            for change in changes {
                let at = |layer: &mut LayerPages| {
                    if layer.empties == empties {
                        change(layer);
                    }
                };
                let error = error(whole.clone(), |_| (), at).unwrap();
                assert!(error.starts_with("the index of the positions with "), "{error}");
            }
        }
        let swapped = error(whole, |layers| layers.swap(3, 4), |_| ()).unwrap();
        assert!(swapped.starts_with("the index of "), "{swapped}");
    }

    #[test]
    fn positions_that_should_not_be_there_are_refused() {
        let whole = layers();
        let insert = |place: usize, number: u64, value: i8| {
            let insert = |layers: &mut Layers| {
                let (_, numbers, values) = &mut layers[place];
                let at = numbers.binary_search(&number).unwrap_err();
                numbers.insert(at, number);
                values.insert(at, value);
            };
            error(whole.clone(), insert, |_| ()).unwrap()
        };
        // All discs of one colour, on the squares from a1 on.
        let over = insert(1, 0x1F << OCCUPIED | 0x1F, 5);
        assert_eq!(over, "XXXXX----------- X is there, but no game reaches it");
        let start = Mailbox::start(4, 4, Start::Diagonal).unwrap();
        let image = start.images().iter().map(number).max().unwrap();
        let doubled = insert(0, image, -8);
        assert_eq!(doubled, format!("the number {image} stands for no position of the table"));
        let beyond = insert(12, 1 << (16 + OCCUPIED), 0);
        assert!(beyond.ends_with(" stands for no position of the table"), "{beyond}");
    }
}
