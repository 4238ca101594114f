//! Files that are written completely or not at all, folders reserved for one run at a time, big
//! tables of values that detect damage, and checkpoints of searches.

mod block_file;
mod checkpoint;
mod files;
mod job_folder;

use sha2::{Digest, Sha256};

pub(crate) use block_file::BLOCK;
pub use block_file::{BlockFile, TableError};
pub use checkpoint::{ResumeError, pursue_resumable};
pub use files::{FileError, check_writable, folder_of, write_whole};
pub(crate) use files::{create_folder, first_difference, warn_unsaved};
pub use job_folder::JobFolder;

/// The SHA-256 of these bytes, one part after the other.
pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let hash = parts.iter().fold(Sha256::new(), Digest::chain_update);
    hash.finalize().into()
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Returns an error with this message unless a condition is met.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !($condition) {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;
