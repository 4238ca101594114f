//! The values of a position's moves, as far as they can be found within a time limit.

use super::{AnalysisOptions, Basis, Forecast, Outlook, TABLE};
use crate::answer::{Ahead, AnswerError, Limits, Lines, Question, Sources, answer};
use crate::evaluation::Evaluation;
use crate::game::{MoveValue, Position, Rules};
use crate::progress::{CountsOnly, Progress, TimeLimit};
use crate::search::Find;

/// With at most this number of empty squares, finding the exact values of all moves takes seconds,
/// so every player that searches tries this first.
pub const MOST_EMPTIES_OF_PERFECT: u32 = 20;

/// Finds as much as it can within the listener's time, give or take a moment: the value of every
/// move, or only a best move if `find` asks for no more. The number of positions searched is
/// reported to the listener.
///
/// # Errors
///
/// As [`answer`].
///
/// ```
/// # use othello_core::{Position, Rules, Size, Start};
/// # use othello_core::analysis::{Basis, outlook};
/// # use othello_core::search::Find;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let outlook = outlook(start, Rules::default(), Find::AllMoves, &())?;
/// assert_eq!(outlook.basis, Basis::Exact);
/// assert!(outlook.moves.iter().all(|mv| mv.value == -8));
/// # Ok::<_, othello_core::answer::AnswerError>(())
/// ```
pub fn outlook(
    position: Position,
    rules: Rules,
    find: Find,
    progress: &dyn Progress,
) -> Result<Outlook, AnswerError> {
    if position.moves().is_empty() {
        return Ok(Outlook::exact([]));
    }
    let counted = CountsOnly(progress);
    // Without an evaluation, half of the time is for counting discs some plies ahead.
    let time = counted.left();
    let time = if Evaluation::exists(position.size(), rules) { time } else { time / 2 };
    let question = Question { position, rules, find, lines: Lines::None, counts: false };
    let search = position.empties() <= MOST_EMPTIES_OF_PERFECT;
    let sources = Sources { search, ..Sources::ALL };
    let limit = TimeLimit::share(&counted, time);
    let answer = answer(&question, &sources, &Limits::single(TABLE), &limit)?;
    if question.is_settled_by(&answer) {
        let all = answer.valued_moves();
        if all.len() == answer.moves().len() {
            return Ok(Outlook::exact(all));
        }
        let best = answer.best_move().zip(answer.value());
        return Ok(Outlook::exact(best.map(|(square, value)| MoveValue { square, value })));
    }
    if let Some(Forecast { moves, depth, .. }) = answer.forecast() {
        return Ok(Outlook { moves, basis: Basis::Forecast { depth } });
    }
    let deepest = AnalysisOptions { rules, depth: u32::MAX, hash: TABLE };
    Ok(Ahead::new(position, &deepest, &counted).outlook)
}
