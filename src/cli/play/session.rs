//! What is said in the course of a game.

use std::io::BufRead;
use std::time::Duration;

use othello_solver::{Color, Objective, Outlook, Player, Rules, Square, Turn, to_hex};

use super::super::failure::Failure;
use super::super::output::print;
use super::board::Board;

/// The words that are understood.
const HELP: &str = "\
Type a move as f5, or as row and column, 56; or one of
undo   take back your last move, and what came after it
hint   show the value of each move
board  show the position as text, to take it elsewhere
quit   leave the game
";

/// A game between two players, each a person or one of the program's.
pub(super) struct Session<R> {
    pub(super) black: Option<Player>,
    pub(super) white: Option<Player>,
    pub(super) rules: Rules,
    /// How long the program may think.
    pub(super) time: Duration,
    pub(super) board: Board,
    pub(super) input: R,
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Turn,
    Quit,
}

impl<R: BufRead> Session<R> {
    /// Plays until the game is over, or a person leaves it.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        self.greet()?;
        self.show()?;
        loop {
            let game = self.board.game();
            let side = game.side();
            let next = match game.turn() {
                Turn::Over => return self.end(),
                Turn::Pass => {
                    print(&format!("{side} has no legal move and passes.\n"))?;
                    self.board.pass();
                    Next::Turn
                }
                Turn::Place => match self.player(side) {
                    None => self.ask()?,
                    Some(_) => self.answer()?,
                },
            };
            if next == Next::Quit {
                let transcript = self.board.transcript();
                return print(&format!("\nThe game is not over. Its moves: {transcript}\n"));
            }
        }
    }

    fn player(&mut self, side: Color) -> Option<&mut Player> {
        match side {
            Color::Black => self.black.as_mut(),
            Color::White => self.white.as_mut(),
        }
    }

    /// Tells the people who play which side is theirs and what they can type.
    fn greet(&self) -> Result<(), Failure> {
        let who = match (&self.black, &self.white) {
            (None, None) => "You play both sides, Black (X) and White (O)",
            (None, Some(_)) => "You are Black (X)",
            (Some(_), None) => "You are White (O)",
            (Some(_), Some(_)) => return Ok(()),
        };
        let moves = self.board.game().moves();
        let such_as = moves.first().map_or(String::new(), |square| format!(" such as {square}"));
        print(&format!("{who}. Type a move{such_as}, help for more, or quit to leave.\n"))
    }

    /// Prints the board and the number of discs of each side.
    fn show(&self) -> Result<(), Failure> {
        let [black, white] = Color::ALL.map(|color| self.board.game().count(color));
        let last = self.board.last().map_or(String::new(), |last| format!(", last move {last}"));
        print(&format!("\n{}Black {black}, White {white}{last}\n", self.board.diagram()))
    }

    /// A player of the program moves.
    fn answer(&mut self) -> Result<Next, Failure> {
        let game = self.board.game();
        let side = game.side();
        let chosen = self.player(side).and_then(|player| player.choose(game));
        let square = chosen.ok_or_else(|| Failure::failed("the program has found no move"))?;
        self.board.play(&square.to_string()).map_err(Failure::failed)?;
        print(&format!("{side} plays {square}.\n"))?;
        self.show().map(|()| Next::Turn)
    }

    /// A person moves, or says something else.
    fn ask(&mut self) -> Result<Next, Failure> {
        let game = self.board.game();
        print(&format!("{}> ", game.side()))?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line).map_err(Failure::failed)?;
        if read == 0 {
            return Ok(Next::Quit);
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "help" | "?" => print(HELP)?,
            "undo" => self.undo()?,
            "hint" => {
                print(&in_words(Outlook::new(game, self.rules, self.time)))?;
            }
            "board" => print(&format!("{game}\n{}\n", to_hex(game)))?,
            word => match self.board.play(&square(word)) {
                Ok(()) => self.show()?,
                Err(reason) => {
                    let moves: Vec<_> = game.moves().iter().map(Square::to_string).collect();
                    let moves = moves.join(" ");
                    print(&format!("{reason}; type one of {moves}, or help\n"))?;
                }
            },
        }
        Ok(Next::Turn)
    }

    /// Takes back moves and passes until a person is to move.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut taken_back = 0;
        while self.board.undo() {
            taken_back += 1;
            let game = self.board.game();
            if self.player(game.side()).is_none() && game.turn() == Turn::Place {
                return self.show();
            }
        }
        if taken_back == 0 {
            return print("There is nothing to take back.\n");
        }
        self.show()
    }

    /// Says who has won.
    fn end(&self) -> Result<(), Failure> {
        let end = self.board.game();
        let [black, white] = Color::ALL.map(|color| end.count(color));
        let score = self.rules.score(black, white, end.empties());
        let result = match (score.signum(), self.rules.objective) {
            (1, Objective::Most) => format!("Black wins {black}–{white}."),
            (1, Objective::Fewest) => format!("Black wins with fewer discs, {black}–{white}."),
            (-1, Objective::Most) => format!("White wins {white}–{black}."),
            (-1, Objective::Fewest) => format!("White wins with fewer discs, {white}–{black}."),
            _ => format!("A draw, {black}–{white}."),
        };
        print(&format!("The game is over. {result}\nIts moves: {}\n", self.board.transcript()))
    }
}

/// The values of the moves, the best first.
fn in_words(outlook: Outlook) -> String {
    let Outlook { mut moves, depth } = outlook;
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let values: Vec<_> =
        moves.iter().map(|(square, value)| format!("{square} {value:+}")).collect();
    let known = match depth {
        None => "exact".to_owned(),
        Some(depth) => format!("not a forecast: discs counted {depth} plies ahead"),
    };
    format!("{}  ({known})\n", values.join("  "))
}

/// A square as it is named: `56` is row 5, column 6, which is `f5`.
fn square(word: &str) -> String {
    match word.as_bytes() {
        &[row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            format!("{}{}", char::from(b'a' + column - b'1'), char::from(row))
        }
        _ => word.to_owned(),
    }
}
