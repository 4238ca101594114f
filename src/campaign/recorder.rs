//! The file to which one process appends its answers.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::answer::Answer;
use super::lines::to_line;
use crate::storage::{FileError, create_folder};

/// The file to which one process appends its answers.
#[derive(Debug)]
pub(super) struct Recorder {
    folder: PathBuf,
    file: Option<(File, PathBuf)>,
}

impl Recorder {
    /// A file in the folder. It is made with the first answer.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, file: None }
    }

    /// Appends an answer, with a single call for the line, so that nobody sees half of it unless
    /// the machine fails. Returns the path of the file.
    pub(super) fn add(&mut self, answer: &Answer) -> Result<&Path, FileError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => create(&self.folder).map_err(FileError::of("write to", &self.folder))?,
        };
        let (file, path) = self.file.insert(file);
        file.write_all(to_line(answer).as_bytes()).map_err(FileError::of("write", path))?;
        Ok(path)
    }
}

/// A new file HOST-PID.jsonl. Process numbers are reused, and so are host names in containers, so
/// an existing file is never appended to.
fn create(folder: &Path) -> io::Result<(File, PathBuf)> {
    create_folder(folder)?;
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "host" } else { host.trim() };
    let name = format!("{host}-{}", process::id());
    let (mut path, mut again) = (folder.join(name.clone() + ".jsonl"), 1);
    loop {
        match File::options().append(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => again += 1,
            file => return Ok((file?, path)),
        }
        path = folder.join(format!("{name}-{again}.jsonl"));
    }
}
