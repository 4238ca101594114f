//! Wrong rules that programs have followed instead of Othello's. They can be played, one or several of
//! them, so a wrong answer is explained by the rules under which it would be right.

use std::fmt;

use itertools::Itertools;
use othello_core::{Position, Rules, Score, Scoring, Square, SquareSet, Turn};

use super::question::{MAX_EMPTIES, Probe, Question};
use super::report::{Language, Subject, Test};

/// Defines the wrong rules, each with words that follow *the engine*.
macro_rules! wrong_rules {
    ($($rule:ident $words:literal)+) => {
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Wrong { $($rule),+ }
        const WORDS: &[&str] = &[$($words),+];
    };
}

wrong_rules! {
    NextRow "wraps around the edge to the next row"
    OtherSide "wraps around the edge to the other side"
    AtEdge "flips lines that end at the edge"
    AtGap "flips lines that end at an empty square"
    NearestDisc "flips only the nearest disc of a line"
    FirstLine "flips in one direction only"
    LastLine "flips in one direction only"
    NoNewDisc "does not place the new disc"
    SamePlayer "lets the same player move again"
    EndIsPass "passes when neither side has a move"
    PassIsEnd "ends the game when a player has no move"
    // From here on, about counting.
    PassEndsLine "counts a line as over at its first pass"
    PassIsNoPly "counts passes as no plies"
    EndIsNoLine "counts no line for a game that ends early"
    OtherScoring "scores games by the other --score"
    WorstMove "takes the worst move for the best"
    SeenByBlack "shows values as seen by Black"
    SeenByWhite "shows values as seen by White"
    SeenByOther "shows values as seen by the other side"
}

/// The directions from a disc, in the order of the squares around it.
const ARROWS: [char; 8] = ['↖', '↑', '↗', '←', '→', '↙', '↓', '↘'];

/// What is different from Othello: a bit for each direction in which no discs are flipped, and then for
/// each wrong rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct HouseRules(pub(super) u64);

impl HouseRules {
    pub(super) const OTHELLO: Self = Self(0);

    pub(super) const fn only(rule: Wrong) -> Self {
        Self(1 << (ARROWS.len() + rule as usize))
    }

    /// The wrong rules to try for answers about a subject, each by itself.
    pub(super) fn about(subject: Subject) -> impl Iterator<Item = Self> {
        let all = (0..ARROWS.len() + WORDS.len()).map(|bit| Self(1 << bit));
        let is_telling = subject < Subject::Perft;
        all.filter(move |rule| (*rule < Self::only(Wrong::PassEndsLine)) == is_telling)
    }

    fn has(self, rule: Wrong) -> bool {
        self.0 & Self::only(rule).0 != 0
    }

    /// The answer of an engine that follows these rules, as in the plain protocol. An error is what it
    /// says instead.
    pub(super) fn answer(self, question: &Question, test: &Test) -> Result<String, String> {
        let Question { game, probe } = question;
        let (mut position, is_gtp) = (game.end(), test.language == Language::Gtp);
        if is_gtp {
            position = game.start();
            let new = if let Probe::Play(new) = *probe { Some((game.end(), new)) } else { None };
            for (before, square) in game.turns().chain(new) {
                let must_pass = self.turn(position) == Turn::Pass;
                if position.side() != before.side() && must_pass {
                    position = position.pass();
                }
                if position.side() != before.side() || !self.moves(position).contains(square) {
                    return Err(format!("refuses {square}"));
                }
                position = self.after(position, square);
            }
        }
        Ok(match (*probe, self.turn(position)) {
            (Probe::Play(_), _) if is_gtp => position.to_string(),
            (Probe::Play(new), _) => self.after(position, new).to_string(),
            // In GTP, it refuses all moves of the side to move, and its pass.
            (Probe::Moves, Turn::Place) if position.side() != game.end().side() => "pass".into(),
            (Probe::Moves, Turn::Place) => self.moves(position).to_string(),
            (Probe::Moves, Turn::Over) if !self.has(Wrong::EndIsPass) => "over".into(),
            (Probe::Moves, _) => "pass".into(),
            (Probe::Perft(plies), _) => self.perft(position, plies).to_string(),
            (Probe::Value, turn) => {
                let is_long = self.has(Wrong::NoNewDisc) || position.empties() > MAX_EMPTIES;
                if is_long && turn != Turn::Over {
                    return Err("thinks for too long".into());
                }
                let mut rules = test.rules;
                if self.has(Wrong::OtherScoring) {
                    rules.scoring = match rules.scoring {
                        Scoring::Discs => Scoring::EmptiesToWinner,
                        Scoring::EmptiesToWinner => Scoring::Discs,
                    };
                }
                let view = position.side().choose(Wrong::SeenByWhite, Wrong::SeenByBlack);
                let is_negated = self.has(view) || self.has(Wrong::SeenByOther);
                format!("{:+}", self.value(position, rules) * if is_negated { -1 } else { 1 })
            }
        })
    }

    /// The discs flipped in a direction.
    fn line(self, position: Position, square: Square, direction: i32) -> u64 {
        let (size, mut flips) = (position.size(), 0);
        let [width, height] = [size.width(), size.height()].map(u32::cast_signed);
        // The square itself would be between the first four and the others.
        let around = direction + i32::from(direction > 3);
        let (mut column, mut row) = (square.column().cast_signed(), square.row().cast_signed());
        // Where lines continue beyond the edge, they may have no end.
        for _ in 0..size.squares() {
            (column, row) = (column + around % 3 - 1, row + around / 3 - 1);
            if self.has(Wrong::OtherSide) {
                (column, row) = (column.rem_euclid(width), row.rem_euclid(height));
            }
            let is_inside = (0..width).contains(&column) || self.has(Wrong::NextRow);
            let index = row * width + column;
            if !is_inside || !(0..width * height).contains(&index) {
                return if self.has(Wrong::AtEdge) { flips } else { 0 };
            }
            match position.disc(size.square(index.cast_unsigned())) {
                Some(color) if color == position.side() => return flips,
                Some(_) if self.has(Wrong::NearestDisc) && flips != 0 => {}
                Some(_) => flips |= 1 << index,
                None => return if self.has(Wrong::AtGap) { flips } else { 0 },
            }
        }
        0
    }

    fn flips(self, position: Position, square: Square) -> u64 {
        let directions = (0..8).filter(|direction| self.0 >> direction & 1 == 0);
        let lines = directions.map(|direction| self.line(position, square, direction));
        let mut flips = lines.filter(|&line| line != 0);
        let found = match self {
            _ if self.has(Wrong::FirstLine) => flips.next(),
            _ if self.has(Wrong::LastLine) => flips.next_back(),
            _ => flips.reduce(|one, other| one | other),
        };
        found.unwrap_or(0)
    }

    /// The directions in which a move flips discs, or in which it flips the one on this square.
    pub(super) fn directions(self, question: &Question, square: Square) -> String {
        let (from, discs) = match question.probe {
            Probe::Play(new) => (new, 1 << question.game.end().size().index(square)),
            _ => (square, u64::MAX),
        };
        let flips = |(direction, _): &(i32, char)| {
            self.line(question.game.end(), from, *direction) & discs != 0
        };
        (0..).zip(ARROWS).filter(flips).map(|(_, arrow)| arrow).collect()
    }

    pub(super) fn moves(self, position: Position) -> SquareSet {
        let empty = SquareSet::all(position.size()).into_iter();
        let legal =
            empty.filter(|&it| position.disc(it).is_none() && self.flips(position, it) != 0);
        SquareSet::from_squares(position.size(), legal)
    }

    fn after(self, position: Position, square: Square) -> Position {
        let (size, player) = (position.size(), position.side());
        let new = if self.has(Wrong::NoNewDisc) { 0 } else { 1 << size.index(square) };
        let own = position.own().bits() | self.flips(position, square) | new;
        let discs = [own, position.opponent().bits() & !own].map(|bits| SquareSet::of(size, bits));
        let (black, white) = player.choose((discs[0], discs[1]), (discs[1], discs[0]));
        let next = if self.has(Wrong::SamePlayer) { player } else { !player };
        Position::new(black, white, next).expect("no square has two discs")
    }

    fn turn(self, position: Position) -> Turn {
        let has_move = |position| !self.moves(position).is_empty();
        match Turn::of(has_move(position), || has_move(position.pass())) {
            Turn::Pass if self.has(Wrong::PassIsEnd) => Turn::Over,
            turn => turn,
        }
    }

    fn after_moves(self, position: Position) -> impl Iterator<Item = Position> {
        self.moves(position).into_iter().map(move |square| self.after(position, square))
    }

    fn perft(self, position: Position, plies: u32) -> u64 {
        let pass = u32::from(!self.has(Wrong::PassIsNoPly));
        match self.turn(position) {
            _ if plies == 0 => 1,
            Turn::Place => self.after_moves(position).map(|it| self.perft(it, plies - 1)).sum(),
            Turn::Pass if !self.has(Wrong::PassEndsLine) => {
                self.perft(position.pass(), plies - pass)
            }
            _ => u64::from(!self.has(Wrong::EndIsNoLine)),
        }
    }

    fn value(self, position: Position, rules: Rules) -> Score {
        let values = self.after_moves(position).map(|after| -self.value(after, rules));
        match self.turn(position) {
            Turn::Place if self.has(Wrong::WorstMove) => values.min().expect("there is one"),
            Turn::Place => values.max().expect("there is one"),
            Turn::Pass if !self.has(Wrong::PassEndsLine) => -self.value(position.pass(), rules),
            Turn::Pass | Turn::Over => position.score(rules),
        }
    }
}

/// The wrong rules in words that follow *the engine*.
impl fmt::Display for HouseRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = ARROWS.iter().map(|arrow| format!("never flips {arrow}"));
        let words = lost.chain(WORDS.iter().map(|&words| words.to_owned())).enumerate();
        let made = words.filter(|(bit, _)| self.0 >> bit & 1 == 1).map(|(_, words)| words);
        write!(f, "{}", made.format(" and "))
    }
}
