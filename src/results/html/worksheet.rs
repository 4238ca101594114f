//! Worksheets.

use maud::{Markup, html};
use othello_core::analysis::Puzzle;

use super::{capital, page, picture, signed, spaced};
use crate::results::{Worksheet, svg};

/// A worksheet to print, with the solutions on a separate page if they are wanted.
pub fn worksheet(sheet: &Worksheet, with_key: bool) -> String {
    let title = sheet.title();
    page(
        &title,
        Some("worksheet"),
        &html! {
            p { "Name: " span.blank {} " Date: " span.blank {} }
            p { "Each position has exactly one best move. Find it, and the score at the end if both sides \
                go on with their best moves: your discs minus your opponent's. But take care: the move \
                that flips the "
                (sheet.rules.objective) " discs is a mistake. "
                (capital(&sheet.rules.to_string())) "."
            }
            div.puzzles {
                @for (number, puzzle) in (1..).zip(&sheet.puzzles) {
                    section {
                        p { strong { (number) "." } " " (Worksheet::caption(puzzle)) }
                        (picture(&svg::diagram(puzzle.position), &puzzle.position.to_string()))
                        p { "Best move: " span.blank {} " Score: " span.blank {} }
                    }
                }
            }
            @if with_key { (key(sheet)) }
        },
    )
}

/// The solutions.
fn key(sheet: &Worksheet) -> Markup {
    html! {
        section.key {
            h1 { "Key: " (sheet.title()) }
            p { "Scores are for the side to move. The greedy move flips the " (sheet.rules.objective)
                " discs." }
            table {
                thead { tr {
                    th scope="col" { "Puzzle" } th scope="col" { "Best move" } th scope="col" { "Score" }
                    th scope="col" { "Greedy move" } th scope="col" { "Score" }
                    th.moves scope="col" { "Best play" }
                } }
                tbody {
                    @for (number, puzzle) in (1..).zip(&sheet.puzzles) {
                        @let Puzzle { best_move, value, greedy_move, greedy_value, line, .. } = puzzle;
                        tr {
                            th scope="row" { (number) }
                            td { strong { (best_move) } } td { (signed(*value)) }
                            td { (greedy_move) } td { (signed(*greedy_value)) }
                            td.moves { (spaced(line)) }
                        }
                    }
                }
            }
        }
    }
}
