//! `GET` and `POST /api/v1/solve`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use super::job::{End, Interest};
use super::json::{JSON, NOT_STORED, json};
use super::problem::Problem;
use super::question::Parameters;
use super::searches::{Asked, Searches};
use crate::results::{SolvedBoard, to_json};

/// How often a stream says how far the search is if nothing else is to be said.
const PULSE: Duration = Duration::from_secs(1);

/// A position that a URL names.
pub(super) async fn get(
    State(searches): State<Arc<Searches>>,
    parameters: Result<Query<Parameters>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(parameters) = parameters.map_err(|error| Problem::bad_request(error.body_text()))?;
    let (question, wait) = (parameters.question()?, parameters.wait()?);
    let asked = searches.ask(question)?;
    let is_listed = |accept: &str| accept.contains("text/event-stream");
    if headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(is_listed) {
        return Ok(events(asked));
    }
    let mut interest = match asked {
        Asked::Answered(board) => return Ok(solved(&board, &headers)),
        Asked::Open(interest) => interest,
    };
    if let Ok(end) = timeout(wait, interest.end()).await {
        return end.map(|board| solved(&board, &headers));
    }
    let bounds = interest.bounds();
    interest.pause();
    Ok(json(StatusCode::ACCEPTED, &bounds))
}

/// An answer that will not change, unless whoever asks has it already.
fn solved(board: &SolvedBoard, headers: &HeaderMap) -> Response {
    let text = to_json(board);
    let digest = Sha256::digest(&text);
    let tag = format!("\"{:x}\"", u64::from_be_bytes(*digest.first_chunk().expect("it is longer")));
    let known = headers.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let is_known = known.is_some_and(|tags| tags == "*" || tags.contains(&tag));
    let fresh = [(CACHE_CONTROL, "public, max-age=86400"), (VARY, "accept")];
    let head = (fresh, [(ETAG, tag)]);
    if is_known {
        (StatusCode::NOT_MODIFIED, head).into_response()
    } else {
        (head, [JSON], text).into_response()
    }
}

/// Whatever becomes known, as soon as it is.
fn events(asked: Asked) -> Response {
    let stream = stream::unfold(Events::Begin(asked), |events| async {
        let (text, rest) = events.next().await?;
        Some((Ok::<_, Infallible>(text), rest))
    });
    let head = [(CONTENT_TYPE, "text/event-stream"), NOT_STORED];
    (head, Body::from_stream(stream)).into_response()
}

/// The events that are still to be sent.
enum Events {
    Begin(Asked),
    Open(Interest),
    Ended,
}

impl Events {
    async fn next(self) -> Option<(String, Self)> {
        match self {
            Self::Begin(Asked::Answered(board)) => Some(Self::last(Ok(board))),
            Self::Begin(Asked::Open(interest)) => Some(Self::bounds(interest)),
            Self::Open(mut interest) => Some(match interest.news(PULSE).await {
                Some(end) => Self::last(end),
                None => Self::bounds(interest),
            }),
            Self::Ended => None,
        }
    }

    fn bounds(interest: Interest) -> (String, Self) {
        (event("bounds", &interest.bounds()), Self::Open(interest))
    }

    fn last(end: End) -> (String, Self) {
        let text = match end {
            Ok(board) => event("solved", &*board),
            Err(problem) => event("error", &problem),
        };
        (text, Self::Ended)
    }
}

fn event(name: &str, document: &impl Serialize) -> String {
    let document = serde_json::to_string(document).expect("it can be written as JSON");
    format!("event: {name}\ndata: {document}\n\n")
}
