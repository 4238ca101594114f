//! `play`: a game in the terminal.

mod session;

use othello_core::analysis::{MOST_EMPTIES_OF_PERFECT, Player, Strategy};
use othello_core::known;

use self::session::Session;
use super::console::Prompt;
use super::prelude::*;

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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerArg {
    /// You
    Human,
    /// A best move: only on boards small enough to be solved, and on 6x6
    Perfect,
    /// The best move that can be found in the time
    Strong,
    /// A random move
    Random,
    /// The move that flips the most discs
    Greedy,
}

impl Play {
    pub(crate) fn run(self) -> Result {
        let game = self.board.game(BOARD_8X8)?;
        let black = self.player(self.black, game.end(), self.seed)?;
        let white = self.player(self.white, game.end(), !self.seed)?;
        let (players, rules, time) = ([black, white], self.rules.or_default(), self.time);
        let (opening, shown, prompt) = (game.moves().len(), None, Prompt::new());
        Session { players, rules, time, game, opening, shown, prompt }.play()
    }

    /// The program's player, or `None` for a human.
    fn player(&self, arg: PlayerArg, start: Position, seed: u64) -> Result<Option<Player>> {
        let rules = self.rules.or_default();
        let strategy = match arg {
            PlayerArg::Human => return Ok(None),
            PlayerArg::Perfect => Strategy::Perfect,
            PlayerArg::Strong => Strategy::Strong,
            PlayerArg::Random => Strategy::Random,
            PlayerArg::Greedy => Strategy::Greedy,
        };
        let empties = start.empties();
        let is_solvable = empties <= MOST_EMPTIES_OF_PERFECT || known::is_in_opening(start, rules);
        if strategy == Strategy::Perfect && !is_solvable {
            return Err(Failure::Input(format!(
                "perfect is for games with at most {MOST_EMPTIES_OF_PERFECT} empty squares and for \
                 the opening of 6x6, and this one has {empties}; strong plays the best move it can \
                 find in the time"
            )));
        }
        Ok(Some(Player::new(strategy, rules, seed)))
    }
}
