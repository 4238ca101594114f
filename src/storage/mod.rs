//! Files that are written completely or not at all, folders in which only one run at a time may
//! work, big tables of values that detect damage, and checkpoints of searches.

mod block_file;
mod checkpoint;
mod files;
mod job_folder;
mod map;

pub(crate) use block_file::BLOCK;
pub use block_file::{BlockFile, TableError};
pub use checkpoint::search_resumable;
pub(crate) use files::create_folder;
pub use files::{FileError, check_writable, folder_of, write_whole};
pub use job_folder::JobFolder;
