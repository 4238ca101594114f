//! The questions of a test. They are about the ends of games, which are random and chosen to include
//! everything that is easy to get wrong. Those on which engines have failed are in a file.

use std::ops::RangeInclusive;
use std::str::FromStr;

use itertools::Itertools;
use othello_core::analysis::{Player, Strategy};
use othello_core::notation::{Reader, read_position};
use othello_core::{Game, Passes, Position, Rules, Size, SquareSet, Start, Turn, named, perft};
use serde::Serialize;

use crate::engine::Language;

/// Only positions with at most this many empty squares are probed for their value. A simple search
/// in any language finds it in a moment.
pub(super) const MAX_EMPTIES: u32 = 6;
/// The limits of a perft.
const PLIES: RangeInclusive<u32> = 1..=5;
const MAX_LINES: u64 = 500;

/// The number of random games on each board.
const GAMES: u64 = 2000;

/// The kinds of positions: the turn, the number of empty squares, and how many positions of the kind
/// to use on each board.
const KINDS: [(Turn, RangeInclusive<u32>, usize); 6] = [
    (Turn::Place, MAX_EMPTIES + 1..=64, 12),
    (Turn::Place, 2..=MAX_EMPTIES, 6),
    (Turn::Place, 1..=1, 2),
    (Turn::Pass, 0..=64, 4),
    (Turn::Over, 1..=64, 4),
    (Turn::Over, 0..=0, 2),
];

/// The subject of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The legal moves of a position that has some.
    LegalMoves,
    /// The discs after a move.
    Flips,
    /// Positions in which a player must pass.
    Passes,
    /// Positions in which the game is over.
    Ends,
    /// The number of lines of some plies.
    Perft,
    /// The score with best play, or of a game that is over.
    Values,
}

named! { Subject {
    LegalMoves = "legal_moves", Flips = "flips", Passes = "passes", Ends = "ends", Perft = "perft",
    Values = "values"
} }

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 6] =
        [Self::LegalMoves, Self::Flips, Self::Passes, Self::Ends, Self::Perft, Self::Values];
}

/// A question about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineQuestion {
    /// The subject of the question.
    pub subject: Subject,
    /// The board.
    pub size: Size,
    /// The position.
    pub position: Position,
    /// The moves that lead to it from the diagonal start. Without moves, it is that start, or a
    /// position that was set up.
    pub game: Game,
    /// The question, as in the plain protocol.
    pub question: String,
}

impl EngineQuestion {
    /// All questions about the end of a game.
    pub(super) fn all(game: Game) -> impl Iterator<Item = Self> {
        let (position, size) = (game.end(), game.end().size());
        let subject = match position.turn() {
            Turn::Place => Subject::LegalMoves,
            Turn::Pass => Subject::Passes,
            Turn::Over => Subject::Ends,
        };
        let mut all = vec![(subject, "moves".to_owned())];
        all.extend(position.moves().into_iter().map(|it| (Subject::Flips, format!("play {it}"))));
        let short =
            PLIES.take_while(|&it| perft(position, it, Passes::Ply, &()) <= Some(MAX_LINES));
        all.extend(short.map(|plies| (Subject::Perft, format!("perft {plies}"))));
        all.push((Subject::Values, "value".to_owned()));
        all.into_iter().map(move |(subject, question)| {
            let game = game.clone();
            Self { subject, size, position, game, question }
        })
    }

    /// Whether a protocol has this question. In GTP, games cannot begin with a position.
    pub(super) fn is_in(&self, language: Language) -> bool {
        let is_late = self.position.empties() <= MAX_EMPTIES;
        match (self.subject, language) {
            (_, Language::Gtp) if self.game.start().which_start().is_none() => false,
            (Subject::Values, _) if self.position.is_over() => language != Language::Nboard,
            (Subject::Values, _) => is_late && language != Language::Gtp,
            (Subject::Flips, language) => language != Language::Nboard,
            (Subject::Perft, language) => language == Language::Plain,
            _ => true,
        }
    }

    /// The game to send to the engine before the question: in GTP the whole game, otherwise the
    /// position, and then the move in question.
    pub(super) fn told(&self, language: Language) -> Game {
        let (start, moves) = match language {
            Language::Gtp => (self.game.start(), self.game.moves()),
            _ => (self.position, &[][..]),
        };
        Game::known(start, moves.iter().copied().chain(self.argument()))
    }

    /// The square or the number in the question, if it is of this type.
    pub(super) fn argument<T: FromStr>(&self) -> Option<T> {
        self.question.split_once(' ')?.1.parse().ok()
    }

    /// The legal moves in an answer, or the discs that the player to move then has.
    pub(super) fn squares(&self, answer: &str) -> Option<SquareSet> {
        if self.subject == Subject::Flips {
            return Some(read_position(self.size, answer).ok()?.discs(self.position.side()));
        }
        let names = answer.split_whitespace().filter(|name| !["pass", "over"].contains(name));
        let squares: Vec<_> = names.map(|name| name.parse().ok()).collect::<Option<_>>()?;
        let on_board = SquareSet::all(self.size).iter().filter(|square| squares.contains(square));
        Some(SquareSet::from_squares(self.size, on_board))
    }
}

/// The games for a board, the shortest first, and then the positions that are set up. They depend only
/// on the board.
pub(super) fn games(size: Size) -> Vec<Game> {
    let start = Position::start(size, Start::Diagonal);
    let mut games = vec![Game::new(start)];
    for (turn, empty, number) in KINDS {
        let all = (0..GAMES).map(|seed| random_game(start, seed));
        let found = all.filter(|it| it.end().turn() == turn && empty.contains(&it.end().empties()));
        games.extend(found.unique_by(|game| game.end().to_string()).take(number));
    }
    let reader = Reader::new(Some(size), size, Start::Diagonal);
    let known_faults = include_str!("known_faults.txt").lines();
    games.extend(known_faults.filter_map(|line| Some(reader.read(line).ok()??.game)));
    games.sort_by_key(|game| (game.start() != start, game.moves().len()));
    // On 2x2, the start is the only position.
    games.dedup();
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

/// The words of an answer in an order that is the same for all equal answers.
pub(super) fn words(answer: &str) -> Vec<String> {
    let words = answer.split_whitespace().map(|word| word.trim_start_matches('+').to_lowercase());
    words.sorted().collect()
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
            for (turn, empties, number) in KINDS {
                let ends = games.iter().map(Game::end).filter(|end| end.turn() == turn);
                let found = ends.filter(|end| empties.contains(&end.empties())).count();
                assert!(found >= number, "{width}: {found} of {number}");
            }
        }
        let early = games(Size::STANDARD).into_iter().filter(|game| game.moves().len() < 10);
        assert!(early.into_iter().any(|game| game.end().is_over()));
    }

    #[test]
    fn positions_that_are_set_up_are_as_intended() {
        let [small, large] = [4, 8].map(|width| {
            let games = games(Size::new(width, width).unwrap()).into_iter();
            let set_ups = games.filter(|game| game.start().which_start().is_none());
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
