//! Worksheets.

use maud::{Markup, html};
use othello_core::analysis::Puzzle;

use super::{capital, page, picture, signed, spaced};
use crate::results::{Language, Worksheet, svg};

/// The task. The greedy move flips the most discs or the fewest.
const TASK: &str = "Each position has exactly one best move. Find it, and the score at the end if both sides go on \
    with their best moves: your discs minus your opponent's. But take care: the move that flips the {objective} \
    discs is a mistake. {rules}.";

/// A worksheet to print, with the solutions on a separate page if they are wanted.
pub fn worksheet(sheet: &Worksheet, with_key: bool, language: Language) -> String {
    let rules = capital(language.text(&sheet.rules.to_string()));
    let contents = html! {
        p { (language.text("Name: ")) span.blank {} " " (language.text("Date: ")) span.blank {} }
        p { (language.say(TASK, &[&sheet.rules.objective, &rules])) }
        div.puzzles {
            @for (number, puzzle) in (1..).zip(&sheet.puzzles) {
                section {
                    p { strong { (number) "." } " " (Worksheet::caption(puzzle, language)) }
                    (picture(&svg::diagram(puzzle.position, language), &puzzle.position.to_string()))
                    p { (language.text("Best move: ")) span.blank {} " " (language.text("Score: ")) span.blank {} }
                }
            }
        }
        @if with_key { (key(sheet, language)) }
    };
    page(&sheet.title(language), Some("worksheet"), language, &contents)
}

/// The solutions.
fn key(sheet: &Worksheet, language: Language) -> Markup {
    let notes = "Scores are for the side to move. The greedy move flips the {objective} discs.";
    let columns = ["Puzzle", "Best move", "Score", "Greedy move", "Score"];
    html! {
        section.key {
            h1 { (language.say("Key: {title}", &[&sheet.title(language)])) }
            p { (language.say(notes, &[&sheet.rules.objective])) }
            table {
                thead { tr {
                    @for column in columns { th scope="col" { (language.text(column)) } }
                    th.moves scope="col" { (language.text("Best play")) }
                } }
                tbody {
                    @for (number, puzzle) in (1..).zip(&sheet.puzzles) {
                        @let Puzzle { best_move, value, greedy_move, greedy_value, line, .. } = puzzle;
                        tr {
                            th scope="row" { (number) }
                            td { strong { (best_move) } } td { (signed(*value)) }
                            td { (greedy_move) } td { (signed(*greedy_value)) }
                            td.moves { (spaced(line, language)) }
                        }
                    }
                }
            }
        }
    }
}
