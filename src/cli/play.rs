//! `play`: a game in the terminal.

use std::mem;
use std::ops::ControlFlow;

use othello_core::analysis::{
    Basis, Forecast, MOST_EMPTIES_OF_PERFECT, Outlook, Player, Strategy, outlook, review,
};
use othello_core::notation::{recorded_result, to_ggf, to_hex};
use othello_core::{Find, TimeLimit, known};
use othello_solver::clock::clock;

use super::console::{Prompt, Reading};
use super::prelude::*;
use super::review::review_text;

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
    /// The best move that can be found within the time limit
    Strong,
    /// A random move
    Random,
    /// The move that flips the most discs
    Greedy,
}

impl Play {
    pub(crate) fn run(self) -> Result {
        let game = self.board.game(Size::STANDARD)?;
        let black = self.player(self.black, game.end(), self.seed)?;
        let white = self.player(self.white, game.end(), !self.seed)?;
        let (players, rules, time) = ([black, white], self.rules.or_default(), self.time);
        let (opening, shown, hint, prompt) = (game.moves().len(), None, None, Prompt::new());
        OngoingGame { players, rules, time, game, opening, shown, hint, prompt }.play()
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
                "perfect needs at most {MOST_EMPTIES_OF_PERFECT} empty squares or an opening of 6x6, \
                 but there are {empties} empty squares; strong plays the best move it can find \
                 within the time limit"
            )));
        }
        Ok(Some(Player::new(strategy, rules, seed)))
    }
}

/// The help on the commands.
const HELP: &str = "\
Type a move as a letter and a number, such as f5, or a command:
moves       show the legal moves
hint        show the value of each move; a forecast deepens while you think
undo        take back your last move and everything after it
review      show what each move gave away, and why
save FILE   save the game to a new file in GGF, which `review` can read
new         start again
swap        change sides
board       show the position as text, for use elsewhere
quit        leave the game
";

/// A game in progress.
struct OngoingGame {
    /// Black and White; `None` is a human.
    players: [Option<Player>; 2],
    rules: Rules,
    /// The time for each move of the program.
    time: Duration,
    game: Game,
    /// The number of moves played before the session.
    opening: usize,
    /// The number of moves when the game was last shown.
    shown: Option<usize>,
    /// The depth of the forecast that was just shown as a hint.
    hint: Option<u32>,
    prompt: Prompt,
}

/// How long a forecast deepens without the user typing anything.
const MOST_PATIENCE: Duration = Duration::from_mins(10);

impl OngoingGame {
    /// Plays until the game is over or a human leaves it.
    fn play(mut self) -> Result {
        self.greet()?;
        loop {
            let position = self.now();
            let is_over = position.turn() == Turn::Over;
            let mut players = self.players.iter().enumerate();
            // When the game is over, a human can still examine it or start again.
            let is_asked = players.any(|(side, player)| {
                player.is_none() && (is_over || side == position.side() as usize)
            });
            let count = Some(self.game.moves().len());
            if mem::replace(&mut self.shown, count) != count {
                // With a human player, the board is shown only when it is the human's turn.
                let has_human = self.players.iter().any(Option::is_none);
                self.show(is_asked || !has_human)?;
                if is_over {
                    self.print_result()?;
                }
            }
            if !is_asked {
                if is_over {
                    return Ok(());
                }
                self.program_moves()?;
            } else if self.human_moves()?.is_break() {
                if is_over {
                    return print("\n");
                }
                return print(&format!("\nThe game is not over. Its moves: {}\n", self.game));
            }
        }
    }

    /// The current position, after the pass if the side to move has to pass.
    fn now(&self) -> Position {
        self.game.end().after_forced_pass()
    }

    /// The moves played since the opening.
    fn moves(&self) -> &[Square] {
        &self.game.moves()[self.opening..]
    }

    /// Tells the human which side to play and what to type.
    fn greet(&self) -> Result {
        let who = match &self.players {
            [None, None] => "You play both sides, Black (X) and White (O)",
            [None, _] => "You are Black (X)",
            [_, None] => "You are White (O)",
            _ => return Ok(()),
        };
        print(&format!("{who}. Type a move, help for more, or quit to leave.\n"))
    }

    /// Reports a pass, and shows the board with the number of discs if `with_board`.
    fn show(&self, with_board: bool) -> Result {
        let (end, now, last) = (self.game.end(), self.now(), self.moves().last().copied());
        if end.turn() == Turn::Pass {
            print(&format!("{} has no legal move and passes.\n", end.side()))?;
        }
        if !with_board {
            return Ok(());
        }
        let [black, white] = Color::ALL.map(|color| now.count(color));
        let diagram = drawn_board(now, last);
        let last = last.map_or(String::new(), |last| format!(", last move {last}"));
        print(&format!("\n{diagram}Black {black}, White {white}{last}\n"))
    }

    /// The program makes a move.
    fn program_moves(&mut self) -> Result {
        let position = self.now();
        let side = position.side();
        let player = self.players[side as usize].as_mut().expect("it is the program's turn");
        let time = if player.strategy == Strategy::Strong { self.time } else { Duration::MAX };
        let title = format!("{side} is thinking");
        let chosen = think(&title, time, |limit| player.choose(position, limit));
        let chosen = chosen.map_err(Failure::failed)?;
        let square = chosen.ok_or_else(|| Failure::failed("the program has found no move"))?;
        self.game.play(square).map_err(Failure::failed)?;
        print(&format!("{side} plays {}.\n", bold(&square.to_string())))
    }

    /// Reads a move or another command from a human. Breaks if the human leaves the game.
    fn human_moves(&mut self) -> Result<ControlFlow<()>> {
        let position = self.now();
        let is_over = position.turn() == Turn::Over;
        let who = if is_over { "Game over".to_owned() } else { position.side().to_string() };
        let (prompt, rules) = (format!("{who}> "), self.rules);
        let line = match self.hint.take() {
            None => self.prompt.read(&prompt)?,
            Some(depth) => self.prompt.read_during(&prompt, move |reading, print| {
                deepen(position, rules, depth, reading, print);
            })?,
        };
        let Some(line) = line else { return Ok(ControlFlow::Break(())) };
        let (command, file) =
            line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match command.to_ascii_lowercase().as_str() {
            "save" => self.save(file.trim())?,
            word if !file.is_empty() => print(&format!("'{word}' takes no argument\n"))?,
            "" => {}
            "quit" | "exit" | "q" => return Ok(ControlFlow::Break(())),
            "help" | "?" => print(HELP)?,
            "moves" => print(&format!("{}\n", position.moves()))?,
            "undo" if self.moves().is_empty() => print("There is nothing to take back.\n")?,
            "undo" => self.undo(),
            "review" => self.review()?,
            "hint" if is_over => print("The game is over.\n")?,
            "hint" => {
                let outlook = think("thinking", self.time, |limit| {
                    outlook(position, self.rules, Find::AllMoves, limit)
                });
                let outlook = outlook.map_err(Failure::failed)?;
                self.hint = outlook.basis.depth();
                print(&hint(&outlook))?;
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
                Err(_) => print(&format!("'{word}' is not a command; type help\n"))?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reviews the game, in the time for five moves.
    fn review(&self) -> Result {
        if self.game.moves().is_empty() {
            return print("There is no move to review.\n");
        }
        let review =
            think("reviewing", self.time * 5, |limit| review(&self.game, self.rules, limit));
        print(&review_text(&review.map_err(Failure::failed)?, Language::English))
    }

    /// Saves the game to a new file.
    fn save(&self, file: &str) -> Result {
        let path = Path::new(file);
        if file.is_empty() {
            return print("Type the name of a file after save.\n");
        }
        if path.exists() {
            return print(&format!("{file} already exists; type another name\n"));
        }
        let game = to_ggf(&self.game, recorded_result(self.now()));
        match write_whole(path, format!("{game}\n").as_bytes()) {
            Ok(()) => print(&written(path)),
            Err(error) => print(&format!("{error}\n")),
        }
    }

    /// Takes back moves until it is a human's turn.
    fn undo(&mut self) {
        while !self.moves().is_empty() {
            self.game.truncate(self.game.moves().len() - 1);
            if self.players[self.now().side() as usize].is_none() {
                break;
            }
        }
    }

    fn print_result(&self) -> Result {
        let [black, white] = Color::ALL.map(|color| self.now().count(color));
        let winner = self.rules.winner(black, white);
        let result = bold(&outcome(winner, [black, white]));
        print(&format!("The game is over. {result}.\nIts moves: {}\n", self.game))
    }
}

/// The value of each move, and where the values come from.
fn hint(Outlook { moves, basis }: &Outlook) -> String {
    format!("{}  ({basis})\n", moves_with_values(moves, "  "))
}

/// Prints ever deeper forecasts until a line is read.
fn deepen(
    position: Position,
    rules: Rules,
    depth: u32,
    reading: &Reading,
    print: &mut dyn FnMut(String),
) {
    let limit = TimeLimit::new(reading, &clock, MOST_PATIENCE);
    for depth in depth + 1..position.most_plies() {
        let forecast = Forecast::to_depth(position, rules, depth, &limit);
        // Without a trained evaluation there is no forecast.
        let Some(Forecast { moves, .. }) = forecast else { return };
        if limit.is_stopped() {
            return;
        }
        print(hint(&Outlook { moves, basis: Basis::Forecast { depth } }));
    }
}

/// Shows a progress bar during a job with a time limit.
fn think<T>(title: &str, time: Duration, job: impl FnOnce(&TimeLimit<'_>) -> T) -> T {
    let bar = Bar::new(false);
    bar.begin(title, None);
    job(&bar.limit(time))
}
