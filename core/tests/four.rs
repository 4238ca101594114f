//! The example with the whole of 4×4 in one file agrees with the library on every position.

use four::{DIAGONAL, PARALLEL, Position, Table, report};
use othello_core::{Color, Rules, Size, Solution, SquareSet, Start};

#[allow(dead_code)]
#[path = "../examples/four.rs"]
mod four;

/// The same position in the library's form.
fn position(position: Position, black: bool) -> othello_core::Position {
    let size = Size::new(4, 4).unwrap();
    let set = |discs: u16| SquareSet::new(size, discs.into()).unwrap();
    let (own, opponent) = (set(position.own), set(position.opponent));
    if black {
        othello_core::Position::new(own, opponent, Color::Black).unwrap()
    } else {
        othello_core::Position::new(opponent, own, Color::White).unwrap()
    }
}

#[test]
fn every_value_is_that_of_the_library() {
    for (start, discs, counts) in [
        (Start::Diagonal, DIAGONAL, "224821 in the tree, 62789 in the table, 12351 up to symmetry"),
        (Start::Parallel, PARALLEL, "247345 in the tree, 64541 in the table, 19859 up to symmetry"),
    ] {
        let root = othello_core::Position::start(Size::new(4, 4).unwrap(), start);
        assert_eq!(position(discs, true), root);
        let mut table = Table::new();
        let text = report(discs, &mut table);
        assert!(text.contains(counts), "{text}");

        let solution = Solution::new(root, Rules::default()).unwrap();
        for (&(discs, black), solved) in &table {
            let here = position(discs, black);
            assert_eq!(solution.value(here), Some(solved.value), "{here}");
            // A finished game or a pass has no moves in either form.
            let moves = discs.moves().into_iter().map(|(square, _)| u64::from(square));
            assert_eq!(here.moves().bits(), moves.sum::<u64>(), "{here}");
        }
        let best = solution.best_moves(root).unwrap();
        let best: Vec<_> = best.iter().map(ToString::to_string).collect();
        assert!(text.contains(&format!("best       {}\n", best.join(" "))), "{text}");
    }
}
