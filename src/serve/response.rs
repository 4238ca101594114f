//! Responses: documents, and problems as defined in RFC 9457.

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER, VARY};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::results::to_json;
use crate::storage::{hex, sha256};

pub(super) use super::problem::{Problem, Result};

const JSON: (HeaderName, &str) = (CONTENT_TYPE, "application/json");
pub(super) const NOT_STORED: (HeaderName, &str) = (CACHE_CONTROL, "no-store");

/// The text of a header, which is empty if there is none.
pub(super) fn header(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A document that may change at any moment.
pub(super) fn json(status: StatusCode, document: &impl Serialize) -> Response {
    (status, [JSON, NOT_STORED], to_json(document)).into_response()
}

/// A document that does not change: clients may cache it for a day, and a client that already has it
/// gets no second copy.
pub(super) fn document(text: impl Into<Bytes>, headers: &HeaderMap) -> Response {
    let text = text.into();
    let tag = format!("\"{}\"", hex(&sha256(&[&text])[..8]));
    let known = header(headers, IF_NONE_MATCH);
    let is_known = known == "*" || known.contains(&tag);
    let head = ([(CACHE_CONTROL, "public, max-age=86400"), (VARY, "accept")], [(ETAG, tag)]);
    if is_known {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        (head, [JSON], text).into_response()
    }
}

impl Problem {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self::with_status(status.as_u16(), status.canonical_reason().unwrap_or_default(), detail)
    }

    /// Too many requests are already waiting.
    pub(super) fn too_many() -> Self {
        let detail = "too many requests are waiting; try again in a few seconds";
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    pub(super) fn is_too_many(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// A search has panicked.
    pub(super) fn failed() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the search has failed")
    }

    /// The server is shutting down.
    pub(super) fn stopping() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let head = [(CONTENT_TYPE, "application/problem+json"), NOT_STORED];
        let again = self.is_too_many().then_some([(RETRY_AFTER, "5")]);
        let status = StatusCode::from_u16(self.status).expect("it was one");
        (status, head, again, to_json(&self)).into_response()
    }
}
