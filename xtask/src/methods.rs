//! The methods of search as bars: how many positions each looks at.

use othello_core::exhaustive::Method;
use othello_core::{Position, Rules, Size, Start};
use othello_solver::amounts::grouped;
use othello_solver::results::svg::STYLE;
use svg::Document;
use svg::node::element::{Rectangle, Style, Text, Title};

/// The distance from one bar to the next, in pixels, like all lengths here.
const STEP: usize = 24;
/// The room for the names, the length of the longest bar, and the room above the bars.
const LEFT: f64 = 220.0;
const LONGEST: f64 = 480.0;
const TOP: usize = 40;

/// A chart of the methods for 4x4, on a logarithmic scale.
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
pub(crate) fn chart() -> String {
    let start = Position::start(Size::new(4, 4).expect("it is a size"), Start::Diagonal);
    let counts = Method::ALL.map(|method| (method.name, method.value(start, Rules::default()).1));
    let most = counts.iter().map(|count| count.1).max().unwrap_or(1);
    let heading = "Positions looked at to find the value of 4x4, on a logarithmic scale";
    let (width, height) = (LEFT + LONGEST + 80.0, TOP + STEP * counts.len() + 10);
    let mut chart = Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("role", "img")
        .set("aria-label", heading)
        .add(Title::new(heading))
        .add(Style::new(STYLE))
        .add(Text::new(heading).set("x", 10).set("y", 24).set("class", "heading"));
    for (place, (name, positions)) in counts.into_iter().enumerate() {
        let top = TOP + STEP * place;
        let length = LONGEST * (positions as f64).ln() / (most as f64).ln();
        let text = |text: &str, x: f64, class| {
            Text::new(text).set("x", x).set("y", top + 14).set("class", class)
        };
        let bar = Rectangle::new().set("x", LEFT).set("y", top).set("height", STEP - 6);
        chart = chart
            .add(text(name, LEFT - 8.0, "right"))
            .add(bar.set("width", format!("{length:.1}")).set("class", "win"))
            .add(text(&grouped(positions), LEFT + length.ceil() + 6.0, "left"));
    }
    format!("{chart}\n")
}
