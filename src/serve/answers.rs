//! The paths that take a search: `/api/v1/solve`, for a position or many, as a document or as a stream;
//! `/api/v1/forecast`, `/api/v1/review` and `/api/v1/plan`, which stop when the client disconnects.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use othello_core::analysis::{OpenReview, TABLE};
use othello_core::progress::TimeLimit;
use othello_core::requests::{Parameters, PlanRequest, Problem, ReviewRequest, SearchRequest};
use serde::Serialize;
use serde_json::from_str;
use tokio::task::yield_now;
use tokio::time::sleep;

use super::body::{Given, Text};
use super::response::{HttpProblem, NOT_STORED, Result, document, header, json};
use super::searches::{Interest, Searches, SharedSearches};
use super::sync::hasty;
use crate::clock::clock;
use crate::results::{to_json, to_json_line};

/// The longest pause between two events.
const PULSE: Duration = Duration::from_secs(1);

/// The maximum number of lines in a body, including blank ones.
const MAX_LINES: usize = 1000;

/// The parameters of a forecast, and the longest that it may take.
const FORECAST_PARAMETERS: &str = "size, start, moves, position, objective, score, time";
const LONGEST_FORECAST: Duration = Duration::from_mins(5);

/// The time limit of a plan.
const PLAN_TIME: Duration = Duration::from_mins(2);

/// The form of a body with many positions.
const FORM: &str = "on each line the parameters as a JSON object, such as {\"size\": \"6x6\"}";

/// `GET /api/v1/solve`: the position in the query.
pub(super) async fn solve(
    State(searches): SharedSearches,
    headers: HeaderMap,
    given: Given,
) -> Result<Response> {
    let (request, wait) = SearchRequest::read(&given.parameters(SearchRequest::PARAMETERS)?)?;
    let mut interest = searches.ask(request)?;
    if header(&headers, ACCEPT).contains("text/event-stream") {
        return Ok(events(interest));
    }
    if let Some(board) = interest.answer(wait).await? {
        return Ok(document(to_json(&*board), &headers));
    }
    let bounds = json(StatusCode::ACCEPTED, &interest.bounds());
    interest.linger();
    // The client should ask again after a second.
    Ok(([(RETRY_AFTER, "1")], bounds).into_response())
}

/// A stream of bounds, at once and as they are proved, and then the answer.
fn events(interest: Interest) -> Response {
    let events = stream::unfold(Some((interest, Duration::ZERO)), |open| async {
        let (mut interest, wait) = open?;
        let (name, document, open) = match interest.news(wait).await {
            Some(Ok(board)) => ("solved", in_one_line(&*board), None),
            Some(Err(problem)) => ("error", in_one_line(&problem), None),
            None => ("bounds", in_one_line(&interest.bounds()), Some((interest, hasty(PULSE)))),
        };
        Some((Ok::<_, Infallible>(Event::default().event(name).data(document)), open))
    });
    ([NOT_STORED], Sse::new(events)).into_response()
}

fn in_one_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("it can be written as JSON")
}

/// `POST /api/v1/solve`: a position on each line of the body, answered in the same order.
pub(super) async fn solve_all(State(searches): SharedSearches, body: Text) -> Result<Response> {
    let number = body.text.lines().count();
    if number > MAX_LINES {
        let error = format!("too many lines: {number}");
        let problem = HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, error);
        return Err(problem.accepted(format!("at most {MAX_LINES} lines")));
    }
    let lines = (1..).zip(body.text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<_> = lines.map(|(number, line)| (number, line.to_owned())).collect();
    if lines.is_empty() {
        return Err(HttpProblem::new(StatusCode::BAD_REQUEST, "no position found in the body")
            .accepted(FORM));
    }
    let slots = searches.queue.slots;
    let answers = stream::iter(lines).map(move |(number, line)| {
        let searches = searches.clone();
        async move {
            // Other requests get a turn, even while answers are known immediately.
            yield_now().await;
            let answered = answer(&searches, number, &line).await;
            let line = answered.unwrap_or_else(|problem| to_json_line(number, &problem));
            Ok::<_, Infallible>(line)
        }
    });
    let head = [(CONTENT_TYPE, "application/x-ndjson"), NOT_STORED];
    Ok((Extension(body.room), head, Body::from_stream(answers.buffered(slots))).into_response())
}

/// The answer to a line, as far as it is known in time.
async fn answer(searches: &Arc<Searches>, number: usize, line: &str) -> Result<String> {
    let parameters = Parameters::of_object(from_str(line), FORM, SearchRequest::PARAMETERS)?;
    let (request, wait) = SearchRequest::read(&parameters)?;
    let mut interest = loop {
        match searches.ask(request) {
            Err(problem) if problem.is_too_many() => sleep(Duration::from_millis(100)).await,
            asked => break asked?,
        }
    };
    Ok(match interest.answer(wait).await? {
        Some(board) => to_json_line(number, &*board),
        None => to_json_line(number, &interest.bounds()),
    })
}

/// `GET /api/v1/forecast`: the likely value of a position and of each move, without a proof.
pub(super) async fn forecast(State(searches): SharedSearches, given: Given) -> Result<Response> {
    let parameters = given.parameters(FORECAST_PARAMETERS)?;
    let (request, _) = SearchRequest::read(&parameters)?;
    let time = parameters.time("time", Duration::from_secs(1), LONGEST_FORECAST)?;
    let hash = searches.hash.min(TABLE);
    let forecast = searches.queue.run_for(time, move |turn| {
        // If it has to make room for others, it ends.
        Ok(Some(request.forecast(hash, &TimeLimit::new(turn, &clock, time))))
    });
    Ok(json(StatusCode::OK, &forecast.await?))
}

/// `POST /api/v1/review`: how much each move of a game lost.
pub(super) async fn review(State(searches): SharedSearches, given: Given) -> Result<Response> {
    let parameters = given.parameters(ReviewRequest::PARAMETERS)?;
    let ReviewRequest { game, rules, time } = ReviewRequest::read(&parameters)?;
    let (hash, mut open) = (searches.hash.min(TABLE), OpenReview::new(&game, rules));
    let review = searches.queue.run_for(time, move |turn| {
        let limit = TimeLimit::new(turn, &clock, time.saturating_sub(turn.had));
        open.pursue(hash, &limit).map_err(|_| HttpProblem::failed())?;
        Ok(if open.is_complete() { Some(open.review()) } else { None })
    });
    Ok(json(StatusCode::OK, &review.await?))
}

/// `/api/v1/plan`: a plan by which a player secures a score.
pub(super) async fn plan(
    State(searches): SharedSearches,
    headers: HeaderMap,
    given: Given,
) -> Result<Response> {
    let is_query = given.room.is_none();
    let request = PlanRequest::read(&given.parameters(PlanRequest::PARAMETERS)?)?;
    let (hash, place) = (searches.hash, searches.plans.place(0)?);
    let plan = searches.plans.run(place, None, move |turn| {
        match request.answer(hash, &TimeLimit::new(turn, &clock, PLAN_TIME))? {
            Some(plan) => Ok(Some(plan)),
            None => Err(Problem::too_large("the plan was not found within two minutes").into()),
        }
    });
    let plan = plan.await?;
    Ok(if is_query { document(to_json(&plan), &headers) } else { json(StatusCode::OK, &plan) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use axum::extract::FromRequest;
    use axum::http::Request;
    use futures_util::FutureExt;
    use othello_core::answer::{AnalysisOptions, Forecast};
    use othello_core::{Position, Size, Start};
    use serde_json::{Value, from_slice};
    use tokio::sync::watch;

    use super::*;
    use crate::serve::tests::wait_for;

    /// The answers to a body of a thousand lines are known immediately.
    #[test]
    fn other_requests_get_a_turn_between_the_answers_to_a_long_body() {
        static TURNS: AtomicUsize = AtomicUsize::new(0);
        let lines = wait_for(async {
            let searches = Arc::new(Searches::new(1, 0, None, watch::channel(false).1));
            let body = "{\"size\": \"6x6\"}\n".repeat(MAX_LINES);
            let request =
                Request::post("/").header(CONTENT_TYPE, "application/json").body(body.into());
            let body = Text::from_request(request.unwrap(), &()).await.unwrap();
            let answers = solve_all(State(searches), body).await.unwrap();
            tokio::spawn(async {
                loop {
                    TURNS.fetch_add(1, Relaxed);
                    yield_now().await;
                }
            });
            axum::body::to_bytes(answers.into_body(), usize::MAX).await.unwrap()
        });
        let lines = lines.split(|&byte| byte == b'\n').count() - 1;
        assert_eq!(lines, MAX_LINES);
        assert!(TURNS.load(Relaxed) >= lines, "{TURNS:?}");
    }

    /// A request to one of these paths.
    async fn given(query: &str) -> Given {
        let request = Request::get(format!("/?{query}")).body(Body::empty()).unwrap();
        Given::from_request(request, &()).await.unwrap()
    }

    #[test]
    fn a_forecast_is_the_one_of_the_search_and_stops_with_its_client() {
        wait_for(async {
            let (_stop, stopping) = watch::channel(false);
            let searches = Arc::new(Searches::new(1, 1 << 20, None, stopping));
            let ask =
                async |query: &str| forecast(State(searches.clone()), given(query).await).await;
            let text = async |query: &str| {
                let body = ask(query).await.unwrap().into_body();
                axum::body::to_bytes(body, usize::MAX).await.unwrap()
            };
            let found: Value = from_slice(&text("size=8&moves=f5&time=0.2s").await).unwrap();
            let depth = u32::try_from(found["depth"].as_u64().unwrap()).unwrap();
            let after_f5 = Position::start(Size::STANDARD, Start::Diagonal);
            let after_f5 = after_f5.play("f5".parse().unwrap()).unwrap();
            let expected = Forecast::new(after_f5, &AnalysisOptions::to_depth(depth), &());
            assert_eq!(found, serde_json::to_value(&expected).unwrap());
            assert_eq!(text("size=3x5&time=0s").await, "null\n", "there is no evaluation");
            assert!(ask("size=8&time=301s").await.is_err());
            let long = tokio::spawn({
                let searches = searches.clone();
                async move { forecast(State(searches), given("size=8&time=300s").await).await.is_ok() }
            });
            for is_running in [true, false] {
                while (searches.queue.running() == 1) != is_running {
                    yield_now().await;
                }
                long.abort();
            }
        });
    }

    /// Otherwise it would wait for a turn of each of them.
    #[test]
    fn a_question_goes_before_reviews_that_wait() {
        wait_for(async {
            let (_stop, stopping) = watch::channel(false);
            let searches = Arc::new(Searches::new(1, 0, None, stopping));
            let queue = searches.queue.clone();
            let call = || queue.clone().call().now_or_never();
            let mut running = queue.place(0).unwrap();
            call();
            let mut reviews = Vec::new();
            for _ in 0..4 {
                let given = given("game=f5d6&time=60s").await;
                let mut review = Box::pin(review(State(searches.clone()), given));
                assert!((&mut review).now_or_never().is_none());
                reviews.push(review);
            }
            let mut question = queue.place(1 << 20).unwrap();
            drop(running.try_recv().expect("it was called first"));
            call();
            assert_eq!(queue.waiting(), 4);
            assert!(question.try_recv().is_ok(), "the question is called next");
        });
    }
}
