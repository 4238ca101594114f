//! Endgames of games at random, for measuring a search on positions that nobody has chosen.

use std::ops::RangeInclusive;

use super::random::SplitMix64;
use crate::board::{Size, Turn};
use crate::game::{Position, Start};

/// The number of plies that the players of these games look ahead.
const PLIES: u32 = 3;

/// The corners of 8×8.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Positions of 8×8, one of a game each, whose numbers of empty squares take turns in `empties`.
/// They depend on the seed and on nothing else, so a change of the search does not change them.
///
/// Every second game begins with `moves` random moves, and the others with fewer. From then on both
/// players choose what looks most like a draw a few plies ahead. So there are lopsided positions,
/// whose games were random to the end, and balanced ones.
///
/// ```
/// # use othello_core::analysis::random_endgames;
/// let endgames = random_endgames(3, 18..=19, 1, 60);
/// assert_eq!(endgames.iter().map(|it| it.empties()).collect::<Vec<_>>(), [18, 19, 18]);
/// ```
pub fn random_endgames(
    count: u32,
    empties: RangeInclusive<u32>,
    seed: u64,
    moves: u32,
) -> Vec<Position> {
    let numbers = empties.cycle().take(count as usize);
    let endgame = |(game, empties): (u64, u32)| {
        let mut random = SplitMix64::new(seed ^ (game << 32));
        let most = moves.min((Size::STANDARD.squares() - 4).saturating_sub(empties));
        // A game may end earlier; then there is another.
        loop {
            let opening = if game % 2 == 0 { most } else { random.below(most + 1) };
            if let Some(position) = play(empties, opening, &mut random) {
                return position;
            }
        }
    };
    (0..).zip(numbers).map(endgame).collect()
}

/// The position of a game with this many empty squares and a legal move, if the game gets there.
fn play(empties: u32, opening: u32, random: &mut SplitMix64) -> Option<Position> {
    let mut position = Position::start(Size::STANDARD, Start::Diagonal);
    for number in 0.. {
        match position.turn() {
            Turn::Over => return None,
            Turn::Pass => position = position.pass(),
            Turn::Place => {}
        }
        if position.empties() <= empties {
            return Some(position);
        }
        let is_random = number < opening;
        let value = |next| if is_random { 0 } else { look_ahead(next, PLIES - 1).abs() };
        let mut after: Vec<_> = position.after_moves().map(|next| (value(next), next)).collect();
        let least = after.iter().map(|&(value, _)| value).min();
        after.retain(|&(value, _)| Some(value) == least);
        (_, position) = after.swap_remove(random.below(u32::try_from(after.len()).ok()?) as usize);
    }
    None
}

/// How promising a position is for the side to move, by a search of some plies that counts moves
/// and corners. It uses no trained weights: new ones must not change the positions.
fn look_ahead(position: Position, plies: u32) -> i32 {
    let of = |position: Position| {
        let own = position.discs(position.side()).bits();
        (position.moves().len() + 10 * (own & CORNERS).count_ones()).cast_signed()
    };
    match position.turn() {
        Turn::Place if plies > 0 => {
            let values = position.after_moves().map(|next| -look_ahead(next, plies - 1));
            values.max().unwrap_or(0)
        }
        Turn::Pass if plies > 0 => -look_ahead(position.pass(), plies - 1),
        _ => of(position) - of(position.pass()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SearchOptions, search};

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

    /// Where few moves were random, the winner wins by less.
    #[test]
    fn the_fewer_random_moves_the_more_balanced_the_position() {
        let margins = |moves| {
            let value = |position| search(position, &SearchOptions::default(), &()).value();
            let values = random_endgames(16, 8..=8, 3, moves).into_iter().filter_map(value);
            values.map(i32::abs).sum::<i32>()
        };
        assert!(margins(4) < margins(60), "{} {}", margins(4), margins(60));
    }
}
