//! The checker of certificates.
//!
//! This is why the check proves the claim. A side *secures* a goal in a position if it can play so
//! that the game ends with at least that score for it, whatever the other side does. By the rules, a
//! side secures the goal
//!
//! - where the game is over, if its score is at least the goal;
//! - where it is to move, if it secures the goal after **one** of the legal moves;
//! - where the other side is to move, if it does so after **every** legal move;
//! - where the side to move must pass, if it does so after the pass.
//!
//! [`Walk::follow`] handles these four cases and nothing else. The move of the second case is read
//! from the certificate or, if few squares are empty, found by trying all moves ([`Walk::search`]).
//! So if the walk ends without a refusal, the side secures the goal, wherever the certificate came
//! from. A position is visited only once, because the goal stays the same during a walk and the game
//! never returns to a position. Results are checked by the same walk, with moves suggested by the
//! solver.
//!
//! A claim that the value is v is true if the side to move secures v and its opponent secures −v.
//! Both are checked, unless the goal is minus the number of squares, which every side secures. The
//! rules are implemented by [`mailbox`](othello_core::mailbox) in the simplest way, without
//! bitboards, searches or tables.

use std::fmt;

use othello_core::bounded_set::BoundedSet;
use othello_core::mailbox::Cell;
use othello_core::{Color, Mailbox, Progress, Rules, Score, SquareSet};
use thiserror::Error;

use super::certificate::{Certificate, Claim, is_certain};
use crate::amounts::grouped;

/// The amount of work in a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of different positions that the strategies reach.
    pub positions: u64,
    /// The number of these positions that were left to the checker.
    pub leaves: u64,
    /// The number of positions that the checker searched for them.
    pub searched: u64,
}

/// A human-readable summary.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [all, leaves, steps] = [self.positions, self.leaves, self.searched].map(grouped);
        write!(f, "{all} positions, {leaves} of them solved by the checker in {steps} steps")
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The claim makes no sense, or a strategy fails.
    #[error("{0}")]
    Wrong(String),
    /// The listener has stopped the check.
    #[error("the check was stopped")]
    Stopped,
    /// The visited positions do not fit in the given memory, in bytes.
    #[error("the positions of the proof do not fit in {} MiB", .0 >> 20)]
    OutOfMemory(usize),
}

type Result<T> = std::result::Result<T, Refusal>;

/// Checks that a certificate proves its claim. The visited positions take at most `memory` bytes.
///
/// # Errors
///
/// If it does not prove its claim, with the first place at which it fails, or if the listener stops
/// the check or there is not enough memory.
pub fn check(certificate: &Certificate, memory: usize, progress: &dyn Progress) -> Result<Checked> {
    let &Claim { size, ref position, rules, value } = &certificate.claim;
    let (width, height) = (size.width() as usize, size.height() as usize);
    let Some(start) = Mailbox::parse(width, height, position) else {
        return flaw(format!("the claim: '{position}' is not a position of the board"));
    };
    // Negating a value beyond these limits could overflow.
    if value.unsigned_abs() > size.squares() {
        return flaw(format!("the claim: {value:+} is not a score on {size}"));
    }
    let sides = [(start.side(), value), (!start.side(), -value)];
    let mut checked = Checked::default();
    for ((side, goal), strategy) in sides.into_iter().zip(&certificate.strategies) {
        progress.begin(&format!("the strategy of {side}"), Some(strategy.bits as u64));
        let mut at = 0;
        let mut choose = |moves: &[(usize, Mailbox)]| {
            let before = at;
            let Some(choice) = strategy.take(&mut at, moves.len()) else {
                return flaw("the strategy ends before it has a move here");
            };
            progress.advance((at - before) as u64);
            match moves.len() {
                among if choice < among => Ok(choice),
                among => flaw(format!("the strategy has move {} of {among}", choice + 1)),
            }
        };
        let seen = BoundedSet::new(memory);
        let of_side = Goal { rules, side, score: goal };
        let mut walk = Walk::new(of_side, certificate.leaves, seen, &mut choose, progress);
        walk.checked = checked;
        let followed = if is_certain(goal, size) { Ok(()) } else { walk.follow(&start) };
        checked = walk.checked;
        let squares = walk.line.iter().filter_map(|&it| SquareSet::all(size).iter().nth(it));
        let line: String = squares.map(|square| square.to_string()).collect();
        let place = if line.is_empty() { "at the start" } else { &format!("after {line}") };
        let finished = followed.and_then(|()| match strategy.bits - at {
            0 => Ok(()),
            bits => flaw(format!("{bits} bits of the strategy are left over")),
        });
        match finished {
            Err(Refusal::Wrong(it)) => flaw(format!("the strategy of {side}, {place}: {it}")),
            finished => finished,
        }?;
    }
    Ok(checked)
}

/// The error for a strategy that fails.
fn flaw<T>(flaw: impl Into<String>) -> Result<T> {
    Err(Refusal::Wrong(flaw.into()))
}

/// The minimum score that a side has to secure, seen by that side.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) rules: Rules,
    pub(crate) side: Color,
    pub(crate) score: Score,
}

impl Goal {
    /// Whether a finished game reaches the goal.
    fn is_reached(self, board: &Mailbox) -> bool {
        self.side.sees(board.score(self.rules), board.side()) >= self.score
    }
}

/// Chooses one of the legal moves, each a square and the board after it.
type Choose<'a> = dyn FnMut(&[(usize, Mailbox)]) -> Result<usize> + 'a;

/// The number of positions searched between checks whether to stop.
const INTERVAL: u64 = 1 << 16;

/// A walk through all games that are possible if one side follows its strategy.
pub(crate) struct Walk<'a> {
    goal: Goal,
    leaves: u32,
    choose: &'a mut Choose<'a>,
    /// The moves from the start to the current position.
    line: Vec<usize>,
    /// The visited positions, by their [`number_of`].
    pub(crate) seen: BoundedSet<u128>,
    checked: Checked,
    progress: &'a dyn Progress,
}

impl<'a> Walk<'a> {
    /// Prepares a walk that searches positions with at most `leaves` empty squares, and skips
    /// positions that were `seen`.
    pub(crate) fn new(
        goal: Goal,
        leaves: u32,
        seen: BoundedSet<u128>,
        choose: &'a mut Choose<'a>,
        progress: &'a dyn Progress,
    ) -> Self {
        let (line, checked) = (Vec::new(), Checked::default());
        Self { goal, leaves, choose, line, seen, checked, progress }
    }

    /// Checks that the side secures the goal in a position.
    pub(crate) fn follow(&mut self, board: &Mailbox) -> Result<()> {
        let is_new = self.seen.insert(number_of(board));
        if !is_new.ok_or(Refusal::OutOfMemory(self.seen.limit))? {
            return Ok(());
        }
        if self.progress.is_stopped() {
            return Err(Refusal::Stopped);
        }
        self.checked.positions += 1;
        if board.count(None) <= self.leaves {
            self.checked.leaves += 1;
            if self.search(board)? {
                return Ok(());
            }
            return flaw(format!("{} is out of reach", self.goal.score));
        }
        let moves: Vec<_> = board.moves().collect();
        if moves.is_empty() {
            return match board.pass() {
                Some(passed) => self.follow(&passed),
                None if self.goal.is_reached(board) => Ok(()),
                None => flaw(format!("the game is over, and {} is not reached", self.goal.score)),
            };
        }
        if board.side() == self.goal.side {
            let choice = (self.choose)(&moves)?;
            return self.step(&moves[choice]);
        }
        moves.iter().try_for_each(|after| self.step(after))
    }

    /// Continues after a move. The move is part of the line in the meantime, and stays there if the
    /// strategy fails.
    fn step(&mut self, (square, after): &(usize, Mailbox)) -> Result<()> {
        self.line.push(*square);
        self.follow(after)?;
        self.line.pop();
        Ok(())
    }

    /// Whether the side secures the goal, by trying all moves.
    fn search(&mut self, board: &Mailbox) -> Result<bool> {
        self.checked.searched += 1;
        if self.checked.searched.is_multiple_of(INTERVAL) && self.progress.is_stopped() {
            return Err(Refusal::Stopped);
        }
        // For the side itself one move that secures the goal is enough, and for the other side one
        // that does not.
        let wanted = board.side() == self.goal.side;
        let mut has_move = false;
        for (_, after) in board.moves() {
            has_move = true;
            if self.search(&after)? == wanted {
                return Ok(wanted);
            }
        }
        if has_move {
            return Ok(!wanted);
        }
        match board.pass() {
            Some(passed) => self.search(&passed),
            None => Ok(self.goal.is_reached(board)),
        }
    }
}

/// A unique number for each position of a board: a digit from 0 to 2 for each cell, and one for the
/// side to move.
pub(crate) fn number_of(board: &Mailbox) -> u128 {
    board.cells().iter().fold(digit(Some(board.side())), |number, &cell| number * 3 + digit(cell))
}

fn digit(cell: Cell) -> u128 {
    match cell {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}
