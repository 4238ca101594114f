//! Checks results by independent means, with a verdict for each file.
//!
//! The kind of a file is recognized by its contents, and a file with the name of a result must be
//! that result. The extent of a check depends on the board and on the time available, never on the
//! file's own statements. Cheap checks are always made. A verdict names the fields that were not
//! checked.

mod file;
mod list;
mod opening;
mod plain;
mod plan;
mod positions;
mod reachable;
mod solved;
mod theorems;
mod verdict;
mod wipeouts;

use std::path::{Path, PathBuf};
use std::{fs, io};

use othello_core::TimeLimit;

use file::DataFile;
pub use theorems::{NO_CERTIFICATE, Theorem, theorems};
pub use verdict::{FileVerdict, Verdict};

/// Checks files, and all data in folders, except for pictures, pages, Markdown and the unfinished
/// work of other commands. If a folder has `SHA256SUMS`, they must list its contents. Only regular
/// files are read. The verdicts arrive one by one, those on quick files first. When time is
/// up, cheap checks are still made. The positions visited by a proof take at most `memory` bytes.
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
            let own = [list::verify_table, list::verify_checksums];
            let own: Vec<_> = own.iter().filter_map(|it| it(path, &files[begin..])).collect();
            files.retain(|file| own.iter().all(|list| list.file != file.path));
            lists.extend(own);
        } else {
            files.push(DataFile::read(path.clone()));
        }
    }
    files.sort_by(|one, other| (one.cost(), &one.path).cmp(&(other.cost(), &other.path)));
    lists.into_iter().chain(files.into_iter().map(move |file| file.verify(memory, limit)))
}

/// In folders, files and folders with these extensions are skipped.
const SKIPPED: [&str; 5] = ["html", "md", "partial", "svg", "unfinished"];

/// Adds the files in a folder. Links to folders are not followed, since they may form a loop.
fn collect(folder: &Path, files: &mut Vec<DataFile>) {
    if let Err(error) = try_collect(folder, files) {
        files.push(DataFile { path: folder.to_owned(), contents: Err(error.to_string()) });
    }
}

fn try_collect(folder: &Path, files: &mut Vec<DataFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (entry, path) = entry.map(|entry| (entry.file_type(), entry.path()))?;
        if path.extension().is_some_and(|it| SKIPPED.iter().any(|skipped| it == *skipped)) {
            continue;
        }
        if entry?.is_dir() {
            collect(&path, files);
        } else {
            files.push(DataFile::read(path));
        }
    }
    Ok(())
}
