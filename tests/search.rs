//! The search against plain minimax, which tries every move to the end.

use std::collections::HashMap;

use othello_solver::{
    Bitboard, Board4x4, Board6x6, Board8x8, Obf, Objective, Position, Rect, Rules, SIGNATURE,
    Score, Scoring, SearchMonitor, SearchOptions, Shape, Start, Training, Turn, benchmarks, search,
    train,
};

const EVERY_RULES: [Rules; 4] = [
    Rules::new(Scoring::Discs, Objective::Most),
    Rules::new(Scoring::Discs, Objective::Fewest),
    Rules::new(Scoring::EmptiesToWinner, Objective::Most),
    Rules::new(Scoring::EmptiesToWinner, Objective::Fewest),
];

/// The value of a position and of all that can be reached from it.
fn minimax<S: Shape>(
    position: Position<S>,
    rules: Rules,
    values: &mut HashMap<Position<S>, Score>,
) -> Score {
    if let Some(&value) = values.get(&position) {
        return value;
    }
    let value = match position.turn() {
        Turn::Place(moves) => {
            let values =
                moves.into_iter().map(|square| -minimax(position.play(square), rules, values));
            values.max().expect("there is a move")
        }
        Turn::Pass => -minimax(position.pass(), rules, values),
        Turn::Over => rules.final_score(position),
    };
    values.insert(position, value);
    value
}

/// Checks value, best moves and line of the search against the `values` of
/// minimax.
#[track_caller]
fn check<S: Shape>(
    position: Position<S>,
    options: &SearchOptions,
    values: &mut HashMap<Position<S>, Score>,
) {
    let mut value_of = |position| minimax(position, options.rules, values);
    let expected = value_of(position);
    let result = search(position, options, &SearchMonitor::default());
    assert_eq!(result.value(), Some(expected), "{position:?} {options:?}");

    let mut best = Vec::new();
    if let Turn::Place(moves) = position.turn() {
        best.extend(
            moves.into_iter().filter(|&square| -value_of(position.play(square)) == expected),
        );
    }
    if options.all_moves {
        assert_eq!(result.best_moves, best, "{position:?} {options:?}");
    } else {
        assert!(result.best_moves.iter().all(|square| best.contains(square)));
        assert_eq!(result.best_moves.is_empty(), best.is_empty());
    }

    let (mut position, mut sign) = (position, 1);
    for &square in &result.line {
        if position.turn() == Turn::Pass {
            (position, sign) = (position.pass(), -sign);
        }
        (position, sign) = (position.play(square), -sign);
    }
    assert_eq!(position.turn(), Turn::Over, "the line ends with the game");
    assert_eq!(sign * options.rules.final_score(position), expected, "the line keeps the value");
}

fn random_numbers(mut seed: u64) -> impl FnMut() -> u64 {
    move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    }
}

/// A random position with the given number of empty squares.
fn random_position<S: Shape>(empties: u32, random: &mut impl FnMut() -> u64) -> Position<S> {
    let mut discs = S::BOARD;
    while discs.count_ones() > S::SQUARES - empties {
        discs &= !(1 << (random() % u64::from(S::SQUARES)));
    }
    // Sometimes one colour has nearly all.
    let colour = match random() % 4 {
        0 => random() & random() & random() & random(),
        1 => random() | random() | random() | random(),
        _ => random(),
    };
    let set = |bits| Bitboard::new(bits).expect("on the board");
    Position::new(set(discs & colour), set(discs & !colour)).expect("one disc a square")
}

/// Random ends of games, with tables in which every entry collides and larger
/// ones.
fn random_endgames<S: Shape>() {
    let mut random = random_numbers(0x9E37_79B9_7F4A_7C15 + u64::from(S::WIDTH * 64 + S::HEIGHT));
    for round in 0..200 {
        let empties = (random() % 10).min(u64::from(S::SQUARES) / 2);
        let position = random_position::<S>(u32::try_from(empties).unwrap(), &mut random);
        let options = SearchOptions {
            rules: EVERY_RULES[round % 4],
            hash: [0, 64, 1 << 12, 1 << 20][round / 4 % 4],
            threads: [1, 2, 8][round % 3],
            all_moves: random().is_multiple_of(2),
            ..SearchOptions::default()
        };
        check(position, &options, &mut HashMap::new());
    }
}

/// Positions with so many empty squares that several threads share the work.
fn threads_agree<S: Shape>(empties: u32) {
    let mut random = random_numbers(u64::from(empties));
    for round in 0..4 {
        let position = random_position::<S>(empties, &mut random);
        let rules = EVERY_RULES[round];
        let options = |threads| SearchOptions {
            rules,
            threads,
            hash: [1 << 10, 1 << 22][round % 2],
            all_moves: true,
            ..SearchOptions::default()
        };
        let search = |threads| search(position, &options(threads), &SearchMonitor::default());
        let alone = search(1);
        for threads in [2, 8] {
            let together = search(threads);
            assert_eq!(together.value(), alone.value(), "{position:?}");
            assert_eq!(together.best_moves, alone.best_moves, "{position:?}");
            assert_eq!(together.line, alone.line, "{position:?}");
        }
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    threads_agree::<Rect<u32, 4, 6>>(15);
    threads_agree::<Board6x6>(15);
    threads_agree::<Board8x8>(14);
}

/// The value by discs bounds the one with the empty squares, and a search that is
/// told so finds the same.
fn bounds_by_discs<S: Shape>() {
    let mut random = random_numbers(u64::from(S::WIDTH));
    for round in 0..300 {
        let position = random_position::<S>(round % 10, &mut random);
        for objective in [Objective::Most, Objective::Fewest] {
            let [discs, with_empties] = [Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| {
                minimax(position, Rules::new(scoring, objective), &mut HashMap::new())
            });
            let bounds = Scoring::bounds_with_empties(discs, S::SQUARES);
            assert!((bounds.0..=bounds.1).contains(&with_empties), "{position:?}");
            let rules = Rules::new(Scoring::EmptiesToWinner, objective);
            let options = SearchOptions { rules, bounds, ..SearchOptions::default() };
            check(position, &options, &mut HashMap::new());
        }
    }
}

#[test]
fn a_value_bounds_another() {
    bounds_by_discs::<Board4x4>();
    bounds_by_discs::<Rect<u32, 4, 6>>();
    bounds_by_discs::<Board6x6>();
}

macro_rules! random_endgames {
    ($($name:ident: $shape:ty,)+) => {$(
        #[test]
        fn $name() {
            random_endgames::<$shape>();
        }
    )+};
}

random_endgames! {
    random_2x2: Rect<u16, 2, 2>,
    random_4x4: Board4x4,
    random_3x5: Rect<u16, 3, 5>,
    random_4x6: Rect<u32, 4, 6>,
    random_6x4: Rect<u32, 6, 4>,
    random_5x5: Rect<u32, 5, 5>,
    random_6x6: Board6x6,
    random_7x8: Rect<u64, 7, 8>,
    random_8x8: Board8x8,
    random_12x4: Rect<u64, 12, 4>,
    random_4x12: Rect<u64, 4, 12>,
    random_16x4: Rect<u64, 16, 4>,
    random_9x7: Rect<u64, 9, 7>,
    random_6x10: Rect<u64, 6, 10>,
    random_12x5: Rect<u64, 12, 5>,
    random_3x21: Rect<u64, 3, 21>,
    random_32x2: Rect<u64, 32, 2>,
}

fn every_position_of_4x4(rules: Rules) {
    let start = Position::<Board4x4>::start(Start::Diagonal);
    let parallel = Position::start(Start::Parallel);
    let mut values = HashMap::new();
    minimax(start, rules, &mut values);
    minimax(parallel, rules, &mut values);
    let options = SearchOptions { rules, all_moves: true, ..SearchOptions::default() };
    for position in values.keys().copied().collect::<Vec<_>>() {
        check(position, &options, &mut values);
    }
}

#[test]
fn every_4x4_position_most_discs() {
    every_position_of_4x4(EVERY_RULES[0]);
}

#[test]
fn every_4x4_position_fewest_discs() {
    every_position_of_4x4(EVERY_RULES[1]);
}

#[test]
fn every_4x4_position_most_discs_and_empties() {
    every_position_of_4x4(EVERY_RULES[2]);
}

#[test]
fn every_4x4_position_fewest_discs_and_empties() {
    every_position_of_4x4(EVERY_RULES[3]);
}

#[test]
fn a_stopped_search_returns_the_bounds_it_has() {
    let monitor = SearchMonitor::default();
    monitor.stop();
    let result =
        search(Position::<Board6x6>::start(Start::Diagonal), &SearchOptions::default(), &monitor);
    assert_eq!((result.lower, result.upper), (-36, 36));
    assert_eq!(result.value(), None);
}

/// The values of FACTS: boards with like colours on a diagonal.
#[test]
fn starts_of_small_boards() {
    fn value<S: Shape>() -> Option<Score> {
        let options = SearchOptions::default();
        search(Position::<S>::start(Start::Diagonal), &options, &SearchMonitor::default()).value()
    }
    assert_eq!(value::<Board4x4>(), Some(-8));
    assert_eq!(value::<Rect<u32, 4, 6>>(), Some(16));
    assert_eq!(value::<Rect<u32, 6, 4>>(), Some(16));
}

/// The FFO endgame test, which the field measures itself by.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn ffo_endgames() {
    let options = SearchOptions {
        rules: Rules::new(Scoring::EmptiesToWinner, Objective::Most),
        threads: 2,
        ..SearchOptions::default()
    };
    for line in include_str!("data/ffo-40-59.obf").lines().take(3) {
        let expected = Obf::<Board8x8>::parse(line).expect("a position");
        let position = expected.game.position();
        let result = search(position, &options, &SearchMonitor::default());
        assert_eq!(result.value(), expected.score(), "{line}");
        for square in result.best_moves {
            assert!(expected.scores.iter().any(|(best, _)| *best == square), "{line}");
        }
    }
}

/// A small board takes few nodes and little memory, or its setting up would
/// take longer than the search.
#[test]
fn the_smallest_board_takes_few_nodes() {
    let position = Position::<Board4x4>::start(Start::Diagonal);
    let result = search(position, &SearchOptions::default(), &SearchMonitor::default());
    assert!(result.nodes <= 500, "{}", result.nodes);
}

/// A search never depends on the weights, but the weights on nothing but the
/// games and the seed.
#[test]
fn training_is_repeatable() {
    let weights = |side, seed, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let training = Training { side, games: 12, seed };
        pool.install(|| train(&training, &())).unwrap()
    };
    for side in [6, 8] {
        let first = weights(side, 1, 1);
        assert!(first.iter().any(|&weight| weight != 0));
        assert_eq!(first, weights(side, 1, 3));
        assert_ne!(first, weights(side, 2, 1));
    }
    assert_eq!(train(&Training { side: 7, games: 1, seed: 1 }, &()), None);
}

/// The number of nodes of one thread: whoever changes the search sees by how
/// much, and nobody changes it without seeing.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn signature_of_the_search() {
    let options = SearchOptions::default();
    let nodes = benchmarks().iter().map(|benchmark| benchmark.run(&options).1).sum::<u64>();
    assert_eq!(nodes, SIGNATURE);
}
