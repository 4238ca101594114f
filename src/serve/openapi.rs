//! The description of the API, and the index of what is in it.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;

use super::document::document;
use crate::results::to_json;

/// The description. A test calls every path in it.
const DESCRIPTION: &str = include_str!("openapi.json");

/// The resources of the API.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Index {
    /// The resources.
    resources: Vec<Resource>,
}

/// A path of the API, and what it is good for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Resource {
    /// The HTTP method.
    method: String,
    /// The path. A name in braces stands for any.
    path: String,
    /// What it answers.
    summary: String,
}

/// `GET /api/v1/openapi.json`
pub(super) async fn get(headers: HeaderMap) -> Response {
    document(Bytes::from_static(DESCRIPTION.as_bytes()), &headers)
}

/// `GET /api/v1`
pub(super) async fn index(headers: HeaderMap) -> Response {
    let description: Value = serde_json::from_str(DESCRIPTION).expect("it is JSON");
    let of = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let resources = of(&description["paths"]).into_iter().flat_map(|(path, methods)| {
        of(&methods).into_iter().map(move |(method, about)| Resource {
            method: method.to_uppercase(),
            path: path.clone(),
            summary: about["summary"].as_str().unwrap_or_default().to_owned(),
        })
    });
    document(to_json(&Index { resources: resources.collect() }), &headers)
}
