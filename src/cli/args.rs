//! Arguments that several commands share.

use clap::{Args, ValueEnum};
use othello_solver::{
    AnyGame, AnyTranscript, Cells, Game, Objective, Rules, Scoring, Shape, Start,
};
use serde::Serialize;

use super::failure::Failure;
use super::size::Size;

/// Which board, and which position on it.
#[derive(Clone, Debug, Args)]
pub(crate) struct BoardArgs {
    /// The board, WIDTHxHEIGHT: 4x4, 6x4 … 8x8, or 8 for 8x8
    #[arg(value_name = "SIZE")]
    size: Option<Size>,

    /// The board, if it is not named without an option
    #[arg(long = "size", value_name = "SIZE", conflicts_with = "size")]
    size_option: Option<Size>,

    /// How the first four discs lie
    #[arg(long, value_name = "START", default_value = "diagonal")]
    pub(crate) start: StartArg,

    /// Play these moves first: f5d6c3
    #[arg(long, value_name = "TRANSCRIPT", conflicts_with = "position")]
    pub(crate) moves: Option<String>,

    /// Begin with this position: cells from a1 row by row (X O -), a space, the side to move
    #[arg(long, value_name = "CELLS+SIDE", conflicts_with = "start", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

impl BoardArgs {
    /// Whether it is the start of a game, with no moves played.
    pub(crate) fn is_start(&self) -> bool {
        self.moves.is_none() && self.position.is_none()
    }

    /// The size that was typed, if one was.
    pub(crate) fn typed_size(&self) -> Option<Size> {
        self.size.or(self.size_option)
    }

    /// The size of the board: as typed, or that of the square board which the
    /// cells of the position fill.
    pub(crate) fn size(&self) -> Result<Size, Failure> {
        match (self.typed_size(), &self.position) {
            (Some(size), _) => Ok(size),
            (None, Some(position)) => square_size(&read_cells(position)?),
            (None, None) => Err(Failure::usage("which board? Name its SIZE: 4x4, 6x4 … 8x8")),
        }
    }

    /// The game at the position that was asked for.
    pub(crate) fn game<S: Shape>(&self) -> Result<Game<S>, Failure> {
        let game = self.transcript(AnyGame::start::<S>(self.start.into()))?.end();
        Ok(game.game().expect("it is on the board of the start"))
    }

    /// The moves that were asked for from `start` on, or the position, from
    /// which no move is played.
    pub(crate) fn transcript(&self, start: AnyGame) -> Result<AnyTranscript, Failure> {
        if let Some(position) = &self.position {
            return game_of(&read_cells(position)?, start).map(AnyTranscript::new);
        }
        AnyTranscript::parse(start, self.moves.as_deref().unwrap_or_default())
            .map_err(|error| Failure::Usage(format!("--moves: {error}")))
    }
}

/// Reads a position that was typed.
pub(crate) fn read_cells(text: &str) -> Result<Cells, Failure> {
    text.parse().map_err(|error| Failure::Usage(format!("position '{text}': {error}")))
}

/// The size of the board that is as wide as high and has so many cells.
pub(crate) fn square_size(cells: &Cells) -> Result<Size, Failure> {
    Size::square_board(cells.len()).ok_or_else(|| {
        let accepted: Vec<_> = Size::ALL
            .iter()
            .filter(|size| size.sides().0 == size.sides().1)
            .map(|size| format!("{} ({size})", size.squares()))
            .collect();
        Failure::Usage(format!(
            "the position has {} cells; accepted without a SIZE are {}",
            cells.len(),
            accepted.join(", ")
        ))
    })
}

/// The position on a board, whose number of cells it must have.
pub(crate) fn game_of(cells: &Cells, board: AnyGame) -> Result<AnyGame, Failure> {
    cells.on(board).ok_or_else(|| {
        Failure::Usage(format!(
            "the position has {} cells; the {} board has {}",
            cells.len(),
            board.size(),
            board.squares()
        ))
    })
}

/// How a finished game is scored.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RulesArgs {
    /// Who wins: the one with most discs, or with fewest
    #[arg(long, value_name = "OBJECTIVE", default_value = "most")]
    objective: ObjectiveArg,

    /// How discs are counted: as they lie, or the empties to the winner [default: discs, or for a
    /// file with scores what they are]
    #[arg(long, value_name = "SCORE")]
    score: Option<ScoreArg>,
}

impl RulesArgs {
    /// The rules, with this scoring unless another was asked for.
    pub(crate) fn or(self, default: Scoring) -> Rules {
        let scoring = match self.score {
            None => default,
            Some(ScoreArg::Discs) => Scoring::Discs,
            Some(ScoreArg::EmptiesToWinner) => Scoring::EmptiesToWinner,
        };
        let objective = match self.objective {
            ObjectiveArg::Most => Objective::Most,
            ObjectiveArg::Fewest => Objective::Fewest,
        };
        Rules::new(scoring, objective)
    }
}

impl From<RulesArgs> for Rules {
    fn from(args: RulesArgs) -> Self {
        args.or(Scoring::Discs)
    }
}

/// What is not the default of a start and rules.
#[derive(Clone, Debug)]
pub(crate) struct Variant(Vec<(&'static str, &'static str)>);

/// What makes this game another than the usual one.
pub(crate) fn variant(start: Start, rules: Rules) -> Variant {
    let mut parts = Vec::new();
    if start == Start::Parallel {
        parts.push(("--start", "parallel"));
    }
    if rules.objective == Objective::Fewest {
        parts.push(("--objective", "fewest"));
    }
    if rules.scoring == Scoring::EmptiesToWinner {
        parts.push(("--score", "empties-to-winner"));
    }
    Variant(parts)
}

impl Variant {
    /// As the options of a command, each with a space before it.
    pub(crate) fn options(&self) -> String {
        self.0.iter().flat_map(|(option, value)| [" ", option, " ", value]).collect()
    }

    /// As a part of the name of a file under `results/`.
    pub(crate) fn file_name(&self) -> String {
        self.0.iter().flat_map(|(_, value)| ["-", value]).collect()
    }
}

/// What is printed, and how much of the machine is used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputArgs {
    /// What is printed on standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// Print nothing on standard error but errors
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// How much of the machine is used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ResourceArgs {
    /// Threads to compute with [default: one for each processor; one where `solve` writes the
    /// file of a board]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory for the table of positions already searched, at most: 64M, 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) hash: usize,
}

impl ResourceArgs {
    /// The memory if none is named.
    pub(crate) const HASH: usize = 512 << 20;

    /// The number of threads that was asked for, if one was.
    pub(crate) fn threads(self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// The number of threads: as many as were asked for, or one for each
    /// processor.
    pub(crate) fn threads_or_all(self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads().unwrap_or_else(all)
    }

    /// Makes rayon use as many threads as were asked for.
    pub(crate) fn set_up_threads(self) -> Result<(), Failure> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads().unwrap_or(0))
            .build_global()
            .map_err(|error| Failure::Failed(format!("cannot start the threads: {error}")))
    }
}

/// Reads a number of bytes: `64M` is 64 · 2²⁰.
fn memory(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err("a size of memory is a number and K, M or G, such as 512M".to_owned()),
    };
    let number: usize = digits.parse().map_err(|_| "the number is not one".to_owned())?;
    number
        .checked_mul(1 << shift)
        .filter(|bytes| (1 << 10..=1 << 40).contains(bytes))
        .ok_or_else(|| "it must lie between 1K and 1024G".to_owned())
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON document
    Json,
}

/// [`Start`] as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StartArg {
    /// Othello's own: like colours on a diagonal
    Diagonal,
    /// Black on the upper two of the four, White on the lower
    Parallel,
}

impl From<StartArg> for Start {
    fn from(start: StartArg) -> Self {
        match start {
            StartArg::Diagonal => Self::Diagonal,
            StartArg::Parallel => Self::Parallel,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ObjectiveArg {
    /// The most discs win
    Most,
    /// The fewest discs win: reverse Othello
    Fewest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoreArg {
    /// Own discs minus the opponent's, as they lie
    Discs,
    /// The winner counts the empty squares too
    EmptiesToWinner,
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
