//! The bodies of requests.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use futures_util::StreamExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::response::{Problem, Result, header};

/// The maximum length of a body, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// One permit for each body that may be in memory.
static BODIES: Semaphore = Semaphore::const_new(16);

/// The time limit for a body to arrive, and before that for other bodies to make room for it.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The accepted media types. A page of another origin cannot send them without the server's consent.
const ACCEPTED: [&str; 3] = ["application/json", "application/x-ndjson", "application/jsonl"];

/// The body of a request, which counts towards the limit until it is dropped.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: String,
    _permit: SemaphorePermit<'static>,
}

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self> {
        let media = header(request.headers(), CONTENT_TYPE);
        let media = media.split(';').next().unwrap_or_default().trim();
        if !ACCEPTED.contains(&media) {
            let error = format!("the content type '{media}' is not accepted");
            let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error);
            return Err(problem.accepted(ACCEPTED.join(", ")));
        }
        let limit = super::sync::hasty(BODY_TIMEOUT);
        let permit = timeout(limit, BODIES.acquire()).await.map_err(|_| Problem::too_many())?;
        let permit = permit.expect("the semaphore is never closed");
        let Ok(read) = timeout(limit, read_all(request.into_body())).await else {
            let limit = BODY_TIMEOUT.as_secs();
            let error = format!("the body has not arrived within {limit} seconds");
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, error));
        };
        let text = String::from_utf8(read?);
        let text = text.map_err(|_| Problem::bad_request("the body is not UTF-8"))?;
        Ok(Self { text, _permit: permit })
    }
}

/// Reads all bytes of a body. The vector has its full capacity from the start, because growing it
/// would fragment the heap. The system provides the memory only where it is used.
async fn read_all(body: Body) -> Result<Vec<u8>> {
    let (mut bytes, mut chunks) = (Vec::with_capacity(MAX_BYTES), body.into_data_stream());
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Problem::bad_request("the body was broken off"))?;
        if bytes.len() + chunk.len() > MAX_BYTES {
            let detail = format!("the body is longer than {MAX_BYTES} bytes");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        bytes.extend_from_slice(&chunk);
    }
    bytes.shrink_to_fit();
    Ok(bytes)
}
