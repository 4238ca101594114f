//! The program as an engine for other programs. Each protocol is a state machine that takes a line
//! and gives the answer; reading and writing the lines is left to the caller.

mod gtp;
mod lines;
mod nboard;
mod protocol;

pub use gtp::Gtp;
pub use lines::Lines;
pub use nboard::NBoard;
pub use protocol::{EngineOptions, Protocol};
