//! Checks that the values of a table follow from each other.
//!
//! The only code shared with the maker of the table is the unpacking of pages. The rules, mirror
//! images and rotations come from the [`Mailbox`].

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use othello_core::{Color, Mailbox, Position, Progress, Rules, Score, Size, ensure};
use rayon::prelude::*;

use super::arrangements::{Arrangements, index};
use super::reachable::page::{LayerPages, read_page};
use super::value_table::{Description, ValueTable, with_first_page};
use crate::storage::TableError;

/// How much of a table was checked and found correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedTable {
    /// The number of positions with values that follow from others.
    pub checked: u64,
    /// The number of positions in the table.
    pub positions: u64,
}

impl CheckedTable {
    /// Whether every position was checked. By induction from the ends of the games, all values are
    /// then correct, and by induction from the start, the table has exactly the reachable positions.
    pub const fn is_proof(self) -> bool {
        self.checked == self.positions
    }
}

type Result<T, E = TableError> = std::result::Result<T, E>;

/// The number of positions checked before asking the listener whether to stop.
const CHUNK: usize = 1 << 12;

impl ValueTable {
    /// Checks a table. The values of all arrangements are recomputed. For reachable positions, the
    /// [`Mailbox`] checks that the table has the start and, for one in `one_in` positions, that the
    /// table has every position after a move, and that the value is the best of theirs or, if the
    /// game is over, the score. If every position is checked, the table must have no others.
    ///
    /// All pages and their index are read and checked in any case, unless the listener stops the
    /// check.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged, or if anything in it is wrong.
    #[expect(clippy::missing_panics_doc, reason = "a board of every size has a start")]
    pub fn check(&self, one_in: usize, progress: &dyn Progress) -> Result<CheckedTable> {
        let (start, layers) = match &self.file.description {
            Description::EveryArrangement(rules) => return self.compare(*rules, progress),
            Description::EveryPosition { start, layers, .. } => (*start, layers),
        };
        progress.begin("values", Some(self.positions));
        let (width, height) = sides(self.size);
        let start = Mailbox::start(width, height, start).expect("every size has a start");
        let check = Check { table: self, one_in: one_in.max(1), progress };

        let mut checked = 0;
        let mut layers = self.layers(layers, start.count(None));
        let mut layer = layers.next().transpose()?.unwrap_or_default();
        layer.reach(&start).map_err(|mistake| self.wrong(&mistake))?;
        while !layer.numbers.is_empty() {
            let next = layers.next().transpose()?.unwrap_or_default();
            checked += check.layer(&layer, &next).map_err(|mistake| self.wrong(&mistake))?;
            if progress.is_stopped() {
                break;
            }
            if check.one_in == 1 {
                check.all_reached(&layer).map_err(|mistake| self.wrong(&mistake))?;
            }
            layer = next;
        }
        Ok(CheckedTable { checked, positions: self.positions })
    }

    /// Recomputes the values of all arrangements and compares them.
    fn compare(&self, rules: Rules, progress: &dyn Progress) -> Result<CheckedTable> {
        let values = self.file.exactly(Arrangements::COUNT)?;
        let computed = Arrangements::compute(rules, progress).values;
        if let Some(place) = (0..values.len()).find(|&place| values[place] != computed[place]) {
            let position = Position::from_discs(self.size, index::position(place), Color::Black);
            let (found, right) = (values[place], computed[place]);
            let mistake = format!("the value {found:+} should be {right:+} in {position}");
            return Err(self.wrong(&mistake));
        }
        Ok(CheckedTable { checked: self.positions, positions: self.positions })
    }

    /// Reads the layers and checks their index. The first must have this number of empty squares, and
    /// each of the others one fewer than the one before.
    fn layers(&self, layers: &[LayerPages], empties: u32) -> impl Iterator<Item = Result<Layer>> {
        (0..).zip(with_first_page(layers)).map(move |(place, (index, first))| {
            let (mut numbers, mut values) = (Vec::new(), Vec::new());
            let mut is_right = index.empties.checked_add(place) == Some(empties);
            for (page, number) in (first..).zip(&index.pages) {
                let before = numbers.len();
                for (number, value) in read_page(&self.file.block(page)?) {
                    numbers.push(number);
                    values.push(value);
                }
                is_right &= numbers.get(before) == Some(number);
            }
            is_right &= numbers.len() as u64 == index.positions;
            is_right &= numbers.is_sorted_by(|one, next| one < next);
            if !is_right {
                // With such an index, a lookup could miss a position.
                let layer = format!("the positions with {} empty squares", index.empties);
                return Err(self.wrong(&format!("the index of {layer} is wrong")));
            }
            let reached = numbers.iter().map(|_| AtomicBool::new(false)).collect();
            Ok(Layer { numbers, values, reached })
        })
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
        let Ok(place) = self.numbers.binary_search(&least_number(board)) else {
            return Err(format!("{board} is not there"));
        };
        self.reached[place].store(true, Relaxed);
        Ok(self.values[place].into())
    }
}

/// The check of a table.
struct Check<'a> {
    table: &'a ValueTable,
    one_in: usize,
    progress: &'a dyn Progress,
}

impl Check<'_> {
    /// Checks one in `one_in` positions of a layer, on all threads, and returns their number.
    fn layer(&self, layer: &Layer, next: &Layer) -> Result<u64, String> {
        let chunks = layer.numbers.par_chunks(CHUNK).zip(layer.values.par_chunks(CHUNK));
        let checked = chunks.map(|(numbers, values)| {
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
        });
        checked.try_reduce(|| 0, |one, other| Ok(one + other))
    }

    /// Checks the value of the position with a number against its own layer and the next.
    fn value(&self, number: u64, value: Score, layer: &Layer, next: &Layer) -> Result<(), String> {
        let board = mailbox_of_number(self.table.size, number)?;
        let mut best = None;
        for (_, after) in board.moves() {
            best = best.max(Some(-next.reach(&after)?));
        }
        let right = match (best, board.pass()) {
            (Some(best), _) => best,
            (None, Some(after)) => -layer.reach(&after)?,
            (None, None) => board.score(self.table.rules),
        };
        ensure!(value == right, "the value {value:+} should be {right:+} in {board}");
        Ok(())
    }

    /// Checks that every position of a layer is reached.
    fn all_reached(&self, layer: &Layer) -> Result<(), String> {
        for (&number, reached) in layer.numbers.iter().zip(&layer.reached) {
            if !reached.load(Relaxed) {
                let board = mailbox_of_number(self.table.size, number)?;
                return Err(format!("{board} is there, but no game reaches it"));
            }
        }
        Ok(())
    }
}

/// The lowest bit of the occupied squares in a number.
const OCCUPIED: u32 = 24;

/// The number of a position in a table, if it represents its mirror images and rotations: a bit for
/// each occupied square, from a1 on, and for each of these a bit that is set if the disc belongs to
/// the side to move.
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

/// The least number among all mirror images and rotations.
fn least_number(board: &Mailbox) -> u64 {
    board.images().iter().map(number).min().unwrap_or(0)
}

/// The numbers of columns and rows.
fn sides(size: Size) -> (usize, usize) {
    (size.width() as usize, size.height() as usize)
}

/// The position with a number and Black to move. It must represent all its mirror images and
/// rotations.
fn mailbox_of_number(size: Size, number: u64) -> Result<Mailbox, String> {
    let (width, height) = sides(size);
    let (mut occupied, mut colours) = (number >> OCCUPIED, number % (1 << OCCUPIED));
    let mut cells = Vec::new();
    for _ in 0..width * height {
        if occupied % 2 == 1 {
            cells.push(Some(if colours % 2 == 1 { Color::Black } else { Color::White }));
            colours /= 2;
        } else {
            cells.push(None);
        }
        occupied /= 2;
    }
    // If there are bits for more squares or discs than the board has, the number is too large.
    match Mailbox::new(width, height, &cells, Color::Black) {
        Some(board) if least_number(&board) == number => Ok(board),
        _ => Err(format!("the number {number} stands for no position of the table")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::reachable::page::Pages;
    use super::super::reachable::{tabulate, write};
    use super::*;
    use othello_core::game::{Objective, Rules, Scoring, Start};

    /// The layers of a table: empty squares, numbers and values.
    type Layers = Vec<(u32, Vec<u64>, Vec<i8>)>;

    const SIZE: Size = Size::new(4, 4).unwrap();
    const START: Start = Start::Diagonal;
    const RULES: Rules = Rules::new(Scoring::Discs, Objective::Most);

    /// The table of 4×4.
    fn layers() -> Layers {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        tabulate(SIZE, START, RULES, &path, &()).unwrap();
        let table = ValueTable::open(&path).unwrap();
        let Description::EveryPosition { layers, .. } = &table.file.description else { panic!() };
        let layers = table.layers(layers, 12).map(Result::unwrap);
        let layers = layers.map(|Layer { numbers, values, .. }| (numbers, values));
        (0..=12)
            .rev()
            .zip(layers)
            .map(|(empties, (numbers, values))| (empties, numbers, values))
            .collect()
    }

    /// The error found in a table after changing its layers and the index in its description.
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
        write(&path, (SIZE, START, RULES), layers.into_iter().map(pack).collect()).unwrap();
        let checked = ValueTable::open(&path).unwrap().check(1, &());
        let checked = checked.map(|checked| assert!(checked.is_proof()));
        let prefix = format!("{} is wrong: ", crate::storage::shown(&path));
        checked.err().map(|error| error.to_string().replace(&prefix, ""))
    }

    #[test]
    fn an_undamaged_but_wrong_table_is_refused() {
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

    /// Each of these would make a lookup miss a position in the table.
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
    fn unreachable_positions_are_refused() {
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
