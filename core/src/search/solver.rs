//! The searches of one position, on whatever grid its board lies.

use super::tree::{Context, Key, Region, Search, SearchState, Stage, Stop, Table, shallow};
use crate::board::Square;
use crate::board::kernel::{self, Embedding, Isa, Kernel, Shape};
use crate::evaluation::Evaluation;
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;

/// From this many empty squares on, an exact search of a board with a trained evaluation begins
/// with selective ones. They guess the value and find moves that are probably best.
pub(super) const SELECTIVE: u32 = 18;

/// The ingredients of a [`Solver`].
///
/// This is the only kernel that contains the search, so the search is compiled once per grid.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    /// The position to be searched. Questions may also be about positions that follow it.
    pub(super) position: Position,
    pub(super) rules: Rules,
    pub(super) table: &'a Table,
    /// Whether to split nodes among the threads of the current pool.
    pub(super) parallel: bool,
    /// How many plies to take off the searches that rank moves.
    pub(super) reduction: u32,
    pub(super) progress: &'a dyn Progress,
}

impl<'a> Kernel for Setup<'a> {
    type Output = Box<dyn Solver + 'a>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output {
        let is_useful = self.position.empties() >= shallow::LEAST;
        let evaluation = if is_useful { Evaluation::find(board, self.rules) } else { None };
        let (region, stop) = (Region::new(board), Stop::new(self.progress));
        Box::new(GridSolver { setup: self, isa, region, stop, evaluation, state: SearchState::NEW })
    }
}

/// Answers questions about one position and those that follow it, one at a time.
pub(super) trait Solver: Send {
    /// The state of the search between two questions.
    fn state(&mut self) -> &mut SearchState;

    /// Whether the search was stopped or has paused, so that the last answer is meaningless.
    fn is_stopped(&self) -> bool;

    /// Whether the listener has asked the search to stop.
    fn is_cancelled(&self) -> bool;

    /// Whether there is a trained evaluation for the board.
    fn has_evaluation(&self) -> bool;

    /// The selective searches to run before an exact search of this position.
    fn stages(&mut self, position: Position) -> &'static [Stage];

    /// See [`Search::null_window`].
    fn null_window(&mut self, position: Position, alpha: Score) -> Score;

    /// The legal moves, the most promising first. With `afresh`, the position is not looked up in
    /// the table.
    fn ranked(&mut self, position: Position, afresh: bool) -> Vec<Square>;

    /// An estimate of the value of a position; 0 without an evaluation.
    fn estimate(&mut self, position: Position) -> Score;
}

struct GridSolver<'a, G: Shape, I> {
    setup: Setup<'a>,
    isa: I,
    region: Region<G>,
    stop: Stop<'a>,
    evaluation: Option<&'static Evaluation>,
    state: SearchState,
}

impl<G: Shape, I: Isa> GridSolver<'_, G, I> {
    /// Runs a search of the position on the calling thread.
    fn search<R>(
        &mut self,
        position: Position,
        run: impl FnOnce(&mut Search<'_, G, I>, kernel::Position<G>) -> R,
    ) -> R {
        let Setup { rules, table, parallel, reduction, .. } = self.setup;
        let context = Context::new(self.isa, &self.region, rules);
        let mut search = Search::new(context, table, &self.stop);
        (search.evaluation, search.parallel) = (self.evaluation, parallel);
        (search.reduction, search.state) = (reduction, self.state);
        let position = search.to_grid(position);
        let result = run(&mut search, position);
        self.state = search.state;
        result
    }
}

impl<G: Shape, I: Isa> Solver for GridSolver<'_, G, I> {
    fn state(&mut self) -> &mut SearchState {
        &mut self.state
    }

    fn is_stopped(&self) -> bool {
        self.state.nodes >= self.state.pause_at || self.is_cancelled()
    }

    fn is_cancelled(&self) -> bool {
        self.stop.is_stopped()
    }

    fn has_evaluation(&self) -> bool {
        self.evaluation.is_some()
    }

    fn stages(&mut self, position: Position) -> &'static [Stage] {
        let pays = position.empties() >= SELECTIVE;
        if pays { self.search(position, |search, _| search.stages()) } else { &[] }
    }

    fn null_window(&mut self, position: Position, alpha: Score) -> Score {
        self.search(position, |search, position| search.null_window(position, alpha))
    }

    fn ranked(&mut self, position: Position, afresh: bool) -> Vec<Square> {
        let empties = position.empties();
        self.search(position, |search, position| {
            let known = if afresh { None } else { search.known(Key::new(position), empties) };
            search.ranked(position, known)
        })
    }

    #[expect(clippy::redundant_closure_for_method_calls, reason = "lifetimes need the closure")]
    fn estimate(&mut self, position: Position) -> Score {
        self.search(position, |search, position| search.estimate(position))
    }
}

impl dyn Solver + '_ {
    /// Whether the best of these moves reaches `bound`. The score is a lower bound of its value if
    /// it does and an upper bound otherwise, and the index is the move's place in `moves`.
    pub(super) fn at_least(
        &mut self,
        position: Position,
        moves: &[Square],
        bound: Score,
    ) -> (Score, usize) {
        let mut best = (Score::MIN, 0);
        for (index, &square) in moves.iter().enumerate() {
            let next = position.play(square).expect("the move is legal");
            let value = -self.null_window(next, -bound);
            if value > best.0 {
                best = (value, index);
            }
            if value >= bound || self.is_stopped() {
                break;
            }
        }
        best
    }

    /// The value of `position`, which is found sooner with a better guess. Meaningless if the
    /// search was stopped.
    pub(super) fn value(&mut self, position: Position, guess: Score) -> Score {
        let most = position.size().squares().cast_signed();
        let window = Window::new((-most, most), guess);
        window.closed(|bound| Some(self.null_window(position, bound - 1))).lower
    }
}

/// The bounds of a value. Each null-window search with its bound at or near the last result
/// narrows them (MTD(f): Plaat et al., "Best-first fixed-depth minimax algorithms", 1996).
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    pub(crate) guess: Score,
    /// If steps grow while the answers point the same way: how many answers in a row have raised
    /// the guess or, if negative, have lowered it.
    pub(super) run: Option<i32>,
}

impl Window {
    /// A window with these bounds, both inclusive, and a guess at the value.
    pub fn new((lower, upper): (Score, Score), guess: Score) -> Self {
        Self { lower, upper, guess, run: None }
    }

    /// The next question: is the value at least this? `None` if the value is known.
    pub fn bound(&self) -> Option<Score> {
        if self.lower >= self.upper {
            return None;
        }
        let run = self.run.unwrap_or(0);
        let further = run.signum() * ((1 << (run.abs() / 2).min(5)) - 1);
        Some((self.guess + further).clamp(self.lower + 1, self.upper))
    }

    /// Asks about bounds until the value is known or there is no answer.
    #[must_use]
    pub fn closed(mut self, mut ask: impl FnMut(Score) -> Option<Score>) -> Self {
        while let Some(bound) = self.bound()
            && let Some(value) = ask(bound)
        {
            self.narrow(bound, value);
        }
        self
    }

    /// Takes in the result of a search with this bound.
    pub fn narrow(&mut self, bound: Score, value: Score) {
        let rises = value >= bound;
        *(if rises { &mut self.lower } else { &mut self.upper }) = value;
        self.guess = value;
        self.run = self.run.map(|run| if rises { run.max(0) + 1 } else { run.min(0) - 1 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::board::kernel::{Board8x8, Portable};
    use crate::game::Start;

    /// A position from some game, with this many empty squares unless the game ends before.
    fn position(size: Size, empties: u32, game: usize) -> Position {
        let mut position = Position::start(size, Start::Diagonal);
        for number in game.. {
            position = position.after_forced_pass();
            if position.empties() <= empties {
                break;
            }
            let Some(square) = position.moves().iter().cycle().nth(number * 5) else { break };
            position = position.play(square).unwrap();
        }
        position
    }

    /// Exact searches give the right value even if they share their table with interrupted searches
    /// and with selective ones whose margins are absurd.
    #[test]
    fn exact_searches_take_no_bounds_from_selective_or_interrupted_ones() {
        let boards = [(6, 6), (8, 8), (6, 5), (8, 5), (7, 7), (4, 7), (7, 5), (8, 6)];
        let tables = [0, 1 << 12, 1 << 20];
        let (mut misled, mut number) = (Vec::new(), 0);
        for (width, height) in boards {
            let size = Size::new(width, height).unwrap();
            // Without optimization, all rules would take a minute.
            let some = if cfg!(debug_assertions) { 1 } else { Rules::ALL.len() };
            for rules in Rules::ALL.into_iter().cycle().skip(number).take(some) {
                number += 1;
                // Nodes are split from sixteen empty squares on.
                let parallel = number % 5 == 0;
                let position = position(size, if parallel { 16 } else { 15 }, number);
                // One grid holds all these boards, and compiles sooner than all grids.
                let board = Embedding::<Board8x8>::new(size);
                let solver = |table, parallel| {
                    let setup =
                        Setup { position, rules, table, parallel, reduction: 0, progress: &() };
                    setup.run(Portable, &board)
                };
                let alone = Table::new(1 << 20, position.empties());
                let exact = solver(&alone, false).value(position, 0);
                let table = Table::new(tables[number % tables.len()], 20);
                for margin in [-20_000, -500, 250] {
                    let ask = |stage, nodes, guess| {
                        let mut solver = solver(&table, parallel);
                        (solver.state().stage, solver.state().pause_at) = (stage, nodes);
                        solver.value(position, guess)
                    };
                    let stage = Some(Stage { number: 1, margin });
                    ask(stage, 2_000, 0);
                    ask(None, 2_000, 9);
                    let selective = ask(stage, u64::MAX, 0);
                    if selective != exact {
                        misled.push(size);
                    }
                    for guess in [selective, 0] {
                        let value = ask(None, u64::MAX, guess);
                        assert_eq!(value, exact, "{position}, {rules}, margin {margin}");
                    }
                }
            }
        }
        misled.dedup();
        assert!(misled.len() >= boards.len() - 1, "only {misled:?} were misled");
    }
}
