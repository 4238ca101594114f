//! The one part of the program's storage that documents need.

/// Returns an error with this message unless a condition is met.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !($condition) {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;
