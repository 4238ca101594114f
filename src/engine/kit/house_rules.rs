//! Wrong rules that programs have followed instead of Othello's. They can be played, one or several of
//! them, so a wrong answer is explained by the rules under which it would be right.

use itertools::Itertools;
use othello_core::kernel::Discs;
use othello_core::{Color, Position, Rules, Score, Square, SquareSet, Turn};
use rayon::prelude::*;

use super::question::{EngineQuestion, MAX_EMPTIES, Subject, words};
use super::report::{Arrows, Test, WrongAnswer};

/// Defines the wrong rules, each with words that follow *the engine*.
macro_rules! wrong_rules {
    ($($rule:ident $words:literal)+) => {
        $(const $rule: &str = $words;)+
        const ALL: &[&str] = &[$($rule),+];
    };
}

// Those about counting come first: if other rules lead to the same answers, these are named.
wrong_rules! {
    PASS_ENDS_LINE "counts a line as over at its first pass"
    PASS_IS_NO_PLY "counts passes as no plies"
    END_IS_NO_LINE "counts no line for a game that ends early"
    OTHER_SCORING "scores games by the other --score"
    WORST_MOVE "takes the worst move for the best"
    SEEN_BY_BLACK "shows values as seen by Black"
    SEEN_BY_OTHER "shows values as seen by the other side"
    NEXT_ROW "wraps around the edge to the next row"
    OTHER_SIDE "wraps around the edge to the other side"
    AT_EDGE "flips lines that end at the edge"
    AT_GAP "flips lines that end at an empty square"
    NEAREST_DISC "flips only the nearest disc of a line"
    FIRST_LINE "flips only in the first direction"
    LAST_LINE "flips only in the last direction"
    NO_NEW_DISC "does not place the new disc"
    SAME_PLAYER "lets the same player move again"
    END_IS_PASS "passes when neither side has a move"
    PASS_IS_END "ends the game when a player has no move"
}

/// The directions around a disc, and between them the disc itself, which is no line. It is another wrong
/// rule never to flip in one of them.
const ARROWS: [char; 9] = ['↖', '↑', '↗', '←', '·', '→', '↙', '↓', '↘'];

/// The rules of Othello, except for some wrong ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct HouseRules(pub(super) Vec<String>);

impl HouseRules {
    /// Each wrong rule by itself.
    pub(super) fn all() -> Vec<Self> {
        let lost = ARROWS.map(|arrow| format!("never flips {arrow}"));
        let rules = ALL.iter().map(|&rule| rule.to_owned()).chain(lost);
        rules.map(|rule| Self(vec![rule])).collect()
    }

    fn has(&self, rule: &str) -> bool {
        self.0.iter().any(|it| it == rule)
    }

    /// The answer of an engine that follows these rules, as in the plain protocol.
    pub(super) fn answer(&self, asked: &EngineQuestion, test: &Test) -> String {
        let told = asked.told(test.language);
        let mut position = told.start();
        for (before, square) in told.turns() {
            if position.side() != before.side() && self.turn(position) == Turn::Pass {
                position = position.pass();
            }
            if position.side() != before.side() || self.flips(position, square) == 0 {
                return format!("refuses {square}");
            }
            position = self.after(position, square);
        }
        match (asked.subject, self.turn(position)) {
            (Subject::Flips, _) => position.to_string(),
            (Subject::Perft, _) => self.perft(position, asked.argument().unwrap_or(0)).to_string(),
            (Subject::Values, _) => {
                let is_negated = match position.side() {
                    Color::White if self.has(SEEN_BY_BLACK) => true,
                    _ => self.has(SEEN_BY_OTHER),
                };
                let value = self.value(position, test.rules);
                (if is_negated { -value } else { value }).to_string()
            }
            (_, Turn::Place) => self.moves(position).to_string(),
            (_, Turn::Over) if !self.has(END_IS_PASS) => "over".to_owned(),
            _ => "pass".to_owned(),
        }
    }

    /// The squares in one answer that are not in another, with arrows: the directions in which a move
    /// flips discs, or in which it flips the disc on the square.
    pub(super) fn arrows(&self, asked: &EngineQuestion, [one, other]: [&str; 2]) -> Option<Arrows> {
        let only = asked.squares(one)?.bits() & !asked.squares(other)?.bits();
        let mut arrows = Arrows::new();
        for square in SquareSet::of(asked.size, only) {
            let (from, discs) = match asked.argument() {
                Some(new) => (new, 1 << asked.size.index(square)),
                None => (square, u64::MAX),
            };
            let lines = self.lines(asked.position, from).into_iter();
            let through = lines.filter(|(_, line)| line & discs != 0);
            arrows.insert(square, through.map(|(arrow, _)| arrow).collect());
        }
        Some(arrows)
    }

    /// The directions in which a move flips discs, and these discs. There are none if it is not legal.
    fn lines(&self, position: Position, square: Square) -> Vec<(char, u64)> {
        let mut lines = Vec::new();
        if position.disc(square).is_some() {
            return lines;
        }
        for (arrow, direction) in ARROWS.into_iter().zip(0..) {
            let line = self.line(position, square, direction);
            if line != 0 && !self.0.iter().any(|rule| rule.ends_with(arrow)) {
                lines.push((arrow, line));
            }
        }
        if self.has(FIRST_LINE) {
            lines.truncate(1);
        }
        if self.has(LAST_LINE) {
            lines.drain(..lines.len().saturating_sub(1));
        }
        lines
    }

    fn line(&self, position: Position, square: Square, direction: i32) -> u64 {
        let (size, mut flips) = (position.size(), 0);
        let [width, height] = [size.width(), size.height()].map(u32::cast_signed);
        let [mut column, mut row] = [square.column(), square.row()].map(u32::cast_signed);
        // Where lines continue beyond the edge, they may have no end.
        for _ in 0..size.squares() {
            (column, row) = (column + direction % 3 - 1, row + direction / 3 - 1);
            if self.has(OTHER_SIDE) {
                (column, row) = (column.rem_euclid(width), row.rem_euclid(height));
            }
            let is_inside = (0..width).contains(&column) || self.has(NEXT_ROW);
            let index = row * width + column;
            if !is_inside || !(0..width * height).contains(&index) {
                return if self.has(AT_EDGE) { flips } else { 0 };
            }
            match position.disc(size.square(index.cast_unsigned())) {
                Some(color) if color == position.side() => return flips,
                Some(_) if self.has(NEAREST_DISC) && flips != 0 => {}
                Some(_) => flips |= 1 << index,
                None => return if self.has(AT_GAP) { flips } else { 0 },
            }
        }
        0
    }

    fn flips(&self, position: Position, square: Square) -> u64 {
        self.lines(position, square).iter().fold(0, |flips, (_, line)| flips | line)
    }

    fn moves(&self, position: Position) -> SquareSet {
        let squares = SquareSet::all(position.size()).into_iter();
        let legal = squares.filter(|&square| self.flips(position, square) != 0);
        SquareSet::from_squares(position.size(), legal)
    }

    fn after(&self, position: Position, square: Square) -> Position {
        let (size, Discs { own, opponent }) = (position.size(), position.own_and_opponent());
        let new = if self.has(NO_NEW_DISC) { 0 } else { 1 << size.index(square) };
        let own = own | self.flips(position, square) | new;
        let discs = Discs { own: opponent & !own, opponent: own };
        let after = Position::from_discs(size, discs, !position.side());
        if self.has(SAME_PLAYER) { after.pass() } else { after }
    }

    fn after_moves(&self, position: Position) -> impl Iterator<Item = Position> {
        self.moves(position).into_iter().map(move |square| self.after(position, square))
    }

    fn turn(&self, position: Position) -> Turn {
        let all = SquareSet::all(position.size());
        let can_move = |position| all.iter().any(|square| self.flips(position, square) != 0);
        match Turn::of(can_move(position), || can_move(position.pass())) {
            Turn::Pass if self.has(PASS_IS_END) => Turn::Over,
            turn => turn,
        }
    }

    fn perft(&self, position: Position, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        match self.turn(position) {
            Turn::Place => self.after_moves(position).map(|it| self.perft(it, plies - 1)).sum(),
            Turn::Pass if self.has(PASS_ENDS_LINE) => 1,
            Turn::Pass if self.has(PASS_IS_NO_PLY) => self.perft(position.pass(), plies),
            Turn::Pass => self.perft(position.pass(), plies - 1),
            Turn::Over => u64::from(!self.has(END_IS_NO_LINE)),
        }
    }

    /// The value, or the score of a position from which the search would be too long.
    fn value(&self, position: Position, rules: Rules) -> Score {
        let is_long = position.empties() > MAX_EMPTIES || self.has(NO_NEW_DISC);
        let values = self.after_moves(position).map(|after| -self.value(after, rules));
        match self.turn(position) {
            Turn::Pass => -self.value(position.pass(), rules),
            Turn::Place if !is_long && self.has(WORST_MOVE) => values.min().unwrap_or_default(),
            Turn::Place if !is_long => values.max().unwrap_or_default(),
            _ if self.has(OTHER_SCORING) => position.score(rules.rescored()),
            _ => position.score(rules),
        }
    }
}

/// The most wrong rules that are found in an answer.
const MOST: usize = 3;

/// Explains each wrong answer by itself: by a wrong rule, or by one together with those that explain
/// others. If different ones lead to an answer, those are named that lead to the most answers.
pub(super) fn explain(wrong: &mut [WrongAnswer], test: &Test) {
    let mut tried = HouseRules::all();
    for _ in 0..MOST {
        let open = wrong.par_iter_mut().filter(|it| it.explanation.is_none()).map(|it| {
            let answer = words(&it.answer);
            let fit = tried.iter().filter(|rules| words(&rules.answer(&it.asked, test)) == answer);
            (fit.collect_vec(), it)
        });
        let open: Vec<_> = open.collect();
        let answers = open.iter().flat_map(|(fit, _)| fit).copied().counts();
        let mut found = Vec::new();
        for (fit, it) in open {
            let Some(rules) = fit.into_iter().rev().max_by_key(|rules| answers[rules]) else {
                continue;
            };
            it.extra = rules.arrows(&it.asked, [&it.answer, &it.right]).unwrap_or_default();
            it.explanation = Some(rules.0.join(" and "));
            found.push(rules);
        }
        let both = found.into_iter().unique().cartesian_product(HouseRules::all());
        tried = both.map(|(known, more)| HouseRules([&known.0[..], &more.0].concat())).collect();
    }
}
