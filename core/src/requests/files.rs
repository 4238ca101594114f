//! The files that a build without weights and openings gets on demand, by their names.

use crate::documents::Variant;
use crate::evaluation::{self, Evaluation};
use crate::known::{self, KnownOpening};
use crate::notation::{PositionRow, read_position};
use crate::{Objective, Position, Rules, Scoring, Size};

/// The files that would help to answer questions about a position: the opening that may have it,
/// and the weights for its board.
pub fn missing(position: Position, rules: Rules) -> Vec<String> {
    let mut files = Vec::new();
    if let Some(&KnownOpening { size, start, .. }) = KnownOpening::missing(position, rules) {
        let variant = Variant { start, rules: Rules::new(Scoring::Discs, rules.objective) };
        files.push(format!("openings/{size}{}-opening.txt", variant.file_name()));
    }
    files.extend(missing_weights(position.size(), rules));
    files
}

fn missing_weights(size: Size, rules: Rules) -> Option<String> {
    // No weights at all are too few for any board that has some.
    let error = evaluation::hand_in(size, rules.objective, Vec::new()).err()?;
    if error.expected.is_none() || Evaluation::exists(size, rules) {
        return None;
    }
    let (long, short) = (size.width().max(size.height()), size.short_side());
    let fewest = if rules.objective == Objective::Fewest { "-fewest" } else { "" };
    Some(format!("weights/{long}x{short}{fewest}.weights"))
}

/// Accepts a file with this name.
///
/// # Errors
///
/// If the name or the contents are wrong.
pub fn hand_in(name: &str, contents: Vec<u8>) -> Result<(), String> {
    let (_, file) = name.split_once('/').unwrap_or_default();
    let opening = file.strip_suffix("-opening.txt");
    let board = opening.or(file.strip_suffix(".weights")).and_then(Variant::of_file);
    let (size, Variant { start, rules }) = board.ok_or("this is not the name of any file")?;
    if opening.is_none() {
        let handed_in = evaluation::hand_in(size, rules.objective, contents);
        return handed_in.map_err(|error| error.to_string());
    }
    let text = String::from_utf8(contents).map_err(|error| error.to_string())?;
    let mut table = format!("{}\n", PositionRow::HEADER);
    for line in text.lines() {
        let row = opening_row(size, line).ok_or("this is not a row of an opening")?;
        table += &format!("{row}\n");
    }
    known::hand_in(size, start, rules.objective, table).map_err(|error| error.to_string())
}

/// A row of a table from its short form, which has only the cells and the values of the moves.
fn opening_row(size: Size, line: &str) -> Option<PositionRow> {
    let (cells, texts) = line.split_once(' ')?;
    let position = read_position(size, &format!("{cells} X")).ok()?;
    let values = texts.split(' ').map(|text| text.parse().ok()).collect::<Option<Vec<_>>>()?;
    let mut squares: Vec<_> = position.moves().into_iter().map(Some).collect();
    if squares.is_empty() {
        // A pass has no square.
        squares.push(None);
    }
    if squares.len() != values.len() {
        return None;
    }
    let value = *values.iter().max()?;
    Some(PositionRow { position, value, moves: squares.into_iter().zip(values).collect() })
}
