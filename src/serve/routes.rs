//! The paths, and the documents that take no search: about the server itself, the solved boards, and
//! the contents of a text.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use othello_core::requests::{Contents, Problem, READ_PARAMETERS};

use super::answers;
use super::body::{Given, MAX_BYTES};
use super::guard::{Guard, guard};
use super::response::{HttpProblem, Result, document, json, limit_sending};
use super::searches::{Searches, SharedSearches};
use crate::results::{AnswerDocument, ApiIndex, Health, Index, to_json};
use crate::web;

/// The path of the API.
const API: &str = "/api/v1";

/// The description of the API in the OpenAPI format. A test calls every path in it.
const DESCRIPTION: &str = include_str!("openapi.json");

pub(super) fn routes(searches: Arc<Searches>, allowed: Guard) -> Router {
    let page = Html(Bytes::from(web::page(Some(API), None)));
    let policy = [(CONTENT_SECURITY_POLICY, web::content_security_policy())];
    let description = |headers: HeaderMap| async move { document(DESCRIPTION, &headers) };
    let paths = Router::new()
        .route("/", get(index))
        .route("/solve", get(answers::solve).post(answers::solve_all))
        .route("/forecast", get(answers::forecast))
        .route("/plan", get(answers::plan).post(answers::plan))
        .route("/review", post(answers::review))
        .route("/read", post(read))
        .route("/results", get(results))
        .route("/results/{name}", get(result))
        .route("/openapi.json", get(description));
    Router::new()
        .route("/", get(|| async move { (policy, page) }))
        .route("/health", get(health))
        .nest(API, paths)
        .route(&format!("{API}/"), get(index))
        .fallback(|uri: Uri| async move {
            HttpProblem::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
        })
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            // Axum adds the header `Allow` to both responses.
            if method == Method::OPTIONS {
                return StatusCode::NO_CONTENT.into_response();
            }
            let detail = format!("{} is not for {method}", uri.path());
            HttpProblem::new(StatusCode::METHOD_NOT_ALLOWED, detail).into_response()
        })
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .layer(map_response(limit_sending))
        .layer(from_fn_with_state(Arc::new(allowed), guard))
        .with_state(searches)
}

/// `POST /api/v1/read`: the positions and games in a text, in any notation.
async fn read(given: Given) -> Result<Response> {
    let room = given.room.clone().map(Extension);
    let contents = Contents::read(&given.parameters(READ_PARAMETERS)?)?;
    Ok((room, json(StatusCode::OK, &contents)).into_response())
}

/// The list of solved boards, shared by all connections.
static RESULTS: LazyLock<Bytes> = LazyLock::new(|| to_json(&Index::of_known()).into());

/// `GET /api/v1/results`: the list of all solved boards.
async fn results(headers: HeaderMap) -> Response {
    document(RESULTS.clone(), &headers)
}

/// `GET /api/v1/results/{name}`: the document of one solved board.
async fn result(name: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response> {
    let Path(name) = name.map_err(|_| Problem::of_field("name", &"the name is not UTF-8"))?;
    if let Some(board) = AnswerDocument::of_known(&name) {
        return Ok(document(to_json(&board), &headers));
    }
    let error = format!("there is no result '{name}'");
    Err(HttpProblem::new(StatusCode::NOT_FOUND, error)
        .accepted("the names that /api/v1/results lists"))
}

/// `GET /health`
async fn health(State(searches): SharedSearches) -> Response {
    let (version, begun) = (env!("CARGO_PKG_VERSION"), searches.begun.load(Relaxed));
    let Searches { queue, plans, .. } = &*searches;
    let running = queue.running() + plans.running();
    let waiting = queue.waiting() + plans.waiting();
    json(StatusCode::OK, &Health { status: "ok", version, running, waiting, begun })
}

/// `GET /api/v1`
async fn index(headers: HeaderMap) -> Response {
    document(to_json(&ApiIndex::of_description(DESCRIPTION)), &headers)
}
