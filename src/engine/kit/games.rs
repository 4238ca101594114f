//! The games for the test. The kit probes the position at the end of each. They are random, and chosen
//! to include everything that is easy to get wrong. Some positions that engines have got wrong are set
//! up instead.

use itertools::Itertools;
use othello_core::analysis::{Player, Strategy};
use othello_core::notation::{read_game, read_position};
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
    if size == Size::STANDARD {
        // It ends after nine moves, with White wiped out.
        games.push(read_game(start, "f5d6c3f3e3f4d7d3g3").expect("the moves are legal"));
    }
    for (is_of_kind, number) in KINDS {
        let random = (0..GAMES).map(|seed| random_game(start, seed));
        let of_kind = random.filter(|game| is_of_kind(game.end()));
        games.extend(of_kind.unique_by(|game| game.end().to_string()).take(number));
    }
    games.sort_by_key(|game| game.moves().len());
    // On 2x2, the start is the only position.
    games.dedup();
    let set_ups = SET_UPS.iter().filter_map(|cells| read_position(size, cells).ok());
    games.extend(set_ups.map(Game::new));
    games
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

/// Positions like those on which engines have failed, each on the board that its cells fill: a pass
/// before any move, games that end early with or without discs of both, an empty square of no use to
/// either, moves into corners that flip three full lines, on 8x8 lines that reach the edge with nothing
/// behind them, and lines that go on behind the edge, on the next row or on the other side.
#[rustfmt::skip]
const SET_UPS: [&str; 13] = [
    "OX--XX---------- X",
    "O--------------X O",
    "-----X---------- X",
    "OOOOOOOOOOOOOOO- O",
    "-OOXOOOOOOOOXOO- X",
    "-OX-O--XX--OOXO- O",
    "OX------XX------------------------------------------------------ X",
    "O--------------------------------------------------------------X O",
    "---------X------------------------------------------------------ X",
    "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- O",
    "-OOOOOOXOOOOOOOOOOXXXXOOOOXXXXOOOOXXXXOOOOXXXXOOOOOOOOOOXOOOOOO- X",
    "XX----XXXXXXXXX--XOOOOXX-XOOOOXX-XOOOOXX-XOOOOXXX-XXXXX--XXXXX-X O",
    "-X----O-X------OX------XX------XX------XX------XO------XXO----X- X",
];

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
        let set_ups: Vec<Position> = SET_UPS.iter().map(|cells| cells.parse().unwrap()).collect();
        let (small, large) = set_ups.split_at(6);
        assert!(small.iter().all(|it| it.size().squares() == 16));
        assert!(large.iter().all(|it| it.size() == Size::STANDARD));
        let turns =
            |positions: &[Position]| -> Vec<_> { positions.iter().map(|it| it.turn()).collect() };
        let [pass, over, place] = [Turn::Pass, Turn::Over, Turn::Place];
        assert_eq!(turns(small), [pass, over, over, over, place, place]);
        assert_eq!(turns(large), [pass, over, over, over, place, place, place]);
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
