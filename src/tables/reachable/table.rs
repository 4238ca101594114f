//! The file with the value of every reachable position.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::board::kernel::{Bitboard, Discs, Embedding, SMALL_SQUARES, Shape};
use crate::board::{Size, SquareSet, Symmetry, TooBig};
use crate::game::{Position, Rules, Score, Start};
use crate::storage::{BLOCK, BlockFile, FileError, TableError};

use super::entry::{Entry, occupied};
use super::page::{LayerPages, Pages, number_of, read};

/// The description of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "content")]
pub(super) enum Description {
    #[serde(rename = "every position that can be reached")]
    EveryPosition(Contents),
}

/// What a table has.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Contents {
    size: Size,
    start: Start,
    #[serde(flatten)]
    rules: Rules,
    layers: Vec<LayerPages>,
}

/// Packs the positions with this number of empty squares.
pub(super) fn pack<G: Shape>(
    board: &Embedding<G>,
    empties: u32,
    layer: &[Entry],
    values: &[i8],
) -> Pages {
    let mut pages = Pages::new(empties);
    let (mut on_grid, mut on_board) = (0, 0);
    for (entry, &value) in layer.iter().zip(values) {
        // Positions on the same squares lie together.
        if occupied(entry.key()) != on_grid {
            on_grid = occupied(entry.key());
            on_board = board.bits(Bitboard::of(on_grid as u64));
        }
        pages.push(number_of(entry.key(), on_board), value);
    }
    pages
}

/// Writes a table of layers, from many empty squares to few.
pub(super) fn write(
    path: &Path,
    (size, start, rules): (Size, Start, Rules),
    layers: Vec<Pages>,
) -> Result<(), FileError> {
    let (layers, blocks): (Vec<_>, Vec<_>) = layers.into_iter().map(Pages::finish).unzip();
    let blocks = blocks.concat();
    let description = Description::EveryPosition(Contents { size, start, rules, layers });
    let len = (blocks.len() * BLOCK) as u64;
    BlockFile::write_blocks(path, &description, len, &|number| blocks[number].clone())
}

/// The strong solution of a board in a file, which [`tabulate`](super::tabulate()) has made. A
/// lookup reads one page of 32 KiB and takes about 0.1 ms.
///
/// The file is a [`BlockFile`] of pages. Each layer of positions with the same number of empty
/// squares, from many to few, has pages of its own, and the description says with which position
/// each of them begins. Of all mirror images and rotations of a position the table has the one
/// whose occupied squares, as a number with a1 as its lowest bit, are the least, and among several
/// of these the one whose own discs are the least.
#[derive(Debug)]
pub struct ReachableTable(pub(super) BlockFile<Description>);

impl ReachableTable {
    /// Opens the file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not such a file, or is damaged; the pages are checked when they
    /// are read.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let table = Self(BlockFile::open(path)?);
        let &Contents { size, ref layers, .. } = table.contents();
        if size.squares() > SMALL_SQUARES {
            return Err(TooBig { size, most: SMALL_SQUARES }.into());
        }
        if layers.iter().map(|layer| layer.pages.len()).sum::<usize>() != table.0.blocks() {
            return Err(table.0.miscounted());
        }
        Ok(table)
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.contents().size
    }

    /// The start from which the positions are reached.
    pub fn start(&self) -> Start {
        self.contents().start
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        self.contents().rules
    }

    /// The number of positions, one for all mirror images and rotations.
    pub fn positions(&self) -> u64 {
        self.contents().layers.iter().map(|layer| layer.positions).sum()
    }

    fn contents(&self) -> &Contents {
        let Description::EveryPosition(contents) = self.0.description();
        contents
    }

    /// The layers, from many empty squares to few, and the number of the first page of each.
    pub(super) fn layers(&self) -> impl Iterator<Item = (&LayerPages, usize)> {
        self.contents().layers.iter().scan(0, |page, layer| {
            let first = *page;
            *page += layer.pages.len();
            Some((layer, first))
        })
    }

    /// The value of a position, seen by the side to move, or `None` if neither it nor any of its
    /// mirror images and rotations can be reached, whichever colour is to move.
    ///
    /// # Errors
    ///
    /// If the board has another size, or the page cannot be read or is damaged.
    pub fn value(&self, position: Position) -> Result<Option<Score>, TableError> {
        if self.size() != position.size() {
            let reason = format!("cannot be used: it is for the {} board", self.size());
            return Err(self.0.unusable(reason));
        }
        let number = least_number(position);
        let layer = self.layers().find(|(layer, _)| layer.empties == position.empties());
        let Some((layer, first)) = layer else { return Ok(None) };
        let after = layer.pages.partition_point(|&first| first <= number);
        let Some(within) = after.checked_sub(1) else { return Ok(None) };
        let found = read(self.0.block(first + within)?).find(|&(other, _)| other >= number);
        Ok(found.filter(|&(other, _)| other == number).map(|(_, value)| value.into()))
    }
}

/// The least number of all mirror images and rotations of a position: see [`number_of`].
fn least_number(position: Position) -> u64 {
    let Discs { own, opponent } = position.own_and_opponent();
    let image = |set, symmetry| SquareSet::of(position.size(), set).transformed(symmetry).bits();
    let number = |symmetry| {
        let [occupied, own] = [own | opponent, own].map(|set| image(set, symmetry));
        number_of(occupied << SMALL_SQUARES | own, occupied)
    };
    Symmetry::all(position.size()).map(number).min().unwrap_or_default()
}
