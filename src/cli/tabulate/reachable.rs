//! `tabulate 4x6`: boards whose positions are too many for a list that people read.

use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use othello_solver::files::{Workplace, write_atomically};
use othello_solver::{Rules, Shape, Start, report, tabulate};

use super::super::args::variant;
use super::super::failure::Failure;
use super::super::output::{json, print};
use super::super::progress::Bar;
use super::super::size::ForShape;
use super::Tabulate;

/// The work on such a board.
pub(super) struct Reachable(pub(super) Tabulate);

impl ForShape for Reachable {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self(args) = self;
        let (start, rules) = (Start::from(args.start), Rules::from(args.rules));
        let variant = variant(start, rules);
        let name = format!("results/{}{}", args.size, variant.file_name());
        let table = args.output.unwrap_or_else(|| format!("{name}-positions.table").into());
        let summary = args.summary.unwrap_or_else(|| format!("{name}-census.json").into());
        if [&table, &summary].contains(&&PathBuf::from("-")) {
            return Err(Failure::Usage(format!(
                "the table of {} is not written to standard output",
                args.size
            )));
        }

        let place = Workplace::beside(&table).map_err(Failure::failed)?;
        let tabulated = tabulate::<S>(start, rules, &place, &table, &Bar::new(args.quiet))
            .map_err(Failure::of_state)?;
        let command = format!("othello-solver tabulate {}{}", args.size, variant.options());
        let census = report::census::<S>(start, rules, tabulated, command);
        write_atomically(&summary, json(&census)?.as_bytes()).map_err(Failure::failed)?;
        place.leave().map_err(Failure::failed)?;
        print(&format!(
            "value      {:+} for Black, who is to move\n\
             positions  {}, {} up to symmetry\n{}",
            census.value,
            HumanCount(census.positions.total),
            HumanCount(census.positions.canonical),
            written(&table, &summary)
        ))
    }
}

/// Tells which files were written.
pub(super) fn written(table: &Path, summary: &Path) -> String {
    format!("written    {} and {}\n", table.display(), summary.display())
}
