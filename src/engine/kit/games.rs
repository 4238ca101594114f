//! The games for the test. The kit probes the position at the end of each. They are random, and chosen
//! to include everything that is easy to get wrong. Those on which engines have failed are in a file.

use itertools::Itertools;
use othello_core::analysis::{Player, Strategy};
use othello_core::notation::Reader;
use othello_core::{Game, Position, Rules, Size, Start, Turn};

use super::question::MAX_EMPTIES;

/// The number of random games on each board.
const GAMES: u64 = 2000;

/// Whether a position is of a kind.
type Kind = fn(Position) -> bool;

/// The kinds of positions, each with the number of positions wanted on each board.
const KINDS: [(Kind, usize); 7] = [
    (|position| position.turn() == Turn::Place && position.empties() > MAX_EMPTIES, 10),
    (|position| position.turn() == Turn::Pass, 4),
    (|position| position.turn() == Turn::Over && position.empties() > 0, 4),
    (|position| position.turn() == Turn::Over && position.empties() == 0, 2),
    (|position| position.turn() == Turn::Place && position.empties() == 1, 2),
    (|position| position.turn() == Turn::Place && matches!(position.empties(), 2..=MAX_EMPTIES), 6),
    (|position| position.moves().len() > 12, 2),
];

/// The games for a board, the shortest first, and then the positions that are set up. They depend only
/// on the board.
pub(super) fn games(size: Size) -> Vec<Game> {
    let start = Position::start(size, Start::Diagonal);
    let mut games = vec![Game::new(start)];
    for (is_of_kind, number) in KINDS {
        let random = (0..GAMES).map(|seed| random_game(start, seed));
        let of_kind = random.filter(|game| is_of_kind(game.end()));
        games.extend(of_kind.unique_by(|game| game.end().to_string()).take(number));
    }
    games.extend(known_faults(size));
    games.sort_by_key(|game| (game.start() != start, game.moves().len()));
    // On 2x2, the start is the only position.
    games.dedup();
    games
}

/// The games of a file that fit a board.
fn known_faults(size: Size) -> impl Iterator<Item = Game> {
    let reader = Reader::new(Some(size), size, Start::Diagonal);
    let lines = include_str!("known_faults.txt").lines();
    lines.filter_map(move |line| Some(reader.read(line).ok()??.game))
}

/// A random game. It depends only on the seed, which also decides its length.
fn random_game(start: Position, seed: u64) -> Game {
    let mut player = Player::new(Strategy::Random, Rules::default(), seed);
    let mut game = Game::new(start);
    // Half of the games go on to their ends.
    for _ in 0..=seed % u64::from(2 * start.size().squares()) {
        let Ok(Some(square)) = player.choose(game.end().after_forced_pass(), &()) else { break };
        game.play(square).expect("the move is legal");
    }
    game
}

#[cfg(test)]
mod tests {
    use othello_core::SquareSet;

    use super::*;

    #[test]
    fn every_kind_of_position_is_there() {
        for width in [4, 6, 8] {
            let mut games = games(Size::new(width, width).unwrap());
            assert!(games.iter().map(|game| game.end().to_string()).all_unique());
            games.retain(|game| game.start().which_start().is_some());
            for (is_of_kind, number) in &KINDS[..6] {
                let found = games.iter().filter(|game| is_of_kind(game.end())).count();
                assert!(found >= *number, "{width}: {found} of {number}");
            }
        }
        let early = games(Size::STANDARD).into_iter().filter(|game| game.moves().len() < 10);
        assert!(early.into_iter().any(|game| game.end().turn() == Turn::Over));
    }

    #[test]
    fn positions_that_are_set_up_are_as_intended() {
        let [small, large] = [4, 8].map(|width| {
            let games = known_faults(Size::new(width, width).unwrap());
            let set_ups = games.filter(|game| game.moves().is_empty());
            set_ups.map(|game| game.end()).collect::<Vec<_>>()
        });
        // Every line but one, which is a game, is a position on one of these boards.
        let lines = include_str!("known_faults.txt").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(lines.count(), small.len() + large.len() + 1);
        let turns =
            |positions: &[Position]| -> Vec<_> { positions.iter().map(|it| it.turn()).collect() };
        let [pass, over, place] = [Turn::Pass, Turn::Over, Turn::Place];
        assert_eq!(turns(&small), [pass, over, over, over, place, place]);
        assert_eq!(turns(&large), [pass, over, over, over, place, place, place]);
        // A move to either corner flips two full edges and a diagonal.
        let corners = large[4].moves();
        assert!(corners.len() >= 2 && corners.into_iter().all(|at| large[4].flips(at).len() > 12));
        assert!((1..=3).contains(&large[5].flips("c1".parse().unwrap()).len()));
        // Every edge has discs of both players, so that lines that wrap around it end.
        let edge = |bits| SquareSet::of(Size::STANDARD, bits);
        for bits in [0xFF, 0xFF << 56, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080] {
            let (own, opponent) = (large[6].own() & edge(bits), large[6].opponent() & edge(bits));
            assert!(!own.is_empty() && !opponent.is_empty());
        }
    }
}
