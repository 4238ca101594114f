//! What is said in the course of a game.

use std::io::BufRead;
use std::time::Duration;

use othello_solver::{Color, Objective, Player, Rules};

use super::super::failure::Failure;
use super::super::output::print;
use super::board::{Board, Hint, Task};

/// The words that are understood.
const HELP: &str = "\
a move as f5, or as row and column, 56; or one of
undo   take back your last move, and what came after it
hint   the value of each move
board  the position, to take it elsewhere
quit   leave
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
        self.show()?;
        loop {
            let side = self.board.side();
            let next = match self.board.task() {
                Task::Nothing => return self.end(),
                Task::Pass => {
                    print(&format!("{side} has no legal move and passes.\n"))?;
                    self.board.pass();
                    Next::Turn
                }
                Task::Place(moves) => match self.player(side) {
                    None => self.ask(&moves)?,
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

    /// Prints the board and who has how many discs.
    fn show(&self) -> Result<(), Failure> {
        let [black, white] = Color::ALL.map(|color| self.board.discs(color));
        let last = self.board.last().map_or(String::new(), |last| format!(", last move {last}"));
        print(&format!("\n{}Black {black}, White {white}{last}\n", self.board.diagram()))
    }

    /// A player of the program moves.
    fn answer(&mut self) -> Result<Next, Failure> {
        let side = self.board.side();
        let player = match side {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        let chosen = player.as_mut().and_then(|player| self.board.choose(player));
        let square = chosen.ok_or_else(|| Failure::failed("the program has found no move"))?;
        self.board.play(&square).map_err(Failure::failed)?;
        print(&format!("{side} plays {square}.\n"))?;
        self.show().map(|()| Next::Turn)
    }

    /// A person moves, or says something else.
    fn ask(&mut self, moves: &[String]) -> Result<Next, Failure> {
        print(&format!("{}> ", self.board.side()))?;
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
                let hint = self.board.hint(self.rules, self.time);
                print(&in_words(hint))?;
            }
            "board" => print(&format!("{}\n{}\n", self.board.cells(), self.board.hex()))?,
            word => match self.board.play(&square(word)) {
                Ok(()) => self.show()?,
                Err(reason) => {
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
            let side = self.board.side();
            if self.player(side).is_none() && matches!(self.board.task(), Task::Place(_)) {
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
        let [black, white] = Color::ALL.map(|color| self.board.discs(color));
        let score = self.rules.score(black, white, self.board.empties());
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
fn in_words(hint: Hint) -> String {
    let Hint { mut moves, depth } = hint;
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let values: Vec<_> =
        moves.iter().map(|(square, value)| format!("{square} {value:+}")).collect();
    let known = match depth {
        None => "exact".to_owned(),
        Some(depth) => format!("looking {depth} plies ahead"),
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
