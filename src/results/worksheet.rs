//! A worksheet of puzzles.

use othello_core::analysis::Puzzle;
use othello_core::{Rules, Size};
use serde::Serialize;

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
    pub fn title(&self) -> String {
        let Self { size, seed, puzzles, .. } = self;
        let count = puzzles.len();
        let noun = if count == 1 { "puzzle" } else { "puzzles" };
        format!("{size} Othello: {count} {noun}, sheet {seed}")
    }

    /// A description of a puzzle: `Black to move, easy: 6 ways to play on`.
    pub fn caption(puzzle: &Puzzle) -> String {
        let Puzzle { position, difficulty, count, .. } = puzzle;
        let ways = count.map_or("more than 1,000".to_owned(), |count| count.to_string());
        format!("{} to move, {difficulty}: {ways} ways to play on", position.side())
    }
}
