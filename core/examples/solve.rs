//! Counts lines of play from a position, solves it and prints the result.
//!
//! ```text
//! cargo run --release -p othello-core --example solve
//! cargo run --release -p othello-core --example solve 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
//! ```

use std::env;
use std::error::Error;

use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::{Find, Passes, Position, Rules, Size, Start, perft};

fn main() -> Result<(), Box<dyn Error>> {
    // Parsing without a size assumes a square board. For other boards, use
    // `notation::read_position(size, text)`.
    let position = match env::args().nth(1) {
        Some(text) => text.parse()?,
        None => Position::start(Size::new(4, 6).ok_or("there is no such board")?, Start::Diagonal),
    };
    println!("{}", position.diagram());

    for depth in 1..=6 {
        println!("{:>8} lines of {depth} plies", perft(position, depth, Passes::Ply, &()).unwrap());
    }

    // `()` ignores the progress of the search. Implement `Progress` to draw a progress bar or stop
    // the search.
    let usual = Question::usual(position, Rules::default());
    let question = usual.with_goal(Find::BestMoves);
    let answer = answer(&question, &Sources::ALL, &Limits::single(256 << 20), &())?;
    let value = answer.value().ok_or("the search was stopped before it found the value")?;
    let line = answer.line().ok_or("the search was stopped before it found a line")?;
    let moves: Vec<_> = answer.best_moves().iter().flatten().map(ToString::to_string).collect();
    println!("{} to move scores {value:+} with best play.", position.side());
    println!("best moves: {}", moves.join(" "));
    println!("principal variation: {line}");
    println!("{} positions searched", answer.nodes());
    print!("\n{}", line.end().diagram());
    Ok(())
}
