//! Searches for the values of positions.

use othello_core as library;
use othello_core::analysis::{Plan, PlanError};
use othello_core::answer::{Answer, Limits, Lines, Question, Sources, answer, each_in_order};
use othello_core::documents::{AnswerDocument, PlanDocument};
use othello_core::{Color, Find, Progress, SquareSet};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::arguments::{Options, read, wrong};
use crate::job::{failed, without_interpreter};
use crate::position::{Position, color};

/// The fields of a `SearchResult`, in order.
fn fields<'py>(
    py: Python<'py>,
    question: &Question,
    answer: &Answer,
) -> PyResult<Bound<'py, PyAny>> {
    let (mut all_best, mut valued, mut move_bounds, mut line) = (None, None, Vec::new(), None);
    let document = AnswerDocument::new(question, answer);
    if document.bounds.is_none() {
        all_best = document.best_moves;
        valued = document.moves;
        line = document.line;
    } else {
        for mv in answer.moves() {
            move_bounds.push((mv.square(), (mv.bounds().lower(), mv.bounds().upper())));
        }
    }
    let (value, lower, upper) = (answer.value(), answer.bounds().lower(), answer.bounds().upper());
    let (best, forecast, nodes) = (answer.best_move(), answer.forecast(), answer.nodes());
    let fields = (value, lower, upper, best, all_best, valued, move_bounds, forecast, line, nodes);
    Ok(pythonize(py, &fields)?)
}

#[pyfunction]
pub(crate) fn search<'py>(
    py: Python<'py>,
    position: Position,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let question = options.question(position.0);
    let found = without_interpreter(py, |stop| {
        answer(&question, &Sources::ALL, &options.limits, &options.limit(stop))
    })?;
    fields(py, &question, &found.map_err(failed)?)
}

/// A plan as the document that the program writes, or None if time ran out first.
#[pyfunction]
pub(crate) fn plan<'py>(
    py: Python<'py>,
    position: Position,
    side: Option<&str>,
    options: &Options,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let player = match side {
        Some(side) => Some(color(side)?),
        None => None,
    };
    let plan = without_interpreter(py, |stop| {
        Plan::new(position.0, options.rules, player, &options.limit(stop))
    })?;
    match plan {
        Ok(plan) => Ok(Some(pythonize(py, &PlanDocument::new(&plan))?)),
        Err(PlanError::Stopped) => Ok(None),
        Err(error) => Err(wrong("position", error)),
    }
}

#[pyfunction]
pub(crate) fn search_many<'py>(
    py: Python<'py>,
    positions: Vec<Position>,
    options: &Options,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let questions: Vec<_> = positions.into_iter().map(|it| options.question(it.0)).collect();
    let found = answer_each(py, &questions, &Sources::ALL, options, |answer| answer)?;
    let results = questions.iter().zip(&found);
    results.map(|(question, answer)| fields(py, question, answer)).collect()
}

/// Answers each question, with several threads that share the memory and the time, and keeps the parts
/// of the answer that are wanted.
fn answer_each<T: Send>(
    py: Python<'_>,
    questions: &[Question],
    sources: &Sources<'_>,
    options: &Options,
    wanted: impl Fn(Answer) -> T + Send + Sync,
) -> PyResult<Vec<T>> {
    let answered = without_interpreter(py, |stop| {
        let (limit, mut answers) = (options.limit(stop), Vec::new());
        let work = |question: &Question, limits: &Limits, progress: &dyn Progress| {
            // A search that begins after the end would still clear its table.
            let search = sources.search && !progress.is_stopped();
            answer(question, &Sources { search, ..*sources }, limits, progress).map(&wanted)
        };
        let cost = Question::expected_positions;
        let done =
            each_in_order(questions, (&options.limits, true), &limit, cost, work, |_, answer| {
                answers.push(answer?);
                Ok(())
            });
        done.map(|()| answers)
    })?;
    // If Ctrl-C stopped the job, it has already raised KeyboardInterrupt.
    answered.map_err(failed)
}

/// Takes positions as pairs of own and opponent's discs of 64 bits each. Returns a record of each:
/// sets of 64 bits for one best move and, if requested, for all of them, and the bounds of the value
/// as 8 bits each.
#[pyfunction]
pub(crate) fn search_records(
    py: Python<'_>,
    discs: &[u8],
    size: &str,
    options: &Options,
) -> PyResult<Vec<u8>> {
    let size = read("size", size)?;
    let mut questions = Vec::new();
    for (index, [own, opponent]) in discs.as_chunks().0.as_chunks().0.iter().enumerate() {
        let problem = format!("element {index}: the {size} board has no such square");
        let Some(own) = SquareSet::new(size, u64::from_ne_bytes(*own)) else {
            return Err(wrong("own", problem));
        };
        let Some(opponent) = SquareSet::new(size, u64::from_ne_bytes(*opponent)) else {
            return Err(wrong("opponent", problem));
        };
        let Some(position) = library::Position::new(own, opponent, Color::Black) else {
            let problem = format!("element {index}: two discs are on the same square");
            return Err(wrong("opponent", problem));
        };
        questions.push(Question { lines: Lines::None, ..options.question(position) });
    }
    let sources = Sources { enumeration: false, known: false, forecast: false, ..Sources::ALL };
    let records = answer_each(py, &questions, &sources, options, |answer| {
        let (mut best, mut all) = (None, None);
        if options.find >= Find::BestMove {
            best = answer.best_move();
        }
        if options.find >= Find::BestMoves {
            all = answer.best_moves();
        }
        let (best, all) = (best.into_iter().collect(), all.unwrap_or_default());
        let sets = [best, all]
            .map(|squares: Vec<_>| SquareSet::from_squares(size, squares).bits().to_ne_bytes());
        let bounds = [answer.bounds().lower(), answer.bounds().upper()]
            .map(|score| i8::try_from(score).expect("a board has 64 squares").to_ne_bytes());
        [sets.as_flattened(), bounds.as_flattened()].concat()
    })?;
    Ok(records.concat())
}
