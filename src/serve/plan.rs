//! `/api/v1/plan`: a plan by which a player secures a score.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use othello_core::analysis::PlanError;
use othello_core::{Progress, TimeLimit};
use tokio::sync::Semaphore;

use super::body::Text;
use super::client::work;
use super::request::{Parameters, PlanRequest};
use super::response::{Problem, Result, document, json};
use super::searches::Searches;
use crate::clock::clock;
use crate::results::{PlanDocument, to_json};

/// The form of a body.
const FORM: &str = "the parameters as a JSON object, such as {\"size\": \"4x4\"}";

/// The time limit.
const TIME: Duration = Duration::from_mins(2);

/// Only one plan is made at a time, because a large one takes tens of MiB.
static PLANS: Semaphore = Semaphore::const_new(1);

/// `GET /api/v1/plan`
pub(super) async fn get(
    State(searches): State<Arc<Searches>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response> {
    let parameters = Parameters::of_query(&query.unwrap_or_default(), PlanRequest::PARAMETERS)?;
    let plan = plan(searches, PlanRequest::read(&parameters)?).await?;
    Ok(document(to_json(&plan), &headers))
}

/// `POST /api/v1/plan`
pub(super) async fn post(State(searches): State<Arc<Searches>>, body: Text) -> Result<Response> {
    let parameters = Parameters::of_json(&body.text, FORM, PlanRequest::PARAMETERS)?;
    drop(body);
    Ok(json(StatusCode::OK, &plan(searches, PlanRequest::read(&parameters)?).await?))
}

async fn plan(searches: Arc<Searches>, request: PlanRequest) -> Result<PlanDocument> {
    let permit = PLANS.acquire().await.expect("the semaphore is never closed");
    let planned = work(searches, move |client| {
        let _permit = permit;
        let limit = TimeLimit::new(client, clock, TIME);
        request.answer(client.searches.hash, &limit).map_err(|error| match error {
            PlanError::Stopped if client.is_stopped() => Problem::stopping(),
            PlanError::Stopped => {
                let seconds = TIME.as_secs();
                Problem::too_large(format!("the plan was not found within {seconds} seconds"))
            }
            _ => Problem::too_large(error.to_string()),
        })
    });
    planned.await?
}
