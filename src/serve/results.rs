//! `GET /api/v1/results`: the boards that are solved.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Serialize;

use super::api::Api;
use super::document::document;
use super::json::json;
use super::problem::Problem;
use crate::board::Size;
use crate::game::{Objective, Score, Scoring, Start};
use crate::results::{SolvedBoard, to_json};

/// The solved boards.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct List<'a> {
    /// The boards.
    results: Vec<Entry<'a>>,
}

/// A solved board in short.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Entry<'a> {
    /// The last part of the path of its document.
    name: &'a str,
    /// The board.
    size: Size,
    /// How the first four discs lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// Whether the most or the fewest discs win.
    objective: Objective,
    /// How `value` is counted.
    score: Scoring,
    /// The value of the start, seen by Black, who is to move.
    value: Score,
}

/// All of them.
pub(super) async fn list(State(api): State<Arc<Api>>) -> Response {
    let results = api.searches.known.boards().map(|(name, board)| {
        let &SolvedBoard { size, start, objective, score, value, .. } = board;
        Entry { name, size, start, objective, score, value }
    });
    json(StatusCode::OK, &List { results: results.collect() })
}

/// One of them.
pub(super) async fn one(
    State(api): State<Arc<Api>>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(name) = name.map_err(|_| Problem::of_field("name", &"the name is not UTF-8"))?;
    let board = api.searches.known.board(&name).ok_or_else(|| {
        let error = format!("there is no result '{name}'");
        Problem::new(StatusCode::NOT_FOUND, error).accepted("the names that /api/v1/results lists")
    })?;
    Ok(document(to_json(board), &headers))
}
