//! Files that are either complete or absent, whatever happens while they are written, and folders
//! in which only one run at a time may work.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// An action on a file that failed.
#[derive(Debug, Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    /// Turns an error of the system into one that names the action and the file: "cannot read
    /// x.json: …".
    pub fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { action, path, source }
    }
}

/// Writes a file so that others see it either as it was before or with all of `bytes` in it, by
/// means of [`NewFile`].
///
/// # Errors
///
/// If it cannot be written; what was there before is then still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(FileError::of("write", path))?;
    file.commit()
}

/// Checks, before a long job, that its file can be written. What is not a regular file is opened
/// only when it is written, because a reader at the other end of a pipe would take the check for
/// the end of the data.
///
/// # Errors
///
/// Those of [`NewFile::create`].
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    match Target::of(path).map_err(FileError::of("write", path))? {
        Target::Device => Ok(()),
        Target::File(_) => NewFile::create(path).map(drop),
    }
}

/// The target of a path.
enum Target {
    /// A regular file, or none yet, and its path after all links are followed.
    File(PathBuf),
    /// Something that can be written to but not replaced: a device, a pipe.
    Device,
}

impl Target {
    /// The longest chain of links that is followed; a longer one is taken for a loop.
    const MOST_LINKS: u32 = 40;

    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => return Ok(Self::Device),
            _ => {}
        }
        let mut file = path.to_owned();
        for _ in 0..Self::MOST_LINKS {
            let Ok(next) = fs::read_link(&file) else { return Ok(Self::File(file)) };
            file = folder_of(&file).join(next);
        }
        Err(io::Error::other("its links form a loop"))
    }
}

/// A file that is written beside the one it will replace, and takes its place
/// by [`commit`](Self::commit). Dropped before that, it leaves nothing behind.
///
/// Links are followed and left as they are, even if they point to a file that does not exist yet. A
/// device or a pipe, or anything else that is no regular file, is written to directly. Missing
/// folders are made if they are named `results` or lie in a folder of that name; other folders must
/// exist.
///
/// The unfinished file of `x` is `.x.partial`. The run that writes it holds a
/// lock on it. So if a run is killed, the next one that writes `x` finds the unfinished file
/// without a lock and starts it afresh.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    file: File,
    /// Where the unfinished file is, and where it will be. A device has neither.
    replaces: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Begins the file that will be at `path`.
    ///
    /// # Errors
    ///
    /// If no file can be made there, or if another run is writing it.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let begin = || {
            Ok(match Target::of(path)? {
                Target::Device => (File::options().write(true).open(path)?, None),
                Target::File(target) => {
                    make_folder(folder_of(&target))?;
                    let partial = partial_of(&target);
                    let file = match locked(&partial) {
                        // This file system has no locks.
                        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                            File::create(&partial)?
                        }
                        file => file?,
                    };
                    (file, Some((partial, target)))
                }
            })
        };
        let (file, replaces) = begin().map_err(FileError::of("write", path))?;
        Ok(Self { path: path.to_owned(), file, replaces })
    }

    /// Puts the file in its place, after all of it has reached the disk.
    ///
    /// # Errors
    ///
    /// If the disk is full or the file cannot be put there; what was there
    /// before is then still there.
    pub fn commit(mut self) -> Result<(), FileError> {
        let Some((partial, target)) = &self.replaces else { return Ok(()) };
        let synced = self.file.sync_all();
        synced
            .and_then(|()| fs::rename(partial, target))
            .map_err(FileError::of("write", &self.path))?;
        self.replaces = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// No other run can have started the file afresh before the lock is released.
impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.replaces {
            // If it cannot be removed, the next run overwrites it.
            let _ = fs::remove_file(partial);
        }
    }
}

/// The ending of the names of unfinished files.
const PARTIAL: &str = ".partial";

/// The path of the unfinished file.
fn partial_of(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(PARTIAL);
    folder_of(target).join(name)
}

/// The folder that a file lies in.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes a folder and its parents if they are missing, but only those that are `results` or in a
/// folder of that name. Any other missing folder is more likely a mistake in the path.
fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found.map(drop),
    }
    if !folder.components().any(|name| name.as_os_str() == "results") {
        let reason = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, reason));
    }
    make_folder(folder_of(folder))?;
    create_folder(folder)
}

/// Makes a folder unless it exists, for instance because another run was quicker.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// How long to wait for a lock. A run that was killed holds its locks until the system has freed
/// its memory, which takes a moment if there is much of it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Opens an empty file for this run alone, and makes it if it is missing.
fn locked(path: &Path) -> io::Result<File> {
    let began = Instant::now();
    loop {
        let error = match open(path) {
            Ok(file) => match file.try_lock() {
                Ok(()) if is_at(&file, path) => return file.set_len(0).map(|()| file),
                // The previous run has just removed or renamed it, or there is a link here, which
                // is not followed.
                Ok(()) => io::Error::other("something lies where it is to be made"),
                Err(TryLockError::WouldBlock) => {
                    io::Error::new(io::ErrorKind::WouldBlock, "another run is working there")
                }
                Err(TryLockError::Error(error)) => return Err(error),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => error,
            Err(error) => return Err(error),
        };
        if began.elapsed() >= PATIENCE {
            return Err(error);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Opens a file for writing and keeps its contents. Only here is a link followed, and only to a
/// file that exists.
fn open(path: &Path) -> io::Result<File> {
    match File::options().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            File::options().write(true).open(path)
        }
        file => file,
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

/// A folder for the files of a long job, in which no other run may work until this is dropped or
/// the process ends, however it ends.
#[derive(Debug)]
pub struct JobFolder {
    folder: PathBuf,
    _lock: File,
}

impl JobFolder {
    const LOCK: &str = "lock";

    /// Takes the folder for this run alone, and makes it if it is missing.
    ///
    /// # Errors
    ///
    /// If another run has it, or it cannot be made.
    pub fn enter(folder: &Path) -> Result<Self, FileError> {
        let take = || {
            make_folder(folder_of(folder))?;
            let began = Instant::now();
            loop {
                create_folder(folder)?;
                match locked(&folder.join(Self::LOCK)) {
                    // The previous run has just removed the folder.
                    Err(error)
                        if error.kind() == io::ErrorKind::NotFound
                            && began.elapsed() < 2 * PATIENCE => {}
                    lock => return lock,
                }
            }
        };
        let lock = take().map_err(FileError::of("work in", folder))?;
        Ok(Self { folder: folder.to_owned(), _lock: lock })
    }

    /// Takes the folder `FILE.unfinished` for the job that makes a file. It lies beside the file,
    /// after links are followed; for a device or a pipe it lies in the current folder.
    ///
    /// # Errors
    ///
    /// As [`enter`](Self::enter).
    pub fn beside(file: &Path) -> Result<Self, FileError> {
        let mut folder = match Target::of(file).map_err(FileError::of("write", file))? {
            Target::File(target) => target.into_os_string(),
            Target::Device => file.file_name().unwrap_or_default().to_owned(),
        };
        folder.push(".unfinished");
        Self::enter(folder.as_ref())
    }

    /// Whether an earlier run has left something here.
    pub fn is_begun(&self) -> bool {
        let is_other = |name: &str| name != Self::LOCK && !name.ends_with(PARTIAL);
        let mut entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.any(|entry| is_other(&entry.file_name().to_string_lossy()))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer");
        write_whole(&path, b"old").unwrap();

        let mut unfinished = NewFile::create(&path).unwrap();
        unfinished.write_all(b"new").unwrap();
        drop(unfinished);
        assert_eq!(fs::read(&path).unwrap(), b"old");

        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(path.parent().unwrap()), ["answer"]);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_whole(folder.path(), b"").unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("cannot write {}", folder.path().display()))
        );
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_are_left_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write_whole(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(link.is_symlink());

        let device = NewFile::create(Path::new("/dev/null")).unwrap();
        assert!(device.replaces.is_none());
        device.commit().unwrap();
        write_whole(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_what_is_not_there_yet_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere/second", path("first")).unwrap();
        std::os::unix::fs::symlink("third", path("elsewhere/second")).unwrap();
        JobFolder::beside(&path("first")).unwrap();
        assert!(path("elsewhere/third.unfinished").exists());
        write_whole(&path("first"), b"new").unwrap();
        assert_eq!(fs::read(path("elsewhere/third")).unwrap(), b"new");
        assert!(path("first").is_symlink() && path("elsewhere/second").is_symlink());

        std::os::unix::fs::symlink("circle", path("circle")).unwrap();
        let error = check_writable(&path("circle")).unwrap_err().to_string();
        assert!(error.ends_with("its links form a loop"), "{error}");
    }

    #[test]
    fn of_missing_folders_only_those_of_results_are_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        write_whole(&path("results/proofs/answer"), b"").unwrap();
        JobFolder::beside(&path("results/others/answer")).unwrap();
        assert!(path("results/others").exists());
        for missing in ["missing/answer", "missing/results/answer"] {
            let checked = check_writable(&path(missing)).map_err(|error| error.to_string());
            let written = write_whole(&path(missing), b"").map_err(|error| error.to_string());
            let error = checked.as_ref().unwrap_err();
            assert!(error.starts_with(&format!("cannot write {}", path(missing).display())));
            assert!(error.ends_with(&format!("there is no folder {}", path("missing").display())));
            assert_eq!(checked, written);
            JobFolder::beside(&path(missing)).unwrap_err();
            assert!(!path("missing").exists());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let error = write_whole(Path::new("/dev/full"), b"something").unwrap_err();
        let message = "cannot write /dev/full: No space left on device";
        assert!(error.to_string().starts_with(message), "{error}");
    }

    #[test]
    fn one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("job");
        let first = JobFolder::enter(&place).unwrap();
        let refusal = JobFolder::enter(&place).unwrap_err();
        assert!(refusal.to_string().ends_with("another run is working there"), "{refusal}");
        assert!(!first.is_begun());
        fs::write(place.join(".x.partial"), "").unwrap();
        drop(first);
        let second = JobFolder::enter(&place).unwrap();
        assert!(!second.is_begun(), "nothing of it was finished");
        write_whole(&second.path("x"), b"").unwrap();
        assert!(second.is_begun());
        drop(second);
        JobFolder::enter(&place).unwrap().leave().unwrap();
        assert!(!place.exists());
    }

    /// A run that is killed leaves an unfinished file without a lock.
    #[test]
    fn what_was_half_written_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer");
        fs::write(folder.path().join(".answer.partial"), "half an answer").unwrap();
        write_whole(&path, b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(names(folder.path()), ["answer"]);

        let other = NewFile::create(&path).unwrap();
        let refused = write_whole(&path, b"new").unwrap_err().to_string();
        assert!(refused.ends_with("another run is working there"), "{refused}");
        drop(other);
        assert_eq!(names(folder.path()), ["answer"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_unfinished_file_is_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("precious", path(".answer.partial")).unwrap();
        write_whole(&path("answer"), b"new").unwrap_err();
        assert!(!path("precious").exists());
        fs::write(path("precious"), "old").unwrap();
        write_whole(&path("answer"), b"new").unwrap_err();
        assert_eq!(fs::read(path("precious")).unwrap(), b"old");
    }
}
