//! Pictures in SVG: boards, lines of play, plans, and the course of a game.
//!
//! A picture depends only on its contents. It includes its own style, with colours for light and
//! dark backgrounds.

mod board;
mod course;
mod plan;

use ::svg::Document;
use ::svg::node::Text;
use ::svg::node::element::{Description, Style, Title};

pub use board::{board, diagram, excerpt, line, solved};
pub use course::course;
pub use plan::{TURNS, notes, plan, plan_sheets, title};

/// The style of all pictures, as CSS.
const STYLE: &str = include_str!("style.css");

/// An empty picture of a size, with a title and a description for screen readers.
pub fn picture(width: u32, height: u32, title: &str, description: &str) -> Document {
    Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("role", "img")
        .set("aria-label", title)
        .add(Title::new(title))
        .add(Description::new().add(Text::new(description)))
        .add(Style::new(STYLE))
}

/// The picture as a file, with a newline at its end.
pub fn picture_text(picture: &Document) -> String {
    format!("{picture}\n")
}
