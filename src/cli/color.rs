//! The use of colours.

use std::ffi::OsString;

use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, ValueEnum};
use othello_solver::{Position, Score, Square, SquareSet};

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

/// The value of `--color` in arguments that are yet to be parsed: parsing itself may print help or
/// an error.
pub(crate) fn choice(args: &[OsString]) -> ColorChoice {
    let mut args = args.iter().filter_map(|arg| arg.to_str()).take_while(|&arg| arg != "--");
    let when = args.find_map(|arg| match arg.strip_prefix("--color")? {
        "" => Some(None),
        when => when.strip_prefix('=').map(Some),
    });
    let when = when.and_then(|when| when.or_else(|| args.next()));
    when.and_then(|when| ColorChoice::from_str(when, false).ok()).unwrap_or_default()
}

/// Makes everything that is printed from now on follow the choice.
pub(crate) fn set(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_found_before_arguments_are_parsed() {
        let choice = |line: &str| {
            let args: Vec<_> = line.split(' ').map(OsString::from).collect();
            choice(&args)
        };
        assert_eq!(choice("solve 4x4"), ColorChoice::Auto);
        assert_eq!(choice("solve 4x4 --color=never"), ColorChoice::Never);
        assert_eq!(choice("--color always solve 4x4"), ColorChoice::Always);
        assert_eq!(choice("solve --colors never"), ColorChoice::Auto);
        assert_eq!(choice("lookup -- --color=never"), ColorChoice::Auto);
        assert_eq!(choice("solve --color"), ColorChoice::Auto);
    }
}
