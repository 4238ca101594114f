//! `POST /api/v1/review`.

use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use othello_core::analysis::{TABLE, review_with};
use othello_core::board::Size;
use othello_core::notation::Reader;
use othello_core::progress::{Progress, TimeLimit};
use serde::Deserialize;
use tokio::task::spawn_blocking;

use super::api::Api;
use super::json::json;
use super::parameters::of_json;
use super::problem::Problem;
use super::question::{board, game, rules, time};
use super::queue::Need;
use super::searches::Searches;
use crate::clock::clock;

/// The time for a game if none is named.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// What the body looks like.
const FORM: &str = "the parameters as a JSON object, such as {\"game\": \"f5d6c3\"}";

/// A game to review.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    #[serde(default)]
    game: String,
    size: Option<String>,
    start: Option<String>,
    objective: Option<String>,
    score: Option<String>,
    time: Option<String>,
}

/// What each move of a game gave away.
pub(super) async fn post(
    State(api): State<Arc<Api>>,
    request: Request,
) -> Result<Response, Problem> {
    let body = api.bodies.read(request).await?;
    let of: Parameters = of_json(&body.text, FORM)?;
    drop(body);
    let (size, start) = board(of.size.as_deref(), of.start.as_deref())?;
    let rules = rules(of.objective.as_deref(), of.score.as_deref())?;
    let time = time("time", of.time.as_deref(), USUAL_TIME)?;
    let game = game("game", &of.game, Reader::new(size, Size::STANDARD, start))?;
    if game.moves().is_empty() {
        return Err(Problem::of_field("game", &"the game has no moves"));
    }
    let slot = api.searches.queue.place(Need::default())?.slot().await?;
    let searches = api.searches.clone();
    // Whoever asks goes away with it.
    let here = Arc::new(());
    let listener = Listener { asker: Arc::downgrade(&here), searches };
    let reviewed = spawn_blocking(move || {
        let _slot = slot;
        let hash = listener.searches.hash.min(TABLE);
        let review = review_with(&game, rules, hash, &TimeLimit::new(&listener, clock, time));
        (review.moves.len() == game.moves().len()).then_some(review)
    });
    match reviewed.await {
        Ok(Some(review)) => Ok(json(StatusCode::OK, &review)),
        Ok(None) => Err(Problem::stopping()),
        Err(_) => Err(Problem::failed()),
    }
}

/// Stops a review when nobody waits for it, or when the server stops.
struct Listener {
    asker: Weak<()>,
    searches: Arc<Searches>,
}

impl Progress for Listener {
    fn is_stopped(&self) -> bool {
        self.asker.strong_count() == 0 || self.searches.is_stopped()
    }
}
