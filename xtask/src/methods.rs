//! A bar chart of the number of positions that each search method visits.

use othello_core::exhaustive::Method;
use othello_core::{Position, Rules, Size, Start};
use othello_solver::amounts::grouped;
use othello_solver::results::svg::{picture, picture_text};
use svg::node::element::{Rectangle, Text};

/// The distance from one bar to the next, in pixels, like all lengths here.
const STEP: u32 = 24;
/// The room for the names, the length of the longest bar, and the room for the heading.
const LEFT: u32 = 220;
const LONGEST: u32 = 480;
const TOP: u32 = 40;

/// The chart for 4x4, on a logarithmic scale.
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
pub(crate) fn chart() -> String {
    let start = Position::start(Size::new(4, 4).expect("it is a size"), Start::Diagonal);
    let counts = Method::ALL.map(|method| (method.name, method.value(start, Rules::default()).1));
    let most = counts.iter().map(|count| count.1).max().unwrap_or(1);
    let heading = "Positions looked at to find the value of 4x4, on a logarithmic scale";
    let bottom = (0..).zip(&counts).map(|(place, _)| TOP + STEP * (place + 1)).max().unwrap_or(TOP);
    let names = counts.map(|(name, positions)| format!("{name} {}", grouped(positions)));
    let mut chart = picture(LEFT + LONGEST + 80, bottom + 10, heading, &names.join(", "))
        .add(Text::new(heading).set("x", 10).set("y", 24).set("class", "heading"));
    for (place, (name, positions)) in (0..).zip(counts) {
        let top = TOP + STEP * place;
        let length = f64::from(LONGEST) * (positions as f64).ln() / (most as f64).ln();
        let bar = Rectangle::new().set("x", LEFT).set("y", top).set("height", STEP - 6);
        let name = Text::new(name).set("x", f64::from(LEFT) - 8.0).set("y", top + 14);
        let right = f64::from(LEFT) + length.ceil() + 6.0;
        let number = Text::new(grouped(positions)).set("x", right).set("y", top + 14);
        chart = chart
            .add(name.set("class", "right"))
            .add(bar.set("width", format!("{length:.1}")).set("class", "win"))
            .add(number.set("class", "left"));
    }
    picture_text(&chart)
}
