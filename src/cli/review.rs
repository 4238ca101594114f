//! `review`: what each move of a game gave away.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othello_solver::analysis::{Basis, ReviewedMove, review, total_lost};
use othello_solver::notation::{Ggf, ReadError, parse_duration, size_of_positions};
use othello_solver::results::svg::{self, Moment};
use othello_solver::storage::{FileError, write_whole};
use othello_solver::{Color, Game, Objective, Position, Rules, Score, Scoring, Size, Start};
use serde::Serialize;

use super::args::{BOARD_8X8, Format, FormatArgs, QuietArgs, RulesArgs, SizeParser, start};
use super::color::{self, answer};
use super::failure::Failure;
use super::output::{is_stdout, print, print_json};
use super::progress::{Bar, catch_ctrl_c};

/// Find what each move of a game gave away, and where the winner changed
///
/// The last moves, from as early as half of the time allows, are judged by exact values, and the
/// earlier ones by forecasts: what the trained evaluation expects some plies ahead. On a board
/// without an evaluation these are judged by the discs some plies ahead, which is no forecast.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver review d3d4c4b4a3d2d1c1b1a1a2a4 --size 4x4
  othello-solver review f5d6c3d3c4f4f6 --time 20s --svg review.svg
  othello-solver review games.ggf --format json")]
pub(crate) struct Review {
    /// A game as moves (f5d6c3) or GGF, or a file with a game on each line; - is standard input
    #[arg(value_name = "GAME|FILE")]
    game: String,

    /// The board of moves, WIDTHxHEIGHT [default: 8x8]
    #[arg(long, value_name = "SIZE", value_parser = SizeParser, hide_possible_values = true)]
    size: Option<Size>,

    /// How the first four discs lie
    #[arg(long, value_name = "START", default_value = "diagonal", value_parser = start())]
    start: Start,

    #[command(flatten)]
    rules: RulesArgs,

    /// The time for each game: 20s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    time: Duration,

    /// Draw who is ahead after each move of the game, as SVG, to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    output: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Review {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let path = Path::new(&self.game);
        let lines: Box<dyn BufRead> = if is_stdout(path) {
            Box::new(io::stdin().lock())
        } else if path.is_file() || is_name_of_file(&self.game) {
            Box::new(BufReader::new(fs::File::open(path).map_err(FileError::of("read", path))?))
        } else {
            let game = self.read(&self.game).map_err(Failure::Input)?;
            catch_ctrl_c();
            return self.answer(None, &game);
        };
        if self.svg.is_some() {
            return Err(Failure::usage("--svg draws one game; type its moves instead of a file"));
        }
        catch_ctrl_c();
        let mut is_empty = true;
        for (number, line) in (1..).zip(lines.lines()) {
            let line = line.map_err(FileError::of("read", path))?;
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with(['%', '#']) {
                continue;
            }
            let wrong = |error| Failure::Input(format!("{}: line {number}: {error}", self.game));
            self.answer(Some(number), &self.read(line).map_err(wrong)?)?;
            is_empty = false;
        }
        if is_empty {
            return Err(Failure::Input(format!("{}: there is no game in it", self.game)));
        }
        Ok(())
    }

    /// Reads a game as GGF or moves.
    fn read(&self, text: &str) -> Result<Game, String> {
        let size = self.size.or_else(|| size_of_positions(text)).unwrap_or(BOARD_8X8);
        if text.contains("(;") {
            let column = |error: ReadError| format!("column {}: {}", error.column, error.problem);
            return with_moves(Ggf::parse(size, text).map_err(column)?.game);
        }
        let game = Game::parse(Position::start(size, self.start), text);
        with_moves(game.map_err(|error| error.to_string())?)
    }

    /// Reviews a game, which stands on this line of a file.
    fn answer(&self, line: Option<usize>, game: &Game) -> Result<(), Failure> {
        let rules = self.rules.into();
        let bar = Bar::new(self.quiet.quiet);
        let moves = review(game, rules, self.time, &bar);
        drop(bar);
        if moves.len() < game.moves().len() {
            return Err(Failure::failed("stopped"));
        }
        let document = Document::new(line, game, rules, &moves);
        match (self.output.format, line) {
            (Format::Text, _) => print(&in_words(&document, &moves))?,
            (Format::Json, None) => print_json(&document)?,
            (Format::Json, Some(_)) => {
                print(&(serde_json::to_string(&document).map_err(Failure::failed)? + "\n"))?;
            }
        }
        let Some(path) = &self.svg else { return Ok(()) };
        write_whole(path, picture(game, &moves).as_bytes())?;
        match self.output.format {
            Format::Text => print(&format!("written    {}\n", path.display())),
            Format::Json => Ok(()),
        }
    }
}

/// Whether this is more likely the name of a missing file than a game.
fn is_name_of_file(text: &str) -> bool {
    text.contains(['.', '/']) && !text.contains("(;")
}

fn with_moves(game: Game) -> Result<Game, String> {
    if game.moves().is_empty() { Err("the game has no moves".to_owned()) } else { Ok(game) }
}

/// A game, reviewed. It is one line of JSON.
#[derive(Serialize)]
struct Document {
    /// The line of the file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_line: Option<usize>,
    size: Size,
    objective: Objective,
    score: Scoring,
    /// The position in which the game begins.
    position: String,
    game: String,
    moves: Vec<Row>,
    /// The numbers of the moves after which another player wins with best play.
    turning_points: Vec<usize>,
    black: Total,
    white: Total,
}

/// A move. Values are seen by its player.
#[derive(Serialize)]
struct Row {
    number: usize,
    side: Color,
    #[serde(rename = "move")]
    square: String,
    value: Score,
    best: String,
    best_value: Score,
    lost: Score,
    /// How the values are known, and the number of plies that were looked at if they are
    /// not exact.
    #[serde(flatten)]
    basis: Basis,
}

/// The discs that a player gave away.
#[derive(Serialize)]
struct Total {
    exact: Score,
    estimated: Score,
}

impl Document {
    fn new(file_line: Option<usize>, game: &Game, rules: Rules, moves: &[ReviewedMove]) -> Self {
        let row = |(number, of): (usize, &ReviewedMove)| Row {
            number,
            side: of.game.side(),
            square: of.square.to_string(),
            value: of.value,
            best: of.best.to_string(),
            best_value: of.best_value,
            lost: of.lost(),
            basis: of.basis,
        };
        let turns = (1..).zip(moves).filter(|(_, of)| of.is_turning_point());
        let [black, white] = Color::ALL.map(|side| {
            let [exact, estimated] = total_lost(moves, side);
            Total { exact, estimated }
        });
        Self {
            file_line,
            size: game.start().size(),
            objective: rules.objective,
            score: rules.scoring,
            position: game.start().to_string(),
            game: game.to_string(),
            moves: (1..).zip(moves).map(row).collect(),
            turning_points: turns.map(|(number, _)| number).collect(),
            black,
            white,
        }
    }
}

/// The review for people to read.
fn in_words(document: &Document, moves: &[ReviewedMove]) -> String {
    let rules = Rules::new(document.score, document.objective);
    let mut text = document.file_line.map_or(String::new(), |line| format!("line {line}: "));
    text += &format!("{} Othello, {}\n\n", document.size, rules);
    text += "move         value  lost  best       known\n";
    for Row { number, side, square, value, best, best_value, lost, basis } in &document.moves {
        let (value, best_value) = (color::value(*value, 5), color::value(*best_value, 5));
        let lost = if *lost > 0 { format!("{lost:>5}") } else { " ".repeat(5) };
        let line = format!(
            "{number:>3}  {:<5} {square:<3}{value} {lost}  {best:<3} {best_value}  {basis}",
            side.to_string()
        );
        text += &(line + "\n");
    }
    text += "\nValues are seen by the player who moves.\n";
    for number in &document.turning_points {
        let of = &moves[number - 1];
        let [before, after] = [of.best_value, of.value].map(|value| winner(of.game.side(), value));
        let side = of.game.side();
        let known = if of.basis == Basis::Exact { "" } else { ", by forecasts" };
        let square = of.square;
        let line =
            format!("turning point: {number}. {side} {square}, from {before} to {after}{known}");
        text += &(answer(&line) + "\n");
    }
    for (side, Total { exact, estimated }) in
        [(Color::Black, &document.black), (Color::White, &document.white)]
    {
        let sum = exact + estimated;
        text +=
            &format!("{side} gave away {sum}: {exact} by exact values, {estimated} by others\n");
    }
    // A line of a file is not the last.
    if document.file_line.is_some() { text + "\n" } else { text }
}

/// Who wins if the value for a player is this.
fn winner(side: Color, value: Score) -> String {
    match value.signum() {
        1 => format!("a win for {side}"),
        -1 => format!("a win for {}", !side),
        _ => "a draw".to_owned(),
    }
}

/// Who is ahead after each move.
fn picture(game: &Game, moves: &[ReviewedMove]) -> String {
    let moment = |(number, of): (usize, &ReviewedMove)| {
        let side = of.game.side();
        let lost = match of.lost() {
            0 => String::new(),
            lost => format!(", which gave away {lost}"),
        };
        Moment {
            words: format!("{number}. {side} {}{lost}: {:+} for {side}", of.square, of.value),
            lead: Color::Black.sees(of.value, side),
            is_certain: of.basis == Basis::Exact,
            is_marked: of.is_turning_point(),
        }
    };
    let moments: Vec<_> = (1..).zip(moves).map(moment).collect();
    let size = game.start().size();
    svg::course(&format!("A game of {size} Othello"), &moments, size.squares())
}
