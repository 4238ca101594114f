//! The complete game of 4×4 Othello: its values, and statistics of its tree.

use std::collections::{HashMap, HashSet};

use othello_core::exhaustive::{Census, PositionCounts};
use othello_core::{
    Color, Objective, Position, Rules, Score, Scoring, Size, Solution, SquareSet, Start, Turn,
};
use proptest::prelude::*;

use crate::common::{Impatient, endings, size, start as start_of};

fn start(start: Start) -> Position {
    Position::start(Size::new(4, 4).unwrap(), start)
}

fn solution(game: Position) -> Solution {
    Solution::new(game, Rules::default()).expect("the board is small")
}

fn census(opening: Start) -> Census {
    Census::new(&solution(start(opening)))
}

#[test]
fn values_of_both_starts_under_all_rules() {
    for (opening, most, tournament, fewest, fewest_tournament) in
        [(Start::Diagonal, -8, -10, 3, 4), (Start::Parallel, -3, -4, 0, 0)]
    {
        for (scoring, objective, value) in [
            (Scoring::Discs, Objective::Most, most),
            (Scoring::EmptiesToWinner, Objective::Most, tournament),
            (Scoring::Discs, Objective::Fewest, fewest),
            (Scoring::EmptiesToWinner, Objective::Fewest, fewest_tournament),
        ] {
            let game = start(opening);
            let rules = Rules::new(scoring, objective);
            let solution = Solution::new(game, rules).unwrap();
            assert_eq!(solution.value(game), Some(value), "{opening:?} {rules:?}");

            let line = solution.line(game).unwrap();
            let mut end = game;
            for &square in line.moves() {
                end = end.after_forced_pass().play(square).unwrap();
            }
            let score = end.score(rules);
            let black = Color::Black.sees(score, end.side());
            assert_eq!(black, value, "the line of {opening:?} {rules:?}");
        }
    }
}

#[test]
fn the_tree_of_the_diagonal_start() {
    let census = census(Start::Diagonal);
    assert_eq!(census.games(), 60_060);
    assert_eq!(census.optimal, 8);
    assert_eq!(census.nodes, 224_821);
    let all: PositionCounts = census.positions.iter().copied().sum();
    assert_eq!((all.decision, all.pass, all.over), (47_633, 8_988, 6_168));
    assert_eq!((all.total, all.distinct, all.canonical), (62_789, 58_533, 12_351));
    assert_eq!(wins(&census), [24_632, 30_116, 5_312]);
}

#[test]
fn the_tree_of_the_parallel_start() {
    let census = census(Start::Parallel);
    assert_eq!(census.games(), 67_116);
    assert_eq!(census.optimal, 2);
    assert_eq!(census.nodes, 247_345);
    let all: PositionCounts = census.positions.iter().copied().sum();
    assert_eq!((all.total, all.distinct, all.canonical), (64_541, 60_563, 19_859));
    assert_eq!(wins(&census), [36_592, 24_432, 6_092]);
}

/// The numbers of games that Black wins, White wins, and neither wins, by discs.
fn wins(census: &Census) -> [u64; 3] {
    let mut wins = [0; 3];
    for (&(black, white), &games) in &census.endings {
        wins[if black > white { 0 } else { 1 + usize::from(black == white) }] += games;
    }
    wins
}

/// A census that plays through every game, one by one.
#[derive(Default)]
struct EveryGame {
    census: Census,
    seen: HashSet<Position>,
}

impl EveryGame {
    fn census(root: Position, rules: Rules) -> Census {
        let mut all = Self::default();
        (_, all.census.optimal) = all.play(root, rules);
        let mut layers = HashMap::<u32, (PositionCounts, HashSet<_>, HashSet<_>)>::new();
        for position in all.seen {
            let (counts, distinct, canonical) = layers.entry(position.empties()).or_default();
            counts.empties = position.empties();
            counts.total += 1;
            match position.turn() {
                Turn::Place => counts.decision += 1,
                Turn::Pass => counts.pass += 1,
                Turn::Over => counts.over += 1,
            }
            let [own, opponent] = [position.side(), !position.side()].map(|it| position.discs(it));
            let pair = Position::new(own, opponent, Color::Black).unwrap();
            distinct.insert(pair);
            canonical.insert(pair.canonical());
        }
        let counted = |(counts, distinct, canonical): (PositionCounts, HashSet<_>, HashSet<_>)| {
            let (distinct, canonical) = (distinct.len() as u64, canonical.len() as u64);
            PositionCounts { distinct, canonical, ..counts }
        };
        all.census.positions = layers.into_values().map(counted).collect();
        all.census.positions.sort_by_key(|counts| std::cmp::Reverse(counts.empties));
        all.census
    }

    /// The value of a position, and the number of games from there with best play by both sides.
    fn play(&mut self, position: Position, rules: Rules) -> (Score, u64) {
        self.seen.insert(position);
        self.census.nodes += 1;
        let next: Vec<_> = match position.turn() {
            Turn::Place => position.after_moves().collect(),
            Turn::Pass => vec![position.pass()],
            Turn::Over => {
                let discs = (position.count(Color::Black), position.count(Color::White));
                *self.census.endings.entry(discs).or_default() += 1;
                return (position.score(rules), 1);
            }
        };
        let played = next.into_iter().map(|next| self.play(next, rules));
        let played: Vec<_> = played.map(|(value, optimal)| (-value, optimal)).collect();
        let best = played.iter().map(|&(value, _)| value).max().unwrap();
        (best, played.iter().filter(|&&(value, _)| value == best).map(|&(_, it)| it).sum())
    }
}

fn check_census(root: Position) {
    for rules in Rules::ALL {
        let solution = Solution::new(root, rules).unwrap();
        assert_eq!(Census::new(&solution), EveryGame::census(root, rules), "{root} {rules}");
    }
}

#[test]
fn the_census_of_each_start_is_that_of_every_game() {
    for size in Size::all().filter(|size| size.squares() <= 15) {
        for start in Start::ALL {
            check_census(start_of(size.width(), size.height(), start));
        }
    }
    let root = start(Start::Diagonal);
    let census = EveryGame::census(root, Rules::default());
    assert_eq!(Census::new(&solution(root)), census);
}

proptest! {
    /// For positions with any symmetry or none, and either side to move.
    #[test]
    fn the_census_of_an_ending_is_that_of_every_game(
        small in endings(size(3, 3), 7),
        wide in endings(size(5, 3), 8),
        square in endings(size(4, 4), 8),
    ) {
        for root in [small, wide, square] {
            check_census(root);
        }
    }

    #[test]
    fn a_solution_has_the_values_under_both_ways_of_scoring(root in endings(size(4, 4), 8)) {
        for rules in Rules::ALL {
            let solution = Solution::new(root, rules).unwrap();
            for scoring in [Scoring::Discs, Scoring::EmptiesToWinner] {
                let other = Solution::new(root, Rules::new(scoring, rules.objective)).unwrap();
                for (position, value) in other.positions() {
                    prop_assert_eq!(solution.value_by(scoring, position), Some(value));
                }
            }
        }
    }
}

#[test]
fn a_position_out_of_reach_has_no_value() {
    let solution = solution(start(Start::Diagonal));
    let other = start(Start::Parallel);
    assert_eq!(solution.value(other), None);
    assert_eq!(solution.moves(other), None);
    assert_eq!(solution.best_moves(other), None);
    assert_eq!(solution.line(other), None);
}

#[test]
fn the_canonical_positions_are_in_order_and_complete() {
    let solution = solution(start(Start::Diagonal));
    let positions: Vec<_> = solution.positions().collect();
    assert_eq!(positions.len(), 12_351);
    assert_eq!(positions[0], (start(Start::Diagonal).canonical(), -8));
    assert!(positions.iter().all(|&(game, _)| game == game.canonical()));
    assert!(positions.iter().all(|&(game, _)| game.side() == Color::Black));
    assert!(positions.iter().all(|&(game, value)| solution.value(game) == Some(value)));
    assert!(positions.is_sorted_by_key(|(game, _)| std::cmp::Reverse(game.empties())));
}

#[test]
fn the_values_by_empty_squares_are_those_of_the_positions() {
    let solution = solution(start(Start::Diagonal));
    let layers = solution.by_empties();
    assert_eq!(layers.iter().map(|layer| layer.positions).sum::<u64>(), 12_351);
    for layer in &layers {
        assert_eq!(layer.wins + layer.draws + layer.losses, layer.positions);
        assert_eq!(layer.decision + layer.pass + layer.over, layer.positions);
    }
    let root = layers.last().unwrap();
    assert_eq!((root.empties, root.positions, root.losses, root.decision), (12, 1, 1, 1));
}

#[test]
fn boards_of_more_than_24_squares_are_refused() {
    for size in Size::all() {
        let (all, none) = (SquareSet::all(size), SquareSet::of(size, 0));
        let full = Position::new(all, none, Color::Black).unwrap();
        let solution = Solution::new(full, Rules::default());
        assert_eq!(solution.is_ok(), size.squares() <= Solution::MAX_SQUARES, "{size}");
    }
    assert_eq!(Solution::MAX_SQUARES, 24);
}

#[test]
fn a_solution_can_be_stopped() {
    let start = Position::start(Size::new(4, 5).unwrap(), Start::Diagonal);
    let stopped = Solution::unless_stopped(start, Rules::default(), &Impatient::new(40)).unwrap();
    assert!(stopped.is_none());
    let start = self::start(Start::Diagonal);
    let solved = Solution::unless_stopped(start, Rules::default(), &Impatient::new(40)).unwrap();
    assert_eq!(solved.unwrap().value(start), Some(-8));
}
