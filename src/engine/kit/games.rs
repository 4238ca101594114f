//! The games for the test. The kit probes the position at the end of each. They are random, and chosen
//! to include everything that is easy to get wrong.

use othello_core::analysis::random::SplitMix64;
use othello_core::{Game, Position, Size, Start, Turn};

use super::probe::MAX_EMPTIES;

/// The number of random games on each board.
const GAMES: u32 = 1000;
/// A game on 8×8 that ends after nine moves, with White wiped out.
const WIPEOUT: &str = "f5d6c3f3e3f4d7d3g3";

/// Whether a position is of a kind.
type Kind = fn(Position) -> bool;

/// The kinds of positions, each with the number of positions wanted on each board.
const KINDS: [(Kind, usize); 7] = [
    (|position| position.turn() == Turn::Place && position.empties() > MAX_EMPTIES, 8),
    (|position| position.turn() == Turn::Pass, 4),
    (|position| position.turn() == Turn::Over && position.empties() > 0, 4),
    (|position| position.turn() == Turn::Over && position.empties() == 0, 2),
    (|position| position.turn() == Turn::Place && position.empties() == 1, 2),
    (
        |position| {
            position.turn() == Turn::Place && (2..=MAX_EMPTIES).contains(&position.empties())
        },
        6,
    ),
    (|position| position.moves().len() > 12, 2),
];

/// The games for a board, the shortest first. They depend only on the board.
pub(super) fn games(size: Size) -> Vec<Game> {
    let start = Position::start(size, Start::Diagonal);
    let mut games = vec![Game::new(start)];
    if size == Size::STANDARD {
        games.push(Game::parse(start, WIPEOUT).expect("the moves are legal"));
    }
    let mut left = KINDS.map(|(_, number)| number);
    for seed in 0..GAMES {
        let (whole, ends) = random_game(start, seed.into());
        // Each game gives one position of a kind, from a different part of the game each time, so
        // that the positions differ.
        let first = 5 * seed as usize % ends.len();
        for ((is_of_kind, _), left) in KINDS.iter().zip(&mut left) {
            let mut plies = (first..ends.len()).chain(0..first);
            if let Some(ply) = plies.find(|&ply| is_of_kind(ends[ply]))
                && *left > 0
            {
                let mut game = whole.clone();
                game.truncate(ply);
                if !games.contains(&game) {
                    games.push(game);
                    *left -= 1;
                }
            }
        }
        if left == [0; KINDS.len()] {
            break;
        }
    }
    games.sort_by_key(|game| game.moves().len());
    games
}

/// A random game, and the positions after each number of its moves.
fn random_game(start: Position, seed: u64) -> (Game, Vec<Position>) {
    let (mut game, mut random) = (Game::new(start), SplitMix64(seed));
    let mut ends = vec![start];
    loop {
        let moves = game.end().after_forced_pass().moves();
        let Some(square) = moves.into_iter().nth(random.below(moves.len()) as usize) else {
            return (game, ends);
        };
        game.play(square).expect("the move is legal");
        ends.push(game.end());
    }
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
