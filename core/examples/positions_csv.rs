//! Writes every position of 4×4 Othello as CSV, with its value and best moves. Reflections and
//! rotations share one row, in which Black (`X`) is to move.
//!
//! ```text
//! cargo run --release -p othello-core --example positions_csv > positions.csv
//! ```

use std::io::{self, BufWriter, Write};

use othello_core::{Position, Rules, Size, Solution, Start, Turn};

fn main() -> io::Result<()> {
    let size = Size::new(4, 4).expect("there is a board of 4x4");
    let start = Position::start(size, Start::Diagonal);
    let solution = Solution::new(start, Rules::default()).expect("the board is small");

    let mut output = BufWriter::new(io::stdout().lock());
    writeln!(output, "position,empty,turn,value,best_moves")?;
    for (position, value) in solution.positions() {
        let turn = match position.turn() {
            Turn::Place => "place",
            Turn::Pass => "pass",
            Turn::Over => "over",
        };
        let best = solution.best_moves(position).unwrap_or_default();
        let best: Vec<_> = best.iter().map(ToString::to_string).collect();
        writeln!(output, "{position},{},{turn},{value},{}", position.empties(), best.join(" "))?;
    }
    output.flush()
}
