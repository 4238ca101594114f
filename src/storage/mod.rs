//! Files that are written completely or not at all, folders in which only one run at a time may
//! work, and big tables of values that detect damage.

mod block_file;
mod files;
mod map;

pub(crate) use block_file::BLOCK;
pub use block_file::{BlockFile, Damage, Foreign, Mismatch, Mistake, TableError};
pub(crate) use files::create_folder;
pub use files::{FileError, JobFolder, NewFile, check_writable, folder_of, write_whole};
