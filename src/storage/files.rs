//! Files that are either complete or absent, even if the program is killed while writing them.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};

use othello_core::Progress;
use tempfile::NamedTempFile;
use thiserror::Error;

/// A failed action on a file.
#[derive(Debug, Error)]
#[error("cannot {action} {}: {source}", shown(path))]
pub struct FileError {
    /// The action that failed, such as `read` or `write`.
    pub action: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    /// Adds the action and the file to an error of the system: "cannot read x.json: …".
    pub fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { action, path, source }
    }
}

/// A path in messages and documents, with slashes on every system.
pub fn shown(path: &Path) -> String {
    path.display().to_string().replace(MAIN_SEPARATOR_STR, "/")
}

/// The longest file that is read whole, in bytes. Certificates are far shorter.
const MAX_WHOLE: u64 = 256 << 20;

/// Reads a whole file.
///
/// # Errors
///
/// If it cannot be read, or has no end.
pub fn read_whole(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let failed = FileError::of("read", path);
    let read = File::open(path).and_then(|file| file.take(MAX_WHOLE + 1).read_to_end(&mut bytes));
    match read {
        Ok(len) if len as u64 > MAX_WHOLE => Err(failed(io::Error::other("it is too long"))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(failed(error)),
    }
}

/// Warns the listener of a long job that its state could not be saved. The job continues.
pub(crate) fn warn_unsaved(saved: &Result<(), FileError>, progress: &dyn Progress) {
    if let Err(error) = saved {
        progress.warn(&format!("{error}; the work continues, and saving is tried again later"));
    }
}

/// The first line in which two texts differ, with its number and as it is in each of them. `None` if
/// they differ in line endings only, or not at all.
pub(crate) fn first_difference<'a>(one: &'a str, other: &'a str) -> Option<(usize, [&'a str; 2])> {
    let lines = one.lines().chain([""]).zip(other.lines().chain([""]));
    let (number, (one, other)) = (1..).zip(lines).find(|(_, (one, other))| one != other)?;
    Some((number, [one, other]))
}

/// Writes a file atomically: other processes see either its previous contents or all of `bytes`.
///
/// # Errors
///
/// If it cannot be written. The previous contents are then still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes a file by means of `write`. It replaces an earlier one once all of it has reached the
/// disk. If anything fails, nothing is left behind.
///
/// Symbolic links are followed and kept, even if they point to a file that does not exist yet.
/// Anything other than a regular file, such as a device or a pipe, is written to directly. Missing
/// folders are created inside an existing folder `results`; other folders must exist.
///
/// Until it is complete, the file `x` is in the same folder under the name `.x.` plus six letters or
/// digits plus `.partial`. If a run is killed while writing, that file stays until `x` is next
/// written.
pub(super) fn write_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    try_write_with(path, write).map_err(FileError::of("write", path))
}

fn try_write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let Some(target) = target(path)? else {
        return write(&mut File::options().write(true).open(path)?);
    };
    make_folder(folder_of(&target))?;
    remove_unfinished(folder_of(&target), target.file_name().unwrap_or_default());
    let mut file = unfinished(&target)?;
    write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

/// Checks before a long job that its file can be written. Anything other than a regular file is only
/// opened when it is written, because the reader of a pipe would mistake the check for the end of
/// the data.
///
/// # Errors
///
/// If no file can be created there.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let Some(target) = target(path).map_err(FileError::of("write", path))? else { return Ok(()) };
    let folder = folder_of(&target);
    make_folder(folder)
        .and_then(|()| tempfile::tempfile_in(folder).map(drop))
        .map_err(FileError::of("write", path))
}

/// The longest chain of links that is followed. A longer one is treated as a loop.
const MOST_LINKS: u32 = 40;

/// The regular file at a path after following all links, which may not exist yet. `None` for a
/// device or a pipe, which can be written to but not replaced.
pub(super) fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => return Ok(None),
        _ => {}
    }
    let mut file = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&file) else { return Ok(Some(file)) };
        file = folder_of(&file).join(next);
    }
    Err(io::Error::other("its links form a loop"))
}

/// Creates the unfinished file for a target, with the permissions of any new file. It is locked, so
/// that other runs know it is still in use.
fn unfinished(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix(target.file_name().unwrap_or_default());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(PARTIAL).rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let made = builder.tempfile_in(folder_of(target))?;
        // Before it was locked, another run may have mistaken it for the file of a killed run and
        // removed it. Where files cannot be locked, no run removes any.
        let locked = made.as_file().try_lock();
        let is_taken = matches!(locked, Err(TryLockError::WouldBlock));
        if !is_taken && (locked.is_err() || is_at(made.as_file(), made.path())) {
            return Ok(made);
        }
    }
}

/// The extension of unfinished files.
const PARTIAL: &str = ".partial";

/// The number of random letters and digits in the name of an unfinished file.
const RANDOM: usize = 6;

/// The beginning of the names of unfinished files for a name.
fn prefix(name: &OsStr) -> OsString {
    [OsStr::new("."), name, OsStr::new(".")].into_iter().collect()
}

/// Whether `found` is the name of an unfinished file for `name`.
pub(super) fn is_unfinished(found: &OsStr, name: &OsStr) -> bool {
    let found = found.as_encoded_bytes();
    let Some(rest) = found.strip_prefix(prefix(name).as_encoded_bytes()) else { return false };
    let Some(random) = rest.strip_suffix(PARTIAL.as_bytes()) else { return false };
    random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric)
}

/// Removes unfinished files for a name that killed runs have left in a folder, as far as they can be
/// removed. Files that another run is writing are locked and stay.
pub(super) fn remove_unfinished(folder: &Path, name: &OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Hold the lock until the file is removed, so that no run starts writing to it.
        if entry.file_type().is_ok_and(|kind| kind.is_file())
            && is_unfinished(&entry.file_name(), name)
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether an open file is still the one at a path.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(own), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (own.dev(), own.ino()) == (there.dev(), there.ino())
}

/// On other systems an open file cannot be removed.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// The folder that contains a file.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Creates a folder and its parents if they are missing, but only inside an existing folder
/// `results`. Any other missing folder is more likely a mistake in the path.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found.map(drop),
    }
    let parent = folder_of(folder);
    if !parent.components().any(|name| name.as_os_str() == "results") {
        let reason = format!("there is no folder {}", shown(folder));
        return Err(io::Error::new(io::ErrorKind::NotFound, reason));
    }
    make_folder(parent)?;
    create_folder(folder)
}

/// Creates a folder unless it exists, for instance because another run was faster.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
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

        let fail = |file: &mut File| {
            file.write_all(b"new")?;
            Err(io::ErrorKind::StorageFull.into())
        };
        write_with(&path, fail).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(path.parent().unwrap()), ["answer"]);

        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(path.parent().unwrap()), ["answer"]);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_whole(folder.path(), b"").unwrap_err();
        assert!(error.to_string().starts_with(&format!("cannot write {}", shown(folder.path()))));
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

        assert!(matches!(target(Path::new("/dev/null")), Ok(None)));
        write_whole(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_missing_files_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere/second", path("first")).unwrap();
        std::os::unix::fs::symlink("third", path("elsewhere/second")).unwrap();
        write_whole(&path("first"), b"new").unwrap();
        assert_eq!(fs::read(path("elsewhere/third")).unwrap(), b"new");
        assert!(path("first").is_symlink() && path("elsewhere/second").is_symlink());

        std::os::unix::fs::symlink("circle", path("circle")).unwrap();
        let error = check_writable(&path("circle")).unwrap_err().to_string();
        assert!(error.ends_with("its links form a loop"), "{error}");
    }

    #[test]
    fn folders_are_created_only_inside_an_existing_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (missing, named) in [
            ("missing/answer", "missing"),
            ("missing/results/answer", "missing/results"),
            ("results/answer", "results"),
            ("results/proofs/answer", "results"),
        ] {
            let checked = check_writable(&path(missing)).map_err(|error| error.to_string());
            let written = write_whole(&path(missing), b"").map_err(|error| error.to_string());
            let error = checked.as_ref().unwrap_err();
            assert!(error.starts_with(&format!("cannot write {}", shown(&path(missing)))));
            assert!(error.ends_with(&format!("there is no folder {}", shown(&path(named)))));
            assert_eq!(checked, written);
            assert!(names(folder.path()).is_empty());
        }
        fs::create_dir(path("results")).unwrap();
        write_whole(&path("results/proofs/answer"), b"").unwrap();
        check_writable(&path("results/others/more/answer")).unwrap();
        assert!(path("results/others/more").exists());
    }

    #[test]
    fn only_unfinished_files_of_killed_runs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let left = [".answer.4rT0aB.partial", ".answer.x81Zuc.partial"];
        let of_others = [
            ".answer.notes.partial",
            ".other.x81Zuc.partial",
            "answer.x81Zuc.partial",
            ".answer.x",
        ];
        for name in left.iter().chain(&of_others) {
            fs::write(path(name), "half").unwrap();
        }
        fs::create_dir(path(".answer.folder.partial")).unwrap();

        // Two live runs do not remove each other's files.
        write_with(&path("answer"), |_| {
            let partial = || names(folder.path()).iter().filter(|it| it.len() == 22).count();
            assert!(left.iter().all(|name| !path(name).exists()));
            let one = partial();
            let other = write_with(&path("answer"), |_| {
                assert_eq!(partial(), one + 1);
                Ok(())
            });
            other.unwrap();
            assert_eq!(partial(), one);
            Ok(())
        })
        .unwrap();
        let mut there = names(folder.path());
        there.sort();
        let mut expected = ["answer", ".answer.folder.partial"].map(str::to_owned).to_vec();
        expected.extend(of_others.map(str::to_owned));
        expected.sort();
        assert_eq!(there, expected);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let error = write_whole(Path::new("/dev/full"), b"something").unwrap_err();
        let message = "cannot write /dev/full: No space left on device";
        assert!(error.to_string().starts_with(message), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_permissions_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        write_whole(&path("one"), b"").unwrap();
        fs::write(path("other"), b"").unwrap();
        let mode = |name| fs::metadata(path(name)).unwrap().permissions().mode();
        assert_eq!(mode("one"), mode("other"));
    }
}
