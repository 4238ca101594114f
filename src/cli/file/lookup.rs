//! `lookup --file`.

use othello_solver::results::Lookup;
use othello_solver::{AnyGame, Score, Shape, Start, report};

use super::{Answer, Out, PositionFile};
use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;
use crate::cli::size::ForShape;

/// Looks up each position of a file.
pub(crate) struct LookupFile {
    pub(crate) file: PositionFile,
    pub(crate) start: Start,
    pub(crate) rules: RulesArgs,
    pub(crate) out: Out,
}

impl Answer for Lookup {
    fn value(&self) -> Option<Score> {
        Some(self.value)
    }

    fn value_of(&self, square: &str) -> Option<Score> {
        self.moves.iter().find(|of| of.square == square).map(|of| of.value)
    }

    fn words(&self) -> String {
        let moves = self.moves.iter().map(|of| format!("  {} {:+}", of.square, of.value));
        format!("{:>+5}{}", self.value, moves.collect::<String>())
    }
}

impl ForShape for LookupFile {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self { file, start, rules, out } = self;
        file.answer_each(AnyGame::start::<S>(start), rules, &out, &mut |entry, rules| {
            let game = entry.game.game::<S>().expect("it is on the board of the start");
            Ok(report::lookup(game, rules))
        })
    }
}
