//! Values of an enum by their names.

use crate::board::error_text;

/// Gives the values of an enum their names, by which they are written and read as text and in
/// documents.
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
            type Err = $crate::game::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$value),)+
                    _ => Err($crate::game::UnknownName { accepted: &[$($name),+] }),
                }
            }
        }

        $crate::serialized_as_text!(read $type);
        $crate::schema_of_text!($type, { "enum": [$($name),+] });
    };
}

/// The text is not one of the accepted names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The names that are accepted.
    pub accepted: &'static [&'static str],
}

error_text!(UnknownName, |it, f| write!(f, "accepted are {}", it.accepted.join(", ")));
