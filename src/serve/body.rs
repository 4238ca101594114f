//! The bodies of requests.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use futures_util::StreamExt;
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
        let Ok(read) = timeout(PATIENCE, whole(request.into_body())).await else {
            let error = format!("the body has not arrived within {} seconds", PATIENCE.as_secs());
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, error));
        };
        let text = String::from_utf8(read?);
        let text = text.map_err(|_| Problem::bad_request("the body is not UTF-8"))?;
        Ok(Text { text, _place: place })
    }
}

/// All bytes of a body. There is room for the longest from the start, because a vector that grows
/// leaves holes behind; the system provides the memory only where it is used.
async fn whole(body: Body) -> Result<Vec<u8>, Problem> {
    let (mut bytes, mut chunks) = (Vec::with_capacity(LONGEST), body.into_data_stream());
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Problem::bad_request("the body was broken off"))?;
        if bytes.len() + chunk.len() > LONGEST {
            let detail = format!("the body is longer than {LONGEST} bytes");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        bytes.extend_from_slice(&chunk);
    }
    bytes.shrink_to_fit();
    Ok(bytes)
}
