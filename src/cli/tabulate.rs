//! `tabulate`: the strong solution as a table.

use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;
use othello_core::{Position, Rules, Size, Solution, Start, TooBig};
use othello_solver::results::{AllArrangements, EXHAUSTIVE_SQUARES, ReachableCensus, to_json};
use othello_solver::storage::{JobFolder, check_writable, write_whole};
use othello_solver::tables::{
    Arrangements, OpeningPositions, positions_csv, tabulate, tabulate_opening,
};
use serde::Serialize;

use super::args::{
    BOARD_4X4, HashArgs, QuietArgs, RulesArgs, ThreadArgs, default_file, start, variant,
};
use super::color;
use super::failure::Failure;
use super::output::{deliver, is_standard_stream, print};
use super::progress::Bar;

/// Write a table of the values of all positions that can be reached
///
/// Files go to results/ if there is such a folder; --output and --summary name others.
///
/// For boards of up to 16 squares the table goes to results/SIZE[-parallel][-fewest]-positions.csv:
/// one row for each position up to symmetry, with the side to move as X, its value and the value of
/// each move.
///
/// For boards of up to 24 squares it is a file for `lookup --table`,
/// results/SIZE[…]-positions.table, with a summary in results/SIZE[…]-census.json. 4x6 has 380
/// million positions; it takes about a minute and 1.4 GB of memory, and the file has 250 MB.
///
/// With --plies it has every position in which at most that many discs were placed, on a board of
/// any size, in the same rows, and goes to results/SIZE[-parallel][-fewest]-opening.csv. The values
/// are found by search, which takes long on a large board: if the command is interrupted, the same
/// command continues where it stopped. A pass does not count as a ply here.
///
/// With --all the table has the value of all 43,046,721 arrangements of discs on 4x4. It is for
/// `lookup --table` too and goes to results/4x4[-fewest]-all.table (43 MB), with a summary in
/// results/4x4[-fewest]-all.json.
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.help("Memory for the search of --plies, such as 64M or 2G")))]
#[command(after_help = "\
Examples:
  othello-solver tabulate 4x4
  othello-solver tabulate 4x4 --start parallel --output -
  othello-solver tabulate 4x4 --all
  othello-solver tabulate 4x6
  othello-solver tabulate 6x6 --plies 3")]
pub(crate) struct Tabulate {
    /// The board, of at most 24 squares unless --plies is given
    size: Size,

    /// How the first four discs lie
    #[arg(long, value_name = "START", default_value = "diagonal", value_parser = start())]
    start: Start,

    #[command(flatten)]
    rules: RulesArgs,

    /// Tabulate every arrangement of discs, reachable or not (4x4 only)
    #[arg(long, conflicts_with = "start")]
    all: bool,

    /// Tabulate only the positions in which at most this many discs were placed
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "summary"])]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: Option<u32>,

    /// Write the table to this file; - is standard output, up to 16 squares or with --plies
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the summary to this file, above 16 squares or with --all
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Tabulate {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        let squares = self.size.squares();
        if let Some(plies) = self.plies {
            self.opening(plies)
        } else if self.all {
            self.all_arrangements()
        } else if squares <= EXHAUSTIVE_SQUARES {
            self.rows()
        } else if squares > Solution::MAX_SQUARES {
            Err(Failure::input(TooBig { size: self.size, most: Solution::MAX_SQUARES }))
        } else {
            self.reachable()
        }
    }

    /// The file that was named, or the one under results/ whose name ends like this.
    fn file(&self, named: Option<&PathBuf>, end: &str) -> Result<PathBuf, Failure> {
        let variant = variant(self.start, self.rules).file_name();
        let default = || default_file(&format!("{}{variant}-{end}", self.size));
        named.cloned().map_or_else(default, Ok)
    }

    /// Tabulates a small board for people to read.
    fn rows(&self) -> Result<(), Failure> {
        if self.summary.is_some() {
            return Err(Failure::input("a table of rows has no summary; one of --all has"));
        }
        let file = self.file(self.output.as_ref(), "positions.csv")?;
        let game = Position::start(self.size, self.start);
        let solution = Solution::new(game, self.rules.into()).expect("the board is small");
        deliver(&file, &positions_csv(&solution))
    }

    /// Tabulates the first plies of a board for people to read.
    fn opening(&self, plies: u32) -> Result<(), Failure> {
        let (start, rules) = (Position::start(self.size, self.start), Rules::from(self.rules));
        let positions = OpeningPositions::new(start, plies).map_err(Failure::input)?;
        let file = self.file(self.output.as_ref(), "opening.csv")?;
        let has_folder = !is_standard_stream(&file) && (file.is_file() || !file.exists());
        let job = || JobFolder::for_file(&file, &format!("tabulate --plies {plies}"), start, rules);
        let place = has_folder.then(job).transpose()?;
        let state = place.as_ref().map(|place| place.path("values"));
        let bar = self.quiet.bar();
        let opening = tabulate_opening(positions, rules, self.hash.hash, state.as_deref(), &bar);
        drop(bar);
        let opening = opening.map_err(Failure::of_state)?;
        let stopped = || match &place {
            Some(place) => {
                let folder = place.path("");
                Failure::Failed(format!(
                    "stopped; the same command continues from {}",
                    folder.display()
                ))
            }
            None => Failure::failed("stopped; nothing was written"),
        };
        deliver(&file, &opening.ok_or_else(stopped)?.to_string())?;
        if let Some(place) = place {
            place.leave();
        }
        Ok(())
    }

    /// Tabulates a board that has too many positions for a list that people read.
    fn reachable(&self) -> Result<(), Failure> {
        let (start, rules) = (self.start, Rules::from(self.rules));
        let (table, summary) = self.files("positions.table", "census.json")?;
        let bar = self.quiet.bar();
        let tabulated = tabulate(self.size, start, rules, &table, &bar)
            .map_err(Failure::failed)?
            .ok_or_else(|| Failure::failed("stopped; nothing was written"))?;
        drop(bar);
        let census = ReachableCensus::new(self.size, variant(start, rules), tabulated);
        write_summary(summary.as_deref(), &census)?;
        print(&format!(
            "value      {} for Black, who is to move\n\
             positions  {}, {} up to symmetry\n{}",
            color::value(census.value, 0),
            HumanCount(census.positions.total),
            HumanCount(census.positions.canonical),
            written(&table, summary.as_deref())
        ))
    }

    /// Tabulates all arrangements of discs, reachable or not.
    fn all_arrangements(&self) -> Result<(), Failure> {
        if self.size != BOARD_4X4 {
            return Err(Failure::input("only 4x4 has few enough arrangements for --all"));
        }
        let (table, summary) = self.files("all.table", "all.json")?;
        let bar = Bar::new(self.quiet.quiet);
        let all = Arrangements::compute(self.rules.into(), &bar);
        drop(bar);
        all.write(&table)?;
        write_summary(summary.as_deref(), &AllArrangements::new(&all))?;
        print(&written(&table, summary.as_deref()))
    }

    /// Where the table and the summary go. Under results/ their names have these endings; without
    /// such a folder there is a summary only if its file was named.
    fn files(&self, table: &str, summary: &str) -> Result<(PathBuf, Option<PathBuf>), Failure> {
        let table = self.file(self.output.as_ref(), table)?;
        let summary = self.file(self.summary.as_ref(), summary).ok();
        for file in [&table].into_iter().chain(&summary) {
            if is_standard_stream(file) {
                return Err(Failure::input("only a table of rows is written to standard output"));
            }
            check_writable(file)?;
        }
        Ok((table, summary))
    }
}

fn write_summary(file: Option<&Path>, summary: &impl Serialize) -> Result<(), Failure> {
    let write = |file| write_whole(file, to_json(summary).as_bytes());
    Ok(file.map_or(Ok(()), write)?)
}

/// Says which files were written.
fn written(table: &Path, summary: Option<&Path>) -> String {
    let table = table.display();
    match summary {
        Some(summary) => format!("written    {table} and {}\n", summary.display()),
        None => format!("written    {table}; --summary names a file for the summary\n"),
    }
}
