//! The positions and games in a file.

use std::collections::VecDeque;

use super::{PositionEntry, Reader, Sgf, Wthor, ggf};

/// A position or game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line where it begins, counted from 1; in a WTHOR database, the number of the game.
    pub number: usize,
    /// Its contents, or why it cannot be read.
    pub entry: Result<PositionEntry, String>,
}

/// How much of each game to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Up to the position with a theoretical score in a WTHOR database.
    ToTheoreticalScore,
}

/// The format of a file of positions and games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Lines, each in one of the notations of a [`Reader`].
    Lines,
    /// The Smart Game Format.
    Sgf,
    /// A WTHOR database.
    Wthor,
}

impl FileKind {
    /// The kind of a file, by its extension: `.sgf`, `.wtb`, or anything else for lines.
    pub fn of(name: &str) -> Self {
        let (_, end) = name.rsplit_once('.').unwrap_or_default();
        match end.to_ascii_lowercase().as_str() {
            "sgf" => Self::Sgf,
            "wtb" => Self::Wthor,
            _ => Self::Lines,
        }
    }

    /// All records in a file of this kind. `reader` is used for [`Lines`](Self::Lines).
    ///
    /// # Errors
    ///
    /// If the file should be a WTHOR database but is not. The error is a message. A game that cannot
    /// be read has its own error.
    ///
    /// ```
    /// # use othello_core::{Size, Start};
    /// # use othello_core::notation::{Extent, FileKind, Reader};
    /// let reader = Reader::new(None, Size::STANDARD, Start::Diagonal);
    /// let file = b"(;GM[2]SZ[8];B[f5];W[d6])";
    /// let games = FileKind::of("game.sgf").records(file, reader, Extent::Whole)?;
    /// assert_eq!(games[0].entry.as_ref().unwrap().game.to_string(), "f5d6");
    /// # Ok::<_, String>(())
    /// ```
    pub fn records(
        self,
        file: &[u8],
        reader: Reader,
        extent: Extent,
    ) -> Result<Vec<Record>, String> {
        let text = || String::from_utf8_lossy(file);
        Ok(match self {
            Self::Lines => {
                let mut lines = LineRecords::new(reader);
                text().lines().flat_map(|line| lines.read(line)).collect()
            }
            Self::Sgf => {
                let record = |(number, game): (_, Result<_, _>)| Record {
                    number,
                    entry: game.map(PositionEntry::from_sgf),
                };
                Sgf::parse_all(&text()).map(record).collect()
            }
            Self::Wthor => {
                let Wthor { depth, games, .. } = Wthor::parse(file)?;
                let depth = depth.filter(|_| extent == Extent::ToTheoreticalScore);
                let record = |(number, game): (_, Result<_, _>)| Record {
                    number,
                    entry: game.map(|game| PositionEntry::from_wthor(game, depth)),
                };
                (1..).zip(games).map(record).collect()
            }
        })
    }
}

/// Reads the lines of a file one at a time. If no board was named, all records are on the board of
/// the first.
#[derive(Clone, Copy, Debug)]
pub struct LineRecords {
    reader: Reader,
    /// The number of lines read so far.
    number: usize,
}

impl LineRecords {
    /// Starts at the first line.
    pub fn new(reader: Reader) -> Self {
        Self { reader, number: 0 }
    }

    /// The records on the next line: none if it is empty or a comment, and several if two players
    /// played several games simultaneously.
    pub fn read(&mut self, line: &str) -> VecDeque<Record> {
        self.number += 1;
        let read = |record| {
            let read = self.reader.read(record).map_err(|error| error.to_string());
            let entry = read.transpose()?;
            if let Ok(entry) = &entry {
                self.reader = self.reader.on(entry.position().size());
            }
            Some(Record { number: self.number, entry })
        };
        ggf::records(line).filter_map(read).collect()
    }

    /// The record for the next line, which could not be read because of this problem.
    pub fn refuse(&mut self, problem: String) -> Record {
        self.number += 1;
        Record { number: self.number, entry: Err(problem) }
    }
}
