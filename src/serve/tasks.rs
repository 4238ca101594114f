//! Tasks for one client, which wait for their turn in the queue: `POST /api/v1/review` and
//! `/api/v1/plan`.

use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use othello_core::analysis::{PlanError, TABLE, review_with};
use othello_core::requests::{self, PlanRequest, ReviewRequest};
use othello_core::{Progress, TimeLimit};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::body::Text;
use super::queue::Need;
use super::response::{Problem, Result, document, json, read_json, read_query};
use super::searches::Searches;
use crate::clock::clock;
use crate::results::{PlanDocument, to_json};

/// The form of the body of a review.
const REVIEW_FORM: &str = "the parameters as a JSON object, such as {\"game\": \"f5d6c3\"}";

/// The form of the body of a plan.
const PLAN_FORM: &str = "the parameters as a JSON object, such as {\"size\": \"4x4\"}";

/// The time limit of a plan.
const PLAN_TIME: Duration = Duration::from_mins(2);

/// Only one plan is made at a time, because a large one takes tens of MiB.
static PLANS: Semaphore = Semaphore::const_new(1);

/// `POST /api/v1/review`: how much each move of a game lost.
pub(super) async fn review(State(searches): State<Arc<Searches>>, body: Text) -> Result<Response> {
    let parameters = read_json(&body.text, REVIEW_FORM, ReviewRequest::PARAMETERS)?;
    drop(body);
    let ReviewRequest { game, rules, time } = ReviewRequest::read(&parameters)?;
    let reviewed = work(searches, move |client| {
        let hash = client.searches.hash.min(TABLE);
        review_with(&game, rules, hash, &TimeLimit::new(client, clock, time))
    });
    let review = reviewed.await?.map_err(|_| Problem::failed())?;
    if review.moves.len() < review.game.moves().len() {
        return Err(Problem::stopping());
    }
    Ok(json(StatusCode::OK, &review))
}

/// `GET /api/v1/plan`: a plan by which a player secures a score.
pub(super) async fn plan_of_query(
    State(searches): State<Arc<Searches>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response> {
    let parameters = read_query(&query.unwrap_or_default(), PlanRequest::PARAMETERS)?;
    let plan = plan(searches, PlanRequest::read(&parameters)?).await?;
    Ok(document(to_json(&plan), &headers))
}

/// `POST /api/v1/plan`
pub(super) async fn plan_of_body(
    State(searches): State<Arc<Searches>>,
    body: Text,
) -> Result<Response> {
    let parameters = read_json(&body.text, PLAN_FORM, PlanRequest::PARAMETERS)?;
    drop(body);
    Ok(json(StatusCode::OK, &plan(searches, PlanRequest::read(&parameters)?).await?))
}

async fn plan(searches: Arc<Searches>, request: PlanRequest) -> Result<PlanDocument> {
    let permit = PLANS.acquire().await.expect("the semaphore is never closed");
    let planned = work(searches, move |client| {
        let _permit = permit;
        let limit = TimeLimit::new(client, clock, PLAN_TIME);
        request.answer(client.searches.hash, &limit).map_err(|error| {
            let detail = match error {
                PlanError::Stopped if client.is_stopped() => return Problem::stopping(),
                PlanError::Stopped => "the plan was not found within two minutes".to_owned(),
                _ => error.to_string(),
            };
            requests::Problem::too_large(detail).into()
        })
    });
    planned.await?
}

/// Does a task when it is its turn. It stops when its client disconnects or the server stops.
async fn work<T: Send + 'static>(
    searches: Arc<Searches>,
    task: impl FnOnce(&Client) -> T + Send + 'static,
) -> Result<T> {
    let slot = searches.queue.place(Need::default())?.await.map_err(|_| Problem::too_many())?;
    // Dropped when the client disconnects.
    let connection = Arc::new(());
    let client = Client { connection: Arc::downgrade(&connection), searches };
    let done = spawn_blocking(move || {
        let _slot = slot;
        task(&client)
    });
    done.await.map_err(|_| Problem::failed())
}

/// The client of a task, which it listens to.
struct Client {
    connection: Weak<()>,
    searches: Arc<Searches>,
}

impl Progress for Client {
    fn is_stopped(&self) -> bool {
        self.connection.strong_count() == 0 || self.searches.is_stopped()
    }
}
