//! JSON Schemas of documents, from the types that are serialised.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
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
