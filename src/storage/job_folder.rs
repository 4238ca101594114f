//! Folders in which only one run at a time may work.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::files::{FileError, Target, create_folder, folder_of, make_folder, remove_unfinished};

/// A folder for the files of a long job, in which no other run may work until this is dropped or
/// the process ends, however it ends.
#[derive(Debug)]
pub struct JobFolder {
    folder: PathBuf,
    _lock: File,
}

impl JobFolder {
    const LOCK: &str = "lock";

    /// How long to wait for the lock. A run that was killed holds it until the system has freed its
    /// memory, which takes a moment if there is much of it.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Takes the folder for this run alone, and makes it if it is missing. What a killed run was
    /// writing there is removed.
    ///
    /// # Errors
    ///
    /// If another run has it, or it cannot be made.
    pub fn enter(folder: &Path) -> Result<Self, FileError> {
        let enter = || {
            make_folder(folder_of(folder))?;
            let began = Instant::now();
            let lock = loop {
                create_folder(folder)?;
                match locked(&folder.join(Self::LOCK)) {
                    Err(error) if is_passing(&error) && began.elapsed() < Self::PATIENCE => {
                        thread::sleep(Duration::from_millis(20));
                    }
                    lock => break lock?,
                }
            };
            remove_unfinished(folder, None)?;
            Ok(lock)
        };
        let lock = enter().map_err(FileError::of("work in", folder))?;
        Ok(Self { folder: folder.to_owned(), _lock: lock })
    }

    /// Takes the folder `FILE.unfinished` for the job that makes a file. It lies in the same folder
    /// as the file, after links are followed; for a device or a pipe it lies in the current folder.
    ///
    /// # Errors
    ///
    /// As [`enter`](Self::enter).
    pub fn for_file(file: &Path) -> Result<Self, FileError> {
        let cannot = || FileError::of("write", file);
        let target = match Target::of(file).map_err(cannot())? {
            Target::File(target) => target,
            Target::Device => file.file_name().unwrap_or_default().into(),
        };
        let mut folder = target.clone().into_os_string();
        folder.push(".unfinished");
        let entered = Self::enter(folder.as_ref())?;
        remove_unfinished(folder_of(&target), target.file_name()).map_err(cannot())?;
        Ok(entered)
    }

    /// Whether an earlier run has left something here.
    pub fn is_begun(&self) -> bool {
        let mut entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.any(|entry| entry.file_name() != OsStr::new(Self::LOCK))
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Removes the folder and everything in it: the job is done.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn leave(self) -> Result<(), FileError> {
        fs::remove_dir_all(&self.folder).map_err(FileError::of("remove", &self.folder))
    }
}

/// Whether an error may be gone a moment later: another run has the lock, or has just removed the
/// folder.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotFound)
}

/// Takes the lock that is a file, and makes the file if it is missing.
fn locked(path: &Path) -> io::Result<File> {
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) if is_at(&file, path) => Ok(file),
        Ok(()) => Err(io::Error::new(io::ErrorKind::NotFound, "the lock was removed")),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::WouldBlock, "another run is working there"))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a file that is open is still the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let identities =
        [file.metadata(), fs::symlink_metadata(path)].map(|found| found.ok().map(identity));
    identities[0].is_some() && identities[0] == identities[1]
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::super::files::write_whole;
    use super::*;

    #[test]
    fn one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("job");
        let first = JobFolder::enter(&place).unwrap();
        let refusal = JobFolder::enter(&place).unwrap_err();
        assert!(refusal.to_string().ends_with("another run is working there"), "{refusal}");
        assert!(!first.is_begun());
        drop(first);
        let second = JobFolder::enter(&place).unwrap();
        assert!(!second.is_begun());
        write_whole(&second.path("x"), b"").unwrap();
        assert!(second.is_begun());
        drop(second);
        JobFolder::enter(&place).unwrap().leave().unwrap();
        assert!(!place.exists());
    }

    #[test]
    fn what_a_killed_run_was_writing_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("answer.unfinished")).unwrap();
        let half_written = ["answer.unfinished/.state.4rT0aB.partial", ".answer.x81Zuc.partial"];
        for name in half_written.into_iter().chain([".other.x81Zuc.partial"]) {
            fs::write(path(name), "half").unwrap();
        }
        let place = JobFolder::for_file(&path("answer")).unwrap();
        assert!(!place.is_begun(), "nothing of it was finished");
        assert!(half_written.iter().all(|name| !path(name).exists()));
        assert!(path(".other.x81Zuc.partial").exists(), "it belongs to another job");
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_lies_where_links_lead() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere/second", path("first")).unwrap();
        std::os::unix::fs::symlink("third", path("elsewhere/second")).unwrap();
        JobFolder::for_file(&path("first")).unwrap();
        assert!(path("elsewhere/third.unfinished").exists());
    }

    #[test]
    fn of_missing_folders_only_those_of_results_are_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        JobFolder::for_file(&path("results/others/answer")).unwrap();
        assert!(path("results/others").exists());
        JobFolder::for_file(&path("missing/answer")).unwrap_err();
        assert!(!path("missing").exists());
    }
}
