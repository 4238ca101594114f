//! The JSON Schemas in docs/schemas/, one for each kind of document, from the type that is
//! serialized, and those in the description of the server's API. `cargo xtask schemas` writes them.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use othello_core::{SearchResult, analysis};
use othello_solver::campaign::{Answer, Question, Terms, Worked};
use othello_solver::results::{
    AllArrangements, BoardWipeouts, InFile, Lookup, ReachableCensus, SolvedBoard, WipeoutTable,
    to_json,
};
use othello_solver::schema::{Line, Or, schema};
use othello_solver::verify::FileVerdict;
use othello_solver::{engine, serve};
use serde_json::Value;

use super::file::Answered;
use super::{analyze, bench, campaign, certify, losses, perft, show};

/// A line of `solve --file`, solved or as far as time allowed.
type SolvedLine = Or<InFile<Answered<SearchResult>>, Line<Answered<analysis::PositionBounds>>>;

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
        ("solve-bounds", schema::<analysis::PositionBounds>()),
        ("solve-file", schema::<SolvedLine>()),
        ("test-engine", schema::<engine::kit::Report>()),
        ("verify", schema::<Vec<FileVerdict>>()),
        ("wipeouts", schema::<BoardWipeouts>()),
        ("wipeout-table", schema::<WipeoutTable>()),
    ];
    schemas.extend(engine::schemas());
    schemas.extend(serve::schemas());
    schemas
}

/// The documents of the server's API, by the names that its description gives them.
const OF_THE_API: [(&str, &str); 7] = [
    ("Bounds", "serve-bounds"),
    ("Health", "serve-health"),
    ("Index", "serve-index"),
    ("Problem", "serve-error"),
    ("Results", "serve-results"),
    ("Review", "review"),
    ("SolvedBoard", "solve"),
];

/// The description of the API with these schemas of its documents, at its end. Those of requests
/// stay.
fn openapi(text: &str, schemas: &[(&str, Value)]) -> String {
    const END: &str = "\n    \"schemas\": {";
    let description: Value = serde_json::from_str(text).expect("it is JSON");
    let components = &description["components"]["schemas"];
    let requests =
        ["Question", "ReviewQuestion"].map(|name| (name.to_owned(), components[name].clone()));
    let mut all: BTreeMap<_, _> = requests.into();
    for (name, file) in OF_THE_API {
        let schema = schemas.iter().find(|(name, _)| *name == file).expect("there is one");
        let schema = schema.1.to_string().replace("#/$defs/", "#/components/schemas/");
        let mut schema: Value = serde_json::from_str(&schema).expect("it is JSON");
        let keywords = schema.as_object_mut().expect("it is a schema");
        keywords.remove("$schema");
        let parts = keywords.remove("$defs").unwrap_or_default();
        let parts = parts.as_object().cloned().unwrap_or_default();
        for (name, schema) in parts.into_iter().chain([(name.to_owned(), schema)]) {
            let earlier = all.insert(name.clone(), schema.clone());
            assert!(earlier.is_none_or(|it| it == schema), "two schemas have the name {name}");
        }
    }
    let (begin, _) = text.split_once(END).expect("the schemas are the end");
    let schemas = to_json(&all).trim_end().replace('\n', "\n    ");
    format!("{begin}\n    \"schemas\": {schemas}\n  }}\n}}\n")
}

/// Writes the schemas where `SCHEMAS=overwrite` says so, and compares them otherwise.
#[test]
fn the_schemas_in_docs_and_of_the_api_are_those_of_the_types() {
    let (folder, api) = (Path::new("docs/schemas"), Path::new("src/serve/openapi.json"));
    let schemas = schemas();
    let described = openapi(&fs::read_to_string(api).unwrap(), &schemas);
    let files = schemas.iter().map(|(name, it)| (folder.join(format!("{name}.json")), to_json(it)));
    for (path, text) in files.chain([(api.to_owned(), described)]) {
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
