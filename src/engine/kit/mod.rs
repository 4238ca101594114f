//! A test kit for other engines. It starts an engine, asks it about positions on the chosen boards,
//! and compares the answers with the rules.

mod games;
mod gtp;
mod house_rules;
mod nboard;
mod one_line;
mod process;
mod question;
mod report;
mod run;

pub use question::{EngineQuestion, Subject};
pub use report::{Count, EngineReport, EngineVerdict, Test, WrongAnswer};
pub use run::run;
