//! The weights and the openings are not part of the library, and are handed in.
#![cfg(not(any(feature = "weights", feature = "openings")))]

use othello_core::analysis::Forecast;
use othello_core::answer::{AnalysisOptions, Answer, Limits, Question, Sources, answer};
use othello_core::evaluation::hand_in;
use othello_core::known::{self, KnownOpening};
use othello_core::notation::read_game;
use othello_core::{Find, Objective, Position, Rules, Scoring, Size, Start};

/// The weights of 6×6, in place of those in the library.
static WEIGHTS: &[u8] = include_bytes!("../src/evaluation/6x6.weights");

#[test]
fn weights_that_are_handed_in_make_the_tree_smaller() {
    let size = Size::new(6, 6).unwrap();
    let start = Position::start(size, Start::Diagonal);
    let game = read_game(start, "c2b4c5d2e4e3d1c1b1d5").unwrap();
    let question = Question::usual(game.end(), Rules::default());
    let solve = || answer(&question, &Sources::PROVED, &Limits::single(64 << 20), &()).unwrap();
    let forecast = || Forecast::new(game.end(), &AnalysisOptions::to_depth(2), &());
    let without = solve();
    assert_eq!(forecast(), None);

    let wrong = hand_in(size, Objective::Most, WEIGHTS[1..].to_vec()).unwrap_err();
    assert_eq!(wrong.expected, Some(WEIGHTS.len()));
    assert!(hand_in(Size::new(4, 4).unwrap(), Objective::Most, Vec::new()).is_err());
    assert_eq!(forecast(), None);

    hand_in(size, Objective::Most, WEIGHTS.to_vec()).unwrap();
    let with = solve();
    assert!(forecast().is_some());
    assert_eq!((with.value(), with.line()), (without.value(), without.line()));
    let nodes = [with.nodes(), without.nodes()];
    assert!(nodes[0] * 3 < nodes[1] * 2, "{nodes:?}");
}

/// Everything that is known about a position without a search.
fn look_up(position: Position, rules: Rules) -> Answer {
    let question = Question::usual(position, rules).with_goal(Find::AllMoves);
    answer(&question, &Sources::LOOKUPS, &Limits::single(0), &()).unwrap()
}

#[test]
fn openings_that_are_handed_in_are_looked_up() {
    const DIAGONAL: &str = include_str!("../src/known/6x6-opening.csv");
    const PARALLEL: &str = include_str!("../src/known/6x6-parallel-opening.csv");
    let (size, rules) = (Size::new(6, 6).unwrap(), Rules::default());
    let after = |start, moves| read_game(Position::start(size, start), moves).unwrap().end();
    let hand_in = |start, text: &str| known::hand_in(size, start, Objective::Most, text.to_owned());
    let missing = |position| KnownOpening::missing(position, rules).map(|opening| opening.start);
    // The first move is not a best move, so no solved board's line has the position.
    let [start, diagonal, parallel] =
        [(Start::Diagonal, ""), (Start::Diagonal, "c2b2"), (Start::Parallel, "e5")]
            .map(|(start, moves)| after(start, moves));
    assert_eq!(look_up(diagonal, rules).value(), None);
    assert_eq!(missing(start), Some(Start::Diagonal));
    assert_eq!(missing(after(Start::Parallel, "")), Some(Start::Parallel));

    let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    assert!(KnownOpening::missing(start, tournament).is_none());

    let torn = &DIAGONAL[..DIAGONAL.rfind(':').unwrap()];
    assert_eq!(hand_in(Start::Diagonal, torn).unwrap_err().line, Some(DIAGONAL.lines().count()));
    assert!(
        known::hand_in(Size::STANDARD, Start::Diagonal, Objective::Most, String::new()).is_err()
    );

    hand_in(Start::Diagonal, DIAGONAL).unwrap();
    assert!(look_up(diagonal, rules).moves().iter().all(|mv| mv.value().is_some()));
    assert_eq!(missing(start), None);
    assert_eq!(missing(diagonal), None);
    assert_eq!(missing(parallel), Some(Start::Parallel));
    hand_in(Start::Parallel, PARALLEL).unwrap();
    assert!(look_up(parallel, rules).moves().iter().all(|mv| mv.value().is_some()));
    // After its last ply, the opening is not asked for, either.
    let late = after(Start::Diagonal, "c2b4c5d2e4e3d1c1");
    assert_eq!(missing(late), None);
}
