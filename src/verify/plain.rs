//! Games and proofs on the plain board, which is independent of the solver.
//!
//! A proof shows that a side can secure a score, whatever the other side does. The solver only
//! suggests moves. Each suggestion and every reply to it is played on the plain board, down to the
//! ends of the games, which the plain board scores. The walk is the same as in the checker of
//! certificates, which explains why this is a proof.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Not;

use othello_core::bounded_set::BoundedSet;
use othello_core::mailbox::Cell;
use othello_core::search::Oracle;
use othello_core::{Color, Mailbox, Position, Progress, Rules, Score, Size, Square, Start};

use super::verdict::NO_TIME;
use crate::proof::{Goal, Refusal, Walk, number_of};

/// The legal moves in the order of squares, each with the board after it.
pub(super) fn moves(board: &Mailbox) -> Vec<(Square, Mailbox)> {
    let mut moves = Vec::new();
    for (number, after) in board.moves() {
        let [column, row] = [number % board.width(), number / board.width()]
            .map(|side| u32::try_from(side).expect("a board is narrow"));
        moves.push((Square::at(column, row), after));
    }
    moves
}

/// The start of a game on a board of this size.
pub(super) fn start(size: Size, start: Start) -> Mailbox {
    let start = Mailbox::start(size.width() as usize, size.height() as usize, start);
    start.expect("every size has a start")
}

/// A position on the plain board.
pub(super) fn board(position: Position) -> Mailbox {
    let (size, cells) = (position.size(), position.cells().collect::<Vec<_>>());
    let (width, height) = (size.width() as usize, size.height() as usize);
    let board = Mailbox::new(width, height, &cells, position.side());
    board.expect("a position has the cells of its board")
}

/// The cells as a row of a table has them, where Black is to move.
pub(super) fn seen_by_black(board: &Mailbox) -> Vec<Cell> {
    let cells = board.cells().to_vec();
    match board.side() {
        Color::Black => cells,
        Color::White => cells.into_iter().map(|cell| cell.map(Color::not)).collect(),
    }
}

/// The board after a line of moves, which omits passes. The error names the first move that cannot
/// be played.
pub(super) fn play(start: &Mailbox, line: &[Square]) -> Result<Mailbox, String> {
    let mut board = *start;
    for square in line {
        board = board.pass().unwrap_or(board);
        let number = square.row() as usize * board.width() + square.column() as usize;
        board = board.play(number).ok_or_else(|| format!("{square} cannot be played"))?;
    }
    Ok(board.pass().unwrap_or(board))
}

/// Positions with this number of empty squares or fewer are searched on the plain board.
const LEAVES: u32 = 4;

/// The size of the solver's transposition table in a check, in bytes.
pub(super) const TABLE_OF_A_CHECK: usize = 256 << 20;

/// Why something was not proved: it is wrong, or there was not enough time or memory.
#[derive(Debug)]
pub(super) enum Unproved {
    Wrong(String),
    Lack(&'static str),
}

/// The outcome of a proof.
pub(super) type Proved = Result<(), Unproved>;

/// The solver for proofs about one board under some rules, and the positions proved so far.
pub(super) struct PlainProver<'a> {
    size: Size,
    rules: Rules,
    empties: u32,
    /// The solver. It is created when first used, because its table is large.
    oracle: OnceCell<Oracle>,
    /// The positions in which a side is proved to secure a score, by side and score.
    secured: HashMap<(Color, Score), BoundedSet<u128>>,
    /// The most memory for these, in bytes.
    memory: usize,
    progress: &'a dyn Progress,
}

impl<'a> PlainProver<'a> {
    /// A prover for positions with at most `empties` empty squares. The visited positions take at
    /// most `memory` bytes.
    pub(super) fn new(
        size: Size,
        rules: Rules,
        empties: u32,
        memory: usize,
        progress: &'a dyn Progress,
    ) -> Self {
        let (oracle, secured) = (OnceCell::new(), HashMap::new());
        Self { size, rules, empties, oracle, secured, memory, progress }
    }

    /// A new prover for the same board under other rules.
    pub(super) fn with(&self, rules: Rules) -> Self {
        Self::new(self.size, rules, self.empties, self.memory, self.progress)
    }

    /// Proves the value of a position, seen by its side to move.
    pub(super) fn value(&mut self, board: &Mailbox, value: Score) -> Proved {
        self.secures(board, board.side(), value)?;
        self.secures(board, !board.side(), -value)
    }

    /// Proves that a side secures a score in a position.
    pub(super) fn secures(&mut self, board: &Mailbox, side: Color, score: Score) -> Proved {
        // A proof for a mirror image or rotation is enough.
        let mut known = self.secured.remove(&(side, score)).unwrap_or_else(|| BoundedSet::new(0));
        if board.images().iter().any(|image| known.contains(&number_of(image))) {
            self.secured.insert((side, score), known);
            return Ok(());
        }
        // A game never returns to a position, so if the walk succeeds, it proves the score for every
        // position that it has visited.
        let others: usize = self.secured.values().map(BoundedSet::memory).sum();
        known.limit = self.memory.saturating_sub(others);
        let goal = Goal { rules: self.rules, side, score };
        let mut choose = |moves: &[_]| self.choose(score, moves);
        let mut walk = Walk::new(goal, LEAVES, known, &mut choose, self.progress);
        walk.follow(board).map_err(|refusal| match refusal {
            Refusal::Wrong(_) => Unproved::Wrong(format!("{side} does not secure {score:+}")),
            Refusal::Stopped => Unproved::Lack(NO_TIME),
            Refusal::OutOfMemory(_) => Unproved::Lack("there was not enough memory"),
        })?;
        let seen = walk.seen;
        self.secured.insert((side, score), seen);
        Ok(())
    }

    /// The suggested move: among the moves that are good enough, the one that leaves the opponent the
    /// fewest moves.
    fn choose(&self, score: Score, moves: &[(usize, Mailbox)]) -> Result<usize, Refusal> {
        self.progress.advance(1);
        let mut order: Vec<_> = (0..moves.len()).collect();
        order.sort_by_cached_key(|&choice| moves[choice].1.moves().count());
        // If no other move is good enough, the last one must be.
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
        let position = position.expect("the plain board has this size");
        let oracle =
            self.oracle.get_or_init(|| Oracle::new(self.rules, TABLE_OF_A_CHECK, self.empties));
        oracle.at_least(position, bound, self.progress).ok_or(Refusal::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_value_is_proved() {
        let size = Size::new(4, 4).unwrap();
        let start = start(size, Start::Diagonal);
        let mut prover = PlainProver::new(size, Rules::default(), 12, 1 << 20, &());
        assert!(prover.value(&start, -8).is_ok());
        let wrong = |proved| match proved {
            Err(Unproved::Wrong(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let mut prover = PlainProver::new(size, Rules::default(), 12, 1 << 20, &());
        assert_eq!(wrong(prover.value(&start, -7)), "Black does not secure -7");
        assert_eq!(wrong(prover.value(&start, -9)), "White does not secure +9");
        let mut prover = PlainProver::new(size, Rules::default(), 12, 1 << 10, &());
        let lack = prover.value(&start, -8);
        assert!(matches!(lack, Err(Unproved::Lack("there was not enough memory"))));
    }
}
