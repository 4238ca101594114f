//! Charts of stacked bars.

use othello_solver::amounts::grouped;
use othello_solver::results::svg::{picture, picture_text};
use svg::node::element::{Group, Line, Rectangle, Text, Title};

/// The height of the highest bar. All lengths here are in pixels.
const HEIGHT: u32 = 240;
/// The total width of the bars.
const WIDTH: u32 = 792;
/// The space to the left of the bars.
const LEFT: u32 = 64;
/// The space above the bars, for the heading and the legend.
const TOP: u32 = 78;
/// The space below the bars, for their labels and the axis title.
const BOTTOM: u32 = 56;
/// The baseline of the bars.
const GROUND: u32 = TOP + HEIGHT;

/// A bar chart in which every bar has the same parts.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The title.
    pub(crate) heading: String,
    /// The meaning of the labels below the bars.
    pub(crate) labels: String,
    /// The meaning of the bars' heights.
    pub(crate) scale: Scale,
    /// The names of the parts from the bottom up, and the look of each.
    pub(crate) parts: Vec<(String, Look)>,
    /// The bars, from left to right.
    pub(crate) bars: Vec<Bar>,
}

/// A bar of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// The text below the bar.
    pub(crate) label: String,
    /// The size of each part, from the bottom up.
    pub(crate) parts: Vec<u64>,
}

/// The meaning of the height of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// The sum of its parts.
    Sum,
    /// Nothing: all bars have the same height, and their parts are shares.
    Share,
}

/// The look of a part, named after its meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    Black,
    White,
    Win,
    Draw,
    Loss,
}

impl Look {
    /// Its class in the style sheet shared by all pictures.
    fn class(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl Chart {
    /// The chart as the text of an SVG file.
    pub(crate) fn to_svg(&self) -> String {
        let count: u32 = self.bars.iter().map(|_| 1).sum();
        let step = WIDTH / count.max(1);
        let middle = LEFT + WIDTH / 2;
        let (width, height) = (LEFT + WIDTH + 20, GROUND + BOTTOM);
        let mut chart = picture(width, height, &self.heading, &self.labels)
            .add(Text::new(&*self.heading).set("x", 10).set("y", 24).set("class", "heading"))
            .add(Text::new(&*self.labels).set("x", middle).set("y", GROUND + 42))
            .add(self.legend());
        for value in self.ticks() {
            chart = chart.add(self.tick(value));
        }
        // Every other label, or fewer, if labels would touch.
        let widest = self.bars.iter().map(|bar| bar.label.chars().map(|_| 9).sum()).max();
        let labelled = widest.unwrap_or(0_u32).div_ceil(step.max(1)).max(1);
        for (place, bar) in (0..).zip(&self.bars) {
            let left = LEFT + place * step;
            chart = chart.add(self.bar(bar, left, step));
            if place.is_multiple_of(labelled) {
                let label = Text::new(&*bar.label).set("x", left + step / 2).set("y", GROUND + 18);
                chart = chart.add(label.set("class", "small"));
            }
        }
        picture_text(&chart)
    }

    /// The value at the top of the chart: the highest bar, or 100 percent.
    fn top(&self) -> u64 {
        match self.scale {
            Scale::Sum => self.bars.iter().map(Bar::total).max().unwrap_or(0).max(1),
            Scale::Share => 100,
        }
    }

    /// The values marked on the scale at the left: multiples of 1, 2 or 5 times a power of ten, at
    /// most five of them above zero.
    fn ticks(&self) -> impl Iterator<Item = u64> {
        let top = self.top();
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
        let step = steps.into_iter().find(|step| top / step <= 5).unwrap_or(top);
        (0..=top / step).map(move |number| number * step)
    }

    fn tick(&self, value: u64) -> Group {
        let y = f64::from(GROUND) - height(value, self.top());
        let label = match self.scale {
            Scale::Sum => grouped(value),
            Scale::Share => format!("{value} %"),
        };
        let line = Line::new().set("x1", LEFT).set("x2", LEFT + WIDTH).set("y1", y).set("y2", y);
        Group::new()
            .add(line.set("class", if value == 0 { "axis" } else { "tick" }))
            .add(Text::new(label).set("x", LEFT - 6).set("y", y + 4.0).set("class", "right"))
    }

    fn bar(&self, bar: &Bar, left: u32, step: u32) -> Group {
        let whole = match self.scale {
            Scale::Sum => self.top(),
            Scale::Share => bar.total().max(1),
        };
        let named = bar.parts.iter().zip(&self.parts);
        let said: Vec<_> =
            named.clone().map(|(&size, (name, _))| format!("{name} {}", grouped(size))).collect();
        let mut group = Group::new().add(Title::new(format!("{}: {}", bar.label, said.join(", "))));
        let mut below = 0;
        for (&size, (_, look)) in named.filter(|&(&size, _)| size > 0) {
            let foot = height(below, whole);
            below += size;
            let head = height(below, whole);
            let part = Rectangle::new()
                .set("x", left + step / 8)
                .set("y", f64::from(GROUND) - head)
                .set("width", step * 3 / 4)
                .set("height", round(head - foot))
                .set("class", look.class());
            group = group.add(part);
        }
        group
    }

    fn legend(&self) -> Group {
        let mut legend = Group::new();
        let mut left = LEFT;
        for (name, look) in &self.parts {
            let square = Rectangle::new().set("x", left).set("y", 42).set("width", 13);
            legend = legend.add(square.set("height", 13).set("class", look.class()));
            let text = Text::new(&**name).set("x", left + 20).set("y", 53).set("class", "left");
            legend = legend.add(text);
            // The width of the text is unknown here; this is enough for most texts.
            left += 40 + name.chars().map(|_| 7).sum::<u32>();
        }
        legend
    }
}

impl Bar {
    fn total(&self) -> u64 {
        self.parts.iter().sum()
    }
}

/// The height of a value if `whole` is at the top.
#[allow(clippy::cast_precision_loss, reason = "a pixel is not lost")]
fn height(value: u64, whole: u64) -> f64 {
    round(f64::from(HEIGHT) * value as f64 / whole as f64)
}

/// Rounds to a tenth of a pixel, which is precise enough.
fn round(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(scale: Scale, parts: Vec<u64>) -> Chart {
        let bars = vec![Bar { label: "a < b".to_owned(), parts }];
        let parts = vec![("won".to_owned(), Look::Win), ("lost".to_owned(), Look::Loss)];
        Chart { heading: "& so on".to_owned(), labels: "kind".to_owned(), scale, parts, bars }
    }

    #[test]
    fn a_scale_names_at_most_six_round_values() {
        let ticks = |top| chart(Scale::Sum, vec![top, 0]).ticks().collect::<Vec<_>>();
        assert_eq!(ticks(3), [0, 1, 2, 3]);
        assert_eq!(ticks(60), [0, 20, 40, 60]);
        assert_eq!(ticks(5_312), [0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    }

    #[test]
    fn labels_do_not_touch() {
        let labels = |count: i32| {
            let bar = |number: i32| Bar { label: number.to_string(), parts: vec![1, 1] };
            let bars = (-count..=count).map(bar).collect();
            let svg = Chart { bars, ..chart(Scale::Sum, vec![]) }.to_svg();
            svg.matches("class=\"small\"").count()
        };
        assert_eq!([4, 12, 16, 36].map(labels), [9, 25, 17, 25]);
    }

    #[test]
    fn shares_fill_the_bar() {
        let svg = chart(Scale::Share, vec![1, 3]).to_svg();
        assert!(svg.contains("class=\"win\" height=\"60\""), "{svg}");
        assert!(svg.contains("class=\"loss\" height=\"180\""), "{svg}");
    }

    #[test]
    fn words_are_escaped() {
        let svg = chart(Scale::Sum, vec![1, 3]).to_svg();
        assert!(svg.contains("&amp; so on") && svg.contains("a &lt; b: won 1, lost 3"), "{svg}");
    }
}
