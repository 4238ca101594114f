//! Validates the program's documents against their schemas in docs/schemas/.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use jsonschema::Validator;
use serde_json::Value;

/// The folder of the schemas.
pub(crate) const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas");

/// The schemas by file name, each compiled on first use.
static VALIDATORS: LazyLock<BTreeMap<String, (Value, OnceLock<Validator>)>> = LazyLock::new(|| {
    schemas().into_iter().map(|(name, schema)| (name, (schema, OnceLock::new()))).collect()
});

/// The schemas by file name.
pub(crate) fn schemas() -> BTreeMap<String, Value> {
    let files = fs::read_dir(SCHEMAS).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let schema = |path: &Path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    files.map(|path| (path.file_stem().unwrap().to_str().unwrap().into(), schema(&path))).collect()
}

/// The reason why a document violates its schema, if it does.
pub(crate) fn fault(schema: &str, document: &Value) -> Option<String> {
    let known = VALIDATORS.get(schema);
    let (text, validator) = known.unwrap_or_else(|| panic!("there is no schema {schema}"));
    let validator = validator.get_or_init(|| jsonschema::validator_for(text).unwrap());
    let error = validator.validate(document).err()?;
    Some(format!("{schema}{}: {error}", error.instance_path()))
}

/// Checks a document against its schema.
#[track_caller]
pub(crate) fn check(schema: &str, document: &Value) {
    let fault = fault(schema, document);
    assert!(fault.is_none(), "{}\n{document}", fault.unwrap_or_default());
}

/// Checks the document in a file against its schema.
#[track_caller]
pub(crate) fn check_file(schema: &str, path: &Path) {
    check(schema, &serde_json::from_slice(&fs::read(path).unwrap()).unwrap());
}

/// Checks each line of a file against its schema.
#[track_caller]
pub(crate) fn check_lines(schema: &str, text: &str) {
    text.lines().for_each(|line| check(schema, &serde_json::from_str(line).unwrap()));
}

/// The schema of a document that names its format.
pub(crate) fn schema_of(document: &Value) -> Option<&'static str> {
    Some(match document["schema"].as_str()? {
        "othello-solver/answer/1" => "solve",
        "othello-solver/all-arrangements/1" => "all-arrangements",
        "othello-solver/reachable-census/1" => "reachable-census",
        "othello-solver/wipeouts/1" => "wipeout-table",
        "othello-solver/plan/1" => "plan",
        other => panic!("{other} is no format of a file"),
    })
}

/// Checks the files of results that a command reports writing.
#[track_caller]
pub(crate) fn check_written(args: &[&str], folder: &Path) {
    for two in args.windows(2).filter(|two| ["--output", "--summary"].contains(&two[0])) {
        let path = folder.join(two[1]);
        let text = fs::metadata(&path).is_ok_and(|file| file.is_file()).then(|| fs::read(&path));
        let text = text.and_then(Result::ok).unwrap_or_default();
        if let Ok(document) = serde_json::from_slice(&text)
            && let Some(schema) = schema_of(&document)
        {
            check(schema, &document);
        }
    }
}

/// Checks the output of a command against its schema, if it is JSON.
#[track_caller]
pub(crate) fn check_printed(args: &[&str], printed: &str) {
    let has = |option: &str, value: &str| args.windows(2).any(|two| two == [option, value]);
    if has("--protocol", "json") && args.first() == Some(&"engine") {
        return check_lines("engine", printed);
    }
    if !has("--format", "json") && !has("--output", "-") || !printed.starts_with(['{', '[']) {
        return;
    }
    let command = args.first().filter(|word| !word.starts_with('-')).unwrap_or(&"analyze");
    let schema = match (*command, args.get(1)) {
        ("campaign", Some(&"new")) => "campaign".to_owned(),
        ("campaign", Some(&"work")) => "campaign-work".to_owned(),
        ("campaign", Some(_)) => "campaign-status".to_owned(),
        ("solve", _) if args.contains(&"--strategy") => "plan".to_owned(),
        ("solve", _) if args.contains(&"--explain") => "explain".to_owned(),
        ("review", _) if args.contains(&"--empties") => "review-players".to_owned(),
        _ if printed.starts_with("{\"file_line\"") => format!("{command}-file"),
        _ => command.to_string(),
    };
    if schema.ends_with("-file") {
        check_lines(&schema, printed);
    } else {
        check(&schema, &serde_json::from_str(printed).unwrap());
    }
}
