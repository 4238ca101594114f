//! `GET /api/v1/solve`: one position, at once or as a stream of what becomes known.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::time::timeout;

use super::api::Api;
use super::document::document;
use super::job::{End, Interest};
use super::json::{NOT_STORED, json};
use super::parameters::of_query;
use super::problem::Problem;
use super::question::Parameters;
use super::searches::Asked;
use crate::results::to_json;

/// How often a stream says how far the search is if nothing else is to be said.
const PULSE: Duration = Duration::from_secs(1);

/// How many seconds a client had better let pass before it asks again.
const ASK_AGAIN: (HeaderName, &str) = (RETRY_AFTER, "1");

/// A position that a URL names.
pub(super) async fn get(
    State(api): State<Arc<Api>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let parameters: Parameters = of_query(query.as_deref())?;
    let (question, wait) = (parameters.question()?, parameters.wait()?);
    let asked = api.searches.ask(question)?;
    let is_listed = |accept: &str| accept.contains("text/event-stream");
    if headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(is_listed) {
        return Ok(events(asked));
    }
    let mut interest = match asked {
        Asked::Answered(board) => return Ok(document(to_json(&*board), &headers)),
        Asked::Open(interest) => interest,
    };
    if let Ok(end) = timeout(wait, interest.end()).await {
        return end.map(|board| document(to_json(&*board), &headers));
    }
    let bounds = interest.bounds();
    interest.pause();
    Ok(([ASK_AGAIN], json(StatusCode::ACCEPTED, &bounds)).into_response())
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
