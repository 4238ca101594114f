//! Pages in HTML that stand alone: they carry their style and pictures, and need no network.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use othello_core::analysis::{Basis, GivenAway, Review, ReviewedMove};
use othello_core::board::{Color, Square};
use othello_core::game::{Game, Score};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::svg;

/// The style of a page, for screens and paper.
const STYLE: &str = include_str!("style.css");

/// The characters that would end a picture within an address, or mean something else there.
const QUOTED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>');

/// The plies that are drawn after the position before a move.
const DRAWN: usize = 2;

/// A review as a page to read or print: who gave away how much, the chart, boards and better lines
/// at the turning points, and all moves.
pub fn review(review: &Review) -> String {
    let title = format!("A game of {} Othello", review.size);
    let turning_points = || review.moves.iter().filter(|of| of.is_turning_point());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { main {
                h1 { (title) }
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
                @for of in turning_points() { (turning_point(review, of)) }
                @if turning_points().next().is_none() { p { "No move changed who wins." } }
                h2 { "All moves" }
                (moves(&review.moves))
            } }
        }
    };
    page.into_string() + "\n"
}

/// What each player gave away.
fn given_away(review: &Review) -> Markup {
    let players = [(Color::Black, review.players.black), (Color::White, review.players.white)];
    html! {
        table {
            thead { tr {
                th scope="col" { "Player" } th scope="col" { "Discs given away" }
                th scope="col" { "by exact values" } th scope="col" { "by others" }
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

/// A move that changed who wins: what it was, why it loses, and what would have been better.
fn turning_point(review: &Review, of: &ReviewedMove) -> Markup {
    let before = review.game.turns().nth(of.number as usize - 1).map(|(before, _)| before);
    let before = before.expect("a move of the review is one of the game");
    let after = of.line.iter().flat_map(Game::moves).copied();
    let played = Game::known(before, [of.square].into_iter().chain(after).take(DRAWN));
    let best_line = of.best_line.iter().flat_map(Game::moves).copied();
    let best_line: Vec<_> = best_line.take(DRAWN).collect();
    let better = if best_line.is_empty() { vec![of.best_move] } else { best_line };
    let better = Game::known(before, better);
    let row = |heading: &str, game: &Game| {
        picture(&svg::excerpt(heading, game, of.number), &format!("{heading}: {game}"))
    };
    html! {
        section {
            h3 { (of.number) ". " (of.side) " " (of.square) ", "
                @if of.basis != Basis::Exact { "probably " } (of.change()) }
            @if let Some(why) = of.refutation() { p { (why) "." } }
            p { "Better was " strong { (of.best_move) } ", worth " (signed(of.best_value))
                " instead of " (signed(of.value)) " to " (of.side) "."
                @if let Some(line) = &of.best_line { " Best play: " span.moves { (spaced(line)) } "." }
            }
            (row("What was played", &played))
            (row("What was better", &better))
        }
    }
}

/// Each move with its value and what it gave away.
fn moves(moves: &[ReviewedMove]) -> Markup {
    html! {
        table {
            thead { tr {
                th scope="col" { "Move" } th scope="col" { "Value" } th scope="col" { "Lost" }
                th.moves scope="col" { "Better line" } th.known scope="col" { "Known" }
            } }
            tbody {
                @for of in moves {
                    tr.turn[of.is_turning_point()] {
                        th scope="row" { (of.number) ". " (of.side) " " (of.square) }
                        td { (signed(of.value)) }
                        td { @if of.lost > 0 { (of.lost) } }
                        td.moves { @match &of.best_line {
                            Some(line) => (spaced(line)),
                            None => @if of.lost > 0 { (of.best_move) },
                        } }
                        td.known { (of.basis) }
                    }
                }
            }
        }
        p { "Values are in discs, seen by the player who moves." }
    }
}

/// A picture as an image, so that its style and its names are its own.
fn picture(svg: &str, words: &str) -> Markup {
    let address = format!("data:image/svg+xml,{}", utf8_percent_encode(svg, QUOTED));
    html! { img src=(address) alt=(words); }
}

/// The moves with spaces between them, where lines may break.
fn spaced(game: &Game) -> String {
    game.moves().iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

fn signed(value: Score) -> String {
    format!("{value:+}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
