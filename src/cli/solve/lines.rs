//! Solves every position of a file.

use othello_core::Find;
use othello_core::answer::{Answer, Limits, Question, Sources, answer};
use othello_core::documents::{BoundsDocument, FileAnswer, moves};

use super::Solve;
use super::text::{best_so_far, bounds_text, move_text, moves_of_open};
use crate::cli::prelude::*;

impl Solve {
    pub(super) fn solve_lines(&self, lines: Lines) -> Result {
        let bar = self.print.quiet.bar();
        let (hash, threads) = (self.resources.memory.hash, self.resources.threads());
        let (format, file) = self.destination(None);
        answer_each(lines, self.rules, (format, file.as_deref()), |entry, rules| {
            let position = entry.position();
            let question = self.question(Question::usual(position, rules));
            // Each line has the number of positions that its search takes.
            let sources =
                Sources { enumeration: false, forecast: self.time.is_some(), ..Sources::ALL };
            let limits = Limits { hash, threads };
            let limit = bar.limit(self.time.unwrap_or(Duration::MAX));
            let prefix = format!("{position}: ");
            let limit = limit.with_prefix(&prefix);
            let found = answer(&question, &sources, &limits, &limit).map_err(Failure::failed)?;
            if question.is_settled_by(&found) {
                return Ok(Ok(of_settled(&question, &found)));
            }
            // Without a time limit, or before its end, only Ctrl-C stops a search.
            let stopped = || Failure::Failed(format!("stopped at {position}"));
            ensure(self.time.is_some() && !bar.is_stopped(), stopped)?;
            Ok(Ok(of_open(&found)))
        })
    }
}

/// The answer for a line of a file: complete, or what was found within the time limit.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Settled(FileAnswer),
    Open(Box<BoundsDocument>),
}

fn of_settled(question: &Question, found: &Answer) -> PositionAnswer<Found> {
    let best = match found.best_moves() {
        Some(best) if question.find >= Find::BestMoves => best,
        _ => found.best_move().into_iter().collect(),
    };
    let value = found.value();
    let names = bold(&format!("{:2}", listed(&best)));
    let line = found.line().map_or(String::new(), Game::to_string);
    let number = self::value(value.unwrap_or_default(), 5);
    let summary = format!("{number}  {names}  {line}");
    let details = details(moves(question, found).iter().flatten().map(move_text));
    let mut values = Vec::new();
    for mv in found.valued_moves() {
        values.push((mv.square, mv.value));
    }
    let answer = Found::Settled(FileAnswer::new(question, found));
    PositionAnswer { answer, value, values, summary, details }
}

fn of_open(found: &Answer) -> PositionAnswer<Found> {
    let (value, best) = (found.value(), best_so_far(found));
    let summary = format!("{}  best so far {best}", bounds_text(found.bounds()));
    let mut values = Vec::new();
    for mv in found.valued_moves() {
        values.push((mv.square, mv.value));
    }
    let details = details(moves_of_open(found));
    let answer = Found::Open(Box::new(BoundsDocument::new(found, None)));
    PositionAnswer { answer, value, values, summary, details }
}

/// The moves, one below the other.
fn details(moves: impl Iterator<Item = String>) -> String {
    moves.fold(String::new(), |text, mv| text + &format!("{:7}{mv}\n", ""))
}
