//! Parameters, by name, of a query or of a JSON object.

use std::collections::BTreeMap;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::problem::Problem;

/// The parameters in the query of a URL.
pub(super) fn of_query<T: DeserializeOwned>(query: Option<&str>) -> Result<T, Problem> {
    let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    read(pairs.map(|(name, text)| (name.into_owned(), Some(text.into_owned()))))
}

/// The parameters in a JSON object, which looks like `form`.
pub(super) fn of_json<T: DeserializeOwned>(text: &str, form: &str) -> Result<T, Problem> {
    let object: BTreeMap<String, Option<String>> = serde_json::from_str(text).map_err(|error| {
        Problem::bad_request(format!("this cannot be read: {error}")).accepted(form)
    })?;
    read(object.into_iter())
}

/// With a [`Problem`] as serde's error, unknown and repeated names are reported as such.
fn read<T: DeserializeOwned>(
    pairs: impl Iterator<Item = (String, Option<String>)>,
) -> Result<T, Problem> {
    T::deserialize(MapDeserializer::new(pairs.map(|(name, text)| (name, Text(text)))))
}

/// The text of a parameter, if there is one.
struct Text(Option<String>);

impl IntoDeserializer<'_, Problem> for Text {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Text {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Some(text) => visitor.visit_string(text),
            None => visitor.visit_unit(),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.0.is_some() { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
