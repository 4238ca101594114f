//! What the answers of a server come from.

use std::sync::Arc;

use super::body::Bodies;
use super::searches::Searches;

/// The parts of a server that all requests share.
#[derive(Debug)]
pub(super) struct Api {
    pub(super) searches: Arc<Searches>,
    pub(super) bodies: Bodies,
}
