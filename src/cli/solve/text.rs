//! Answers in words.

use std::time::Duration;

use indicatif::HumanCount;
use othello_core::analysis::PositionBounds;
use othello_core::search::ValuedMove;
use othello_core::{Game, Position, Rules, Score, Scoring, Size, Start, Turn};
use othello_solver::results::SolvedBoard;

use crate::cli::color::{self, answer};
use crate::cli::output::{counted, line_of_play, listed, outcome};
use crate::cli::progress::a_second;

/// The answer for people to read.
pub(super) fn of_solved(board: &SolvedBoard) -> String {
    let (position, side) = (board.position, board.position.side());
    let best = match position.turn() {
        Turn::Place => {
            let best = board.best_moves.as_ref().map_or_else(|| listed(board.best_move), listed);
            if best.is_empty() { "unknown".to_owned() } else { answer(&best) }
        }
        Turn::Pass => format!("none, {side} must pass"),
        Turn::Over => "none, the game is over".to_owned(),
    };
    let other = board.value_empties_to_winner.filter(|_| board.score == Scoring::Discs);
    let other = other.map_or(String::new(), |value| {
        format!("; with the empties to the winner {}", color::value(value, 0))
    });
    let line = board.line.as_ref().map_or("unknown".to_owned(), line_of_play);
    let end = board.line.as_ref().map_or(position, Game::end);
    let last = board.line.as_ref().and_then(|line| line.moves().last().copied());
    let moves = board.moves.iter().flatten().enumerate().map(|(number, of)| {
        format!("{:10} {}\n", if number == 0 { "moves" } else { "" }, move_line(of))
    });
    let mut text = format!(
        "{}\n\n{}\n\n\
         value      {} for {side}, who is to move{other}\n\
         best       {best}\n\
         line       {line}\n\
         {}\n\
         {}\n",
        heading(board.size, board.start, board.position, board.rules()),
        answer(&ending(board)),
        color::value(board.value, 0),
        moves.collect::<String>(),
        color::board(end, last),
    );
    if let Some(of) = &board.positions {
        let counts = [of.total, of.decision, of.pass, of.over, of.distinct, of.canonical];
        let [total, decision, pass, over, distinct, canonical] = counts.map(HumanCount);
        text += &format!(
            "positions  {total}: {decision} with a move, {pass} with a pass, {over} at the end\n           \
             {distinct} pairs of own and opponent's discs, {canonical} up to symmetry\n"
        );
    }
    if let Some(of) = &board.games {
        let counts = [of.total, of.black_wins, of.white_wins, of.draws, of.optimal];
        let [total, black, white, draws, optimal] = counts.map(HumanCount);
        text += &format!(
            "games      {total}: Black wins {black}, White {white}, {draws} are drawn\n           \
             in {optimal} both sides always play a best move\n"
        );
    }
    text
}

/// Known facts where the time was too short for the rest.
pub(super) fn of_bounds(bounds: &PositionBounds) -> String {
    let side = bounds.position.side();
    let rules = Rules::new(bounds.score, bounds.objective);
    let forecast = match &bounds.forecast {
        None => {
            let board = bounds.size;
            format!("forecast   none: there is no trained evaluation of {board} for these rules\n")
        }
        Some(forecast) => format!(
            "forecast   {} for {side}, {} ahead; not proved, and such forecasts were\n           \
             off by {} discs (root mean square) with 16 to 20 empty squares\n",
            color::value(forecast.value, 0),
            counted(forecast.depth as usize, "ply", "plies"),
            forecast.error,
        ),
    };
    let moves = moves_of_bounds(bounds).enumerate();
    let moves =
        moves.map(|(number, of)| format!("{:10} {of}\n", if number == 0 { "moves" } else { "" }));
    format!(
        "{}\n\n\
         {}\n\n\
         value      {} for {side}, who is to move\n\
         {forecast}\
         {}\n\
         {}\n\
         {}\n",
        heading(bounds.size, bounds.start, bounds.position, rules),
        if bounds.value.is_some() {
            "The value is known. The rest was not found in time; proved so far, with a forecast:"
        } else {
            "The value was not found in time. Proved so far, with a forecast:"
        },
        between(bounds.lower, bounds.upper),
        match bounds.best_move {
            Some(square) => format!("best       {}", answer(&square.to_string())),
            None => format!("best so far  {}", so_far(bounds)),
        },
        moves.collect::<String>(),
        color::board(bounds.position, None),
    )
}

/// The bounds in words.
pub(super) fn between(lower: Score, upper: Score) -> String {
    if lower == upper {
        return format!("exactly {}", color::value(lower, 0));
    }
    format!("at least {}, at most {}", color::value(lower, 0), color::value(upper, 0))
}

/// The most promising move, which need not be the best.
pub(super) fn so_far(bounds: &PositionBounds) -> String {
    match (bounds.best_so_far, bounds.position.turn()) {
        (Some(square), _) => answer(&square.to_string()),
        (None, Turn::Pass) => format!("none, {} must pass", bounds.position.side()),
        (None, _) => "unknown".to_owned(),
    }
}

/// Each move with what is known of it.
pub(super) fn moves_of_bounds(bounds: &PositionBounds) -> impl Iterator<Item = String> {
    let expected = |square| {
        let moves = bounds.forecast.iter().flat_map(|forecast| &forecast.moves);
        let of = moves.clone().find(|of| of.square == square)?;
        Some(format!("; forecast {}", color::value(of.value, 0)))
    };
    bounds.moves.iter().map(move |of| {
        let forecast = expected(of.square).unwrap_or_default();
        format!("{:3} {}{forecast}", of.square, between(of.lower, of.upper))
    })
}

/// A move, its value and its line.
pub(super) fn move_line(of: &ValuedMove) -> String {
    let line = of.line.as_ref().map_or(String::new(), Game::to_string);
    format!("{:3} {}  {line}", of.square, color::value(of.value, 3))
}

/// Which game it is.
fn heading(size: Size, start: Option<Start>, position: Position, rules: Rules) -> String {
    let start = match start {
        Some(start) => format!("{start} start"),
        None => position.to_string(),
    };
    format!("{size} Othello, {start}, {rules}")
}

/// Who wins, in words, and how many squares are empty then.
fn ending(board: &SolvedBoard) -> String {
    let (Some(black), Some(white)) = (board.black, board.white) else {
        let winner = board.winner().map(|winner| format!("{winner} wins by {}", board.value.abs()));
        return winner.unwrap_or_else(|| "A draw".to_owned());
    };
    let end = outcome(board.winner(), [black, white]);
    match board.empty.unwrap_or_default() {
        0 => end,
        1 => end + ", one square empty",
        empty => format!("{end}, {empty} squares empty"),
    }
}

/// How long it took.
pub(super) fn speed(looked_at: u64, time: Duration, was_begun: bool) -> String {
    let positions = HumanCount(looked_at);
    if looked_at == 0 {
        return format!("time       {time:.1?}, looked up\n");
    }
    if was_begun {
        return format!("time       {time:.1?} since it continued, {positions} positions in all\n");
    }
    let speed = a_second(looked_at, time);
    format!("time       {time:.1?}, {positions} positions, {speed}\n")
}
