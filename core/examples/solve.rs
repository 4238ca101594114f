//! Counts lines of play from a position, solves it and prints the result.
//!
//! ```text
//! cargo run --release -p othello-core --example solve
//! cargo run --release -p othello-core --example solve 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
//! ```

use std::env;
use std::error::Error;

use othello_core::search::Find;
use othello_core::{Passes, Position, SearchOptions, Size, Start, perft, search};

fn main() -> Result<(), Box<dyn Error>> {
    // Parsing without a size assumes a square board. For other boards, use
    // `notation::read_position(size, text)`.
    let position = match env::args().nth(1) {
        Some(text) => text.parse()?,
        None => Position::start(Size::new(4, 6).ok_or("there is no such board")?, Start::Diagonal),
    };
    println!("{}", position.diagram());

    for depth in 1..=6 {
        println!("{:>8} lines of {depth} plies", perft(position, depth, Passes::Ply, &()));
    }

    // `()` ignores the progress of the search. Implement `Progress` to draw a progress bar or stop
    // the search.
    let options = SearchOptions { find: Find::BestMoves, ..SearchOptions::default() };
    let result = search(position, &options, &());
    let value = result.value().ok_or("the search was stopped before it found the value")?;
    let moves: Vec<_> = result.best_moves.iter().flatten().map(ToString::to_string).collect();
    println!("{} to move scores {value:+} with best play.", position.side());
    println!("best moves: {}", moves.join(" "));
    println!("principal variation: {}", result.line);
    println!("{} positions searched", result.nodes);
    print!("\n{}", result.line.end().diagram());
    Ok(())
}
