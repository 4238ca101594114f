//! Answers: the facts proved about a position.

use std::cmp::Reverse;

use super::bounds::{Bounds, Contradiction, Source};
use super::forecast::Forecast;
use crate::board::Square;
use crate::exhaustive::{Census, Solution};
use crate::game::{Game, MoveValue, Position, Rules, Score, Scoring};
use crate::known::{OnLine, line_of_best_play, on_line, opening_row};
use crate::notation::PositionRow;
use crate::search::{SearchResult, classes, mirrored};

/// The answer to a question about a position, as far as it is known. Values are seen by the side to
/// move.
///
/// It begins with bounds that are trivially true, and is only ever narrowed. An answer within a time
/// limit, the state of a search, a value that was looked up and the result of a search are all
/// answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    position: Position,
    rules: Rules,
    bounds: Bounds,
    pub(super) moves: Vec<MoveAnswer>,
    pub(super) line: Option<Game>,
    pub(super) counts: Option<Counts>,
    pub(super) forecast: Option<Forecast>,
    /// The number of positions searched.
    pub(super) nodes: u64,
}

/// The facts about a legal move. Its value is seen by the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    square: Square,
    pub(super) bounds: Bounds,
    pub(super) line: Option<Game>,
    /// The first move that leads to an image of the same position, as an index.
    class: usize,
}

/// The counts of the whole tree below a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// The positions and games.
    pub census: Census,
    /// The value if the winner also counts the empty squares.
    pub value_empties_to_winner: Score,
}

impl MoveAnswer {
    /// The square where the disc is placed.
    pub const fn square(&self) -> Square {
        self.square
    }

    /// The bounds of its value.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Its value, if that is known.
    pub const fn value(&self) -> Option<Score> {
        self.bounds.value()
    }

    /// A line of best play that begins with the move, as far as it is known.
    pub const fn line(&self) -> Option<&Game> {
        self.line.as_ref()
    }
}

impl Answer {
    /// The answer from the range of possible scores alone.
    ///
    /// ```
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::answer::Answer;
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let answer = Answer::new(start, Rules::default());
    /// assert_eq!((answer.bounds().lower(), answer.bounds().upper()), (-16, 16));
    /// assert_eq!(answer.moves().len(), 4);
    /// ```
    pub fn new(position: Position, rules: Rules) -> Self {
        let bounds = Bounds::of_board(position.size());
        let mut moves = Vec::new();
        for (class, squares) in classes(position).into_iter().enumerate() {
            for square in squares {
                moves.push(MoveAnswer { square, bounds, line: None, class });
            }
        }
        moves.sort_unstable_by_key(|mv| mv.square);
        let (line, counts, forecast) = (None, None, None);
        Self { position, rules, bounds, moves, line, counts, forecast, nodes: 0 }
    }

    /// The position.
    pub const fn position(&self) -> Position {
        self.position
    }

    /// How games are scored.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The bounds of the value.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The value, if it is known.
    pub const fn value(&self) -> Option<Score> {
        self.bounds.value()
    }

    /// The legal moves, in the order of squares.
    pub fn moves(&self) -> &[MoveAnswer] {
        &self.moves
    }

    /// A line of best play, as far as it is known.
    pub const fn line(&self) -> Option<&Game> {
        self.line.as_ref()
    }

    /// Whether the line reaches the end of the game.
    pub fn has_whole_line(&self) -> bool {
        self.line.as_ref().is_some_and(is_whole)
    }

    /// The counts of the whole tree, if they were wanted and the board is small.
    pub const fn counts(&self) -> Option<&Counts> {
        self.counts.as_ref()
    }

    /// The number of positions searched.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The legal moves with known values: the best first, and moves of equal value in the order of
    /// squares.
    pub fn valued_moves(&self) -> Vec<MoveValue> {
        let mut valued = Vec::new();
        for mv in &self.moves {
            if let Some(value) = mv.value() {
                valued.push(MoveValue { square: mv.square, value });
            }
        }
        valued.sort_by_key(|mv| (Reverse(mv.value), mv.square));
        valued
    }

    /// A move that is proved to keep the value: the first of the line, or else the first of them in
    /// the order of squares.
    pub fn best_move(&self) -> Option<Square> {
        let value = self.value()?;
        if self.moves.is_empty() {
            return None;
        }
        if let Some(line) = &self.line {
            return line.moves().first().copied();
        }
        let best = self.moves.iter().find(|mv| mv.bounds.lower == value)?;
        Some(best.square)
    }

    /// Every move that keeps the value, in the order of squares. `None` while any move is undecided.
    pub fn best_moves(&self) -> Option<Vec<Square>> {
        let value = self.value()?;
        let mut best = Vec::new();
        for mv in &self.moves {
            if mv.bounds.lower == value {
                best.push(mv.square);
            } else if mv.bounds.upper >= value {
                return None;
            }
        }
        Some(best)
    }

    /// The best move, if it is known, or else the most promising: among the moves that may be best,
    /// the one with the highest forecast or, without a forecast, with the highest proved value. `None`
    /// if nothing is known about any move.
    pub fn best_so_far(&self) -> Option<Square> {
        if let Some(best) = self.best_move() {
            return Some(best);
        }
        let forecast = self.forecast();
        let expected = |mv: &MoveAnswer| {
            let moves = &forecast.as_ref()?.moves;
            moves.iter().find(|expected| expected.square == mv.square).map(|mv| mv.value)
        };
        let may_be_best = self.moves.iter().filter(|mv| mv.bounds.upper >= self.bounds.lower);
        let candidates: Vec<_> = may_be_best.collect();
        let best = candidates.iter().max_by_key(|mv| {
            (expected(mv), mv.bounds.lower, mv.bounds.upper, Reverse(mv.square))
        })?;
        let least = -self.position.size().squares().cast_signed();
        let is_known = forecast.is_some() || best.bounds.lower > least || candidates.len() == 1;
        if is_known { Some(best.square) } else { None }
    }

    /// The forecast, if there is one, cut to the proved bounds.
    pub fn forecast(&self) -> Option<Forecast> {
        let mut forecast = self.forecast.clone()?;
        self.limit(&mut forecast.moves);
        if let Some(best) = forecast.moves.first() {
            forecast.value = best.value;
            if forecast.line.moves().first() != Some(&best.square) {
                forecast.line = Game::known(self.position, [best.square]);
            }
        }
        forecast.value = forecast.value.clamp(self.bounds.lower, self.bounds.upper);
        Some(forecast)
    }

    /// Clamps the expected values of moves to their proved bounds, and sorts the moves: best first, and moves
    /// of equal value in the order of squares.
    pub fn limit(&self, expected: &mut [MoveValue]) {
        for of in &mut *expected {
            if let Some(mv) = self.moves.iter().find(|mv| mv.square == of.square) {
                of.value = of.value.clamp(mv.bounds.lower, mv.bounds.upper);
            }
        }
        expected.sort_by_key(|mv| (Reverse(mv.value), mv.square));
    }

    /// Takes in bounds of the value of the position or, with a square, of a move, and draws every
    /// conclusion from them. This is the one way to change bounds, and they only become narrower:
    ///
    /// - The position is worth as much as its best move.
    /// - Moves that lead to mirror images of the same position are worth the same.
    /// - If only one move can still be the best, it is.
    ///
    /// # Errors
    ///
    /// If the bounds exclude every value, because two sources contradict each other. The answer is then
    /// useless.
    pub fn narrow(
        &mut self,
        about: Option<Square>,
        bounds: (Score, Score),
        source: Source,
    ) -> Result<(), Contradiction> {
        let bounds = Bounds::from_source(bounds, source);
        match about {
            None => _ = self.narrow_value(bounds)?,
            Some(square) => {
                if let Some(mv) = self.moves.iter().find(|mv| mv.square == square) {
                    self.narrow_class(mv.class, bounds)?;
                }
            }
        }
        self.conclude()
    }

    fn narrow_value(&mut self, bounds: Bounds) -> Result<bool, Contradiction> {
        let (position, square) = (self.position, None);
        let narrowed = self.bounds.narrow(bounds);
        narrowed.ok_or(Contradiction { position, square, bounds: self.bounds })
    }

    /// Narrows the bounds of moves that lead to images of the same position.
    fn narrow_class(&mut self, class: usize, bounds: Bounds) -> Result<bool, Contradiction> {
        let mut is_narrower = false;
        for mv in self.moves.iter_mut().filter(|mv| mv.class == class) {
            let (position, square) = (self.position, Some(mv.square));
            let narrowed = mv.bounds.narrow(bounds);
            is_narrower |= narrowed.ok_or(Contradiction { position, square, bounds: mv.bounds })?;
        }
        Ok(is_narrower)
    }

    fn conclude(&mut self) -> Result<(), Contradiction> {
        loop {
            let greatest = |key: fn(&&MoveAnswer) -> Score| self.moves.iter().max_by_key(key);
            let Some(high) = greatest(|mv| mv.bounds.lower) else { return Ok(()) };
            let Some(low) = greatest(|mv| mv.bounds.upper) else { return Ok(()) };
            let (lower, lower_from) = (high.bounds.lower, high.bounds.lower_from);
            let (upper, upper_from) = (low.bounds.upper, low.bounds.upper_from);
            let mut is_narrower =
                self.narrow_value(Bounds { lower, upper, lower_from, upper_from })?;
            let most = Bounds { lower: Score::MIN, ..self.bounds };
            let may_be_best = self.moves.iter().filter(|mv| mv.bounds.upper >= self.bounds.lower);
            let mut candidates = may_be_best.map(|mv| mv.class);
            let first = candidates.next();
            let only = if candidates.all(|class| Some(class) == first) { first } else { None };
            for class in 0..self.moves.len() {
                is_narrower |= self.narrow_class(class, most)?;
            }
            if let Some(only) = only {
                is_narrower |= self.narrow_class(only, self.bounds)?;
            }
            if !is_narrower {
                return Ok(());
            }
        }
    }

    /// Takes in a line of best play from the position or, if it is about a move, one that begins with
    /// it. A line that ends with the game has the value of its score.
    pub(super) fn add_line(
        &mut self,
        about: Option<Square>,
        line: Game,
        source: Source,
    ) -> Result<(), Contradiction> {
        let first = line.moves().first().copied();
        if is_whole(&line) {
            let end = line.end();
            let score = self.position.side().sees(end.score(self.rules), end.side());
            self.narrow(about, (score, score), source)?;
        }
        let Some(first) = first else {
            if is_whole(&line) {
                self.line = Some(line);
            }
            return Ok(());
        };
        if about.is_none() {
            if let Some(value) = self.value() {
                self.narrow(Some(first), (value, value), source)?;
            }
            if !self.has_whole_line() {
                self.line = Some(line);
            }
            return Ok(());
        }
        let Some(class) = self.moves.iter().find(|mv| mv.square == first).map(|mv| mv.class) else {
            return Ok(());
        };
        for mv in self.moves.iter_mut().filter(|mv| mv.class == class) {
            if !mv.line.as_ref().is_some_and(is_whole) {
                mv.line = Some(mirrored(&line, mv.square));
            }
        }
        Ok(())
    }

    /// Takes in the compiled-in values.
    pub(super) fn add_known(&mut self) -> Result<(), Contradiction> {
        let (position, rules) = (self.position, self.rules);
        if let Some(row) = opening_row(position, rules) {
            self.add_row(&row, Source::Known)?;
        } else if let Some(OnLine { value, best_moves, .. }) = on_line(position, rules) {
            self.narrow(None, (value, value), Source::Known)?;
            if let Some(best) = best_moves {
                self.add_best_moves(&best, value, Source::Known)?;
            }
        } else {
            return Ok(());
        }
        let line = line_of_best_play(position, rules);
        if line.moves().is_empty() { Ok(()) } else { self.add_line(None, line, Source::Known) }
    }

    /// Takes in a row of a table.
    pub(super) fn add_row(
        &mut self,
        row: &PositionRow,
        source: Source,
    ) -> Result<(), Contradiction> {
        self.narrow(None, (row.value, row.value), source)?;
        for mv in row.move_values() {
            self.narrow(Some(mv.square), (mv.value, mv.value), source)?;
        }
        Ok(())
    }

    /// Takes in all best moves.
    fn add_best_moves(
        &mut self,
        best: &[Square],
        value: Score,
        source: Source,
    ) -> Result<(), Contradiction> {
        for index in 0..self.moves.len() {
            let square = self.moves[index].square;
            let is_best = best.contains(&square);
            let bounds = if is_best { (value, value) } else { (Score::MIN, value - 1) };
            self.narrow(Some(square), bounds, source)?;
        }
        Ok(())
    }

    /// Takes in the result of a search.
    pub(super) fn add_result(&mut self, result: SearchResult) -> Result<(), Contradiction> {
        let SearchResult { lower, upper, best_move, best_moves, moves, line, .. } = result;
        let source = Source::Search;
        self.narrow(None, (lower, upper), source)?;
        for mv in moves {
            self.narrow(Some(mv.square), (mv.value, mv.value), source)?;
            if let Some(line) = mv.line {
                self.add_line(Some(mv.square), line, source)?;
            }
        }
        if let Some(best) = best_moves {
            self.add_best_moves(&best, lower, source)?;
        }
        if best_move.is_some() && is_whole(&line) {
            self.add_line(None, line, source)?;
        }
        Ok(())
    }

    /// Takes in the enumeration of the position before a forced pass, if `root` is not the answer's
    /// own: with a line for each move, and with counts, if they are wanted.
    pub(super) fn add_solution(
        &mut self,
        solution: &Solution,
        root: Position,
        (lines, counts): (bool, bool),
    ) -> Result<(), Contradiction> {
        let (position, source) = (self.position, Source::Enumeration);
        let Some(value) = solution.value(position) else { return Ok(()) };
        self.narrow(None, (value, value), source)?;
        for (square, value) in solution.moves(position).into_iter().flatten() {
            self.narrow(Some(square), (value, value), source)?;
        }
        if let Some(line) = solution.line(position) {
            self.add_line(None, line, source)?;
        }
        if lines {
            for square in position.moves() {
                let Ok(after) = position.play(square) else { continue };
                let rest = solution.line(after);
                let squares = rest.iter().flat_map(Game::moves).copied();
                let line = Game::known(position, std::iter::once(square).chain(squares));
                self.add_line(Some(square), line, source)?;
            }
        }
        self.nodes += solution.len() as u64;
        if counts && let Some(value) = solution.value_by(Scoring::EmptiesToWinner, root) {
            let census = Census::new(solution);
            self.nodes = census.positions.iter().map(|layer| layer.total).sum();
            self.counts = Some(Counts { census, value_empties_to_winner: value });
        }
        Ok(())
    }

    /// The answer for the position before a forced pass to this one.
    pub(super) fn before_pass(self, position: Position) -> Self {
        let bounds = self.bounds.negated();
        let before = |line: Game| Game::known(position, line.moves().iter().copied());
        let forecast = self.forecast().map(|forecast| Forecast {
            value: -forecast.value,
            moves: Vec::new(),
            line: before(forecast.line),
            ..forecast
        });
        let line = self.line.map(before);
        Self { position, bounds, moves: Vec::new(), line, forecast, ..self }
    }
}

/// Whether a line reaches the end of the game.
pub(super) fn is_whole(line: &Game) -> bool {
    line.end().is_over()
}
