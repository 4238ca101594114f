//! Files that are written completely or not at all, folders reserved for one run at a time, big
//! tables of values that detect damage, and checkpoints of searches.

mod block_file;
mod checkpoint;
mod files;
mod job_folder;

use sha2::{Digest, Sha256};

pub(crate) use block_file::BLOCK;
pub use block_file::{BlockFile, TableError};
pub use checkpoint::{ResumeError, pursue_resumable, takes_a_year};
pub use files::{FileError, check_writable, folder_of, read_whole, shown, write_whole};
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

/// Bytes in base 64, as in RFC 4648.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte));
        let bits = bits << (8 * (3 - three.len()));
        for number in 0..4 {
            let digit = DIGITS[bits >> (18 - 6 * number) & 63];
            text.push(if number > three.len() { '=' } else { digit.into() });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    /// The examples of the RFC.
    #[test]
    fn base_64() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
    }
}
