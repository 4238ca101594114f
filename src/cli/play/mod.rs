//! `play`: a game in the terminal.

mod board;
mod session;

use std::io;
use std::time::Duration;

use clap::{Args, ValueEnum};
use othello_solver::{Player, Rules, Strategy};

use super::args::{BoardArgs, RulesArgs};
use super::failure::Failure;
use super::size::Size;
use board::Board;
use session::Session;

/// Play a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = "\
A move is typed as f5, or as row and column, 56. What else can be typed: undo, hint, board, help,
quit.

Examples:
  othello-solver play                             8x8, you are Black
  othello-solver play 4x4 --black perfect --white human
  othello-solver play 6 --black greedy --white random --seed 7")]
pub(crate) struct Play {
    #[command(flatten)]
    board: BoardArgs,

    /// Who plays Black
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    black: PlayerArg,

    /// Who plays White
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    white: PlayerArg,

    /// What decides the moves of random players
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How many seconds the program may think about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    time: f64,

    #[command(flatten)]
    rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayerArg {
    /// You
    Human,
    /// The best move that can be found
    Perfect,
    /// Any move
    Random,
    /// The move that flips most discs
    Greedy,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds is from 0 to 3600".to_owned())
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let size = match (self.board.typed_size(), &self.board.position) {
            (None, None) => Size::S8x8,
            _ => self.board.size()?,
        };
        let rules = Rules::from(self.rules);
        let time = Duration::from_secs_f64(self.time);
        let player = |arg, seed| {
            let strategy = match arg {
                PlayerArg::Human => return None,
                PlayerArg::Perfect => Strategy::Perfect,
                PlayerArg::Random => Strategy::Random,
                PlayerArg::Greedy => Strategy::Greedy,
            };
            Some(Player::new(strategy, rules, time, seed))
        };
        let session = Session {
            black: player(self.black, self.seed),
            white: player(self.white, !self.seed),
            rules,
            time,
            board: Board::new(size, self.board.transcript(size.start(self.board.start.into()))?),
            input: io::stdin().lock(),
        };
        session.play()
    }
}
