//! Problems with requests, as documents in the form of RFC 9457. The solver for browsers uses them
//! too, without HTTP.

use std::fmt::Display;

use serde::Serialize;

use crate::notation::escaped;

/// The result of handling a request.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// A problem with a request, or with the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// `about:blank`: the status alone gives the kind of problem.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The name of the status.
    title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// An explanation of the error.
    detail: String,
    /// The name of the invalid parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The values that are accepted instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<String>,
}

impl Problem {
    /// A problem with this HTTP status and its name.
    pub fn with_status(status: u16, title: &'static str, detail: impl Into<String>) -> Self {
        let (kind, detail) = ("about:blank", escaped(&detail.into()));
        Self { kind, title, status, detail, field: None, accepted: None }
    }

    /// The request is invalid.
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::with_status(400, "Bad Request", detail)
    }

    /// A parameter is invalid.
    pub fn of_field(field: impl Into<String>, detail: &dyn Display) -> Self {
        Self { field: Some(field.into()), ..Self::bad_request(detail.to_string()) }
    }

    /// The answer would be too large.
    pub fn too_large(detail: impl Into<String>) -> Self {
        Self::with_status(422, "Unprocessable Content", detail)
    }

    #[must_use]
    pub fn accepted(self, accepted: impl Into<String>) -> Self {
        Self { accepted: Some(accepted.into()), ..self }
    }
}
