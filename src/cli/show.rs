//! `show`: draws a position, or converts positions and games to another notation.

use std::collections::{BTreeMap, HashSet};
use std::{iter, mem};

use othello_core::notation::{CSV_HEADER, Notation, PositionEntry, write};
use othello_core::requests::Shown;
use othello_solver::results::svg;

use super::board::one_of;
use super::console::print_document;
use super::file::{Problems, read_names};
use super::prelude::*;

/// Draw a position, or convert positions and games to another notation
///
/// With --to, all positions and games of a file are converted. Anything that the notation has no room
/// for is reported on standard error.
#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.conflicts_with_all(["to", "svg"])))]
#[command(mut_arg("size", |arg| arg.help(
    "The board, WIDTHxHEIGHT [default: from the position, or 8x8]"
)))]
#[command(after_help = "\
Examples:
  othello-solver show '-----OX--XO----- X'
  othello-solver show f5d6c3 --to cells
  othello-solver show --size 6 --moves c2b4 --svg board.svg
  othello-solver show games.sgf --game 2
  othello-solver show games.ggf --to pgn > games.pgn
  othello-solver show WTH_2001.wtb --players WTHOR.JOU --to csv")]
pub(crate) struct Show {
    /// A position or moves in any notation, or a file of positions or games; - is standard input
    #[arg(value_name = "POSITION|FILE", allow_hyphen_values = true, conflicts_with = "moves")]
    position: Option<String>,

    /// Moves that lead to the position, such as f5d6c3
    #[arg(long, value_name = "TRANSCRIPT")]
    moves: Option<String>,

    /// Which position or game of a file, counted from 1 [default: 1, or all with --to]
    #[arg(long, value_name = "N", requires = "position")]
    game: Option<usize>,

    #[command(flatten)]
    board: StartArgs,

    /// Notation to write instead of drawing the board
    #[arg(long, value_name = "NOTATION", value_parser = one_of([
        (Notation::Cells, "Cells from a1, row by row, and the side to move"),
        (Notation::Hex, "The black and the white discs as hexadecimal words; a1 is the lowest bit"),
        (Notation::Obf, "A line of an OBF file, with the scores of moves if known"),
        (Notation::Transcript, "The moves, preceded by the position they begin with, unless that is the start"),
        (Notation::Ggf, "A record of the Generic Game Server"),
        (Notation::Sgf, "A record in the Smart Game Format"),
        (Notation::Pgn, "A record in the Portable Game Notation"),
        (Notation::Csv, "A row of a table with commas"),
    ]))]
    to: Option<Notation>,

    /// Write one representative of all mirror images and rotations
    #[arg(long, requires = "to")]
    canonical: bool,

    /// Leave out duplicate positions and games [possible values: symmetry]
    ///
    /// With --unique=symmetry, mirror images and rotations are left out too.
    #[arg(long, value_name = "UP TO", requires = "to", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "exact", hide_possible_values = true)]
    unique: Option<Sameness>,

    /// The player names of a WTHOR database: a file such as WTHOR.JOU
    #[arg(long, value_name = "FILE", requires = "to", hide_short_help = true)]
    players: Option<PathBuf>,

    /// The tournament names of a WTHOR database: a file such as WTHOR.TRN
    #[arg(long, value_name = "FILE", requires = "to", hide_short_help = true)]
    tournaments: Option<PathBuf>,

    /// Draw the game as SVG to this file; without moves, draw the position
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,
}

/// Which positions and games are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sameness {
    /// Equal ones.
    Exact,
    /// Mirror images and rotations too.
    Symmetry,
}

impl Show {
    pub(crate) fn run(self) -> Result {
        if let Some(to) = self.to {
            return self.convert(to);
        }
        let game = self.one()?;
        let end = game.end();
        if let Some(path) = &self.svg {
            let picture = match game.moves() {
                [] => svg::board(end),
                _ => svg::line(&format!("A game of {} Othello", end.size()), &game),
            };
            return deliver(path, &picture);
        }
        let last = game.moves().last().copied();
        let shown = Shown::new(game);
        self.print.format.answer(&shown, || drawing(&shown, last))
    }

    /// The records to show or to convert.
    fn lines(&self) -> Result<Option<RecordStream>> {
        let reader = self.board.reader(Size::STANDARD).on_any_board();
        self.position.as_deref().map(|text| RecordStream::open_argument(text, reader)).transpose()
    }

    /// The position or game to draw.
    fn one(&self) -> Result<Game> {
        let Some(mut lines) = self.lines()? else {
            return self.board.game(None, self.moves.as_deref(), Size::STANDARD);
        };
        let entry = lines.nth_entry(self.game)?;
        let more = lines.count();
        if self.game.is_none() && more > 0 {
            let all = more + 1;
            remark(&format!(
                "this is the first of {all} positions and games; --game N shows others"
            ));
        }
        Ok(entry.game)
    }

    /// Converts one or all positions and games.
    fn convert(&self, to: Notation) -> Result {
        let players = read_names(self.players.as_deref())?;
        let tournaments = read_names(self.tournaments.as_deref())?;
        let Some(mut lines) = self.lines()? else {
            let game = self.board.game(None, self.moves.as_deref(), Size::STANDARD)?;
            return print_document(&write(&PositionEntry::from_game(game), to).text);
        };
        let mut problems = Problems { file: lines.name.clone(), ..Problems::default() };
        let is_text = lines.is_text;
        let records: Box<dyn Iterator<Item = _>> = match self.game {
            Some(number) => {
                let entry = lines.nth_entry(Some(number))?;
                Box::new(iter::once(Ok((number, Ok(entry)))))
            }
            None => Box::new(lines),
        };
        let (mut seen, mut left_out) = (HashSet::new(), BTreeMap::<_, usize>::new());
        let mut text = if to == Notation::Csv { CSV_HEADER.to_owned() } else { String::new() };
        let mut is_empty = true;
        for record in records {
            let (number, entry) = record?;
            is_empty = false;
            let mut entry = match entry {
                Ok(entry) => entry.with_names(&players, &tournaments),
                Err(error) if is_text => {
                    return Err(Failure::Input(format!("{}: {error}", problems.file)));
                }
                Err(error) => {
                    problems.not_read(number, &error);
                    continue;
                }
            };
            if self.canonical {
                entry = entry.canonical();
            }
            let distinct = match self.unique {
                None => None,
                Some(Sameness::Exact) => Some(entry.game.clone()),
                Some(Sameness::Symmetry) => Some(entry.clone().canonical().game),
            };
            if let Some(game) = distinct
                && !seen.insert((game.start(), game.moves().to_vec()))
            {
                continue;
            }
            let written = write(&entry, to);
            text += &written.text;
            for part in written.left_out {
                *left_out.entry(part).or_default() += 1;
            }
            if text.len() > 1 << 20 {
                print_document(&mem::take(&mut text))?;
            }
        }
        print_document(&text)?;
        if is_text {
            // If you type a game and ask for a position, you know that the moves are left out.
            left_out.remove("moves");
        }
        for (part, number) in left_out {
            let records = counted(number, "record", "records");
            remark(&format!("left out: {part} of {records}, for which the notation has no room"));
        }
        if is_empty {
            let problem = "no position or game found";
            return Err(Failure::Input(format!("{}: {problem}", problems.file)));
        }
        problems.check()
    }
}

/// The board, and each move with the discs it flips.
fn drawing(shown: &Shown, last: Option<Square>) -> String {
    let (diagram, side) = (drawn_board(shown.position, last), shown.position.side());
    let moves = match shown.position.turn() {
        Turn::Place => {
            let mut moves = format!("{side} to move");
            for mv in &shown.moves {
                moves += &format!("\n  {:<3} flips {}", mv.square, listed(&mv.flips));
            }
            moves
        }
        Turn::Pass => format!("{side} has to pass"),
        Turn::Over => format!("The game is over, with {side} to move"),
    };
    format!("{diagram}\n{moves}\n")
}
