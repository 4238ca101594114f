//! `bench`: how fast the search is on this machine.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use othello_core::analysis::random_endgames;
use othello_core::notation::Obf;
use othello_core::search::{Benchmark, benchmarks, ffo};
use othello_core::{Objective, Rules, Score, Scoring, SearchOptions};
use othello_solver::results::to_json;
use othello_solver::storage::{FileError, check_writable, write_whole};
use serde::{Deserialize, Serialize};

use super::args::{HashArgs, OutputArgs, ThreadArgs};
use super::failure::Failure;
use super::output::print;

/// Measure the speed of the search on a fixed set of positions
///
/// The positions are solved with one thread, and then with the number of threads asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
The signature is the total number of positions that one thread looks at. It is the same on every \
machine, and changes when the search changes.

Every second random game begins with as many random moves as --moves allows, and the others with \
fewer; what follows keeps the game balanced. So there are lopsided positions and balanced ones. They \
depend on the seed alone.

Examples:
  othello-solver bench --threads 1
  othello-solver bench --ffo 40-49
  othello-solver bench --random 100 --threads 1 --save before.json
  othello-solver bench --random 100 --threads 1 --compare before.json")]
pub(crate) struct Bench {
    /// Solve positions 40 to 59 of the FFO endgame test instead, such as 40-49
    #[arg(long, value_name = "NUMBERS", value_parser = ffo_numbers, conflicts_with = "random")]
    ffo: Option<RangeInclusive<u32>>,

    /// Solve this many endgames of random games on 8x8 instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    random: Option<u32>,

    /// The numbers of empty squares of random endgames, which take turns
    #[arg(
        long, value_name = "NUMBERS", value_parser = empties, default_value = "18-24",
        requires = "random"
    )]
    empties: RangeInclusive<u32>,

    /// The seed of random endgames
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,

    /// The most random moves at the beginning of a game: the fewer, the more balanced its position
    #[arg(long, value_name = "N", default_value_t = 60, requires = "random")]
    moves: u32,

    /// Write the measurements to a file as JSON
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with the measurements that were saved in a file
    ///
    /// Each position is followed by its nodes and its time as a share of those in the file, and the
    /// whole by the geometric means of these. If a value differs, the exit code is 1.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Print the positions of --ffo or --random as OBF instead of solving them
    ///
    /// `solve --file` asks the same question about them: the value, one best move and a line.
    #[arg(long, conflicts_with_all = ["save", "compare"], hide_short_help = true)]
    obf: bool,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

/// The set, solved once.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Round {
    /// The number of threads.
    threads: usize,
    /// The positions.
    benchmarks: Vec<Solved>,
    /// The number of positions searched for all of them: with one thread, the signature.
    nodes: u64,
    /// The time for all of them, in seconds.
    seconds: f64,
    /// The geometric mean of the shares of the positions.
    #[serde(flatten)]
    compared: Option<Share>,
}

/// A position of the set.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Solved {
    /// Its name in the set.
    name: String,
    /// The value, seen by the side to move.
    value: Option<Score>,
    /// The number of positions searched.
    nodes: u64,
    /// The time that the search took, in seconds.
    seconds: f64,
}

/// What a position takes, as a share of what it took before.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Share {
    /// The number of positions searched, as a share of the number in the file.
    nodes_ratio: f64,
    /// The time, as a share of the time in the file.
    seconds_ratio: f64,
}

impl Bench {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (format, all) = (self.output.format, self.threads.or_all());
        let before = self.compare.as_deref().map(read).transpose()?;
        self.save.as_deref().map(check_writable).transpose()?;
        let set = self.set();
        if self.obf {
            return self.print_obf(&set);
        }
        let mut rounds = Vec::new();
        for threads in if all > 1 { vec![1, all] } else { vec![1] } {
            let before = before.iter().flatten().find(|round| round.threads == threads);
            rounds.push(self.round(&set, threads, before)?);
        }
        // The signature is that of the whole set.
        if self.ffo.is_none() && self.random.is_none() {
            format.text(|| format!("signature {}\n", rounds[0].nodes))?;
        }
        if let Some(path) = &self.save {
            write_whole(path, to_json(&rounds).as_bytes())?;
        }
        format.document(&rounds)
    }

    /// Prints the positions as lines of OBF, each with its name as a comment.
    fn print_obf(&self, set: &[Benchmark]) -> Result<(), Failure> {
        if self.ffo.is_none() && self.random.is_none() {
            return Err(Failure::input("--obf is for the positions of --ffo or --random"));
        }
        let line = |Benchmark { name, position, .. }: &Benchmark| {
            let obf = Obf { position: *position, scores: Vec::new(), pass: None };
            format!("{obf} % {name}\n")
        };
        print(&set.iter().map(line).collect::<String>())
    }

    /// The name of the whole set, as the README gives it: `FFO 40–45 (20 to 24 empty squares)`.
    fn name(&self, set: &[Benchmark]) -> String {
        let positions = match (&self.ffo, self.random) {
            (Some(numbers), _) if numbers.start() == numbers.end() => {
                format!("FFO {}", numbers.start())
            }
            (Some(numbers), _) => format!("FFO {}–{}", numbers.start(), numbers.end()),
            (None, Some(number)) => format!("{number} random endgames"),
            (None, None) => return "all".to_owned(),
        };
        let empties = set.iter().map(|it| it.position.empties());
        match (empties.clone().min(), empties.max()) {
            (Some(least), Some(most)) if least < most => {
                format!("{positions} ({least} to {most} empty squares)")
            }
            (_, most) => format!("{positions} ({} empty squares)", most.unwrap_or_default()),
        }
    }

    /// The positions to solve.
    fn set(&self) -> Vec<Benchmark> {
        if let Some(numbers) = &self.ffo {
            return ffo(numbers.clone());
        }
        let Some(count) = self.random else { return benchmarks() };
        let endgames = random_endgames(count, self.empties.clone(), self.seed, self.moves);
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        let name = |number| format!("{}-{number}", self.seed);
        let benchmark = |(number, position)| Benchmark { name: name(number), position, rules };
        (1..).zip(endgames).map(benchmark).collect()
    }

    /// Solves the set, and prints each position as it comes.
    fn round(
        &self,
        set: &[Benchmark],
        threads: usize,
        before: Option<&Round>,
    ) -> Result<Round, Failure> {
        let format = self.output.format;
        let noun = if threads == 1 { "thread" } else { "threads" };
        format.text(|| {
            let compared = if before.is_some() { "   nodes    time" } else { "" };
            format!(
                "{threads} {noun:<9} value          nodes      time  million nodes/s{compared}\n"
            )
        })?;
        let options = SearchOptions { threads, hash: self.hash.hash, ..SearchOptions::default() };
        let mut round =
            Round { threads, benchmarks: Vec::new(), nodes: 0, seconds: 0.0, compared: None };
        let mut shares = Vec::new();
        for benchmark in set {
            let began = Instant::now();
            let (value, nodes) = benchmark.run(&options);
            let seconds = began.elapsed().as_secs_f64();
            let solved = Solved { name: benchmark.name.clone(), value, nodes, seconds };
            let share = before.map(|before| before.share_of(&solved)).transpose()?;
            shares.extend(share);
            format.text(|| row(&solved, share))?;
            round.nodes += nodes;
            round.seconds += seconds;
            round.benchmarks.push(solved);
        }
        round.compared = before.map(|_| Share::mean(&shares));
        let all = Solved {
            name: self.name(set),
            value: None,
            nodes: round.nodes,
            seconds: round.seconds,
        };
        format.text(|| row(&all, round.compared) + "\n")?;
        Ok(round)
    }
}

impl Round {
    /// What a position takes as a share of what it took in this round.
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    fn share_of(&self, solved: &Solved) -> Result<Share, Failure> {
        let name = &solved.name;
        let before = self.benchmarks.iter().find(|it| it.name == *name).ok_or_else(|| {
            Failure::Input(format!("--compare: {name} is not in the file; it has another set"))
        })?;
        if before.value != solved.value {
            let value = |value: Option<Score>| value.map_or("?".to_owned(), |it| format!("{it:+}"));
            let (now, then) = (value(solved.value), value(before.value));
            let reason = format!("{name} is worth {now}, but {then} in the file");
            return Err(Failure::Failed(reason));
        }
        let share = |now: f64, then: f64| now.max(1e-9) / then.max(1e-9);
        Ok(Share {
            nodes_ratio: share(solved.nodes as f64, before.nodes as f64),
            seconds_ratio: share(solved.seconds, before.seconds),
        })
    }
}

impl Share {
    /// The geometric mean.
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 shares")]
    fn mean(shares: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| {
            let sum: f64 = shares.iter().map(|share| of(share).ln()).sum();
            (sum / shares.len().max(1) as f64).exp()
        };
        Self {
            nodes_ratio: mean(|share| share.nodes_ratio),
            seconds_ratio: mean(|share| share.seconds_ratio),
        }
    }
}

/// Reads measurements that were saved.
fn read(path: &Path) -> Result<Vec<Round>, Failure> {
    let text = fs::read_to_string(path).map_err(FileError::of("read", path))?;
    serde_json::from_str(&text).map_err(|error| {
        let reason = "is not a file that bench --save has written";
        Failure::Input(format!("--compare: {} {reason}: {error}", path.display()))
    })
}

/// Reads a number of the FFO endgame test, or the first and the last.
fn ffo_numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    numbers(text, 40..=59)
}

/// Reads a number of empty squares, or the first and the last.
fn empties(text: &str) -> Result<RangeInclusive<u32>, String> {
    numbers(text, 1..=40)
}

fn numbers(text: &str, all: RangeInclusive<u32>) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| all.contains(number));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => {
            let (from, to) = all.into_inner();
            let example = format!("such as {from}-{}", from + 9);
            Err(format!(
                "expected a number from {from} to {to}, or the first and the last, {example}"
            ))
        }
    }
}

fn row(solved: &Solved, share: Option<Share>) -> String {
    let Solved { name, value, nodes, seconds } = solved;
    let value = value.map_or(String::new(), |value| format!("{value:+}"));
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let speed = *nodes as f64 / seconds.max(1e-9) / 1e6;
    let nodes = HumanCount(*nodes).to_string();
    let share = share.map_or(String::new(), |it| {
        format!("   {:>5.3}   {:>5.3}", it.nodes_ratio, it.seconds_ratio)
    });
    // A name that is too long for the column gets its own line.
    let name = if name.len() > 11 { format!("{name}\n{:<11}", "") } else { format!("{name:<11}") };
    format!("{name} {value:>5} {nodes:>14} {seconds:>7.3} s {speed:>16.1}{share}\n")
}
