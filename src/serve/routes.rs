//! The paths, and the documents that take no search: about the server itself, the solved boards, and
//! the contents of a text.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use othello_core::Scoring;
use othello_core::known::KnownBoard;
use othello_core::requests::{self, Contents, READ_PARAMETERS};
use serde::Serialize;
use serde_json::Value;

use super::body::Text;
use super::guard::{Guard, guard};
use super::response::{Problem, Result, document, json, read_json};
use super::searches::Searches;
use super::{solve, tasks};
use crate::results::{AnswerDocument, Variant, to_json};
use crate::web;

/// The path of the API.
const API: &str = "/api/v1";

/// The page may load data only from this server, and no other page may show it in a frame.
const POLICY: &str = "default-src 'self' 'unsafe-inline' blob: data:; frame-ancestors 'none'";

/// The description of the API in the OpenAPI format. A test calls every path in it.
const DESCRIPTION: &str = include_str!("openapi.json");

pub(super) fn routes(searches: Arc<Searches>, allowed: Guard) -> Router {
    let page = Bytes::from(web::page(Some(API), None));
    let html = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)];
    let description = |headers: HeaderMap| async move { document(DESCRIPTION, &headers) };
    let paths = Router::new()
        .route("/", get(index))
        .route("/solve", get(solve::get).post(solve::post))
        .route("/plan", get(tasks::plan_of_query).post(tasks::plan_of_body))
        .route("/review", post(tasks::review))
        .route("/read", post(read))
        .route("/results", get(results))
        .route("/results/{name}", get(result))
        .route("/openapi.json", get(description));
    Router::new()
        .route("/", get(|| async move { (html, page).into_response() }))
        .route("/health", get(health))
        .nest(API, paths)
        .route(&format!("{API}/"), get(index))
        .fallback(|uri: Uri| async move {
            Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
        })
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            // Axum adds the header `Allow` to both responses.
            if method == Method::OPTIONS {
                return StatusCode::NO_CONTENT.into_response();
            }
            let detail = format!("{} is not for {method}", uri.path());
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail).into_response()
        })
        .layer(from_fn_with_state(Arc::new(allowed), guard))
        .with_state(searches)
}

/// The form of the body of `POST /api/v1/read`.
const READ_FORM: &str = "the parameters as a JSON object, such as {\"text\": \"1. f5 d6 2. c3\"}";

/// `POST /api/v1/read`: the positions and games in a text, in any notation.
async fn read(body: Text) -> Result<Response> {
    let parameters = read_json(&body.text, READ_FORM, READ_PARAMETERS)?;
    drop(body);
    Ok(json(StatusCode::OK, &Contents::read(&parameters)?))
}

/// The list of solved boards, shared by all connections.
static RESULTS: LazyLock<Bytes> =
    LazyLock::new(|| to_json(&crate::results::Index::of_known()).into());

/// `GET /api/v1/results`: the list of all solved boards.
async fn results(headers: HeaderMap) -> Response {
    document(RESULTS.clone(), &headers)
}

/// `GET /api/v1/results/{name}`: the document of one solved board.
async fn result(name: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response> {
    let Path(name) =
        name.map_err(|_| requests::Problem::of_field("name", &"the name is not UTF-8"))?;
    if let Some((size, Variant { start, rules })) = Variant::of_file(&name)
        && rules.scoring == Scoring::Discs
        && let Some(board) = KnownBoard::find(size, start, rules.objective)
    {
        return Ok(document(to_json(&AnswerDocument::of_known(board)), &headers));
    }
    let error = format!("there is no result '{name}'");
    Err(Problem::new(StatusCode::NOT_FOUND, error).accepted("the names that /api/v1/results lists"))
}

/// The state of the server.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// The number of running searches.
    running: usize,
    /// The number of waiting searches.
    waiting: usize,
    /// The number of searches started so far.
    begun: u64,
}

/// `GET /health`
async fn health(State(searches): State<Arc<Searches>>) -> Response {
    let (running, waiting) = (searches.queue.running(), searches.queue.waiting());
    let (version, begun) = (env!("CARGO_PKG_VERSION"), searches.begun.load(Relaxed));
    json(StatusCode::OK, &Health { status: "ok", version, running, waiting, begun })
}

/// The resources of the API.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Index {
    /// The resources.
    resources: Vec<Resource>,
}

/// A path of the API and its purpose.
#[derive(Serialize, schemars::JsonSchema)]
struct Resource {
    /// The HTTP method.
    method: String,
    /// The path. A name in braces is a placeholder.
    path: String,
    /// A summary of the response.
    summary: String,
}

/// `GET /api/v1`
async fn index(headers: HeaderMap) -> Response {
    let description: Value = serde_json::from_str(DESCRIPTION).expect("it is JSON");
    let entries = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let resources = entries(&description["paths"]).into_iter().flat_map(|(path, methods)| {
        entries(&methods).into_iter().map(move |(method, about)| Resource {
            method: method.to_uppercase(),
            path: path.clone(),
            summary: about["summary"].as_str().unwrap_or_default().to_owned(),
        })
    });
    document(to_json(&Index { resources: resources.collect() }), &headers)
}
