//! `forecasts`: the errors of the trained evaluations' forecasts.

use std::path::PathBuf;

use clap::Args;
use othello_core::analysis::{Forecast, Player, Strategy};
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::{
    Find, Game, Objective, Position, Rules, Score, Scoring, Size, Square, Start, Turn,
};
use rayon::prelude::*;

use super::outcome::{Outcome, write};

/// The depths that are measured.
const DEPTHS: u32 = 12;

/// The range of empty squares in a position.
const EMPTIES: (u32, u32) = (16, 20);

/// Measure the error of forecasts in discs, on every board with a trained evaluation
///
/// Positions with 16 to 20 empty squares, each from a different game, are forecast at each depth
/// and solved. In the games, every third move is random, and the others are the choice of a one-ply
/// forecast.
#[derive(Debug, Args)]
pub(crate) struct Forecasts {
    /// The number of positions for each board
    #[arg(long, value_name = "N", default_value_t = 150)]
    positions: u32,

    /// Write the errors, as root mean squares, to this file
    #[arg(long, value_name = "FILE", default_value = "core/src/evaluation/forecast-errors.csv")]
    output: PathBuf,
}

impl Forecasts {
    pub(crate) fn run(self) -> Outcome {
        let depths: Vec<_> = (1..=DEPTHS).map(|depth| depth.to_string()).collect();
        let mut text = format!("size,objective,{}\n", depths.join(","));
        let long_side_first = Size::all().filter(|size| size.width() >= size.height());
        for size in long_side_first {
            for objective in [Objective::Most, Objective::Fewest] {
                let rules = Rules::new(Scoring::Discs, objective);
                if best(Position::start(size, Start::Diagonal), rules).is_none() {
                    continue;
                }
                let errors = self.errors(size, rules);
                let errors: Vec<_> = errors.iter().map(|error| format!("{error:.1}")).collect();
                let row = format!("{size},{objective},{}\n", errors.join(","));
                print!("{row}");
                text += &row;
            }
        }
        write(&self.output, text.as_bytes())
    }

    /// The root mean square error of forecasts at each depth.
    fn errors(&self, size: Size, rules: Rules) -> Vec<f64> {
        let numbers = (0..self.positions).into_par_iter();
        let squares: Vec<_> = numbers.map(|number| squared_errors(size, rules, number)).collect();
        let mut errors = Vec::new();
        for depth in 0..DEPTHS as usize {
            let sum: f64 = squares.iter().map(|of_position| of_position[depth]).sum();
            errors.push((sum / f64::from(self.positions)).sqrt());
        }
        errors
    }
}

/// The squares of the errors of the forecasts of a position at each depth.
fn squared_errors(size: Size, rules: Rules, number: u32) -> Vec<f64> {
    let position = endgame(size, rules, number);
    let value = value(position, rules);
    let mut squares = Vec::new();
    for depth in 1..=DEPTHS {
        let forecast = Forecast::to_depth(position, rules, depth, &());
        let error = forecast.map_or(0, |forecast| forecast.value) - value;
        squares.push(f64::from(error).powi(2));
    }
    squares
}

/// A position from a game in which the player does not have to pass.
fn endgame(size: Size, rules: Rules, number: u32) -> Position {
    let mut random = Player::new(Strategy::Random, rules, number.into());
    let empties = EMPTIES.0 + number % (EMPTIES.1 - EMPTIES.0 + 1);
    // If a game ends earlier, play another.
    loop {
        let mut game = Game::new(Position::start(size, Start::Diagonal));
        let mut ply = number;
        loop {
            let position = game.end().after_forced_pass();
            if position.turn() == Turn::Over {
                break;
            }
            if position.empties() <= empties {
                return position;
            }
            let square = if ply.is_multiple_of(3) {
                random.choose(position, &()).expect("it needs no search")
            } else {
                best(position, rules)
            };
            game.play(square.expect("there is a move")).expect("it is legal");
            ply += 1;
        }
    }
}

/// The move preferred by a one-ply forecast.
fn best(position: Position, rules: Rules) -> Option<Square> {
    Some(Forecast::to_depth(position, rules, 1, &())?.moves.first()?.square)
}

fn value(position: Position, rules: Rules) -> Score {
    let question = Question::usual(position, rules).with_goal(Find::Value);
    let answer = answer(&question, &Sources::SEARCH, &Limits::single(64 << 20), &());
    answer.expect("there is memory").bounds().lower()
}
