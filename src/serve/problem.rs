//! Why a request has no answer, as RFC 9457 has it.

use std::borrow::Cow;
use std::fmt::Display;

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Serialize, Serializer, de};
use thiserror::Error;

use super::json::NOT_STORED;
use crate::results::to_json;

/// A problem with a request, or with the server.
#[derive(Clone, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{detail}")]
pub(super) struct Problem {
    /// `about:blank`: the kind of problem is the one that the status names.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The name of the status.
    title: &'static str,
    /// The HTTP status.
    #[serde(serialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "u16"))]
    status: StatusCode,
    /// What is wrong, in words.
    detail: String,
    /// The name of the parameter that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Cow<'static, str>>,
    /// What is accepted in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn number<S: Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    status.as_u16().serialize(serializer)
}

impl Problem {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let (kind, title) = ("about:blank", status.canonical_reason().unwrap_or_default());
        Self { kind, title, status, detail: detail.into(), field: None, accepted: None }
    }

    /// The request cannot be understood.
    pub(super) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// A parameter cannot be understood.
    pub(super) fn of_field(field: impl Into<Cow<'static, str>>, detail: &dyn Display) -> Self {
        Self { field: Some(field.into()), ..Self::bad_request(detail.to_string()) }
    }

    #[must_use]
    pub(super) fn accepted(self, accepted: impl Into<String>) -> Self {
        Self { accepted: Some(accepted.into()), ..self }
    }

    /// Too many requests wait already.
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

    /// The server is about to end.
    pub(super) fn stopping() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    }
}

/// Problems with the names of parameters.
impl de::Error for Problem {
    fn custom<T: Display>(detail: T) -> Self {
        Self::bad_request(detail.to_string())
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let detail = format!("there is no parameter '{field}'");
        Self::of_field(field.to_owned(), &detail).accepted(expected.join(", "))
    }

    fn duplicate_field(field: &'static str) -> Self {
        let detail = format!("the parameter '{field}' is repeated");
        Self::of_field(field, &detail).accepted("each parameter once")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let head = [(CONTENT_TYPE, "application/problem+json"), NOT_STORED];
        let mut response = (self.status, head, to_json(&self)).into_response();
        if self.is_too_many() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
