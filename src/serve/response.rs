//! Responses: documents, and problems as defined in RFC 9457.

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER, VARY};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use othello_core::requests::{self, Parameters};
use serde::Serialize;
use serde_json::from_str;

use crate::results::to_json;
use crate::storage::{hex, sha256};

/// A problem with a request, or with the server.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Problem(requests::Problem);

/// The result of handling a request.
pub(super) type Result<T, E = Problem> = std::result::Result<T, E>;

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
        let title = status.canonical_reason().unwrap_or_default();
        Self(requests::Problem::with_status(status.as_u16(), title, detail))
    }

    #[must_use]
    pub(super) fn accepted(self, accepted: impl Into<String>) -> Self {
        Self(self.0.accepted(accepted))
    }

    /// The request is invalid.
    pub(super) fn bad_request(detail: impl Into<String>) -> Self {
        Self(requests::Problem::bad_request(detail))
    }

    /// Too many requests are already waiting.
    pub(super) fn too_many() -> Self {
        let detail = "too many requests are waiting; try again in a few seconds";
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    pub(super) fn is_too_many(&self) -> bool {
        self.0.status == StatusCode::TOO_MANY_REQUESTS
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

impl From<requests::Problem> for Problem {
    fn from(problem: requests::Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let head = [(CONTENT_TYPE, "application/problem+json"), NOT_STORED];
        let again = self.is_too_many().then_some([(RETRY_AFTER, "5")]);
        let status = StatusCode::from_u16(self.0.status).expect("it was one");
        (status, head, again, to_json(&self)).into_response()
    }
}

/// The parameters in the query of a URL. `names` lists those that are accepted.
pub(super) fn read_query(query: &str, names: &str) -> Result<Parameters> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let texts = pairs.map(|(name, text)| (name.into_owned(), Some(text.into_owned())));
    Ok(Parameters::new(texts, names)?)
}

/// The parameters in a JSON object, which should look like `form`.
pub(super) fn read_json(text: &str, form: &str, names: &str) -> Result<Parameters> {
    Ok(Parameters::of_object(from_str(text), form, names)?)
}
