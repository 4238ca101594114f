//! `bench`: how fast the search is on this machine.

use std::ops::RangeInclusive;
use std::time::Instant;

use itertools::Itertools;
use othello_core::analysis::random_endgames;
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::search::{Benchmark, benchmarks, ffo};
use othello_core::{Find, Objective};
use othello_solver::storage::read_whole;
use serde::Deserialize;

use super::board::numbers;
use super::prelude::*;

/// Measure the speed of the search on a fixed set of positions
///
/// The positions are solved with one thread, and then with the given number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
The signature is the total number of positions that one thread searches. It is the same on every \
machine, and changes when the search changes.

Every second random game begins with --moves random moves, the others with fewer; after that, the \
game is kept balanced. So the set has lopsided and balanced positions. It depends only on the seed.

Examples:
  othello-solver bench --threads 1
  othello-solver bench --ffo 40-49
  othello-solver bench --random 100 --threads 1 --save before.json
  othello-solver bench --random 100 --threads 1 --compare before.json")]
pub(crate) struct Bench {
    /// Solve positions 40 to 59 of the FFO endgame test instead, such as 40-49
    #[arg(long, value_name = "NUMBERS", conflicts_with = "random")]
    #[arg(value_parser = |text: &str| numbers(text, 40..=59))]
    ffo: Option<RangeInclusive<u32>>,

    /// Solve this many endgames of random games on 8x8 instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    random: Option<u32>,

    /// The numbers of empty squares of random endgames, used in rotation
    #[arg(long, value_name = "NUMBERS", default_value = "18-24", requires = "random")]
    #[arg(value_parser = |text: &str| numbers(text, 1..=40))]
    empties: RangeInclusive<u32>,

    /// The seed of random endgames
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,

    /// The maximum number of random moves at the start; fewer give more balanced positions
    #[arg(long, value_name = "N", default_value_t = 60, requires = "random")]
    moves: u32,

    /// Save the measurements to a file as JSON
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with the measurements saved in a file
    ///
    /// Each position is followed by two ratios, its nodes and its time divided by the ones in the
    /// file, and the total by the geometric means of these. If a value differs, the exit code is 1.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Print the positions of --ffo or --random as OBF instead of solving them
    ///
    /// For these lines, `solve --file` finds the same as this command: the value, one best move and a
    /// line.
    #[arg(long, conflicts_with_all = ["save", "compare"], hide_short_help = true)]
    obf: bool,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

impl Bench {
    pub(crate) fn run(self) -> Result {
        let (format, hash) = (self.output.format, self.resources.memory.hash);
        let all = self.resources.threads();
        let before = self.compare.as_deref().map(read_rounds).transpose()?;
        self.save.as_deref().map(check_writable).transpose()?;
        let set = self.set();
        if self.obf {
            return self.print_obf(&set);
        }
        let mut rounds = Vec::new();
        for threads in if all > 1 { vec![1, all] } else { vec![1] } {
            let before = before.iter().flatten().find(|round| round.threads == threads);
            rounds.push(self.measure(&set, &Limits::new(hash, threads), before)?);
        }
        if self.has_default_set() {
            format.text(|| format!("signature {}\n", rounds[0].nodes))?;
        }
        if let Some(path) = &self.save {
            write_whole(path, to_json(&rounds).as_bytes())?;
        }
        format.document(&rounds)
    }

    /// Whether the positions are the fixed set that the signature is measured on.
    fn has_default_set(&self) -> bool {
        self.ffo.is_none() && self.random.is_none()
    }

    /// Prints the positions as lines of OBF, each with its name as a comment.
    fn print_obf(&self, set: &[Benchmark]) -> Result {
        ensure(!self.has_default_set(), || Failure::input("--obf requires --ffo or --random"))?;
        let lines = set.iter().map(|it| format!("{}; % {}\n", it.position, it.name));
        print(&lines.collect::<String>())
    }

    /// The title of the set, as in the README: `FFO 40–45 (20 to 24 empty squares)`.
    fn title(&self, set: &[Benchmark]) -> String {
        let positions = match (&self.ffo, self.random) {
            (Some(all), _) if all.start() == all.end() => format!("FFO {}", all.start()),
            (Some(all), _) => format!("FFO {}–{}", all.start(), all.end()),
            (None, Some(number)) => format!("{number} random endgames"),
            (None, None) => return "all".to_owned(),
        };
        let empties = set.iter().map(|it| it.position.empties());
        let (least, most) = empties.minmax().into_option().unwrap_or_default();
        let empties = if least == most { most.to_string() } else { format!("{least} to {most}") };
        format!("{positions} ({empties} empty squares)")
    }

    /// The positions to solve.
    fn set(&self) -> Vec<Benchmark> {
        if let Some(numbers) = &self.ffo {
            return ffo(numbers.clone());
        }
        let Some(count) = self.random else { return benchmarks() };
        let endgames = random_endgames(count, self.empties.clone(), self.seed, self.moves);
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        let mut set = Vec::new();
        for (number, position) in (1..).zip(endgames) {
            set.push(Benchmark { name: format!("{}-{number}", self.seed), position, rules });
        }
        set
    }

    /// Solves the set, and prints each position when it is done.
    fn measure(&self, set: &[Benchmark], limits: &Limits, before: Option<&Round>) -> Result<Round> {
        let (threads, format) = (limits.threads, self.output.format);
        let noun = if threads == 1 { "thread" } else { "threads" };
        format.text(|| {
            let compared = if before.is_some() { "   nodes    time" } else { "" };
            format!(
                "{threads} {noun:<9} value          nodes      time  million nodes/s{compared}\n"
            )
        })?;
        let mut round = Round { threads, ..Round::default() };
        let mut all_ratios = Vec::new();
        for benchmark in set {
            let began = Instant::now();
            let usual = Question::usual(benchmark.position, benchmark.rules);
            let question = usual.with_goal(Find::BestMove);
            let found =
                answer(&question, &Sources::SEARCH, limits, &()).map_err(Failure::failed)?;
            let seconds = began.elapsed().as_secs_f64();
            let (value, nodes) = (found.value(), found.nodes());
            let solved = Measured { name: benchmark.name.clone(), value, nodes, seconds };
            let ratios = before.map(|before| before.ratios_of(&solved)).transpose()?;
            all_ratios.extend(ratios);
            format.text(|| result_row(&solved, ratios))?;
            round.nodes += nodes;
            round.seconds += seconds;
            round.benchmarks.push(solved);
        }
        round.compared = before.map(|_| Ratios::mean(&all_ratios));
        let Round { nodes, seconds, .. } = round;
        let total = Measured { name: self.title(set), value: None, nodes, seconds };
        format.text(|| result_row(&total, round.compared) + "\n")?;
        Ok(round)
    }
}

/// One pass over the set.
#[derive(Default, Serialize, Deserialize, schemars::JsonSchema)]
pub(super) struct Round {
    /// The number of threads.
    threads: usize,
    /// The positions.
    benchmarks: Vec<Measured>,
    /// The number of positions searched in total: with one thread, the signature.
    nodes: u64,
    /// The total time, in seconds.
    seconds: f64,
    /// The geometric mean of the ratios of the positions.
    #[serde(flatten)]
    compared: Option<Ratios>,
}

/// A position of the set.
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
struct Measured {
    /// Its name in the set.
    name: String,
    /// The value, seen by the side to move.
    value: Option<Score>,
    /// The number of positions searched.
    nodes: u64,
    /// The time for the search, in seconds.
    seconds: f64,
}

/// How a measurement compares with the one in a file.
#[derive(Clone, Copy, Serialize, Deserialize, schemars::JsonSchema)]
struct Ratios {
    /// The number of positions searched, as a share of the number in the file.
    nodes_ratio: f64,
    /// The time, as a share of the time in the file.
    seconds_ratio: f64,
}

impl Round {
    /// Compares a position with the same position in this round.
    #[expect(clippy::cast_precision_loss, reason = "the ratios are rounded")]
    fn ratios_of(&self, solved: &Measured) -> Result<Ratios> {
        let name = &solved.name;
        let before = self.benchmarks.iter().find(|it| it.name == *name).ok_or_else(|| {
            Failure::Input(format!("--compare: the file has a different set, without {name}"))
        })?;
        if before.value != solved.value {
            let [now, then] = [solved.value, before.value]
                .map(|value| value.map_or("?".to_owned(), |it| format!("{it:+}")));
            let reason = format!("the value of {name} is {now}, but {then} in the file");
            return Err(Failure::Failed(reason));
        }
        Ok(Ratios {
            nodes_ratio: solved.nodes.max(1) as f64 / before.nodes.max(1) as f64,
            seconds_ratio: solved.seconds.max(1e-9) / before.seconds.max(1e-9),
        })
    }
}

impl Ratios {
    /// The geometric mean.
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 positions")]
    fn mean(all: &[Self]) -> Self {
        let (mut nodes, mut seconds) = (0.0, 0.0);
        for ratios in all {
            nodes += ratios.nodes_ratio.ln();
            seconds += ratios.seconds_ratio.ln();
        }
        let count = all.len().max(1) as f64;
        Self { nodes_ratio: (nodes / count).exp(), seconds_ratio: (seconds / count).exp() }
    }
}

/// Reads saved measurements.
fn read_rounds(path: &Path) -> Result<Vec<Round>> {
    serde_json::from_slice(&read_whole(path)?).map_err(|error| {
        let reason = "was not written by bench --save";
        Failure::Input(format!("--compare: {} {reason}: {error}", path.display()))
    })
}

fn result_row(solved: &Measured, ratios: Option<Ratios>) -> String {
    let Measured { name, value, nodes, seconds } = solved;
    let value = value.map_or(String::new(), |value| format!("{value:+}"));
    #[expect(clippy::cast_precision_loss, reason = "the speed is rounded")]
    let speed = *nodes as f64 / seconds.max(1e-9) / 1e6;
    let nodes = grouped(*nodes);
    let ratios = ratios.map_or(String::new(), |it| {
        format!("   {:>5.3}   {:>5.3}", it.nodes_ratio, it.seconds_ratio)
    });
    // A name that is too long for the column gets its own line.
    let name = if name.len() > 11 { format!("{name}\n{:<11}", "") } else { format!("{name:<11}") };
    format!("{name} {value:>5} {nodes:>14} {seconds:>7.3} s {speed:>16.1}{ratios}\n")
}
