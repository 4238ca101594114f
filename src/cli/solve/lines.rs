//! Files of positions: an answer for each line.

use othello_core::TimeLimit;
use othello_core::analysis::{self, PositionBounds};
use othello_core::search::SearchResult;
use othello_core::{Progress, Score, SearchOptions, Square};
use othello_solver::clock::clock;
use othello_solver::results::usual_question;
use serde::Serialize;

use super::Solve;
use super::text::{between, move_line, moves_of_bounds, so_far};
use crate::cli::color::{self, answer};
use crate::cli::failure::Failure;
use crate::cli::file::{Answer, Lines};
use crate::cli::output::listed;
use crate::cli::progress::Bar;

impl Solve {
    /// Answers each line of a file.
    pub(super) fn solve_lines(&self, lines: Lines) -> Result<(), Failure> {
        let bar = self.print.quiet.bar();
        let (hash, threads) = (self.hash.hash, self.threads.or_all());
        lines.answer_each(self.rules, &self.out(None), |entry, rules| {
            let position = entry.position();
            let find = self.wanted(usual_question(position.size()));
            bar.begin(&position.to_string(), None);
            let options = SearchOptions { rules, hash, threads, find, ..SearchOptions::default() };
            let found = match self.time {
                Some(time) => {
                    analysis::answer_within(position, &options, &TimeLimit::new(&bar, clock, time))
                        .map_or_else(Found::Bounds, Found::Solved)
                }
                None => Found::Solved(analysis::answer(position, &options, &bar).result),
            };
            if found.is_ended(&bar) {
                Ok(Ok(found))
            } else {
                Err(Failure::Failed(format!("stopped at {position}")))
            }
        })
    }
}

/// The answer for a line of a file: whole, or as far as it was found in time.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Solved(SearchResult),
    Bounds(Box<PositionBounds>),
}

impl Found {
    /// Whether the search has ended, or the time, and nobody has stopped it.
    fn is_ended(&self, bar: &Bar) -> bool {
        match self {
            Self::Solved(result) => result.complete,
            Self::Bounds(_) => !bar.is_stopped(),
        }
    }
}

impl Answer for Found {
    fn value(&self) -> Option<Score> {
        match self {
            Self::Solved(result) => Answer::value(result),
            Self::Bounds(bounds) => bounds.value,
        }
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        match self {
            Self::Solved(result) => result.value_of(square),
            Self::Bounds(bounds) => {
                let of = bounds.moves.iter().find(|of| of.square == square)?;
                (of.lower == of.upper).then_some(of.lower)
            }
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Solved(result) => result.words(),
            Self::Bounds(bounds) => {
                format!("{}  best so far {}", between(bounds.lower, bounds.upper), so_far(bounds))
            }
        }
    }

    fn more(&self) -> String {
        match self {
            Self::Solved(result) => result.more(),
            Self::Bounds(bounds) => {
                let lines = moves_of_bounds(bounds).map(|of| format!("{:7}{of}\n", ""));
                lines.collect()
            }
        }
    }
}

impl Answer for SearchResult {
    fn value(&self) -> Option<Score> {
        self.value()
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        let mut best = self.best_moves.iter().flatten().chain(&self.best_move);
        let best = best.any(|best| *best == square).then(|| self.value()).flatten();
        let valued = || self.moves.iter().find(|of| of.square == square).map(|of| of.value);
        best.or_else(valued)
    }

    fn words(&self) -> String {
        let value = color::value(self.lower, 5);
        let best = self.best_moves.as_ref().map_or_else(|| listed(self.best_move), listed);
        format!("{value}  {}  {}", answer(&format!("{best:2}")), self.line)
    }

    fn more(&self) -> String {
        let lines = self.moves.iter().map(|of| format!("{:7}{}\n", "", move_line(of)));
        lines.collect()
    }
}
