//! The positions and games of a file.

use std::collections::VecDeque;

use super::error::ReadError;
use super::ggf;
use super::positions::{PositionEntry, Reader};
use super::sgf::Sgf;
use super::wthor::{Wthor, WthorError};

/// A position or game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line in which it begins, counted from 1; in a WTHOR database the number of the game.
    pub number: usize,
    /// What it says, or why it cannot be read.
    pub entry: Result<PositionEntry, String>,
}

/// How much of each game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Up to the position whose theoretical score a WTHOR database has.
    ToTheoreticalScore,
}

/// How a file of positions and games is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Lines, each in one of the notations that a [`Reader`] reads.
    Lines,
    /// The Smart Game Format.
    Sgf,
    /// A WTHOR database.
    Wthor,
}

impl FileKind {
    /// The kind of a file, by the end of its name: `.sgf`, `.wtb`, or any other for lines.
    pub fn of(name: &str) -> Self {
        let (_, end) = name.rsplit_once('.').unwrap_or_default();
        match end.to_ascii_lowercase().as_str() {
            "sgf" => Self::Sgf,
            "wtb" => Self::Wthor,
            _ => Self::Lines,
        }
    }

    /// All records of a file of this kind. `reader` reads its lines, if it has lines.
    ///
    /// # Errors
    ///
    /// If the file is no WTHOR database, although it should be one. A game that cannot be read has
    /// an error of its own.
    ///
    /// ```
    /// # use othello_core::{Size, Start};
    /// # use othello_core::notation::{Extent, FileKind, Reader};
    /// let reader = Reader::new(None, Size::STANDARD, Start::Diagonal);
    /// let file = b"(;GM[2]SZ[8];B[f5];W[d6])";
    /// let games = FileKind::of("game.sgf").records(file, reader, Extent::Whole)?;
    /// assert_eq!(games[0].entry.as_ref().unwrap().game.to_string(), "f5d6");
    /// # Ok::<_, othello_core::notation::WthorError>(())
    /// ```
    pub fn records(
        self,
        file: &[u8],
        reader: Reader,
        extent: Extent,
    ) -> Result<Vec<Record>, WthorError> {
        let text = || String::from_utf8_lossy(file);
        Ok(match self {
            Self::Lines => {
                let mut lines = LineRecords::new(reader);
                text().lines().flat_map(|line| lines.read(line)).collect()
            }
            Self::Sgf => Sgf::parse_all(&text())
                .map(|game| match game {
                    Ok(game) => {
                        let number = game.file_line;
                        Record { number, entry: Ok(PositionEntry::from_sgf(game)) }
                    }
                    Err((number, problem)) => Record { number, entry: Err(problem) },
                })
                .collect(),
            Self::Wthor => {
                let Wthor { depth, games, .. } = Wthor::parse(file)?;
                let depth = depth.filter(|_| extent == Extent::ToTheoreticalScore);
                let entry = |game| PositionEntry::from_wthor(game, depth);
                (1..)
                    .zip(games)
                    .map(|(number, game)| Record {
                        number,
                        entry: game.map(entry).map_err(|error| error.to_string()),
                    })
                    .collect()
            }
        })
    }
}

/// Reads the lines of a file one after the other. All records are on the board of the first, if the
/// reader was given no board.
#[derive(Clone, Copy, Debug)]
pub struct LineRecords {
    reader: Reader,
    /// The number of lines that were read.
    number: usize,
}

impl LineRecords {
    /// Nothing is read yet.
    pub fn new(reader: Reader) -> Self {
        Self { reader, number: 0 }
    }

    /// The records of the next line: none if it is empty or a comment, and several if it has the
    /// games that two players played at once.
    pub fn read(&mut self, line: &str) -> VecDeque<Record> {
        self.number += 1;
        let mut records = VecDeque::new();
        for record in ggf::records(line) {
            let read = self.reader.read(record).map_err(|error: ReadError| error.to_string());
            let Some(entry) = read.transpose() else { continue };
            if let Ok(entry) = &entry {
                self.reader = self.reader.on(entry.position().size());
            }
            records.push_back(Record { number: self.number, entry });
        }
        records
    }

    /// The record of the next line, which could not be read, for this reason.
    pub fn refuse(&mut self, problem: String) -> Record {
        self.number += 1;
        Record { number: self.number, entry: Err(problem) }
    }
}
