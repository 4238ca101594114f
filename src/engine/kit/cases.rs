//! The positions that engines are asked about: ends of random games, with all that is easily got
//! wrong.

use othello_core::analysis::random::SplitMix64;
use othello_core::board::{Size, Turn};
use othello_core::exhaustive::{Passes, perft};
use othello_core::game::{Game, Position, Start};

use super::question::Question;

/// The number of random games on each board.
const GAMES: u32 = 1000;
/// The most empty squares of a position whose value is asked for: a plain search of any language
/// finds it in a moment.
const MOST_EMPTIES: u32 = 6;
/// The most plies and lines of a perft.
const MOST_PLIES: u32 = 5;
const MOST_LINES: u64 = 500;
/// A game of 8×8 that ends after nine moves, with White wiped out.
const WIPEOUT: &str = "f5d6c3f3e3f4d7d3g3";

/// Whether a position is of a kind.
type Kind = fn(Position) -> bool;

/// What is special about a position, with the number of positions of the kind on each board.
const KINDS: [(Kind, usize); 7] = [
    (|position| position.turn() == Turn::Place && position.empties() > MOST_EMPTIES, 8),
    (|position| position.turn() == Turn::Pass, 4),
    (|position| position.turn() == Turn::Over && position.empties() > 0, 4),
    (|position| position.turn() == Turn::Over && position.empties() == 0, 2),
    (|position| position.turn() == Turn::Place && position.empties() == 1, 2),
    (
        |position| {
            position.turn() == Turn::Place && (2..=MOST_EMPTIES).contains(&position.empties())
        },
        6,
    ),
    (|position| position.moves().len() > 12, 2),
];

/// The games on a board, short ones first, at whose ends engines are asked. They depend on the board
/// alone.
pub(super) fn games(size: Size) -> Vec<Game> {
    let start = Position::start(size, Start::Diagonal);
    let mut games = vec![Game::new(start)];
    if size == Size::STANDARD {
        games.push(Game::parse(start, WIPEOUT).expect("the moves are legal"));
    }
    let mut left = KINDS.map(|(_, number)| number);
    for seed in 0..GAMES {
        let (whole, ends) = random_game(start, seed.into());
        // One position of a kind from each game, each time from another part, so that they differ.
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

/// A game, and the positions after each number of its moves.
fn random_game(start: Position, seed: u64) -> (Game, Vec<Position>) {
    let (mut game, mut random) = (Game::new(start), SplitMix64::new(seed));
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

/// What is asked about a position.
pub(super) fn questions(position: Position) -> impl Iterator<Item = Question> {
    let lines = |plies| perft(position, plies, Passes::Ply, &());
    let plies = (1..=MOST_PLIES).take_while(|&plies| lines(plies) <= MOST_LINES).last();
    let value = (position.empties() <= MOST_EMPTIES || position.turn() == Turn::Over)
        .then_some(Question::Value);
    std::iter::once(Question::Moves)
        .chain(position.moves().into_iter().map(Question::Play))
        .chain(plies.map(Question::Perft))
        .chain(value)
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
