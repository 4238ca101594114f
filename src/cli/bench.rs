//! `bench`: how fast the search is on this machine.

use std::ops::RangeInclusive;
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use othello_solver::search::{benchmarks, ffo};
use othello_solver::{Score, SearchOptions};
use serde::Serialize;

use super::args::{HashArgs, OutputArgs, ThreadArgs};
use super::failure::Failure;

/// Measure the speed of the search on a fixed set of positions
///
/// The positions are solved with one thread, and then with the number of threads asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
The signature is the total number of positions that one thread looks at. It is the same on every \
machine, and changes when the search changes.

Examples:
  othello-solver bench --threads 1
  othello-solver bench --ffo 40-49
  othello-solver bench --hash 64M --format json")]
pub(crate) struct Bench {
    /// Solve positions 40 to 59 of the FFO endgame test instead, such as 40-49
    #[arg(long, value_name = "NUMBERS", value_parser = ffo_numbers)]
    ffo: Option<RangeInclusive<u32>>,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

/// The set, solved once.
#[derive(Serialize)]
struct Round {
    threads: usize,
    benchmarks: Vec<Solved>,
    /// The nodes of all positions: with one thread, the signature.
    nodes: u64,
    seconds: f64,
}

/// A position of the set.
#[derive(Serialize)]
struct Solved {
    name: String,
    /// Seen by the side to move.
    value: Option<Score>,
    nodes: u64,
    seconds: f64,
}

impl Bench {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (format, all) = (self.output.format, self.threads.or_all());
        let mut rounds = vec![self.round(1)?];
        if all > 1 {
            rounds.push(self.round(all)?);
        }
        // The signature is that of the whole set.
        if self.ffo.is_none() {
            format.text(|| format!("signature {}\n", rounds[0].nodes))?;
        }
        format.document(&rounds)
    }

    /// Solves the set, and prints each position as it comes.
    fn round(&self, threads: usize) -> Result<Round, Failure> {
        let format = self.output.format;
        let noun = if threads == 1 { "thread" } else { "threads" };
        format.text(|| {
            format!("{threads} {noun:<9} value          nodes      time  million nodes/s\n")
        })?;
        let options = SearchOptions { threads, hash: self.hash.hash, ..SearchOptions::default() };
        let mut round = Round { threads, benchmarks: Vec::new(), nodes: 0, seconds: 0.0 };
        for benchmark in self.ffo.clone().map_or_else(benchmarks, ffo) {
            let began = Instant::now();
            let (value, nodes) = benchmark.run(&options);
            let seconds = began.elapsed().as_secs_f64();
            format.text(|| row(&benchmark.name, value, nodes, seconds))?;
            round.benchmarks.push(Solved { name: benchmark.name, value, nodes, seconds });
            round.nodes += nodes;
            round.seconds += seconds;
        }
        format.text(|| row("all", None, round.nodes, round.seconds) + "\n")?;
        Ok(round)
    }
}

/// Reads a number of the FFO endgame test, or the first and the last.
fn ffo_numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| (40..=59).contains(number));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => {
            Err("expected a number from 40 to 59, or the first and the last, such as 40-49".into())
        }
    }
}

fn row(name: &str, value: Option<Score>, nodes: u64, seconds: f64) -> String {
    let value = value.map_or(String::new(), |value| format!("{value:+}"));
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    let nodes = HumanCount(nodes).to_string();
    format!("{name:<11} {value:>5} {nodes:>14} {seconds:>7.3} s {speed:>16.1}\n")
}
