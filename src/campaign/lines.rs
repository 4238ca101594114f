//! Files with a JSON document on each line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::storage::FileError;

/// The JSON Lines files in a folder, in order. A missing folder has none.
pub(super) fn lines_files(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(FileError::of("read", folder))?,
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort_unstable();
    Ok(files)
}

/// A line with a document.
pub(super) fn to_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("all keys are texts") + "\n"
}
