//! The solution compared with minimax on an array of cells, in every reachable position of 4×4
//! Othello.

use std::collections::HashMap;

use othello_core::{Mailbox, Position, Rules, Score, Solution, Start};

use crate::common::{game_of, mailbox_of, moves};

/// The value of every board reachable from one, under each of [`Rules::ALL`].
#[derive(Default)]
pub(crate) struct Oracle(HashMap<Mailbox, [Score; 4]>);

impl Oracle {
    pub(crate) fn value(&mut self, position: Position, rules: Rules) -> Score {
        let which = Rules::ALL.iter().position(|it| *it == rules).unwrap();
        self.values(mailbox_of(position))[which]
    }

    pub(crate) fn values(&mut self, board: Mailbox) -> [Score; 4] {
        if let Some(&values) = self.0.get(&board) {
            return values;
        }
        let after = moves(&board).map(|(_, after)| after).chain(board.pass());
        let next: Vec<_> = after.map(|next| self.values(next)).collect();
        let values = std::array::from_fn(|index| {
            let best = next.iter().map(|values| -values[index]).max();
            best.unwrap_or_else(|| board.score(Rules::ALL[index]))
        });
        self.0.insert(board, values);
        values
    }
}

fn check(start: Start, expected: [Score; 4]) {
    let start = Mailbox::start(4, 4, start).unwrap();
    let mut oracle = Oracle::default();
    assert_eq!(oracle.values(start), expected);
    for (index, rules) in Rules::ALL.into_iter().enumerate() {
        let solution = Solution::new(game_of(&start), rules).unwrap();
        for (board, values) in &oracle.0 {
            let game = game_of(board);
            assert_eq!(solution.value(game), Some(values[index]), "{board:?}");
            let valued = solution.moves(game).unwrap();
            assert!(valued.iter().map(|&(square, _)| square).eq(game.moves()), "{board:?}");
            for (square, value) in valued {
                let next = board.play(game.size().index(square) as usize).unwrap();
                assert_eq!(value, -oracle.0[&next][index], "{square} in {board:?}");
            }
        }
    }
}

#[test]
fn diagonal_start() {
    check(Start::Diagonal, [-8, 3, -10, 4]);
}

#[test]
fn parallel_start() {
    check(Start::Parallel, [-3, 0, -4, 0]);
}
