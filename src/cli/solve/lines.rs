//! Solves every position of a file.

use othello_core::TimeLimit;
use othello_core::answer::{Answer, Question, Sources, answer};
use othello_core::documents::AnswerDocument;
use othello_solver::clock::clock;

use super::Solve;
use super::text::{best_so_far, bounds_text, moves_of_open, moves_of_settled};
use crate::cli::prelude::*;

impl Solve {
    pub(super) fn solve_lines(&self, lines: RecordStream) -> Result {
        let (bar, limits) = (self.print.quiet.bar(), self.resources.limits());
        let (format, file) = self.destination(None);
        let to = (format, file.as_deref());
        answer_each(lines, self.rules, to, ((&limits, true), &bar), |asked| {
            let Asked { entry, rules, limits, progress } = asked;
            let position = entry.position();
            let question = self.question(Question::usual(position, rules));
            // Each line has the number of positions that its search takes.
            let sources =
                Sources { enumeration: false, forecast: self.time.is_some(), ..Sources::ALL };
            let limit = TimeLimit::new(progress, &clock, self.time.unwrap_or(Duration::MAX));
            let prefix = format!("{position}: ");
            let limit = limit.with_prefix(&prefix);
            let found = answer(&question, &sources, limits, &limit).map_err(Failure::failed)?;
            // Without a time limit, or before its end, only Ctrl-C stops a search.
            let is_stopped = self.time.is_none() || bar.is_stopped();
            if is_stopped && !question.is_settled_by(&found) {
                return Err(Failure::Failed(format!("stopped at {position}")));
            }
            Ok(Ok(on_line(&question, &found)))
        })
    }
}

/// The answer for a line of a file: complete, or what was found within the time limit.
fn on_line(question: &Question, found: &Answer) -> PositionAnswer<AnswerDocument> {
    let document = AnswerDocument::new(question, found);
    let nodes = Some(found.nodes());
    let answer = AnswerDocument { command: None, nodes, ..document };
    let (summary, moves): (_, Vec<_>) = if answer.bounds.is_some() {
        let best = best_so_far(found);
        let summary = format!("{}  best so far {best}", bounds_text(found.bounds()));
        (summary, moves_of_open(found).collect())
    } else {
        let best = best_moves(answer.best_moves.as_ref(), answer.best_move);
        let names = bold(&format!("{best:2}"));
        let line = answer.line.as_ref().map_or(String::new(), Game::to_string);
        let number = value(answer.value.unwrap_or_default(), 5);
        (format!("{number}  {names}  {line}"), moves_of_settled(&answer).collect())
    };
    let details = moves.iter().fold(String::new(), |text, mv| text + &format!("{:7}{mv}\n", ""));
    let (value, values) = (answer.value, answer.known_values());
    PositionAnswer { answer, value, values, summary, details }
}
