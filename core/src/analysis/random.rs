//! Pseudo-random numbers that depend only on a seed, and random endgames for measuring a search.

use std::ops::RangeInclusive;

use crate::board::{Size, Turn};
use crate::game::{Position, Start};

/// Sebastiano Vigna's `SplitMix64`, started with a seed.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`, uniformly distributed, or 0 if `limit` is 0.
    #[allow(clippy::cast_possible_truncation)]
    pub fn below(&mut self, limit: u32) -> u32 {
        // The upper half of the product is below the limit.
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u32
    }
}

/// The number of plies that both players of a random game look ahead.
const PLIES: u32 = 3;

/// The corners of 8×8.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Positions on 8×8, each from a different game, whose numbers of empty squares cycle through
/// `empties`. They depend only on the arguments, so a change to the search does not change them.
///
/// Every second game begins with `moves` random moves, and the others with fewer. After that, both
/// players choose the move that looks most like a draw a few plies ahead. So some positions are
/// lopsided, from games that were random to the end, and others are balanced.
///
/// ```
/// # use othello_core::analysis::random_endgames;
/// let endgames = random_endgames(3, 18..=19, 1, 60);
/// assert!(endgames.iter().map(|position| position.empties()).eq([18, 19, 18]));
/// ```
pub fn random_endgames(
    count: u32,
    empties: RangeInclusive<u32>,
    seed: u64,
    moves: u32,
) -> Vec<Position> {
    let standard = Position::start(Size::STANDARD, Start::Diagonal);
    let mut endgames = Vec::new();
    for (game, empties) in (0_u64..).zip(empties.cycle().take(count as usize)) {
        let mut random = SplitMix64(seed ^ (game << 32));
        let most = moves.min((Size::STANDARD.squares() - 4).saturating_sub(empties));
        // If a game ends too early, play another.
        loop {
            let opening = if game % 2 == 0 { most } else { random.below(most + 1) };
            if let Some(position) = random_position(standard, empties, opening, &mut random) {
                endgames.push(position);
                break;
            }
        }
    }
    endgames
}

/// Plays a game up to this number of empty squares and a legal move, or `None` if it ends before.
/// After the opening, which is random, the board has to be 8×8.
pub(super) fn random_position(
    mut position: Position,
    empties: u32,
    opening: u32,
    random: &mut SplitMix64,
) -> Option<Position> {
    for number in 0.. {
        position = position.after_forced_pass();
        if position.is_over() {
            return None;
        }
        if position.empties() <= empties {
            return Some(position);
        }
        let mut after: Vec<_> = position.after_moves().collect();
        if number >= opening {
            let values: Vec<_> =
                after.iter().map(|&next| look_ahead(next, PLIES - 1).abs()).collect();
            let least = values.iter().min();
            let mut value = values.iter();
            after.retain(|_| value.next() == least);
        }
        position = after.swap_remove(random.below(u32::try_from(after.len()).ok()?) as usize);
    }
    None
}

/// How promising a position is for the side to move: a search of a few plies that counts moves and
/// corners. It does not use the trained weights, because new weights must not change the positions.
fn look_ahead(position: Position, plies: u32) -> i32 {
    match position.turn() {
        Turn::Place if plies > 0 => {
            position.after_moves().map(|next| -look_ahead(next, plies - 1)).max().unwrap_or(0)
        }
        Turn::Pass if plies > 0 => -look_ahead(position.pass(), plies - 1),
        _ => assets(position) - assets(position.pass()),
    }
}

/// The moves and, ten times, the corners of the side to move.
fn assets(position: Position) -> i32 {
    let own = position.discs(position.side()).bits();
    (position.moves().len() + 10 * (own & CORNERS).count_ones()).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Limits, Question, Sources, answer};
    use crate::game::Rules;

    #[test]
    fn endgames_depend_on_the_seed_alone_and_are_all_different() {
        let endgames = random_endgames(12, 18..=24, 7, 60);
        assert_eq!(endgames, random_endgames(12, 18..=24, 7, 60));
        assert_eq!(endgames[..5], random_endgames(5, 18..=24, 7, 60));
        let mut different = [endgames.clone(), random_endgames(12, 18..=24, 8, 60)].concat();
        different.sort_unstable_by_key(ToString::to_string);
        different.dedup();
        assert_eq!(different.len(), 24);
        for (position, empties) in endgames.into_iter().zip((18..=24).cycle()) {
            assert_eq!((position.empties(), position.turn()), (empties, Turn::Place));
        }
    }

    #[test]
    fn positions_are_more_balanced_after_fewer_random_moves() {
        let margins = |moves| {
            let value = |position| {
                let question = Question::usual(position, Rules::default());
                answer(&question, &Sources::SEARCH, &Limits::single(1 << 20), &()).unwrap().value()
            };
            let values = random_endgames(16, 8..=8, 3, moves).into_iter().filter_map(value);
            values.map(i32::abs).sum::<i32>()
        };
        assert!(margins(4) < margins(60), "{} {}", margins(4), margins(60));
    }
}
