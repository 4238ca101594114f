//! The JSON Schemas in docs/schemas/, one for each kind of document, and the same schemas in the
//! description of the server's API. They are derived from the types that the program serialises, and
//! some of those are private to the program. So the test that they are current also writes them, if
//! `SCHEMAS` is `overwrite`. `cargo xtask schemas` runs it.

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::{env, fs};

    use othello_core::analysis;
    use othello_core::answer::Forecast;
    use othello_core::documents::PerftDocument;
    use othello_core::requests::{BoundsSoFar, Contents, Problem, Shown};
    use othello_solver::campaign::{AnswerLine, Campaign, QuestionLine, Standing, Worked};
    use othello_solver::engine::kit::EngineReport;
    use othello_solver::engine::{EngineAnswer, WithId};
    use othello_solver::results::{
        AllArrangements, AnswerDocument, ApiIndex, BoardWipeouts, Health, InFile, Index, Lookup,
        NoAnswer, PlanDocument, ReachableCensus, WipeoutTable, Worksheet,
    };
    use othello_solver::verify::FileVerdict;
    use schemars::generate::SchemaSettings;
    use schemars::transform::transform_subschemas;
    use schemars::{JsonSchema, Schema};
    use serde_json::{Map, Value, from_str};

    use crate::cli::checked::CheckedAnswer;
    use crate::cli::prelude::*;
    use crate::cli::{analyze, bench, certify, review, solve};

    /// One of two documents.
    #[derive(JsonSchema)]
    #[schemars(untagged, description = "")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Or<A, B> {
        /// The one.
        #[schemars(description = "")]
        One(A),
        /// The other.
        #[schemars(description = "")]
        Other(B),
    }

    /// A line of JSON Lines: the answer to a line of a file, or an error.
    type JsonLine<A> = Or<InFile<A>, InFile<NoAnswer>>;

    /// The schema of a document. It allows only the keys of the type, and `null` only for keys that are
    /// always present.
    fn schema<T: JsonSchema>() -> Value {
        let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(tighten);
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        // The title is the name of the type in the code.
        schema.remove("title");
        schema.to_value()
    }

    /// Tightens a schema and the schemas in it. Only the whole of a record is closed, not its parts.
    fn tighten(schema: &mut Schema) {
        transform_subschemas(&mut tighten, schema);
        let Some(keywords) = schema.as_object_mut() else { return };
        // Do not promise the width of a number.
        keywords.remove("format");
        if let Some(Value::String(words)) = keywords.get_mut("description") {
            *words = words.replace('\n', " ");
        }
        remove_null(keywords);
        if keywords.contains_key("properties") {
            let mut closed = "additionalProperties";
            for keyword in ["allOf", "anyOf", "oneOf"] {
                let parts = keywords.get_mut(keyword).and_then(Value::as_array_mut);
                for part in parts.into_iter().flatten().filter_map(Value::as_object_mut) {
                    part.remove("additionalProperties");
                    closed = "unevaluatedProperties";
                }
            }
            keywords.insert(closed.to_owned(), false.into());
        }
    }

    /// Removes `null` from the types of optional keys, which are omitted instead.
    fn remove_null(record: &mut Map<String, Value>) {
        let required = record.get("required").cloned().unwrap_or_default();
        let required: Vec<_> = required.as_array().into_iter().flatten().collect();
        let Some(Value::Object(properties)) = record.get_mut("properties") else { return };
        let is_optional = |(key, _): &(&String, &mut Value)| !required.iter().any(|it| *it == *key);
        for (_, property) in properties.iter_mut().filter(is_optional) {
            if let Some(types) = property["type"].as_array() {
                let types: Vec<_> = types.iter().filter(|it| *it != "null").cloned().collect();
                property["type"] = if let [one] = &types[..] { one.clone() } else { types.into() };
            }
            let types = property.get_mut("anyOf").and_then(Value::as_array_mut);
            if let Some([one, null]) = types.map(|list| &mut list[..])
                && null["type"] == "null"
            {
                property["$ref"] = one["$ref"].take();
                property.as_object_mut().expect("it is one").remove("anyOf");
            }
        }
    }

    const FOLDER: &str = "docs/schemas";

    /// A line of the server's answer to many positions.
    type ServedLine = Or<InFile<AnswerDocument>, Or<InFile<BoundsSoFar>, InFile<Problem>>>;

    /// The schemas and the names of their documents.
    fn schemas() -> Vec<(&'static str, Value)> {
        vec![
            ("all-arrangements", schema::<AllArrangements>()),
            ("analyze", schema::<analyze::Analyzed>()),
            ("analyze-file", schema::<JsonLine<CheckedAnswer<analyze::Deepest>>>()),
            ("bench", schema::<Vec<bench::Round>>()),
            ("campaign", schema::<Campaign>()),
            ("campaign-answer", schema::<AnswerLine>()),
            ("campaign-question", schema::<QuestionLine>()),
            ("campaign-status", schema::<Standing>()),
            ("campaign-work", schema::<Worked>()),
            ("certify", schema::<certify::WrittenProof>()),
            ("engine", schema::<Or<WithId<EngineAnswer>, WithId<NoAnswer>>>()),
            ("lookup", schema::<Lookup>()),
            ("lookup-file", schema::<JsonLine<CheckedAnswer<Lookup>>>()),
            ("perft", schema::<PerftDocument>()),
            ("plan", schema::<PlanDocument>()),
            ("reachable-census", schema::<ReachableCensus>()),
            ("review", schema::<analysis::Review>()),
            ("review-file", schema::<JsonLine<analysis::Review>>()),
            ("review-players", schema::<review::Losses>()),
            ("serve-bounds", schema::<BoundsSoFar>()),
            ("serve-error", schema::<Problem>()),
            ("serve-forecast", schema::<Forecast>()),
            ("serve-health", schema::<Health>()),
            ("serve-index", schema::<ApiIndex>()),
            ("serve-line", schema::<ServedLine>()),
            ("serve-read", schema::<Contents>()),
            ("serve-results", schema::<Index>()),
            ("show", schema::<Shown>()),
            ("solve", schema::<AnswerDocument>()),
            ("explain", schema::<solve::Explanation>()),
            ("solve-file", schema::<JsonLine<CheckedAnswer<AnswerDocument>>>()),
            ("test-engine", schema::<EngineReport>()),
            ("verify", schema::<Vec<FileVerdict>>()),
            ("wipeouts", schema::<BoardWipeouts>()),
            ("wipeout-table", schema::<WipeoutTable>()),
            ("worksheet", schema::<Worksheet>()),
        ]
    }

    /// The files with the schemas, and their contents.
    fn files() -> Vec<(PathBuf, String)> {
        let (schemas, api) = (schemas(), PathBuf::from("src/serve/openapi.json"));
        let text = fs::read_to_string(&api).unwrap();
        let described = openapi(&text, &schemas);
        let mut files = vec![(api, described)];
        for (name, schema) in schemas {
            files.push((Path::new(FOLDER).join(format!("{name}.json")), to_json(&schema)));
        }
        files
    }

    /// The server's documents: their names in the description of the API, and in docs/schemas/.
    const IN_THE_API: [(&str, &str); 9] = [
        ("Answer", "solve"),
        ("Bounds", "serve-bounds"),
        ("Contents", "serve-read"),
        ("Health", "serve-health"),
        ("Index", "serve-index"),
        ("PlanDocument", "plan"),
        ("Problem", "serve-error"),
        ("Results", "serve-results"),
        ("Review", "review"),
    ];

    /// Replaces the schemas at the end of the API's description. Only the schemas of requests are written
    /// by hand, and stay.
    fn openapi(text: &str, schemas: &[(&str, Value)]) -> String {
        const START: &str = "\n    \"schemas\": {";
        let description: Value = from_str(text).expect("it is JSON");
        let old = &description["components"]["schemas"];
        let requests = ["PlanQuestion", "Question", "ReadQuestion", "ReviewQuestion"]
            .map(|name| (name.to_owned(), old[name].clone()));
        let mut all = BTreeMap::from(requests);
        for (name, document) in IN_THE_API {
            let (_, schema) = schemas.iter().find(|(it, _)| *it == document).expect("there is one");
            let schema = schema.to_string().replace("#/$defs/", "#/components/schemas/");
            let mut schema: Map<String, Value> = from_str(&schema).expect("it is an object");
            schema.remove("$schema");
            let parts = schema.remove("$defs").unwrap_or_default();
            let parts = parts.as_object().cloned().unwrap_or_default();
            for (name, schema) in parts.into_iter().chain([(name.to_owned(), schema.into())]) {
                let earlier = all.insert(name.clone(), schema.clone());
                assert!(earlier.is_none_or(|it| it == schema), "two schemas have the name {name}");
            }
        }
        let (begin, _) = text.split_once(START).expect("the schemas are at the end");
        let schemas = to_json(&all).trim_end().replace('\n', "\n    ");
        format!("{begin}\n    \"schemas\": {schemas}\n  }}\n}}\n")
    }

    #[test]
    fn the_committed_schemas_are_current() {
        let files = files();
        for (path, text) in &files {
            if env::var_os("SCHEMAS").is_some_and(|it| it == "overwrite") {
                fs::write(path, text).unwrap();
            }
            let is_current = fs::read_to_string(path).is_ok_and(|found| found == *text);
            assert!(is_current, "{}: run cargo xtask schemas", path.display());
        }
        let found = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
        let found = found.filter(|path| path.extension().is_some_and(|end| end == "json"));
        assert_eq!(found.count() + 1, files.len(), "a schema without a document");
    }
}
