//! The checker of certificates.
//!
//! Why what is checked here implies the claim: say that a side *secures* a goal
//! in a position if it can play so that the game ends with at least that score
//! for it, whatever the other side does. By the rules,
//!
//! - where the game is over, it does if the score there is at least the goal;
//! - where it is to move, if it does after **one** of the legal moves;
//! - where the other side is to move, if it does after **every** legal move;
//! - where the side to move must pass, if it does after the pass.
//!
//! [`Walk::follow`] goes through these four cases and nothing else. The move of
//! the second case is read from the certificate, and tried out where few squares
//! are empty ([`Walk::search`]). So if it comes to an end without a refusal, the
//! side secures the goal: no matter who wrote the certificate, or how. A position
//! that has been gone through once need not be again, as the goal is the same in
//! all of a walk and the game never returns to a position.
//!
//! A claim that the value is v is true if the side to move secures v and its
//! opponent secures −v. Both are checked. The rules are those of
//! [`mailbox`](crate::mailbox), the simplest there are; no bitboard, search or
//! table has a part in this.

use std::collections::HashSet;
use std::fmt;

use rustc_hash::FxBuildHasher;
use thiserror::Error;

use crate::mailbox::{Disc, Mailbox};
use crate::progress::Progress;
use crate::score::{Rules, Score};

use super::certificate::{Certificate, Choices, Claim, squares_of};

/// What a check has gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The different positions that the strategies come to.
    pub positions: u64,
    /// Those of them that were left to the checker and searched.
    pub leaves: u64,
    /// The positions looked at in these searches.
    pub searched: u64,
}

/// Says it in words.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, leaves, searched } = self;
        write!(
            f,
            "{positions} positions, {leaves} of them solved by the checker in {searched} steps"
        )
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The claim makes no sense.
    #[error("the claim: '{0}' is no position of the board")]
    NoPosition(String),
    /// No game can end with such a score, as each square counts for one disc.
    #[error("the claim: {value:+} is no score on {squares} squares")]
    NoScore {
        /// The value that is claimed.
        value: Score,
        /// The number of squares of the board.
        squares: u32,
    },
    /// A strategy fails.
    #[error("the strategy of {side}, {place}: {reason}")]
    Fails {
        /// The side whose strategy it is.
        side: String,
        /// The moves that lead there.
        place: String,
        /// What is wrong there.
        reason: String,
    },
}

/// Checks that a certificate proves its claim.
///
/// # Errors
///
/// If it does not, with the first place at which it fails.
pub fn check(certificate: &Certificate, progress: &dyn Progress) -> Result<Checked, Refusal> {
    let claim = &certificate.claim;
    let start = claim.board().ok_or_else(|| Refusal::NoPosition(claim.position.clone()))?;
    // A value beyond that could not even be negated.
    let squares = squares_of(claim.width, claim.height);
    if claim.value.unsigned_abs() > squares {
        return Err(Refusal::NoScore { value: claim.value, squares });
    }
    let sides = [(start.side(), claim.value), (start.side().other(), -claim.value)];
    let mut checked = Checked::default();
    for ((side, goal), strategy) in sides.into_iter().zip(&certificate.strategies) {
        progress.begin(&format!("the strategy of {side:?}"), Some(strategy.bits() as u64));
        let mut walk = Walk {
            rules: claim.rules,
            width: claim.width,
            side,
            goal,
            leaves: certificate.leaves,
            strategy,
            at: 0,
            line: Vec::new(),
            seen: HashSet::default(),
            checked,
            progress,
        };
        walk.follow(&start).and_then(|()| walk.finish()).map_err(|reason| walk.refusal(reason))?;
        checked = walk.checked;
    }
    Ok(checked)
}

impl Claim {
    /// The position, or `None` if there is none that is written so.
    pub fn board(&self) -> Option<Mailbox> {
        let (cells, side) = self.position.split_once(' ')?;
        let disc = |cell| match cell {
            'X' => Some(Some(Disc::Black)),
            'O' => Some(Some(Disc::White)),
            '-' => Some(None),
            _ => None,
        };
        let cells: Vec<_> = cells.chars().map(disc).collect::<Option<_>>()?;
        let side = if side == "X" { Disc::Black } else { (side == "O").then_some(Disc::White)? };
        Mailbox::new(self.width, self.height, &cells, side)
    }
}

/// A walk through all that can happen when one side keeps to its strategy.
struct Walk<'a> {
    rules: Rules,
    width: usize,
    /// The side whose strategy it is,
    side: Disc,
    /// and what it is to secure.
    goal: Score,
    leaves: u32,
    strategy: &'a Choices,
    /// How far the strategy has been read.
    at: usize,
    /// The moves from the start to the present position.
    line: Vec<usize>,
    seen: HashSet<u128, FxBuildHasher>,
    checked: Checked,
    progress: &'a dyn Progress,
}

impl Walk<'_> {
    /// Checks that the side secures the goal in a position.
    fn follow(&mut self, board: &Mailbox) -> Result<(), String> {
        if !self.seen.insert(number_of(board)) {
            return Ok(());
        }
        if self.progress.stopped() {
            return Err("the check was stopped".to_owned());
        }
        self.checked.positions += 1;
        if board.count(None) <= self.leaves {
            self.checked.leaves += 1;
            let found = self.search(board);
            return if found { Ok(()) } else { Err(format!("{} is out of reach", self.goal)) };
        }
        let moves = moves(board);
        if moves.is_empty() {
            return match board.pass() {
                Some(passed) => self.follow(&passed),
                None if self.is_reached(board) => Ok(()),
                None => Err(format!("the game is over, and {} is not reached", self.goal)),
            };
        }
        if board.side() == self.side {
            let choice = self.choose(moves.len())?;
            return self.step(&moves[choice]);
        }
        moves.iter().try_for_each(|after| self.step(after))
    }

    /// Goes on after a move, which is in the line for as long as that takes and
    /// stays there if something is wrong.
    fn step(&mut self, (square, after): &(usize, Mailbox)) -> Result<(), String> {
        self.line.push(*square);
        self.follow(after)?;
        self.line.pop();
        Ok(())
    }

    /// Reads the next choice of a move.
    fn choose(&mut self, among: usize) -> Result<usize, String> {
        let before = self.at;
        let choice = self.strategy.take(&mut self.at, among);
        self.progress.advance((self.at - before) as u64);
        match choice {
            None => Err("the strategy ends before it has a move here".to_owned()),
            Some(choice) if choice >= among => {
                Err(format!("the strategy has move {} of {among}", choice + 1))
            }
            Some(choice) => Ok(choice),
        }
    }

    /// Whether the side secures the goal, by trying out all moves.
    fn search(&mut self, board: &Mailbox) -> bool {
        self.checked.searched += 1;
        let moves = moves(board);
        if moves.is_empty() {
            return match board.pass() {
                Some(passed) => self.search(&passed),
                None => self.is_reached(board),
            };
        }
        if board.side() == self.side {
            moves.iter().any(|(_, after)| self.search(after))
        } else {
            moves.iter().all(|(_, after)| self.search(after))
        }
    }

    /// Whether a game that is over here has reached the goal.
    fn is_reached(&self, board: &Mailbox) -> bool {
        let score = board.score(self.rules);
        let score = if board.side() == self.side { score } else { -score };
        score >= self.goal
    }

    /// Checks that nothing of the strategy is left over.
    fn finish(&self) -> Result<(), String> {
        match self.strategy.bits() - self.at {
            0 => Ok(()),
            bits => Err(format!("{bits} bits of the strategy are left over")),
        }
    }

    fn refusal(&self, reason: String) -> Refusal {
        let square = |&square: &usize| {
            let column = ('a'..).nth(square % self.width).unwrap_or('?');
            format!("{column}{}", square / self.width + 1)
        };
        let line: String = self.line.iter().map(square).collect();
        let place =
            if line.is_empty() { "at the start".to_owned() } else { format!("after {line}") };
        Refusal::Fails { side: format!("{:?}", self.side), place, reason }
    }
}

/// The legal moves and the boards after them.
fn moves(board: &Mailbox) -> Vec<(usize, Mailbox)> {
    let squares = 0..board.cells().len();
    squares.filter_map(|square| Some((square, board.play(square)?))).collect()
}

/// A number that no other position of the same board has: a digit of 0 to 2 for
/// each cell, and one for the side to move.
fn number_of(board: &Mailbox) -> u128 {
    let digit = |disc| if disc == Disc::Black { 1 } else { 2 };
    let cells = board.cells().iter().map(|cell| cell.map_or(0, digit));
    cells.fold(digit(board.side()), |number, cell| number * 3 + cell)
}
