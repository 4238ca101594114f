//! The JSON Schemas of documents.

use std::env;
use std::process::Command;

use clap::Args;

use crate::Outcome;

/// Write the JSON Schemas of all documents to docs/schemas/
///
/// Some of the types belong to the program, so one of its tests writes the schemas.
#[derive(Debug, Args)]
pub(crate) struct Schemas {}

impl Schemas {
    pub(crate) fn run(self) -> Outcome {
        let Self {} = self;
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        let test = ["test", "--quiet", "--workspace", "--bin", "othello-solver", "schemas::"];
        let status = cargo.args(test).env("SCHEMAS", "overwrite").status()?;
        if status.success() { Ok(()) } else { Err("the schemas were not written".into()) }
    }
}
