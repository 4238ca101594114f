//! The use of colours.

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use clap::builder::{EnumValueParser, TypedValueParser};
use othello_core::{Position, Score, Square, SquareSet};

/// The style of the word that begins an error message.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The style of the word that begins a warning.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// The style of the answer, which stands out from the text around it.
pub(crate) const ANSWER: Style = Style::new().bold();

const BLACK: Style = AnsiColor::Cyan.on_default();
const WHITE: Style = AnsiColor::Yellow.on_default();
const EMPTY: Style = Style::new().dimmed();

/// The board with its legal moves; the last move stands out.
pub(crate) fn board(game: Position, last: Option<Square>) -> String {
    let mut squares = SquareSet::all(game.size()).iter();
    let diagram = game.diagram();
    let (letters, rows) = diagram.split_once('\n').unwrap_or_default();
    rows.chars().fold(format!("{letters}\n"), |text, symbol| {
        let style = match symbol {
            'X' => BLACK,
            'O' => WHITE,
            '·' | '-' => EMPTY,
            _ => return text + symbol.encode_utf8(&mut [0; 4]),
        };
        let is_last = last.is_some() && squares.next() == last;
        let style = if is_last { style.bold().underline() } else { style };
        text + &format!("{style}{symbol}{style:#}")
    })
}

/// A value, padded to a width: a win, a draw or a loss.
pub(crate) fn value(value: Score, width: usize) -> String {
    let style = match value.signum() {
        1 => AnsiColor::Green.on_default(),
        -1 => AnsiColor::Red.on_default(),
        _ => Style::new(),
    };
    let text = format!("{value:+}");
    let padding = " ".repeat(width.saturating_sub(text.len()));
    format!("{padding}{style}{text}{style:#}")
}

/// The style of the best move, or of the answer.
pub(crate) fn answer(text: &str) -> String {
    format!("{ANSWER}{text}{ANSWER:#}")
}

/// Reads `--color`, which from then on holds for everything that is printed, even for what parsing
/// the rest prints: help, or an error.
pub(crate) fn choice() -> impl TypedValueParser<Value = ColorChoice> {
    EnumValueParser::<ColorChoice>::new().map(|choice| {
        let global = match choice {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        global.write_global();
        choice
    })
}
