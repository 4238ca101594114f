//! Which path answers what.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Serialize;

use super::guard::{Guard, guard};
use super::json::json;
use super::problem::Problem;
use super::searches::Searches;
use super::solve;
use crate::web;

/// The path of the API.
pub(super) const API: &str = "/api/v1";

/// The page asks this server and nobody else, and no other page may show it in a frame.
const POLICY: &str = "default-src 'self' 'unsafe-inline' blob: data:; frame-ancestors 'none'";

pub(super) fn routes(searches: Arc<Searches>, who: Guard) -> Router {
    let page = web::page(Some(API));
    let html = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)];
    let api = Router::new().route("/solve", get(solve::get));
    Router::new()
        .route("/", get(|| async move { (html, page).into_response() }))
        .route("/health", get(health))
        .nest(API, api)
        .fallback(|uri: Uri| async move {
            Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
        })
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            let error = format!("{} is not for {method}", uri.path());
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, error)
        })
        .layer(from_fn_with_state(Arc::new(who), guard))
        .with_state(searches)
}

/// How the server is.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    /// The searches that run.
    searching: usize,
    /// The searches that wait.
    waiting: usize,
    /// All searches that have begun.
    begun: u64,
}

async fn health(State(searches): State<Arc<Searches>>) -> Response {
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        searching: searches.queue.running(),
        waiting: searches.queue.waiting(),
        begun: searches.begun(),
    };
    json(StatusCode::OK, &health)
}
