//! Tests an engine against the solved 4×4 game: how often does it miss the best move, and how many
//! discs does that cost?
//!
//! ```text
//! cargo run --release -p othello-core --example oracle
//! ```

use othello_core::{Position, Rules, Size, Solution, Square, Start, Turn};

/// The engine to test, which plays the move that flips the most discs. Replace it with your own.
fn choose(position: Position) -> Option<Square> {
    position.moves().into_iter().max_by_key(|&square| position.flips(square).len())
}

fn main() {
    let size = Size::new(4, 4).expect("there is a board of 4x4");
    let start = Position::start(size, Start::Diagonal);
    let solution = Solution::new(start, Rules::default()).expect("the board is small");

    let (mut decisions, mut mistakes, mut lost) = (0, 0, 0);
    let mut worst: Option<(i32, Position, Square)> = None;
    // The solution has one position for all its reflections and rotations.
    for (position, value) in
        solution.positions().filter(|(position, _)| position.turn() == Turn::Place)
    {
        decisions += 1;
        // Values are from the point of view of the side to move.
        let square = choose(position).expect("there is a legal move");
        let after = position.play(square).expect("the engine should choose a legal move");
        let reached = -solution.value(after).expect("the solution has every position");
        let given_away = value - reached;
        if given_away > 0 {
            mistakes += 1;
            lost += given_away;
        }
        if worst.is_none_or(|(most, ..)| given_away > most) {
            worst = Some((given_away, position, square));
        }
    }

    println!("{mistakes} mistakes in {decisions} positions cost {lost} discs in all.");
    if let Some((given_away, position, square)) = worst {
        let best: Vec<_> = solution.best_moves(position).unwrap_or_default();
        println!(
            "The worst mistake is {square}, which costs {given_away} discs; best is {best:?}:"
        );
        print!("{}", position.diagram());
    }
}
