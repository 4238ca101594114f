//! How much each player lost in the endgames of many games.

use std::collections::BTreeMap;

use othello_core::analysis::{GivenAway, Review};

use super::prelude::*;

/// The losses of the players in a file of games, in moves with few empty squares.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Losses {
    /// Moves count if there are at most this many empty squares before them.
    pub(super) empties: u32,
    /// The number of games.
    pub(super) count: usize,
    /// The losses of each player, by name.
    pub(super) players: BTreeMap<String, Total>,
}

/// A player's losses, in discs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Total {
    /// The number of games.
    count: u32,
    /// The discs lost by moves whose values are exact.
    lost_exact: Score,
    /// The discs lost by the other moves.
    lost_estimated: Score,
}

impl Total {
    fn lost(&self) -> Score {
        self.lost_exact + self.lost_estimated
    }

    fn per_game(&self) -> f64 {
        f64::from(self.lost()) / f64::from(self.count)
    }
}

impl Losses {
    /// Adds a game. Players without names are counted by colour.
    pub(super) fn add(&mut self, [black, white]: [Option<String>; 2], review: &Review) {
        self.count += 1;
        for (name, color, lost) in [
            (black, Color::Black, &review.players.black),
            (white, Color::White, &review.players.white),
        ] {
            let GivenAway { lost_exact, lost_estimated } = lost;
            let total = self.players.entry(name.unwrap_or_else(|| color.to_string())).or_default();
            total.count += 1;
            total.lost_exact += lost_exact;
            total.lost_estimated += lost_estimated;
        }
    }

    /// A table, starting with the most accurate player.
    pub(super) fn text(&self) -> String {
        let mut rows: Vec<_> = self.players.iter().collect();
        rows.sort_by(|(_, one), (_, other)| one.per_game().total_cmp(&other.per_game()));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{:<width$}  games  lost  per game\n", "player");
        for (name, total) in rows {
            let Total { count, lost_estimated, .. } = total;
            let (lost, per_game) = (total.lost(), total.per_game());
            text += &format!("{name:<width$}  {count:>5}  {lost:>4}  {per_game:>8.1}");
            if *lost_estimated > 0 {
                text += &format!("  {lost_estimated} of these by forecasts");
            }
            text.push('\n');
        }
        let Self { count, empties, .. } = self;
        text + &format!("\nDiscs given away with at most {empties} empty squares; games: {count}\n")
    }
}
