//! A round of the benchmark, and its comparison with an earlier one.

use std::fs;
use std::time::Instant;

use othello_core::SearchOptions;
use othello_core::search::Benchmark;
use serde::Deserialize;

use crate::cli::prelude::*;

/// One pass over the set.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Round {
    /// The number of threads.
    pub(super) threads: usize,
    /// The positions.
    benchmarks: Vec<Solved>,
    /// The number of positions searched in total: with one thread, the signature.
    pub(super) nodes: u64,
    /// The total time, in seconds.
    seconds: f64,
    /// The geometric mean of the ratios of the positions.
    #[serde(flatten)]
    compared: Option<Ratios>,
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
    /// The time for the search, in seconds.
    seconds: f64,
}

/// How a measurement compares with the one in a file.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Ratios {
    /// The number of positions searched, as a share of the number in the file.
    nodes_ratio: f64,
    /// The time, as a share of the time in the file.
    seconds_ratio: f64,
}

impl Round {
    /// Solves the set, and prints each position when it is done.
    pub(super) fn measure(
        set: &[Benchmark],
        title: &str,
        options: &SearchOptions,
        before: Option<&Self>,
        format: Format,
    ) -> Result<Self> {
        let threads = options.threads;
        let noun = if threads == 1 { "thread" } else { "threads" };
        format.text(|| {
            let compared = if before.is_some() { "   nodes    time" } else { "" };
            format!(
                "{threads} {noun:<9} value          nodes      time  million nodes/s{compared}\n"
            )
        })?;
        let mut round =
            Self { threads, benchmarks: Vec::new(), nodes: 0, seconds: 0.0, compared: None };
        let mut all_ratios = Vec::new();
        for benchmark in set {
            let began = Instant::now();
            let (value, nodes) = benchmark.run(options);
            let seconds = began.elapsed().as_secs_f64();
            let solved = Solved { name: benchmark.name.clone(), value, nodes, seconds };
            let ratios = before.map(|before| before.ratios_of(&solved)).transpose()?;
            all_ratios.extend(ratios);
            format.text(|| row(&solved, ratios))?;
            round.nodes += nodes;
            round.seconds += seconds;
            round.benchmarks.push(solved);
        }
        round.compared = before.map(|_| Ratios::mean(&all_ratios));
        let Self { nodes, seconds, .. } = round;
        let total = Solved { name: title.to_owned(), value: None, nodes, seconds };
        format.text(|| row(&total, round.compared) + "\n")?;
        Ok(round)
    }

    /// Compares a position with the same position in this round.
    #[expect(clippy::cast_precision_loss, reason = "the ratios are rounded")]
    fn ratios_of(&self, solved: &Solved) -> Result<Ratios> {
        let name = &solved.name;
        let before = self.benchmarks.iter().find(|it| it.name == *name).ok_or_else(|| {
            Failure::Input(format!("--compare: {name} is not in the file, which has another set"))
        })?;
        if before.value != solved.value {
            let value = |value: Option<Score>| value.map_or("?".to_owned(), |it| format!("{it:+}"));
            let (now, then) = (value(solved.value), value(before.value));
            let reason = format!("the value of {name} is {now}, but {then} in the file");
            return Err(Failure::Failed(reason));
        }
        let ratio = |now: f64, then: f64| now.max(1e-9) / then.max(1e-9);
        Ok(Ratios {
            nodes_ratio: ratio(solved.nodes as f64, before.nodes as f64),
            seconds_ratio: ratio(solved.seconds, before.seconds),
        })
    }
}

impl Ratios {
    /// The geometric mean.
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 positions")]
    fn mean(all: &[Self]) -> Self {
        let mean = |ratio: fn(&Self) -> f64| {
            let sum: f64 = all.iter().map(|ratios| ratio(ratios).ln()).sum();
            (sum / all.len().max(1) as f64).exp()
        };
        Self {
            nodes_ratio: mean(|ratios| ratios.nodes_ratio),
            seconds_ratio: mean(|ratios| ratios.seconds_ratio),
        }
    }
}

/// Reads saved measurements.
pub(super) fn read(path: &Path) -> Result<Vec<Round>> {
    let text = fs::read_to_string(path).map_err(FileError::of("read", path))?;
    serde_json::from_str(&text).map_err(|error| {
        let reason = "was not written by bench --save";
        Failure::Input(format!("--compare: {} {reason}: {error}", path.display()))
    })
}

fn row(solved: &Solved, ratios: Option<Ratios>) -> String {
    let Solved { name, value, nodes, seconds } = solved;
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
