//! Files that are whole or not there, whatever happens while they are written,
//! and folders that one run at a time may work in.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;
use thiserror::Error;

/// Something that could not be done with a file.
#[derive(Debug, Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    /// Tells, of an error of the system, what was to be done and with which
    /// file: "cannot read x.json: …".
    pub fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { action, path, source }
    }
}

/// Writes a file that is seen by others either as it was before or with all of
/// `bytes` in it.
///
/// # Errors
///
/// If it cannot be written; what was there before is then still there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(FileError::of("write", path))?;
    file.commit()
}

/// A file that is written beside the one it will replace, and takes its place
/// by [`commit`](Self::commit). Dropped before that, it leaves nothing behind.
#[derive(Debug)]
pub struct NewFile {
    target: PathBuf,
    beside: Beside,
}

#[derive(Debug)]
enum Beside {
    Temporary(NamedTempFile),
    /// Not a regular file but, say, a pipe or `/dev/null`: it cannot be replaced.
    Itself(File),
}

impl NewFile {
    /// Begins the file that will be at `path`. The folders it lies in are made
    /// where they are missing, and links are followed.
    ///
    /// # Errors
    ///
    /// If no file can be made there.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let error = || FileError::of("write", path);
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let kept = fs::metadata(&target).ok();
        let beside = match kept {
            Some(found) if found.is_dir() => {
                return Err(error()(io::ErrorKind::IsADirectory.into()));
            }
            Some(found) if !found.is_file() => {
                let file = File::options().write(true).open(&target);
                Beside::Itself(file.map_err(error())?)
            }
            _ => Beside::Temporary(temporary_beside(&target).map_err(error())?),
        };
        Ok(Self { target, beside })
    }

    /// Puts the file in its place, after all of it has reached the disk.
    ///
    /// # Errors
    ///
    /// If the disk is full or the file cannot be put there; what was there
    /// before is then still there.
    pub fn commit(self) -> Result<(), FileError> {
        let error = FileError::of("write", &self.target);
        match self.beside {
            Beside::Temporary(file) => {
                let synced = file.as_file().sync_all();
                synced.and_then(|()| file.persist(&self.target).map_err(|e| e.error))
            }
            Beside::Itself(file) => Ok(file),
        }
        .map(drop)
        .map_err(error)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.beside {
            Beside::Temporary(file) => file.write(bytes),
            Beside::Itself(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How the names of unfinished files end.
const PARTIAL: &str = ".partial";

/// How they begin: hidden, with the name of the file that they are to replace.
fn beginning(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    format!(".{}.", name.to_string_lossy())
}

/// The folder that a file lies in.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Removes the unfinished files of a folder whose names begin like that.
fn tidy(folder: &Path, beginning: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(beginning) && name.ends_with(PARTIAL) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(target);
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // The usual rights, where a temporary file would be for its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(&beginning(target)).suffix(PARTIAL).tempfile_in(folder)
}

/// Whether a file that is open is still the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let identities = [file.metadata(), fs::metadata(path)].map(|found| found.ok().map(identity));
    identities[0].is_some() && identities[0] == identities[1]
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// A folder for the files of a long job, in which no other run may work until
/// this is dropped or the process ends in whatever way.
#[derive(Debug)]
pub struct Workplace {
    folder: PathBuf,
    _lock: File,
}

impl Workplace {
    const LOCK: &str = "lock";

    /// A run that was killed holds its lock until the system has taken back its
    /// memory, which takes a moment where that is large.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Takes the folder, making it where it is missing, for this run alone.
    ///
    /// # Errors
    ///
    /// If another run has it, or it cannot be made.
    pub fn enter(folder: &Path) -> Result<Self, FileError> {
        let error = || FileError::of("work in", folder);
        let began = Instant::now();
        let lock = loop {
            fs::create_dir_all(folder).map_err(error())?;
            let lock = File::create(folder.join(Self::LOCK)).map_err(error())?;
            match lock.try_lock() {
                // The run before may have removed the folder just now.
                Ok(()) if is_at(&lock, &folder.join(Self::LOCK)) => break lock,
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if began.elapsed() < Self::PATIENCE => {
                    thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => {
                    let reason = "another run is working there";
                    return Err(error()(io::Error::new(io::ErrorKind::WouldBlock, reason)));
                }
                Err(TryLockError::Error(source)) => return Err(error()(source)),
            }
        };
        // What a run that was killed had not finished writing.
        tidy(folder, ".").map_err(error())?;
        Ok(Self { folder: folder.to_owned(), _lock: lock })
    }

    /// Puts a finished file of the folder in its place, which must be on the
    /// same disk.
    ///
    /// # Errors
    ///
    /// If it cannot be put there; what was there before is then still there.
    pub fn deliver(&self, name: &str, target: &Path) -> Result<(), FileError> {
        fs::rename(self.path(name), target).map_err(FileError::of("write", target))
    }

    /// Takes the folder `FILE.unfinished` for the making of a file.
    ///
    /// # Errors
    ///
    /// As [`enter`](Self::enter).
    pub fn beside(file: &Path) -> Result<Self, FileError> {
        let mut folder = file.as_os_str().to_owned();
        folder.push(".unfinished");
        let place = Self::enter(folder.as_ref())?;
        let target = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        tidy(folder_of(&target), &beginning(&target)).map_err(FileError::of("write", file))?;
        Ok(place)
    }

    /// Whether an earlier run has left something here.
    pub fn is_begun(&self) -> bool {
        let others =
            |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|it| it.file_name() != Self::LOCK);
        fs::read_dir(&self.folder).is_ok_and(|mut entries| entries.any(others))
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Removes the folder and all in it: the job is done.
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
        let path = folder.path().join("deeper/answer");
        write_atomically(&path, b"old").unwrap();

        let mut unfinished = NewFile::create(&path).unwrap();
        unfinished.write_all(b"new").unwrap();
        drop(unfinished);
        assert_eq!(fs::read(&path).unwrap(), b"old");

        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(path.parent().unwrap()), ["answer"]);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_atomically(folder.path(), b"").unwrap_err();
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
        write_atomically(&file, b"old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(link.is_symlink());

        let device = NewFile::create(Path::new("/dev/null")).unwrap();
        assert!(matches!(device.beside, Beside::Itself(_)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let error = write_atomically(Path::new("/dev/full"), b"something").unwrap_err();
        let message = "cannot write /dev/full: No space left on device";
        assert!(error.to_string().starts_with(message), "{error}");
    }

    #[test]
    fn one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("job");
        let first = Workplace::enter(&place).unwrap();
        let refusal = Workplace::enter(&place).unwrap_err();
        assert!(refusal.to_string().ends_with("another run is working there"), "{refusal}");
        fs::write(place.join(".x.partial"), "").unwrap();
        fs::write(place.join("kept"), "").unwrap();
        drop(first);
        let second = Workplace::enter(&place).unwrap();
        assert!(!place.join(".x.partial").exists(), "what was not finished is removed");
        second.deliver("kept", &folder.path().join("delivered")).unwrap();
        assert!(folder.path().join("delivered").exists());
        drop(second);
        Workplace::enter(&place).unwrap().leave().unwrap();
        assert!(!place.exists());
    }

    #[test]
    fn what_was_half_written_beside_the_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let others = [".answers.x.partial", "answer.x.partial"];
        for name in others.iter().chain(&[".answer.x.partial"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        Workplace::beside(&folder.path().join("answer")).unwrap().leave().unwrap();
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, others);
    }
}
