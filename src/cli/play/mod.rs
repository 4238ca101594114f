//! `play`: a game in the terminal.

mod player;
mod session;

use std::io;
use std::time::Duration;

use clap::Args;
use othello_solver::Rules;
use othello_solver::analysis::Player;
use othello_solver::notation::parse_duration;

use super::args::{BOARD_8X8, BoardArgs, RulesArgs};
use super::failure::Failure;
use player::PlayerArg;
use session::Session;

/// Play a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = "\
In the game, type a move such as f5, or help for the other commands.

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
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    white: PlayerArg,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Time for each move of the program, such as 0.5s or 1m
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    time: Duration,

    #[command(flatten)]
    rules: RulesArgs,
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let rules = Rules::from(self.rules);
        let game = self.board.game(BOARD_8X8)?;
        let player = |arg: PlayerArg, seed| -> Result<_, Failure> {
            let strategy = arg.strategy(game.end().empties()).map_err(Failure::input)?;
            Ok(strategy.map(|strategy| Player::new(strategy, rules, self.time, seed)))
        };
        let session = Session {
            black: player(self.black, self.seed)?,
            white: player(self.white, !self.seed)?,
            rules,
            time: self.time,
            opening: game.moves().len(),
            empties: game.end().empties(),
            game,
            is_shown: false,
            input: io::stdin().lock(),
        };
        session.play()
    }
}
