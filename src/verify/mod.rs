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

use file::{DataFile, FileContents};
pub use theorems::{NO_CERTIFICATE, Theorem, theorems};
use verdict::Finding;
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
    lists.into_iter().chain(in_order(files, limit, move |it, limit| it.verify(memory, limit)))
}

/// The verdicts on files, the cheapest to check first.
fn in_order<'a>(
    mut files: Vec<DataFile>,
    limit: &'a TimeLimit<'a>,
    check: impl Fn(&FileContents, &TimeLimit<'_>) -> Finding + 'static,
) -> impl Iterator<Item = FileVerdict> {
    files.sort_by(|one, other| (one.cost(), &one.path).cmp(&(other.cost(), &other.path)));
    files.into_iter().map(move |file| file.verify(&check, limit))
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use othello_core::Progress;

    use super::*;

    const MEMORY: usize = 1 << 20;

    /// Stops a job that has asked this number of times whether to stop.
    struct Patience {
        most: u64,
        asked: AtomicU64,
    }

    impl Patience {
        fn new(most: u64) -> Self {
            Self { most, asked: AtomicU64::new(0) }
        }

        /// The files and the verdicts on them.
        fn verify(&self, files: &[&str]) -> Vec<(String, Verdict)> {
            let files: Vec<_> = files.iter().map(|file| Path::new("results").join(file)).collect();
            let limit = TimeLimit::share(self, self.left());
            verify(&files, MEMORY, &limit).map(named).collect()
        }
    }

    impl Progress for Patience {
        fn is_stopped(&self) -> bool {
            self.asked.fetch_add(1, Relaxed) >= self.most
        }
    }

    fn named(FileVerdict { file, verdict, .. }: FileVerdict) -> (String, Verdict) {
        (file.file_name().unwrap().to_str().unwrap().to_owned(), verdict)
    }

    /// The dearest files come first, and the time is enough for the cheapest one.
    #[test]
    fn the_cheapest_checks_come_first() {
        let all = ["6x6.json", "certificates/4x6.proof", "4x4.json", "certificates/4x4.proof"];
        let alone = Patience::new(u64::MAX);
        assert_eq!(alone.verify(&all[3..]), [("4x4.proof".to_owned(), Verdict::Proved)]);
        let enough = alone.asked.into_inner();
        assert!(enough > 100, "{enough}");
        let expected = [
            ("4x4.proof", Verdict::Proved),
            ("4x4.json", Verdict::Consistent),
            ("4x6.proof", Verdict::NotChecked),
            ("6x6.json", Verdict::Consistent),
        ];
        let expected = expected.map(|(file, verdict)| (file.to_owned(), verdict));
        assert_eq!(Patience::new(enough).verify(&all), expected);
    }

    #[test]
    fn a_file_that_breaks_the_checker_costs_only_its_own_verdict() {
        let files =
            ["certificates/4x4.proof", "certificates/4x4-fewest.proof", "4x4-positions.csv"];
        let files = files.map(|file| DataFile::read(Path::new("results").join(file)));
        let limit = TimeLimit::share(&(), ().left());
        let breaks = |contents: &FileContents, limit: &TimeLimit<'_>| match contents {
            FileContents::Certificate(it) if it.claim.value == -8 => panic!("a test of panics"),
            _ => contents.verify(MEMORY, limit),
        };
        let found: Vec<_> = in_order(files.into(), &limit, breaks).collect();
        let broken = &found[1];
        assert_eq!(broken.detail, "it breaks the checker: a test of panics");
        assert!(broken.claim.is_some(), "{broken:?}");
        let found: Vec<_> = found.into_iter().map(|it| it.verdict).collect();
        assert_eq!(found, [Verdict::Proved, Verdict::Wrong, Verdict::Proved]);
    }
}
