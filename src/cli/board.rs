//! The arguments that name a board, a position and the rules.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser};
use othello_core::notation::{PositionEntry, Reader, quoted, read_game};
use othello_core::{Objective, ParseSizeError};

use super::prelude::*;

/// The default board of commands that solve it.
pub(crate) const BOARD_4X4: Size = Size::new(4, 4).expect("4x4 is a valid size");

/// The help of SIZE where the default is 4x4.
pub(crate) const SIZE_4X4: &str =
    "The board, WIDTHxHEIGHT, such as 6x4; 8 means 8x8 [default: 4x4]";

/// A board, and a position on it.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("size", |arg| arg.help("The same as SIZE").hide_short_help(true)))]
pub(crate) struct BoardArgs {
    /// The board, WIDTHxHEIGHT, such as 6x4; 8 means 8x8 [default: 8x8]
    #[arg(id = "board", index = 1, value_name = "SIZE", value_parser = board)]
    board: Option<Board>,

    /// A position or moves in any notation, or a file with one; without SIZE, it comes first
    #[arg(index = 2, value_name = "POSITION", conflicts_with_all = ["moves", "position"])]
    #[arg(hide_short_help = true)]
    text: Option<String>,

    #[command(flatten)]
    other: StartArgs,

    /// Moves to play first, such as f5d6c3
    #[arg(long, value_name = "TRANSCRIPT", conflicts_with = "position")]
    moves: Option<String>,

    /// Position: the cells from a1 (X O -), a space, and the side to move
    #[arg(long, value_name = "CELLS+SIDE", conflicts_with = "start", allow_hyphen_values = true)]
    position: Option<String>,
}

impl BoardArgs {
    /// The board and the start, without the position.
    pub(crate) fn start_args(&self) -> StartArgs {
        match self.board {
            Some(Board::Size(size)) => StartArgs { size: Some(size), ..self.other },
            _ => self.other,
        }
    }

    /// The text with the position, if one was given.
    fn position_text(&self) -> Option<&str> {
        match &self.board {
            Some(Board::Text(text)) => Some(text),
            _ => self.text.as_deref().or(self.position.as_deref()),
        }
    }

    /// The start of the game if the position is a start.
    pub(crate) fn at_start(&self) -> Option<Start> {
        if self.moves.is_none() { self.start() } else { None }
    }

    /// The start of the game, unless a position was given.
    pub(crate) fn start(&self) -> Option<Start> {
        if self.position_text().is_some() { None } else { Some(self.other.start) }
    }

    /// The given game.
    pub(crate) fn game(&self, default: Size) -> Result<Game> {
        let has_other = self.text.is_some() || self.position.is_some() || self.moves.is_some();
        let problem = match (&self.board, self.other.size) {
            (Some(Board::Text(text)), _) if has_other => {
                format!("{} is not a board, and only one position can be given", quoted(text))
            }
            (Some(Board::Size(one)), Some(other)) => {
                format!("two boards are given, {one} and {other}")
            }
            _ => {
                let (position, moves) = (self.position_text(), self.moves.as_deref());
                return self.start_args().game(position, moves, default);
            }
        };
        Err(Failure::Input(problem))
    }

    /// The given position: the end of [`game`](Self::game).
    pub(crate) fn position(&self, default: Size) -> Result<Position> {
        self.game(default).map(|game| game.end())
    }
}

/// A board, or a text with a position.
#[derive(Clone, Debug)]
enum Board {
    Size(Size),
    Text(String),
}

/// Parses a board, or takes the text for a position if it does not look like a board.
fn board(text: &str) -> Result<Board, ParseSizeError> {
    let has_moves = text.starts_with(|it: char| it.is_ascii_alphabetic())
        && text.contains(|it: char| it.is_ascii_digit());
    let is_word = text.len() < 4 || text.bytes().all(|it| it.is_ascii_alphanumeric());
    match text.parse() {
        Ok(size) => Ok(Board::Size(size)),
        Err(error) if is_word && !has_moves => Err(error),
        Err(_) => Ok(Board::Text(text.to_owned())),
    }
}

/// A board and a start, without a position.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct StartArgs {
    /// The board, WIDTHxHEIGHT [default: 8x8]
    #[arg(long)]
    pub(crate) size: Option<Size>,

    /// The start
    ///
    /// This is how the first four discs are placed. They occupy the four centre squares. With an odd
    /// number of columns or rows, the centre is shifted towards a1: b2, c2, b3 and c3 on 5x5.
    #[arg(long, value_name = "START", default_value = "diagonal", value_parser = start())]
    pub(crate) start: Start,
}

impl StartArgs {
    /// Reads positions and games on the given board. Without one, moves are taken to be on the
    /// `default` board.
    pub(crate) fn reader(self, default: Size) -> Reader {
        Reader::new(self.size, default, self.start)
    }

    /// The game given as a position or as moves.
    pub(crate) fn game(
        self,
        position: Option<&str>,
        moves: Option<&str>,
        default: Size,
    ) -> Result<Game> {
        if let Some(position) = position {
            return read_entry(position, self.reader(default)).map(|entry| entry.game);
        }
        let start = Position::start(self.size.unwrap_or(default), self.start);
        read_game(start, moves.unwrap_or_default())
            .map_err(|error| Failure::Input(format!("--moves: {}", error.problem)))
    }
}

/// Reads a position or a game given on the command line, or a file with one.
pub(crate) fn read_entry(text: &str, reader: Reader) -> Result<PositionEntry> {
    let mut lines = RecordStream::open_argument(text, reader)?;
    let entry = lines.nth_entry(None)?;
    if lines.next().is_some() {
        let problem = "there are several positions or games; --file answers all of a file";
        return Err(Failure::Input(format!("{}: {problem}", lines.name)));
    }
    Ok(entry)
}

/// How a finished game is scored.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RulesArgs {
    /// Who wins [default: most]
    ///
    /// The player with the most or with the fewest discs. A record may state this; otherwise, the
    /// default is most.
    #[arg(long, value_name = "OBJECTIVE", value_parser = one_of([
        (Objective::Most, "The most discs win"),
        (Objective::Fewest, "The fewest discs win: reverse Othello"),
    ]))]
    pub(crate) objective: Option<Objective>,

    /// How discs are counted at the end [default: discs]
    #[arg(long, value_name = "SCORE", value_parser = one_of([
        (Scoring::Discs, "Own discs minus the opponent's; empty squares score for neither side"),
        (Scoring::EmptiesToWinner, "The winner also counts the empty squares"),
    ]))]
    pub(crate) score: Option<Scoring>,
}

impl RulesArgs {
    /// The rules for a record that may name its objective.
    pub(crate) fn for_record(self, default: Scoring, objective: Option<Objective>) -> Rules {
        let objective = self.objective.or(objective).unwrap_or_default();
        Rules::new(self.score.unwrap_or(default), objective)
    }

    /// The rules, with the default scoring unless another was given.
    pub(crate) fn or_default(self) -> Rules {
        self.for_record(Scoring::Discs, None)
    }
}

/// Parses a [`Start`].
pub(crate) fn start() -> impl TypedValueParser<Value = Start> {
    one_of([
        (Start::Diagonal, "Othello's own: like colours on a diagonal"),
        (Start::Parallel, "Black on the upper two of the four squares, White on the lower two"),
    ])
}

/// Parses the name of a player, which is not capitalized here.
pub(crate) fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"])
        .map(|name| if name == "black" { Color::Black } else { Color::White })
}

/// Parses the language of a document.
pub(crate) fn language() -> impl TypedValueParser<Value = Language> {
    let names = [("en", "English"), ("ja", "Japanese")];
    PossibleValuesParser::new(names.map(|(name, help)| PossibleValue::new(name).help(help)))
        .map(|name| if name == "en" { Language::English } else { Language::Japanese })
}

/// Parses one of these values by its name.
pub(crate) fn one_of<T, const N: usize>(
    values: [(T, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Display + FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    let named = values.map(|(value, help)| PossibleValue::new(value.to_string()).help(help));
    PossibleValuesParser::new(named).map(|name| name.parse().expect("only these names get here"))
}

/// Parses a number among `all`, or the first and the last of several.
pub(crate) fn numbers(text: &str, all: RangeInclusive<u32>) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = all.into_inner();
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if from <= first && first <= last && last <= to => Ok(first..=last),
        _ => Err(format!(
            "expected a number from {from} to {to}, or the first and the last, such as {from}-{}",
            from + 9
        )),
    }
}
