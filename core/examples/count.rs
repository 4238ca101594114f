//! Solves a position, and prints its value and the number of positions searched. It does nothing
//! else, so that `cargo xtask count` counts only the search.
//!
//! ```text
//! cargo run --release -p othello-core --example count 4x4 '-----OX--XO----- X' discs best-move
//! ```

use std::env;
use std::error::Error;

use othello_core::answer::{Limits, Lines, Question, Sources, answer};
use othello_core::notation::read_position;
use othello_core::{Find, Objective, Rules, Scoring, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [size, position, scoring, find] = &arguments[..] else {
        return Err("give a size, a position, a scoring and a goal".into());
    };
    let position = read_position(size.parse::<Size>()?, position)?;
    let rules = Rules::new(scoring.parse::<Scoring>()?, Objective::Most);
    let find = find.parse::<Find>()?;
    let lines = if find == Find::Value { Lines::None } else { Lines::One };
    let question = Question { position, rules, find, lines, counts: false };
    let answer = answer(&question, &Sources::SEARCH, &Limits::single(256 << 20), &())?;
    println!("{} {}", answer.value().ok_or("there is no value")?, answer.nodes());
    Ok(())
}
