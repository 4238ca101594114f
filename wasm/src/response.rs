//! Problems as the server's API describes them, but without HTTP.

use std::fmt::Display;

use serde::Serialize;

/// A value, or the problem with the request.
pub(crate) type Result<T, E = Problem> = std::result::Result<T, E>;

/// A problem with a request.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<String>,
}

impl Problem {
    /// The request is invalid.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        let (kind, title, detail) = ("about:blank", "Bad Request", detail.into());
        Self { kind, title, status: 400, detail, field: None, accepted: None }
    }

    /// A parameter is invalid.
    pub(crate) fn of_field(field: impl Into<String>, detail: &dyn Display) -> Self {
        Self { field: Some(field.into()), ..Self::bad_request(detail.to_string()) }
    }

    pub(crate) fn accepted(self, accepted: impl Into<String>) -> Self {
        Self { accepted: Some(accepted.into()), ..self }
    }
}
