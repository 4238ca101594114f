//! A search without the weights, and with weights that are handed in.
#![cfg(not(feature = "weights"))]

use othello_core::analysis::Forecast;
use othello_core::evaluation::hand_in;
use othello_core::{Game, Objective, Position, Rules, SearchOptions, Size, Start, search};

/// The weights of 6×6, in place of those in the library.
static WEIGHTS: &[u8] = include_bytes!("../src/evaluation/6x6.weights");

#[test]
fn weights_that_are_handed_in_make_the_tree_smaller() {
    let size = Size::new(6, 6).unwrap();
    let start = Position::start(size, Start::Diagonal);
    let game = Game::parse(start, "c2b4c5d2e4e3d1c1b1d5").unwrap();
    let options = SearchOptions::default();
    let forecast = || Forecast::to_depth(game.end(), Rules::default(), 2, &());
    let without = search(game.end(), &options, &());
    assert_eq!(forecast(), None);

    let wrong = hand_in(size, Objective::Most, WEIGHTS[1..].to_vec()).unwrap_err();
    assert_eq!(wrong.expected, Some(WEIGHTS.len()));
    assert!(hand_in(Size::new(4, 4).unwrap(), Objective::Most, Vec::new()).is_err());
    assert_eq!(forecast(), None);

    hand_in(size, Objective::Most, WEIGHTS.to_vec()).unwrap();
    let with = search(game.end(), &options, &());
    assert!(forecast().is_some());
    assert_eq!((with.value(), &with.line), (without.value(), &without.line));
    assert!(with.nodes * 3 < without.nodes * 2, "{} and {} nodes", with.nodes, without.nodes);
}
