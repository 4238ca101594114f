//! `GET /api/v1/results`: the solved boards.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use othello_core::Scoring;
use othello_core::known::KnownBoard;

use super::response::{Problem, Result, document};
use crate::results::{Index, SolvedBoard, Variant, to_json};

/// The list, shared by all connections.
static LIST: LazyLock<Bytes> = LazyLock::new(|| to_json(&Index::of_known()).into());

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
