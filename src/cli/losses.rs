//! What the players of many games lost near their ends.

use std::collections::BTreeMap;

use othello_solver::analysis::{GivenAway, Review};
use othello_solver::{Color, Score};
use serde::Serialize;

/// What the players of the games of a file lost in the moves with few empty squares.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Losses {
    /// The most empty squares before a move that counts.
    empties: u32,
    /// The number of games.
    pub(super) games: usize,
    /// What each player lost.
    players: BTreeMap<String, Lost>,
}

/// What a player lost, in discs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Lost {
    games: u32,
    /// By moves whose values are exact.
    exact: Score,
    /// By the other moves.
    estimated: Score,
}

impl Losses {
    pub(super) fn new(empties: u32) -> Self {
        Self { empties, games: 0, players: BTreeMap::new() }
    }

    /// Adds a game. A player without a name goes by the colour.
    pub(super) fn add(&mut self, players: [Option<String>; 2], review: &Review) {
        self.games += 1;
        let colors = Color::ALL.map(|color| color.to_string());
        let lost = [review.black, review.white];
        for ((name, color), GivenAway { exact, estimated }) in
            players.into_iter().zip(colors).zip(lost)
        {
            let of = self.players.entry(name.unwrap_or(color)).or_default();
            of.games += 1;
            of.exact += exact;
            of.estimated += estimated;
        }
    }

    /// A table, the most careful players first.
    pub(super) fn in_words(&self) -> String {
        let mut rows: Vec<_> = self.players.iter().collect();
        let each = |of: &Lost| f64::from(of.exact + of.estimated) / f64::from(of.games);
        rows.sort_by(|(_, one), (_, other)| each(one).total_cmp(&each(other)));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{:<width$}  games  lost  per game\n", "player");
        for (name, of) in rows {
            let lost = of.exact + of.estimated;
            text += &format!("{name:<width$}  {:>5}  {lost:>4}  {:>8.1}", of.games, each(of));
            if of.estimated > 0 {
                text += &format!("  {} of it by forecasts", of.estimated);
            }
            text.push('\n');
        }
        let Self { games, empties, .. } = self;
        text + &format!("\nDiscs given away with at most {empties} empty squares; games: {games}\n")
    }
}
