//! A worksheet of puzzles.

use othello_core::analysis::Puzzle;
use othello_core::{Rules, Size};
use serde::Serialize;

use super::Language;

/// A worksheet of puzzles.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worksheet {
    /// The board.
    pub size: Size,
    /// How games are scored.
    #[serde(flatten)]
    pub rules: Rules,
    /// The number that the random games depend on.
    pub seed: u64,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
}

impl Worksheet {
    /// A title: `4x4 Othello: 6 puzzles, sheet 1`.
    pub fn title(&self, language: Language) -> String {
        let title = match self.puzzles.len() {
            1 => "{size} Othello: {count} puzzle, sheet {seed}",
            _ => "{size} Othello: {count} puzzles, sheet {seed}",
        };
        language.say(title, &[&self.size, &self.puzzles.len(), &self.seed])
    }

    /// A description of a puzzle: `Black to move, easy: 6 ways to play on`.
    pub fn caption(puzzle: &Puzzle, language: Language) -> String {
        let Puzzle { position, difficulty, count, .. } = puzzle;
        let ways = count.map_or("more than 1,000".to_owned(), |count| count.to_string());
        let caption = "{side} to move, {difficulty}: {ways} ways to play on";
        language.say(caption, &[&position.side(), difficulty, &ways])
    }
}
