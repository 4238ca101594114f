//! The root of a search, where a few null-window searches find the value.

use super::options::Find;
use super::questions::Questions;
use super::result::ValuedMove;
use super::window::Window;
use crate::board::Square;
use crate::game::{Game, Position, Score};

/// A position in which there is a legal move, and what is known about it so far.
pub(super) struct Root<'a> {
    pub(super) position: Position,
    /// The moves to consider, in the order of squares.
    pub(super) moves: &'a [Square],
    pub(super) find: Find,
    pub(super) questions: Questions<'a>,
    pub(super) window: Window,
    /// Receives the bounds of the value, or of that of a move, as they are found.
    pub(super) listener: &'a dyn Fn(Option<Square>, Window),
}

impl Root<'_> {
    /// Finds the value. The first guess is the evaluation of the position or, if the known bounds
    /// are not symmetric, the least margin by which a side can win.
    ///
    /// Returns the moves to consider, the most promising first. If a move was found to reach the
    /// lower bound of the value, that is the first.
    pub(super) fn find_value(&mut self) -> Vec<Square> {
        let mut moves = self.ranked();
        if self.window.lower + self.window.upper == 0 {
            self.window.guess = self.questions.tree.estimate(self.position);
        }
        self.window.guess = self.guess(self.window, &mut moves);
        let (listener, most) = (self.listener, self.window.upper);
        self.window = self.narrow(self.window, &mut moves, &|window, best| {
            listener(None, window);
            if best.is_some() {
                listener(best, Window::new((window.lower, most), window.guess));
            }
        });
        moves
    }

    /// As far from 0 as any score.
    fn most(&self) -> Score {
        self.position.size().squares().cast_signed()
    }

    /// The moves to consider, the most promising first.
    fn ranked(&mut self) -> Vec<Square> {
        let mut moves = self.questions.ranked(self.position);
        moves.retain(|square| self.moves.contains(square));
        moves
    }

    /// A better guess of the value of the best of these moves: that of a selective search, where
    /// one pays.
    fn guess(&mut self, mut window: Window, moves: &mut [Square]) -> Score {
        for &stage in self.questions.tree.stages(self.position) {
            self.questions.tree.state().stage = Some(stage);
            window.guess = self.narrow(window, moves, &|_, _| ()).lower;
        }
        self.questions.tree.state().stage = None;
        window.guess
    }

    /// Narrows the window of the best of these moves until its value is known or the search is
    /// stopped. A move that reaches a bound is put in front of the others. The listener receives
    /// each window, and that move.
    fn narrow(
        &mut self,
        mut window: Window,
        moves: &mut [Square],
        listener: &dyn Fn(Window, Option<Square>),
    ) -> Window {
        while let Some(bound) = window.bound()
            && let Some((value, best)) = self.questions.at_least(self.position, moves, bound)
        {
            let rises = value >= bound;
            if rises {
                moves[..=best].rotate_right(1);
            }
            window.narrow(bound, value);
            listener(window, rises.then_some(moves[0]));
        }
        window
    }

    /// Those of the `ranked` moves that reach the value, if it is known: all of them, one or none.
    pub(super) fn best_moves(&mut self, ranked: &[Square]) -> Vec<Square> {
        if self.window.bound().is_some() || self.find == Find::Value {
            return Vec::new();
        }
        let (position, value) = (self.position, self.window.lower);
        if self.find == Find::BestMove {
            return self.first_best(position, ranked, value).into_iter().collect();
        }
        let (listener, most) = (self.listener, self.most());
        let is_best = |&square: &Square| {
            let found = self.questions.at_least(position, &[square], value);
            let Some((found, _)) = found else { return false };
            let reaches = found >= value;
            let bounds = if reaches { (value, value) } else { (-most, found) };
            listener(Some(square), Window::new(bounds, value));
            reaches
        };
        self.moves.iter().copied().filter(is_best).collect()
    }

    /// The value of each of the `ranked` moves, if they are asked for and that of the position is
    /// known. This is no fresh search: the table is full of what was found on the way to the value.
    pub(super) fn move_values(&mut self, ranked: &[Square]) -> Vec<(Square, Score)> {
        let mut values = Vec::new();
        if self.find < Find::AllMoves || self.window.bound().is_some() {
            return values;
        }
        let (most, best, listener) = (self.most(), self.window.lower, self.listener);
        let mut guess = best;
        for (place, &square) in ranked.iter().enumerate() {
            let mut window = Window::new((-most, best), guess);
            if place > 0 {
                // It takes fewer nodes to show that a bad move is worth less than a bound than that
                // it reaches one, so the first guess is high: 10 % fewer on FFO 41.
                window.guess = self.guess(window, &mut [square]) + 1;
            }
            listener(Some(square), window);
            let window = self.narrow(window, &mut [square], &|window, _| {
                listener(Some(square), window);
            });
            if window.bound().is_some() {
                return Vec::new();
            }
            guess = window.lower;
            values.push((square, guess));
        }
        values
    }

    /// The moves with their values, and a line for each if lines are asked for. The move with which
    /// the principal variation begins has that line. Every other line continues at each turn with the first best move in the
    /// order in which a search that has learned nothing yet would try them.
    ///
    /// So the lines do not depend on what is in the table. A best move is nearly always among the
    /// first that are tried, and all the lines together take 3 % of the nodes of random endgames and
    /// of FFO 40–43. The first best moves in the order of squares, which the principal variation
    /// takes, would cost a fifth of them.
    pub(super) fn lines(
        &mut self,
        values: Vec<(Square, Score)>,
        principal_variation: &Game,
    ) -> Vec<ValuedMove> {
        let lines = values.into_iter().map(|(square, value)| {
            let line = if self.find < Find::AllLines {
                None
            } else if principal_variation.moves().first() == Some(&square) {
                Some(principal_variation.clone())
            } else {
                let order = |root: &mut Self, position| root.questions.ranked_afresh(position);
                Some(self.continued(Some(square), value, order))
            };
            ValuedMove { square, value, line }
        });
        let lines = lines.collect();
        if self.questions.complete { lines } else { Vec::new() }
    }

    /// A principal variation that begins with the move `first`, which has this value. It continues
    /// at each turn with the first best move if all were asked for, or else with any.
    pub(super) fn line(&mut self, first: Option<Square>, value: Score) -> Game {
        self.continued(first, value, |root, position| {
            let mut moves = root.questions.ranked(position);
            if root.find >= Find::BestMoves {
                moves.sort_unstable();
            }
            moves
        })
    }

    /// A line that begins with the move `next`, which has this value, and continues at each turn with
    /// the first best move in this order.
    fn continued(
        &mut self,
        mut next: Option<Square>,
        mut value: Score,
        order: impl Fn(&mut Self, Position) -> Vec<Square>,
    ) -> Game {
        let (mut position, mut line) = (self.position, Vec::new());
        while let Some(square) = next {
            line.push(square);
            (position, value) = (position.play(square).expect("the move is legal"), -value);
            if position.moves().is_empty() {
                (position, value) = (position.pass(), -value);
            }
            let moves = order(self, position);
            next = self.first_best(position, &moves, value);
        }
        Game::known(self.position, line)
    }

    /// The first of `moves` that is worth `value`.
    fn first_best(&mut self, position: Position, moves: &[Square], value: Score) -> Option<Square> {
        moves.iter().copied().find(|&square| self.reaches(position, square, value))
    }

    /// Whether a move is worth `value` or more. The result is `false` if the search was stopped.
    fn reaches(&mut self, position: Position, square: Square, value: Score) -> bool {
        let found = self.questions.at_least(position, &[square], value);
        found.is_some_and(|(found, _)| found >= value)
    }
}
