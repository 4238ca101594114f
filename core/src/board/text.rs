//! Macros for types that are written and read as text, alone or in documents, and for errors.
//!
//! The exported macros expand in other crates too, so `schema` is a feature of every crate that uses
//! them.

/// Makes a type an error with this text.
macro_rules! error_text {
    ($type:ident, |$it:pat_param, $f:ident| $text:expr) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, $f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $it = self;
                $text
            }
        }

        impl std::error::Error for $type {}
    };
}
pub(crate) use error_text;

/// Serializes a type as `Display` writes it and, with `read`, deserializes it as `FromStr` reads
/// it. In JSON Schemas it is a string with these further keywords.
#[doc(hidden)]
#[macro_export]
macro_rules! serialized_as_text {
    (read $type:ident, $keywords:tt) => {
        $crate::serialized_as_text!($type, $keywords);

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
    ($type:ident, { $($keywords:tt)+ }) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", $($keywords)+ })
            }
        }
    };
}

/// Names the values of an enum, for text and for documents.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident { $($value:ident = $name:literal),+ }) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self { $(Self::$value => $name),+ })
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$value),)+
                    _ => Err($crate::UnknownName { accepted: &[$($name),+] }),
                }
            }
        }

        $crate::serialized_as_text!(read $type, { "enum": [$($name),+] });
    };
}

/// The text is not one of the accepted names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The accepted names.
    pub accepted: &'static [&'static str],
}

error_text!(UnknownName, |Self { accepted }, f| write!(f, "accepted are {}", accepted.join(", ")));

/// Reads a number that consists only of digits, without leading zeros.
pub(super) fn plain_number(text: &str) -> Option<u32> {
    if text.starts_with('0') || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
