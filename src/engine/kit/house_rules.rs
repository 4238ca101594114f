//! Wrong rules that programs have followed instead of Othello's. Each can be played, so a wrong answer
//! is explained by a rule under which it would be right.

use itertools::Itertools;
use othello_core::{Color, Game, Position, Rules, Score, Square, SquareSet, Turn};

use super::probe::{MAX_EMPTIES, Probe, Subject};
use super::{Language, Test};

/// The directions from a disc.
pub(super) const ARROWS: [char; 8] = ['↖', '↑', '↗', '←', '→', '↙', '↓', '↘'];

/// What is different from Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HouseRules {
    Othello,
    /// Directions in which no discs are flipped, a bit for each.
    Lost(u8),
    /// Lines continue beyond the edge.
    NextRow,
    OtherSide,
    /// Where lines of flipped discs may also end.
    AtEdge,
    AtGap,
    Anywhere,
    NearestDisc,
    /// Discs are flipped in one direction, and this one is tried first.
    OneLineFrom(i32),
    NoNewDisc,
    SamePlayer,
    PassIsEnd,
    EndIsPass,
    EndIsPassUnlessFull,
    /// In perft, the additional plies, the plies of a pass unless it ends the line, and the number of
    /// lines that a game counts as if it ends early.
    Perft(i32, Option<u32>, u64),
    /// The rules by which games are scored, and the sign of values if Black and if White is to move.
    Value(Rules, [Score; 2]),
}

/// The wrong rules that are tried, in words that follow *the engine*. `lost` are the directions of all
/// squares that were missing in answers.
pub(super) fn wrong_rules(rules: Rules, lost: u8) -> Vec<(String, HouseRules)> {
    let mut all = Vec::new();
    for first in 0..8 {
        all.push(("flips in one direction only".to_owned(), HouseRules::OneLineFrom(first)));
    }
    for (words, wrong) in [
        ("wraps around the edge to the next row", HouseRules::NextRow),
        ("wraps around the edge to the other side", HouseRules::OtherSide),
        ("flips lines that end at the edge", HouseRules::AtEdge),
        ("flips lines that end at an empty square", HouseRules::AtGap),
        ("flips lines without looking at their end", HouseRules::Anywhere),
        ("flips only the nearest disc of a line", HouseRules::NearestDisc),
        ("does not place the new disc", HouseRules::NoNewDisc),
        ("lets the same player move again", HouseRules::SamePlayer),
        ("counts passes as no plies", HouseRules::Perft(0, Some(0), 1)),
        ("counts a line as over at its first pass", HouseRules::Perft(0, None, 1)),
        ("counts no line for a game that ends early", HouseRules::Perft(0, Some(1), 0)),
        ("counts no line for a pass or an early end", HouseRules::Perft(0, None, 0)),
        ("counts passes as no plies and early ends as no lines", HouseRules::Perft(0, Some(0), 0)),
        ("counts one ply less", HouseRules::Perft(-1, Some(1), 1)),
        ("counts one ply more", HouseRules::Perft(1, Some(1), 1)),
        ("ends the game when a player has no move", HouseRules::PassIsEnd),
        ("passes until the board is full", HouseRules::EndIsPassUnlessFull),
        ("passes when neither side has a move", HouseRules::EndIsPass),
    ] {
        all.push((words.to_owned(), wrong));
    }
    let views = [
        ("scores games", [1, 1]),
        ("shows values as seen by Black", [1, -1]),
        ("shows values as seen by White", [-1, 1]),
        ("shows values as seen by the other side", [-1, -1]),
    ];
    for scored in [rules].into_iter().chain(Rules::ALL) {
        for (view, signs) in views {
            let mut words = view.to_owned();
            if scored.scoring != rules.scoring {
                words += &format!(" with --score {}", scored.scoring);
            }
            if scored.objective != rules.objective {
                words += &format!(" with --objective {}", scored.objective);
            }
            all.push((words, HouseRules::Value(scored, signs)));
        }
    }
    for lost in [lost, 1, 2, 4, 8, 16, 32, 64, 128] {
        let arrows = (0..8).filter(|at| lost >> at & 1 == 1).map(|at| ARROWS[at]);
        all.push((format!("never flips {}", arrows.format(", ")), HouseRules::Lost(lost)));
    }
    all
}

impl HouseRules {
    /// Whether the difference to Othello is about this subject itself.
    pub(super) fn is_about(self, subject: Subject) -> bool {
        match self {
            Self::Perft(..) => subject == Subject::Perft,
            Self::Value(..) => subject == Subject::Values,
            Self::PassIsEnd | Self::EndIsPass | Self::EndIsPassUnlessFull => true,
            _ => subject < Subject::Perft,
        }
    }

    /// The answer of an engine that follows these rules, as in the plain protocol; an error is the
    /// refusal of a move.
    pub(super) fn answer(self, game: &Game, probe: Probe, test: &Test) -> Result<String, String> {
        let language = test.language;
        let (mut position, side) = (game.end(), game.end().side());
        if language.plays_moves() {
            position = game.start();
            for (before, square) in game.turns() {
                position = self.play(position, before.side(), square, language)?;
            }
        }
        let turn = self.turn(position);
        Ok(match (probe, turn) {
            // It refuses all moves of the side to move, and its pass.
            (Probe::Moves, Turn::Place) if language == Language::Gtp && position.side() != side => {
                "pass".to_owned()
            }
            (Probe::Moves, Turn::Place) => self.moves(position).to_string(),
            (Probe::Moves, Turn::Pass) => "pass".to_owned(),
            (Probe::Moves, Turn::Over) => "over".to_owned(),
            (Probe::Play(square), _) => self.play(position, side, square, language)?.to_string(),
            (Probe::Perft(plies), _) => {
                let more = if let Self::Perft(more, ..) = self { more } else { 0 };
                self.perft(position, plies.saturating_add_signed(more)).to_string()
            }
            (Probe::Value, _) => {
                if turn != Turn::Over && position.empties() > MAX_EMPTIES {
                    return Err("thinks for too long".to_owned());
                }
                let (scored, [black, white]) = match self {
                    Self::Value(rules, signs) => (rules, signs),
                    _ => (test.rules, [1, 1]),
                };
                let value = self.value(position, scored, false);
                format!("{:+}", value * position.side().choose(black, white))
            }
        })
    }

    /// Lets an engine play a move of this side, after a pass if that is needed. In GTP it may refuse.
    fn play(
        self,
        position: Position,
        side: Color,
        square: Square,
        language: Language,
    ) -> Result<Position, String> {
        let passes = position.side() != side;
        let before = if passes { position.pass() } else { position };
        let is_right = !passes || self.turn(position) == Turn::Pass;
        if language == Language::Gtp && !(is_right && self.flips(before, square) != 0) {
            return Err(format!("refuses {square}"));
        }
        Ok(self.after(before, square))
    }

    /// The discs flipped in a direction.
    fn line(self, position: Position, square: Square, direction: i32) -> u64 {
        let (size, mut flips) = (position.size(), 0);
        let [width, height] = [size.width(), size.height()].map(u32::cast_signed);
        // The square itself would have the number 4.
        let cell = direction + i32::from(direction > 3);
        let (across, down) = (cell % 3 - 1, cell / 3 - 1);
        let (mut column, mut row) = (square.column().cast_signed(), square.row().cast_signed());
        // Where lines continue beyond the edge, they may have no end.
        for _ in 0..size.squares() {
            (column, row) = (column + across, row + down);
            if self == Self::OtherSide {
                (column, row) = (column.rem_euclid(width), row.rem_euclid(height));
            }
            let (is_inside, index) = ((0..width).contains(&column), row * width + column);
            if !(is_inside || self == Self::NextRow) || !(0..width * height).contains(&index) {
                return if matches!(self, Self::AtEdge | Self::Anywhere) { flips } else { 0 };
            }
            match position.disc(size.square(index.cast_unsigned())) {
                Some(color) if color == position.side() => return flips,
                Some(_) if self == Self::NearestDisc && flips != 0 => {}
                Some(_) => flips |= 1 << index,
                None if matches!(self, Self::AtGap | Self::Anywhere) => return flips,
                None => return 0,
            }
        }
        0
    }

    fn flips(self, position: Position, square: Square) -> u64 {
        let mut flips = 0;
        for direction in 0..8 {
            flips |= match self {
                Self::Lost(lost) if lost >> direction & 1 == 1 => 0,
                Self::OneLineFrom(_) if flips != 0 => 0,
                Self::OneLineFrom(first) => self.line(position, square, (first + direction) % 8),
                _ => self.line(position, square, direction),
            };
        }
        flips
    }

    /// The directions in which a move flips discs, or in which it flips the one on this square.
    pub(super) fn directions(self, position: Position, probe: Probe, square: Square) -> String {
        let mut directions = String::new();
        for (direction, arrow) in (0..8).zip(ARROWS) {
            let flips = match probe {
                Probe::Play(new) => {
                    self.line(position, new, direction) >> position.size().index(square) & 1
                }
                _ => self.line(position, square, direction),
            };
            if flips != 0 {
                directions.push(arrow);
            }
        }
        directions
    }

    pub(super) fn moves(self, position: Position) -> SquareSet {
        let all = SquareSet::all(position.size()).into_iter();
        let legal = all.filter(|&it| position.disc(it).is_none() && self.flips(position, it) != 0);
        SquareSet::from_squares(position.size(), legal)
    }

    fn after(self, position: Position, square: Square) -> Position {
        let (size, player, flips) =
            (position.size(), position.side(), self.flips(position, square));
        let new = if self == Self::NoNewDisc { 0 } else { 1 << size.index(square) };
        let own = SquareSet::of(size, position.discs(player).bits() | flips | new);
        let others = SquareSet::of(size, position.discs(!player).bits() & !own.bits());
        let (black, white) = player.choose((own, others), (others, own));
        let next = if self == Self::SamePlayer { player } else { !player };
        Position::new(black, white, next).expect("no square has two discs")
    }

    fn turn(self, position: Position) -> Turn {
        let moves = self.moves(position);
        match Turn::of(!moves.is_empty(), || !self.moves(position.pass()).is_empty()) {
            Turn::Pass if self == Self::PassIsEnd => Turn::Over,
            Turn::Over if self == Self::EndIsPass => Turn::Pass,
            Turn::Over if self == Self::EndIsPassUnlessFull && position.empties() > 0 => Turn::Pass,
            turn => turn,
        }
    }

    fn perft(self, position: Position, plies: u32) -> u64 {
        let (pass, early) =
            if let Self::Perft(_, pass, early) = self { (pass, early) } else { (Some(1), 1) };
        match (self.turn(position), pass) {
            _ if plies == 0 => 1,
            (Turn::Place, _) => {
                let after = |square| self.perft(self.after(position, square), plies - 1);
                self.moves(position).iter().map(after).sum()
            }
            (Turn::Pass, Some(pass)) => self.perft(position.pass(), plies - pass),
            _ => early,
        }
    }

    fn value(self, position: Position, rules: Rules, has_passed: bool) -> Score {
        match self.turn(position) {
            Turn::Place => {
                let value = |square| -self.value(self.after(position, square), rules, false);
                self.moves(position).iter().map(value).max().expect("there is a move")
            }
            Turn::Pass if !has_passed => -self.value(position.pass(), rules, true),
            _ => position.score(rules),
        }
    }
}
