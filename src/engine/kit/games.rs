//! The games for the test. The kit probes the position at the end of each. They are random, and chosen
//! to include everything that is easy to get wrong.

use std::iter;

use othello_core::analysis::random::SplitMix64;
use othello_core::{Game, Position, Size, Start, Turn};

use super::probe::MAX_EMPTIES;

/// The number of random games on each board.
const GAMES: u32 = 1000;

/// Whether a position is of a kind.
type Kind = fn(Position) -> bool;

/// The kinds of positions, each with the number of positions wanted on each board.
const KINDS: [(Kind, usize); 7] = [
    (|position| position.turn() == Turn::Place && position.empties() > MAX_EMPTIES, 8),
    (|position| position.turn() == Turn::Pass, 4),
    (|position| position.turn() == Turn::Over && position.empties() > 0, 4),
    (|position| position.turn() == Turn::Over && position.empties() == 0, 2),
    (|position| position.turn() == Turn::Place && position.empties() == 1, 2),
    (|position| position.turn() == Turn::Place && matches!(position.empties(), 2..=MAX_EMPTIES), 6),
    (|position| position.moves().len() > 12, 2),
];

/// The games for a board, the shortest first. They depend only on the board.
pub(super) fn games(size: Size) -> Vec<Game> {
    let start = Position::start(size, Start::Diagonal);
    let mut games = vec![Game::new(start)];
    if size == Size::STANDARD {
        // It ends after nine moves, with White wiped out.
        games.push(Game::parse(start, "f5d6c3f3e3f4d7d3g3").expect("the moves are legal"));
    }
    let mut left = KINDS.map(|(_, number)| number);
    for seed in 0..GAMES {
        let parts = random_game(start, seed.into());
        // Each game gives one position of a kind, from a different part of the game each time, so
        // that the positions differ.
        let (before, after) = parts.split_at(5 * seed as usize % parts.len());
        for ((is_of_kind, _), left) in KINDS.iter().zip(&mut left) {
            if let Some(game) = after.iter().chain(before).find(|game| is_of_kind(game.end()))
                && *left > 0
                && !games.contains(game)
            {
                games.push(game.clone());
                *left -= 1;
            }
        }
        if left == [0; KINDS.len()] {
            break;
        }
    }
    games.sort_by_key(|game| game.moves().len());
    games
}

/// A random game, after each number of its moves.
fn random_game(start: Position, seed: u64) -> Vec<Game> {
    let mut random = SplitMix64(seed);
    let longer = |game: &Game| {
        let moves = game.end().after_forced_pass().moves();
        let square = moves.into_iter().nth(random.below(moves.len()) as usize)?;
        let mut game = game.clone();
        game.play(square).expect("the move is legal");
        Some(game)
    };
    iter::successors(Some(Game::new(start)), longer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_position_is_there() {
        for width in [4, 6, 8] {
            let games = games(Size::new(width, width).unwrap());
            for (is_of_kind, number) in &KINDS[..6] {
                let found = games.iter().filter(|game| is_of_kind(game.end())).count();
                assert!(found >= *number, "{width}: {found} of {number}");
            }
        }
        let early = games(Size::STANDARD).into_iter().filter(|game| game.moves().len() < 10);
        assert!(early.into_iter().any(|game| game.end().turn() == Turn::Over));
    }
}
