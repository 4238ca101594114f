//! The outcome of an `xtask` command: a written file, or an error.

use std::error::Error;
use std::path::Path;

use othello_solver::storage::write_whole;

/// Success, or the error that is printed.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Writes a file atomically, and prints its name.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Outcome {
    write_whole(path, contents)?;
    println!("written    {}", path.display());
    Ok(())
}

/// The root of the repository.
#[cfg(test)]
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}
