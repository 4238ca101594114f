//! Training the weights.
//!
//! Games begin with random moves and continue with the moves that look best without the pattern
//! evaluation. Their positions are processed from the end of the game to its beginning, phase by
//! phase. Positions with few empty squares are solved. The others are searched a few plies deep,
//! which leads into phases whose weights are already known. Stochastic gradient descent fits the
//! sums of the weights to these values.

use othello_core::analysis::random::SplitMix64;
use othello_core::training::{FEWEST, Judge, UNITS_PER_DISC, Weights, phase};
use othello_core::{Objective, Position, Rules, Scoring, Size, Start, Turn};
use rayon::prelude::*;

/// Positions with at most this many empty squares are solved.
const SOLVED: u32 = 12;

/// The search depth for other positions, in plies.
const DEPTH: u32 = 4;

/// One chunk of games out of this many is reserved for measuring the error.
const HELD_OUT: usize = 20;

/// The search depth for choosing a move of a game, in plies.
const PLAYED: u32 = 2;

/// After the opening, one move out of this many is random on average.
const BLUNDER: u32 = 8;

/// The initial learning rate: the share of the error by which the weights of a sample change.
const RATE: f32 = 0.5;

/// How often each sample is used.
const ROUNDS: u8 = 12;

/// The number of games that are processed together.
const CHUNK: usize = 500;

/// The maximum size of the table for these games, in bytes.
const TABLE: usize = 1 << 20;

/// The settings for training weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Training {
    /// The board.
    pub(crate) size: Size,
    /// Whether the most or the fewest discs win.
    pub(crate) objective: Objective,
    /// The number of games to play.
    pub(crate) games: u32,
    /// The seed of the random moves.
    pub(crate) seed: u64,
}

/// The error of an evaluation on held-out positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingError {
    /// The number of empty squares.
    pub(crate) empties: u32,
    /// The number of positions.
    pub(crate) positions: u64,
    /// The root mean square error, in discs.
    pub(crate) error: f64,
}

/// A position, and its value for the side to move, in discs.
#[derive(Clone, Copy, Debug)]
struct Sample {
    position: Position,
    value: f32,
}

impl Training {
    /// Trains the weights with which a search orders the moves on a board, and measures their
    /// errors. They are the same on every machine and for any number of threads.
    ///
    /// The weights are signed bytes in units of 1/8 of a disc, for each phase of the game and each
    /// pattern. Mirror images of a configuration share one weight.
    pub(crate) fn weights(self) -> (Vec<u8>, Vec<TrainingError>) {
        eprintln!("games …");
        let none = Weights::new(self.size, &[]);
        let games = (0..self.games).into_par_iter().map(|number| {
            let random = SplitMix64(self.seed ^ (u64::from(number) << 32));
            none.search(self.rules(), (0, 0), |judge| self.play(random, judge))
        });
        let games: Vec<Vec<Position>> = games.collect();
        let (mut file, mut errors) = (Vec::new(), Vec::new());
        for part in 0..self.phases() {
            eprintln!("positions …");
            let known = Weights::new(self.size, &file);
            let samples = games.par_chunks(CHUNK).map(|games| {
                let positions = games.iter().flatten().copied();
                let positions = positions.filter(|position| phase(position.empties()) == part);
                known.search(self.rules(), (TABLE, SOLVED), |judge| label(positions, judge))
            });
            let samples: Vec<Vec<Sample>> = samples.collect();
            let (held, learned) = samples.split_at(samples.len() / HELD_OUT);
            known.search(self.rules(), (0, 0), |judge| {
                let weights = fit(&learned.concat(), known.stored, judge);
                errors.extend(self.errors(&held.concat(), &weights, judge));
                file.extend(weights.into_iter().map(i8::cast_unsigned));
            });
        }
        (file, errors)
    }

    fn rules(self) -> Rules {
        Rules::new(Scoring::EmptiesToWinner, self.objective)
    }

    /// The number of phases of a game, each with its own weights. While more than three quarters of
    /// the squares are empty, the weights of the last phase are good enough.
    fn phases(self) -> usize {
        1 + phase(self.size.squares() * 3 / 4)
    }

    /// The positions of a game after its opening.
    fn play(self, mut random: SplitMix64, judge: &mut dyn Judge) -> Vec<Position> {
        let mut position = Position::start(self.size, Start::Diagonal);
        let mut opening = 2 + random.below((self.size.squares() - 4).saturating_sub(12));
        let mut positions = Vec::new();
        loop {
            match position.turn() {
                Turn::Over => return positions,
                Turn::Pass => position = position.pass(),
                Turn::Place if position.empties() < FEWEST => return positions,
                Turn::Place => {
                    if opening == 0 && phase(position.empties()) < self.phases() {
                        positions.push(position);
                    }
                    let moves = position.moves().into_iter();
                    let next = moves.map(|square| position.play(square).expect("it is legal"));
                    let mut next: Vec<_> = next.collect();
                    let place = if opening > 0 || random.below(BLUNDER) == 0 {
                        opening = opening.saturating_sub(1);
                        random.below(u32::try_from(next.len()).unwrap_or(0)) as usize
                    } else {
                        // The move that looks best, or the first of several.
                        let values = next.iter().map(|&next| judge.shallow(next, PLAYED - 1));
                        let values = values.enumerate();
                        values.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(place, _)| place)
                    };
                    position = next.swap_remove(place);
                }
            }
        }
    }

    /// The errors of the weights on held-out samples.
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 samples")]
    fn errors(self, held: &[Sample], weights: &[i8], judge: &dyn Judge) -> Vec<TrainingError> {
        let mut errors = Vec::new();
        for empties in FEWEST..=self.size.squares() {
            let (mut positions, mut squares) = (0_u64, 0.0);
            for sample in held.iter().filter(|sample| sample.position.empties() == empties) {
                let numbers = judge.weights(sample.position).into_iter();
                let sum: i32 = numbers.map(|number| i32::from(weights[number])).sum();
                let value = f64::from(sum) / f64::from(UNITS_PER_DISC);
                squares += (f64::from(sample.value) - value).powi(2);
                positions += 1;
            }
            if positions > 0 {
                let error = (squares / positions as f64).sqrt();
                errors.push(TrainingError { empties, positions, error });
            }
        }
        errors
    }
}

/// The positions with their values. Weights that are not known yet are only needed to order moves,
/// and the weights of the next phase are good enough for that.
#[expect(clippy::cast_precision_loss, reason = "a score is below 2^24")]
fn label(positions: impl Iterator<Item = Position>, judge: &mut dyn Judge) -> Vec<Sample> {
    let (mut samples, mut solved) = (Vec::new(), 0);
    for position in positions {
        let value = if position.empties() <= SOLVED {
            // Usually, the previous position is the one before the last move.
            solved = judge.value(position, -solved);
            solved as f32
        } else {
            let most = position.size().squares() as f32;
            judge.shallow(position, DEPTH).clamp(-most, most)
        };
        samples.push(Sample { position, value });
    }
    samples
}

/// The weights of one phase of the game, trained on these samples.
#[expect(clippy::cast_precision_loss, reason = "there are at most 64 patterns")]
fn fit(samples: &[Sample], stored: usize, judge: &dyn Judge) -> Vec<i8> {
    let mut weights = vec![0.0_f32; stored];
    for round in 0..ROUNDS {
        for sample in samples {
            let numbers = judge.weights(sample.position);
            let sum: f32 = numbers.iter().map(|&number| weights[number]).sum();
            let rate = RATE / f32::from(1 + round) / numbers.len() as f32;
            let step = rate * (sample.value - sum);
            for number in numbers {
                weights[number] += step;
            }
        }
    }
    weights.into_iter().map(nearest).collect()
}

/// Converts a weight from discs to the unit of the file.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "it saturates")]
fn nearest(weight: f32) -> i8 {
    (weight * UNITS_PER_DISC as f32).round() as i8
}
