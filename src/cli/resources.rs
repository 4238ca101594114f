//! The arguments that limit threads and memory.

use othello_core::answer::Limits;
use othello_core::search::MAX_THREADS;

use super::prelude::*;

/// The number of threads and the memory of a command that can use several threads.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ResourceArgs {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)).map(usize::from))]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) memory: HashArgs,
}

impl ResourceArgs {
    /// The given number of threads, or one for each processor.
    pub(crate) fn threads(self) -> usize {
        self.threads.unwrap_or_else(available_threads)
    }

    /// The memory, and the given number of threads or one for each processor.
    pub(crate) fn limits(self) -> Limits {
        Limits::new(self.memory.hash, self.threads())
    }

    /// Makes the library's parallel work use this number of threads.
    pub(crate) fn set_up_threads(self) -> Result {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start the threads: {error}")))
    }
}

/// A thread for each processor.
pub(crate) fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The size of the transposition table, or of whatever else takes most of a command's memory.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct HashArgs {
    /// Memory for the table of positions, such as 64M or 2G
    #[arg(long, value_name = "MEMORY", default_value = "512M", value_parser = available_memory)]
    pub(crate) hash: usize,
}

/// The default, which is not checked: few boards use all of it.
const DEFAULT: usize = 512 << 20;

/// Parses a number of bytes, and checks that the system can provide them, without touching them.
fn available_memory(text: &str) -> Result<usize, String> {
    let bytes = memory(text)?;
    if bytes > DEFAULT && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err("the system cannot provide that much memory".to_owned());
    }
    Ok(bytes)
}

/// Parses a number of bytes: `64M` is 64 · 2²⁰.
fn memory(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => Some(1 << 10),
        "M" | "MB" | "MIB" => Some(1 << 20),
        "G" | "GB" | "GIB" => Some(1 << 30),
        _ => None,
    };
    let (Ok(number), Some(unit)) = (digits.parse::<usize>(), unit) else {
        return Err("write a number and K, M or G, such as 512M".to_owned());
    };
    match number.checked_mul(unit) {
        Some(bytes @ 0x400..=0x100_0000_0000) => Ok(bytes),
        _ => Err("it must be between 1K and 1024G".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn memory_is_counted_in_powers_of_two() {
        assert_eq!(memory("64M"), Ok(64 << 20));
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("16k"), Ok(16 << 10));
        for wrong in ["", "64", "M", "0M", "12Q", "-1M", "99999999999G"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
