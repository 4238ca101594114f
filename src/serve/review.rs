//! `POST /api/v1/review`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use othello_core::analysis::{TABLE, review_with};
use othello_core::notation::Reader;
use othello_core::{Size, TimeLimit};

use super::body::Text;
use super::client::work;
use super::request::Parameters;
use super::response::{Problem, Result, json};
use super::searches::Searches;
use crate::clock::clock;

/// The form of the body.
const FORM: &str = "the parameters as a JSON object, such as {\"game\": \"f5d6c3\"}";

const PARAMETERS: &str = "game, size, start, objective, score, time";

/// How much each move of a game lost.
pub(super) async fn post(State(searches): State<Arc<Searches>>, body: Text) -> Result<Response> {
    let parameters = Parameters::of_json(&body.text, FORM, PARAMETERS)?;
    drop(body);
    let (size, start) = parameters.board()?;
    let rules = parameters.rules()?;
    let time = parameters.review_time()?;
    let game = parameters.game("game", Reader::new(size, Size::STANDARD, start))?;
    if game.moves().is_empty() {
        return Err(Problem::of_field("game", &"the game has no moves"));
    }
    let reviewed = work(searches, move |client| {
        let hash = client.searches.hash.min(TABLE);
        let review = review_with(&game, rules, hash, &TimeLimit::new(client, clock, time));
        (review.moves.len() == game.moves().len()).then_some(review)
    });
    Ok(json(StatusCode::OK, &reviewed.await?.ok_or_else(Problem::stopping)?))
}
