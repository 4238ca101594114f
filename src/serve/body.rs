//! The bodies of requests.

use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::problem::Problem;

/// The most bytes of a body.
const LONGEST: usize = 1 << 20;

/// The most bodies that are in memory.
const BODIES: usize = 16;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The media types that are accepted. A page of another origin cannot send them unasked.
const ACCEPTED: [&str; 3] = ["application/json", "application/x-ndjson", "application/jsonl"];

/// Reads bodies, a few at a time.
#[derive(Debug)]
pub(super) struct Bodies(Arc<Semaphore>);

/// A body, which is in memory as long as this is kept.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    _place: OwnedSemaphorePermit,
}

impl Bodies {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(BODIES)))
    }

    /// The body of a request, as text.
    pub(super) async fn read(&self, request: Request) -> Result<Text, Problem> {
        let media = request.headers().get(CONTENT_TYPE).and_then(|media| media.to_str().ok());
        let media = media.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !ACCEPTED.contains(&media) {
            let error = format!("the content type '{media}' is not accepted");
            let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error);
            return Err(problem.accepted(ACCEPTED.join(", ")));
        }
        let Ok(place) = timeout(PATIENCE, self.0.clone().acquire_owned()).await else {
            return Err(Problem::too_many());
        };
        let place = place.expect("it is never closed");
        let Ok(read) = timeout(PATIENCE, to_bytes(request.into_body(), LONGEST)).await else {
            let error = format!("the body has not arrived within {} seconds", PATIENCE.as_secs());
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, error));
        };
        let bytes = read.map_err(|_| {
            let error = format!("the body is longer than {LONGEST} bytes, or was broken off");
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error)
        })?;
        let text = String::from_utf8(bytes.into());
        let text = text.map_err(|_| Problem::bad_request("the body is not UTF-8"))?;
        Ok(Text { text, _place: place })
    }
}
