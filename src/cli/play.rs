//! `play`: a game in the terminal.

use std::mem;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use othello_core::TimeLimit;
use othello_core::analysis::{MOST_EMPTIES_OF_PERFECT, Outlook, Player, Strategy, review};
use othello_core::known;
use othello_core::notation::{Ggf, to_hex};
use othello_core::search::Find;
use othello_core::{Color, Game, Position, Progress, Rules, Square, Turn};
use othello_solver::amounts::parse_duration;
use othello_solver::clock::clock;
use othello_solver::storage::write_whole;

use super::args::{BOARD_8X8, BoardArgs, RulesArgs};
use super::color::{self, answer, value};
use super::failure::Failure;
use super::input::Prompt;
use super::output::{outcome, print};
use super::progress::Bar;
use super::review::in_words;
use super::show::result;

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
    /// A best move, on boards small enough to be solved, and on 6x6
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
        let rules = self.rules.into();
        let black = self.player(self.black, game.end(), self.seed)?;
        let white = self.player(self.white, game.end(), !self.seed)?;
        let session = Session {
            players: [black, white],
            rules,
            time: self.time,
            opening: game.moves().len(),
            shown: None,
            prompt: Prompt::new(),
            game,
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
            PlayerArg::Perfect
                if empties > MOST_EMPTIES_OF_PERFECT
                    && !known::is_in_opening(start, self.rules.into()) =>
            {
                return Err(Failure::Input(format!(
                    "perfect is for games with at most {MOST_EMPTIES_OF_PERFECT} empty squares and \
                     for the opening of 6x6, and this one has {empties}; strong plays as well as \
                     it can in its time"
                )));
            }
            PlayerArg::Perfect => Strategy::Perfect,
            PlayerArg::Strong => Strategy::Strong,
            PlayerArg::Random => Strategy::Random,
            PlayerArg::Greedy => Strategy::Greedy,
        };
        Ok(Some(Player::new(strategy, self.rules.into(), seed)))
    }
}

/// The words that are understood.
const HELP: &str = "\
Type a move as its letter and its number, such as f5, or one of
moves       show the legal moves
hint        show the value of each move
undo        take back your last move, and what came after it
review      show what each move gave away, and why
save FILE   write the game to a new file, in GGF, which `review` reads
new         begin again
swap        change sides
board       show the position as text, to use it elsewhere
quit        leave the game
";

/// A game between two players, each a person or one of the program's.
struct Session {
    /// Black and White; `None` is a person.
    players: [Option<Player>; 2],
    rules: Rules,
    /// What needs no search.
    /// How long the program may think.
    time: Duration,
    game: Game,
    /// The number of moves that were played beforehand.
    opening: usize,
    /// The number of moves of the game when it was last shown.
    shown: Option<usize>,
    prompt: Prompt,
}

impl Session {
    /// Plays until the game is over, or a person leaves it.
    fn play(mut self) -> Result<(), Failure> {
        self.greet()?;
        loop {
            let position = self.now();
            let is_over = position.turn() == Turn::Over;
            let mut players = self.players.iter().enumerate();
            // When the game is over, a person may still look at it or begin again.
            let is_asked = players.any(|(side, player)| {
                player.is_none() && (is_over || side == position.side() as usize)
            });
            let count = Some(self.game.moves().len());
            if mem::replace(&mut self.shown, count) != count {
                // A game between programs shows each move; otherwise the board is shown when a
                // person is to move.
                let is_watched = self.players.iter().all(Option::is_some);
                self.show(is_asked || is_watched)?;
                if is_over {
                    self.end()?;
                }
            }
            if !is_asked {
                if is_over {
                    return Ok(());
                }
                self.answer()?;
            } else if self.ask()?.is_break() {
                if is_over {
                    return print("\n");
                }
                let moves = &self.game;
                return print(&format!("\nThe game is not over. Its moves: {moves}\n"));
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

    /// Tells the people who play which side they have and what they can type.
    fn greet(&self) -> Result<(), Failure> {
        let who = match &self.players {
            [None, None] => "You play both sides, Black (X) and White (O)",
            [None, _] => "You are Black (X)",
            [_, None] => "You are White (O)",
            _ => return Ok(()),
        };
        print(&format!("{who}. Type a move, help for more, or quit to leave.\n"))
    }

    /// Says so if a side passes, and prints the board, if it is to be seen, with the number of discs
    /// of each side.
    fn show(&self, is_board_seen: bool) -> Result<(), Failure> {
        let (end, now, last) = (self.game.end(), self.now(), self.moves().last().copied());
        if end.turn() == Turn::Pass {
            print(&format!("{} has no legal move and passes.\n", end.side()))?;
        }
        if !is_board_seen {
            return Ok(());
        }
        let [black, white] = Color::ALL.map(|color| now.count(color));
        let diagram = color::board(now, last);
        let last = last.map_or(String::new(), |last| format!(", last move {last}"));
        print(&format!("\n{diagram}Black {black}, White {white}{last}\n"))
    }

    /// A player of the program moves.
    fn answer(&mut self) -> Result<(), Failure> {
        let position = self.now();
        let side = position.side();
        let bar = Bar::new(false);
        bar.begin(&format!("{side} is thinking"), None);
        let player = self.players[side as usize].as_mut();
        let chosen = player.and_then(|player| {
            let is_timed = player.strategy() == Strategy::Strong;
            let time = if is_timed { self.time } else { Duration::MAX };
            player.choose(position, &TimeLimit::new(&bar, clock, time))
        });
        drop(bar);
        let square = chosen.ok_or_else(|| Failure::failed("the program has found no move"))?;
        self.game.play(square).map_err(Failure::failed)?;
        print(&format!("{side} plays {}.\n", answer(&square.to_string())))
    }

    /// Reads a person's move or another command, and does it. It may be that they leave the game.
    fn ask(&mut self) -> Result<ControlFlow<()>, Failure> {
        let position = self.now();
        let is_over = position.turn() == Turn::Over;
        let prompt = if is_over { "Game over".to_owned() } else { position.side().to_string() };
        let Some(line) = self.prompt.read(&format!("{prompt}> "))? else {
            return Ok(ControlFlow::Break(()));
        };
        let (command, file) =
            line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match command.to_ascii_lowercase().as_str() {
            "save" => self.save(file.trim())?,
            word if !file.is_empty() => print(&format!("'{word}' has nothing after it\n"))?,
            "" => {}
            "quit" | "exit" | "q" => return Ok(ControlFlow::Break(())),
            "help" | "?" => print(HELP)?,
            "moves" => print(&format!("{}\n", position.moves()))?,
            "undo" if self.moves().is_empty() => print("There is nothing to take back.\n")?,
            "undo" => self.undo(),
            "review" => self.review()?,
            "hint" if is_over => print("The game is over.\n")?,
            "hint" => {
                let bar = Bar::new(false);
                bar.begin("thinking", None);
                let find = Find::AllMoves;
                let outlook = Outlook::new(
                    position,
                    self.rules,
                    find,
                    &TimeLimit::new(&bar, clock, self.time),
                );
                drop(bar);
                print(&outlook_in_words(&outlook))?;
            }
            "board" => print(&format!("{position}\n{}\n", to_hex(position)))?,
            "new" => {
                self.game.truncate(self.opening);
                self.shown = None;
            }
            "swap" => {
                self.players.reverse();
                self.greet()?;
            }
            word => match word.parse().map(|square| self.game.play(square)) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => print(&format!("{error}\n"))?,
                Err(_) => print(&format!("'{word}' is not understood; type help\n"))?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Says what each move gave away, in the time of five moves.
    fn review(&self) -> Result<(), Failure> {
        if self.game.moves().is_empty() {
            return print("There is no move to review.\n");
        }
        let bar = Bar::new(false);
        let review = review(&self.game, self.rules, &TimeLimit::new(&bar, clock, self.time * 5));
        drop(bar);
        print(&in_words(&review))
    }

    /// Writes the game to a file that is not there yet.
    fn save(&self, file: &str) -> Result<(), Failure> {
        let path = Path::new(file);
        if file.is_empty() {
            return print("Type the name of a file after save.\n");
        }
        if path.exists() {
            return print(&format!("{file} is there already; type another name\n"));
        }
        let result = result(self.now());
        let game = Ggf { game: self.game.clone(), result };
        match write_whole(path, format!("{game}\n").as_bytes()) {
            Ok(()) => print(&format!("written    {file}\n")),
            Err(error) => print(&format!("{error}\n")),
        }
    }

    /// Takes back moves until a person is to move.
    fn undo(&mut self) {
        while !self.moves().is_empty() {
            self.game.truncate(self.game.moves().len() - 1);
            if self.players[self.now().side() as usize].is_none() {
                break;
            }
        }
    }

    /// Says who has won.
    fn end(&self) -> Result<(), Failure> {
        let [black, white] = Color::ALL.map(|color| self.now().count(color));
        let winner = self.rules.winner(black, white);
        let result = answer(&outcome(winner, [black, white]));
        print(&format!("The game is over. {result}.\nIts moves: {}\n", self.game))
    }
}

/// The values of the moves, the best first.
fn outlook_in_words(Outlook { moves, basis }: &Outlook) -> String {
    let values = moves.iter().map(|of| format!("{} {}  ", of.square, value(of.value, 0)));
    format!("{}({basis})\n", values.collect::<String>())
}
