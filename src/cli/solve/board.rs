//! Solves a single position, and writes the result file if it is a start.

use std::fs;
use std::time::Instant;

use othello_core::Find;
use othello_core::answer::{Answer, EXHAUSTIVE_SQUARES, Limits, Question, Sources, answer};
use othello_solver::results::{AnswerDocument, Proof, Solved, Variant, solve, svg};
use othello_solver::storage::{JobFolder, ResumeError, takes_a_year};

use super::{Solve, text};
use crate::cli::console::print_document;
use crate::cli::output::{has_results, job_folder, resume_hint};
use crate::cli::prelude::*;

impl Solve {
    pub(super) fn solve_board(&self) -> Result {
        let (position, start) = (self.board.position(BOARD_4X4)?, self.board.at_start());
        let rules = self.rules.or_default();
        let is_known =
            self.time.is_some() && is_searched(position.size()) && is_known(position, rules)?;
        // Whether the answer belongs in a result file, which depends only on the rules and the code.
        let is_for_file = start.is_some() && !is_known;
        // The file under results/ to which the answer belongs.
        let own_file = match start {
            Some(start) if is_for_file && !self.all_moves && self.output.is_none() => {
                let variant = Variant { start, rules }.file_name();
                Some(PathBuf::from(format!("results/{}{variant}.json", position.size())))
            }
            _ => None,
        };
        let usual_file = if has_results() { own_file.clone() } else { None };
        let (format, file) = self.destination(usual_file);
        file.as_deref().map_or(Ok(()), check_writable).map_err(Failure::failed)?;
        let is_long = is_searched(position.size()) && !takes_a_year(position, rules);
        let job = match &file {
            Some(file) if self.time.is_none() && is_long => {
                job_folder(file, "solve", position, rules)?
            }
            _ => None,
        };
        let is_resumed = job.as_ref().is_some_and(JobFolder::is_begun);

        let began = Instant::now();
        let mut usual = Question::usual(position, rules);
        // All best moves of a start are found.
        if start.is_some() {
            usual.find = Find::BestMoves;
        }
        let question = Question { counts: true, ..self.question(usual) };
        let found = self.search(&question, is_for_file, job.as_ref())?;
        let time = began.elapsed();
        let solved = match found {
            Ok(solved) => solved,
            Err(open) => {
                let document = AnswerDocument::open(&question, &open).of_start(start);
                return format.answer(&document, || {
                    let has_file = file.is_some() || self.svg.is_some();
                    let written = if has_file { NOT_COMPLETE } else { "" };
                    text::of_open(&open, start)
                        + &text::time(open.nodes(), time, false, "")
                        + written
                });
            }
        };

        let document = to_json(&solved.board);
        // Print the answer even if it cannot be written, for example because the disk is full.
        let report = file.as_deref().map(|path| {
            if knows_more(path, &solved.board) {
                let name = shown(path);
                return Ok(format!("kept       {name}, with the node count of one thread\n"));
            }
            write_whole(path, document.as_bytes()).map(|()| written(path))
        });
        let report = report.transpose().map_err(Failure::failed);
        if let (Some(job), Ok(_)) = (job, &report) {
            job.leave();
        }
        match format {
            Format::Json => print_document(&document)?,
            Format::Text => {
                let time = text::time(solved.looked_at, time, is_resumed, ", looked up");
                let report = match &report {
                    Ok(Some(report)) => report,
                    Ok(None) if own_file.is_some() => NO_FOLDER,
                    _ => "",
                };
                print(&(text::of_solved(&solved.board) + &time + report))?;
            }
        }
        if let Some(path) = &self.svg {
            write_whole(path, svg::solved(&solved.board).as_bytes())?;
        }
        report.map(|_| ())
    }

    /// Does the search that the arguments ask for. For the result file of a start, known values are
    /// used only if the time is limited. If time runs out, the inner error has what is proved by then.
    fn search(
        &self,
        question: &Question,
        is_for_file: bool,
        job: Option<&JobFolder>,
    ) -> Result<Result<Solved, Box<Answer>>> {
        let start = self.board.at_start();
        // With one thread, the number of nodes is the same on every machine.
        let usual = if is_for_file { 1 } else { self.resources.threads() };
        let threads = self.resources.threads.unwrap_or(usual);
        let limits = Limits::new(self.resources.memory.hash, threads);
        let sources = if is_for_file { Sources::PROVED } else { Sources::ALL };
        let sources = Sources { forecast: self.time.is_some(), ..sources };
        let bar = self.print.quiet.bar();
        let limited = self.time.map(|time| bar.limit(time));
        let progress: &dyn Progress = match &limited {
            Some(limited) => limited,
            None => &bar,
        };
        match solve(question, &sources, &limits, is_for_file, job, progress) {
            Ok(Ok(found)) => Ok(Ok(Solved { board: found.board.of_start(start), ..found })),
            Ok(Err(open)) if self.time.is_some() && !bar.is_stopped() => Ok(Err(open)),
            Ok(Err(open)) => Err(Failure::Failed(text::stopped(&open) + "; " + &resume_hint(job))),
            Err(ResumeError::Checkpoint(error)) => Err(Failure::of_state(error)),
            Err(ResumeError::Answer(error)) => Err(Failure::failed(error)),
        }
    }
}

/// Whether a board of this size needs a search, which can take long.
fn is_searched(size: Size) -> bool {
    size.squares() > EXHAUSTIVE_SQUARES
}

/// Whether the value is known without a search.
fn is_known(position: Position, rules: Rules) -> Result<bool> {
    let question = Question::usual(position, rules).with_goal(Find::Value);
    let answer = answer(&question, &Sources::LOOKUPS, &Limits::single(0), &());
    Ok(answer.map_err(Failure::failed)?.value().is_some())
}

const NOT_COMPLETE: &str = "written    nothing: the answer is not complete\n";

const NO_FOLDER: &str = "written    nothing: no results/ folder here; use --output FILE\n";

/// Whether the file already has this answer and also the number of nodes, because it was made by one
/// thread.
fn knows_more(file: &Path, board: &AnswerDocument) -> bool {
    let Some(Proof { nodes: None, .. }) = board.proof else { return false };
    if !file.is_file() {
        return false;
    }
    let Ok(text) = fs::read(file) else { return false };
    let Ok(earlier) = serde_json::from_slice::<AnswerDocument>(&text) else { return false };
    earlier.proof != board.proof
        && AnswerDocument { proof: board.proof.clone(), ..earlier } == *board
}
