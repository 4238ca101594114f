//! Reads requests: their parameters, and the bodies with positions.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use othello_core::requests::{Named, Parameters};
use serde_json::from_str;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::response::{HttpProblem, Result, Room, header};
use super::sync::hasty;

/// The maximum length of a body, in bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// One permit for each body that may be in memory, and for what it makes of its answer.
static BODIES: Semaphore = Semaphore::const_new(12);

/// The time limit for a body to arrive, and before that for other bodies to make room for it.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The accepted media types. A page of another origin cannot send them without the server's consent.
const ACCEPTED: [&str; 3] = ["application/json", "application/x-ndjson", "application/jsonl"];

/// The form of parameters in a body.
const FORM: &str = "the parameters as a JSON object, such as {\"size\": \"6x6\"}";

/// The body of a request, and the room for it.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) room: Room,
}

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = HttpProblem;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let media = header(request.headers(), CONTENT_TYPE);
        let media = media.split(';').next().unwrap_or_default().trim();
        if !ACCEPTED.iter().any(|accepted| media.eq_ignore_ascii_case(accepted)) {
            let error = format!("the content type '{media}' is not accepted");
            let problem = HttpProblem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error);
            return Err(problem.accepted(ACCEPTED.join(", ")));
        }
        let limit = hasty(BODY_TIMEOUT);
        let permit = timeout(limit, BODIES.acquire()).await.map_err(|_| HttpProblem::too_many())?;
        let room = Room(Arc::new(permit.expect("the semaphore is never closed")));
        match timeout(limit, String::from_request(request, state)).await {
            Ok(Ok(text)) => Ok(Self { text, room }),
            Ok(Err(error)) => Err(HttpProblem::new(error.status(), error.body_text())),
            Err(_) => Err(HttpProblem::new(StatusCode::REQUEST_TIMEOUT, "the body was too slow")),
        }
    }
}

/// The parameters of a request: in its query, or as a JSON object in its body.
#[derive(Debug)]
pub(super) struct Given {
    read: serde_json::Result<Named<Option<String>>>,
    /// The room for the body, if there is one.
    pub(super) room: Option<Room>,
}

impl<S: Send + Sync> FromRequest<S> for Given {
    type Rejection = HttpProblem;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if request.method() == Method::POST {
            let Text { text, room } = Text::from_request(request, state).await?;
            return Ok(Self { read: from_str(&text), room: Some(room) });
        }
        let query = request.uri().query().unwrap_or_default();
        let texts = form_urlencoded::parse(query.as_bytes()).into_owned();
        let texts = texts.map(|(name, text)| (name, Some(text))).collect();
        Ok(Self { read: Ok(Named(texts)), room: None })
    }
}

impl Given {
    /// The parameters. `names` lists those that are accepted.
    pub(super) fn parameters(self, names: &str) -> Result<Parameters> {
        Ok(Parameters::of_object(self.read, FORM, names)?)
    }
}
