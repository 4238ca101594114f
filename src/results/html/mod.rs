//! Standalone HTML pages: style and pictures are included, so they need no network.

mod worksheet;

use std::cmp::Reverse;
use std::iter;

use itertools::Itertools;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use othello_core::analysis::{Basis, GivenAway, Plan, Review, ReviewedMove};
use othello_core::{Color, Game, Score};

use super::review::{basis, change, move_of, why};
use super::{Language, svg};
pub use worksheet::worksheet;

/// The style of a page, for screens and paper.
const STYLE: &str = include_str!("style.css");

/// The words for the chart.
const CHART: &str = "Who is ahead after each move, as in the table below";

/// The number of plies drawn after the position before a move.
const DRAWN: usize = 2;

/// The number of costly moves shown in addition to the turning points.
const COSTLIEST: usize = 3;

/// A review as a page to read or print: the players' losses, the chart, reasons, boards and better
/// lines at the turning points and for the costliest other moves, and all moves.
pub fn review(review: &Review, language: Language) -> String {
    let title = language.say("A game of {size} Othello", &[&review.size]);
    let turning_points: Vec<_> = review.moves.iter().filter(|mv| mv.is_turning_point()).collect();
    let rules = capital(language.text(&review.rules.to_string()));
    let contents = html! {
        @if let Some(start) = review.position.which_start() {
            p { (language.say("{rules}. It begins with the {start} start.", &[&rules, &start])) }
        } @else {
            p { (language.say("{rules}. It begins with this position:", &[&rules])) " "
                code { (review.position) } }
        }
        p.moves { (spaced(&review.game, language)) }
        (given_away(review, language))
        h2 { (language.text("The course of the game")) }
        (picture(&svg::course(review, language), language.text(CHART)))
        h2 { (language.text("Turning points")) }
        @for mv in &turning_points { (mistake(review, mv, language)) }
        @if turning_points.is_empty() { p { (language.text("No move changed who wins.")) } }
        @let costly = costliest(review);
        @if !costly.is_empty() {
            h2 { (language.text("Other costly moves")) }
            @for mv in costly { (mistake(review, mv, language)) }
        }
        h2 { (language.text("All moves")) }
        (moves_table(&review.moves, language))
    };
    page(&title, None, language, &contents)
}

/// A plan as a page to read or print, with one picture per sheet of paper.
pub fn plan(plan: &Plan, language: Language) -> String {
    let rules = capital(language.text(&plan.rules.to_string()));
    let count = plan.steps.len();
    let about = match plan.at_least {
        Some(fewest) if fewest == count => {
            "{rules}. A plan of {count} positions, as few as there can be, not counting mirror images. {notes}"
        }
        _ => "{rules}. A plan of {count} positions, not counting mirror images. {notes}",
    };
    let notes = svg::notes(plan, language).join(language.text(" "));
    let contents = html! {
        p { (language.say(about, &[&rules, &count, &notes])) }
        @for sheet in svg::plan_sheets(plan, language) {
            (picture(&sheet, language.text("Boards with the moves of the plan")))
        }
    };
    page(&svg::title(plan, language), Some("plan"), language, &contents)
}

/// A page with its title as a heading. The class chooses its style.
fn page(title: &str, class: Option<&str>, language: Language, contents: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language.text("en")) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body class=[class] { main { h1 { (title) } (contents) } }
        }
    };
    page.into_string() + "\n"
}

/// Each player's losses.
fn given_away(review: &Review, language: Language) -> Markup {
    let players = [(Color::Black, review.players.black), (Color::White, review.players.white)];
    let columns = ["Player", "Discs given away", "by exact values", "by estimates"];
    html! {
        table {
            thead { tr { @for column in columns { th scope="col" { (language.text(column)) } } } }
            tbody {
                @for (side, GivenAway { lost_exact, lost_estimated }) in players {
                    tr {
                        th scope="row" { (language.say("{side}", &[&side])) }
                        td { (lost_exact + lost_estimated) }
                        td { (lost_exact) } td { (lost_estimated) }
                    }
                }
            }
        }
    }
}

/// The moves that lost the most without changing the winner, in the order of the game.
fn costliest(review: &Review) -> Vec<&ReviewedMove> {
    let others = review.moves.iter().filter(|mv| mv.lost > 0 && !mv.is_turning_point());
    let worst = others.sorted_by_key(|mv| Reverse(mv.lost)).take(COSTLIEST);
    worst.sorted_by_key(|mv| mv.number).collect()
}

/// A move that lost discs: the move, the reason, and a better one.
fn mistake(review: &Review, mv: &ReviewedMove, language: Language) -> Markup {
    let turn = review.game.turns().nth(mv.number as usize - 1);
    let (before, _) = turn.expect("a move of the review is one of the game");
    let after = mv.line.iter().flat_map(Game::moves).copied();
    let played = Game::known(before, iter::once(mv.square).chain(after).take(DRAWN));
    let better = match &mv.best_line {
        Some(line) if !line.moves().is_empty() => &line.moves()[..DRAWN.min(line.moves().len())],
        _ => &[mv.best_move],
    };
    let better = Game::known(before, better.iter().copied());
    let heading = match (mv.is_turning_point(), mv.basis) {
        (false, _) => "{move}",
        (true, Basis::Exact) => "{move}, {change}",
        (true, _) => "{move}, probably {change}",
    };
    let [best_value, value] = [mv.best_value, mv.value].map(signed);
    let worth = ", worth {best_value} instead of {value} to {side}.";
    html! {
        section {
            h3 { (language.say(heading, &[&move_of(mv, language), &change(mv, language)])) }
            @if let Some(why) = why(mv, language) { p { (language.say("{why}.", &[&why])) } }
            p { (language.text("Better was ")) strong { (mv.best_move) }
                (language.say(worth, &[&best_value, &value, &mv.side]))
                @if let Some(line) = &mv.best_line {
                    (language.text(" Best play: ")) span.moves { (spaced(line, language)) } (language.text("."))
                }
            }
            @for (heading, game) in [("What was played", played), ("What was better", better)] {
                @let heading = language.text(heading);
                (picture(&svg::excerpt(heading, &game, mv.number, language), &format!("{heading}: {game}")))
            }
        }
    }
}

/// Each move with its value and its loss.
fn moves_table(moves: &[ReviewedMove], language: Language) -> Markup {
    let viewpoint = "Values are in discs, seen by the player who moves.";
    html! {
        table {
            thead { tr {
                @for column in ["Move", "Value", "Lost"] { th scope="col" { (language.text(column)) } }
                th.moves scope="col" { (language.text("Better line")) }
                th.known scope="col" { (language.text("Known")) }
            } }
            tbody {
                @for mv in moves {
                    tr.turn[mv.is_turning_point()] {
                        th scope="row" { (move_of(mv, language)) }
                        td { (signed(mv.value)) }
                        td { @if mv.lost > 0 { (mv.lost) } }
                        td.moves { @match &mv.best_line {
                            Some(line) => (spaced(line, language)),
                            None => @if mv.lost > 0 { (mv.best_move) },
                        } }
                        td.known { (basis(mv, language)) }
                    }
                }
            }
        }
        p { (language.text(viewpoint)) }
    }
}

/// A picture as an `img`, which keeps its styles and ids separate from the page.
fn picture(svg: &str, words: &str) -> Markup {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in svg.bytes() {
        if byte.is_ascii_graphic() && !b"\"#%<>".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address += &format!("%{byte:02X}");
        }
    }
    html! { img src=(address) alt=(words); }
}

/// The moves and passes separated by spaces, so that lines can break.
fn spaced(game: &Game, language: Language) -> String {
    let mut plies = Vec::new();
    let mut next = game.start().side();
    for (before, square) in game.turns() {
        if before.side() != next {
            plies.push(language.text("pass").to_owned());
        }
        plies.push(square.to_string());
        next = !before.side();
    }
    plies.join(" ")
}

/// The value with its sign, unless it is zero.
fn signed(value: Score) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
