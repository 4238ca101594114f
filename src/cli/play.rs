//! `play`: a game in the terminal.

use std::ops::ControlFlow;
use std::time::Duration;
use std::{io, mem};

use clap::{Args, ValueEnum};
use othello_solver::analysis::{MOST_EMPTIES_OF_PERFECT, Outlook, Player, Strategy};
use othello_solver::notation::{parse_duration, to_hex};
use othello_solver::{Color, Game, Objective, Position, Progress, Rules, Square, Turn};

use super::args::{BOARD_8X8, BoardArgs, RulesArgs};
use super::color::{self, answer, value};
use super::failure::Failure;
use super::output::print;
use super::progress::Bar;

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
    /// A best move, on boards small enough to be solved
    Perfect,
    /// The best move that can be found in the time
    Strong,
    /// Any move
    Random,
    /// The move that flips the most discs
    Greedy,
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.board.game(BOARD_8X8)?;
        let session = Session {
            black: self.player(self.black, game.end(), self.seed)?,
            white: self.player(self.white, game.end(), !self.seed)?,
            rules: self.rules.into(),
            time: self.time,
            opening: game.moves().len(),
            game,
            is_shown: false,
        };
        session.play()
    }

    /// The player of the program, if it is one, for a game that goes on from here.
    fn player(
        &self,
        arg: PlayerArg,
        start: Position,
        seed: u64,
    ) -> Result<Option<Player>, Failure> {
        let empties = start.empties();
        let strategy = match arg {
            PlayerArg::Human => return Ok(None),
            PlayerArg::Perfect if empties > MOST_EMPTIES_OF_PERFECT => {
                return Err(Failure::Input(format!(
                    "perfect is for games with at most {MOST_EMPTIES_OF_PERFECT} empty squares, \
                     and this one has {empties}; strong plays as well as it can in its time"
                )));
            }
            PlayerArg::Perfect => Strategy::Perfect,
            PlayerArg::Strong => Strategy::Strong,
            PlayerArg::Random => Strategy::Random,
            PlayerArg::Greedy => Strategy::Greedy,
        };
        Ok(Some(Player::new(strategy, self.rules.into(), self.time, seed)))
    }
}

/// The words that are understood.
const HELP: &str = "\
Type a move as its letter and its number, such as f5, or one of
moves       show the legal moves
hint        show the value of each move
undo        take back your last move, and what came after it
new         begin again
swap        change sides
board       show the position as text, to use it elsewhere
quit        leave the game
";

/// A game between two players, each a person or one of the program's.
struct Session {
    black: Option<Player>,
    white: Option<Player>,
    rules: Rules,
    /// How long the program may think.
    time: Duration,
    game: Game,
    /// The number of moves that were played beforehand.
    opening: usize,
    /// Whether the board was shown since it changed.
    is_shown: bool,
}

impl Session {
    /// Plays until the game is over, or a person leaves it.
    fn play(mut self) -> Result<(), Failure> {
        self.greet()?;
        self.pass()?;
        loop {
            let position = self.now();
            if position.turn() == Turn::Over {
                self.show()?;
                return self.end();
            }
            let is_asked = self.player(position.side()).is_none();
            // A game between programs shows each move; otherwise the board is shown when a person
            // is to move.
            if is_asked || (self.black.is_some() && self.white.is_some()) {
                self.show()?;
            }
            if is_asked {
                if self.ask()?.is_break() {
                    let moves = &self.game;
                    return print(&format!("\nThe game is not over. Its moves: {moves}\n"));
                }
            } else {
                self.answer()?;
            }
        }
    }

    /// The current position, after the pass if a side has to pass.
    fn now(&self) -> Position {
        self.game.end().after_forced_pass()
    }

    /// The moves that were made since the opening.
    fn moves(&self) -> &[Square] {
        &self.game.moves()[self.opening..]
    }

    fn player(&mut self, side: Color) -> Option<&mut Player> {
        match side {
            Color::Black => self.black.as_mut(),
            Color::White => self.white.as_mut(),
        }
    }

    /// Tells the people who play which side they have and what they can type.
    fn greet(&self) -> Result<(), Failure> {
        let who = match (&self.black, &self.white) {
            (None, None) => "You play both sides, Black (X) and White (O)",
            (None, Some(_)) => "You are Black (X)",
            (Some(_), None) => "You are White (O)",
            (Some(_), Some(_)) => return Ok(()),
        };
        print(&format!("{who}. Type a move, help for more, or quit to leave.\n"))
    }

    /// Prints the board and the number of discs of each side, unless that was the last that was
    /// shown.
    fn show(&mut self) -> Result<(), Failure> {
        if mem::replace(&mut self.is_shown, true) {
            return Ok(());
        }
        let (now, last) = (self.now(), self.moves().last().copied());
        let [black, white] = Color::ALL.map(|color| now.count(color));
        let diagram = color::board(now, last);
        let last = last.map_or(String::new(), |last| format!(", last move {last}"));
        print(&format!("\n{diagram}Black {black}, White {white}{last}\n"))
    }

    /// Says so if a side passes.
    fn pass(&mut self) -> Result<(), Failure> {
        self.is_shown = false;
        let end = self.game.end();
        match end.turn() {
            Turn::Pass => print(&format!("{} has no legal move and passes.\n", end.side())),
            Turn::Place | Turn::Over => Ok(()),
        }
    }

    /// A player of the program moves.
    fn answer(&mut self) -> Result<(), Failure> {
        let position = self.now();
        let side = position.side();
        let bar = Bar::new(false);
        bar.begin(&format!("{side} is thinking"), None);
        let chosen = self.player(side).and_then(|player| player.choose(position, &bar));
        drop(bar);
        let square = chosen.ok_or_else(|| Failure::failed("the program has found no move"))?;
        self.game.play(square).map_err(Failure::failed)?;
        print(&format!("{side} plays {}.\n", answer(&square.to_string())))?;
        self.pass()
    }

    /// Reads a person's move or another command, and does it. It may be that they leave the game.
    fn ask(&mut self) -> Result<ControlFlow<()>, Failure> {
        let position = self.now();
        print(&format!("{}> ", position.side()))?;
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line).map_err(Failure::failed)?;
        if read == 0 {
            return Ok(ControlFlow::Break(()));
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(ControlFlow::Break(())),
            "help" | "?" => print(HELP)?,
            "moves" => print(&format!("{}\n", position.moves()))?,
            "undo" => self.undo()?,
            "hint" => {
                let bar = Bar::new(false);
                bar.begin("thinking", None);
                let outlook = Outlook::new(position, self.rules, self.time, &bar);
                drop(bar);
                print(&in_words(&outlook))?;
            }
            "board" => print(&format!("{position}\n{}\n", to_hex(position)))?,
            "new" => {
                self.game.truncate(self.opening);
                self.pass()?;
            }
            "swap" => {
                mem::swap(&mut self.black, &mut self.white);
                self.greet()?;
            }
            word => match word.parse().map(|square| self.game.play(square)) {
                Ok(Ok(())) => self.pass()?,
                Ok(Err(error)) => print(&format!("{error}\n"))?,
                Err(_) => print(&format!("'{word}' is not understood; type help\n"))?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes back moves until a person is to move.
    fn undo(&mut self) -> Result<(), Failure> {
        if self.moves().is_empty() {
            return print("There is nothing to take back.\n");
        }
        while !self.moves().is_empty() {
            self.game.truncate(self.game.moves().len() - 1);
            if self.player(self.now().side()).is_none() {
                break;
            }
        }
        self.pass()
    }

    /// Says who has won.
    fn end(&self) -> Result<(), Failure> {
        let end = self.now();
        let [black, white] = Color::ALL.map(|color| end.count(color));
        let score = self.rules.score(black, white, end.empties());
        let how = match self.rules.objective {
            Objective::Most => "",
            Objective::Fewest => " with fewer discs,",
        };
        let result = match score.signum() {
            1 => format!("Black wins{how} {black}–{white}."),
            -1 => format!("White wins{how} {white}–{black}."),
            _ => format!("A draw, {black}–{white}."),
        };
        print(&format!("The game is over. {}\nIts moves: {}\n", answer(&result), self.game))
    }
}

/// The values of the moves, the best first.
fn in_words(Outlook { moves, basis }: &Outlook) -> String {
    let values = moves.iter().map(|of| format!("{} {}  ", of.square, value(of.value, 0)));
    format!("{}({basis})\n", values.collect::<String>())
}
