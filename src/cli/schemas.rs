//! The JSON Schemas in docs/schemas/: one for each kind of document, from the type that is
//! serialized. `cargo xtask schemas` writes them.

use std::path::Path;
use std::{env, fs};

use othello_solver::campaign::{Answer, Question, Terms, Worked};
use othello_solver::results::{
    AllArrangements, BoardWipeouts, Lookup, ReachableCensus, SolvedBoard, WipeoutTable, to_json,
};
use othello_solver::schema::{Line, schema};
use othello_solver::verify::FileVerdict;
use othello_solver::{SearchResult, analysis, engine, serve};
use serde_json::Value;

use super::file::Answered;
use super::{analyze, bench, campaign, certify, losses, perft, show};

/// The names of the documents and their schemas.
fn schemas() -> Vec<(&'static str, Value)> {
    let mut schemas = vec![
        ("all-arrangements", schema::<AllArrangements>()),
        ("analyze", schema::<analyze::Analyzed>()),
        ("analyze-file", schema::<Line<Answered<analyze::Deepest>>>()),
        ("bench", schema::<Vec<bench::Round>>()),
        ("campaign", schema::<Terms>()),
        ("campaign-answer", schema::<Answer>()),
        ("campaign-plan", schema::<campaign::plan::Written>()),
        ("campaign-question", schema::<Question>()),
        ("campaign-status", schema::<campaign::status::Report>()),
        ("campaign-work", schema::<Worked>()),
        ("certify", schema::<certify::Written>()),
        ("lookup", schema::<Lookup>()),
        ("lookup-file", schema::<Line<Answered<Lookup>>>()),
        ("perft", schema::<perft::Counts>()),
        ("reachable-census", schema::<ReachableCensus>()),
        ("review", schema::<analysis::Review>()),
        ("review-file", schema::<Line<analysis::Review>>()),
        ("review-players", schema::<losses::Losses>()),
        ("show", schema::<show::Shown>()),
        ("solve", schema::<SolvedBoard>()),
        ("solve-file", schema::<Line<Answered<SearchResult>>>()),
        ("test-engine", schema::<engine::kit::Report>()),
        ("verify", schema::<Vec<FileVerdict>>()),
        ("wipeouts", schema::<BoardWipeouts>()),
        ("wipeout-table", schema::<WipeoutTable>()),
    ];
    schemas.extend(engine::schemas());
    schemas.extend(serve::schemas());
    schemas
}

/// Writes the schemas where `SCHEMAS=overwrite` says so, and compares them otherwise.
#[test]
fn the_schemas_in_docs_are_those_of_the_types() {
    let folder = Path::new("docs/schemas");
    let schemas = schemas();
    for (name, schema) in &schemas {
        let (path, text) = (folder.join(format!("{name}.json")), to_json(schema));
        if env::var("SCHEMAS").is_ok_and(|wish| wish == "overwrite") {
            fs::write(&path, text).unwrap();
        } else {
            let is_current = fs::read_to_string(&path).is_ok_and(|found| found == text);
            assert!(is_current, "{}: run cargo xtask schemas", path.display());
        }
    }
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    assert_eq!(files.count(), schemas.len(), "a schema is of no document");
}
