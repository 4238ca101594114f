//! The project's own commands, which use only the public library. `cargo xtask` runs them in the
//! root of the repository.

mod chart;
mod coq;
mod count;
mod forecasts;
mod lines;
mod methods;
mod one_file;
mod outcome;
mod page;
mod pictures;
mod schemas;
mod site;
mod tables;
mod theorems;
mod train;
mod training;

use clap::Parser;

use outcome::Outcome;

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
