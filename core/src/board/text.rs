//! Values that serialize as their text.

/// Serializes values of these types as `Display` writes them and, if the type is marked `read`,
/// deserializes them as `FromStr` reads them. In JSON Schemas they are texts of the pattern, and
/// are described by the words.
macro_rules! serialized_as_text {
    ($type:ident, $pattern:literal, $words:literal) => {
        $crate::board::serialized_as_text!($type);
        $crate::board::schema_of_text!($type, { "pattern": $pattern, "description": $words });
    };
    (read $type:ident, $pattern:literal, $words:literal) => {
        $crate::board::serialized_as_text!(read $type);
        $crate::board::schema_of_text!($type, { "pattern": $pattern, "description": $words });
    };
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
    (read $type:ident) => {
        $crate::board::serialized_as_text!($type);

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serialized_as_text;

/// Reads a number that is written in digits alone, without zeros before it.
pub(super) fn plain_number(text: &str) -> Option<u32> {
    let is_plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}
