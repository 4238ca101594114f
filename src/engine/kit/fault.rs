//! What keeps an engine from being tested.

use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

/// Why the test of an engine ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    NoStart(String),
    /// It does not answer at all.
    #[error("is silent: no answer to '{question}' in {} s", waited.as_secs_f64())]
    Silent {
        /// What it was asked.
        question: String,
        /// How long the answer was waited for.
        waited: Duration,
    },
    /// It answers too late.
    #[error(
        "is slow: it answered '{question}' after {:.1} s; the limit is {} s",
        took.as_secs_f64(),
        limit.as_secs_f64()
    )]
    Slow {
        /// What it was asked.
        question: String,
        /// The time until the answer.
        took: Duration,
        /// The time that it had.
        limit: Duration,
    },
    /// It ended.
    #[error("dies when it is asked '{question}': {how}{}", after_colon(last_words))]
    Dies {
        /// What it was asked.
        question: String,
        /// How it ended, such as its exit status.
        how: String,
        /// The last line on its standard error.
        last_words: String,
    },
    /// It says far too much.
    #[error("floods: it says more after '{question}' than any answer has")]
    Floods {
        /// What it was asked.
        question: String,
    },
}

impl Fault {
    pub(super) fn no_start(problem: impl Into<String>) -> Self {
        Self::NoStart(problem.into())
    }
}

fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {words}") }
}

/// What is to be said of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All its answers are right.
    Right,
    /// Some of its answers are wrong.
    Wrong,
    /// It understands no question, so that nothing is known of it.
    Mute,
    /// It cannot be started.
    Missing,
    /// It does not answer.
    Silent,
    /// It answers too late.
    Slow,
    /// It ended.
    Dead,
    /// It says far too much.
    Flooding,
}

impl From<&Fault> for Verdict {
    fn from(fault: &Fault) -> Self {
        match fault {
            Fault::NoStart(_) => Self::Missing,
            Fault::Silent { .. } => Self::Silent,
            Fault::Slow { .. } => Self::Slow,
            Fault::Dies { .. } => Self::Dead,
            Fault::Floods { .. } => Self::Flooding,
        }
    }
}
