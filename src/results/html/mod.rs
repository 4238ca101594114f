//! Standalone HTML pages: style and pictures are included, so they need no network.

mod worksheet;

use std::cmp::Reverse;
use std::iter;

use itertools::Itertools;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use othello_core::analysis::{Basis, GivenAway, Plan, Review, ReviewedMove};
use othello_core::{Color, Game, Score};

use super::svg;
pub use worksheet::worksheet;

/// The style of a page, for screens and paper.
const STYLE: &str = include_str!("style.css");

/// The number of plies drawn after the position before a move.
const DRAWN: usize = 2;

/// The number of costly moves shown in addition to the turning points.
const COSTLIEST: usize = 3;

/// A review as a page to read or print: the players' losses, the chart, reasons, boards and better
/// lines at the turning points and for the costliest other moves, and all moves.
pub fn review(review: &Review) -> String {
    let title = format!("A game of {} Othello", review.size);
    let turning_points: Vec<_> = review.moves.iter().filter(|mv| mv.is_turning_point()).collect();
    page(
        &title,
        None,
        &html! {
            p { (capital(&review.rules.to_string())) ". It begins with the "
                @match review.position.which_start() {
                    Some(start) => { (start) " start" },
                    None => { "position " code { (review.position) } },
                } "."
            }
            p.moves { (spaced(&review.game)) }
            (given_away(review))
            h2 { "The course of the game" }
            (picture(&svg::course(review), "Who is ahead after each move, as in the table below"))
            h2 { "Turning points" }
            @for mv in &turning_points { (mistake(review, mv)) }
            @if turning_points.is_empty() { p { "No move changed who wins." } }
            @let costly = costliest(review);
            @if !costly.is_empty() {
                h2 { "Other costly moves" }
                @for mv in costly { (mistake(review, mv)) }
            }
            h2 { "All moves" }
            (moves_table(&review.moves))
        },
    )
}

/// A plan as a page to read or print, with one picture per sheet of paper.
pub fn plan(plan: &Plan) -> String {
    let title = svg::title(plan);
    let count = plan.steps.len();
    page(
        &title,
        Some("plan"),
        &html! {
            p { (capital(&plan.rules.to_string())) ". A plan of " (count) " positions"
                @if plan.at_least == Some(count) { ", as few as there can be" }
                ", not counting mirror images. " (svg::notes(plan).join(" ")) }
            @for sheet in svg::plan_sheets(plan) {
                (picture(&sheet, "Boards with the moves of the plan"))
            }
        },
    )
}

/// A page with its title as a heading. The class chooses its style.
fn page(title: &str, class: Option<&str>, contents: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
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
fn given_away(review: &Review) -> Markup {
    let players = [(Color::Black, review.players.black), (Color::White, review.players.white)];
    html! {
        table {
            thead { tr {
                th scope="col" { "Player" } th scope="col" { "Discs given away" }
                th scope="col" { "by exact values" } th scope="col" { "by estimates" }
            } }
            tbody {
                @for (side, GivenAway { lost_exact, lost_estimated }) in players {
                    tr {
                        th scope="row" { (side) } td { (lost_exact + lost_estimated) }
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
fn mistake(review: &Review, mv: &ReviewedMove) -> Markup {
    let turn = review.game.turns().nth(mv.number as usize - 1);
    let (before, _) = turn.expect("a move of the review is one of the game");
    let after = mv.line.iter().flat_map(Game::moves).copied();
    let played = Game::known(before, iter::once(mv.square).chain(after).take(DRAWN));
    let better = match &mv.best_line {
        Some(line) if !line.moves().is_empty() => &line.moves()[..DRAWN.min(line.moves().len())],
        _ => &[mv.best_move],
    };
    let better = Game::known(before, better.iter().copied());
    html! {
        section {
            h3 { (mv.number) ". " (mv.side) " " (mv.square)
                @if mv.is_turning_point() {
                    ", " @if mv.basis != Basis::Exact { "probably " } (mv.change())
                } }
            @if let Some(why) = mv.why() { p { (why) "." } }
            p { "Better was " strong { (mv.best_move) } ", worth " (signed(mv.best_value))
                " instead of " (signed(mv.value)) " to " (mv.side) "."
                @if let Some(line) = &mv.best_line { " Best play: " span.moves { (spaced(line)) } "." }
            }
            @for (heading, game) in [("What was played", played), ("What was better", better)] {
                (picture(&svg::excerpt(heading, &game, mv.number), &format!("{heading}: {game}")))
            }
        }
    }
}

/// Each move with its value and its loss.
fn moves_table(moves: &[ReviewedMove]) -> Markup {
    html! {
        table {
            thead { tr {
                th scope="col" { "Move" } th scope="col" { "Value" } th scope="col" { "Lost" }
                th.moves scope="col" { "Better line" } th.known scope="col" { "Known" }
            } }
            tbody {
                @for mv in moves {
                    tr.turn[mv.is_turning_point()] {
                        th scope="row" { (mv.number) ". " (mv.side) " " (mv.square) }
                        td { (signed(mv.value)) }
                        td { @if mv.lost > 0 { (mv.lost) } }
                        td.moves { @match &mv.best_line {
                            Some(line) => (spaced(line)),
                            None => @if mv.lost > 0 { (mv.best_move) },
                        } }
                        td.known { (mv.basis) }
                    }
                }
            }
        }
        p { "Values are in discs, seen by the player who moves." }
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
fn spaced(game: &Game) -> String {
    let mut plies = Vec::new();
    let mut next = game.start().side();
    for (before, square) in game.turns() {
        if before.side() != next {
            plies.push("pass".to_owned());
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
