//! The program as an engine for other programs. Each protocol is a state machine that takes a line
//! and gives the answer; reading and writing the lines is left to the caller. [`kit`] tests other
//! engines.

mod gtp;
pub mod kit;
mod lines;
mod nboard;
mod plain;
mod protocol;

pub use gtp::Gtp;
pub use lines::Lines;
pub use nboard::NBoard;
pub use plain::Plain;
pub use protocol::{EngineOptions, Protocol};

/// The schemas of what the protocols write.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub fn schemas() -> [(&'static str, serde_json::Value); 1] {
    use crate::results::NoAnswer;
    use crate::schema::{Or, schema};
    use lines::{Answer, WithId};
    [("engine", schema::<Or<WithId<Answer>, WithId<NoAnswer>>>())]
}
