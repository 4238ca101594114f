//! Checks of results, by means other than those they were made with: a verdict for each file.
//!
//! The kind of a file is recognized by its contents, and a file with the name of a result must be
//! that result. What is checked depends on the board and on the time available, never on what the
//! file says about itself. Whatever costs nothing is always checked. A verdict names the fields
//! that were not checked.

mod file;
mod line;
mod list;
mod opening;
mod positions;
mod reachable;
mod secure;
mod solved;
mod verdict;
mod wipeouts;

use std::path::{Path, PathBuf};
use std::{fs, io};

use othello_core::progress::TimeLimit;

use file::DataFile;
pub use verdict::{FileVerdict, Verdict};

/// Checks files, and all data in folders: pictures, pages and Markdown are skipped there, and so is
/// the unfinished work of other commands. If a folder has a `README.md`, it must list what the
/// folder holds. Only regular files are read. There is a verdict for each file; they come one by
/// one, the quick ones first. When the time is up, whatever costs nothing is still checked. The
/// positions visited by a proof take at most `memory` bytes.
pub fn verify<'a>(
    paths: &[PathBuf],
    memory: usize,
    limit: &'a TimeLimit<'a>,
) -> impl Iterator<Item = FileVerdict> + use<'a> {
    let (mut lists, mut files) = (Vec::new(), Vec::new());
    for path in paths {
        let begin = files.len();
        if path.is_dir() {
            collect(path, &mut files);
            lists.extend(list::verify(path, &files[begin..]));
            if let Some(table) = list::verify_table(path, &files[begin..]) {
                files.retain(|file| file.path != table.file);
                lists.push(table);
            }
        } else {
            files.push(DataFile::read(path.clone()));
        }
    }
    files.sort_by(|one, other| (one.cost(), &one.path).cmp(&(other.cost(), &other.path)));
    lists.into_iter().chain(files.into_iter().map(move |file| file.verify(memory, limit)))
}

/// Files and folders with these extensions are skipped in folders.
const SKIPPED: [&str; 5] = ["html", "md", "partial", "svg", "unfinished"];

/// Adds the files in a folder. A link to another folder is not followed, since it may lead back.
fn collect(folder: &Path, files: &mut Vec<DataFile>) {
    let mut collect_all = || {
        for entry in fs::read_dir(folder)? {
            let (entry, path) = entry.map(|entry| (entry.file_type(), entry.path()))?;
            if path.extension().is_some_and(|it| SKIPPED.iter().any(|skipped| it == *skipped)) {
            } else if entry?.is_dir() {
                collect(&path, files);
            } else {
                files.push(DataFile::read(path));
            }
        }
        Ok(())
    };
    if let Err(error) = collect_all() {
        let error: io::Error = error;
        files.push(DataFile { path: folder.to_owned(), contents: Err(error.to_string()) });
    }
}
