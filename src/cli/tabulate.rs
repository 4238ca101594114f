//! `tabulate`: writes a strong solution as a table.

use othello_core::answer::EXHAUSTIVE_SQUARES;
use othello_core::{Solution, TooBig};
use othello_solver::results::{AllArrangements, ReachableCensus, Variant};
use othello_solver::tables::{
    Arrangements, OpeningPositions, positions_csv, tabulate, tabulate_opening,
};

use super::board::start;
use super::output::{job_folder, resume_hint};
use super::prelude::*;

/// Write a table of the values of all reachable positions
///
/// Files go to the folder results/ or, without one, to the current folder; --output and --summary name
/// others.
///
/// Boards of up to 16 squares: results/SIZE[-parallel][-fewest]-positions.csv. Each row is a position
/// up to symmetry, with the side to move as X, its value and the value of each move.
///
/// Boards of up to 24 squares: results/SIZE[…]-positions.table, for `lookup --table`, and a summary in
/// results/SIZE[…]-census.json. 4x6 has 380 million positions and takes about a minute and 1.4 GB of
/// memory; the file has 250 MB.
///
/// Boards of any size, with --plies: results/SIZE[-parallel][-fewest]-opening.csv, with the same rows,
/// for every position in which at most that many discs have been placed. A pass does not count as a ply
/// here. The values are found by search, which takes long on large boards; if you interrupt the
/// command, run it again to resume.
///
/// 4x4 with --all: results/4x4[-fewest]-all.table (43 MB), for `lookup --table`, with the values of all
/// 43,046,721 arrangements of discs, and a summary in results/4x4[-fewest]-all.json.
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

    /// The start: how the first four discs are placed
    #[arg(long, value_name = "START", default_value = "diagonal", value_parser = start())]
    start: Start,

    #[command(flatten)]
    rules: RulesArgs,

    /// Tabulate all arrangements of discs, reachable or not (4x4 only)
    #[arg(long, conflicts_with = "start")]
    all: bool,

    /// Tabulate only positions in which at most N discs have been placed
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "summary"])]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: Option<u32>,

    /// Write the table to this file; - is standard output (up to 16 squares or with --plies)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the summary to this file (above 16 squares or with --all)
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    #[command(flatten)]
    resources: ResourceArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Tabulate {
    pub(crate) fn run(self) -> Result {
        self.resources.set_up_threads()?;
        let squares = self.size.squares();
        match self.plies {
            Some(plies) => self.opening(plies),
            None if self.all => self.all_arrangements(),
            None if squares <= EXHAUSTIVE_SQUARES => self.rows(),
            None if squares <= Solution::MAX_SQUARES => self.reachable(),
            None => Err(Failure::input(TooBig { size: self.size, most: Solution::MAX_SQUARES })),
        }
    }

    /// The given file, or the usual one, whose name ends like this.
    fn file(&self, given: Option<&PathBuf>, end: &str) -> PathBuf {
        let variant = Variant { start: self.start, rules: self.rules.or_default() };
        file_or_default(given, &format!("{}{}-{end}", self.size, variant.file_name()))
    }

    /// Tabulates a small board as readable rows.
    fn rows(&self) -> Result {
        if self.summary.is_some() {
            return Err(Failure::input("there is no summary for up to 16 squares without --all"));
        }
        let file = self.file(self.output.as_ref(), "positions.csv");
        let game = Position::start(self.size, self.start);
        let solution = Solution::new(game, self.rules.or_default()).expect("the board is small");
        deliver(&file, &positions_csv(&solution))
    }

    /// Tabulates the first plies of a board as readable rows.
    fn opening(&self, plies: u32) -> Result {
        let (start, rules) = (Position::start(self.size, self.start), self.rules.or_default());
        let positions = OpeningPositions::new(start, plies).map_err(Failure::input)?;
        let file = self.file(self.output.as_ref(), "opening.csv");
        let job = job_folder(&file, &format!("tabulate --plies {plies}"), start, rules)?;
        let state = job.as_ref().map(|job| job.path("values"));
        let hash = self.resources.memory.hash;
        let bar = self.quiet.bar();
        let opening = tabulate_opening(positions, rules, hash, state.as_deref(), &bar);
        drop(bar);
        let Some(opening) = opening.map_err(Failure::of_state)? else {
            return Err(Failure::Failed(format!("stopped; {}", resume_hint(job.as_ref()))));
        };
        deliver(&file, &opening.to_string())?;
        if let Some(job) = job {
            job.leave();
        }
        Ok(())
    }

    /// Tabulates all reachable positions of a larger board as a binary file.
    fn reachable(&self) -> Result {
        let (start, rules) = (self.start, self.rules.or_default());
        let [table, summary] = self.files("positions.table", "census.json")?;
        let tabulated = tabulate(self.size, start, rules, &table, &self.quiet.bar());
        let Some(tabulated) = tabulated.map_err(Failure::failed)? else {
            return Err(Failure::failed("stopped; no file was written"));
        };
        let census = ReachableCensus::new(self.size, Variant { start, rules }, tabulated);
        write_whole(&summary, to_json(&census).as_bytes())?;
        print(&format!(
            "value      {}\npositions  {}, {} up to symmetry\n{}",
            value_for(census.value, Position::start(self.size, start)),
            grouped(census.positions.total),
            grouped(census.positions.canonical),
            written(&table, &summary)
        ))
    }

    /// Tabulates all arrangements of discs as a binary file.
    fn all_arrangements(&self) -> Result {
        if self.size != BOARD_4X4 {
            return Err(Failure::input("only 4x4 has few enough arrangements for --all"));
        }
        let [table, summary] = self.files("all.table", "all.json")?;
        let all = Arrangements::compute(self.rules.or_default(), &Bar::new(self.quiet.quiet));
        all.write(&table)?;
        write_whole(&summary, to_json(&AllArrangements::new(&all)).as_bytes())?;
        print(&written(&table, &summary))
    }

    /// The files of the table and the summary, whose usual names have these endings.
    fn files(&self, table: &str, summary: &str) -> Result<[PathBuf; 2]> {
        let files =
            [self.file(self.output.as_ref(), table), self.file(self.summary.as_ref(), summary)];
        for file in &files {
            ensure(!is_standard_stream(file), || {
                Failure::input("only a table of rows can be written to standard output")
            })?;
            check_writable(file)?;
        }
        Ok(files)
    }
}

/// Reports which files were written.
fn written(table: &Path, summary: &Path) -> String {
    format!("written    {} and {}\n", shown(table), shown(summary))
}
