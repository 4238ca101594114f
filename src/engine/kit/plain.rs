//! Asking in the plain protocol of `docs/test-engine.md`.

use othello_core::board::{Size, Square, SquareSet};
use othello_core::game::{Game, Position};

use super::fault::Fault;
use super::process::Process;
use super::question::{Answer, Client, Question};

pub(super) struct PlainClient;

impl Client for PlainClient {
    fn ask(
        &mut self,
        engine: &mut Process,
        game: &Game,
        question: Question,
    ) -> Result<Option<Answer>, Fault> {
        let (position, size) = (game.end(), game.start().size());
        engine.ask(&match question {
            Question::Moves => format!("moves {size} {position}"),
            Question::Play(square) => format!("play {size} {position} {square}"),
            Question::Perft(depth) => format!("perft {size} {position} {depth}"),
            Question::Value => format!("value {size} {position}"),
        })?;
        let said = engine.line()?;
        let answer = match question {
            _ if said == "?" => return Ok(None),
            Question::Moves if said == "pass" => Some(Answer::Pass),
            Question::Moves if said == "over" => Some(Answer::Over),
            Question::Moves => squares(size, said.split_whitespace()).map(Answer::Moves),
            Question::Play(_) => Position::parse(size, &said).ok().map(Answer::Position),
            Question::Perft(_) => said.parse().ok().map(Answer::Lines),
            Question::Value => said.parse().ok().map(Answer::Value),
        };
        Ok(Some(answer.unwrap_or(Answer::Words(said))))
    }
}

/// The set of squares with these names, if all are on the board.
pub(super) fn squares<'a>(size: Size, names: impl Iterator<Item = &'a str>) -> Option<SquareSet> {
    let on_board = |name: &str| name.parse().ok().filter(|&square| size.contains(square));
    let squares: Option<Vec<Square>> = names.map(on_board).collect();
    squares.filter(|squares| !squares.is_empty()).map(|of| SquareSet::from_squares(size, of))
}
