//! The program's documents match their schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use othello_solver::results::AnswerDocument;
use serde_json::{Value, json};

use crate::common::document::{SCHEMAS, check, check_printed, fault, schema_of, schemas};

#[test]
fn every_file_of_results_is_as_its_schema_says() {
    let mut count = 0;
    for entry in fs::read_dir("results").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "json") {
            let document = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
            check(schema_of(&document).expect("the document names its format"), &document);
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
}

/// A schema that allowed anything would detect no mistake.
#[test]
fn a_key_more_or_less_and_a_value_of_another_kind_are_found() {
    let text = fs::read_to_string("results/4x4.json").unwrap();
    let solved: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(fault("solve", &solved), None);
    for key in ["value", "best_move", "objective", "schema"] {
        let mut less = solved.clone();
        less.as_object_mut().unwrap().remove(key);
        // Within a time limit the value may be missing, but a result must have it to be read.
        let is_fault = fault("solve", &less).is_some()
            || serde_json::from_value::<AnswerDocument>(less).is_err();
        assert!(is_fault, "{key}");
        let mut other = solved.clone();
        other[key] = json!({"a1": 1});
        assert!(fault("solve", &other).is_some(), "{key}");
    }
    let mut more = solved.clone();
    more["worst_move"] = "b1".into();
    assert!(fault("solve", &more).is_some());
    more = solved;
    more["games"]["by_discs"][0]["grey"] = 1.into();
    assert!(fault("solve", &more).is_some());
}

/// Checks the recorded output in the `trycmd` files, where it is complete.
#[test]
fn every_document_in_the_records_is_as_its_schema_says() {
    let mut schemas = 0;
    for entry in fs::read_dir("tests/cli").unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for block in text.split("```") {
            for session in block.split("\n$ othello-solver ").skip(1) {
                let (command, printed) = session.split_once('\n').unwrap();
                let is_printed =
                    |line: &&str| !line.starts_with("? ") && !line.starts_with("error: ");
                let printed: Vec<_> = printed.lines().filter(is_printed).collect();
                let printed = printed.join("\n");
                let args: Vec<_> = command.split_whitespace().collect();
                let is_whole = !printed.contains("[..]") && !printed.contains("\n...");
                if args.contains(&"json") && is_whole && printed.starts_with(['{', '[']) {
                    check_printed(&args, printed.trim_end());
                    schemas += 1;
                }
            }
        }
    }
    assert!(schemas > 7, "{schemas}");
}

/// docs/schemas/README.md lists every schema, with the type and meaning of every key.
#[test]
fn the_guide_to_the_schemas_is_complete() {
    let guide = fs::read_to_string(Path::new(SCHEMAS).join("README.md")).unwrap();
    let linked = |name: &String| guide.contains(&format!("]({name}.json)"));
    let missing: Vec<_> = schemas().into_keys().filter(|name| !linked(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");

    let rows = guide.split("| key | type | meaning |\n|---|---|---|\n").nth(1).unwrap().lines();
    let rows = rows.map_while(|row| row.strip_prefix("| `"));
    let told: BTreeMap<_, _> = rows
        .map(|row| {
            let mut cells = row.split(" | ");
            let (key, kinds) = (cells.next().unwrap(), cells.next().unwrap());
            (key.trim_end_matches('`').to_owned(), kinds.to_owned())
        })
        .collect();
    let mut found = BTreeMap::<_, BTreeSet<_>>::new();
    for (name, schema) in schemas() {
        let mut keys = Vec::new();
        keys_in(&schema, &schema, &mut keys);
        for (key, kinds, is_described) in keys {
            assert!(is_described, "{name}: {key} has no description");
            let any = kinds.is_empty().then(|| "any".to_owned());
            found.entry(key).or_default().extend(kinds.into_iter().chain(any));
        }
    }
    let found: BTreeMap<_, _> = found
        .into_iter()
        .map(|(key, kinds)| (key, kinds.into_iter().collect::<Vec<_>>().join(" or ")))
        .collect();
    assert_eq!(told, found);
}

/// The keys of the records in a schema, the types of their values, and whether they are described.
fn keys_in(schema: &Value, root: &Value, keys: &mut Vec<(String, BTreeSet<String>, bool)>) {
    for (key, of) in schema["properties"].as_object().into_iter().flatten() {
        let is_described = of["description"].is_string()
            || of["const"].is_string()
            || target(of, root).is_some_and(|target| target["description"].is_string());
        keys.push((key.clone(), kinds(of, root), is_described));
    }
    match schema {
        Value::Object(map) => map.values().for_each(|it| keys_in(it, root, keys)),
        Value::Array(list) => list.iter().for_each(|it| keys_in(it, root, keys)),
        _ => {}
    }
}

/// Resolves a `$ref`.
fn target<'a>(schema: &Value, root: &'a Value) -> Option<&'a Value> {
    root.pointer(schema["$ref"].as_str()?.trim_start_matches('#'))
}

/// The types that a schema allows, such as `integer` and `null`.
fn kinds(schema: &Value, root: &Value) -> BTreeSet<String> {
    if let Some(target) = target(schema, root) {
        return kinds(target, root);
    }
    let kinds_of = |list: &Value| -> BTreeSet<String> {
        list.as_array().into_iter().flatten().flat_map(|it| kinds(it, root)).collect()
    };
    match &schema["type"] {
        Value::String(kind) => [kind.clone()].into(),
        Value::Array(list) => list.iter().map(|kind| kind.as_str().unwrap().to_owned()).collect(),
        _ => &kinds_of(&schema["anyOf"]) | &kinds_of(&schema["oneOf"]),
    }
}
