//! The games for the test. The kit probes the position at the end of each. They are random, and chosen
//! to include everything that is easy to get wrong. Some positions that engines have got wrong are set
//! up instead.

use itertools::iproduct;
use othello_core::analysis::random::SplitMix64;
use othello_core::notation::read_game;
use othello_core::{Color, Game, Position, Size, SquareSet, Start, Turn};

use super::question::MAX_EMPTIES;

/// The number of random games on each board.
const GAMES: usize = 1000;

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

/// The games for a board, the shortest first, and then the positions that are set up. They depend only
/// on the board.
pub(super) fn games(size: Size) -> Vec<Game> {
    let start = Position::start(size, Start::Diagonal);
    let mut games = vec![Game::new(start)];
    if size == Size::STANDARD {
        // It ends after nine moves, with White wiped out.
        games.push(read_game(start, "f5d6c3f3e3f4d7d3g3").expect("the moves are legal"));
    }
    let mut left = KINDS.map(|(_, number)| number);
    for seed in 0..GAMES {
        let (mut random, mut game) = (SplitMix64(seed as u64), Game::new(start));
        let mut parts = vec![game.clone()];
        let mut moves = game.end().after_forced_pass().moves();
        while let Some(square) = moves.iter().nth(random.below(moves.len()) as usize) {
            game.play(square).expect("the move is legal");
            parts.push(game.clone());
            moves = game.end().after_forced_pass().moves();
        }
        // Each game gives one position of a kind, from a different part of the game each time, so
        // that the positions differ.
        let first = 5 * seed % parts.len();
        parts.rotate_left(first);
        for ((is_of_kind, _), left) in KINDS.iter().zip(&mut left) {
            if let Some(game) = parts.iter().find(|game| is_of_kind(game.end()))
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
    games.extend(set_ups(size).into_iter().map(Game::new));
    games
}

/// Positions like those on which engines have failed. In the drawings, Black is to move; there are
/// positions for White with the colours exchanged. The first and the last two rows and columns of a
/// drawing are at the edges of the board, and the row and the column between them are repeated as
/// often as needed.
#[rustfmt::skip]
const DRAWINGS: [[&[u8; 5]; 5]; 7] = [
    // Black must pass, and White then moves.
    [b"OX---", b"XX---", b"-----", b"-----", b"-----"],
    // Both have discs and empty squares, but neither has a move.
    [b"X----", b"-----", b"-----", b"-----", b"----O"],
    // White has been wiped out.
    [b"-----", b"-X---", b"-----", b"-----", b"-----"],
    // The last empty square is of no use to either.
    [b"XXXXX", b"XXXXX", b"XXXXX", b"XXXXX", b"XXXX-"],
    // A move to either corner flips two full edges and a diagonal.
    [b"-OOOX", b"OOOOO", b"OOXOO", b"OOOOO", b"XOOO-"],
    // Lines of White's discs reach the edge, and nothing of Black's is behind them.
    [b"OO-OO", b"OOOO-", b"-OXOO", b"O-OO-", b"-OO-O"],
    // Behind the edge, on the next row or on the other side, there is a disc of Black.
    [b"-X-O-", b"X---O", b"X---X", b"O---X", b"XO-X-"],
];

fn set_ups(size: Size) -> Vec<Position> {
    let mut positions = Vec::new();
    for (drawing, side) in iproduct!(DRAWINGS, Color::ALL) {
        let mut cells = Vec::new();
        for square in SquareSet::all(size) {
            let line = drawing[place(square.row(), size.height())];
            cells.push(match line[place(square.column(), size.width())] {
                b'X' => Some(side),
                b'O' => Some(!side),
                _ => None,
            });
        }
        positions.extend(Position::from_cells(size, &cells, side));
    }
    positions
}

/// The row or column of a drawing for one of the board.
fn place(index: u32, side: u32) -> usize {
    match side - 1 - index {
        0 => 4,
        1 if side > 3 => 3,
        _ => index.min(2) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kit::house_rules::{HouseRules, Wrong};

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

    #[test]
    fn positions_that_are_set_up_are_as_intended() {
        // With a side of four, the one disc of Black in `OPEN` has no room.
        for size in Size::all().filter(|size| size.short_side() >= 5) {
            let positions = set_ups(size);
            let turns: Vec<_> = positions.iter().step_by(2).map(|it| it.turn()).collect();
            let [pass, over, place] = [Turn::Pass, Turn::Over, Turn::Place];
            assert_eq!(turns, [pass, over, over, over, place, place, place], "{size}");
            let [corners, open, wraps] = [8, 10, 12].map(|at| positions[at]);
            let edges = size.width() + size.height() - 4;
            let moves = corners.moves();
            assert!(moves.len() >= 2, "{size}");
            assert!(moves.into_iter().all(|at| corners.flips(at).len() > edges), "{size}");
            let c1 = "c1".parse().unwrap();
            assert!((1..=3).contains(&open.flips(c1).len()), "{size}: {open}");
            for wrong in [Wrong::NextRow, Wrong::OtherSide] {
                let wrong = HouseRules::only(wrong);
                assert!(wrong.moves(wraps).len() > wraps.moves().len() + 1, "{size}");
            }
            for (black, white) in positions.iter().zip(&positions[1..]).step_by(2) {
                assert_eq!(black.pass().own_and_opponent(), white.pass().own_and_opponent());
                assert_eq!((black.side(), white.side()), (Color::Black, Color::White));
            }
        }
    }
}
