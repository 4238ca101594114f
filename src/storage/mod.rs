//! Files: written whole or not at all, folders that one run at a time may work
//! in, and big tables of values that notice when they are damaged.

mod block_file;
mod files;
mod map;

pub(crate) use block_file::BLOCK;
pub use block_file::{BlockFile, Damage, Foreign, Mismatch, Mistake, TableError};
pub(crate) use files::create_folder;
pub use files::{FileError, JobFolder, NewFile, check_writable, folder_of, write_whole};
