//! The root of a search, where a few null-window searches find the value.

use rayon::ThreadPool;

use super::journal::{Journal, Reply, next_pause};
use super::parallel::{SPLIT, pool};
use super::{
    Candidates, Context, Find, Key, Region, Search, SearchOptions, SearchResult, Stop, Table,
    ValuedMove,
};
use crate::board::Square;
use crate::board::kernel::Embedding;
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{self, Shape};
use crate::game::{Game, Objective, Position, Score};
use crate::progress::Progress;

/// From this many empty squares on, an exact search of a board with a trained
/// evaluation begins with a selective one, which takes 1 to 10 % of its time. It guesses
/// the value and finds moves that are probably best: FFO 45 takes less than half of
/// the nodes, and the others of FFO 40–46 take 6 % fewer together.
pub(super) const SELECTIVE: u32 = 18;

/// How far from the window a shallow value has to be to be believed, in the unit of
/// [`DISC`](super::shallow::DISC): eight discs, whereas those values are wrong by five or six (root
/// mean square).
const MARGIN: i32 = 750;

/// A position on the grid `G` in which there is a legal move.
pub(crate) struct Problem<'a, G: Shape, I> {
    pub(crate) isa: I,
    pub(crate) region: &'a Region<G>,
    pub(crate) game: Position,
    /// The same on the grid.
    pub(crate) position: kernel::Position<G>,
    /// The moves to consider, in the order in which they are listed in the result.
    pub(crate) moves: Vec<Square>,
    /// Whether the listener is told the values for the side that is not to move, because that side
    /// had to pass first.
    pub(crate) passed: bool,
    pub(crate) options: &'a SearchOptions,
    pub(crate) progress: &'a dyn Progress,
}

/// The legal moves, in classes of those that lead to mirror images of one another,
/// in the order of the board's squares. From a start there is one class of four.
pub(crate) fn classes<G: Shape, I: Isa>(
    isa: I,
    board: &Embedding<G>,
    position: kernel::Position<G>,
) -> Vec<Vec<Square>> {
    let mut moves: Vec<_> = board.moves(isa, position).into_iter().collect();
    moves.sort_unstable_by_key(|&square| board.to_board(square));
    let mut classes: Vec<(kernel::Position<G>, Vec<Square>)> = Vec::new();
    for square in moves {
        let form = board.canonical(isa.play(position, square));
        match classes.iter_mut().find(|(other, _)| *other == form) {
            Some((_, class)) => class.push(square),
            None => classes.push((form, vec![square])),
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

impl<G: Shape, I: Isa> Problem<'_, G, I> {
    /// Finds the value, best moves and the principal variation.
    pub(crate) fn solve(&self, journal: &mut dyn Journal) -> SearchResult {
        let Self { region, options, .. } = *self;
        let empties = region.empty(self.position).len();
        let threads = if empties < SPLIT { 1 } else { options.threads };
        let pool = pool(threads);
        // The values of all moves fill the table as a position of five more empty squares does:
        // with a larger one FFO 40 and 41 take 13 % fewer nodes.
        let table = Table::new(
            options.hash,
            if options.find == Find::EveryMove { empties + 5 } else { empties },
        )
        .shared_by(threads);
        let stop = Stop::new(self.progress);
        let search = Search {
            parallel: pool.is_some(),
            pause_at: next_pause(0),
            ..Search::new(Context::new(self.isa, region, options.rules), &table, &stop)
                .with_evaluation(empties)
        };
        let most = region.count.cast_signed();
        let (lower, upper) = options.bounds;
        let window = Window::new((lower.max(-most), upper.min(most)), 0);
        // Growing steps save a quarter of the nodes for the value of 4×12 if there is no evaluation,
        // because one side wins everything. An evaluation for most discs guesses better than that:
        // with growing steps FFO 48 took 40 % more nodes, and positions of 4×12 take 2 % fewer.
        let is_guessed = search.evaluation.is_some() && options.rules.objective == Objective::Most;
        let mut root = Root {
            problem: self,
            search,
            pool,
            journal,
            window: if is_guessed { window } else { window.with_growing_steps() },
            complete: true,
        };
        root.find_value();
        let best_moves = if options.find == Find::Value { Vec::new() } else { root.best_moves() };
        let line = root.line(best_moves.first().copied(), root.window.lower);
        let moves = if options.find == Find::EveryMove && root.complete {
            root.move_values(&best_moves)
        } else {
            Vec::new()
        };
        root.recall();
        let nodes = root.search.nodes;
        if root.complete {
            root.journal.finish(nodes);
        }
        let to_board = |squares: Vec<_>| -> Vec<_> {
            squares.into_iter().map(|square| region.board.to_board(square)).collect()
        };
        SearchResult {
            lower: root.window.lower,
            upper: root.window.upper,
            best_moves: to_board(best_moves),
            moves,
            line: Game::known(self.game, to_board(line)),
            complete: root.complete,
            nodes,
        }
    }
}

/// What is known about a value, narrowed by asking again and again whether it is above or below the
/// last bound found (MTD(f): Plaat et al., "Best-first fixed-depth minimax algorithms", 1996).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) lower: Score,
    pub(crate) upper: Score,
    guess: Score,
    /// If steps are to grow: how many answers in a row have raised the guess or, negative,
    /// have lowered it.
    run: Option<i32>,
}

impl Window {
    pub(crate) fn new((lower, upper): (Score, Score), guess: Score) -> Self {
        Self { lower, upper, guess, run: None }
    }

    /// The same window, whose steps grow while the answers point one way.
    fn with_growing_steps(self) -> Self {
        Self { run: Some(0), ..self }
    }

    /// The bound to ask about next: is the value at least this? `None` if the value is known.
    pub(crate) fn bound(&self) -> Option<Score> {
        let run = self.run.unwrap_or(0);
        let further = run.signum() * ((1 << (run.abs() / 2).min(5)) - 1);
        (self.lower < self.upper).then(|| (self.guess + further).clamp(self.lower + 1, self.upper))
    }

    /// The answer to the question about a bound: what the search returned.
    pub(crate) fn narrow(&mut self, bound: Score, value: Score) {
        let rises = value >= bound;
        *(if rises { &mut self.lower } else { &mut self.upper }) = value;
        self.guess = value;
        self.run = self.run.map(|run| if rises { run.max(0) + 1 } else { run.min(0) - 1 });
    }
}

/// What is known about the problem so far.
struct Root<'a, G: Shape, I> {
    problem: &'a Problem<'a, G, I>,
    search: Search<'a, G, I>,
    /// The threads, if there are several.
    pool: Option<ThreadPool>,
    journal: &'a mut dyn Journal,
    window: Window,
    /// Whether every question was answered.
    complete: bool,
}

impl<'a, G: Shape, I: Isa> Root<'a, G, I> {
    /// The next answer of an earlier run. After the last of them the search continues from where
    /// that run was.
    fn recall(&mut self) -> Option<Reply> {
        let answer = self.journal.recall();
        if answer.is_none()
            && let Some(nodes) = self.journal.restore(self.search.table)
        {
            (self.search.nodes, self.search.reported) = (nodes, nodes);
            self.search.pause_at = next_pause(nodes);
        }
        answer
    }

    /// The answer to a question, `None` if the search was stopped.
    fn ask(
        &mut self,
        question: impl Fn(&mut Search<'a, G, I>) -> (Score, usize) + Sync,
    ) -> Option<(Score, usize)> {
        match self.recall() {
            Some(Reply::Bound(value, place)) => return Some((value, place)),
            Some(Reply::Order(_)) => self.journal.contradict(),
            None => {}
        }
        while !self.journal.has_failed() {
            let search = &mut self.search;
            let (value, place) = match &self.pool {
                Some(pool) => pool.install(|| {
                    search.local = search.context.local_table(search.table);
                    question(search)
                }),
                None => question(search),
            };
            if !search.is_stopped() {
                self.journal.add(Reply::Bound(value, place));
                return Some((value, place));
            }
            if self.search.is_stopped_for_good() {
                break;
            }
            // A search that continues from here begins without them.
            self.search.table.clear_locals();
            self.journal.pause(self.search.nodes, self.search.table);
            self.search.pause_at = next_pause(self.search.nodes);
        }
        self.complete = false;
        None
    }

    /// As [`ranked`].
    fn ranked(&mut self, position: kernel::Position<G>) -> Vec<Square> {
        match self.recall() {
            Some(Reply::Order(squares)) => {
                return squares.into_iter().map(Square::from_index::<G>).collect();
            }
            Some(Reply::Bound(..)) => self.journal.contradict(),
            None => {}
        }
        let moves = ranked(&mut self.search, position);
        self.journal.add(Reply::Order(moves.iter().map(|square| square.index::<G>()).collect()));
        moves
    }

    /// Finds the value. The first guess is the evaluation of the position or, if the known bounds
    /// are not symmetric, the least margin by which a side can win.
    fn find_value(&mut self) {
        let Problem { position, progress, passed, .. } = *self.problem;
        let mut moves = self.ranked(position);
        moves.retain(|square| self.problem.moves.contains(square));
        if self.window.lower + self.window.upper == 0 {
            self.window.guess = self.search.estimate(position);
        }
        self.window.guess = self.guess(self.window, &mut moves);
        let mut window = self.window;
        while let Some(bound) = window.bound().filter(|_| self.complete) {
            if self.narrow(&mut window, bound, &mut moves) {
                self.window = window;
                let Window { lower, upper, .. } = window;
                let (lower, upper) = if passed { (-upper, -lower) } else { (lower, upper) };
                progress.bounds(lower, upper);
            }
        }
    }

    /// A better guess of the value of the best of these moves: that of a selective
    /// search, where one pays.
    fn guess(&mut self, mut window: Window, moves: &mut [Square]) -> Score {
        let is_selective = self.search.evaluation.is_some()
            && self.search.empties(self.problem.position) >= SELECTIVE;
        if !is_selective {
            return window.guess;
        }
        self.search.margin = Some(MARGIN);
        while let Some(bound) = window.bound() {
            if !self.narrow(&mut window, bound, moves) {
                break;
            }
        }
        self.search.margin = None;
        window.lower
    }

    /// The value of each move of the problem, if the value of the position is known, and
    /// a line for each. This is no fresh search: the table is full of what was found on the way to
    /// the value.
    fn move_values(&mut self, best_moves: &[Square]) -> Vec<ValuedMove> {
        let Problem { region, game, position, ref moves, .. } = *self.problem;
        let best = self.window.lower;
        let most = region.count.cast_signed();
        let mut ranked = self.ranked(position);
        ranked.retain(|square| moves.contains(square));
        let (mut values, mut guess) = (Vec::new(), best);
        for square in ranked {
            let is_best = best_moves.contains(&square);
            if !is_best {
                let mut window = Window::new((-most, best - 1), guess);
                // It takes fewer nodes to show that a bad move is worth less than a bound than
                // that it reaches one, so the first guess is high: 10 % fewer on FFO 41.
                window.guess = self.guess(window, &mut [square]) + 2;
                while let Some(bound) = window.bound().filter(|_| self.complete) {
                    self.narrow(&mut window, bound, &mut [square]);
                }
                guess = window.lower;
            }
            let value = if is_best { best } else { guess };
            let line = self.line(Some(square), value);
            let to_board = |&square: &Square| region.board.to_board(square);
            let line = Game::known(game, line.iter().map(to_board));
            values.push(ValuedMove { square: to_board(&square), value, line });
        }
        if self.complete { values } else { Vec::new() }
    }

    /// Asks whether the value is at least a bound, and puts the move that reaches it in front of
    /// the others. Returns whether there was an answer.
    fn narrow(&mut self, window: &mut Window, bound: Score, moves: &mut [Square]) -> bool {
        let (position, order) = (self.problem.position, &*moves);
        let Some((value, best)) = self.ask(|search| at_least(search, position, order, bound))
        else {
            return false;
        };
        if value >= bound {
            moves[..=best].rotate_right(1);
        }
        window.narrow(bound, value);
        true
    }

    /// The moves that reach the value, if it is known: all of them or one.
    fn best_moves(&mut self) -> Vec<Square> {
        if self.window.bound().is_some() {
            return Vec::new();
        }
        let (position, value) = (self.problem.position, self.window.lower);
        if self.problem.options.find >= Find::BestMoves {
            let moves = self.problem.moves.iter().copied();
            moves.filter(|&square| self.reaches(position, square, value)).collect()
        } else {
            let mut moves = self.ranked(position);
            moves.retain(|square| self.problem.moves.contains(square));
            self.first_best(position, &moves, value).into_iter().collect()
        }
    }

    /// The first of `moves` that is worth `value`.
    fn first_best(
        &mut self,
        position: kernel::Position<G>,
        moves: &[Square],
        value: Score,
    ) -> Option<Square> {
        moves.iter().copied().find(|&square| self.reaches(position, square, value))
    }

    /// Whether a move is worth `value` or more. The result is `false` if the search was stopped.
    fn reaches(&mut self, position: kernel::Position<G>, square: Square, value: Score) -> bool {
        let found = self.ask(|search| (value_of(search, position, square, value), 0));
        found.is_some_and(|(found, _)| found >= value)
    }

    /// A principal variation that begins with the move `next`, which has this value. It
    /// continues at each turn with the first best move if all were asked for, or else with any.
    fn line(&mut self, mut next: Option<Square>, mut value: Score) -> Vec<Square> {
        let mut line = Vec::new();
        let mut position = self.problem.position;
        while let Some(square) = next {
            line.push(square);
            let context = self.search.context;
            (position, value) = (context.isa.play(position, square), -value);
            if context.moves(position).is_empty() {
                (position, value) = (position.pass(), -value);
            }
            let mut moves = self.ranked(position);
            if self.problem.options.find >= Find::BestMoves {
                moves.sort_unstable_by_key(|&square| context.region.board.to_board(square));
            }
            next = self.first_best(position, &moves, value);
        }
        line
    }
}

/// A bound of the value, a lower bound if it is `bound` or more and an upper
/// bound otherwise, and the place among `moves` of the move that reaches it.
pub(super) fn at_least<G: Shape, I: Isa>(
    search: &mut Search<'_, G, I>,
    position: kernel::Position<G>,
    moves: &[Square],
    bound: Score,
) -> (Score, usize) {
    let mut best = (Score::MIN, 0);
    for (index, &square) in moves.iter().enumerate() {
        let value = value_of(search, position, square, bound);
        if value > best.0 {
            best = (value, index);
        }
        if value >= bound || search.is_stopped() {
            break;
        }
    }
    best
}

/// A bound of the value of a move, on the same side of `bound` as the value.
fn value_of<G: Shape, I: Isa>(
    search: &mut Search<'_, G, I>,
    position: kernel::Position<G>,
    square: Square,
    bound: Score,
) -> Score {
    let next = search.context.isa.play(position, square);
    -search.null_window(next, -bound)
}

/// The legal moves, the most promising first.
pub(super) fn ranked<G: Shape, I: Isa>(
    search: &mut Search<'_, G, I>,
    position: kernel::Position<G>,
) -> Vec<Square> {
    let empty = search.context.region.empty(position);
    let mut candidates = Candidates::new();
    candidates.fill(search.context.isa, position, search.context.moves(position));
    let known = search.known(Key::new(position), empty.len());
    candidates.rank(search, empty, known);
    std::iter::from_fn(|| candidates.take_best()).map(|candidate| candidate.square).collect()
}
