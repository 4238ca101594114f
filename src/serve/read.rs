//! `POST /api/v1/read`.

use axum::http::StatusCode;
use axum::response::Response;

use super::body::Text;
use super::records::{Contents, PARAMETERS};
use super::request::Parameters;
use super::response::{Result, json};

/// The form of the body.
const FORM: &str = "the parameters as a JSON object, such as {\"text\": \"1. f5 d6 2. c3\"}";

/// The positions and games in a text, in any notation.
pub(super) async fn post(body: Text) -> Result<Response> {
    let parameters = Parameters::of_json(&body.text, FORM, PARAMETERS)?;
    drop(body);
    Ok(json(StatusCode::OK, &Contents::read(&parameters)?))
}
