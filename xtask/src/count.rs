//! `count`: what a search executes, counted by Valgrind.

use std::collections::HashMap;
use std::fs;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;
use othello_core::analysis::random_endgames;
use othello_core::search::ffo;
use othello_core::{Find, Scoring};
use othello_solver::amounts::grouped;
use rayon::prelude::*;

use super::outcome::{Outcome, write};

/// The random endgames: how many, their numbers of empty squares, and their seed.
const ENDGAMES: (u32, u32, u32, u64) = (6, 16, 18, 52);

/// Positions of other boards, from random games, and one whose moves are all valued.
const OTHERS: [(&str, &str, &str, Find); 4] = [
    ("6x6 one", "6x6", "-------X---O--XXOXOOOO--X-XX----X--- X", Find::BestMove),
    ("6x6 two", "6x6", "XO--X--XOX---OOO---OOO----O-----O--- X", Find::BestMove),
    ("12x4", "12x4", "---XXXO------X-XXXOO-----OOOXOO--------XXO-X---- X", Find::BestMove),
    (
        "all moves",
        "8x8",
        "XXXO-X--XXOOO-X-XOOOXX-OXOOXXXO-XOOOXXO-X-XOOOX-XXXXOO-X-OX---O- X",
        Find::AllMoves,
    ),
];

/// The parts of a search, by the number of empty squares. The first includes the nodes with six whose
/// moves are ranked. A position counts where its move is made, so one with three empty squares counts
/// for four. The last one is everything else: the start, the weights, the table and the root.
const GROUPS: [&str; 5] =
    ["7 and more empty", "6 to 4 empty", "3 to 1 empty", "looking ahead", "the rest"];

/// The statement that counts a position, and so writes to memory once.
const VISIT: &str = "self.state.nodes = self.state.nodes.wrapping_add(1);";
const VISIT_FILE: &str = "core/src/search/tree/search.rs";

/// Count the instructions and mispredicted branches of the search on a dozen positions
///
/// The counts repeat exactly on any machine, unlike times. Valgrind simulates a processor with AVX2
/// and without AVX-512, and its branch prediction. As a rough guide, a search takes a quarter of a
/// cycle for each instruction and 18 cycles for each mispredicted branch. Takes a few minutes.
#[derive(Debug, Args)]
pub(crate) struct Count {
    /// Save the counts in this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Compare with the counts in this file
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// Counts of what was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    positions: u64,
    instructions: u64,
    mispredictions: u64,
}

impl Tally {
    /// The numbers, in the order of the columns.
    fn numbers(self) -> [u64; 3] {
        [self.positions, self.instructions, self.mispredictions]
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.instructions += other.instructions;
        self.mispredictions += other.mispredictions;
    }
}

/// A question for a search.
struct Question {
    name: String,
    /// The arguments of `core/examples/count.rs`.
    arguments: [String; 4],
}

impl Question {
    fn new(name: &str, size: &str, cells: &str, scoring: Scoring, find: Find) -> Self {
        let arguments = [size, cells, &scoring.to_string(), &find.to_string()].map(str::to_owned);
        Self { name: name.to_owned(), arguments }
    }
}

impl Count {
    pub(crate) fn run(self) -> Outcome {
        let before = match &self.against {
            Some(path) => read(&fs::read_to_string(path)?).ok_or("these are not counts")?,
            None => HashMap::new(),
        };
        build()?;
        let questions = questions();
        let tallies: Result<Vec<_>, String> = questions
            .par_iter()
            .map(|question| tally(question).map_err(|it| it.to_string()))
            .collect();
        let mut rows = Vec::new();
        let (mut groups, mut all) = ([Tally::default(); GROUPS.len()], Tally::default());
        for (question, tallies) in questions.iter().zip(tallies?) {
            let mut sum = Tally::default();
            for (group, tally) in groups.iter_mut().zip(tallies) {
                *group += tally;
                sum += tally;
            }
            all += sum;
            rows.push((question.name.clone(), sum));
        }
        rows.extend(GROUPS.map(str::to_owned).into_iter().zip(groups));
        rows.push(("all".to_owned(), all));
        print!("{}", table(&rows, &before));
        let Some(path) = &self.save else { return Ok(()) };
        let mut text = format!("{HEADER}\n");
        for (name, Tally { positions, instructions, mispredictions }) in &rows {
            text += &format!("{name},{positions},{instructions},{mispredictions}\n");
        }
        write(path, text.as_bytes())
    }
}

/// The first line of a file of counts.
const HEADER: &str = "part,positions,instructions,mispredictions";

/// The counts in a file.
fn read(text: &str) -> Option<HashMap<String, Tally>> {
    let mut counts = HashMap::new();
    for row in text.strip_prefix(HEADER)?.lines().filter(|line| !line.is_empty()) {
        let mut cells = row.split(',');
        let name = cells.next()?.to_owned();
        let tally = Tally {
            positions: cells.next()?.parse().ok()?,
            instructions: cells.next()?.parse().ok()?,
            mispredictions: cells.next()?.parse().ok()?,
        };
        counts.insert(name, tally);
    }
    Some(counts)
}

/// The counts as a table, each with its ratio to the one before if that is known.
fn table(rows: &[(String, Tally)], before: &HashMap<String, Tally>) -> String {
    let mut text =
        format!("{:<17} {:>22} {:>24} {:>21}\n", "", "positions", "instructions", "mispredictions");
    for (name, tally) in rows {
        let cells = tally.numbers().into_iter().zip([15, 17, 14]).enumerate();
        text += &format!("{name:<17}");
        for (column, (number, width)) in cells {
            #[allow(clippy::cast_precision_loss, reason = "it is printed with three digits")]
            let ratio = before.get(name).map_or(String::new(), |old| {
                format!("{:.3}", number as f64 / old.numbers()[column].max(1) as f64)
            });
            text += &format!(" {:>width$} {ratio:<6}", grouped(number));
        }
        text.truncate(text.trim_end().len());
        text += "\n";
    }
    text
}

fn questions() -> Vec<Question> {
    let mut questions = Vec::new();
    let (count, least, most, seed) = ENDGAMES;
    for (number, position) in (1..).zip(random_endgames(count, least..=most, seed, 60)) {
        let (name, cells) = (format!("endgame {number}"), position.to_string());
        questions.push(Question::new(&name, "8x8", &cells, Scoring::Discs, Find::BestMove));
    }
    for it in ffo(40..=40).into_iter().chain(ffo(44..=44)) {
        let (cells, scoring) = (it.position.to_string(), it.rules.scoring);
        questions.push(Question::new(&it.name, "8x8", &cells, scoring, Find::BestMove));
    }
    for (name, size, cells, find) in OTHERS {
        questions.push(Question::new(name, size, cells, Scoring::Discs, find));
    }
    questions
}

/// Builds what is counted: the core as it is released, but with the names of its functions and the
/// numbers of its lines.
fn build() -> Outcome {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--package", "othello-core"]);
    cargo.args(["--example", "count", "--target-dir", "target/count"]);
    cargo.args(["--config", "profile.release.strip=false"]);
    cargo.args(["--config", "profile.release.debug='line-tables-only'"]);
    // The older names do not say what a generic function was compiled for.
    cargo.env("RUSTFLAGS", "-C symbol-mangling-version=v0");
    if cargo.status()?.success() { Ok(()) } else { Err("the example could not be built".into()) }
}

/// Counts what the search for an answer executes, by groups.
fn tally(question: &Question) -> Result<[Tally; GROUPS.len()], Box<dyn std::error::Error>> {
    let name = question.name.replace(' ', "-");
    let file = format!("target/count/{name}.callgrind");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--branch-sim=yes", "--cache-sim=yes", "--quiet"]);
    valgrind.arg(format!("--callgrind-out-file={file}")).arg("target/count/release/examples/count");
    let output = valgrind.args(&question.arguments).output();
    let output = output.map_err(|error| format!("valgrind does not start: {error}"))?;
    let said = String::from_utf8(output.stdout)?;
    let positions = said.split_whitespace().nth(1).and_then(|number| number.parse().ok());
    let positions =
        positions.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let source = fs::read_to_string(VISIT_FILE)?;
    let visit = (1..).zip(source.lines()).find(|(_, line)| line.trim() == VISIT);
    let visit = visit.ok_or("there is no statement that counts a position")?.0;
    Ok(groups(&fs::read_to_string(file)?, positions, visit)?)
}

/// The group of a function of the search, or `None` for any other function.
fn group(function: &str) -> Option<usize> {
    if !has(function, &["::search::Search<"])
        || !has(function, &["::tree::"])
        || has(function, &["GridSolver"])
    {
        None
    } else if has(function, &[">::deeper", ">::shallow", ">::ordered", ">::evaluate"]) {
        Some(3)
    } else if has(function, &[">::last<3", ">::last<2", ">::last_moves<3", ">::last_moves<2"]) {
        Some(2)
    } else if has(function, &[">::few_moves", ">::last"]) {
        Some(1)
    } else {
        Some(0)
    }
}

fn has(function: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| function.contains(part))
}

/// Reads a profile in Callgrind's format: the counts of each group, including the helpers that its
/// functions call. `visit` is the number of the line that counts a position.
fn groups(profile: &str, positions: u64, visit: u64) -> Result<[Tally; GROUPS.len()], String> {
    let mut known = [HashMap::new(), HashMap::new()];
    // A name is written once, after its number in parentheses.
    let mut named = |kind: usize, text: &str| -> String {
        let (number, name) = text.split_once(' ').unwrap_or((text, ""));
        known[kind].entry(number.to_owned()).or_insert_with(|| name.to_owned()).clone()
    };
    let mut columns = Vec::new();
    let (mut function, mut called, mut in_file) = (None, None, false);
    let (mut line, mut is_call) = (0, false);
    let (mut groups, mut all) = ([Tally::default(); GROUPS.len()], Tally::default());
    for row in profile.lines() {
        match row.split_once('=') {
            Some(("fn", text)) => function = group(&named(0, text)),
            Some(("cfn", text)) => called = group(&named(0, text)),
            Some(("fl" | "fi" | "fe", text)) => in_file = named(1, text).ends_with(VISIT_FILE),
            Some(("cfl" | "cfi", text)) => drop(named(1, text)),
            Some(("calls", _)) => is_call = true,
            _ if row.starts_with("events:") => columns = row.split(' ').skip(1).collect(),
            _ if row.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) => {
                let mut cells = row.split(' ');
                let place = cells.next().unwrap_or_default();
                line = match (place.strip_prefix('+'), place.strip_prefix('-')) {
                    (Some(by), _) => line + number(by)?,
                    (_, Some(by)) => line - number(by)?,
                    _ if place == "*" => line,
                    _ => number(place)?,
                };
                let cells: Vec<_> = cells.map(number).collect::<Result<_, _>>()?;
                // The columns at the end that are 0 are left out.
                let costs: HashMap<_, _> = columns.iter().copied().zip(cells).collect();
                let [instructions, conditional, indirect, written] =
                    ["Ir", "Bcm", "Bim", "Dw"].map(|event| costs.get(event).copied().unwrap_or(0));
                let mispredictions = conditional + indirect;
                let mut tally = Tally { positions: 0, instructions, mispredictions };
                if is_call {
                    // Whatever a helper executes belongs to the function that calls it.
                    is_call = false;
                    if let (Some(group), None) = (function, called) {
                        groups[group] += tally;
                    }
                    continue;
                }
                all += tally;
                if let Some(group) = function {
                    if in_file && line == visit {
                        tally.positions = written;
                    }
                    groups[group] += tally;
                }
            }
            _ => {}
        }
    }
    let counted: u64 = groups[..3].iter().map(|it| it.positions).sum();
    groups[3].positions = positions.saturating_sub(counted);
    for Tally { instructions, mispredictions, .. } in groups {
        all.instructions -= instructions;
        all.mispredictions -= mispredictions;
    }
    groups[4].instructions += all.instructions;
    groups[4].mispredictions += all.mispredictions;
    Ok(groups)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search function counts three positions, calls a helper and the last squares, and is called
    /// by the root.
    const PROFILE: &str = "\
version: 1
positions: line
events: Ir Dr Dw Bc Bcm Bi Bim

fl=(1) core/src/search/root.rs
fn=(1) othello_core::search::root::search
10 100 0 0 9 2
cfn=(2) <othello_core::search::tree::search::Search<G>>::late_moves
calls=1 20
11 1000 0 0 99 50

fl=(2) core/src/search/tree/late.rs
fn=(2)
20 30 0 0 3 1 1 1
+2 5
fi=(3) /somewhere/core/src/search/tree/search.rs
99 9 3 3
fe=(2)
cfl=(4) core/src/board/kernel/simd/x86.rs
cfn=(3) othello_core::board::kernel::simd::x86::flips
calls=2 7
-1 80 0 0 4 1
cfn=(4) inner<<othello_core::search::tree::search::Search<G>>::last<3>::{closure#0}>
calls=2 7
* 400 0 0 40 20

fn=(3)
7 80 0 0 4 1

fl=(3)
fn=(4)
99 4 1 2
+1 396 0 0 40 20
";

    #[test]
    fn helpers_count_for_the_part_that_calls_them() {
        let [high, few, last, ahead, rest] = groups(PROFILE, 12, 99).unwrap();
        let tally = |positions, instructions, mispredictions| Tally {
            positions,
            instructions,
            mispredictions,
        };
        assert_eq!(high, tally(3, 124, 3));
        assert_eq!(few, Tally::default());
        assert_eq!(last, tally(2, 400, 20));
        assert_eq!((ahead, rest), (tally(7, 0, 0), tally(0, 100, 2)));
    }

    #[test]
    fn a_saved_table_is_read_again_and_compared() {
        let tally = Tally { positions: 10, instructions: 4_000, mispredictions: 30 };
        let before = read(&format!("{HEADER}\nall,20,4000,40\n")).unwrap();
        let text = table(&[("all".to_owned(), tally)], &before);
        let row: Vec<_> = text.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row, ["all", "10", "0.500", "4,000", "1.000", "30", "0.750"]);
        assert_eq!(read("something else"), None);
        assert_eq!(read(&format!("{HEADER}\nall,20,x,1\n")), None);
    }
}
