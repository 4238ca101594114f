//! `schemas`: the JSON Schemas of documents.

use std::env;
use std::process::Command;

use clap::Args;

use crate::outcome::Outcome;

/// Write the JSON Schemas of all documents to docs/schemas/ and src/serve/openapi.json
///
/// Some of the types are private to the program, so one of its tests writes the schemas.
#[derive(Debug, Args)]
pub(crate) struct Schemas {}

impl Schemas {
    pub(crate) fn run(self) -> Outcome {
        let Self {} = self;
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        let test = ["test", "--quiet", "--package", "othello-solver", "--bin", "othello-solver"];
        cargo.args(test).args(["--", "schemas"]).env("SCHEMAS", "overwrite");
        let status = cargo.status()?;
        if status.success() { Ok(()) } else { Err("the schemas were not written".into()) }
    }
}
