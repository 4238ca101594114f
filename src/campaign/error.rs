//! Why something cannot be done with a campaign.

use std::path::PathBuf;

use thiserror::Error;

use crate::game::Score;
use crate::storage::FileError;

/// Why something cannot be done with a campaign.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The start does not have more empty squares than the positions of the frontier.
    #[error("the position has {start} empty squares, so questions can be about positions with 1 to {} of them", start - 1)]
    NoFrontier {
        /// The number of empty squares of the start.
        start: u32,
    },
    /// The guess is not a value that the board can have.
    #[error("the guess is not a value between -{most} and +{most}")]
    NoValue {
        /// The greatest value.
        most: Score,
    },
    /// The folder for a new campaign is not empty.
    #[error("{} is not empty; a campaign begins in a folder of its own", .0.display())]
    NotEmpty(PathBuf),
    /// The file contains nothing that this program understands.
    #[error("{} cannot be used: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A line is not a question of the campaign.
    #[error("{place}: {reason}")]
    Question {
        /// Where the line is.
        place: String,
        /// The reason.
        reason: String,
    },
    /// A proof tree is too large.
    #[error("a plan would have more than {} million positions; choose more --empties", most / 1_000_000)]
    TooLarge {
        /// The greatest number of positions.
        most: usize,
    },
    /// The listener stopped a search.
    #[error("stopped")]
    Stopped,
    /// Answers contradict one another, and nothing follows from them. Each text names a position,
    /// the two bounds, and the file and the line of each.
    #[error("answers contradict one another, and nothing is concluded:\n  {}", .0.join("\n  "))]
    Contradictions(Vec<String>),
}
