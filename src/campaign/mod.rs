//! Campaigns: a board is solved by many processes that share nothing but a folder.
//!
//! The positions that can be reached from the start, up to symmetry, down to those with a certain
//! number of empty squares, the *frontier*, form a graph. Whether the value of the start is at
//! least `v` follows from a *proof tree* in this graph: for the side that has to achieve this, one
//! move in each position is enough; for the other side all moves are looked at; and at the frontier
//! the same question is asked about each position, with the sign for its side to move. Two such
//! trees, one for "at least `v`" and one for "not at least `v + 1`", prove the value.
//!
//! A campaign guesses `v`, and a good move in each position. [`Campaign::plan`] finds the questions
//! at the frontier that the two trees then need and that are not yet answered. [`work()`] answers
//! questions, in any order, on any machine, more than once if need be, and appends each answer to a
//! file of its own process. Nothing but complete lines of these files is ever looked at, so a
//! process may be killed at any moment. If an answer is not the one that was guessed, the next plan
//! takes another move there, or another `v`, and asks what is then missing. When no question is
//! left, the two trees are complete.
//!
//! What positions look like is found out once and kept, so that the next plan, and a worker
//! that looks which questions are still needed, take as long as it takes to go through the
//! trees.
//!
//! The graph is never held in memory as a whole: a plan makes the positions of its trees as it
//! reaches them, and their number is about the square root of all positions. With 14 plies to the
//! frontier on 6×8 that is the difference between 10⁵ and 10¹⁰ positions.
//!
//! Answers contradict one another if one says that the value of a position is at least `a`, another
//! that it is at most `b`, and `a > b`. Nothing else needs to be checked: if bounds agree at each
//! position of the frontier, `a ≤ b`, they agree at each position above it, because the greatest of
//! some `a` is not above the greatest of their `b`. So two trees that prove too much share a
//! position of the frontier at which answers contradict one another.

mod answers;
mod estimates;
mod plan;
mod questions;
mod recheck;
mod work;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::kernel::Discs;
use crate::board::{Color, Size, Turn};
use crate::game::{Objective, Position, Rules, Score, Scoring};
use crate::notation::ReadError;
use crate::progress::Progress;
use crate::storage::{FileError, create_folder, write_whole};

pub use answers::{Answer, Answers, Contradiction, Source};
pub use estimates::Estimates;
pub use plan::Plan;
pub use questions::Question;
pub use recheck::{Recheck, recheck};
pub use work::{WorkOptions, Worked, work};

/// What is known about a value, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// It is at least this.
    pub lower: Score,
    /// It is at most this.
    pub upper: Score,
}

impl Bounds {
    /// The value, if it is known.
    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the value is at least the bound, if that is known.
    fn at_least(self, bound: Score) -> Option<bool> {
        if self.lower >= bound { Some(true) } else { (self.upper < bound).then_some(false) }
    }

    /// The bounds that follow from both.
    fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// What a campaign is about: the contents of `campaign.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The name and version of this format: [`Terms::SCHEMA`].
    pub schema: String,
    /// The board.
    pub size: Size,
    /// What the players want.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The position that is to be solved: the cells row by row from `a1` and the side
    /// to move.
    pub position: String,
    /// Questions are about positions with this number of empty squares.
    pub empties: u32,
    /// The guess of the value, seen by the side to move. It is asked about first.
    pub guess: Score,
}

impl Terms {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/campaign/1";
}

/// A campaign and its folder.
#[derive(Debug)]
pub struct Campaign {
    folder: PathBuf,
    terms: Terms,
    start: Position,
}

/// Why something cannot be done with a campaign.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The start does not have more empty squares than the positions of the frontier.
    #[error("the position has {start} empty squares, so questions can be about 1 to {} of them", start - 1)]
    NoFrontier {
        /// The number of empty squares of the start.
        start: u32,
    },
    /// The folder already has a campaign.
    #[error("{} already has a campaign", .0.display())]
    Exists(PathBuf),
    /// The file contains nothing that this program understands.
    #[error("{} cannot be used: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A line is not a question of the campaign.
    #[error("{place}: {reason}")]
    Question {
        /// Where the line is.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A proof tree is too large.
    #[error(
        "a plan would have more than {} million positions; choose more --empties", Estimates::MOST / 1_000_000
    )]
    TooLarge,
    /// The listener stopped the search for estimates.
    #[error("stopped before all estimates were made")]
    Stopped,
    /// Answers contradict one another, and nothing follows from them.
    #[error("{}", listed(.0))]
    Contradictions(Vec<Contradiction>),
}

fn listed(contradictions: &[Contradiction]) -> String {
    let lines = contradictions.iter().map(|each| format!("\n  {each}"));
    format!(
        "answers contradict one another, and nothing is concluded:{}",
        lines.collect::<String>()
    )
}

/// With more plies than this between the start and the frontier, moves are ranked by
/// shallower searches: there are many positions to rank.
const THOROUGH: u32 = 10;

impl Campaign {
    /// Begins a campaign in a folder, which is made if it is missing. Its questions will
    /// be about positions with `empties` empty squares.
    ///
    /// Unless a guess of the value is given, it is that of selective searches after each move, on a
    /// board with a trained evaluation and at most 26 empty squares, and otherwise the value that
    /// the start has if the estimates of all positions of the frontier are right.
    ///
    /// # Errors
    ///
    /// If the folder already has a campaign or cannot be written to, if the position does not have
    /// more than `empties` empty squares, or if the listener stops the search for estimates.
    pub fn create(
        folder: &Path,
        game: Position,
        rules: Rules,
        empties: u32,
        guess: Option<Score>,
        progress: &dyn Progress,
    ) -> Result<Self, CampaignError> {
        if !(1..game.empties()).contains(&empties) {
            return Err(CampaignError::NoFrontier { start: game.empties() });
        }
        let path = folder.join(FILE);
        if path.exists() {
            return Err(CampaignError::Exists(folder.to_owned()));
        }
        let terms = Terms {
            schema: Terms::SCHEMA.to_owned(),
            size: game.size(),
            objective: rules.objective,
            score: rules.scoring,
            position: game.to_string(),
            empties,
            guess: guess.unwrap_or_default(),
        };
        let mut campaign = Self { folder: folder.to_owned(), terms, start: game };
        let mut estimates = Estimates::default();
        if guess.is_none() {
            campaign.terms.guess = campaign.forecast(&mut estimates, progress)?;
        }
        create_folder(folder).map_err(FileError::of("make", folder))?;
        let text = serde_json::to_string_pretty(&campaign.terms).map_err(io::Error::from);
        let text = text.map_err(FileError::of("write", &path))? + "\n";
        write_whole(&path, text.as_bytes())?;
        campaign.write_estimates(&estimates)?;
        Ok(campaign)
    }

    /// The campaign of a folder.
    ///
    /// # Errors
    ///
    /// If there is none, or if it is damaged.
    pub fn open(folder: &Path) -> Result<Self, CampaignError> {
        let path = folder.join(FILE);
        let text = fs::read(&path).map_err(FileError::of("read", &path))?;
        let damaged = |reason| CampaignError::Damaged { path: path.clone(), reason };
        let terms: Terms =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if terms.schema != Terms::SCHEMA {
            return Err(damaged(format!("its schema is not '{}'", Terms::SCHEMA)));
        }
        let start = Position::parse(terms.size, &terms.position)
            .map_err(|error: ReadError| damaged(error.to_string()))?;
        if !(1..start.empties()).contains(&terms.empties) {
            return Err(damaged(CampaignError::NoFrontier { start: start.empties() }.to_string()));
        }
        Ok(Self { folder: folder.to_owned(), terms, start })
    }

    /// The contents of the campaign's file: the board, the rules, the start and the guess.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The position that is to be solved.
    pub fn start(&self) -> Position {
        self.start
    }

    /// How games are scored.
    pub fn rules(&self) -> Rules {
        Rules::new(self.terms.score, self.terms.objective)
    }

    /// The folder of the answers.
    pub fn answers_folder(&self) -> PathBuf {
        self.folder.join("answers")
    }

    /// The bounds when nothing is known but the size of the board.
    fn unbounded(&self) -> Bounds {
        let most = self.terms.size.squares().cast_signed();
        Bounds { lower: -most, upper: most }
    }

    /// The position with the side to move taken as Black.
    fn game(&self, discs: Discs) -> Position {
        Position::from_discs(self.terms.size, discs, Color::Black)
    }

    /// Whether questions are about this position.
    fn is_frontier(&self, game: Position) -> bool {
        game.empties() == self.terms.empties && game.turn() == Turn::Place
    }

    /// The position of the frontier that a text stands for, or why it stands for none.
    fn read_position(&self, text: &str) -> Result<Discs, String> {
        let game = Position::parse(self.terms.size, text).map_err(|error| error.to_string())?;
        if self.is_frontier(game) {
            return Ok(form(game));
        }
        let empties = self.terms.empties;
        Err(format!("it is not about a position with {empties} empty squares and a legal move"))
    }

    /// The number of plies by which the search that ranks moves is shallower than usual.
    fn shallower(&self) -> u32 {
        (self.start.empties() - self.terms.empties).saturating_sub(THOROUGH)
    }
}

/// The name of the file that makes a folder a campaign.
const FILE: &str = "campaign.json";

/// The discs that stand for a position and all its mirror images and rotations.
fn form(game: Position) -> Discs {
    game.canonical().own_and_opponent()
}
