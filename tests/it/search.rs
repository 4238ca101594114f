//! The search compared with plain minimax, which plays every line to the end.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use othello_core::answer::{
    Answer, Limits, Lines, MoveAnswer, OpenQuestion, Question, Source, Sources, answer,
};
use othello_core::kernel::{Bitboard, Board4x4, Board6x6, Board8x8, Rect, Shape};
use othello_core::notation::{Reader, read_game, read_position};
use othello_core::search::{SIGNATURE, benchmarks, ffo};
use othello_core::{
    Color, Find, Game, Objective, Position, Progress, Rules, Score, Scoring, Size, Square, Start,
    Turn, kernel,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::{Impatient, endings, is_thorough, mailbox_of, size};

/// The value of a position; also records the values of all positions reachable from it.
fn minimax<S: Shape>(
    position: kernel::Position<S>,
    rules: Rules,
    values: &mut HashMap<kernel::Position<S>, Score>,
) -> Score {
    if let Some(&value) = values.get(&position) {
        return value;
    }
    let value = match position.turn() {
        Turn::Place => {
            let next = position.moves().into_iter().filter_map(|square| position.play(square));
            next.map(|next| -minimax(next, rules, values)).max().expect("there is a move")
        }
        Turn::Pass => -minimax(position.pass(), rules, values),
        Turn::Over => rules.final_score(position),
    };
    values.insert(position, value);
    value
}

/// A question without its position, and the limits of the search.
#[derive(Clone, Copy, Debug)]
struct Asked {
    rules: Rules,
    find: Find,
    lines: Lines,
    limits: Limits,
    /// Bounds of the value that are known.
    bounds: (Score, Score),
}

impl Asked {
    const fn new(rules: Rules, find: Find) -> Self {
        let lines = if matches!(find, Find::AllMoves) { Lines::Each } else { Lines::One };
        Self { rules, find, lines, limits: Limits::single(1 << 20), bounds: (-64, 64) }
    }

    /// The answer of the search alone, which settles the question.
    fn about(self, position: Position, progress: &dyn Progress) -> Answer {
        let Self { rules, find, lines, limits, bounds } = self;
        let open = OpenQuestion::new(Question { position, rules, find, lines, counts: false });
        open.narrow(None, bounds, Source::Caller).unwrap();
        open.pursue(&Sources::SEARCH, &limits, progress).unwrap();
        assert!(open.is_settled(), "{position} {self:?}");
        open.answer()
    }
}

/// Checks value, best moves and lines of the search against the `values` of minimax.
#[track_caller]
fn check<S: Shape>(
    position: kernel::Position<S>,
    asked: Asked,
    values: &mut HashMap<kernel::Position<S>, Score>,
) {
    let mut value_of = |position| minimax(position, asked.rules, values);
    let expected = value_of(position);
    let game = Position::from_discs(S::SIZE, position.into(), Color::Black);
    let found = asked.about(game, &());
    assert_eq!(found.value(), Some(expected), "{position:?} {asked:?}");

    let mut best = Vec::new();
    for mv in found.moves() {
        let after = position.play(mv.square()).expect("the move is legal");
        let value = -value_of(after);
        if value == expected {
            best.push(mv.square());
        }
        if asked.find < Find::AllMoves {
            continue;
        }
        assert_eq!(mv.value(), Some(value), "{position:?} {asked:?}");
        let line = mv.line().expect("lines were requested");
        assert_eq!((line.start(), line.moves()[0]), (game, mv.square()));
        assert_eq!(score_of(line, asked.rules), value, "{line} of {} in {game}", mv.square());
    }
    assert_eq!(found.moves().len(), position.moves().len() as usize);
    if asked.find >= Find::BestMoves {
        assert_eq!(found.best_moves(), Some(best.clone()), "{position:?} {asked:?}");
        assert_eq!(found.best_move(), best.first().copied(), "{position:?} {asked:?}");
    }
    assert!(found.best_move().iter().all(|square| best.contains(square)));
    assert_eq!(found.best_move().is_none(), best.is_empty());
    let line = found.line().expect("a line was requested");
    assert_eq!(line.start(), game);
    assert_eq!(score_of(line, asked.rules), expected, "the line keeps the value");

    let alone = Asked { find: Find::Value, lines: Lines::None, ..asked }.about(game, &());
    assert_eq!(alone.value(), Some(expected), "{position:?} {asked:?}");
    assert_eq!(alone.line(), None, "{position:?} {asked:?}");
}

/// The score at the end of a complete line, from the point of view of the side to move at its
/// start.
fn score_of(line: &Game, rules: Rules) -> Score {
    let end = line.end();
    assert_eq!(end.turn(), Turn::Over, "the line ends with the game");
    if end.side() == line.start().side() { end.score(rules) } else { -end.score(rules) }
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
fn random_position<S: Shape>(
    empties: u32,
    random: &mut impl FnMut() -> u64,
) -> kernel::Position<S> {
    let mut discs = S::BOARD;
    while discs.count_ones() > S::SQUARES - empties {
        discs &= !(1 << (random() % u64::from(S::SQUARES)));
    }
    // Sometimes one colour has nearly all the discs.
    let colour = match random() % 4 {
        0 => random() & random() & random() & random(),
        1 => random() | random() | random() | random(),
        _ => random(),
    };
    let set = |bits| Bitboard::new(bits).expect("on the board");
    kernel::Position::new(set(discs & colour), set(discs & !colour)).expect("one disc a square")
}

/// Random endgames, with tables so small that every entry collides, and with larger ones.
fn random_endgames<S: Shape>() {
    let mut random = random_numbers(0x9E37_79B9_7F4A_7C15 + u64::from(S::WIDTH * 64 + S::HEIGHT));
    for round in 0..200 {
        let empties = (random() % 10).min(u64::from(S::SQUARES) / 2);
        let position = random_position::<S>(u32::try_from(empties).unwrap(), &mut random);
        let find = [Find::BestMove, Find::BestMoves, Find::AllMoves][(random() % 3) as usize];
        let hash = [0, 64, 1 << 12, 1 << 20][round / 4 % 4];
        let limits = Limits::new(hash, [1, 2, 8][round % 3]);
        let asked = Asked { limits, ..Asked::new(Rules::ALL[round % 4], find) };
        check(position, asked, &mut HashMap::new());
    }
}

/// Positions with enough empty squares for several threads to share the work.
fn threads_agree<S: Shape>(empties: u32) {
    let mut random = random_numbers(u64::from(empties));
    for round in 0..4 {
        let position = random_position::<S>(empties, &mut random);
        let game = Position::from_discs(S::SIZE, position.into(), Color::ALL[round % 2]);
        let asked = Asked::new(Rules::ALL[round], Find::AllMoves);
        let search = |threads| {
            // The size of the table does not matter either.
            let hash = [1 << 10, 1 << 22][(round + threads / 2) % 2];
            Asked { limits: Limits::new(hash, threads), ..asked }.about(game, &())
        };
        let alone = search(1);
        for threads in [2, 8] {
            let together = search(threads);
            assert_eq!(together.value(), alone.value(), "{position:?}");
            assert_eq!(together.line(), alone.line(), "{position:?}");
            assert_eq!(together.moves(), alone.moves(), "{position:?}");
        }
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    threads_agree::<Rect<u32, 4, 6>>(15);
    threads_agree::<Board6x6>(15);
    threads_agree::<Board8x8>(14);
}

/// The value by discs alone bounds the value where empty squares count, and a search given these
/// bounds finds the same value.
fn bounds_by_discs<S: Shape>() {
    let mut random = random_numbers(u64::from(S::WIDTH));
    for round in 0..300 {
        let position = random_position::<S>(round % 10, &mut random);
        for objective in [Objective::Most, Objective::Fewest] {
            let [discs, with_empties] = [Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| {
                minimax(position, Rules::new(scoring, objective), &mut HashMap::new())
            });
            let bounds = Scoring::Discs.bounds_with_empties(discs, S::SQUARES);
            assert!((bounds.0..=bounds.1).contains(&with_empties), "{position:?}");
            let rules = Rules::new(Scoring::EmptiesToWinner, objective);
            let asked = Asked { bounds, ..Asked::new(rules, Find::BestMove) };
            check(position, asked, &mut HashMap::new());
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
    random_26x2: Rect<u64, 26, 2>,
}

fn every_position_of_4x4(rules: Rules) {
    let start = Start::Diagonal.position::<Board4x4>();
    let parallel = Start::Parallel.position();
    let mut values = HashMap::new();
    minimax(start, rules, &mut values);
    minimax(parallel, rules, &mut values);
    for (number, position) in values.keys().copied().collect::<Vec<_>>().into_iter().enumerate() {
        // The value of every move takes longer.
        let each = is_thorough() || number % 16 == 0;
        let find = if each { Find::AllMoves } else { Find::BestMoves };
        check(position, Asked::new(rules, find), &mut values);
    }
}

#[test]
fn every_4x4_position_most_discs() {
    every_position_of_4x4(Rules::ALL[0]);
}

#[test]
fn every_4x4_position_fewest_discs() {
    every_position_of_4x4(Rules::ALL[1]);
}

#[test]
fn every_4x4_position_most_discs_and_empties() {
    every_position_of_4x4(Rules::ALL[2]);
}

#[test]
fn every_4x4_position_fewest_discs_and_empties() {
    every_position_of_4x4(Rules::ALL[3]);
}

/// Positions of every size, including those stored on a larger grid.
#[test]
fn every_size() {
    for size in Size::all() {
        let config = ProptestConfig {
            cases: if is_thorough() { 40 } else { 6 },
            failure_persistence: None,
            ..Default::default()
        };
        let rules = prop::sample::select(&Rules::ALL[..]);
        let check = |(game, rules): (Position, Rules)| {
            let found = Asked::new(rules, Find::BestMoves).about(game, &());
            let value = crate::common::minimax(&mailbox_of(game), rules);
            prop_assert_eq!(found.value(), Some(value));
            let best = game.moves().into_iter().filter(|&square| {
                -crate::common::minimax(&mailbox_of(game.play(square).unwrap()), rules) == value
            });
            prop_assert_eq!(found.best_moves(), Some(best.collect::<Vec<_>>()));
            let end = found.line().expect("a line was requested").end();
            prop_assert_eq!(end.turn(), Turn::Over);
            let score = end.score(rules);
            prop_assert_eq!(game.side().sees(score, end.side()), value);
            Ok(())
        };
        TestRunner::new(config).run(&(endings(size, 6), rules), check).unwrap();
    }
}

/// Bounds are from the point of view of the side to move, even if it must pass.
#[test]
fn bounds_hold_the_value_and_close_in_on_it() {
    let passes = read_position(size(4, 4), "OOOOOOOOOOOOOXX- X").unwrap();
    assert_eq!(passes.turn(), Turn::Pass);
    for game in [passes, passes.pass(), Position::start(size(4, 4), Start::Diagonal)] {
        let told = Impatient::new(u32::MAX);
        let asked = Asked::new(Rules::default(), Find::BestMove);
        let value = asked.about(game, &told).value().unwrap();
        let told = told.bounds.into_inner().unwrap();
        assert!(told.iter().all(|&(lower, upper)| lower <= value && value <= upper), "{told:?}");
        assert!(told.is_sorted_by_key(|&(lower, upper)| lower - upper), "{told:?}");
        assert_eq!(told.last(), Some(&(value, value)));
    }
}

/// The FFO endgame test, the usual benchmark for endgame solvers.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn ffo_endgames() {
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    let limits = Limits::new(256 << 20, 2);
    let asked = Asked { limits, ..Asked::new(rules, Find::BestMove) };
    for line in include_str!("../../core/src/search/ffo-40-59.obf").lines().take(3) {
        let reader = Reader::new(Some(size(8, 8)), size(8, 8), Start::Diagonal);
        let expected = reader.read(line).unwrap().expect("a position");
        let found = asked.about(expected.position(), &());
        assert_eq!(found.value(), expected.score, "{line}");
        let best = found.best_move().expect("there is a move");
        assert!(expected.scores.iter().any(|(square, _)| *square == best), "{line}");
    }
}

/// A small board takes few nodes and little memory; otherwise, setup would take longer than the
/// search.
#[test]
fn the_smallest_board_takes_few_nodes() {
    let start = Position::start(size(4, 4), Start::Diagonal);
    let found = Asked::new(Rules::default(), Find::BestMove).about(start, &());
    assert!(found.nodes() <= 500, "{}", found.nodes());
}

/// The program's positions are the ones in the test, in the same order.
#[test]
fn the_ffo_positions_have_their_numbers() {
    let names: Vec<_> = ffo(40..=59).into_iter().map(|it| (it.name, it.position)).collect();
    assert_eq!(names.len(), 20);
    assert_eq!(names[19].0, "FFO 59");
    let [first, second] = &ffo(45..=46)[..] else { panic!("two") };
    assert_eq!([&first.name, &second.name], ["FFO 45", "FFO 46"]);
    assert_eq!([first.position, second.position], [names[5].1, names[6].1]);
}

/// The number of nodes with one thread, which shows whether a change affects the search, and by how
/// much.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn signature_of_the_search() {
    let mut nodes = 0;
    for benchmark in benchmarks() {
        let usual = Question::usual(benchmark.position, benchmark.rules);
        let question = usual.with_goal(Find::BestMove);
        let found = answer(&question, &Sources::SEARCH, &Limits::single(256 << 20), &());
        nodes += found.unwrap().nodes();
    }
    assert_eq!(nodes, SIGNATURE);
}

/// Checks that the bounds of moves are true, and records the narrowest.
struct Bounds<'a> {
    moves: &'a [MoveAnswer],
    narrowest: Mutex<BTreeMap<Square, (Score, Score)>>,
}

impl Progress for Bounds<'_> {
    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        let of = self.moves.iter().find(|of| of.square() == square).unwrap();
        let value = of.value().unwrap();
        assert!(lower <= value && value <= upper, "{square}: {value} in {lower} to {upper}");
        let mut narrowest = self.narrowest.lock().unwrap();
        let bounds = narrowest.entry(square).or_insert((lower, upper));
        *bounds = (bounds.0.max(lower), bounds.1.min(upper));
    }
}

#[test]
fn the_bounds_of_moves_are_true_and_in_the_end_exact() {
    for (size, moves) in [("4x5", ""), ("5x4", "b1"), ("4x4", "b1a1a2"), ("3x6", "")] {
        let start = Position::start(size.parse().unwrap(), Start::Diagonal);
        let position = read_game(start, moves).unwrap().end();
        for rules in Rules::ALL {
            let asked = Asked::new(rules, Find::AllMoves);
            let found = asked.about(position, &());
            let listener = Bounds { moves: found.moves(), narrowest: Mutex::default() };
            assert_eq!(asked.about(position, &listener), found);
            for (square, (lower, upper)) in listener.narrowest.into_inner().unwrap() {
                assert_eq!(lower, upper, "{position} {rules} {square}");
            }
        }
    }
}
