//! `POST /api/v1/solve`: many positions, answered in their order.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::time::{sleep, timeout};

use super::api::Api;
use super::json::NOT_STORED;
use super::parameters::of_json;
use super::problem::Problem;
use super::question::Parameters;
use super::searches::Asked;
use crate::results::to_json_line;

/// The most positions of a request.
const MOST: usize = 1000;

/// What a line looks like.
const FORM: &str = "on each line the parameters as a JSON object, such as {\"size\": \"6x6\"}";

/// How long a position waits before it tries again to enter a full queue.
const PAUSE: Duration = Duration::from_millis(100);

/// A position on each line of the body, and an answer on each line of the response.
pub(super) async fn post(
    State(api): State<Arc<Api>>,
    request: Request,
) -> Result<Response, Problem> {
    let body = api.bodies.read(request).await?;
    let number = body.text.lines().filter(|line| !line.trim().is_empty()).count();
    if number > MOST {
        let error = format!("{number} positions are too many");
        let problem = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error);
        return Err(problem.accepted(format!("at most {MOST} lines")));
    }
    if number == 0 {
        let problem = Problem::bad_request("there is no position in the body");
        return Err(problem.accepted(FORM));
    }
    let answers = stream::unfold((api, body, 0), |(api, body, number)| async move {
        let mut rest = body.text.lines().enumerate().skip(number);
        let (at, line) = rest.find(|(_, line)| !line.trim().is_empty())?;
        let answer = answer(&api, at + 1, line).await;
        Some((Ok::<_, Infallible>(answer), (api, body, at + 1)))
    });
    let head = [(CONTENT_TYPE, "application/x-ndjson"), NOT_STORED];
    Ok((head, Body::from_stream(answers)).into_response())
}

/// The line that answers a line: a solved board, bounds, or an error.
async fn answer(api: &Api, number: usize, line: &str) -> String {
    match solve(api, number, line).await {
        Ok(answer) => answer,
        Err(problem) => written(number, &problem),
    }
}

async fn solve(api: &Api, number: usize, line: &str) -> Result<String, Problem> {
    let parameters: Parameters = of_json(line, FORM)?;
    let (question, wait) = (parameters.question()?, parameters.wait()?);
    let asked = loop {
        match api.searches.ask(question) {
            Err(problem) if problem.is_too_many() => sleep(PAUSE).await,
            asked => break asked?,
        }
    };
    let mut interest = match asked {
        Asked::Answered(board) => return Ok(written(number, &*board)),
        Asked::Open(interest) => interest,
    };
    match timeout(wait, interest.end()).await {
        Ok(board) => Ok(written(number, &*board?)),
        Err(_) => Ok(written(number, &interest.bounds())),
    }
}

fn written(number: usize, answer: &impl Serialize) -> String {
    to_json_line(number, answer).expect("it is a document with fields")
}
