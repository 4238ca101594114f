//! How a long job tells how far it has come, and hears that it should stop.

/// The listener of a long job. Its silent form is `()`.
///
/// The library knows nothing of terminals: a program implements this trait to
/// draw a bar, and a test to count.
pub trait Progress: Sync {
    /// A new part of the job begins. It takes `steps` steps, if that is known.
    fn begin(&self, _what: &str, _steps: Option<u64>) {}

    /// So many more steps of the current part are done.
    fn advance(&self, _steps: u64) {}

    /// What is known so far, in words.
    fn report(&self, _news: &str) {}

    /// Whether the job should stop at the next good moment.
    fn stopped(&self) -> bool {
        false
    }
}

impl Progress for () {}
