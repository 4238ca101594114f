//! The project's own commands, which use only the public library. `cargo xtask` runs them in the
//! root of the repository.

mod chart;
mod coq;
mod count;
mod forecasts;
mod lines;
mod methods;
mod one_file;
mod page;
mod pictures;
mod schemas;
mod site;
mod tables;
mod theorems;
mod train;
mod training;

use std::error::Error;
use std::path::Path;

use clap::Parser;
use othello_solver::storage::write_whole;

/// Generates the files that are derived from the repository's results and code. The output is the
/// same on every machine.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
enum Task {
    Coq(coq::Coq),
    Count(count::Count),
    Forecasts(forecasts::Forecasts),
    Lines(lines::Lines),
    Page(page::Page),
    Pictures(pictures::Pictures),
    Schemas(schemas::Schemas),
    Site(site::Site),
    Tables(tables::Tables),
    Train(train::Train),
}

/// Success, or the error that is printed.
type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    match Task::parse() {
        Task::Coq(coq) => coq.run(),
        Task::Count(count) => count.run(),
        Task::Forecasts(forecasts) => forecasts.run(),
        Task::Lines(lines) => lines.run(),
        Task::Page(page) => page.run(),
        Task::Pictures(pictures) => pictures.run(),
        Task::Schemas(schemas) => schemas.run(),
        Task::Site(site) => site.run(),
        Task::Tables(tables) => tables.run(),
        Task::Train(train) => train.run(),
    }
}

/// Writes a file atomically, and prints its name.
fn write(path: &Path, contents: &[u8]) -> Outcome {
    write_whole(path, contents)?;
    println!("written    {}", path.display());
    Ok(())
}

/// The root of the repository.
#[cfg(test)]
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}
