//! Text for people: colours, boards, values and amounts.

use std::fmt::Display;

use clap::ColorChoice;
use clap::builder::EnumValueParser;
use clap::builder::styling::{AnsiColor, Style};
use itertools::Itertools;
use othello_core::SquareSet;
use othello_core::analysis::MoveValue;

use super::prelude::*;

/// The style of the word "error".
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The style of the word "warning".
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();

const BOLD: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Cyan.on_default();
const WHITE: Style = AnsiColor::Yellow.on_default();
const EMPTY: Style = Style::new().dimmed();

/// The board with its legal moves and the last move highlighted.
pub(crate) fn drawn_board(game: Position, last: Option<Square>) -> String {
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

/// A value padded to a width, in the colour of a win, a draw or a loss.
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

/// A value and the side it is seen by: `-8 for Black, who is to move`.
pub(crate) fn value_for(value: Score, position: Position) -> String {
    format!("{} for {}, who is to move", self::value(value, 0), position.side())
}

/// Moves with their values, separated by `separator`: `b1 -8 a2 -8`.
pub(crate) fn moves_with_values(moves: &[MoveValue], separator: &str) -> String {
    moves.iter().map(|mv| format!("{} {}", mv.square, value(mv.value, 0))).join(separator)
}

/// All best moves if they are known, otherwise the one that is.
pub(crate) fn best_moves(all: Option<&Vec<Square>>, one: Option<Square>) -> String {
    all.map_or_else(|| listed(one), listed)
}

/// Text that stands out: the best move, or the answer.
pub(crate) fn bold(text: &str) -> String {
    format!("{BOLD}{text}{BOLD:#}")
}

/// Parses `--color`. The choice takes effect at once, so that it applies to the help or the error
/// message that parsing the other arguments may print.
pub(crate) fn color_choice() -> impl TypedValueParser<Value = ColorChoice> {
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

/// A line of play, or `none` if the game is over.
pub(crate) fn line_of_play(line: &Game) -> String {
    if line.moves().is_empty() { "none".to_owned() } else { line.to_string() }
}

/// The outcome of a game, given the discs of Black and White. Black's come first even if White wins:
/// `White wins 31–33`.
pub(crate) fn outcome(winner: Option<Color>, [black, white]: [u32; 2]) -> String {
    match winner {
        Some(winner) => format!("{winner} wins {black}–{white}"),
        None => format!("A draw, {black}–{white}"),
    }
}

/// A number of things: `one game`, `57 games`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("one {one}") } else { format!("{number} {many}") }
}

/// Things separated by spaces: `b1 a2 d3 c4`.
pub(crate) fn listed<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().join(" ")
}

/// The speed of a search: `12.3 million a second`.
pub(crate) fn speed(positions: u64, time: Duration) -> String {
    #[expect(clippy::cast_precision_loss, reason = "the result is rounded")]
    let each_second = positions as f64 / time.as_secs_f64().max(1e-9);
    if each_second < 1e5 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let each_second = grouped(each_second as u64);
        format!("{each_second} a second")
    } else {
        format!("{:.1} million a second", each_second / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_speeds_are_not_rounded_to_zero() {
        let in_a_second = |positions| speed(positions, Duration::from_secs(1));
        assert_eq!(in_a_second(99_999), "99,999 a second");
        assert_eq!(in_a_second(12_345_678), "12.3 million a second");
    }
}
