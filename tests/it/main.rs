//! The integration tests, one module for each subject. They are one program, so that the library is
//! linked once: `cargo test --release --test it rules::` runs those of one module.

mod analysis;
mod arrangements;
mod attack;
mod browser;
mod campaign;
mod cli;
mod color;
mod common;
mod engine;
mod explorer;
mod forced;
mod memory;
mod oracle;
mod perft;
mod pictures;
mod play;
mod positions;
mod proof;
mod properties;
mod reachable;
mod results;
mod resume;
mod review;
mod rooms;
mod rules;
mod scale;
mod search;
mod serve;
mod shell;
mod solution;
mod solve;
mod stream;
mod test_engine;
mod verify;
mod wipeouts;
