//! The solution against a minimax over the array of cells, in every position of
//! 4×4 Othello that can be reached.

mod common;

use std::collections::HashMap;

use common::bitboards;
use othello_solver::mailbox::{Mailbox, Opening};
use othello_solver::{Board4x4, Objective, Rules, Score, Scoring, Solution};

const RULES: [Rules; 4] = [
    Rules::new(Scoring::Discs, Objective::Most),
    Rules::new(Scoring::Discs, Objective::Fewest),
    Rules::new(Scoring::EmptiesToWinner, Objective::Most),
    Rules::new(Scoring::EmptiesToWinner, Objective::Fewest),
];

/// The value of every board that can come after one, under each of the
/// [`RULES`].
#[derive(Default)]
struct Oracle(HashMap<Mailbox, [Score; 4]>);

impl Oracle {
    fn values(&mut self, board: Mailbox) -> [Score; 4] {
        if let Some(&values) = self.0.get(&board) {
            return values;
        }
        let moves = board.cells().iter().enumerate().filter_map(|(square, _)| board.play(square));
        let next: Vec<_> = moves.chain(board.pass()).map(|next| self.values(next)).collect();
        let values = std::array::from_fn(|index| {
            let best = next.iter().map(|values| -values[index]).max();
            best.unwrap_or_else(|| board.score(RULES[index]))
        });
        self.0.insert(board, values);
        values
    }
}

fn check(opening: Opening, expected: [Score; 4]) {
    let start = Mailbox::start(4, 4, opening).unwrap();
    let mut oracle = Oracle::default();
    assert_eq!(oracle.values(start), expected);
    for (index, rules) in RULES.into_iter().enumerate() {
        let solution = Solution::<Board4x4>::new(bitboards(&start), rules);
        for (board, values) in &oracle.0 {
            let position = bitboards(board);
            assert_eq!(solution.value(position), Some(values[index]), "{board:?}");
            for (square, value) in solution.moves(position).unwrap() {
                let next = board.play(square.index() as usize).unwrap();
                assert_eq!(value, -oracle.0[&next][index], "{square} in {board:?}");
            }
        }
    }
}

#[test]
fn diagonal_start() {
    check(Opening::Diagonal, [-8, 3, -10, 4]);
}

#[test]
fn parallel_start() {
    check(Opening::Parallel, [-3, 0, -4, 0]);
}
