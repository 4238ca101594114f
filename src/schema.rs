//! JSON Schemas of documents, from the types that are serialised.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::results::{InFile, NoAnswer};

/// One of two documents.
#[derive(Debug, JsonSchema)]
#[schemars(untagged, description = "")]
pub enum Or<A, B> {
    /// The one.
    #[schemars(description = "")]
    One(A),
    /// The other.
    #[schemars(description = "")]
    Other(B),
}

/// A line of JSON Lines: the answer to a line of a file, or an error.
pub type JsonLine<A> = Or<InFile<A>, InFile<NoAnswer>>;

/// The schema of a document. It allows only the keys of the type, and `null` only for keys that are
/// always present.
pub fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The title is the name of the type in the code.
    schema.remove("title");
    let mut schema = schema.to_value();
    tighten(&mut schema, false);
    schema
}

/// Tightens a schema and the schemas in it. Only the whole of a record is closed, not its parts.
fn tighten(schema: &mut Value, is_part: bool) {
    let Value::Object(keywords) = schema else { return };
    // Do not promise the width of a number.
    keywords.remove("format");
    if let Some(Value::String(words)) = keywords.get_mut("description") {
        *words = words.replace('\n', " ");
    }
    let is_record = keywords.contains_key("properties");
    remove_null(keywords);
    if is_record && !is_part {
        let has_parts = PARTS.iter().any(|part| keywords.contains_key(*part));
        let closed = if has_parts { "unevaluatedProperties" } else { "additionalProperties" };
        keywords.entry(closed).or_insert(false.into());
    }
    for (keyword, value) in keywords {
        let is_part = PARTS.contains(&keyword.as_str()) && (is_record || is_part);
        match value {
            Value::Array(list) => list.iter_mut().for_each(|it| tighten(it, is_part)),
            Value::Object(map) if MAPS.contains(&keyword.as_str()) => {
                map.values_mut().for_each(|it| tighten(it, false));
            }
            value => tighten(value, false),
        }
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

/// Keywords with schemas for the same value.
const PARTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// Keywords with schemas by name.
const MAPS: [&str; 3] = ["$defs", "patternProperties", "properties"];
