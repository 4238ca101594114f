//! Responses: documents, and problems as defined in RFC 9457. They are sent in pieces, within a time
//! limit for the whole.

use std::sync::Arc;
use std::time::Duration;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER, VARY,
};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, TryStreamExt, stream};
use othello_core::requests;
use serde::Serialize;
use tokio::sync::SemaphorePermit;

use super::sync::hasty;
use crate::clock::clock;
use crate::results::to_json;
use crate::storage::{hex, sha256};

/// The longest that a response may wait for its client in all.
const SENDING_TIMEOUT: Duration = Duration::from_mins(1);

/// The length of a piece. When the client has received most of it, the next is sent.
const PIECE_BYTES: usize = 16 << 10;

/// A problem with a request, or with the server.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(super) struct HttpProblem(requests::Problem);

/// The result of handling a request.
pub(super) type Result<T, E = HttpProblem> = std::result::Result<T, E>;

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
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, [JSON], text).into_response()
}

impl HttpProblem {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or_default();
        Self(requests::Problem::with_status(status.as_u16(), title, detail))
    }

    #[must_use]
    pub(super) fn accepted(self, accepted: impl Into<String>) -> Self {
        Self(self.0.accepted(accepted))
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

impl From<requests::Problem> for HttpProblem {
    fn from(problem: requests::Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for HttpProblem {
    fn into_response(self) -> Response {
        let head = [(CONTENT_TYPE, "application/problem+json"), NOT_STORED];
        let again = self.is_too_many().then_some([(RETRY_AFTER, "5")]);
        let status = StatusCode::from_u16(self.0.status).expect("it was one");
        (status, head, again, to_json(&self)).into_response()
    }
}

/// Room in memory. A response with this extension keeps it until it has been sent.
#[derive(Clone, Debug)]
pub(super) struct Room(
    #[expect(dead_code, reason = "it is only kept")] pub(super) Arc<SemaphorePermit<'static>>,
);

/// Middleware that breaks a response off if its client receives it too slowly.
pub(super) async fn limit_sending(mut response: Response) -> Response {
    let room = response.extensions_mut().remove::<Room>();
    match response.body().size_hint().exact() {
        Some(0) => return response,
        Some(length) => _ = response.headers_mut().insert(CONTENT_LENGTH, length.into()),
        None => {}
    }
    response.map(|body| Body::from_stream(in_pieces(body, room, clock)))
}

/// The pieces of a body. What counts is the time from a piece to the request for the next.
fn in_pieces(
    body: Body,
    room: Option<Room>,
    clock: fn() -> Duration,
) -> impl Stream<Item = Result<Bytes, Error>> {
    let begin = (body.into_data_stream(), Bytes::new(), room, Duration::ZERO, clock());
    stream::try_unfold(begin, move |(mut chunks, mut chunk, room, waited, sent)| async move {
        let waited = waited + clock().saturating_sub(sent);
        if waited > hasty(SENDING_TIMEOUT) {
            return Err(Error::new("the client receives too slowly"));
        }
        if chunk.is_empty() {
            let Some(next) = chunks.try_next().await? else { return Ok(None) };
            chunk = next;
        }
        let piece = chunk.split_to(chunk.len().min(PIECE_BYTES));
        Ok(Some((piece, (chunks, chunk, room, waited, clock()))))
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::StreamExt;

    use super::*;
    use crate::serve::tests::wait_for;

    thread_local! {
        /// Seconds. Each test has its own clock, because tests run at the same time.
        static TIME: Cell<u64> = const { Cell::new(0) };
    }

    fn seconds() -> Duration {
        Duration::from_secs(TIME.get())
    }

    #[test]
    fn a_response_is_broken_off_after_a_minute_of_waiting_for_its_client() {
        let text = "x".repeat(100 * PIECE_BYTES);
        for (pause, received) in [(0, 100), (1, 61), (7, 9), (61, 1)] {
            let mut pieces = Box::pin(in_pieces(text.clone().into(), None, seconds));
            let mut number = 0;
            while let Ok(Some(piece)) = wait_for(pieces.try_next()) {
                assert_eq!(piece.len(), PIECE_BYTES);
                number += 1;
                TIME.set(TIME.get() + pause);
            }
            assert_eq!(number, received, "{pause} seconds");
        }
    }

    /// Only the client's time counts, not the time that an answer takes.
    #[test]
    fn a_slow_answer_is_not_broken_off() {
        let lines = stream::iter(0..1000).map(|_| {
            TIME.set(TIME.get() + 10);
            Ok::<_, Error>(Bytes::from("{}\n"))
        });
        let pieces = in_pieces(Body::from_stream(lines), None, seconds);
        let number = wait_for(pieces.try_fold(0, async |number, _| Ok(number + 1)));
        assert_eq!(number.unwrap(), 1000);
    }
}
