//! Documents as responses.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::results::to_json;

pub(super) const JSON: (HeaderName, &str) = (CONTENT_TYPE, "application/json");
pub(super) const NOT_STORED: (HeaderName, &str) = (CACHE_CONTROL, "no-store");

/// A document that may be another one a moment later.
pub(super) fn json(status: StatusCode, document: &impl Serialize) -> Response {
    (status, [JSON, NOT_STORED], to_json(document)).into_response()
}
