//! `play`: a game in the terminal.

mod session;

use std::io;
use std::time::Duration;

use clap::{Args, ValueEnum};
use othello_solver::Rules;
use othello_solver::analysis::{MOST_EMPTIES_OF_PERFECT, Player, Strategy};
use othello_solver::notation::parse_duration;

use super::args::{BOARD_8X8, BoardArgs, RulesArgs};
use super::failure::Failure;
use session::Session;

/// Play a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = "\
Type a move as f5, or one of moves, hint, undo, new, swap, level, board, save, help and quit.

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

    /// The time that the program may think about each move: 2s, 0.5s, 1m
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    time: Duration,

    #[command(flatten)]
    rules: RulesArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlayerArg {
    /// You
    Human,
    /// A best move, on boards small enough to be solved
    Perfect,
    /// The best move that can be found in the time
    Strong,
    /// Any move
    Random,
    /// The move that flips the most discs
    Greedy,
}

impl PlayerArg {
    /// How such a player moves, or why it cannot play a game with this number of empty squares;
    /// `None` for a person.
    fn strategy(self, empties: u32) -> Result<Option<Strategy>, String> {
        Ok(Some(match self {
            Self::Human => return Ok(None),
            Self::Perfect if empties > MOST_EMPTIES_OF_PERFECT => {
                return Err(format!(
                    "perfect is for games with at most {MOST_EMPTIES_OF_PERFECT} empty squares, \
                     and this one has {empties}; strong plays as well as it can in its time"
                ));
            }
            Self::Perfect => Strategy::Perfect,
            Self::Strong => Strategy::Strong,
            Self::Random => Strategy::Random,
            Self::Greedy => Strategy::Greedy,
        }))
    }
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let rules = Rules::from(self.rules);
        let game = self.board.transcript(BOARD_8X8)?;
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
