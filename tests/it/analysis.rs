//! Perfect play for the next few plies, compared with plain minimax on an array of cells.

use std::ops::ControlFlow;

use othello_core::analysis::{Analysis, AnalysisOptions, MoveValue};
use othello_core::notation::read_position;
use othello_core::{
    Color, Mailbox, Objective, Position, Rules, Score, Scoring, Size, Start, Turn, analyze,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::program::printed;
use crate::common::{Impatient, games, mailbox_of, position, size, squares_on};

/// The scores a player can secure within some number of plies.
#[derive(Clone, Copy)]
struct Outlook {
    /// The value by the disc count after the last ply.
    value: Score,
    /// The value if the opponent then gets everything.
    at_least: Score,
    /// The value if the player does.
    at_most: Score,
}

/// Minimax over every line of `depth` plies.
fn minimax(board: &Mailbox, depth: u32, rules: Rules) -> Outlook {
    if board.is_over() {
        let score = board.score(rules);
        return Outlook { value: score, at_least: score, at_most: score };
    }
    if depth == 0 {
        let most = i32::try_from(board.cells().len()).unwrap();
        let discs = Rules::new(Scoring::Discs, rules.objective);
        return Outlook { value: board.score(discs), at_least: -most, at_most: most };
    }
    let moves = (0..board.cells().len()).filter_map(|square| board.play(square));
    moves
        .chain(board.pass())
        .map(|after| {
            let Outlook { value, at_least, at_most } = minimax(&after, depth - 1, rules);
            Outlook { value: -value, at_least: -at_most, at_most: -at_least }
        })
        .reduce(|one, other| Outlook {
            value: one.value.max(other.value),
            at_least: one.at_least.max(other.at_least),
            at_most: one.at_most.max(other.at_most),
        })
        .expect("a game that is not over has a next position")
}

/// The first best move at each turn.
fn first_line(mut board: Mailbox, depth: u32, rules: Rules) -> Vec<u32> {
    let mut line = Vec::new();
    for left in (0..depth).rev() {
        let value = minimax(&board, left + 1, rules).value;
        let best = (0..board.cells().len()).find_map(|square| {
            let after = board.play(square)?;
            (-minimax(&after, left, rules).value == value).then_some((square, after))
        });
        if let Some((square, after)) = best {
            line.push(u32::try_from(square).unwrap());
            board = after;
        } else if let Some(after) = board.pass() {
            board = after;
        }
    }
    line
}

fn analyses(game: Position, options: AnalysisOptions) -> Vec<Analysis> {
    let mut analyses = Vec::new();
    analyze(game, &options, &(), |analysis| {
        analyses.push(analysis);
        ControlFlow::Continue(())
    });
    analyses
}

/// Checks the whole analysis of a position at each depth.
fn check(game: Position, options: AnalysisOptions) -> Result<(), TestCaseError> {
    let (board, rules) = (mailbox_of(game), options.rules);
    let analyses = analyses(game, options);
    // A game is not analysed beyond its end.
    let depths = options.depth.min(game.most_plies().max(1));
    prop_assert_eq!(analyses.len(), depths as usize);
    for (depth, analysis) in (1..).zip(analyses) {
        let Outlook { value, at_least, at_most } = minimax(&board, depth, rules);
        prop_assert_eq!((analysis.depth, analysis.value), (depth, value));
        prop_assert_eq!(analysis.exact, at_least == at_most && at_least == value);
        let moves: Vec<_> = squares_on(game.size())
            .enumerate()
            .filter_map(|(index, square)| {
                let after = board.play(index)?;
                let value = -minimax(&after, depth - 1, rules).value;
                Some(MoveValue { square, value })
            })
            .collect();
        let best = moves.iter().filter(|of| of.value == value).map(|of| of.square);
        prop_assert_eq!(&analysis.best_moves, &best.collect::<Vec<_>>());
        prop_assert_eq!(&analysis.moves, &moves);
        prop_assert_eq!(analysis.line.start(), game);
        let line: Vec<_> =
            analysis.line.moves().iter().map(|&square| game.size().index(square)).collect();
        prop_assert_eq!(line, first_line(board, depth, rules));
    }
    Ok(())
}

/// Checks some positions of a size. Not generic, so it is compiled only once.
fn equals_minimax(size: Size, depth: u32, hashes: &'static [usize], cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..Default::default() };
    let rules = prop::sample::select(&Rules::ALL[..]);
    let positions = (games(size), rules, prop::sample::select(hashes));
    let checked = TestRunner::new(config).run(&positions, |(game, rules, hash)| {
        check(game, AnalysisOptions::to_depth(depth).rules(rules).hash(hash))
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}

/// Tests with small and large tables.
macro_rules! equals_minimax {
    ($($name:ident: $width:literal x $height:literal, $depth:literal;)+) => {$(
        #[test]
        fn $name() {
            let cases = if cfg!(debug_assertions) { 8 } else { 60 };
            equals_minimax(size($width, $height), $depth, &[0, 1 << 20], cases);
        }
    )+};
}

equals_minimax! {
    equals_minimax_on_4x4: 4 x 4, 6;
    equals_minimax_on_5x4: 5 x 4, 4;
    equals_minimax_on_6x6: 6 x 6, 3;
    equals_minimax_on_4x10: 4 x 10, 3;
    equals_minimax_on_9x5: 9 x 5, 3;
    equals_minimax_on_16x4: 16 x 4, 2;
    equals_minimax_on_8x8: 8 x 8, 3;
}

#[test]
fn equals_minimax_on_every_size() {
    for size in Size::all() {
        equals_minimax(size, 2, &[1 << 16], if cfg!(debug_assertions) { 2 } else { 20 });
    }
}

/// The value of the diagonal start at each depth.
fn values(size: Size, depth: u32) -> Vec<Score> {
    let options = AnalysisOptions::to_depth(depth);
    let analyses = analyses(Position::start(size, Start::Diagonal), options);
    analyses.iter().map(|analysis| analysis.value).collect()
}

#[test]
fn the_first_ten_values() {
    assert_eq!(values(size(8, 8), 10), [3, 0, 3, -2, 3, -2, 5, -2, 5, -2]);
    assert_eq!(values(size(6, 6), 10), [3, 0, 3, -2, 3, -2, 3, -2, 3, -2]);
}

#[test]
fn deep_enough_it_is_the_value_of_the_game() {
    for (start, value, tournament) in [(Start::Diagonal, -8, -10), (Start::Parallel, -3, -4)] {
        let start = Position::start(size(4, 4), start);
        for (scoring, value) in [(Scoring::Discs, value), (Scoring::EmptiesToWinner, tournament)] {
            let rules = Rules::new(scoring, Objective::Most);
            let options = AnalysisOptions::to_depth(24).rules(rules);
            let deepest = analyses(start, options).pop().unwrap();
            assert_eq!((deepest.value, deepest.exact), (value, true));
        }
    }
}

/// The number of nodes is a good measure of a search's quality, and should change only on purpose.
#[test]
fn ten_plies_take_this_number_of_nodes() {
    let start = Position::start(size(8, 8), Start::Diagonal);
    let options = AnalysisOptions::to_depth(10).hash(64 << 20);
    let nodes: u64 = analyses(start, options).iter().map(|analysis| analysis.nodes).sum();
    assert_eq!(nodes, 23_764);
}

#[test]
fn a_search_that_is_stopped_tells_only_what_it_knows() {
    let start = Position::start(size(8, 8), Start::Diagonal);
    let known = analyses(start, AnalysisOptions::to_depth(11));
    let options = AnalysisOptions::to_depth(30);
    let mut reached = Vec::new();
    // The listener is called once every few thousand nodes.
    for patience in [0, 1, 2, 4] {
        let mut told = Vec::new();
        analyze(start, &options, &Impatient::new(patience), |analysis| {
            told.push(analysis);
            ControlFlow::Continue(())
        });
        assert!(told.len() < 12);
        assert_eq!(told, known[..told.len()]);
        reached.push(told.len());
    }
    assert!(reached[0] == 0 && reached[3] > 7, "{reached:?}");
}

/// A finished game is scored by the rules; the score of an unfinished one stays open.
#[test]
fn a_finished_game_has_its_score_at_every_depth() {
    let finished = position(size(4, 4), [0x07FF, 0], Color::Black);
    assert_eq!(finished.turn(), Turn::Over);
    for (scoring, score) in [(Scoring::Discs, 11), (Scoring::EmptiesToWinner, 16)] {
        let rules = Rules::new(scoring, Objective::Most);
        for analysis in analyses(finished, AnalysisOptions::to_depth(3).rules(rules)) {
            assert_eq!((analysis.value, analysis.exact), (score, true));
            assert!(analysis.moves.is_empty() && analysis.line.moves().is_empty());
        }
        let args = ["analyze", "--depth", "3", "--format", "json", "--score", &scoring.to_string()];
        let said = printed(&[&args[..], &["--position", &finished.to_string()]].concat(), ".");
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said["depths"][0]["value"], score);

        // One move that ends the game, and one that does not.
        let options = AnalysisOptions::to_depth(1).rules(rules);
        let ending = read_position(size(4, 4), "XXXXXXXXXXOXXX-- X").unwrap();
        let [last] = &analyses(ending, options)[..] else { panic!("one ply is one depth") };
        assert_eq!((last.value, last.exact), (if score == 11 { 15 } else { 16 }, true));
        let start = Position::start(size(8, 8), Start::Diagonal);
        assert_eq!(analyses(start, options)[0].value, 3);
    }
}

/// The help explains what is counted.
#[test]
fn the_help_tells_a_game_that_is_over_from_one_that_is_not() {
    let help = printed(&["analyze", "--help"], ".").replace('\n', " ");
    let guide = std::fs::read_to_string("docs/guide.md").unwrap().replace('\n', " ");
    for text in [help, guide] {
        assert!(text.contains("A game that is over counts with its score"), "{text}");
        assert!(!text.contains("whether the game is over or not"), "{text}");
    }
}
