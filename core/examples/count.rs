//! Solves a position, and prints its value and the number of positions searched. It does nothing
//! else, so that `cargo xtask count` counts only the search.
//!
//! ```text
//! cargo run --release -p othello-core --example count 4x4 '-----OX--XO----- X' discs best-move
//! ```

use std::env;
use std::error::Error;

use othello_core::notation::read_position;
use othello_core::{Find, Objective, Rules, Scoring, SearchOptions, Size, search};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [size, position, scoring, find] = &arguments[..] else {
        return Err("give a size, a position, a scoring and a goal".into());
    };
    let position = read_position(size.parse::<Size>()?, position)?;
    let rules = Rules::new(scoring.parse::<Scoring>()?, Objective::Most);
    let options = SearchOptions { rules, find: find.parse::<Find>()?, ..SearchOptions::default() };
    let result = search(position, &options, &());
    println!("{} {}", result.value().ok_or("there is no value")?, result.nodes);
    Ok(())
}
