//! `GET /api/v1/openapi.json`: the description of the API.

use axum::http::HeaderMap;
use axum::response::Response;

use super::document::document;

/// The description. A test calls every path in it.
pub(super) async fn get(headers: HeaderMap) -> Response {
    document(include_str!("openapi.json").to_owned(), &headers)
}
