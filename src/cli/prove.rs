//! Proofs, on a board whose shape is known only when the program runs.

use std::ops::ControlFlow;

use othello_solver::proof::{Certificate, prove};
use othello_solver::{AnyGame, Oracle, Progress, Rules, Shape};

use super::size::ForShape;

/// Writes the strategies of a certificate to their end: see [`prove`].
pub(crate) struct Prove<'a> {
    pub(crate) game: AnyGame,
    pub(crate) rules: Rules,
    pub(crate) draft: Certificate,
    /// The memory for the table of the search.
    pub(crate) hash: usize,
    pub(crate) keep: &'a mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    pub(crate) progress: &'a dyn Progress,
}

impl ForShape for Prove<'_> {
    type Output = Option<Certificate>;

    fn run<S: Shape>(self) -> Self::Output {
        let position = self.game.game::<S>()?.position();
        let oracle = Oracle::new(self.rules, self.hash, self.game.empties());
        let mut at_least = |position, bound| oracle.at_least(position, bound, self.progress);
        prove(position, self.draft, &mut at_least, self.keep, self.progress)
    }
}
