//! Endgames of games at random, for measuring a search on positions that nobody has chosen.

use std::ops::RangeInclusive;

use super::random::SplitMix64;
use crate::board::{Size, Turn};
use crate::game::{Position, Start};

/// Positions of 8×8, one of a game each, whose numbers of empty squares take turns in `empties`.
/// They depend on the seed and on nothing else, so a change of the search does not change them.
///
/// A game begins with random moves, at most `moves` of them: how many is itself drawn from all
/// numbers up to there. From then on each player leaves the opponent as few moves as possible. So
/// there are balanced positions, whose games were random for a few moves, and lopsided ones.
///
/// ```
/// # use othello_solver::analysis::random_endgames;
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
            let opening = random.below(most + 1);
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
        let mut after: Vec<_> = position.after_moves().collect();
        if number >= opening {
            let fewest = after.iter().map(|next| next.moves().len()).min();
            after.retain(|next| Some(next.moves().len()) == fewest);
        }
        position = after.swap_remove(random.below(u32::try_from(after.len()).ok()?) as usize);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_depend_on_the_seed_alone_and_are_all_different() {
        let endgames = random_endgames(200, 18..=24, 7, 60);
        assert_eq!(endgames, random_endgames(200, 18..=24, 7, 60));
        assert_eq!(endgames[..5], random_endgames(5, 18..=24, 7, 60));
        let mut different = [endgames.clone(), random_endgames(200, 18..=24, 8, 60)].concat();
        different.sort_unstable_by_key(ToString::to_string);
        different.dedup();
        assert_eq!(different.len(), 400);
        for (position, empties) in endgames.into_iter().zip((18..=24).cycle()) {
            assert_eq!((position.empties(), position.turn()), (empties, Turn::Place));
        }
    }

    /// Positions after few random moves have values near a draw more often than others.
    #[test]
    fn a_short_random_opening_leaves_balanced_positions() {
        let lead = |moves| {
            let endgames = random_endgames(200, 20..=20, 3, moves);
            let leads = endgames
                .iter()
                .map(|position| position.moves().len().abs_diff(position.pass().moves().len()));
            leads.sum::<u32>()
        };
        assert!(lead(4) < lead(60), "{} {}", lead(4), lead(60));
    }
}
