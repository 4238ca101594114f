//! What the players of many games lost near their ends.

use std::collections::BTreeMap;

use othello_core::analysis::{GivenAway, Review};
use othello_core::{Color, Score};
use serde::Serialize;

/// What the players of the games of a file lost in the moves with few empty squares.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Losses {
    /// The most empty squares before a move that counts.
    empties: u32,
    /// The number of games.
    pub(super) count: usize,
    /// What each player lost, by name.
    players: BTreeMap<String, Total>,
}

/// What a player lost, in discs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Total {
    /// The number of games.
    count: u32,
    /// The discs given away by moves whose values are exact.
    lost_exact: Score,
    /// The discs given away by the other moves.
    lost_estimated: Score,
}

impl Losses {
    pub(super) fn new(empties: u32) -> Self {
        Self { empties, count: 0, players: BTreeMap::new() }
    }

    /// Adds a game. A player without a name goes by the colour.
    pub(super) fn add(&mut self, players: [Option<String>; 2], review: &Review) {
        self.count += 1;
        let colors = Color::ALL.map(|color| color.to_string());
        let lost = [review.players.black, review.players.white];
        for ((name, color), GivenAway { lost_exact, lost_estimated }) in
            players.into_iter().zip(colors).zip(lost)
        {
            let of = self.players.entry(name.unwrap_or(color)).or_default();
            of.count += 1;
            of.lost_exact += lost_exact;
            of.lost_estimated += lost_estimated;
        }
    }

    /// A table, the most careful players first.
    pub(super) fn in_words(&self) -> String {
        let mut rows: Vec<_> = self.players.iter().collect();
        let each = |of: &Total| f64::from(of.lost_exact + of.lost_estimated) / f64::from(of.count);
        rows.sort_by(|(_, one), (_, other)| each(one).total_cmp(&each(other)));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{:<width$}  games  lost  per game\n", "player");
        for (name, of) in rows {
            let lost = of.lost_exact + of.lost_estimated;
            text += &format!("{name:<width$}  {:>5}  {lost:>4}  {:>8.1}", of.count, each(of));
            if of.lost_estimated > 0 {
                text += &format!("  {} of it by forecasts", of.lost_estimated);
            }
            text.push('\n');
        }
        let Self { count, empties, .. } = self;
        text + &format!("\nDiscs given away with at most {empties} empty squares; games: {count}\n")
    }
}
