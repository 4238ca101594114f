//! Counts lines of play, solves a position and prints it.
//!
//! ```text
//! cargo run --release --example solve
//! cargo run --release --example solve 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
//! ```

use std::env;
use std::error::Error;

use othello_solver::search::Find;
use othello_solver::{Passes, Position, SearchOptions, Size, Start, perft, search};

fn main() -> Result<(), Box<dyn Error>> {
    // A position on a square board is read from its cells alone. For another
    // board use `Position::parse(size, text)`.
    let game = match env::args().nth(1) {
        Some(text) => text.parse()?,
        None => Position::start(Size::new(4, 6).ok_or("there is no such board")?, Start::Diagonal),
    };
    println!("{}", game.diagram());

    for depth in 1..=6 {
        println!("{:>8} lines of {depth} plies", perft(game, depth, Passes::Ply, &()));
    }

    // `()` listens to nothing. A listener of your own can draw a bar, or stop the
    // search: see the trait `Progress`.
    let options = SearchOptions { find: Find::BestMoves, ..SearchOptions::default() };
    let result = search(game, &options, &());
    let value = result.value().ok_or("only a search that is stopped finds no value")?;
    let moves: Vec<_> = result.best_moves.iter().map(ToString::to_string).collect();
    println!("{} is to move and gets {value:+} with best play.", game.side());
    println!("best moves: {}", moves.join(" "));
    println!("principal variation: {}", result.line);
    println!("{} positions looked at", result.nodes);
    print!("\n{}", result.line.end().diagram());
    Ok(())
}
