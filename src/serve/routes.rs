//! Which path answers what.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;

use super::api::Api;
use super::guard::{Guard, guard};
use super::json::json;
use super::problem::Problem;
use super::{lines, openapi, results, review, solve};
use crate::web;

/// The path of the API.
pub(super) const API: &str = "/api/v1";

/// The page asks this server and nobody else, and no other page may show it in a frame.
const POLICY: &str = "default-src 'self' 'unsafe-inline' blob: data:; frame-ancestors 'none'";

pub(super) fn routes(api: Arc<Api>, who: Guard) -> Router {
    let page = Bytes::from(web::page(Some(API)));
    let html = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)];
    let paths = Router::new()
        .route("/", get(openapi::index))
        .route("/solve", get(solve::get).post(lines::post))
        .route("/review", post(review::post))
        .route("/results", get(results::list))
        .route("/results/{name}", get(results::one))
        .route("/openapi.json", get(openapi::get));
    Router::new()
        .route("/", get(|| async move { (html, page).into_response() }))
        .route("/health", get(health))
        .nest(API, paths)
        .route(&format!("{API}/"), get(openapi::index))
        .fallback(|uri: Uri| async move {
            Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
        })
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            // The header `Allow` is added to either answer.
            if method == Method::OPTIONS {
                return StatusCode::NO_CONTENT.into_response();
            }
            let detail = format!("{} is not for {method}", uri.path());
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail).into_response()
        })
        .layer(from_fn_with_state(Arc::new(who), guard))
        .with_state(api)
}

/// How the server is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// The number of searches that run.
    running: usize,
    /// The number of searches that wait.
    waiting: usize,
    /// The number of all searches that have begun.
    begun: u64,
}

async fn health(State(api): State<Arc<Api>>) -> Response {
    let searches = &api.searches;
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        running: searches.queue.running(),
        waiting: searches.queue.waiting(),
        begun: searches.begun(),
    };
    json(StatusCode::OK, &health)
}
