//! Why a request has no answer.

use std::fmt::Display;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::json::json;

/// What is wrong with a request, or with the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong, in words.
    error: String,
    /// The name of the parameter that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// What is accepted in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<String>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, error: error.into(), field: None, accepted: None }
    }

    /// The request cannot be understood.
    pub(super) fn bad_request(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// A body, or a line of it, is not in the form that is accepted.
    pub(super) fn not_read(error: &serde_json::Error, accepted: &str) -> Self {
        Self::bad_request(format!("it is not what is accepted: {error}")).accepted(accepted)
    }

    /// A parameter cannot be understood.
    pub(super) fn of_field(field: &'static str, error: &dyn Display) -> Self {
        Self { field: Some(field), ..Self::bad_request(error.to_string()) }
    }

    #[must_use]
    pub(super) fn accepted(self, accepted: impl Into<String>) -> Self {
        Self { accepted: Some(accepted.into()), ..self }
    }

    /// Too many requests wait already.
    pub(super) fn too_many() -> Self {
        let error = "too many requests are waiting; try again in a few seconds";
        Self::new(StatusCode::TOO_MANY_REQUESTS, error)
    }

    pub(super) fn is_too_many(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// A search has panicked.
    pub(super) fn failed() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the search has failed")
    }

    /// The server is about to end.
    pub(super) fn stopping() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = json(self.status, &self);
        if self.is_too_many() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
