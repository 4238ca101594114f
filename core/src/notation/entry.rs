//! An entry in a text: a position or a game, and all the facts that come with it.

use crate::board::{Color, Square};
use crate::game::{Game, Objective, Position, Score};

use super::error::is_hidden;

/// The notation of a position or a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// Cells and the side to move, as read by [`read_position`](super::read_position): `-----OX--XO----- X`, also in
    /// several lines.
    Cells,
    /// A line of an OBF file: cells, the side to move, and scored moves,
    /// `OX---OX--XO----- X; a2:+3; c4:-1;`.
    Obf,
    /// A game record: see [`read_ggf`](super::read_ggf). The position is the one after the last move.
    Ggf,
    /// Two hexadecimal words and the side to move: see [`to_hex`](super::to_hex).
    Hex,
    /// The moves from a start to the position: see [`Game`].
    Transcript,
    /// A game in the Smart Game Format: `(;FF[4]GM[2]SZ[8];B[f5];W[d6])`.
    Sgf,
    /// A game in the Portable Game Notation: numbered moves after tags such as `[Event "…"]`.
    Pgn,
    /// A row of a table with commas.
    Csv,
    /// A game from a WTHOR database: see [`read_wthor`](super::read_wthor).
    Wthor,
}

crate::named! { Notation {
    Cells = "cells", Obf = "obf", Ggf = "ggf", Hex = "hex", Transcript = "transcript", Sgf = "sgf",
    Pgn = "pgn", Csv = "csv", Wthor = "wthor"
} }

/// The facts about a move in a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// An evaluation by the player who made the move, as it is written in the record.
    pub evaluation: String,
    /// The thinking time, as it is written in the record.
    pub time: String,
    /// A comment.
    pub comment: String,
}

/// The contents of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionEntry {
    /// Its notation.
    pub notation: Notation,
    /// The game, which ends with the position. It has moves only if the record does.
    pub game: Game,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square, Score)>,
    /// The expected score, seen by the side to move: the score of the best move or of the pass, or
    /// the result of a finished game.
    pub score: Option<Score>,
    /// The least and the greatest score that the record leaves open, seen by the side to move.
    pub bounds: Option<[Score; 2]>,
    /// Whether the most or the fewest discs win, if the record states it.
    pub objective: Option<Objective>,
    /// Black and White, if the record names them.
    pub players: [Option<String>; 2],
    /// All other facts about the game in the record, by the names of PGN where it has one:
    /// `Event`, `Site`, `Date`, `BlackElo`, `WhiteElo`, `TimeControl`, and `Result`, if that is not
    /// a score.
    pub tags: Vec<(String, String)>,
    /// The facts about each move; empty if the record has none.
    pub notes: Vec<Note>,
    /// How the record was understood, where it could be meant otherwise.
    pub remarks: Vec<String>,
}

impl PositionEntry {
    /// A game and nothing else.
    pub fn from_game(game: Game) -> Self {
        Self::new(Notation::Transcript, game)
    }

    /// A game in some notation and nothing else.
    pub(super) fn new(notation: Notation, game: Game) -> Self {
        Self {
            notation,
            game,
            scores: Vec::new(),
            score: None,
            bounds: None,
            objective: None,
            players: [None, None],
            tags: Vec::new(),
            notes: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The same entry, with names in place of the numbers of players and tournaments in a WTHOR
    /// database.
    #[must_use]
    pub fn with_names(mut self, players: &[String], tournaments: &[String]) -> Self {
        if self.notation != Notation::Wthor {
            return self;
        }
        let events = self.tags.iter_mut().filter(|(tag, _)| tag == "Event");
        let events = events.map(|(_, number)| (number, tournaments));
        let people = self.players.iter_mut().flatten().map(|number| (number, players));
        for (number, names) in people.chain(events) {
            if let Some(name) = number.parse().ok().and_then(|place: usize| names.get(place)) {
                number.clone_from(name);
            }
        }
        self
    }

    /// The representative of this entry and all its mirror images and rotations.
    #[must_use]
    pub fn canonical(self) -> Self {
        let (symmetry, size) = (self.game.symmetry_to_canonical(), self.game.start().size());
        let mut scores = self.scores;
        for (square, _) in &mut scores {
            *square = symmetry.image(*square, size);
        }
        scores.sort_unstable();
        Self { game: self.game.transformed(symmetry), scores, ..self }
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.game.end()
    }

    /// The value of this tag, if the record has it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(other, _)| other == name)?;
        Some(value)
    }

    /// Adds a tag, unless it is empty or unknown (`?`).
    pub(super) fn add_tag(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !matches!(value, "" | "?" | "????.??.??") {
            self.tags.push((name.to_owned(), printable(value)));
        }
    }

    /// Names a player.
    pub(super) fn name(&mut self, color: Color, name: &str) {
        let name = name.trim();
        if !matches!(name, "" | "?") {
            self.players[color.choose(0, 1)] = Some(printable(name));
        }
    }

    /// The notes in the record about a move, counted from 0.
    pub(super) fn note(&self, number: usize) -> Note {
        self.notes.get(number).cloned().unwrap_or_default()
    }

    /// Replaces the notes about a move, counted from 0.
    pub(super) fn set_note(&mut self, number: usize, note: &Note) {
        if *note == Note::default() {
            return;
        }
        let [evaluation, time, comment] =
            [&note.evaluation, &note.time, &note.comment].map(|text| printable(text));
        self.notes.resize(self.game.moves().len(), Note::default());
        self.notes[number] = Note { evaluation, time, comment };
    }

    /// Keeps a result, given by its score for Black if it has one: as the score of a finished game
    /// that the most discs win, and as a tag otherwise.
    pub(super) fn add_result(&mut self, score: Option<Score>, text: &str) {
        let end = self.game.end();
        if let Some(score) = score
            && score.unsigned_abs() <= end.size().squares()
            && self.objective != Some(Objective::Fewest)
            && end.is_over()
        {
            self.score = Some(end.side().sees(score, Color::Black));
        } else {
            self.add_tag("Result", text);
        }
    }
}

/// A whole number, which may have a fraction of zeros.
pub(super) fn whole_number(text: &str) -> Option<Score> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    if fraction.contains(|it| it != '0') { None } else { whole.parse().ok() }
}

/// The text without control characters, which a terminal would obey. Line breaks become spaces.
fn printable(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ").replace(is_hidden, "\u{fffd}")
}
