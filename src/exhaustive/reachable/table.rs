//! The file that has the value of everything reachable.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::board::{Position, Shape};
use crate::files::FileError;
use crate::formats::table::BLOCK;
use crate::formats::{Table, TableError};
use crate::game::Start;
use crate::score::{Rules, Score};

use super::Job;
use super::entry::{Entry, key};
use super::page::{Pages, key_of, number_of, read};

/// What the file says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Description {
    content: Content,
    #[serde(flatten)]
    job: Job,
    layers: Vec<LayerPages>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Content {
    #[serde(rename = "every position that can be reached")]
    EveryPositionThatCanBeReached,
}

/// Where the positions with the same number of empty squares are.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LayerPages {
    empties: u32,
    positions: u64,
    /// For each page the number of its first position.
    pages: Vec<u64>,
}

/// A table that is being made.
pub(super) struct Writer {
    description: Description,
    pages: Vec<Vec<u8>>,
}

impl Writer {
    pub(super) fn new(job: Job) -> Self {
        let content = Content::EveryPositionThatCanBeReached;
        let description = Description { content, job, layers: Vec::new() };
        Self { description, pages: Vec::new() }
    }

    /// Adds the positions with so many empty squares, the next fewer.
    pub(super) fn add(&mut self, empties: u32, layer: &[Entry], values: &[i8]) {
        let mut pages = Pages::default();
        for (entry, &value) in layer.iter().zip(values) {
            pages.push(number_of(entry.key()), value);
        }
        pages.finish();
        let positions = layer.len() as u64;
        self.description.layers.push(LayerPages { empties, positions, pages: pages.first });
        self.pages.append(&mut pages.blocks);
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), FileError> {
        let len = (self.pages.len() * BLOCK) as u64;
        Table::write_blocks(path, &self.description, len, &|number| self.pages[number].clone())
    }
}

/// The strong solution of a board in a file, which [`tabulate`](super::tabulate)
/// has made. A lookup reads one page of 32 KiB and takes about 0.1 ms.
///
/// The file is a [`Table`] of pages. Each layer of positions with the same number
/// of empty squares, from many to few, has pages of its own, and the description
/// says with which position each of them begins. Of all mirror images and turns of
/// a position the one is there whose occupied squares, as a number with a1 as its
/// lowest bit, are the least, and among several of these the own discs.
#[derive(Debug)]
pub struct ReachableTable(Table<Description>);

impl ReachableTable {
    /// Opens the file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not such a file, or is damaged; the pages are
    /// checked when they are read.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let table = Table::<Description>::open(path)?;
        let pages: usize = table.description().layers.iter().map(|layer| layer.pages.len()).sum();
        if pages != table.blocks() {
            return Err(table.damaged("it has not the pages that it should have"));
        }
        Ok(Self(table))
    }

    /// The board, WIDTH×HEIGHT: `4x6`.
    pub fn size(&self) -> &str {
        &self.job().size
    }

    /// The start from which the positions are reached.
    pub fn start(&self) -> Start {
        self.job().start
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        self.job().rules
    }

    /// The number of positions, one for all mirror images and turns.
    pub fn positions(&self) -> u64 {
        self.0.description().layers.iter().map(|layer| layer.positions).sum()
    }

    fn job(&self) -> &Job {
        &self.0.description().job
    }

    /// The numbers of empty squares, from many to few.
    pub(super) fn empties(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.0.description().layers.iter().map(|layer| layer.empties)
    }

    /// The value of a position, seen by the player to move, or `None` if neither
    /// it nor any of its mirror images and turns can be reached.
    ///
    /// # Errors
    ///
    /// If the board is another, or the page cannot be read or is damaged.
    pub fn value<S: Shape>(&self, position: Position<S>) -> Result<Option<Score>, TableError> {
        if self.size() != Job::size_of::<S>() {
            return Err(self.0.unwanted(&format!("it is of the {} board", self.size())));
        }
        let number = number_of(key(position));
        let mut page = 0;
        for layer in &self.0.description().layers {
            if layer.empties == position.empty().len() {
                let after = layer.pages.partition_point(|&first| first <= number);
                let Some(within) = after.checked_sub(1) else { return Ok(None) };
                let page = self.0.block(page + within)?;
                let found = read(page).find(|&(other, _)| other >= number);
                let value = found.filter(|&(other, _)| other == number);
                return Ok(value.map(|(_, value)| value.into()));
            }
            page += layer.pages.len();
        }
        Ok(None)
    }

    /// Reads the keys and values of the positions with so many empty squares.
    pub(super) fn layer(&self, empties: u32) -> Result<(Vec<u64>, Vec<i8>), TableError> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        let mut page = 0;
        for layer in &self.0.description().layers {
            if layer.empties == empties {
                for number in 0..layer.pages.len() {
                    for (number, value) in read(self.0.block(page + number)?) {
                        keys.push(key_of(number));
                        values.push(value);
                    }
                }
                if keys.len() as u64 != layer.positions || !keys.is_sorted() {
                    let place = format!("its positions with {empties} empty squares");
                    return Err(self.0.damaged(&place));
                }
            }
            page += layer.pages.len();
        }
        Ok((keys, values))
    }

    /// The error that says what is wrong with the table.
    pub(super) fn wrong(&self, place: &str) -> TableError {
        self.0.damaged(place)
    }
}
