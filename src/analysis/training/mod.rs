//! How the weights are found.
//!
//! Games begin with random moves and go on with those that look best without
//! an evaluation by patterns; the last squares are played perfectly. Each
//! position after the random moves is a sample of what a position looks like
//! and how the game ends from there. The weights are those whose sums come
//! close to the ends, found by stochastic gradient descent.

use rayon::prelude::*;

use super::random::SplitMix64;
use crate::board::grid::{Embedding, Kernel, on_grid};
use crate::board::simd::{Isa, Portable};
use crate::board::{Bitboard, Board8x8, Color, Position, Shape, Size, Square};
use crate::evaluation::{DISC, PHASES, Pattern, phase, placed, tied};
use crate::game::{Game, Rules, Score, Start};
use crate::progress::Progress;
use crate::search::{Context, INFINITE, Problem, Region, Search, SearchOptions, Stop, Table};

/// What weights are made from.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The board: 6×6 or 8×8.
    pub size: Size,
    /// How many games are played.
    pub games: u32,
    /// The seed of the random moves.
    pub seed: u64,
}

/// With this many empty squares, the rest of a game is played perfectly.
const SOLVED: u32 = 12;

/// With fewer empty squares, positions are not looked at.
const LAST: u32 = 8;

/// The number of plies that are searched to choose a move.
const DEPTH: u32 = 2;

/// How often each sample is looked at.
const ROUNDS: u8 = 12;

/// A position, and how the game ends for the side to move.
#[derive(Clone, Copy, Debug)]
struct Sample {
    own: u64,
    opponent: u64,
    value: f32,
}

/// Finds the weights of the 6×6 or the 8×8 board that order the moves of a
/// search: one signed byte each, in 1/8 of a disc, for each part of the game
/// and each pattern. They are the same on every machine, whatever the number
/// of threads.
///
/// Returns `None` if the listener stops it, or if the board is another.
pub fn train(training: &Training, progress: &dyn Progress) -> Option<Vec<u8>> {
    let board = training.size;
    let side = board.width();
    if !board.is_square() || ![6, 8].contains(&side) {
        return None;
    }
    progress.begin("games", Some(training.games.into()));
    let play = |number: u32| {
        if progress.is_stopped() {
            return Vec::new();
        }
        let random = SplitMix64::new(training.seed ^ (u64::from(number) << 32));
        let samples = on_grid(board, Play { random });
        progress.advance(1);
        samples
    };
    let samples: Vec<Sample> = (0..training.games).into_par_iter().flat_map_iter(play).collect();
    progress.begin("weights", Some(PHASES as u64));
    let fit = |part| {
        let empties = |sample: &Sample| side * side - (sample.own | sample.opponent).count_ones();
        let samples = samples.iter().filter(|sample| phase(empties(sample)) == part);
        let weights = fit(side, &samples.copied().collect::<Vec<_>>());
        progress.advance(1);
        weights
    };
    let weights = (0..PHASES).into_par_iter().flat_map_iter(fit).collect();
    (!progress.is_stopped()).then_some(weights)
}

/// The weights of one part of the game.
fn fit(side: u32, samples: &[Sample]) -> Vec<u8> {
    let (patterns, numbers) = placed(side);
    let tied = tied(side);
    let numbers: Vec<usize> = numbers.into_iter().map(|number| tied[number]).collect();
    let mut weights = vec![0.0_f32; tied.len()];
    let share = 1.0 / f32::from(u16::try_from(patterns.len()).unwrap_or(u16::MAX));
    for round in 0..ROUNDS {
        let rate = share / f32::from(2 + round);
        for sample in samples {
            let (own, opponent) = (Bitboard::of(sample.own), Bitboard::of(sample.opponent));
            let position = Position::<Board8x8>::of(own, opponent);
            let number = |pattern: &Pattern| numbers[pattern.index(Portable, position)];
            let sum: f32 = patterns.iter().map(|pattern| weights[number(pattern)]).sum();
            let step = rate * (sample.value - sum);
            for pattern in &patterns {
                weights[number(pattern)] += step;
            }
        }
    }
    tied.iter().map(|&number| nearest(weights[number]).cast_unsigned()).collect()
}

/// A weight given in discs in the unit of the file.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn nearest(weight: f32) -> i8 {
    // Conversion saturates.
    (weight * DISC as f32).round() as i8
}

/// A game to be played.
struct Play {
    random: SplitMix64,
}

impl Kernel for Play {
    type Output = Vec<Sample>;

    fn run<G: Shape, I: Isa>(mut self, isa: I, board: &Embedding<G>) -> Vec<Sample> {
        let (table, stop, region) = (Table::new(0, 0), Stop::new(&()), Region::new(board));
        let start = Game::start(board.size, Start::Diagonal).own_and_opponent();
        let mut record = Record {
            search: Search::new(Context::new(isa, &region, Rules::default()), &table, &stop),
            position: board.position(start),
            sign: 1,
            positions: Vec::new(),
        };
        let mut opening = 2 + self.random.below(region.count - SOLVED - 6);
        while record.empties() > SOLVED {
            let Some(moves) = record.moves() else { return Vec::new() };
            let square = if opening > 0 {
                opening -= 1;
                moves[self.random.below(u32::try_from(moves.len()).unwrap_or(0)) as usize]
            } else {
                record.keep();
                record.best(&moves)
            };
            record.play(square);
        }
        let Some(moves) = record.moves() else { return Vec::new() };
        let position = record.position;
        let result = Problem {
            isa,
            region: &region,
            game: Game::from_discs(board.size, board.discs(position), Color::Black),
            position,
            moves,
            passed: false,
            options: &SearchOptions::default(),
            progress: &(),
        }
        .solve(&mut ());
        let value = record.sign * result.lower;
        for &square in result.line.moves() {
            if record.empties() < LAST || record.moves().is_none() {
                break;
            }
            record.keep();
            record.play(board.to_grid(square));
        }
        record.samples(value)
    }
}

/// A game that is being played.
struct Record<'a, G: Shape, I> {
    search: Search<'a, G, I>,
    position: Position<G>,
    /// 1 if the first player is to move, or −1.
    sign: Score,
    /// The positions that are to be samples.
    positions: Vec<(Position<G>, Score)>,
}

impl<G: Shape, I: Isa> Record<'_, G, I> {
    fn empties(&self) -> u32 {
        self.search.context.region.empty(self.position).len()
    }

    /// The legal moves, after a pass if there is one, or `None` if the game is
    /// over.
    fn moves(&mut self) -> Option<Vec<Square>> {
        for _ in 0..2 {
            let moves = self.search.context.moves(self.position);
            if !moves.is_empty() {
                return Some(moves.into_iter().collect());
            }
            (self.position, self.sign) = (self.position.pass(), -self.sign);
        }
        None
    }

    /// The move that looks best.
    fn best(&mut self, moves: &[Square]) -> Square {
        let mut best = (moves[0], -INFINITE);
        for &square in moves {
            let next = self.search.context.isa.play(self.position, square);
            let value = -self.search.shallow(next, DEPTH - 1, -INFINITE, -best.1);
            if value > best.1 {
                best = (square, value);
            }
        }
        best.0
    }

    fn keep(&mut self) {
        self.positions.push((self.position, self.sign));
    }

    fn play(&mut self, square: Square) {
        self.position = self.search.context.isa.play(self.position, square);
        self.sign = -self.sign;
    }

    /// The samples of a game whose value to the first player this is.
    fn samples(self, value: Score) -> Vec<Sample> {
        let sample = |(position, sign): (Position<G>, Score)| Sample {
            own: position.own().bits().into(),
            opponent: position.opponent().bits().into(),
            value: f32::from(i16::try_from(sign * value).unwrap_or(0)),
        };
        self.positions.into_iter().map(sample).collect()
    }
}
