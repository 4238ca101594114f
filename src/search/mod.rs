//! The exact solver for big boards.
//!
//! A null-window search with a transposition table (`midgame`, `table`), whose
//! moves are ordered by what tends to make the tree small (`ordering`), which
//! stops early where discs are safe (`stability`), and which ends in plain code
//! for the last few empty squares (`endgame`). A board of any shape is searched
//! in the middle of one of a few grids (`host`, `region`), so that the program
//! holds few copies of all this.

mod analysis;
mod benchmark;
mod endgame;
mod evaluation;
mod forced;
mod host;
mod journal;
mod lookahead;
mod midgame;
mod oracle;
mod ordering;
mod parallel;
mod region;
mod root;
mod shallow;
mod stability;
mod table;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use crate::any_game::{AnyGame, squares};
use crate::board::isa::Isa;
use crate::board::{Bitboard, Color, Discs, Position, Shape, Square, Turn};
use crate::formats::TableError;
use crate::game::Game;
use crate::score::{Objective, Rules, Score};
pub use analysis::{Analysis, AnalysisOptions, analyze};
pub use forced::{Forced, forced_wipeout};

pub use benchmark::{Benchmark, SIGNATURE, benchmarks};
use evaluation::Evaluation;
pub use evaluation::{Training, train};
use host::{Frame, OnGrid, on_grid};
use journal::{Journal, Subject};
pub use oracle::Oracle;
use parallel::Split;
use region::Region;
use root::Problem;
use table::Table;

/// What to find out, and with what means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchOptions {
    /// How a game is scored.
    #[serde(flatten)]
    pub rules: Rules,
    /// The most memory that the transposition table takes, in bytes.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// Whether every best move is wanted, and the line that takes the first of
    /// them, in the order of squares, at each turn. It then depends on nothing
    /// but the rules. Otherwise one best move and line will do, which takes
    /// less time.
    pub all_moves: bool,
    /// What is known of the value beforehand: for the side to move it is at least
    /// the first and at most the second of these.
    pub bounds: (Score, Score),
}

impl Default for SearchOptions {
    /// The default rules, a table of 256 MiB, one thread and one best move, and
    /// nothing known.
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            hash: 256 << 20,
            threads: 1,
            all_moves: false,
            bounds: (-64, 64),
        }
    }
}

/// A running search, seen from another thread.
#[derive(Debug)]
pub struct SearchMonitor {
    stop: AtomicBool,
    nodes: AtomicU64,
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Default for SearchMonitor {
    fn default() -> Self {
        Self {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            lower: AtomicI32::new(Score::MIN),
            upper: AtomicI32::new(Score::MAX),
        }
    }
}

impl SearchMonitor {
    /// Asks the search to stop soon. It returns with the bounds known so far.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search has been asked to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// About how many positions have been looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The least and the greatest that the value can be, as far as is known.
    pub fn bounds(&self) -> (Score, Score) {
        (self.lower.load(Relaxed), self.upper.load(Relaxed))
    }
}

/// What a search has found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<S: Shape> {
    /// The value, seen by the side to move, is at least this,
    pub lower: Score,
    /// and at most this. The two are equal unless the search was stopped.
    pub upper: Score,
    /// Moves of that value, in the order of squares: all or one of them, as
    /// was asked. Empty if the side to move must pass or the game is over.
    pub best_moves: Vec<Square<S>>,
    /// A line of best play to the end of the game. Passes are left out.
    pub line: Vec<Square<S>>,
    /// Whether all of this was found, as it is unless the search was stopped.
    pub complete: bool,
    /// The number of positions looked at.
    pub nodes: u64,
}

impl<S: Shape> SearchResult<S> {
    /// The value, seen by the side to move, if it is known.
    pub fn value(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Finds the exact value of a position, best moves and a line of best play.
///
/// ```
/// # use othello_solver::{Board4x4, Position, SearchMonitor, SearchOptions, Start, search};
/// let options = SearchOptions::default();
/// let result = search(Position::<Board4x4>::start(Start::Diagonal), &options, &SearchMonitor::default());
/// assert_eq!(result.value(), Some(-8));
/// assert_eq!(result.line.len(), 10);
/// ```
pub fn search<S: Shape>(
    position: Position<S>,
    options: &SearchOptions,
    monitor: &SearchMonitor,
) -> SearchResult<S> {
    search_with(position, false, options, monitor, &mut Journal::not_kept())
}

/// As [`search`], and if the program is killed meanwhile, the same search goes on
/// from what it has kept in the file `state` and ends as if it had not been
/// interrupted: with one thread even the number of nodes is the same, and of its
/// work at most a minute is lost.
///
/// The file has the table's size and is written every now and then, which takes at
/// most a twentieth of the time unless the table is very large. Who removes it
/// lets the search begin again.
///
/// # Errors
///
/// If the file cannot be written or read, or is of another search.
pub fn search_resumable<S: Shape>(
    position: Position<S>,
    options: &SearchOptions,
    monitor: &SearchMonitor,
    state: &Path,
) -> Result<SearchResult<S>, TableError> {
    // The side to move as Black, who is drawn as X.
    let game = AnyGame::from(Game::new(position, Color::Black));
    let subject = Subject {
        position: game.to_string(),
        size: game.size(),
        // Several threads are like any other number of several threads.
        options: SearchOptions { threads: options.threads.min(2), ..*options },
        signature: SIGNATURE,
    };
    let mut journal = Journal::kept(state, subject)?;
    let result = search_with(position, false, options, monitor, &mut journal);
    journal.failure()?;
    Ok(result)
}

fn search_with<S: Shape>(
    position: Position<S>,
    passed: bool,
    options: &SearchOptions,
    monitor: &SearchMonitor,
    journal: &mut Journal<'_>,
) -> SearchResult<S> {
    match position.turn() {
        Turn::Place(moves) => {
            let classes = up_to_symmetry(position, moves);
            let moves = classes.iter().map(|class| class[0]).collect();
            let position = position.into();
            let question = Question { position, moves, passed, options, monitor, journal };
            let mut answer = on_grid::<S, _>(question);
            if options.all_moves {
                answer.best_moves = of_classes(classes, &answer.best_moves);
            }
            answer.named()
        }
        Turn::Pass => {
            let (lower, upper) = options.bounds;
            let options = SearchOptions { bounds: (-upper, -lower), ..*options };
            let result = search_with(position.pass(), true, &options, monitor, journal);
            SearchResult {
                lower: -result.upper,
                upper: -result.lower,
                best_moves: Vec::new(),
                ..result
            }
        }
        Turn::Over => {
            let score = options.rules.final_score(position);
            SearchResult {
                lower: score,
                upper: score,
                best_moves: Vec::new(),
                line: Vec::new(),
                complete: true,
                nodes: 1,
            }
        }
    }
}

/// The moves, in classes of those that lead to mirror images of one another.
/// From a start there is one class of four.
fn up_to_symmetry<S: Shape>(position: Position<S>, moves: Bitboard<S>) -> Vec<Vec<u32>> {
    let image = |square| position.play(Square::from_index(square)).canonical();
    classes(moves.bits().into(), &|one, other| image(one) == image(other))
}

/// Squares in classes of those that are alike.
fn classes(set: u64, are_alike: &dyn Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
    let mut classes: Vec<Vec<u32>> = Vec::new();
    for square in squares(set) {
        match classes.iter_mut().find(|class| are_alike(class[0], square)) {
            Some(class) => class.push(square),
            None => classes.push(vec![square]),
        }
    }
    classes
}

/// The squares of those classes whose first one is among `first`, in order.
fn of_classes(classes: Vec<Vec<u32>>, first: &[u32]) -> Vec<u32> {
    let wanted = classes.into_iter().filter(|class| first.contains(&class[0]));
    let mut squares: Vec<_> = wanted.flatten().collect();
    squares.sort_unstable();
    squares
}

/// A question about a board of any shape, whose squares are known by their
/// numbers.
struct Question<'a, 'b> {
    position: Discs,
    moves: Vec<u32>,
    passed: bool,
    options: &'a SearchOptions,
    monitor: &'a SearchMonitor,
    journal: &'a mut Journal<'b>,
}

/// As [`SearchResult`].
struct Answer {
    lower: Score,
    upper: Score,
    best_moves: Vec<u32>,
    line: Vec<u32>,
    complete: bool,
    nodes: u64,
}

impl OnGrid for Question<'_, '_> {
    type Output = Answer;

    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) -> Answer {
        let problem = Problem {
            isa,
            region: &frame.region,
            position: frame.position(self.position),
            moves: self.moves.iter().map(|&index| frame.square(index)).collect(),
            transposed: frame.transposed,
            passed: self.passed,
            options: self.options,
            monitor: self.monitor,
        };
        let solution = problem.solve(self.journal);
        let indices =
            |squares: Vec<_>| squares.into_iter().map(|square| frame.index(square)).collect();
        Answer {
            lower: solution.lower,
            upper: solution.upper,
            best_moves: indices(solution.best_moves),
            line: indices(solution.line),
            complete: solution.complete,
            nodes: solution.nodes,
        }
    }
}

impl Answer {
    /// The answer with the names of the squares.
    fn named<S: Shape>(self) -> SearchResult<S> {
        SearchResult {
            lower: self.lower,
            upper: self.upper,
            best_moves: named(self.best_moves),
            line: named(self.line),
            complete: self.complete,
            nodes: self.nodes,
        }
    }
}

/// Squares of the board of shape `S`, from their numbers.
fn named<S: Shape>(squares: Vec<u32>) -> Vec<Square<S>> {
    squares.into_iter().map(Square::from_index).collect()
}

/// One thread of a search, on the grid `H`.
///
/// It has its cache lines to itself: two threads that count their nodes in one
/// line take three times as long.
#[derive(Clone)]
#[repr(align(128))]
struct Search<'a, H: Shape, I> {
    isa: I,
    region: &'a Region<H>,
    rules: Rules,
    /// 1, or −1 if the aim is reversed.
    sign: Score,
    table: &'a Table,
    monitor: &'a SearchMonitor,
    /// Whether there are other threads.
    parallel: bool,
    /// The position above whose moves are searched at the same time.
    split: Option<&'a Split<'a>>,
    /// What was learned about the board.
    evaluation: Option<&'static Evaluation>,
    nodes: u64,
    /// As many of the nodes as the monitor knows of.
    reported: u64,
    /// With so many nodes the search pauses: it returns at once, as if stopped.
    pause_at: u64,
}

impl<'a, H: Shape, I: Isa> Search<'a, H, I> {
    /// The search with what was learned about its board, if that is any use in
    /// positions with so many empty squares.
    fn with_evaluation(self, empties: u32) -> Self {
        let evaluation =
            shallow::depth(empties).and_then(|_| Evaluation::find(self.region, self.rules));
        Self { evaluation, ..self }
    }

    /// A search by one thread, without a trained evaluation.
    fn new(
        isa: I,
        region: &'a Region<H>,
        rules: Rules,
        table: &'a Table,
        monitor: &'a SearchMonitor,
    ) -> Self {
        Self {
            isa,
            region,
            rules,
            sign: sign(rules),
            table,
            monitor,
            parallel: false,
            split: None,
            evaluation: None,
            nodes: 0,
            reported: 0,
            pause_at: u64::MAX,
        }
    }
}

impl<H: Shape, I: Isa> Search<'_, H, I> {
    #[inline(always)]
    fn stopped(&self) -> bool {
        self.nodes >= self.pause_at
            || self.monitor.is_stopped()
            || self.split.is_some_and(Split::is_answered)
    }

    /// Lets the monitor know of the nodes, not too often.
    #[inline(always)]
    fn report_nodes(&mut self) {
        let news = self.nodes - self.reported;
        if news > 1 << 16 {
            self.monitor.nodes.fetch_add(news, Relaxed);
            self.reported = self.nodes;
        }
    }

    /// As [`Region::stable`].
    fn stable(&self, own: Bitboard<H>, empty: Bitboard<H>) -> Bitboard<H> {
        self.isa.run(
            #[inline(always)]
            || self.region.stable(own, empty),
        )
    }

    /// The score of a game that ends here.
    #[inline(always)]
    fn final_score(&self, position: Position<H>) -> Score {
        let (own, opponent) = (position.own().len(), position.opponent().len());
        self.rules.score(own, opponent, self.region.count - own - opponent)
    }

    /// The score of a game that ends with a full board and `own` discs.
    #[inline(always)]
    fn full_score(&self, own: u32) -> Score {
        self.sign * (2 * own.cast_signed() - self.region.count.cast_signed())
    }
}

/// 1, or −1 if the aim is reversed.
fn sign(rules: Rules) -> Score {
    match rules.objective {
        Objective::Most => 1,
        Objective::Fewest => -1,
    }
}
