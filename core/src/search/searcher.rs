//! From a position of any board to the search that is compiled for its grid.

use std::sync::OnceLock;

use super::tree::{Context, Key, Region, Search, Stage, State, Stop, Table};
use super::window::Window;
use crate::board::kernel::{Embedding, Isa, Kernel, Shape, on_grid};
use crate::board::{Size, Square};
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;

/// From this many empty squares on, an exact search of a board with a trained evaluation begins
/// with selective ones. They guess the value and find moves that are probably best.
pub(super) const SELECTIVE: u32 = 18;

/// A searcher that keeps its transposition table from one question to the next.
///
/// ```
/// # use othello_core::{Position, Rules, Size, Start};
/// # use othello_core::search::Oracle;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let oracle = Oracle::new(Rules::default(), 1 << 20, start.empties());
/// assert_eq!(oracle.at_least(start, -8, &()), Some(true));
/// assert_eq!(oracle.at_least(start, -7, &()), Some(false));
/// ```
#[derive(Debug)]
pub struct Oracle {
    /// How games are scored.
    pub rules: Rules,
    pub(super) table: Table,
    /// The board of the first question. The keys of the table cover only the discs.
    pub(super) size: OnceLock<Size>,
    /// Whether several threads search.
    pub(super) parallel: bool,
    /// How many plies less than usual moves are searched before they are ranked.
    pub(super) reduction: u32,
}

impl Oracle {
    /// A searcher for positions of at most `empties` empty squares, with a table of at most `hash`
    /// bytes. All questions must be about boards of one size: those about another board panic.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        let (table, size) = (Table::new(hash, empties), OnceLock::new());
        Self { rules, table, size, parallel: false, reduction: 0 }
    }

    /// Does the work with a search of this position. It panics if an earlier one was on another
    /// board.
    pub(super) fn run<R>(
        &self,
        position: Position,
        progress: &dyn Progress,
        work: impl FnOnce(&mut (dyn Tree + '_)) -> R,
    ) -> R {
        let (size, own) = (position.size(), *self.size.get_or_init(|| position.size()));
        assert!(size == own, "a question about {size} to an oracle for {own}");
        let (mut work, mut result) = (Some(work), None);
        let work = &mut |tree: &mut (dyn Tree + '_)| {
            result = work.take().map(|work| work(tree));
        };
        let empties = position.empties();
        on_grid(size, OnGrid { oracle: self, empties, progress, work });
        result.expect("the work was done")
    }
}

/// The one kernel that contains the search, so that it is compiled once for each grid.
struct OnGrid<'a> {
    oracle: &'a Oracle,
    /// The number of empty squares of the position that is searched.
    empties: u32,
    progress: &'a dyn Progress,
    work: &'a mut dyn FnMut(&mut (dyn Tree + '_)),
}

impl Kernel for OnGrid<'_> {
    type Output = ();

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) {
        let Oracle { rules, ref table, parallel, reduction, .. } = *self.oracle;
        let (region, stop) = (Region::new(board), Stop::new(self.progress));
        let search = Search::new(Context::new(isa, &region, rules), table, &stop);
        let mut search = search.with_evaluation(self.empties);
        (search.parallel, search.reduction) = (parallel, reduction);
        (self.work)(&mut search);
    }
}

/// A search on some grid, asked about positions of the board.
pub(super) trait Tree: Send {
    /// The part of the search that changes in its course.
    fn state(&mut self) -> &mut State;

    /// Whether the search was stopped or pauses. Its last result is then meaningless.
    fn is_stopped(&self) -> bool;

    /// Whether the listener has asked the search to stop.
    fn is_stopped_for_good(&self) -> bool;

    /// Whether there is a trained evaluation of the board.
    fn has_evaluation(&self) -> bool;

    /// The selective searches that come before an exact one of this position, where they pay.
    fn stages(&self, position: Position) -> &'static [Stage];

    /// As [`Search::null_window`].
    fn null_window(&mut self, position: Position, alpha: Score) -> Score;

    /// The legal moves, the most promising first.
    fn ranked(&mut self, position: Position) -> Vec<Square>;

    /// The same, whatever was learned about the position before.
    fn ranked_afresh(&mut self, position: Position) -> Vec<Square>;

    /// An estimate of the value of a position, as a score; 0 if nothing is known.
    fn estimate(&mut self, position: Position) -> Score;
}

impl<G: Shape, I: Isa> Tree for Search<'_, G, I> {
    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }

    fn is_stopped_for_good(&self) -> bool {
        self.stop.is_stopped()
    }

    fn has_evaluation(&self) -> bool {
        self.evaluation.is_some()
    }

    fn stages(&self, position: Position) -> &'static [Stage] {
        if position.empties() < SELECTIVE { &[] } else { self.stages() }
    }

    fn null_window(&mut self, position: Position, alpha: Score) -> Score {
        *self = self.clone().on_this_thread();
        self.null_window(self.to_grid(position), alpha)
    }

    fn ranked(&mut self, position: Position) -> Vec<Square> {
        let position = self.to_grid(position);
        let known = self.known(Key::new(position), self.context.region.empty(position).len());
        self.ranked(position, known)
    }

    fn ranked_afresh(&mut self, position: Position) -> Vec<Square> {
        self.ranked(self.to_grid(position), None)
    }

    fn estimate(&mut self, position: Position) -> Score {
        self.estimate(self.to_grid(position))
    }
}

impl dyn Tree + '_ {
    /// A bound of the value, a lower bound if it is `bound` or more and an upper bound otherwise,
    /// and the place among `moves` of the move that reaches it.
    pub(super) fn at_least(
        &mut self,
        position: Position,
        moves: &[Square],
        bound: Score,
    ) -> (Score, usize) {
        let mut best = (Score::MIN, 0);
        for (place, &square) in moves.iter().enumerate() {
            let next = position.play(square).expect("the move is legal");
            let value = -self.null_window(next, -bound);
            if value > best.0 {
                best = (value, place);
            }
            if value >= bound || self.is_stopped() {
                break;
            }
        }
        best
    }

    /// The value of `position`. The better the guess, the sooner it is found. It is meaningless if
    /// the search was stopped.
    pub(super) fn value(&mut self, position: Position, guess: Score) -> Score {
        let most = position.size().squares().cast_signed();
        let ask = |bound| Some(self.null_window(position, bound - 1));
        Window::new((-most, most), guess).closed(ask).lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::board::kernel::{Board8x8, Portable};
    use crate::game::Start;

    /// Does something with a search. One grid is enough for all boards here, and soon compiled.
    fn run<T>(oracle: &Oracle, position: Position, job: impl FnOnce(&mut dyn Tree) -> T) -> T {
        let (mut job, mut done) = (Some(job), None);
        let work = &mut |tree: &mut (dyn Tree + '_)| done = job.take().map(|job| job(tree));
        let board = Embedding::<Board8x8>::new(position.size());
        let empties = position.empties();
        OnGrid { oracle, empties, progress: &(), work }.run(Portable, &board);
        done.unwrap()
    }

    /// A position from some game with this number of empty squares, or the end of the game.
    fn position(size: Size, empties: u32, game: usize) -> Position {
        let mut position = Position::start(size, Start::Diagonal);
        for number in game.. {
            position = position.after_forced_pass();
            let moves = position.moves();
            let next =
                moves.iter().cycle().nth(number * 5).filter(|_| position.empties() > empties);
            let Some(square) = next else { break };
            position = position.play(square).unwrap();
        }
        position
    }

    /// Selective searches with margins that make them believe much or nonsense, interrupted ones,
    /// and exact ones in between, all in one table: exact searches answer as if alone.
    #[test]
    fn what_a_selective_search_stores_answers_no_exact_question() {
        let boards = [(6, 6), (8, 8), (6, 5), (8, 5), (7, 7), (4, 7), (7, 5), (8, 6)];
        let tables = [0, 1 << 12, 1 << 20];
        let (mut misled, mut number) = (Vec::new(), 0);
        for (width, height) in boards {
            let size = Size::new(width, height).unwrap();
            // All rules take a minute without optimization.
            let some = if cfg!(debug_assertions) { 1 } else { Rules::ALL.len() };
            for rules in Rules::ALL.into_iter().cycle().skip(number).take(some) {
                number += 1;
                // From sixteen empty squares on, several threads search.
                let parallel = number % 5 == 0;
                let position = position(size, if parallel { 16 } else { 15 }, number);
                let alone = Oracle::new(rules, 1 << 20, position.empties());
                let exact = run(&alone, position, |tree| tree.value(position, 0));
                let table = Table::new(tables[number % tables.len()], 20);
                let oracle = Oracle { table, parallel, ..Oracle::new(rules, 0, 0) };
                for margin in [-20_000, -500, 250] {
                    let ask = |stage, nodes, guess| {
                        run(&oracle, position, |tree| {
                            (tree.state().stage, tree.state().pause_at) = (stage, nodes);
                            tree.value(position, guess)
                        })
                    };
                    let stage = Some(Stage::new(1, margin));
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
        assert!(misled.len() >= boards.len() - 1, "selective searches are wrong: {misled:?}");
    }
}
