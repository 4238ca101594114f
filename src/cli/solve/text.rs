//! Answers for people to read.

use std::iter;

use othello_core::answer::{Answer, Bounds};
use othello_solver::results::AnswerDocument;

use crate::cli::prelude::*;
use crate::cli::text::speed;

pub(super) fn of_solved(solved: &AnswerDocument) -> String {
    let position = solved.position;
    let best = match position.turn() {
        Turn::Place => {
            let best = best_moves(solved.best_moves.as_ref(), solved.best_move);
            if best.is_empty() { "unknown".to_owned() } else { bold(&best) }
        }
        Turn::Pass => format!("none, {} must pass", position.side()),
        Turn::Over => "none, the game is over".to_owned(),
    };
    let other = match solved.value_empties_to_winner {
        Some(other) if solved.score == Scoring::Discs => {
            format!("; with the empties to the winner {}", value(other, 0))
        }
        _ => String::new(),
    };
    let line = solved.line.as_ref().map_or("unknown".to_owned(), line_of_play);
    let end = solved.line.as_ref().map_or(position, Game::end);
    let last = solved.line.as_ref().and_then(|line| line.moves().last().copied());
    let mut text = format!(
        "{}\n\n{}\n\n\
         value      {}{other}\n\
         best       {best}\n\
         line       {line}\n\
         {}\n\
         {}\n",
        heading(solved.size, solved.start, position, solved.rules()),
        bold(&ending(solved)),
        value_for(solved.value.unwrap_or_default(), position),
        move_list(moves_of_settled(solved)),
        drawn_board(end, last),
    );
    if let Some(counts) = &solved.positions {
        let numbers = [counts.total, counts.decision, counts.pass, counts.over];
        let [total, decision, pass, over] = numbers.map(grouped);
        let [distinct, canonical] = [counts.distinct, counts.canonical].map(grouped);
        text += &format!(
            "positions  {total}: {decision} with a move, {pass} with a pass, {over} at the end\n           \
             {distinct} pairs of own and opponent's discs, {canonical} up to symmetry\n"
        );
    }
    if let Some(games) = &solved.games {
        let numbers = [games.total, games.black_wins, games.white_wins, games.draws, games.optimal];
        let [total, black, white, draws, optimal] = numbers.map(grouped);
        text += &format!(
            "games      {total}: Black wins {black}, White {white}, {draws} are drawn\n           \
             in {optimal} both sides always play a best move\n"
        );
    }
    text
}

/// The answer when time ran out: everything that was proved by then.
pub(super) fn of_open(open: &Answer, start: Option<Start>) -> String {
    let (position, rules) = (open.position(), open.rules());
    let side = position.side();
    let introduction = if open.value().is_some() {
        "The value is known. The rest was not found in time; proved so far, with a forecast:"
    } else {
        "The value was not found in time. Proved so far, with a forecast:"
    };
    let forecast = match open.forecast() {
        None => {
            format!("none: there is no trained evaluation of {} for these rules\n", position.size())
        }
        Some(forecast) => format!(
            "{} for {side}, {} ahead; not proved, and such forecasts were\n           \
             off by {} discs (root mean square) with 16 to 20 empty squares\n",
            value(forecast.value, 0),
            counted(forecast.depth as usize, "ply", "plies"),
            forecast.error,
        ),
    };
    format!(
        "{}\n\n\
         {introduction}\n\n\
         value      {} for {side}, who is to move\n\
         forecast   {forecast}\
         {}\n\
         {}\n\
         {}\n",
        heading(position.size(), start, position, rules),
        bounds_text(open.bounds()),
        match open.best_move() {
            Some(square) => format!("best       {}", bold(&square.to_string())),
            None => format!("best so far  {}", best_so_far(open)),
        },
        move_list(moves_of_open(open)),
        drawn_board(position, None),
    )
}

/// The message of a search that was stopped, with the bounds found so far.
pub(super) fn stopped(open: &Answer) -> String {
    let (bounds, nodes) = (open.bounds(), grouped(open.nodes()));
    let (lower, upper) = (bounds.lower(), bounds.upper());
    let range = match bounds.value() {
        Some(value) => format!("is {value:+}"),
        None => format!("lies between {lower:+} and {upper:+}"),
    };
    let is_usual = open.rules().scoring == Scoring::Discs;
    let empties = if is_usual { "" } else { " with the empties to the winner" };
    format!("stopped after {nodes} positions; for the side to move the value{empties} {range}")
}

pub(super) fn bounds_text(bounds: Bounds) -> String {
    if let Some(exact) = bounds.value() {
        return format!("exactly {}", value(exact, 0));
    }
    format!("at least {}, at most {}", value(bounds.lower(), 0), value(bounds.upper(), 0))
}

/// The most promising move, which is not always the best.
pub(super) fn best_so_far(open: &Answer) -> String {
    match (open.best_so_far(), open.position().turn()) {
        (Some(square), _) => bold(&square.to_string()),
        (None, Turn::Pass) => format!("none, {} must pass", open.position().side()),
        (None, _) => "unknown".to_owned(),
    }
}

/// Each move with its bounds and its forecast.
pub(super) fn moves_of_open(open: &Answer) -> impl Iterator<Item = String> {
    let forecast = open.forecast();
    open.moves().iter().map(move |mv| {
        let mut forecasts = forecast.iter().flat_map(|forecast| &forecast.moves);
        let forecast = forecasts.find(|other| other.square == mv.square());
        let forecast =
            forecast.map_or(String::new(), |mv| format!("; forecast {}", value(mv.value, 0)));
        format!("{:3} {}{forecast}", mv.square(), bounds_text(mv.bounds()))
    })
}

/// Each move with its value and its line.
pub(super) fn moves_of_settled(solved: &AnswerDocument) -> impl Iterator<Item = String> {
    solved.moves.iter().flatten().map(|mv| {
        let line = mv.line.as_ref().map_or(String::new(), Game::to_string);
        format!("{:3} {}  {line}", mv.square, value(mv.value.unwrap_or_default(), 3))
    })
}

/// Moves one below the other, labelled on the first line.
fn move_list(moves: impl Iterator<Item = String>) -> String {
    let labels = iter::once("moves").chain(iter::repeat(""));
    let mut text = String::new();
    for (label, mv) in labels.zip(moves) {
        text += &format!("{label:10} {mv}\n");
    }
    text
}

/// The game that was solved.
fn heading(size: Size, start: Option<Start>, position: Position, rules: Rules) -> String {
    let start = start.map_or_else(|| position.to_string(), |start| format!("{start} start"));
    format!("{size} Othello, {start}, {rules}")
}

/// The winner, and the number of empty squares at the end.
fn ending(solved: &AnswerDocument) -> String {
    let (Some(black), Some(white)) = (solved.black, solved.white) else {
        let Some(winner) = solved.winner() else { return "A draw".to_owned() };
        return format!("{winner} wins by {}", solved.value.unwrap_or_default().abs());
    };
    let end = outcome(solved.winner(), [black, white]);
    match solved.empty.unwrap_or_default() {
        0 => end,
        1 => end + ", one square empty",
        empty => format!("{end}, {empty} squares empty"),
    }
}

/// The time, and the speed of the search, or these words if nothing was searched.
pub(super) fn time(searched: u64, time: Duration, is_resumed: bool, unsearched: &str) -> String {
    let positions = grouped(searched);
    let search = match (searched, is_resumed) {
        (0, _) => unsearched.to_owned(),
        (_, true) => format!(" since it was resumed, {positions} positions in all"),
        (_, false) => format!(", {positions} positions, {}", speed(searched, time)),
    };
    format!("time       {time:.1?}{search}\n")
}
