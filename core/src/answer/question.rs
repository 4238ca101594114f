//! Questions about a position, and when an answer is enough.

use super::bounds::Bounds;
use super::proved::{Answer, is_whole};
use crate::board::Size;
use crate::game::{Position, Rules};
use crate::search::{Find, expected_positions};

/// Boards of at most this many squares are enumerated: every position that can follow is visited.
/// [`Solution::MAX_SQUARES`](crate::Solution::MAX_SQUARES) is the limit for explicit requests.
pub const EXHAUSTIVE_SQUARES: u32 = 16;

/// The lines of best play that a question asks for, each to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lines {
    /// No line.
    None,
    /// A line for the position. If all best moves are wanted, it takes the first of them at each
    /// turn, in the order of squares.
    One,
    /// A line for the position, and one for each legal move.
    Each,
}

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
    /// The value, and which moves.
    pub find: Find,
    /// The lines.
    pub lines: Lines,
    /// Whether the positions and games of the whole tree are wanted too. They are counted only on
    /// boards that are enumerated.
    pub counts: bool,
}

impl Question {
    /// The default question about a single position: its value, a line and one best move, or all best
    /// moves on boards that are enumerated.
    ///
    /// ```
    /// # use othello_core::{Find, Position, Rules, Size, Start};
    /// # use othello_core::answer::Question;
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// assert_eq!(Question::usual(start, Rules::default()).find, Find::BestMoves);
    /// ```
    pub fn usual(position: Position, rules: Rules) -> Self {
        let find = if is_small(position.size()) { Find::BestMoves } else { Find::BestMove };
        Self { position, rules, find, lines: Lines::One, counts: false }
    }

    /// The same question with another goal. The value alone needs no line.
    #[must_use]
    pub fn with_goal(self, find: Find) -> Self {
        let lines = if find == Find::Value { Lines::None } else { self.lines };
        Self { find, lines, ..self }
    }

    /// About how many positions the search for the value visits.
    #[doc(hidden)]
    pub fn expected_positions(&self) -> u64 {
        expected_positions(self.position, self.rules.objective)
    }

    /// Whether the answer has everything that the question asks for.
    pub fn is_settled_by(&self, answer: &Answer) -> bool {
        self.has_values(answer) && self.has_lines(answer)
    }

    /// The values to find, including those that the lines need: a line begins with a best move, and a
    /// line for each move needs the value of that move.
    pub(super) fn goal(&self) -> Find {
        match self.lines {
            Lines::None => self.find,
            Lines::One => self.find.max(Find::BestMove),
            Lines::Each => Find::AllMoves,
        }
    }

    /// Whether the answer has everything but the lines.
    pub(super) fn has_values(&self, answer: &Answer) -> bool {
        let Some(value) = answer.value() else { return false };
        if self.counts && is_small(self.position.size()) && answer.counts().is_none() {
            return false;
        }
        if answer.moves().is_empty() {
            return true;
        }
        match self.goal() {
            Find::Value => true,
            Find::BestMove => answer.best_move().is_some(),
            Find::BestMoves => answer.best_moves().is_some(),
            Find::AllMoves => {
                answer.moves().iter().all(|mv| mv.value().is_some_and(|own| own <= value))
            }
        }
    }

    fn has_lines(&self, answer: &Answer) -> bool {
        let has_one = answer.has_whole_line();
        let has_each = answer.moves().iter().all(|mv| mv.line().is_some_and(is_whole));
        match self.lines {
            Lines::None => true,
            Lines::One => has_one,
            Lines::Each => has_one && has_each,
        }
    }

    /// The answer that settles the question, with exactly what the question asks for. Everything else
    /// that was found on the way depends on threads and time.
    pub(super) fn trimmed(&self, mut answer: Answer) -> Answer {
        let Some(value) = answer.value() else { return answer };
        let (best_move, range) = (answer.best_move(), Bounds::of_board(answer.position().size()));
        let most = Bounds { upper: value, upper_from: answer.bounds().upper_from, ..range };
        let goal = self.goal();
        let is_one = goal <= Find::BestMove;
        let has_move = goal > Find::Value;
        for mv in &mut answer.moves {
            let is_best = mv.bounds.lower == value;
            if goal < Find::AllMoves {
                if is_one && !(has_move && best_move == Some(mv.square())) {
                    mv.bounds = most;
                } else if !is_best {
                    mv.bounds = Bounds { upper: value - 1, ..most };
                }
            }
            if self.lines < Lines::Each {
                mv.line = None;
            }
        }
        if self.lines == Lines::None {
            answer.line = None;
        }
        if !self.counts {
            answer.counts = None;
        }
        answer.forecast = None;
        answer
    }

    /// The question about the position after a pass. A position without a legal move has the value and
    /// the line of its successor.
    pub(super) fn after_pass(&self) -> Self {
        Self {
            position: self.position.pass(),
            find: match self.lines {
                Lines::None => Find::Value,
                Lines::One | Lines::Each => self.find.clamp(Find::BestMove, Find::BestMoves),
            },
            lines: self.lines.min(Lines::One),
            ..*self
        }
    }
}

/// Whether a board is enumerated by default.
pub(super) fn is_small(size: Size) -> bool {
    size.squares() <= EXHAUSTIVE_SQUARES
}
