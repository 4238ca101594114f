//! A chart of the course of a game.

use ::svg::node::element::{Group, Line, Rectangle, Style, Text, Title};
use othello_core::analysis::{Basis, Review, ReviewedMove};
use othello_core::{Color, Score};

use super::{picture, picture_text};
use crate::results::Language;
use crate::results::review::move_of;

/// The height of the upper half, in pixels, like all lengths here.
const HALF: u32 = 130;
/// The room for the scale, to the left of the bars.
const LEFT: u32 = 48;
/// The room for the heading, above the bars.
const TOP: u32 = 44;
/// The room for the numbers of the moves and the notes, below the bars.
const BOTTOM: u32 = 66;
/// The distance from one bar to the next.
const STEP: u32 = 14;
/// The style of bars without exact values.
const GUESS: &str = ".guess { fill-opacity: 0.35; stroke-dasharray: 3 2 }";
/// The minimum width, at which the notes still fit.
const WIDTH: u32 = 420;
/// The legend, line by line.
const NOTES: [&str; 2] = [
    "Who is ahead after each move, in discs: Black above, White below.",
    "Dashed bars are not exact. A triangle marks a turning point.",
];

/// A chart of who is ahead after each move of a game: bars go up for Black and down for White. Bars
/// without exact values are dashed, and a triangle points at each turning point.
pub fn course(review: &Review, language: Language) -> String {
    let heading = &*language.say("A game of {size} Othello", &[&review.size]);
    let notes = NOTES.map(|note| language.text(note));
    let count: u32 = review.moves.iter().map(|_| 1).sum();
    let (width, middle) = ((LEFT + STEP * count + 20).max(WIDTH), TOP + HALF);
    let mut chart =
        picture(width, middle + HALF + BOTTOM, heading, &notes.join(language.text(" ")))
            .add(Style::new(GUESS))
            .add(Text::new(heading).set("x", 10).set("y", 24).set("class", "heading"));
    for (y, note) in (middle + HALF + 40..).step_by(16).zip(notes) {
        chart = chart.add(Text::new(note).set("x", 10).set("y", y).set("class", "small left"));
    }
    let most = review.size.squares().cast_signed();
    for lead in [-most, -most / 2, 0, most / 2, most] {
        let y = y_of(lead, most);
        let line = Line::new().set("x1", LEFT).set("x2", width - 20).set("y1", y).set("y2", y);
        let label = Text::new(format!("{lead:+}")).set("x", LEFT - 6).set("y", y + 4.0);
        chart = chart
            .add(line.set("class", if lead == 0 { "axis" } else { "tick" }))
            .add(label.set("class", "right"));
    }
    for (place, mv) in (0..).zip(&review.moves) {
        let lead = Color::Black.sees(mv.value, mv.side);
        let (top, foot) = (y_of(lead.max(0), most), y_of(lead.min(0), most));
        let color = if lead > 0 { "black" } else { "white" };
        let x = LEFT + place * STEP + STEP / 2;
        let is_turn = mv.is_turning_point();
        let edge = if is_turn { " last" } else { "" };
        let guess = if mv.basis == Basis::Exact { "" } else { " guess" };
        let bar = Rectangle::new()
            .set("x", LEFT + place * STEP + 2)
            .set("y", top)
            .set("width", STEP - 4)
            // A draw is visible too.
            .set("height", (foot - top).max(1.0))
            .set("class", format!("{color}{edge}{guess}"));
        chart = chart.add(Group::new().add(Title::new(words(mv, language))).add(bar));
        if is_turn {
            let (triangle, y) = if lead > 0 { ("▼", top - 3.0) } else { ("▲", foot + 11.0) };
            let triangle = Text::new(triangle).set("x", x).set("y", y).set("class", "small");
            chart = chart.add(triangle);
        }
        if mv.number == 1 || mv.number % 5 == 0 {
            let label = Text::new(mv.number.to_string()).set("x", x).set("y", middle + HALF + 18);
            chart = chart.add(label.set("class", "small"));
        }
    }
    picture_text(&chart)
}

/// The height of a lead in a chart of leads of at most `most` discs.
fn y_of(lead: Score, most: Score) -> f64 {
    f64::from(TOP + HALF) - f64::from(HALF) * f64::from(lead) / f64::from(most)
}

/// The move, its loss and its value.
fn words(mv: &ReviewedMove, language: Language) -> String {
    let (made, value) = (move_of(mv, language), format!("{:+}", mv.value));
    if mv.lost == 0 {
        return language.say("{move}: {value} for {side}", &[&made, &value, &mv.side]);
    }
    let words = "{move}, which gave away {lost}: {value} for {side}";
    language.say(words, &[&made, &mv.lost, &value, &mv.side])
}
