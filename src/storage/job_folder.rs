//! Folders reserved for one run at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::io::ErrorKind::{NotFound, WouldBlock};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use othello_core::{Position, Rules};

use super::files::{
    FileError, create_folder, folder_of, is_at, is_unfinished, make_folder, remove_unfinished,
    target, write_whole,
};

/// A folder for the files of a long job. No other run may use it until this is dropped or the
/// process ends, for whatever reason.
#[derive(Debug)]
pub struct JobFolder {
    folder: PathBuf,
    lock: File,
}

/// The file whose lock reserves the folder.
const LOCK: &str = "lock";

/// The file that names the job to which the folder belongs.
const JOB: &str = "job.txt";

/// The names of all files of jobs. Nothing else is ever removed.
const FILES: [&str; 7] = [LOCK, JOB, "discs", "empties-to-winner", "search", "draft", "values"];

/// How long to wait for the lock. A killed run holds it until the system has freed its memory, which
/// takes a moment for large tables.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

impl JobFolder {
    /// Reserves the folder `FILE.unfinished` for the job that makes a file: a command, such as
    /// `solve`, for this position under these rules. The folder is created if it is missing, and
    /// half-written files of killed runs are removed. It is in the same folder as the file, after
    /// following links, or in the current folder if the file is a device or a pipe.
    ///
    /// # Errors
    ///
    /// If another run is using the folder, if it belongs to another job or contains unrelated files,
    /// or if it cannot be created. Nothing has changed then.
    pub fn for_file(
        file: &Path,
        command: &str,
        position: Position,
        rules: Rules,
    ) -> Result<Self, FileError> {
        let target = target(file).map_err(FileError::of("write", file))?;
        let target = target.unwrap_or_else(|| file.file_name().unwrap_or_default().into());
        let folder = target.with_added_extension("unfinished");
        let job = format!("{command} {position} on {}, {rules}", position.size());
        let lock = enter(&folder, &job).map_err(FileError::of("work in", &folder))?;
        remove_unfinished(folder_of(&target), target.file_name().unwrap_or_default());
        let entered = Self { folder, lock };
        // If the disk is full, the search itself can still succeed.
        let _ = write_whole(&entered.path(JOB), job.as_bytes());
        Ok(entered)
    }

    /// Whether an earlier run has left something here.
    pub fn is_begun(&self) -> bool {
        let mut entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.any(|entry| ![LOCK, JOB].iter().any(|name| entry.file_name() == *name))
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Removes the files of a finished job, as far as they can be removed, and the folder if it is
    /// then empty.
    pub fn leave(self) {
        // Remove the lock last, so that no other run starts in the meantime.
        for name in FILES.iter().rev() {
            let _ = fs::remove_file(self.path(name));
        }
        // On Windows an open file is only removed when it is closed.
        drop(self.lock);
        let _ = fs::remove_dir(self.folder);
    }
}

/// Creates and locks the folder of a job.
fn enter(folder: &Path, job: &str) -> io::Result<File> {
    make_folder(folder_of(folder))?;
    let began = Instant::now();
    let lock = loop {
        create_folder(folder)?;
        let found = check_owner(folder, job).and_then(|()| locked(&folder.join(LOCK)));
        match found.as_ref().map_err(io::Error::kind) {
            // Another run has the lock, or has just removed the folder.
            Err(WouldBlock | NotFound) if began.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(Duration::from_millis(20));
            }
            _ => break found?,
        }
    };
    for name in FILES {
        remove_unfinished(folder, name.as_ref());
    }
    Ok(lock)
}

/// Checks that a folder contains only files of this job.
fn check_owner(folder: &Path, job: &str) -> io::Result<()> {
    let remedy = "finish that first, remove the folder, or write to another file";
    let own = match fs::read(folder.join(JOB)) {
        Ok(earlier) if earlier == job.as_bytes() => &FILES[..],
        Ok(earlier) => {
            let job = String::from_utf8_lossy(&earlier);
            return Err(io::Error::other(format!("it belongs to another job, '{job}'; {remedy}")));
        }
        Err(_) => &[LOCK, JOB],
    };
    for entry in fs::read_dir(folder)? {
        let found = entry?.file_name();
        if !own.iter().any(|name| found == *name || is_unfinished(&found, name.as_ref())) {
            let found = found.display();
            let reason = format!("{found} is not of this job; move it, or write to another file");
            return Err(io::Error::other(reason));
        }
    }
    Ok(())
}

/// Locks a file, which is created if it is missing.
fn locked(path: &Path) -> io::Result<File> {
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) if is_at(&file, path) => Ok(file),
        Ok(()) => Err(io::Error::new(NotFound, "the lock was removed")),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(WouldBlock, "another run is using it")),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_core::board::Size;
    use othello_core::game::Start;

    fn enter(file: &Path, command: &str) -> Result<JobFolder, String> {
        let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
        let entered = JobFolder::for_file(file, command, position, Rules::default());
        entered.map_err(|error| error.to_string())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn only_one_run_at_a_time_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answer");
        let first = enter(&file, "solve").unwrap();
        let refusal = enter(&file, "solve").unwrap_err();
        assert!(refusal.ends_with("another run is using it"), "{refusal}");
        assert!(!first.is_begun());
        drop(first);
        let second = enter(&file, "solve").unwrap();
        assert!(!second.is_begun());
        write_whole(&second.path("discs"), b"").unwrap();
        assert!(second.is_begun());
        drop(second);
        enter(&file, "solve").unwrap().leave();
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn other_jobs_and_unrelated_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, place) = (folder.path().join("answer"), folder.path().join("answer.unfinished"));
        let first = enter(&file, "solve").unwrap();
        write_whole(&first.path("discs"), b"state").unwrap();
        drop(first);
        let before = names(&place);
        let refusal = enter(&file, "certify").unwrap_err();
        let owner = "it belongs to another job, 'solve -----OX--XO----- X on 4x4, most discs win, \
                     discs count as they lie'";
        assert!(refusal.contains(owner) && refusal.contains("answer.unfinished"), "{refusal}");
        assert_eq!(names(&place), before);

        // A file that arrives while the job is running stays too.
        let second = enter(&file, "solve").unwrap();
        fs::write(place.join("mine"), "").unwrap();
        second.leave();
        assert_eq!(names(&place), ["mine"]);
        let refusal = enter(&file, "solve").unwrap_err();
        assert!(refusal.contains("mine is not of this job"), "{refusal}");
        assert_eq!(names(&place), ["mine"]);
    }

    #[test]
    fn half_written_files_of_killed_runs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        drop(enter(&path("answer"), "solve").unwrap());
        let half_written = ["answer.unfinished/.discs.4rT0aB.partial", ".answer.x81Zuc.partial"];
        for name in half_written.into_iter().chain([".other.x81Zuc.partial"]) {
            fs::write(path(name), "half").unwrap();
        }
        let place = enter(&path("answer"), "solve").unwrap();
        assert!(!place.is_begun(), "no file was finished");
        assert!(half_written.iter().all(|name| !path(name).exists()));
        assert!(path(".other.x81Zuc.partial").exists(), "it belongs to another job");
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_is_next_to_the_target_of_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere/second", path("first")).unwrap();
        std::os::unix::fs::symlink("third", path("elsewhere/second")).unwrap();
        enter(&path("first"), "solve").unwrap();
        assert!(path("elsewhere/third.unfinished").exists());
    }

    #[test]
    fn folders_are_created_only_inside_an_existing_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for missing in ["missing/answer", "results/others/answer"] {
            enter(&path(missing), "solve").unwrap_err();
            assert!(names(folder.path()).is_empty());
        }
        fs::create_dir(path("results")).unwrap();
        enter(&path("results/others/answer"), "solve").unwrap();
        assert!(path("results/others").exists());
    }
}
