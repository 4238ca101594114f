//! Why something cannot be done with a campaign.

use thiserror::Error;

use crate::storage::FileError;

/// Why something cannot be done with a campaign.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The terms of a campaign, its folder or a line of its questions cannot be used, or would take
    /// too much memory: the reason.
    #[error("{0}")]
    Input(String),
    /// Not everything is known yet: the number of questions that are missing.
    #[error("{0} questions are open; alternate `plan` and `work` until `plan` writes none")]
    Open(usize),
    /// The listener stopped a search.
    #[error("stopped")]
    Stopped,
    /// Answers contradict one another, and nothing follows from them. Each text names a position,
    /// the two bounds, and the file and the line of each.
    #[error("answers contradict one another, and nothing is concluded:\n  {}", .0.join("\n  "))]
    Contradictions(Vec<String>),
    /// Asked again, these answers are different: the file and the line of each.
    #[error("asked again, the answer is different:\n  {}", .0.join("\n  "))]
    Wrong(Vec<String>),
}
