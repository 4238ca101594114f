//! Proofs without a certificate: that a side can secure a score, whatever the other side does.
//!
//! The solver only suggests moves. Each of them is played on the plain board, and so is every reply
//! to it, down to the ends of the games, which the plain board scores. The walk is that of the
//! checker of certificates, and it is a proof for the same reason.

use std::cell::OnceCell;

use othello_core::board::{Color, Size};
use othello_core::bounded_set::BoundedSet;
use othello_core::game::{Position, Rules, Score};
use othello_core::mailbox::Mailbox;
use othello_core::progress::Progress;
use othello_core::search::Oracle;
use rustc_hash::FxHashMap;

use crate::proof::{Goal, Refusal, Walk, number_of};

/// Positions with this many empty squares or fewer are searched on the plain board.
const LEAVES: u32 = 4;

/// The memory for the table of the solver, in bytes.
const HASH: usize = 256 << 20;

/// Why something was not proved: it is wrong, or there was no time or no memory for the proof.
#[derive(Debug)]
pub(super) enum Unproved {
    Wrong(String),
    Lack(&'static str),
}

/// Whether something was proved, and why not if it was not.
pub(super) type Proved = Result<(), Unproved>;

/// The proofs about a board under some rules so far, and the solver for further ones.
pub(super) struct Prover<'a> {
    size: Size,
    rules: Rules,
    empties: u32,
    /// The solver. Its table is large, so it is made when it is first asked.
    oracle: OnceCell<Oracle>,
    /// The positions in which a side secures a score, by the side and the score.
    secured: FxHashMap<(Color, Score), BoundedSet<u128>>,
    /// The most memory that these take, in bytes.
    memory: usize,
    progress: &'a dyn Progress,
}

impl<'a> Prover<'a> {
    /// A prover for positions of at most `empties` empty squares. The visited positions take at
    /// most `memory` bytes.
    pub(super) fn new(
        size: Size,
        rules: Rules,
        empties: u32,
        memory: usize,
        progress: &'a dyn Progress,
    ) -> Self {
        let (oracle, secured) = (OnceCell::new(), FxHashMap::default());
        Self { size, rules, empties, oracle, secured, memory, progress }
    }

    /// A new prover for the same board under other rules.
    pub(super) fn with(&self, rules: Rules) -> Self {
        Self::new(self.size, rules, self.empties, self.memory, self.progress)
    }

    /// Proves that the value of a position, seen by its side to move, is this one.
    pub(super) fn value(&mut self, board: &Mailbox, value: Score) -> Proved {
        self.secures(board, board.side(), value)?;
        self.secures(board, !board.side(), -value)
    }

    /// Proves that a side secures a score from a position on.
    pub(super) fn secures(&mut self, board: &Mailbox, side: Color, score: Score) -> Proved {
        // A mirror image or rotation of the position will do.
        let known = self.secured.remove(&(side, score)).unwrap_or_else(|| BoundedSet::new(0));
        if board.images().iter().any(|image| known.contains(&number_of(image))) {
            self.secured.insert((side, score), known);
            return Ok(());
        }
        // A game never returns to a position, so if the walk succeeds, the side secures the score
        // in each position that the walk has visited.
        let others: usize = self.secured.values().map(BoundedSet::memory).sum();
        let seen = known.with_limit(self.memory.saturating_sub(others));
        let goal = Goal { rules: self.rules, side, score };
        let mut choose = |moves: &[_]| self.choose(score, moves);
        let mut walk = Walk::new(goal, LEAVES, seen, &mut choose, self.progress);
        match walk.follow(board) {
            Ok(()) => {
                let seen = walk.seen;
                self.secured.insert((side, score), seen);
                Ok(())
            }
            Err(Refusal::Wrong(_)) => {
                Err(Unproved::Wrong(format!("{side} does not secure {score:+}")))
            }
            Err(Refusal::Stopped) => Err(Unproved::Lack("there was no time")),
            Err(Refusal::OutOfMemory(_)) => Err(Unproved::Lack("there was not enough memory")),
        }
    }

    /// The suggested move: of those that are good enough the one after which the opponent has the
    /// fewest moves.
    fn choose(&self, score: Score, moves: &[(usize, Mailbox)]) -> Result<usize, Refusal> {
        self.progress.advance(1);
        let mut order: Vec<_> = (0..moves.len()).collect();
        order.sort_by_cached_key(|&choice| moves[choice].1.moves().count());
        // If no other move is good enough, the last must be.
        let last = order.pop().expect("there is a move to choose");
        for choice in order {
            if !self.is_at_least(&moves[choice].1, 1 - score)? {
                return Ok(choice);
            }
        }
        Ok(last)
    }

    /// Whether, according to the solver, the value of a position, seen by its side to move, is at
    /// least `bound`.
    fn is_at_least(&self, board: &Mailbox, bound: Score) -> Result<bool, Refusal> {
        let position = Position::from_cells(self.size, board.cells(), board.side());
        let position = position.expect("the plain board is one of this size");
        let oracle = self.oracle.get_or_init(|| Oracle::new(self.rules, HASH, self.empties));
        oracle.at_least(position, bound, self.progress).ok_or(Refusal::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_core::game::Start;

    #[test]
    fn only_the_value_is_proved() {
        let start = Mailbox::start(4, 4, Start::Diagonal).unwrap();
        let size = Size::new(4, 4).unwrap();
        let mut prover = Prover::new(size, Rules::default(), 12, 1 << 20, &());
        assert!(prover.value(&start, -8).is_ok());
        let wrong = |proved| match proved {
            Err(Unproved::Wrong(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let mut prover = Prover::new(size, Rules::default(), 12, 1 << 20, &());
        assert_eq!(wrong(prover.value(&start, -7)), "Black does not secure -7");
        assert_eq!(wrong(prover.value(&start, -9)), "White does not secure +9");
        let mut prover = Prover::new(size, Rules::default(), 12, 1 << 10, &());
        let lack = prover.value(&start, -8);
        assert!(matches!(lack, Err(Unproved::Lack("there was not enough memory"))));
    }
}
