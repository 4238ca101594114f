//! Asking the sources of answers, one after another.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::bounds::{Bounds, Contradiction, Source};
use super::fixed_depth::AnalysisOptions;
use super::forecast::{Ahead, Forecast, TABLE};
use super::proved::{Answer, is_whole};
use super::question::{Lines, Question, is_small};
use crate::board::{Square, Turn, error_text};
use crate::evaluation::Evaluation;
use crate::exhaustive::Solution;
use crate::game::{Game, Position, Rules, Score, Scoring};
use crate::notation::PositionRow;
use crate::progress::{CountsOnly, POSITIONS_PER_SECOND, Progress, TimeLimit};
use crate::search::{Find, Journal, NoMemory, SearchError, SearchOptions, search};

/// A table of values that the user named.
pub trait ValueSource: fmt::Debug + Sync {
    /// The row of a position or of one of its images, seen by the side to move. `None` if the table
    /// has none, or if it is about another board or other rules.
    ///
    /// # Errors
    ///
    /// If the table cannot be read. The error is a message that names it.
    fn row(&self, position: Position, rules: Rules) -> Result<Option<PositionRow>, String>;
}

/// Which sources to ask. The cheapest come first, starting with the rules.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each source is on or off")]
pub struct Sources<'a> {
    /// The enumeration of small boards.
    pub enumeration: bool,
    /// The values compiled into the library.
    pub known: bool,
    /// A table named by the user.
    pub table: Option<&'a dyn ValueSource>,
    /// The exact search.
    pub search: bool,
    /// The trained evaluation, which gives an answer that is not settled in time a forecast.
    pub forecast: bool,
}

impl Sources<'_> {
    /// Everything but tables.
    pub const ALL: Self =
        Self { enumeration: true, known: true, table: None, search: true, forecast: true };

    /// The sources of answers that are a function of the rules and the code: of result files,
    /// certificates and measurements.
    pub const PROVED: Self = Self { known: false, forecast: false, ..Self::ALL };

    /// The rules and the exact search alone, for measurements and tests of the search.
    pub const SEARCH: Self = Self { enumeration: false, ..Self::PROVED };

    /// Everything that needs no search.
    pub const LOOKUPS: Self = Self { search: false, forecast: false, ..Self::ALL };
}

/// The memory and the threads of a search. The listener sets the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most memory for the transposition table, in bytes.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
}

impl Limits {
    /// One thread with a table of this size.
    pub const fn single(hash: usize) -> Self {
        Self::new(hash, 1)
    }

    /// A table of this size, in bytes, and this number of threads.
    pub const fn new(hash: usize, threads: usize) -> Self {
        Self { hash, threads }
    }
}

/// Why a question could not be pursued.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// Two sources contradict each other.
    Contradiction(Contradiction),
    /// The search of a position finds no value within the bounds from elsewhere.
    Refuted(Position, Bounds),
    /// A table cannot be read. The text names it.
    Unreadable(String),
    /// There is not enough memory for the table of the search.
    NoMemory(NoMemory),
}

error_text!(AnswerError, |it, f| match it {
    Self::Contradiction(error) => error.fmt(f),
    Self::Refuted(position, bounds) => {
        let (size, source) = (position.size(), bounds.source());
        let (lower, upper) = (bounds.lower(), bounds.upper());
        write!(
            f,
            "the search of {position} on {size} finds no value from {lower:+} to {upper:+}, the \
             bounds from {source}"
        )
    }
    Self::Unreadable(error) => f.write_str(error),
    Self::NoMemory(error) => error.fmt(f),
});

impl From<Contradiction> for AnswerError {
    fn from(error: Contradiction) -> Self {
        Self::Contradiction(error)
    }
}

type Result<T, E = AnswerError> = std::result::Result<T, E>;

/// Answers a question: asks the sources in the order of their cost until the question is settled, the
/// listener's time is up or the listener stops the search. An answer that does not settle the
/// question has the bounds proved by then, and a forecast if the board has a trained evaluation.
///
/// Part of a limited time is reserved for the forecast: half if the whole time is unlikely to be
/// enough for the value, and a tenth otherwise. The time may be exceeded by a few hundredths of a
/// second.
///
/// # Errors
///
/// If two sources contradict each other, a table cannot be read, or there is too little memory.
///
/// ```
/// # use othello_core::{Position, Rules, Size, Start};
/// use othello_core::answer::{Limits, Question, Sources, answer};
///
/// let start = Position::start(Size::new(6, 7).unwrap(), Start::Diagonal);
/// let question = Question::usual(start, Rules::default());
/// let answer = answer(&question, &Sources::ALL, &Limits::single(1 << 20), &())?;
/// assert!(question.is_settled_by(&answer));
/// assert_eq!((answer.value(), answer.nodes()), (Some(0), 0));
/// # Ok::<_, othello_core::answer::AnswerError>(())
/// ```
pub fn answer(
    question: &Question,
    sources: &Sources<'_>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Answer> {
    let open = OpenQuestion::new(*question);
    open.pursue(sources, limits, progress)?;
    Ok(open.answer())
}

/// A question that is being answered. While one thread pursues it, others may read the answer so far.
#[derive(Debug)]
pub struct OpenQuestion {
    question: Question,
    /// The question about the successor, if the side to move has to pass, and otherwise the same.
    /// The answer so far, the sources and the search all refer to this position.
    here: Question,
    known: Mutex<Answer>,
    nodes: AtomicU64,
}

impl OpenQuestion {
    /// Starts with an answer that has only trivial bounds.
    pub fn new(question: Question) -> Self {
        let must_pass = question.position.turn() == Turn::Pass;
        let here = if must_pass { question.after_pass() } else { question };
        let known = Answer::new(here.position, here.rules).into();
        Self { question, here, known, nodes: 0.into() }
    }

    /// The question.
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// The answer so far. If it settles the question, it has exactly what the question asks for.
    pub fn answer(&self) -> Answer {
        let mut answer = self.known().clone();
        answer.nodes = self.nodes();
        if self.here.is_settled_by(&answer) {
            answer = self.here.trimmed(answer);
        }
        if self.must_pass() { answer.before_pass(self.question.position) } else { answer }
    }

    /// Whether the question is settled.
    pub fn is_settled(&self) -> bool {
        self.here.is_settled_by(&self.known())
    }

    /// The number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Takes in bounds that the caller knows from elsewhere: see [`Answer::narrow`].
    ///
    /// # Errors
    ///
    /// If they contradict the answer so far.
    pub fn narrow(
        &self,
        about: Option<Square>,
        bounds: (Score, Score),
        source: Source,
    ) -> Result<(), Contradiction> {
        self.known().narrow(about, self.seen(bounds), source)
    }

    /// Looks ahead, as deep as the listener's time allows, but at least two plies, with at most this
    /// memory for the table, in bytes. The ends of games that it sees narrow the bounds, and on boards
    /// with a trained evaluation there is a forecast afterwards. On others it looks no further than two
    /// plies.
    ///
    /// # Errors
    ///
    /// If the end of a game contradicts the answer so far.
    pub fn look_ahead(&self, hash: usize, progress: &dyn Progress) -> Result<(), Contradiction> {
        let Question { position, rules, .. } = self.here;
        if position.is_over() {
            return Ok(());
        }
        let has_evaluation = Evaluation::exists(position.size(), rules);
        let depth = if has_evaluation { u32::MAX } else { 2 };
        let options = AnalysisOptions { rules, depth, hash };
        let ahead = Ahead::new(position, &options, &CountsOnly(progress));
        let mut known = self.known();
        for &(square, bounds) in &ahead.bounds {
            known.narrow(Some(square), bounds, Source::Ahead)?;
        }
        if has_evaluation {
            known.forecast = Forecast::of(position, rules, &ahead);
        }
        Ok(())
    }

    /// Asks the sources in the order of their cost, as in [`answer`]. It may be called again, with
    /// other sources or after it was stopped.
    ///
    /// # Errors
    ///
    /// As [`answer`].
    pub fn pursue(
        &self,
        sources: &Sources<'_>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<()> {
        self.resume(sources, limits, None, progress)
    }

    /// As [`pursue`](Self::pursue). With a journal, the search resumes from what that has saved.
    ///
    /// # Errors
    ///
    /// As [`answer`].
    #[doc(hidden)]
    pub fn resume(
        &self,
        sources: &Sources<'_>,
        limits: &Limits,
        journal: Option<&mut dyn Journal>,
        progress: &dyn Progress,
    ) -> Result<()> {
        let time = progress.left();
        self.enumerate(sources, progress)?;
        if self.here.position.is_over() {
            self.nodes.fetch_max(1, Relaxed);
            let line = Game::new(self.here.position);
            self.known().add_line(None, line, Source::Rules)?;
        }
        self.look_up(sources)?;
        if sources.search {
            let has_forecast =
                sources.forecast && Evaluation::exists(self.here.position.size(), self.here.rules);
            let (share, hash) = self.share(time, has_forecast, limits);
            let limits = Limits { hash, ..*limits };
            let limited = TimeLimit::share(progress, share);
            if !self.here.position.is_over() && !self.here.has_values(&self.known()) {
                self.announce(progress);
                self.search(&limits, journal, &limited)?;
            }
            self.complete_lines(sources, &limits, &limited)?;
        }
        let lacks_forecast = self.known().forecast.is_none();
        if sources.forecast && lacks_forecast && !self.is_settled() {
            self.look_ahead(TABLE, progress)?;
        }
        Ok(())
    }

    /// Enumerates a small board, which takes at most a few milliseconds and answers every question.
    fn enumerate(&self, sources: &Sources<'_>, progress: &dyn Progress) -> Result<()> {
        let root = self.question.position;
        if !sources.enumeration || !is_small(root.size()) || self.is_settled() {
            return Ok(());
        }
        let Ok(Some(solution)) = Solution::unless_stopped(root, self.here.rules, progress) else {
            return Ok(());
        };
        let mut known = self.known();
        let wanted = (self.here.lines == Lines::Each, self.here.counts);
        known.add_solution(&solution, root, wanted)?;
        self.nodes.store(known.nodes, Relaxed);
        Ok(())
    }

    /// Looks the position up in the compiled-in values and in the table.
    fn look_up(&self, sources: &Sources<'_>) -> Result<()> {
        let Question { position, rules, .. } = self.here;
        if sources.known && !self.is_settled() {
            self.known().add_known()?;
        }
        if let Some(table) = sources.table
            && !self.is_settled()
            && let Some(row) = table.row(position, rules).map_err(AnswerError::Unreadable)?
        {
            self.known().add_row(&row, Source::Table)?;
        }
        Ok(())
    }

    /// The part of the time for the search, and the memory that it can make use of in this time.
    fn share(&self, time: Duration, has_forecast: bool, limits: &Limits) -> (Duration, usize) {
        // About how many positions are searched in this time.
        let per_millisecond =
            u128::from(POSITIONS_PER_SECOND / 1000) * limits.threads.max(1) as u128;
        let affordable = time.as_millis().saturating_mul(per_millisecond);
        // A table entry takes 16 bytes. With little time, much of it would go to
        // the memory of a large table.
        let most = usize::try_from(affordable.saturating_mul(16)).unwrap_or(usize::MAX);
        let hash = limits.hash.min(most);
        if !has_forecast {
            return (time, hash);
        }
        // The estimated number of positions may be ten times too high.
        let needed = u128::from(self.here.expected_positions()) / 10;
        if needed > affordable { (time / 2, hash) } else { (time / 10 * 9, hash) }
    }

    /// Tells the listener that a search begins, and about how long it takes.
    fn announce(&self, progress: &dyn Progress) {
        let find = self.here.goal();
        let is_usual = self.here.rules.scoring == Scoring::Discs;
        let empties = if is_usual { "" } else { " with the empties to the winner" };
        progress.begin(&format!("solving{empties}"), None);
        if find > Find::Value {
            // The values of all moves took 2.3 to 3.2 times the positions: 5x6, FFO 40, 42 and 43.
            let times = if find >= Find::AllMoves { 3 } else { 1 };
            progress.expect(self.here.expected_positions().saturating_mul(times));
        }
    }

    /// Searches for everything that is missing.
    fn search(
        &self,
        limits: &Limits,
        journal: Option<&mut dyn Journal>,
        progress: &dyn Progress,
    ) -> Result<()> {
        let Question { position, rules, lines, .. } = self.here;
        let (find, lines) = (self.here.goal(), lines == Lines::Each);
        let bounds = self.known().bounds();
        let Limits { hash, threads } = *limits;
        let given = (bounds.lower(), bounds.upper());
        let mut options = SearchOptions { rules, hash, threads, find, lines, bounds: given };
        let mut before = self.nodes();
        let listener = NarrowingListener { open: self, to: progress, wrong: Mutex::new(None) };
        let result = match journal {
            Some(journal) => {
                options.bounds = journal.bounds(given);
                // The search also counts the positions of earlier runs.
                before = 0;
                search(position, &options, &listener, journal)
            }
            None => search(position, &options, &listener, &mut ()),
        };
        if let Some(wrong) = listener.wrong.into_inner().expect("no thread has panicked") {
            return Err(wrong.into());
        }
        let result = match result {
            Ok(result) => result,
            Err(SearchError::NoMemory(error)) => return Err(AnswerError::NoMemory(error)),
            Err(SearchError::WrongBounds) => return Err(AnswerError::Refuted(position, bounds)),
        };
        self.nodes.store(before + result.nodes, Relaxed);
        self.known().add_result(result)?;
        Ok(())
    }

    /// Completes the lines that are wanted. Each is followed by the answer to the same question about
    /// its end.
    fn complete_lines(
        &self,
        sources: &Sources<'_>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<()> {
        let Question { position, lines, find, .. } = self.here;
        let known = self.known().clone();
        if lines == Lines::None || !self.here.has_values(&known) {
            return Ok(());
        }
        let counted = CountsOnly(progress);
        if !known.has_whole_line() {
            let begun = match (known.line(), known.best_move()) {
                (Some(line), _) => line.clone(),
                (None, Some(square)) => Game::known(position, [square]),
                (None, None) => return Ok(()),
            };
            let find = find.clamp(Find::BestMove, Find::BestMoves);
            let bounds = known.bounds();
            let line = self.completed(begun, bounds, find, sources, limits, &counted)?;
            let Some(line) = line else { return Ok(()) };
            self.known().add_line(None, line, bounds.source())?;
        }
        if lines == Lines::One {
            return Ok(());
        }
        for square in position.moves() {
            let known = self.known().clone();
            let mv = known.moves().iter().find(|mv| mv.square() == square);
            let Some(mv) = mv else { continue };
            let bounds = mv.bounds();
            if mv.line().is_some_and(is_whole) {
                continue;
            }
            let begun = match known.line() {
                Some(line) if line.moves().first() == Some(&square) => line.clone(),
                _ => Game::known(position, [square]),
            };
            let find = Find::BestMove;
            let line = self.completed(begun, bounds, find, sources, limits, &counted)?;
            let Some(line) = line else { return Ok(()) };
            self.known().add_line(Some(square), line, bounds.source())?;
        }
        Ok(())
    }

    /// A line with a line of best play from its end, or `None` if that is not found in time. Its
    /// bounds, which have met, are seen by the side to move at its beginning.
    fn completed(
        &self,
        mut line: Game,
        bounds: Bounds,
        find: Find,
        sources: &Sources<'_>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<Game>> {
        let (end, rules, lines) = (line.end(), self.here.rules, Lines::One);
        if is_whole(&line) {
            return Ok(Some(line));
        }
        let Some(value) = bounds.value() else { return Ok(None) };
        let seen = end.side().sees(value, line.start().side());
        let rest = OpenQuestion::new(Question { position: end, rules, find, lines, counts: false });
        rest.narrow(None, (seen, seen), bounds.source())?;
        rest.pursue(&Sources { forecast: false, ..*sources }, limits, progress)?;
        self.nodes.fetch_add(rest.nodes(), Relaxed);
        let rest = rest.answer();
        if !rest.has_whole_line() {
            return Ok(None);
        }
        for &square in rest.line().iter().copied().flat_map(Game::moves) {
            line.play(square).expect("a line has legal moves");
        }
        Ok(Some(line))
    }

    fn must_pass(&self) -> bool {
        self.question.position != self.here.position
    }

    /// Bounds seen by the side to move in the question, as seen by the side to move here.
    fn seen(&self, (lower, upper): (Score, Score)) -> (Score, Score) {
        if self.must_pass() { (-upper, -lower) } else { (lower, upper) }
    }

    fn known(&self) -> MutexGuard<'_, Answer> {
        self.known.lock().expect("no thread has panicked")
    }
}

/// Narrows the answer as a search reports bounds, and stops the search if they contradict it.
struct NarrowingListener<'a> {
    open: &'a OpenQuestion,
    to: &'a dyn Progress,
    wrong: Mutex<Option<Contradiction>>,
}

impl NarrowingListener<'_> {
    fn narrow(&self, about: Option<Square>, bounds: (Score, Score)) {
        if let Err(error) = self.open.known().narrow(about, bounds, Source::Search) {
            *self.wrong.lock().expect("no thread has panicked") = Some(error);
        }
    }
}

impl Progress for NarrowingListener<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.to.begin(what, steps);
    }

    fn advance(&self, steps: u64) {
        self.open.nodes.fetch_add(steps, Relaxed);
        self.to.advance(steps);
    }

    fn expect(&self, positions: u64) {
        self.to.expect(positions);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        self.narrow(None, (lower, upper));
        let (lower, upper) = self.open.seen((lower, upper));
        self.to.bounds(lower, upper);
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        self.narrow(Some(square), (lower, upper));
        if !self.open.must_pass() {
            self.to.move_bounds(square, lower, upper);
        }
    }

    fn warn(&self, what: &str) {
        self.to.warn(what);
    }

    fn is_stopped(&self) -> bool {
        self.wrong.lock().expect("no thread has panicked").is_some() || self.to.is_stopped()
    }

    fn left(&self) -> Duration {
        self.to.left()
    }
}
