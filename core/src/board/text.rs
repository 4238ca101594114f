//! Values that serialize as their text, and the texts of errors.

/// Serializes values of these types as `Display` writes them and, if the type is marked `read`,
/// deserializes them as `FromStr` reads them. In JSON Schemas they are texts of the pattern, and
/// are described by the words. Without the feature `serde` the macro stands for nothing.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serialized_as_text {
    (read $type:ident $(, $pattern:literal, $words:literal)?) => {
        $crate::serialized_as_text!($type $(, $pattern, $words)?);

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
    ($type:ident $(, $pattern:literal, $words:literal)?) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $($crate::schema_of_text!($type, { "pattern": $pattern, "description": $words });)?
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! serialized_as_text {
    ($($type:tt)*) => {};
}

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

/// Reads a number that is written in digits alone, without zeros before it.
pub(super) fn plain_number(text: &str) -> Option<u32> {
    let is_plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}
