//! `play`: a game in the terminal.

mod board;
mod session;

use std::io;
use std::time::Duration;

use clap::{Args, ValueEnum};
use othello_solver::{Player, Rules, Strategy, parse_duration};

use super::args::{BOARD_8X8, BoardArgs, RulesArgs};
use super::failure::Failure;
use board::Board;
use session::Session;

/// Play a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = "\
Type a move as f5, or as row and column, 56; or one of undo, hint, board, help and quit.

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

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The time that the program may think about a move: 2s, 0.5s, 1m
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    time: Duration,

    #[command(flatten)]
    rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayerArg {
    /// You
    Human,
    /// The best move that can be found in the time
    Perfect,
    /// Any move
    Random,
    /// The move that flips the most discs
    Greedy,
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let rules = Rules::from(self.rules);
        let player = |arg, seed| {
            let strategy = match arg {
                PlayerArg::Human => return None,
                PlayerArg::Perfect => Strategy::Perfect,
                PlayerArg::Random => Strategy::Random,
                PlayerArg::Greedy => Strategy::Greedy,
            };
            Some(Player::new(strategy, rules, self.time, seed))
        };
        let session = Session {
            black: player(self.black, self.seed),
            white: player(self.white, !self.seed),
            rules,
            time: self.time,
            board: Board::new(self.board.transcript(BOARD_8X8)?),
            input: io::stdin().lock(),
        };
        session.play()
    }
}
