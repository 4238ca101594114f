//! Probable values are never reported as exact: selective searches, forecasts and stopped searches,
//! on several boards, under several rules, and with tables of several sizes.

use std::collections::HashMap;
use std::ops::ControlFlow;

use othello_core::analysis::{AnalysisOptions, Basis, outlook, review};
use othello_core::answer::{Limits, Lines, Question, Sources, answer};
use othello_core::search::Oracle;
use othello_core::{Find, Game, Position, Rules, Score, Square, Start, analyze};

use crate::common::{Budget, Impatient, is_thorough, start};

/// A game from the start of a board, until this many squares are empty or the game ends.
pub(crate) fn game(width: u32, height: u32, empties: u32, number: usize) -> Game {
    let mut game = Game::new(start(width, height, Start::Diagonal));
    for step in number.. {
        let now = game.end().after_forced_pass();
        let next = now.moves().iter().cycle().nth(step * 5);
        let Some(square) = next.filter(|_| now.empties() > empties) else { break };
        game.play(square).unwrap();
    }
    game
}

/// The value of a position from exact queries alone, with a separate table.
fn value(position: Position, rules: Rules) -> Score {
    if position.is_over() {
        return position.score(rules);
    }
    let oracle = Oracle::new(rules, 1 << 20, position.empties());
    let most = position.size().squares().cast_signed();
    let (mut lower, mut upper) = (-most, most);
    while lower < upper {
        let bound = (lower + upper + 1).div_euclid(2);
        if oracle.at_least(position, bound, &()).unwrap() {
            lower = bound;
        } else {
            upper = bound - 1;
        }
    }
    lower
}

/// The value of the position after a move, from the mover's point of view.
fn value_of(position: Position, square: Square, rules: Rules) -> Score {
    -value(position.play(square).unwrap(), rules)
}

/// Picks rules by number.
fn rules(number: usize) -> Rules {
    Rules::ALL[number % Rules::ALL.len()]
}

#[test]
fn values_reported_as_exact_are_exact_however_early() {
    let mut counts = [0; 2];
    let boards = [(4, 4), (5, 4), (4, 6), (6, 6), (8, 8), (7, 5), (6, 6), (8, 8)];
    for number in 0..if is_thorough() { 340 } else { 8 } {
        let (width, height) = boards[number % 8];
        let (rules, end) = (rules(number + number / 8), game(width, height, 10, number).end());
        let position = end.after_forced_pass();
        let moves = position.moves().into_iter();
        let exact: HashMap<_, _> = moves.map(|to| (to, value_of(position, to, rules))).collect();
        for patience in [0, 1, 3, 10, u32::MAX] {
            let outlook = outlook(position, rules, Find::AllMoves, &Impatient::new(patience));
            let outlook = outlook.unwrap();
            counts[usize::from(outlook.basis == Basis::Exact)] += 1;
            for of in outlook.moves.iter().filter(|_| outlook.basis == Basis::Exact) {
                assert_eq!(of.value, exact[&of.square], "{position}, {}, {rules}", of.square);
            }
        }
        let depths = AnalysisOptions::to_depth(u32::MAX)
            .rules(rules)
            .hash([0, 1 << 12, 1 << 20][number % 3]);
        let (exact, mut first) = (value(position, rules), None);
        analyze(position, &depths, &(), |analysis| {
            let known = analysis.exact.then_some(analysis.value);
            assert!(known.is_none_or(|value| value == exact), "{position}, {rules}, {known:?}");
            first = first.or(known);
            if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(first, Some(exact));
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// With this many empty squares, a selective search comes first.
#[test]
fn no_bound_of_a_stopped_search_is_only_probable() {
    let boards = [(6, 6), (6, 5), (8, 8), (7, 5), (8, 6), (7, 7)];
    let some = if cfg!(debug_assertions) { 1 } else { boards.len() };
    let mut is_stopped = [false; 2];
    let finds = [Find::Value, Find::BestMove, Find::BestMoves, Find::AllMoves];
    let tables = [1 << 20, 0, 1 << 14, 1 << 20, 1 << 16];
    for (number, (width, height)) in boards.into_iter().enumerate().take(some) {
        let (rules, position) = (rules(number), game(width, height, 18, number).end());
        let exact = value(position, rules);
        let moves = position.moves().into_iter();
        let of_moves: HashMap<_, _> = moves.map(|to| (to, value_of(position, to, rules))).collect();
        for step in 0..if is_thorough() { 340 } else { 6 } {
            let (find, hash, threads) = (finds[step % 4], tables[step % 5], 1 + step / 2 % 2);
            let patience = if step == 0 { u32::MAX } else { u32::try_from(step * 4 % 29).unwrap() };
            let stopper = Impatient::new(patience);
            let lines = if find == Find::AllMoves { Lines::Each } else { Lines::None };
            let question = Question { position, rules, find, lines, counts: false };
            let limits = Limits::new(hash, threads);
            let found = answer(&question, &Sources::SEARCH, &limits, &stopper).unwrap();
            is_stopped[usize::from(question.is_settled_by(&found))] = true;
            let mut bounds = stopper.bounds.into_inner().unwrap();
            bounds.push((found.bounds().lower(), found.bounds().upper()));
            for (lower, upper) in bounds {
                assert!(
                    (lower..=upper).contains(&exact),
                    "{position}, {rules}: {lower} to {upper}"
                );
            }
            for of in found.moves() {
                let bounds = of.bounds().lower()..=of.bounds().upper();
                let is_so = bounds.contains(&of_moves[&of.square()]);
                assert!(is_so, "{position}, {rules}: {bounds:?}");
            }
        }
    }
    assert_eq!(is_stopped, [true; 2]);
}

#[test]
fn what_a_review_calls_exact_is_exact() {
    let mut compared = 0;
    for number in 0..if is_thorough() { 180 } else { 4 } {
        let (width, height) = [(4, 4), (6, 6), (5, 5), (8, 8)][number % 4];
        let (rules, game) = (rules(number + number / 4), game(width, height, 0, number));
        for positions in [0, 50_000] {
            let review = review(&game, rules, &Budget::new(positions)).unwrap();
            let turns: Vec<_> = game.turns().collect();
            let exact = review.moves.iter().filter(|of| of.basis == Basis::Exact);
            for of in exact.rev().take(10) {
                let (before, square) = turns[of.number as usize - 1];
                // The opening of 6x6 is looked up; searching it would take long.
                if before.empties() > 20 {
                    continue;
                }
                let found = (of.value, of.best_value);
                let values = (value_of(before, square, rules), value(before, rules));
                assert_eq!(found, values, "{game}, {rules}, move {}", of.number);
                compared += 1;
            }
        }
    }
    assert!(!is_thorough() || compared >= 2_000, "{compared}");
}
