//! `/api/v1/solve`: one position, as a document or as a stream of events, or many positions.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::time::sleep;

use super::body::Text;
use super::response::{NOT_STORED, Problem, Result, document, header, json, read_json, read_query};
use super::searches::{Asked, Searches};
use crate::results::{to_json, to_json_line};
use othello_core::requests::SearchRequest;

/// The longest pause between two events.
const PULSE: Duration = Duration::from_secs(1);

/// The maximum number of positions in a body.
const MAX_POSITIONS: usize = 1000;

/// The form of a body.
const FORM: &str = "on each line the parameters as a JSON object, such as {\"size\": \"6x6\"}";

/// `GET /api/v1/solve`: the position in the query.
pub(super) async fn get(
    State(searches): State<Arc<Searches>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response> {
    let parameters = read_query(&query.unwrap_or_default(), SearchRequest::PARAMETERS)?;
    let (request, wait) = SearchRequest::read(&parameters)?;
    let asked = searches.ask(request)?;
    if header(&headers, ACCEPT).contains("text/event-stream") {
        return Ok(events(asked));
    }
    Ok(match asked.within(wait).await? {
        Asked::Answered(board) => document(to_json(&*board), &headers),
        Asked::Open(interest) => {
            let bounds = interest.bounds();
            interest.pause();
            // The client should ask again after a second.
            ([(RETRY_AFTER, "1")], json(StatusCode::ACCEPTED, &bounds)).into_response()
        }
    })
}

/// A stream of bounds, at once and as they are proved, and then the answer.
fn events(asked: Asked) -> Response {
    let events = stream::unfold(Some((asked, true)), |open| async {
        let (asked, is_first) = open?;
        let (name, document, open) = match asked {
            Asked::Answered(board) => ("solved", in_one_line(&*board), None),
            Asked::Open(mut interest) => {
                let end =
                    if is_first { None } else { interest.news(super::sync::hasty(PULSE)).await };
                match end {
                    None => {
                        let bounds = in_one_line(&interest.bounds());
                        ("bounds", bounds, Some((Asked::Open(interest), false)))
                    }
                    Some(Ok(board)) => ("solved", in_one_line(&*board), None),
                    Some(Err(problem)) => ("error", in_one_line(&problem), None),
                }
            }
        };
        Some((Ok::<_, Infallible>(Event::default().event(name).data(document)), open))
    });
    ([NOT_STORED], Sse::new(events)).into_response()
}

fn in_one_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("it can be written as JSON")
}

/// `POST /api/v1/solve`: a position on each line of the body, answered in the same order.
pub(super) async fn post(State(searches): State<Arc<Searches>>, body: Text) -> Result<Response> {
    let number = body.text.lines().filter(|line| !line.trim().is_empty()).count();
    if number > MAX_POSITIONS {
        let error = format!("{number} positions are too many");
        let problem = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error);
        return Err(problem.accepted(format!("at most {MAX_POSITIONS} lines")));
    }
    if number == 0 {
        return Err(Problem::bad_request("there is no position in the body").accepted(FORM));
    }
    let answers = stream::unfold((searches, body, 0), |(searches, body, number)| async move {
        let mut rest = body.text.lines().enumerate().skip(number);
        let (at, line) = rest.find(|(_, line)| !line.trim().is_empty())?;
        let number = at + 1;
        let answer = match answer(&searches, line).await {
            Ok(Asked::Answered(board)) => to_json_line(number, &*board),
            Ok(Asked::Open(interest)) => to_json_line(number, &interest.bounds()),
            Err(problem) => to_json_line(number, &problem),
        };
        let answer = answer.expect("it is a document with fields");
        Some((Ok::<_, Infallible>(answer), (searches, body, number)))
    });
    let head = [(CONTENT_TYPE, "application/x-ndjson"), NOT_STORED];
    Ok((head, Body::from_stream(answers)).into_response())
}

/// The answer to a line, as far as it is known in time.
async fn answer(searches: &Arc<Searches>, line: &str) -> Result<Asked> {
    let parameters = read_json(line, FORM, SearchRequest::PARAMETERS)?;
    let (request, wait) = SearchRequest::read(&parameters)?;
    loop {
        match searches.ask(request) {
            Err(problem) if problem.is_too_many() => sleep(Duration::from_millis(100)).await,
            asked => return asked?.within(wait).await,
        }
    }
}
