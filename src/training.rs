//! How the weights are found.
//!
//! Games begin with random moves and continue with those that look best without an evaluation by
//! patterns. Their positions are taken from the end of the game to its beginning, phase by phase:
//! with few empty squares, a position is solved; with more, it is searched a few plies deep, which
//! leads into phases whose weights are known already. The weights are those whose sums come close
//! to these values, found by stochastic gradient descent.

use arrayvec::ArrayVec;
use rayon::prelude::*;

use crate::analysis::random::SplitMix64;
use crate::board::Size;
use crate::board::kernel::grid::{Kernel, on_grid};
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{self, Embedding};
use crate::board::kernel::{Discs, Shape};
use crate::evaluation::{DISC, Evaluation, FEWEST, PATTERNS, phase, shared, stored};
use crate::game::{Objective, Position, Rules, Score, Scoring, Start};
use crate::progress::Progress;
use crate::search::Window;
use crate::search::tree::shallow::{self, INFINITE};
use crate::search::tree::{Context, Region, Search, Stop, Table};

/// The settings from which weights are made.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The board.
    pub size: Size,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// The number of games that are played.
    pub games: u32,
    /// The seed of the random moves.
    pub seed: u64,
}

/// The weights of an evaluation, and how good they are.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights, one signed byte each, in 1/8 of a disc, for each phase of the game and each
    /// pattern. What is worth the same in a mirror is there once.
    pub weights: Vec<u8>,
    /// The errors of the evaluation, by the number of empty squares.
    pub errors: Vec<TrainingError>,
}

/// The error of an evaluation on positions that it did not learn from.
#[derive(Clone, Copy, Debug)]
pub struct TrainingError {
    /// The number of empty squares.
    pub empties: u32,
    /// The number of positions.
    pub positions: usize,
    /// The root of the mean square error, in discs.
    pub error: f64,
}

/// Positions with at most this number of empty squares are solved.
const SOLVED: u32 = 12;

/// The number of plies that other positions are searched.
const DEPTH: u32 = 4;

/// One chunk of games in this number is reserved for measuring the error.
const HELD_OUT: usize = 20;

/// The number of plies that are searched to choose a move of a game.
const PLAYED: u32 = 2;

/// After the opening, one move in this number is random on average.
const BLUNDER: u32 = 8;

/// The learning rate at first: the share of the error by which the weights of a sample change.
const RATE: f32 = 0.5;

/// How often each sample is used.
const ROUNDS: u8 = 12;

/// The number of games that are processed together.
const CHUNK: usize = 500;

/// The most bytes of a table for these games.
const TABLE: usize = 1 << 20;

/// A position, and its value to the side to move in discs.
#[derive(Clone, Copy, Debug)]
struct Sample {
    discs: Discs,
    value: f32,
}

/// Finds the weights with which a search orders the moves on a board. They are the same on every
/// machine, whatever the number of threads.
///
/// Returns `None` if the listener stops the training.
pub fn train(training: &Training, progress: &dyn Progress) -> Option<Trained> {
    progress.begin("games", Some(training.games.into()));
    let play = |number: u32| {
        if progress.is_stopped() {
            return Vec::new();
        }
        let random = SplitMix64::new(training.seed ^ (u64::from(number) << 32));
        let game = on_grid(training.size, Play { random, objective: training.objective });
        progress.advance(1);
        game
    };
    let games: Vec<Vec<Sample>> = (0..training.games).into_par_iter().map(play).collect();
    let mut trained = Trained { weights: Vec::new(), errors: Vec::new() };
    let squares = training.size.squares();
    let shared = shared((training.size.width(), training.size.height()));
    for part in 0..phases(squares) {
        if progress.is_stopped() {
            return None;
        }
        progress.begin("positions", Some(training.games.into()));
        let evaluation = on_grid(training.size, Known { weights: &trained.weights });
        let label = |games: &[Vec<Sample>]| {
            if progress.is_stopped() {
                return Vec::new();
            }
            progress.advance(games.len() as u64);
            let empties = |Sample { discs: Discs { own, opponent }, .. }: &Sample| {
                squares - (own | opponent).count_ones()
            };
            let samples = games.iter().flatten().copied();
            let label = Label {
                samples: samples.filter(|sample| phase(empties(sample)) == part).collect(),
                objective: training.objective,
                evaluation: &evaluation,
            };
            on_grid(training.size, label)
        };
        let games: Vec<Vec<Sample>> = games.par_chunks(CHUNK).map(label).collect();
        let (held, learned) = games.split_at(games.len() / HELD_OUT);
        let (samples, held) = (learned.concat(), held.concat());
        let fit = Fit { samples, held, evaluation: &evaluation, shared: &shared };
        let (weights, errors) = on_grid(training.size, fit);
        trained.weights.extend(weights);
        trained.errors.extend(errors);
    }
    (!progress.is_stopped()).then_some(trained)
}

/// The number of phases of a game on a board with this number of squares, each with weights of its
/// own. While more than three quarters of the squares are empty, the weights of the last phase are
/// good enough.
fn phases(squares: u32) -> usize {
    1 + phase(squares * 3 / 4)
}

/// Converts a weight from discs to the unit of the file.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn nearest(weight: f32) -> i8 {
    // Conversion saturates.
    (weight * DISC as f32).round() as i8
}

/// The job of making the evaluation of the later phases of the game, whose weights are known.
struct Known<'a> {
    weights: &'a [u8],
}

impl Kernel for Known<'_> {
    type Output = Evaluation;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Evaluation {
        Evaluation::new(board, self.weights)
    }
}

/// The job of finding the weights of one phase of the game.
struct Fit<'a> {
    samples: Vec<Sample>,
    /// The samples on which the error is measured.
    held: Vec<Sample>,
    /// The evaluation of the later phases, which has the same patterns.
    evaluation: &'a Evaluation,
    /// For each weight, its number among those that are stored.
    shared: &'a [usize],
}

impl Kernel for Fit<'_> {
    type Output = (Vec<u8>, Vec<TrainingError>);

    #[allow(clippy::cast_precision_loss)]
    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Self::Output {
        let Self { samples, held, evaluation, shared } = self;
        let numbers = |sample: &Sample| -> ArrayVec<usize, PATTERNS> {
            let features = evaluation.features::<G>(sample.discs.into());
            evaluation.numbers(&features).map(|number| shared[number]).collect()
        };
        let mut weights = vec![0.0_f32; stored(shared)];
        for round in 0..ROUNDS {
            for sample in &samples {
                let numbers = numbers(sample);
                let sum: f32 = numbers.iter().map(|&number| weights[number]).sum();
                let rate = RATE / f32::from(1 + round) / numbers.len() as f32;
                let step = rate * (sample.value - sum);
                for number in numbers {
                    weights[number] += step;
                }
            }
        }
        let weights: Vec<i8> = weights.into_iter().map(nearest).collect();
        let square = |sample: &Sample| {
            let sum: i32 = numbers(sample).iter().map(|&number| i32::from(weights[number])).sum();
            (f64::from(sample.value) - f64::from(sum) / f64::from(DISC)).powi(2)
        };
        let errors = (FEWEST..=board.size.squares()).filter_map(|empties| {
            let has = |sample: &&Sample| board.empty(sample.discs.into()).len() == empties;
            let squares: Vec<f64> = held.iter().filter(has).map(square).collect();
            let error = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
            (!squares.is_empty()).then_some(TrainingError {
                empties,
                positions: squares.len(),
                error,
            })
        });
        (weights.iter().copied().map(i8::cast_unsigned).collect(), errors.collect())
    }
}

/// The job of finding the values of positions.
struct Label<'a> {
    samples: Vec<Sample>,
    objective: Objective,
    /// The evaluation of the later phases of the game. Weights that are not known yet are only
    /// needed to order moves; those of the next phase are good enough for that.
    evaluation: &'a Evaluation,
}

impl Kernel for Label<'_> {
    type Output = Vec<Sample>;

    #[allow(clippy::cast_precision_loss)]
    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Vec<Sample> {
        let rules = Rules::new(Scoring::EmptiesToWinner, self.objective);
        let (table, stop, region) = (Table::new(TABLE, SOLVED), Stop::new(&()), Region::new(board));
        let mut search = Search::new(Context::new(isa, &region, rules), &table, &stop);
        let most = region.count.cast_signed();
        let (mut samples, mut value) = (self.samples, 0);
        for sample in &mut samples {
            let position = sample.discs.into();
            let solved = region.empty(position).len() <= SOLVED;
            search.evaluation = (!solved).then_some(self.evaluation);
            sample.value = if solved {
                // More often than not, the previous position is the one before the last move.
                value = solved_value(&mut search, position, -value);
                value as f32
            } else {
                let value = search.shallow(position, DEPTH, -INFINITE, INFINITE);
                (value as f32 / shallow::DISC as f32).clamp(-most as f32, most as f32)
            };
        }
        samples
    }
}

/// The value of a position. The better the guess, the sooner it is found.
fn solved_value<G: Shape, I: Isa>(
    search: &mut Search<'_, G, I>,
    position: kernel::Position<G>,
    guess: Score,
) -> Score {
    let most = search.context.region.count.cast_signed();
    let mut window = Window::new((-most, most), guess);
    while let Some(bound) = window.bound() {
        window.narrow(bound, search.null_window(position, bound - 1));
    }
    window.lower
}

/// A game to be played.
struct Play {
    random: SplitMix64,
    objective: Objective,
}

impl Kernel for Play {
    type Output = Vec<Sample>;

    fn run<G: Shape, I: Isa>(mut self, isa: I, board: &Embedding<G>) -> Vec<Sample> {
        let rules = Rules::new(Scoring::EmptiesToWinner, self.objective);
        let (table, stop, region) = (Table::new(0, 0), Stop::new(&()), Region::new(board));
        let mut search = Search::new(Context::new(isa, &region, rules), &table, &stop);
        let mut position =
            board.position(Position::start(board.size, Start::Diagonal).own_and_opponent());
        let mut opening = 2 + self.random.below((region.count - 4).saturating_sub(12));
        let mut samples = Vec::new();
        loop {
            let empties = region.empty(position).len();
            let moves: Vec<_> = search.context.moves(position).into_iter().collect();
            if moves.is_empty() {
                if search.context.is_over(position) {
                    return samples;
                }
                position = position.pass();
                continue;
            }
            if empties < FEWEST {
                return samples;
            }
            if opening == 0 && phase(empties) < phases(region.count) {
                samples.push(Sample { discs: position.into(), value: 0.0 });
            }
            let square = if opening > 0 || self.random.below(BLUNDER) == 0 {
                opening = opening.saturating_sub(1);
                moves[self.random.below(u32::try_from(moves.len()).unwrap_or(0)) as usize]
            } else {
                // The move that looks best.
                let mut best = (moves[0], -INFINITE);
                for &square in &moves {
                    let next = isa.play(position, square);
                    let value = -search.shallow(next, PLAYED - 1, -INFINITE, -best.1);
                    if value > best.1 {
                        best = (square, value);
                    }
                }
                best.0
            };
            position = isa.play(position, square);
        }
    }
}
