//! `review`: what each move of a game gave away.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othello_core::TimeLimit;
use othello_core::analysis::{Basis, GivenAway, Players, Review, ReviewedMove, review};
use othello_core::notation::{PositionEntry, Record};
use othello_core::{Color, Game};
use othello_solver::amounts::parse_duration;
use othello_solver::clock::clock;
use othello_solver::results::{html, svg};
use othello_solver::storage::write_whole;

use super::args::{BOARD_8X8, Format, OutputArgs, RulesArgs, StartArgs, read};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Lines, at_the_end, read_names};
use super::losses::Losses;
use super::output::is_standard_stream;

/// Find what each move of a game gave away, and where the winner changed
///
/// Half of the time goes to exact values, from the end of the game backwards. The moves before are
/// judged by forecasts: what the trained evaluation expects some plies ahead. On a board without an
/// evaluation, discs are counted some plies ahead, which is no forecast. A forecast is off by some 6
/// discs, so a move loses by forecasts only if another is better by more. On boards that are solved,
/// values along the line of best play are exact too, and so are those in the first plies of 6x6.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver review d3d4c4b4a3d2d1c1b1a1a2a4 --size 4x4
  othello-solver review f5d6c3d3c4f4f6 --time 20s --html review.html
  othello-solver review games.ggf --format json
  othello-solver review games.ggf --empties 20    who lost how much in endgames")]
pub(crate) struct ReviewArgs {
    /// Moves (f5d6c3), a GGF game, or a file of games: lines, FILE.sgf, FILE.wtb; - is standard input
    #[arg(value_name = "GAME|FILE")]
    game: String,

    #[command(flatten)]
    board: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Time for each game, such as 20s or 5m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    time: Duration,

    /// Write a chart of who is ahead after each move to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a page with the chart, boards at the turning points and better lines to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Add up what each player of a file lost in the moves with at most this many empty squares
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    empties: Option<u32>,

    /// The names of the players of a WTHOR database: a file such as WTHOR.JOU
    #[arg(long, value_name = "FILE", requires = "empties", hide_short_help = true)]
    players: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

impl ReviewArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let path = Path::new(&self.game);
        let reader = self.board.reader(BOARD_8X8);
        if !is_standard_stream(path) && !path.is_file() && !is_name_of_file(&self.game) {
            let game = with_moves(read(&self.game, reader)?).map_err(Failure::Input)?;
            if self.empties.is_some() {
                return Err(Failure::input("--empties is for a file of games"));
            }
            return self.answer(None, &game);
        }
        for (option, file) in [("--svg", &self.svg), ("--html", &self.html)] {
            if file.is_some() {
                let problem = format!("{option} is for one game; type its moves instead of a file");
                return Err(Failure::Input(problem));
            }
        }
        if let Some(empties) = self.empties {
            return self.losses(path, empties);
        }
        let lines = Lines::open(path, reader)?;
        let (name, mut count, mut failed) = (lines.name(), 0, Vec::new());
        for line in lines {
            let Record { number, entry } = line?;
            match entry.and_then(with_moves) {
                Ok(game) => self.answer(Some(number), &game)?,
                Err(error) => {
                    self.output.format.error(number, &error)?;
                    failed.push(number);
                }
            }
            count += 1;
        }
        if count == 0 {
            return Err(Failure::Input(format!("{name}: there is no game in it")));
        }
        at_the_end(&name, &[("no answer for", failed)])
    }

    /// Adds up what the players of a file lost in moves with at most `empties` empty squares.
    fn losses(&self, path: &Path, empties: u32) -> Result<(), Failure> {
        let names = self.players.as_deref().map(read_names).transpose()?.unwrap_or_default();
        let lines = Lines::open(path, self.board.reader(BOARD_8X8))?;
        let (name, mut losses, mut failed) = (lines.name(), Losses::new(empties), Vec::new());
        for line in lines {
            let Record { number, entry } = line?;
            match entry {
                Ok(entry) => {
                    let entry = entry.with_names(&names);
                    let review = self.review(&last_moves(&entry.game, empties))?;
                    losses.add(entry.players, &review);
                }
                Err(error) => {
                    if self.output.format == Format::Text {
                        self.output.format.error(number, &error)?;
                    }
                    failed.push(number);
                }
            }
        }
        if losses.count == 0 && failed.is_empty() {
            return Err(Failure::Input(format!("{name}: there is no game in it")));
        }
        self.output.format.answer(&losses, || losses.in_words())?;
        at_the_end(&name, &[("no answer for", failed)])
    }

    fn review(&self, game: &Game) -> Result<Review, Failure> {
        let bar = self.output.quiet.bar();
        let review = review(game, self.rules.into(), &TimeLimit::new(&bar, clock, self.time));
        drop(bar);
        if review.moves.len() < game.moves().len() {
            return Err(Failure::failed("stopped"));
        }
        Ok(review)
    }

    /// Reviews a game, which stands on this line of a file.
    fn answer(&self, file_line: Option<usize>, game: &Game) -> Result<(), Failure> {
        let review = self.review(game)?;
        let text = in_words(&review);
        match file_line {
            None => self.output.format.answer(&review, || text)?,
            Some(number) => drop(self.output.format.line(number, &review, &(text + "\n"))?),
        }
        let picture: fn(&Review) -> String = svg::course;
        for (path, draw) in [(&self.svg, picture), (&self.html, html::review)] {
            let Some(path) = path else { continue };
            write_whole(path, draw(&review).as_bytes())?;
            self.output.format.text(|| format!("written    {}\n", path.display()))?;
        }
        Ok(())
    }
}

/// Whether this is more likely the name of a missing file than a game.
fn is_name_of_file(text: &str) -> bool {
    text.contains(['.', '/']) && !text.contains("(;")
}

/// The game from the first move that was made with at most this many empty squares.
fn last_moves(game: &Game, empties: u32) -> Game {
    let mut turns = game.turns().skip_while(|(before, _)| before.empties() > empties).peekable();
    let start = turns.peek().map_or(game.end(), |(before, _)| *before);
    let mut last = Game::new(start);
    for (_, square) in turns {
        last.play(square).expect("the moves of a game are legal");
    }
    last
}

fn with_moves(PositionEntry { game, .. }: PositionEntry) -> Result<Game, String> {
    if game.moves().is_empty() { Err("the game has no moves".to_owned()) } else { Ok(game) }
}

/// The review for people to read.
pub(super) fn in_words(review: &Review) -> String {
    let mut text = format!("{} Othello, {}\n\n", review.size, review.rules);
    text += "move         value  lost  best       known\n";
    for of in &review.moves {
        let ReviewedMove { number, side, square, best_move, basis, .. } = of;
        let [value, best_value] = [of.value, of.best_value].map(|value| color::value(value, 5));
        let lost = if of.lost > 0 { of.lost.to_string() } else { String::new() };
        text += &format!(
            "{number:>3}  {side:<5} {square:<3}{value} {lost:>5}  {best_move:<3} {best_value}  {basis}\n"
        );
    }
    text += "\nValues are seen by the player who moves.\n";
    for of in &review.moves {
        let Some(words) = of.refutation() else { continue };
        text += &format!("{}. {words}\n", of.number);
    }
    for of in review.moves.iter().filter(|of| of.is_turning_point()) {
        let ReviewedMove { number, side, square, basis, .. } = of;
        let known = if *basis == Basis::Exact { "" } else { "probably a " };
        let turn = format!("{known}turning point: {number}. {side} {square}, {}", of.change());
        text += &(answer(&turn) + "\n");
    }
    let Players { black, white } = review.players;
    for (side, GivenAway { lost_exact, lost_estimated }) in
        Color::ALL.into_iter().zip([black, white])
    {
        let sum = lost_exact + lost_estimated;
        text += &format!(
            "{side} gave away {sum}: {lost_exact} by exact values, {lost_estimated} by others\n"
        );
    }
    text
}
