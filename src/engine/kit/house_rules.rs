//! Wrong rules that programs have followed instead of Othello's. They can be played, one or several of
//! them, so a wrong answer is explained by the rules under which it would be right.

use itertools::Itertools;
use othello_core::kernel::Discs;
use othello_core::{Color, Position, Rules, Score, Square, SquareSet, Turn};
use rayon::prelude::*;

use super::question::{EngineQuestion, MAX_EMPTIES, Subject, words};
use super::{Arrows, Test, WrongAnswer};

/// The directions around a disc, and between them the disc itself, which is no line.
const ARROWS: [char; 9] = ['↖', '↑', '↗', '←', '·', '→', '↙', '↓', '↘'];

/// The rules of Othello, except for some wrong ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct HouseRules(Vec<&'static str>);

impl HouseRules {
    fn has(&self, rule: &str) -> bool {
        self.0.contains(&rule)
    }

    /// The answer of an engine that follows these rules, as in the plain protocol.
    pub(super) fn answer(&self, asked: &EngineQuestion, test: &Test) -> String {
        let told = asked.told(test.language);
        let mut position = told.start();
        for (before, square) in told.turns() {
            if self.turn(position) == Turn::Pass {
                position = position.pass();
            }
            if position.side() != before.side() || self.moves(position).all(|it| it != square) {
                return format!("refuses {square}");
            }
            position = self.after(position, square);
        }
        match (asked.subject, self.turn(position)) {
            (Subject::Flips, _) => position.to_string(),
            (Subject::Perft, _) => self.perft(position, asked.argument().unwrap_or(0)).to_string(),
            (Subject::Values, _) => {
                let value = self.value(position, test.rules);
                let is_negated = self.has("shows values as seen by the other side")
                    || self.has("shows values as seen by Black") && position.side() == Color::White;
                (if is_negated { -value } else { value }).to_string()
            }
            (_, Turn::Place) => self.moves(position).join(" "),
            (_, Turn::Over) if self.has("passes when neither side has a move") => "pass".to_owned(),
            (_, Turn::Over) => "over".to_owned(),
            (_, Turn::Pass) => "pass".to_owned(),
        }
    }

    /// The squares in one answer that are not in another, with arrows: the directions in which a move
    /// flips discs, or in which it flips the disc on the square.
    pub(super) fn arrows(&self, asked: &EngineQuestion, [one, other]: [&str; 2]) -> Option<Arrows> {
        let only = asked.squares(one)?.bits() & !asked.squares(other)?.bits();
        let mut arrows = Arrows::new();
        for square in SquareSet::of(asked.size, only) {
            let (from, disc) = (asked.argument().unwrap_or(square), 1 << asked.size.index(square));
            let lines = self.lines(asked.position, from).into_iter();
            let through = lines.filter(|(_, it)| asked.subject != Subject::Flips || it & disc != 0);
            arrows.insert(square, through.map(|(arrow, _)| arrow).collect());
        }
        Some(arrows)
    }

    /// The directions in which a disc on an empty square flips others, and these discs.
    fn lines(&self, position: Position, square: Square) -> Vec<(char, u64)> {
        let flipped = (0..9).map(|direction| self.line(position, square, direction));
        let mut lines: Vec<_> = ARROWS.into_iter().zip(flipped).collect();
        lines.retain(|&(_, line)| line != 0);
        lines.truncate(if self.has("flips only in the first direction") { 1 } else { 9 });
        if self.has("flips only in the last direction") {
            lines.drain(..lines.len().saturating_sub(1));
        }
        lines
    }

    fn line(&self, position: Position, square: Square, direction: i32) -> u64 {
        if self.0.iter().any(|rule| rule.ends_with(ARROWS[direction.cast_unsigned() as usize])) {
            return 0;
        }
        let (size, mut flips) = (position.size(), 0);
        let [width, height] = [size.width(), size.height()].map(u32::cast_signed);
        let [mut column, mut row] = [square.column(), square.row()].map(u32::cast_signed);
        // Where lines continue beyond the edge, they may have no end.
        for _ in 0..size.squares() {
            (column, row) = (column + direction % 3 - 1, row + direction / 3 - 1);
            if self.has("wraps around the edge to the other side") {
                (column, row) = (column.rem_euclid(width), row.rem_euclid(height));
            }
            let is_inside =
                (0..width).contains(&column) || self.has("wraps around the edge to the next row");
            let index = row * width + column;
            if !is_inside || !(0..width * height).contains(&index) {
                return if self.has("flips lines that end at the edge") { flips } else { 0 };
            }
            match position.disc(size.square(index.cast_unsigned())) {
                Some(color) if color == position.side() => return flips,
                Some(_) if self.has("flips only the nearest disc of a line") && flips != 0 => {}
                Some(_) => flips |= 1 << index,
                None if self.has("flips lines that end at an empty square") => return flips,
                None => return 0,
            }
        }
        0
    }

    fn moves(&self, position: Position) -> impl Iterator<Item = Square> {
        let Discs { own, opponent } = position.own_and_opponent();
        let empty = SquareSet::of(position.size(), !(own | opponent)).into_iter();
        empty.filter(move |&square| (0..9).any(|it| self.line(position, square, it) != 0))
    }

    fn after(&self, position: Position, square: Square) -> Position {
        let (size, Discs { own, opponent }) = (position.size(), position.own_and_opponent());
        let new = if self.has("does not place the new disc") { 0 } else { 1 << size.index(square) };
        let own = self.lines(position, square).iter().fold(own | new, |all, (_, it)| all | it);
        let discs = Discs { own: opponent & !own, opponent: own };
        let after = Position::from_discs(size, discs, !position.side());
        if self.has("lets the same player move again") { after.pass() } else { after }
    }

    fn after_moves(&self, position: Position) -> impl Iterator<Item = Position> {
        self.moves(position).map(move |square| self.after(position, square))
    }

    fn turn(&self, position: Position) -> Turn {
        let can_move = |position| self.moves(position).next().is_some();
        let pass_is_end = self.has("ends the game when a player has no move");
        Turn::of(can_move(position), || !pass_is_end && can_move(position.pass()))
    }

    fn perft(&self, position: Position, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let passed = position.pass();
        match self.turn(position) {
            Turn::Place if plies == 1 => self.moves(position).count() as u64,
            Turn::Place => self.after_moves(position).map(|it| self.perft(it, plies - 1)).sum(),
            Turn::Pass if self.has("counts a line as over at its first pass") => 1,
            Turn::Pass if self.has("does not count passes as plies") => self.perft(passed, plies),
            Turn::Pass => self.perft(passed, plies - 1),
            Turn::Over => u64::from(!self.has("does not count a game that ends early as a line")),
        }
    }

    /// The value, or the score of a position from which the search would be too long.
    fn value(&self, position: Position, rules: Rules) -> Score {
        let is_long = position.empties() > MAX_EMPTIES || self.has("does not place the new disc");
        let values = self.after_moves(position).map(|after| -self.value(after, rules));
        let takes_worst = self.has("takes the worst move for the best");
        match self.turn(position) {
            Turn::Pass => -self.value(position.pass(), rules),
            Turn::Place if !is_long && takes_worst => values.min().unwrap_or_default(),
            Turn::Place if !is_long => values.max().unwrap_or_default(),
            _ if self.has("scores games by the other --score") => position.score(rules.rescored()),
            _ => position.score(rules),
        }
    }
}

/// The most wrong rules that are found in an answer.
const MOST: usize = 3;

/// Explains each wrong answer by itself: by a wrong rule, or by one together with those that explain
/// others. If different ones lead to an answer, those are named that lead to the most answers.
pub(super) fn explain(wrong: &mut [WrongAnswer], test: &Test) {
    // The wrong rules, each worded to follow *the engine*. Those about counting come first: if other
    // rules lead to the same answers, these are named.
    let each = include_str!("wrong_rules.txt").lines().map(|it| HouseRules(vec![it])).collect_vec();
    let mut tried = each.clone();
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
            let best = fit.into_iter().rev().max_by_key(|rules| answers[rules]);
            let Some(rules) = best else { continue };
            it.extra = rules.arrows(&it.asked, [&it.answer, &it.right]).unwrap_or_default();
            it.explanation = Some(rules.0.join(" and "));
            found.push(rules);
        }
        let both = found.into_iter().unique().cartesian_product(&each);
        tried = both.map(|(known, more)| HouseRules([&known.0[..], &more.0].concat())).collect();
    }
}
