//! `GET /api/v1/results`: the solved boards.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use othello_core::known::KnownBoard;
use othello_core::{Objective, Rules, Score, Scoring, Size, Start};
use serde::Serialize;

use super::response::{Problem, Result, document};
use crate::results::{SolvedBoard, Variant, to_json};

/// The solved boards.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct List {
    /// The boards.
    results: Vec<Entry>,
}

/// A summary of a solved board.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Entry {
    /// The last part of the path of its document.
    name: String,
    /// The board.
    size: Size,
    /// The arrangement of the first four discs.
    start: Start,
    /// Whether the most or the fewest discs win.
    objective: Objective,
    /// How `value` is scored.
    score: Scoring,
    /// The value of the start, seen by Black, who is to move.
    value: Score,
}

/// The list, shared by all connections.
static LIST: LazyLock<Bytes> = LazyLock::new(|| {
    let results =
        KnownBoard::all().iter().map(|&KnownBoard { size, start, objective, value, .. }| {
            let score = Scoring::Discs;
            let variant = Variant { start, rules: Rules::new(score, objective) };
            let name = format!("{size}{}", variant.file_name());
            Entry { name, size, start, objective, score, value }
        });
    to_json(&List { results: results.collect() }).into()
});

/// The list of all solved boards.
pub(super) async fn list(headers: HeaderMap) -> Response {
    document(LIST.clone(), &headers)
}

/// The document of one solved board.
pub(super) async fn one(
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response> {
    let Path(name) = name.map_err(|_| Problem::of_field("name", &"the name is not UTF-8"))?;
    if let Some((size, Variant { start, rules })) = Variant::of_file(&name)
        && rules.scoring == Scoring::Discs
        && let Some(board) = KnownBoard::find(size, start, rules.objective)
    {
        return Ok(document(to_json(&SolvedBoard::of_known(board)), &headers));
    }
    let error = format!("there is no result '{name}'");
    Err(Problem::new(StatusCode::NOT_FOUND, error).accepted("the names that /api/v1/results lists"))
}
