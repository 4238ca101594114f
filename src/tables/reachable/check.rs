//! Checks that the values of a table follow from each other.
//!
//! Of the code that made the table, the check uses only the unpacking of pages: the rules, and the
//! mirror images and rotations of a position, come from the [`Mailbox`].

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use crate::game::{Rules, Score};
use crate::mailbox::Mailbox;
use crate::progress::Progress;
use crate::storage::TableError;

use super::number::{board, least_number};
use super::page::{self, LayerPages};
use super::table::ReachableTable;

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
    /// positions, that the table has all positions to which its moves lead and that its value is
    /// the best of theirs or, if the game is over, the score. If no position is left out, it also
    /// checks that the table has no other positions.
    ///
    /// All pages and their index are read and checked in any case, unless the listener stops the
    /// check.
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
        progress.begin("values", Some(self.positions()));
        let (width, height) = (self.size().width() as usize, self.size().height() as usize);
        let start = Mailbox::start(width, height, self.start()).expect("every size has a start");
        let check = Check { width, height, rules: self.rules(), one_in: one_in.max(1), progress };
        let wrong = |mistake: String| self.0.unusable(format!("is wrong: {mistake}"));

        let mut checked = 0;
        let mut layers = self.read_layers(start.count(None));
        let mut layer = layers.next().transpose()?.unwrap_or_default();
        layer.reach(&start).map_err(wrong)?;
        while !layer.numbers.is_empty() {
            let next = layers.next().transpose()?.unwrap_or_default();
            checked += check.values(&layer, &next).map_err(wrong)?;
            if progress.is_stopped() {
                break;
            }
            if check.one_in == 1 {
                check.all_reached(&layer).map_err(wrong)?;
            }
            layer = next;
        }
        Ok(CheckedTable { checked, positions: self.positions() })
    }

    /// Reads the layers and checks their index: the first has this number of empty squares, and
    /// each other one fewer than the last.
    fn read_layers(&self, empties: u32) -> impl Iterator<Item = Result<Layer, TableError>> {
        let mut expected = (0..=empties).rev();
        self.layers().map(move |(pages, first)| {
            if expected.next() != Some(pages.empties) {
                return Err(self.wrong_index(pages));
            }
            self.read(pages, first)
        })
    }

    /// The error for an index by which a position would not be found.
    fn wrong_index(&self, layer: &LayerPages) -> TableError {
        let of_layer = format!("the index of the positions with {} empty squares", layer.empties);
        self.0.unusable(format!("is wrong: {of_layer} is wrong"))
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
            return Err(self.wrong_index(layer));
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
    fn reach(&self, board: &Mailbox) -> Result<Score, String> {
        let place = self.numbers.binary_search(&least_number(board));
        let place = place.map_err(|_| format!("{board} is not there"))?;
        self.reached[place].store(true, Relaxed);
        Ok(self.values[place].into())
    }
}

/// The check of a table.
struct Check<'a> {
    width: usize,
    height: usize,
    rules: Rules,
    one_in: usize,
    progress: &'a dyn Progress,
}

impl Check<'_> {
    /// Checks one in `one_in` positions of a layer, on all threads, and returns how many.
    fn values(&self, layer: &Layer, next: &Layer) -> Result<u64, String> {
        let chunks = layer.numbers.par_chunks(CHUNK).zip(layer.values.par_chunks(CHUNK));
        let chunk = |(numbers, values): (&[u64], &[i8])| {
            if self.progress.is_stopped() {
                return Ok(0);
            }
            let mut checked = 0;
            for (&number, &value) in numbers.iter().zip(values).step_by(self.one_in) {
                self.value(number, value.into(), layer, next)?;
                checked += 1;
            }
            self.progress.advance(numbers.len() as u64);
            Ok(checked)
        };
        chunks.map(chunk).try_reduce(|| 0, |one, other| Ok(one + other))
    }

    /// Checks the value of the position with a number by those of its own layer and the next.
    fn value(&self, number: u64, value: Score, layer: &Layer, next: &Layer) -> Result<(), String> {
        let board = self.board(number)?;
        let mut best = None;
        for (_, after) in board.moves() {
            best = best.max(Some(-next.reach(&after)?));
        }
        let right = match (best, board.pass()) {
            (Some(best), _) => best,
            (None, Some(after)) => -layer.reach(&after)?,
            (None, None) => board.score(self.rules),
        };
        if value == right {
            return Ok(());
        }
        Err(format!("the value {value:+} should be {right:+} in {board}"))
    }

    /// Checks that the table has no position of a layer that no game reaches.
    fn all_reached(&self, layer: &Layer) -> Result<(), String> {
        match layer.reached.iter().position(|reached| !reached.load(Relaxed)) {
            None => Ok(()),
            Some(place) => {
                let board = self.board(layer.numbers[place])?;
                Err(format!("{board} is there, but no game reaches it"))
            }
        }
    }

    /// The position with a number, if it is the one that stands for all its images.
    fn board(&self, number: u64) -> Result<Mailbox, String> {
        let board = board(self.width, self.height, number);
        board
            .filter(|board| least_number(board) == number)
            .ok_or_else(|| format!("the number {number} stands for no position of the table"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::{OCCUPIED, number};
    use super::super::page::Pages;
    use super::super::table::{Job, write};
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

    /// The result of the check of a table after a change of its layers, and of the index in its
    /// description.
    fn error(
        mut layers: Layers,
        change: impl FnOnce(&mut Layers),
        index: impl Fn(&mut LayerPages),
    ) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        change(&mut layers);
        let pack = |(empties, numbers, values): (_, Vec<u64>, _)| {
            let mut pages = Pages::new(empties);
            for (&number, value) in numbers.iter().zip::<Vec<i8>>(values) {
                pages.push(number, value);
            }
            index(&mut pages.index);
            pages
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
