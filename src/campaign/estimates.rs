//! Estimates of positions about which nothing is known yet, kept from plan to plan.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, estimate};
use super::lines::to_line;
use super::terms::{Terms, form};
use crate::board::Square;
use crate::board::kernel::Discs;
use crate::game::Position;
use crate::progress::Progress;
use crate::search::ranked_moves;
use crate::storage::{FileError, write_whole};

/// The order in which a search would try the moves of positions, and the estimates of positions of
/// the frontier. They are kept from plan to plan, because they take long to make and do not change:
/// if each of the 21 plans of a campaign of 4×9 made them again, that would take more positions
/// than the answers.
#[derive(Debug, Default)]
pub(super) struct Estimates {
    moves: HashMap<Discs, Box<[Square]>, FxBuildHasher>,
    pub(super) frontier: HashMap<Discs, Estimate, FxBuildHasher>,
    /// The number of positions searched for those that were not kept.
    pub(super) nodes: u64,
}

/// The file of estimates.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    moves: Vec<(Discs, Box<[Square]>)>,
    frontier: Vec<(Discs, Estimate)>,
}

impl Estimates {
    /// The estimates of a file. They decide what is asked first, and no more, so a file that cannot
    /// be read is left out.
    pub(super) fn read(path: &Path) -> Self {
        let Kept { moves, frontier } = fs::read(path)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let (moves, frontier) = (moves.into_iter().collect(), frontier.into_iter().collect());
        Self { moves, frontier, nodes: 0 }
    }

    /// Writes the estimates to a file.
    pub(super) fn write(&self, path: &Path) -> Result<(), FileError> {
        let moves = self.moves.iter().map(|(&discs, moves)| (discs, moves.clone())).collect();
        let frontier = self.frontier.iter().map(|(&discs, &estimate)| (discs, estimate)).collect();
        write_whole(path, to_line(&Kept { moves, frontier }).as_bytes())
    }

    /// The positions after the moves of a position, those first that a search would try first. Of
    /// moves that lead to images of one position there is the first.
    pub(super) fn after(
        &mut self,
        terms: &Terms,
        position: Position,
        progress: &dyn Progress,
    ) -> Box<[Discs]> {
        let Self { moves, nodes, .. } = self;
        let ranked = moves.entry(position.own_and_opponent()).or_insert_with(|| {
            let (moves, took) = ranked_moves(position, terms.rules(), terms.shallower());
            *nodes += took;
            progress.advance(took);
            moves.into()
        });
        let mut after = Vec::new();
        // The file lacks some, which are added.
        for square in ranked.iter().copied().chain(position.moves()) {
            if let Ok(next) = position.play(square).map(form)
                && !after.contains(&next)
            {
                after.push(next);
            }
        }
        after.into()
    }

    /// The estimate of a position of the frontier.
    pub(super) fn frontier(
        &mut self,
        terms: &Terms,
        discs: Discs,
        progress: &dyn Progress,
    ) -> Estimate {
        let Self { frontier, nodes, .. } = self;
        *frontier.entry(discs).or_insert_with(|| {
            let (position, rules) = (terms.position(discs), terms.rules());
            let (value, took) = estimate(position, rules, terms.shallower());
            let (_, cost) = ranked_moves(position, rules, 1);
            *nodes += took + cost;
            progress.advance(took + cost);
            Estimate { value, cost }
        })
    }
}
