//! Solves every position of a file.

use othello_core::analysis::PositionBounds;
use othello_core::{SearchOptions, SearchResult, analysis};
use othello_solver::results::usual_question;

use super::Solve;
use super::text::{best_so_far, bounds_text, move_text, moves_of_bounds};
use crate::cli::prelude::*;

impl Solve {
    pub(super) fn solve_lines(&self, lines: Lines) -> Result {
        let bar = self.print.quiet.bar();
        let (hash, threads) = (self.resources.memory.hash, self.resources.threads());
        let (format, file) = self.destination(None);
        answer_each(lines, self.rules, (format, file.as_deref()), |entry, rules| {
            let position = entry.position();
            let find = self.find(usual_question(position.size()));
            bar.begin(&position.to_string(), None);
            let options = SearchOptions { rules, hash, threads, find, ..SearchOptions::default() };
            let found = match self.time {
                Some(time) => analysis::answer_within(position, &options, &bar.limit(time))
                    .map_or_else(Found::PositionBounds, Found::Solved),
                None => Found::Solved(analysis::answer(position, &options, &bar).result),
            };
            // The search has ended by itself or by its time limit, and not by Ctrl-C.
            let is_final = match &found {
                Found::Solved(result) => result.complete,
                Found::PositionBounds(_) => !bar.is_stopped(),
            };
            ensure(is_final, || Failure::Failed(format!("stopped at {position}")))?;
            Ok(Ok(found))
        })
    }
}

/// The answer for a line of a file: complete, or what was found within the time limit.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Solved(SearchResult),
    PositionBounds(Box<PositionBounds>),
}

impl PositionAnswer for Found {
    fn value(&self) -> Option<Score> {
        match self {
            Self::Solved(result) => result.value(),
            Self::PositionBounds(bounds) => bounds.value,
        }
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        match self {
            Self::Solved(result) => {
                let mut best = result.best_moves.iter().flatten().chain(&result.best_move);
                let is_best = best.any(|best| *best == square);
                let valued = result.moves.iter().find(|mv| mv.square == square);
                result.value().filter(|_| is_best).or(valued.map(|mv| mv.value))
            }
            Self::PositionBounds(bounds) => {
                let mv = bounds.moves.iter().find(|mv| mv.square == square)?;
                (mv.lower == mv.upper).then_some(mv.lower)
            }
        }
    }

    fn summary(&self) -> String {
        match self {
            Self::Solved(result) => {
                let best = best_moves(result.best_moves.as_ref(), result.best_move);
                let best = bold(&format!("{best:2}"));
                format!("{}  {best}  {}", value(result.lower, 5), result.line)
            }
            Self::PositionBounds(bounds) => {
                let best = best_so_far(bounds);
                format!("{}  best so far {best}", bounds_text(bounds.lower, bounds.upper))
            }
        }
    }

    fn details(&self) -> String {
        let moves: Vec<_> = match self {
            Self::Solved(result) => result.moves.iter().map(move_text).collect(),
            Self::PositionBounds(bounds) => moves_of_bounds(bounds).collect(),
        };
        moves.iter().map(|mv| format!("{:7}{mv}\n", "")).collect()
    }
}
