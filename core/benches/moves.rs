//! Single-threaded wall time to find the values of all moves, in positions from random 6×6 games.
//! Positions covered by the opening table count as instant.
//!
//! Run `cargo bench --bench moves -- GAMES`; the default is 200 games.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use othello_core::analysis::random::SplitMix64;
use othello_core::answer::{Limits, Lines, Question, Sources, answer};
use othello_core::known::is_in_opening;
use othello_core::{Find, Game, Position, Rules, Size, Start};

/// The seconds needed to find the values of all moves of a position.
fn seconds(position: Position) -> f64 {
    let began = Instant::now();
    if !is_in_opening(position, Rules::default()) {
        let (rules, find, lines) = (Rules::default(), Find::AllMoves, Lines::Each);
        let question = Question { position, rules, find, lines, counts: false };
        let found = answer(&question, &Sources::SEARCH, &Limits::single(256 << 20), &());
        assert!(question.is_settled_by(&found.expect("there is memory")));
    }
    began.elapsed().as_secs_f64()
}

fn main() {
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(200);
    let mut positions: BTreeMap<u32, BTreeSet<Position>> = BTreeMap::new();
    for seed in 0..games {
        let mut random = SplitMix64(seed);
        let size = Size::new(6, 6).expect("there is a board of 6x6");
        let mut game = Game::new(Position::start(size, Start::Diagonal));
        loop {
            let position = game.end().after_forced_pass();
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            positions.entry(position.empties()).or_default().insert(position.canonical());
            let choice = random.below(moves.len()) as usize;
            let square = moves.into_iter().nth(choice).expect("it is one of the moves");
            game.play(square).expect("the move is legal");
        }
    }
    println!("empty  positions    median   slowest");
    for (empties, positions) in positions {
        let measured = positions.into_iter().map(|position| (seconds(position), position));
        let mut times: Vec<_> = measured.collect();
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (median, (slowest, position)) = (times[times.len() / 2].0, times[times.len() - 1]);
        println!("{empties:5}  {:9}  {median:6.3} s  {slowest:6.3} s  {position}", times.len());
    }
}
