//! The sentences of a review.

use othello_core::analysis::{Basis, ReviewedMove};
use othello_core::{Color, Game};

use super::Language;

/// The move: `2. White c1`.
pub fn move_of(mv: &ReviewedMove, language: Language) -> String {
    language.say("{number}. {side} {square}", &[&mv.number, &mv.side, &mv.square])
}

/// The change in the winner with best play: `from a draw to a win for Black`.
pub fn change(mv: &ReviewedMove, language: Language) -> String {
    let [before, after] = [mv.best_value, mv.value].map(|value| match value.signum() {
        1 => language.say("a win for {side}", &[&mv.side]),
        -1 => language.say("a win for {side}", &[&!mv.side]),
        _ => language.text("a draw").to_owned(),
    });
    language.say("from {before} to {after}", &[&before, &after])
}

/// Why the move loses discs, if it does:
/// `White c1 loses 16: Black takes the corner d1, and White has nothing better than a1`.
pub fn why(mv: &ReviewedMove, language: Language) -> Option<String> {
    let ReviewedMove { side, square, best_move, lost, .. } = mv;
    if *lost <= 0 {
        return None;
    }
    let reason = match mv.basis {
        Basis::Exact => "{square} would have been better",
        Basis::Forecast { .. } => "the forecast prefers {square}",
        Basis::Discs { .. } => "{square} leads to more discs {depth} plies later",
    };
    let why = match &mv.line {
        Some(line) => refutation(mv.side, line, language),
        None => language.say(reason, &[best_move, &mv.basis.depth().unwrap_or_default()]),
    };
    let sentence = match mv.basis {
        Basis::Exact => "{side} {square} loses {lost}: {why}",
        _ => "{side} {square} loses about {lost}: {why}",
    };
    Some(language.say(sentence, &[side, square, lost, &why]))
}

/// The first moves of best play after a move of `side`, in words.
fn refutation(side: Color, line: &Game, language: Language) -> String {
    let board = line.start().size();
    let mut turns = line.turns();
    let Some((before, reply)) = turns.next() else { return String::new() };
    if before.side() == side {
        let passes = "{opponent} has to pass, but {side} has nothing better than {square}";
        return language.say(passes, &[&!side, &side, &reply]);
    }
    let is_corner = [0, board.width() - 1].contains(&reply.column())
        && [0, board.height() - 1].contains(&reply.row());
    let takes =
        if is_corner { "{side} takes the corner {square}" } else { "{side} answers {square}" };
    let answers = language.say(takes, &[&!side, &reply]);
    match turns.next() {
        Some((next, square)) if next.side() == side => {
            let then = "{answers}, and {side} has nothing better than {square}";
            language.say(then, &[&answers, &side, &square])
        }
        Some(_) => language.say("{answers}, and {side} has to pass", &[&answers, &side]),
        None => answers,
    }
}

/// Where the values of a move come from: `forecast, 12 plies ahead`.
pub fn basis(mv: &ReviewedMove, language: Language) -> String {
    match mv.basis {
        Basis::Exact => language.text("exact").to_owned(),
        Basis::Forecast { depth } => language.say("forecast, {depth} plies ahead", &[&depth]),
        Basis::Discs { depth } => language.say("discs, {depth} plies ahead", &[&depth]),
    }
}
