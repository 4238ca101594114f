//! `wipeouts`: the shortest games that end with one colour gone.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use othello_solver::files::write_atomically;
use othello_solver::results::{BoardWipeouts, ForcedWipeout, ForcedWipeouts, WipeoutTable};
use othello_solver::{
    AnyGame, Color, Forced, Game, ParseSquareError, Progress, Shape, Start, Wipeout,
    forced_wipeout, shortest_wipeouts,
};

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs};
use super::failure::Failure;
use super::output::{json, print, print_json};
use super::progress::{Bar, catch_ctrl_c};
use super::size::{ForShape, Size, names};

/// `--all` asks whether a wipe-out can be forced on boards of up to so many
/// squares.
const FORCED_SQUARES: u32 = 32;

/// The most memory for the table of a search for a forced wipe-out with `--all`.
const FORCED_HASH: usize = 512 << 20;

/// List the shortest games that end with one colour gone
#[derive(Debug, Args)]
#[command(after_help = "\
The games are printed one on a line, sorted, and what they are on standard error.

Examples:
  othello-solver wipeouts 8x8 --first f5          the 57 games of nine moves
  othello-solver wipeouts 6x6 --by white --count
  othello-solver wipeouts 4x8 --forced            who can force it, and how soon
  othello-solver wipeouts --all                   writes results/wipeouts.json")]
pub(crate) struct Wipeouts {
    #[command(flatten)]
    board: BoardArgs,

    /// Only games that begin with this move
    #[arg(long, value_name = "MOVE", conflicts_with = "all")]
    first: Option<String>,

    /// Only games with so many discs placed or fewer
    #[arg(long, value_name = "N", conflicts_with = "all")]
    max: Option<u32>,

    /// Who is left
    #[arg(long, value_name = "COLOR", default_value = "any", conflicts_with = "all")]
    by: By,

    /// Print how many games there are, and not the games
    #[arg(long, conflicts_with = "all")]
    count: bool,

    /// Find out by search whether a player can force a wipe-out
    #[arg(long, conflicts_with = "all")]
    forced: bool,

    /// All boards and both starts, written to results/wipeouts.json
    #[arg(long, conflicts_with_all = ["size", "size_option", "start", "moves", "position"])]
    all: bool,

    /// The file that --all writes
    #[arg(long, value_name = "FILE", default_value = "results/wipeouts.json", requires = "all")]
    output: PathBuf,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Black is left
    Black,
    /// White is left
    White,
    /// Either
    Any,
}

impl By {
    fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Any => None,
        }
    }

    /// The colours that it allows.
    fn colors(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.color().is_none_or(|only| only == color))
    }
}

impl Wipeouts {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.resources.set_up_threads()?;
        catch_ctrl_c();
        if self.all {
            return self.table();
        }
        let game = self.board.size()?.dispatch(Asked(&self.board))?;
        self.find(&*game)
    }

    fn find(&self, game: &dyn Wiped) -> Result<(), Failure> {
        let first = self.first.as_deref().map(|text| {
            let wrong = || Failure::usage(format!("--first: '{text}' is {ParseSquareError}"));
            game.game().square(text).ok_or_else(wrong)
        });
        let first = first.transpose()?;
        let max = self.max.unwrap_or(u32::MAX);
        let bar = Bar::new(self.print.quiet);
        let mut wipeouts = shortest(game, first, self.by.color(), max, &bar)?;
        if self.board.is_start() {
            wipeouts.start = Some(self.board.start.into());
            wipeouts.position = None;
        }
        if self.forced {
            wipeouts.forced = Some(forced(game, max, self.resources.hash, &bar));
        } else {
            stopped(&bar)?;
        }
        drop(bar);
        if self.count {
            wipeouts.lines = None;
        }
        if self.print.format == Format::Json {
            return print_json(&wipeouts);
        }
        if let Some(forced) = &wipeouts.forced {
            let words = self.by.colors().map(|color| in_words(color, forced));
            return print(&words.collect::<String>());
        }
        if !self.print.quiet {
            eprintln!("{}", summary(&wipeouts, self.max));
        }
        match &wipeouts.lines {
            Some(lines) => print(&lines.iter().flat_map(|line| [line, "\n"]).collect::<String>()),
            None => print(&format!("{}\n", wipeouts.count)),
        }
    }

    /// Writes the file of all boards.
    fn table(&self) -> Result<(), Failure> {
        let bar = Bar::new(self.print.quiet);
        let mut boards = Vec::new();
        for &size in Size::ALL {
            for start in [Start::Diagonal, Start::Parallel] {
                boards.push(of_board(size, start, &bar)?);
            }
        }
        let table = WipeoutTable {
            schema: WipeoutTable::SCHEMA.to_owned(),
            command: "othello-solver wipeouts --all".to_owned(),
            boards,
        };
        write_atomically(&self.output, json(&table)?.as_bytes()).map_err(Failure::failed)?;
        drop(bar);
        print(&format!("written    {}\n", self.output.display()))
    }
}

/// The wipe-outs of a board, for the file of all boards.
fn of_board(size: Size, start: Start, bar: &Bar) -> Result<BoardWipeouts, Failure> {
    let game = size.dispatch(Begin(start));
    let mut wipeouts = shortest(&*game, None, None, u32::MAX, bar)?;
    if size.squares() <= FORCED_SQUARES {
        wipeouts.forced = Some(forced(&*game, u32::MAX, FORCED_HASH, bar));
    }
    stopped(bar)?;
    Ok(BoardWipeouts { start: Some(start), position: None, ..wipeouts })
}

/// The start of a game.
struct Begin(Start);

impl ForShape for Begin {
    type Output = Box<dyn Wiped>;

    fn run<S: Shape>(self) -> Self::Output {
        Box::new(Game::<S>::start(self.0))
    }
}

/// Ctrl-C leaves no half of an answer.
fn stopped(bar: &Bar) -> Result<(), Failure> {
    if bar.stopped() { Err(Failure::failed("stopped; nothing was written")) } else { Ok(()) }
}

/// What is asked of a game, whatever the shape of its board.
trait Wiped {
    fn game(&self) -> AnyGame;
    /// The shortest wipe-outs from here on, or after a move.
    fn shortest(&self, first: Option<u32>, by: Option<Color>, max: u32, bar: &Bar) -> Shortest;
    fn forced(&self, by: Color, max: u32, hash: usize, bar: &Bar) -> ForcedWipeout;
}

/// As [`Wipeouts`](othello_solver::Wipeouts).
struct Shortest {
    plies: u32,
    winner: Option<Color>,
    lines: Vec<String>,
}

impl<S: Shape> Wiped for Game<S> {
    fn game(&self) -> AnyGame {
        (*self).into()
    }

    fn shortest(&self, first: Option<u32>, by: Option<Color>, max: u32, bar: &Bar) -> Shortest {
        let from = match first {
            Some(square) => self.game().play(square).game().expect("it is on the same board"),
            None => *self,
        };
        let found = shortest_wipeouts(from, by, max, bar);
        let lines = found.games.iter().map(Wipeout::text).collect();
        Shortest { plies: found.plies, winner: found.winner(), lines }
    }

    fn forced(&self, by: Color, max: u32, hash: usize, bar: &Bar) -> ForcedWipeout {
        let (can, plies, line) = match forced_wipeout(*self, by, max, hash, bar) {
            Forced::Within { plies, line } => {
                (Some(true), Some(plies), Some(names(&line).concat()))
            }
            Forced::Never => (Some(false), None, None),
            Forced::NotWithin { plies } => (None, Some(plies), None),
        };
        ForcedWipeout { can, plies, line }
    }
}

/// The game that was asked for.
struct Asked<'a>(&'a BoardArgs);

impl ForShape for Asked<'_> {
    type Output = Result<Box<dyn Wiped>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        Ok(Box::new(self.0.game::<S>()?))
    }
}

/// The shortest wipe-outs of `game`, or of what follows its `first` move.
fn shortest(
    game: &dyn Wiped,
    first: Option<u32>,
    by: Option<Color>,
    max: u32,
    bar: &Bar,
) -> Result<BoardWipeouts, Failure> {
    let board = game.game();
    if let Some(square) = first
        && board.moves() >> square & 1 == 0
    {
        return Err(Failure::Usage(board.illegal(square)));
    }
    let prefix = first.map_or(String::new(), |square| board.name(square));
    let played = u32::from(first.is_some());
    let found = game.shortest(first, by, max.saturating_sub(played), bar);
    let any = !found.lines.is_empty();
    let winner = match found.winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "both",
    };
    Ok(BoardWipeouts {
        size: board.size(),
        start: None,
        position: Some(board.to_string()),
        plies: any.then_some(found.plies + played),
        winner: any.then(|| winner.to_owned()),
        count: found.lines.len(),
        lines: Some(found.lines.iter().map(|line| format!("{prefix}{line}")).collect()),
        forced: None,
    })
}

/// Whether each player can force a wipe-out.
fn forced(game: &dyn Wiped, max: u32, hash: usize, bar: &Bar) -> ForcedWipeouts {
    let by = |color| game.forced(color, max, hash, bar);
    ForcedWipeouts { black: by(Color::Black), white: by(Color::White) }
}

/// What the games are.
fn summary(wipeouts: &BoardWipeouts, max: Option<u32>) -> String {
    let Some(plies) = wipeouts.plies else {
        return match max {
            Some(max) => format!("no game of at most {max} discs ends with one colour gone"),
            None => "no game ends with one colour gone".to_owned(),
        };
    };
    let left = match wipeouts.winner.as_deref() {
        Some("black") => "Black alone",
        Some("white") => "White alone",
        _ => "one colour alone, Black or White",
    };
    let count = wipeouts.count;
    let games = if count == 1 { "one game".to_owned() } else { format!("{count} games") };
    format!("{games} of {plies} discs, {left} at the end")
}

/// Whether a player can force a wipe-out.
fn in_words(color: Color, forced: &ForcedWipeouts) -> String {
    let forced = match color {
        Color::Black => &forced.black,
        Color::White => &forced.white,
    };
    let plies = forced.plies.unwrap_or(0);
    match (forced.can, &forced.line) {
        (Some(true), Some(line)) => {
            format!("{color} can force a wipe-out with at most {plies} discs placed: {line}\n")
        }
        (Some(_), _) => format!("{color} cannot force a wipe-out\n"),
        (None, _) => format!(
            "{color} cannot force a wipe-out with {plies} discs placed; beyond that nothing is known\n"
        ),
    }
}
