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
                    .map_or_else(of_bounds, of_result),
                None => of_result(analysis::answer(position, &options, &bar).result),
            };
            // The search has ended by itself or by its time limit, and not by Ctrl-C.
            let is_final = match &found.answer {
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

fn of_result(result: SearchResult) -> PositionAnswer<Found> {
    let best = best_moves(result.best_moves.as_ref(), result.best_move);
    let best = bold(&format!("{best:2}"));
    let summary = format!("{}  {best}  {}", value(result.lower, 5), result.line);
    let details = details(result.moves.iter().map(move_text));
    let value = result.value();
    let best = result.best_moves.iter().flatten().chain(&result.best_move);
    let best = best.filter_map(|&square| Some((square, value?)));
    let values = best.chain(result.moves.iter().map(|mv| (mv.square, mv.value))).collect();
    PositionAnswer { answer: Found::Solved(result), value, values, summary, details }
}

fn of_bounds(bounds: Box<PositionBounds>) -> PositionAnswer<Found> {
    let (value, best) = (bounds.value, best_so_far(&bounds));
    let summary = format!("{}  best so far {best}", bounds_text(bounds.lower, bounds.upper));
    let exact = bounds.moves.iter().filter(|mv| mv.lower == mv.upper);
    let values = exact.map(|mv| (mv.square, mv.lower)).collect();
    let details = details(moves_of_bounds(&bounds));
    PositionAnswer { answer: Found::PositionBounds(bounds), value, values, summary, details }
}

/// The moves, one below the other.
fn details(moves: impl Iterator<Item = String>) -> String {
    moves.fold(String::new(), |text, mv| text + &format!("{:7}{mv}\n", ""))
}
