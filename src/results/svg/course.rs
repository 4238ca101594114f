//! The course of a game: who is ahead after each move.

use ::svg::node::element::{Group, Line, Rectangle, Text, Title};

use super::{picture, text};

/// The height of the half above the middle, in pixels, like all lengths here.
const HALF: u32 = 130;
/// The room for the scale, to the left of the bars.
const LEFT: u32 = 48;
/// The room for the heading, above the bars.
const TOP: u32 = 44;
/// The room for the numbers of the moves, below the bars.
const BOTTOM: u32 = 50;
/// The distance from one bar to the next.
const STEP: u32 = 14;
/// The narrowest picture.
const WIDTH: u32 = 420;

/// A moment of a game.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Its description: the move, and what it gave away.
    pub words: String,
    /// The number of discs by which Black is ahead; it is negative if White is ahead.
    pub lead: i32,
    /// Whether the lead is certain. Otherwise its bar is pale.
    pub is_certain: bool,
    /// Whether it is highlighted, as when the winner changes.
    pub is_marked: bool,
}

/// A chart of who is ahead after each move: a bar up for Black, down for White. The
/// scale ends at `most` discs.
pub fn course(heading: &str, moments: &[Moment], most: u32) -> String {
    let count: u32 = moments.iter().map(|_| 1).sum();
    let (width, middle) = ((LEFT + STEP * count + 20).max(WIDTH), TOP + HALF);
    let note = "who is ahead after each move, in discs: Black above, White below";
    let mut chart = picture(width, middle + HALF + BOTTOM, heading, note)
        .add(Text::new(heading).set("x", 10).set("y", 24).set("class", "heading"))
        .add(Text::new(note).set("x", width / 2).set("y", middle + HALF + 40));
    let y_of =
        |lead: i32| f64::from(middle) - f64::from(HALF) * f64::from(lead) / f64::from(most.max(1));
    let most = most.cast_signed();
    for lead in [-most, -most / 2, 0, most / 2, most] {
        let y = y_of(lead);
        let line = Line::new().set("x1", LEFT).set("x2", width - 20).set("y1", y).set("y2", y);
        let label = Text::new(format!("{lead:+}")).set("x", LEFT - 6).set("y", y + 4.0);
        chart = chart
            .add(line.set("class", if lead == 0 { "axis" } else { "tick" }))
            .add(label.set("class", "right"));
    }
    for (place, moment) in (0..).zip(moments) {
        let (top, foot) = (y_of(moment.lead.max(0)), y_of(moment.lead.min(0)));
        let color = if moment.lead > 0 { "black" } else { "white" };
        let mark = if moment.is_marked { " last" } else { "" };
        let bar = Rectangle::new()
            .set("x", LEFT + place * STEP + 2)
            .set("y", top)
            .set("width", STEP - 4)
            // A draw is seen too.
            .set("height", (foot - top).max(1.0))
            .set("opacity", if moment.is_certain { "1" } else { "0.45" })
            .set("class", format!("{color}{mark}"));
        chart = chart.add(Group::new().add(Title::new(&*moment.words)).add(bar));
        let number = place + 1;
        if number == 1 || number % 5 == 0 {
            let x = LEFT + place * STEP + STEP / 2;
            let label = Text::new(number.to_string()).set("x", x).set("y", middle + HALF + 18);
            chart = chart.add(label.set("class", "small"));
        }
    }
    text(&chart)
}
