//! The file with the values of all positions of a board.

use std::path::Path;

use othello_core::answer::ValueSource;
use othello_core::board::kernel::{Board4x4, Discs, SMALL_SQUARES, Shape};
use othello_core::notation::PositionRow;
use othello_core::{Position, Rules, Score, Size, SquareSet, Start, Symmetry, TooBig};
use serde::{Deserialize, Serialize};

use super::arrangements::index;
use super::reachable::page::{LayerPages, number_of, read_page};
use super::valued_moves;
use crate::storage::{BlockFile, TableError};

/// The description of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "content")]
pub(super) enum Description {
    #[serde(rename = "every arrangement of 4x4")]
    EveryArrangement(Rules),
    #[serde(rename = "every position that can be reached")]
    EveryPosition {
        size: Size,
        start: Start,
        #[serde(flatten)]
        rules: Rules,
        layers: Vec<LayerPages>,
    },
}

/// A file with the values of all positions of a board: either all positions that can be reached,
/// made by [`tabulate`](super::tabulate()), or all arrangements of 4×4, made by
/// [`Arrangements::write`](super::Arrangements::write). A lookup takes microseconds, or 0.1 ms the
/// first time that its 32 KiB page is read.
///
/// For reachable positions, the file is a [`BlockFile`] of pages. Each layer of positions with the
/// same number of empty squares, from many to few, has its own pages, and the description lists the
/// first position of each page. One position represents all its mirror images and rotations: the one
/// with the least occupied squares, as a number with a1 as its lowest bit, and then with the least
/// own discs.
#[derive(Debug)]
pub struct ValueTable {
    /// The board.
    pub size: Size,
    /// The start from which the positions are reached, or `None` if the table has all arrangements.
    pub start: Option<Start>,
    /// The rules by which the games were scored.
    pub rules: Rules,
    /// The number of positions in the table. For reachable positions, mirror images and rotations
    /// count as one.
    pub positions: u64,
    pub(super) file: BlockFile<Description>,
}

impl ValueTable {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither kind of table, or is damaged. The values themselves are
    /// checked when they are looked up.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = BlockFile::<Description>::open(path)?;
        let (size, start, rules, positions) = match &file.description {
            Description::EveryArrangement(rules) => {
                (Board4x4::SIZE, None, *rules, index::COUNT as u64)
            }
            Description::EveryPosition { size, start, rules, layers } => {
                if size.squares() > SMALL_SQUARES {
                    return Err(TooBig { size: *size, most: SMALL_SQUARES }.into());
                }
                if layers.iter().map(|layer| layer.pages.len()).sum::<usize>() != file.blocks() {
                    return Err(file.miscounted());
                }
                let positions = layers.iter().map(|layer| layer.positions);
                (*size, Some(*start), *rules, positions.fold(0, u64::saturating_add))
            }
        };
        Ok(Self { size, start, rules, positions, file })
    }

    /// The value of a position, seen by the side to move, whichever colour that is. `None` if neither
    /// it nor any of its mirror images and rotations can be reached.
    ///
    /// # Errors
    ///
    /// If the board has another size, or the value cannot be read or is damaged.
    pub fn value(&self, position: Position) -> Result<Option<Score>, TableError> {
        if self.size != position.size() {
            let reason = format!("cannot be used: it is for the {} board", self.size);
            return Err(self.file.unusable(reason));
        }
        let Description::EveryPosition { layers, .. } = &self.file.description else {
            let index = index::index_of(position.own_and_opponent());
            return Ok(Some(self.file.value(index)?.into()));
        };
        let number = least_number(position);
        let layer = with_first_page(layers).find(|(layer, _)| layer.empties == position.empties());
        let Some((layer, first)) = layer else { return Ok(None) };
        let after = layer.pages.partition_point(|&first| first <= number);
        let Some(within) = after.checked_sub(1) else { return Ok(None) };
        let block = self.file.kept_block(first + within)?;
        let found = read_page(&block).find(|&(other, _)| other == number);
        Ok(found.map(|(_, value)| value.into()))
    }

    /// The error for a table with this mistake.
    pub(super) fn wrong(&self, mistake: &str) -> TableError {
        self.file.unusable(format!("is wrong: {mistake}"))
    }

    /// The value of a position and of each of its moves, or `None` if the table does not have it.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value), and if the table lacks a position that follows.
    pub fn row(&self, position: Position) -> Result<Option<PositionRow>, TableError> {
        let Some(value) = self.value(position)? else { return Ok(None) };
        let moves = valued_moves(position, |after| {
            self.value(after)?.ok_or_else(|| self.wrong(&format!("it lacks {after}")))
        });
        Ok(Some(PositionRow { position, value, moves: moves? }))
    }
}

impl ValueSource for ValueTable {
    fn row(&self, position: Position, rules: Rules) -> Result<Option<PositionRow>, String> {
        if rules != self.rules || position.size() != self.size {
            return Ok(None);
        }
        Self::row(self, position).map_err(|error| error.to_string())
    }
}

/// The layers, each with the number of its first page.
pub(super) fn with_first_page(layers: &[LayerPages]) -> impl Iterator<Item = (&LayerPages, usize)> {
    layers.iter().scan(0, |page, layer| {
        let first = *page;
        *page += layer.pages.len();
        Some((layer, first))
    })
}

/// The least [`number_of`] a position and its mirror images and rotations.
fn least_number(position: Position) -> u64 {
    let Discs { own, opponent } = position.own_and_opponent();
    let sets = [own | opponent, own].map(|set| SquareSet::of(position.size(), set));
    let numbers = Symmetry::all(position.size()).map(|symmetry| {
        let [occupied, own] = sets.map(|set| set.transformed(symmetry).bits());
        number_of(occupied << SMALL_SQUARES | own, occupied)
    });
    numbers.min().unwrap_or_default()
}
