//! Standard output.

use std::io::Write;

use serde::Serialize;

use super::failure::Failure;

/// Writes to standard output, at once: what is printed is seen before the
/// program goes on. Colours are left out where they are not wanted.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes one JSON document to standard output.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(&json(document)?)
}

/// A document as JSON, with a newline at its end.
pub(crate) fn json(document: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(document)
        .map_err(|error| Failure::Failed(format!("cannot write JSON: {error}")))?;
    Ok(text + "\n")
}
