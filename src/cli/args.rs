//! Arguments that several commands share.

use std::fmt::{Debug, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use othello_core::notation::{PositionEntry, Reader};
use othello_core::search::MAX_THREADS;
use othello_core::{Game, Objective, Position, Rules, Scoring, Size, Start};
use othello_solver::results::Variant;

use super::console::catch_ctrl_c;
use super::failure::Failure;
use super::progress::Bar;

/// Which board, and which position on it.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("size", |arg| arg.help("The same as SIZE").hide_short_help(true)))]
pub(crate) struct BoardArgs {
    /// The board, WIDTHxHEIGHT, such as 6x4; 8 means 8x8 [default: 8x8]
    #[arg(id = "board", value_name = "SIZE", conflicts_with = "size")]
    size: Option<Size>,

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
    /// The board and the start that were typed.
    pub(crate) fn typed(&self) -> StartArgs {
        StartArgs { size: self.size.or(self.other.size), ..self.other }
    }

    /// How the game started, if it is at its start.
    pub(crate) fn of_a_start(&self) -> Option<Start> {
        self.start().filter(|_| self.moves.is_none())
    }

    /// How the game started, unless a position was typed.
    pub(crate) fn start(&self) -> Option<Start> {
        self.position.is_none().then_some(self.other.start)
    }

    /// The game that was asked for.
    pub(crate) fn game(&self, usual: Size) -> Result<Game, Failure> {
        self.typed().game(self.position.as_deref(), self.moves.as_deref(), usual)
    }

    /// The position that was asked for: the end of [`game`](Self::game).
    pub(crate) fn position(&self, usual: Size) -> Result<Position, Failure> {
        self.game(usual).map(|game| game.end())
    }
}

/// A board and a start that are named without a position.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct StartArgs {
    /// The board, WIDTHxHEIGHT [default: 8x8]
    #[arg(long)]
    pub(crate) size: Option<Size>,

    /// How the first four discs lie
    ///
    /// They lie on the four squares in the middle. Where the number of columns or rows is odd, these
    /// are beside the middle, on the side of a1: b2, c2, b3 and c3 on 5x5.
    #[arg(long, value_name = "START", default_value = "diagonal", value_parser = start())]
    pub(crate) start: Start,
}

impl StartArgs {
    /// Reads positions and games on the board that was typed. The `usual` board is that of moves if
    /// none was.
    pub(crate) fn reader(self, usual: Size) -> Reader {
        Reader::new(self.size, usual, self.start)
    }

    /// The game that was typed as a position or as moves.
    pub(crate) fn game(
        self,
        position: Option<&str>,
        moves: Option<&str>,
        usual: Size,
    ) -> Result<Game, Failure> {
        if let Some(position) = position {
            return read(position, self.reader(usual)).map(|entry| entry.game);
        }
        let start = Position::start(self.size.unwrap_or(usual), self.start);
        Game::parse(start, moves.unwrap_or_default())
            .map_err(|error| Failure::Input(format!("--moves: {}", error.problem)))
    }
}

/// The board of most commands if no other is named.
pub(crate) const BOARD_8X8: Size = Size::new(8, 8).expect("there is an 8x8 board");
/// The board that is solved if no other is named.
pub(crate) const BOARD_4X4: Size = Size::new(4, 4).expect("there is a 4x4 board");

/// The help of SIZE where 4x4 is the default.
pub(crate) const SIZE_4X4: &str =
    "The board, WIDTHxHEIGHT, such as 6x4; 8 means 8x8 [default: 4x4]";

/// Reads a position or a game that was typed.
pub(crate) fn read(text: &str, reader: Reader) -> Result<PositionEntry, Failure> {
    let entry = reader.read(text).map_err(|error| Failure::Input(format!("'{text}': {error}")))?;
    let accepted = "write its cells and the side to move, or moves";
    entry.ok_or_else(|| Failure::Input(format!("there is no position in '{text}'; {accepted}")))
}

/// How a finished game is scored.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RulesArgs {
    /// Whether the most or the fewest discs win
    #[arg(long, value_name = "OBJECTIVE", default_value = "most", value_parser = objective())]
    objective: Objective,

    /// How discs are counted at the end [default: discs]
    #[arg(long, value_name = "SCORE", value_parser = scoring())]
    score: Option<Scoring>,
}

impl RulesArgs {
    /// The rules, with this scoring unless another was asked for.
    pub(crate) fn or(self, default: Scoring) -> Rules {
        Rules::new(self.score.unwrap_or(default), self.objective)
    }
}

impl From<RulesArgs> for Rules {
    fn from(args: RulesArgs) -> Self {
        args.or(Scoring::Discs)
    }
}

impl From<Rules> for RulesArgs {
    fn from(Rules { scoring, objective }: Rules) -> Self {
        Self { objective, score: Some(scoring) }
    }
}

/// The file under results/ to which the answer for the start of a game belongs.
pub(crate) fn result_file(size: Size, start: Start, rules: impl Into<Rules>) -> PathBuf {
    format!("results/{size}{}.json", variant(start, rules).file_name()).into()
}

/// Whether there is a folder results/ here. No command makes one: it writes there by default where
/// there is one, and elsewhere only to a file that is named.
pub(crate) fn has_results() -> bool {
    Path::new("results").is_dir()
}

/// The file of this name under results/, which is written unless --output names another.
pub(crate) fn default_file(name: &str) -> Result<PathBuf, Failure> {
    if has_results() {
        return Ok(Path::new("results").join(name));
    }
    Err(Failure::Failed(format!(
        "cannot write results/{name}: there is no folder results/ here; --output names another file"
    )))
}

/// A start and rules, as they appear in names of files and commands.
pub(crate) fn variant(start: Start, rules: impl Into<Rules>) -> Variant {
    Variant { start, rules: rules.into() }
}

/// The help of --score for commands that answer files of positions.
pub(crate) const SCORE_OF_FILES: &str =
    "How discs are counted [default: discs; empties-to-winner for a file with scores]";

/// What is printed, and how.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputArgs {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) quiet: QuietArgs,
}

/// Whether there is a progress bar.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct QuietArgs {
    /// Print only errors on standard error
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl QuietArgs {
    /// The bar of a job that stops at Ctrl-C.
    pub(crate) fn bar(self) -> Bar {
        catch_ctrl_c();
        Bar::new(self.quiet)
    }
}

/// [`MAX_THREADS`], as clap compares it.
const MOST_THREADS: i64 = MAX_THREADS as i64;

/// How many processors are used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number that was asked for, if one was.
    pub(crate) fn typed(self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// The number that was asked for, or one for each processor.
    pub(crate) fn or_all(self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.typed().unwrap_or_else(all)
    }

    /// Makes the parallel work of the library use this number.
    pub(crate) fn set_up(self) -> Result<(), Failure> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.typed().unwrap_or(0))
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start the threads: {error}")))
    }
}

/// How much memory is used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct HashArgs {
    /// Memory for the table of positions, such as 64M or 2G
    #[arg(long, value_name = "MEMORY", default_value = "512M", value_parser = affordable)]
    pub(crate) hash: usize,
}

/// The default, which is granted everywhere: few boards make use of all of it.
const MODEST: usize = 512 << 20;

/// Reads a number of bytes that the system grants: nothing is written to them here.
fn affordable(text: &str) -> Result<usize, String> {
    let bytes = memory(text)?;
    if bytes > MODEST && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err("the system does not grant that much memory to this program".to_owned());
    }
    Ok(bytes)
}

/// Reads a number of bytes: `64M` is 64 · 2²⁰.
fn memory(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let wrong = || "write a number and K, M or G, such as 512M".to_owned();
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err(wrong()),
    };
    digits
        .parse::<usize>()
        .map_err(|_| wrong())?
        .checked_mul(1 << shift)
        .filter(|bytes| (1 << 10..=1 << 40).contains(bytes))
        .ok_or_else(|| "it must lie between 1K and 1024G".to_owned())
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// As a JSON document, or one on each line for a file of positions
    Json,
}

/// Reads a [`Start`].
pub(crate) fn start() -> impl TypedValueParser<Value = Start> {
    one_of([
        (Start::Diagonal, "Othello's own: like colours on a diagonal"),
        (Start::Parallel, "Black on the upper two of the four squares, White on the lower"),
    ])
}

/// Reads an [`Objective`].
pub(crate) fn objective() -> impl TypedValueParser<Value = Objective> {
    one_of([
        (Objective::Most, "The most discs win"),
        (Objective::Fewest, "The fewest discs win: reverse Othello"),
    ])
}

/// Reads a [`Scoring`].
fn scoring() -> impl TypedValueParser<Value = Scoring> {
    one_of([
        (Scoring::Discs, "Own discs minus the opponent's, as they lie"),
        (Scoring::EmptiesToWinner, "The winner counts the empty squares too"),
    ])
}

/// Reads one of these values by its name.
pub(crate) fn one_of<T, const N: usize>(
    values: [(T, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Display + FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    let named = values.map(|(value, help)| PossibleValue::new(value.to_string()).help(help));
    PossibleValuesParser::new(named).map(|name| name.parse().expect("it is one of the names"))
}

#[cfg(test)]
mod tests {
    use super::memory;

    #[test]
    fn memory_is_counted_in_powers_of_two() {
        assert_eq!(memory("64M"), Ok(64 << 20));
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("16k"), Ok(16 << 10));
        for wrong in ["", "64", "M", "0M", "12Q", "-1M", "99999999999G"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
