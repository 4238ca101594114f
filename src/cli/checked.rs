//! Answers every line of a file of positions, and compares the answers with the scores in the file.

use std::mem;

use othello_core::Objective;
use othello_core::Scoring::{Discs, EmptiesToWinner};
use othello_core::answer::{Limits, each_in_order};
use othello_core::notation::{Notation, PositionEntry};
use othello_core::search::expected_positions;

use super::file::{FileLine, Problems};
use super::prelude::*;

/// The help of --score for commands that answer files of positions.
pub(crate) const SCORE_FOR_FILES: &str =
    "How discs are counted [default: discs; empties-to-winner for a file with scores]";

/// The answer to a position of a file.
pub(crate) struct PositionAnswer<A> {
    /// The document.
    pub(crate) answer: A,
    /// The value, if it is the value of the whole game.
    pub(crate) value: Option<Score>,
    /// The values of moves, as far as they are known and are values of the whole game. The first
    /// value of a move counts.
    pub(crate) values: Vec<(Square, Score)>,
    /// The text on the line itself.
    pub(crate) summary: String,
    /// The lines below it.
    pub(crate) details: String,
}

/// Answers each position, compares the answers with the scores in the file, and prints them, or also
/// writes them to another file as JSON Lines. A file is read to its end before the first position is
/// answered, standard input line by line. `answer` may fail for a single position or, in the outer
/// result, for the rest of the file.
pub(crate) fn answer_each<A: Serialize + Send>(
    lines: RecordStream,
    rules: RulesArgs,
    (format, file): (Format, Option<&Path>),
    (shares, bar): ((&Limits, bool), &Bar),
    answer: impl Fn(Asked<'_>) -> Result<Result<PositionAnswer<A>, String>> + Sync,
) -> Result {
    let (mut scoring_of_all, mut has_heading, mut document) = (None, false, String::new());
    let mut problems = Problems { file: lines.name.clone(), ..Problems::default() };
    for batch in lines.batches() {
        let batch = batch?;
        let read: Vec<_> = batch.iter().filter_map(|(_, entry)| entry.as_ref().ok()).collect();
        if scoring_of_all.is_none() && !read.is_empty() {
            let any_scores = read.into_iter().any(has_scores);
            let default = if any_scores { EmptiesToWinner } else { Discs };
            scoring_of_all = Some(rules.for_record(default, None).scoring);
        }
        let scoring = scoring_of_all.unwrap_or_default();
        // The scoring is the same for all; a record may say that the fewest discs win.
        let rules_of = |entry: &PositionEntry| rules.for_record(scoring, entry.objective);
        let work = |(_, entry): &FileLine, limits: &Limits, progress: &dyn Progress| match entry {
            Ok(entry) => answer(Asked { entry, rules: rules_of(entry), limits, progress }),
            Err(error) => Ok(Err(error.clone())),
        };
        let cost = |(_, entry): &FileLine| match entry {
            Ok(entry) => expected_positions(entry.position(), rules_of(entry).objective),
            Err(_) => 0,
        };
        let mut print =
            |(number, entry): &FileLine, answered: Result<PositionAnswer<A>, String>| -> Result {
                if let Ok(entry) = entry
                    && !mem::replace(&mut has_heading, true)
                {
                    let (size, rules) = (entry.position().size(), rules_of(entry));
                    format.text(|| format!("{size} Othello, {rules}\n line  value\n"))?;
                }
                document += &match (entry, answered) {
                    (Err(error), _) => {
                        problems.unreadable.push(*number);
                        format.error(*number, error)?
                    }
                    (Ok(_), Err(error)) => {
                        problems.unanswered.push(*number);
                        format.error(*number, &error)?
                    }
                    (Ok(entry), Ok(answer)) => {
                        let (checked, text) = CheckedAnswer::new(entry, answer, rules_of(entry));
                        if checked.agrees == Some(false) {
                            problems.different.push(*number);
                        }
                        format.line(*number, &checked, &text)?
                    }
                };
                Ok(())
            };
        each_in_order(&batch, shares, bar, cost, work, |line, answered| {
            let answered = answered?;
            bar.above(|| print(line, answered))
        })?;
    }
    if document.is_empty() {
        return Err(Failure::Input(format!("{}: no position found", problems.file)));
    }
    if let (Some(path), true) = (file, has_heading) {
        write_whole(path, document.as_bytes())?;
    }
    problems.check()
}

/// A position of a file, and the means to answer it.
pub(crate) struct Asked<'a> {
    pub(crate) entry: &'a PositionEntry,
    pub(crate) rules: Rules,
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a dyn Progress,
}

/// Whether a line has scores, which always follow the rules of tournament play.
fn has_scores(entry: &PositionEntry) -> bool {
    entry.notation == Notation::Obf || entry.score.is_some() || entry.bounds.is_some()
}

/// The answer to a line, compared with the scores on it.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct CheckedAnswer<A> {
    #[serde(flatten)]
    answer: A,
    /// The score of the position in the file, seen by the side to move. If the file gives scores of
    /// moves, this is the best of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Score>,
    /// Whether the scores in the file equal the values, as far as these were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    /// The scores in the file that differ from the values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
}

/// A score in the file that differs from the value of a move or of the position.
#[derive(Serialize, schemars::JsonSchema)]
struct Difference {
    /// The move; absent if it is the score of the position that differs.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    square: Option<Square>,
    /// The value that was found, seen by the side to move.
    value: Score,
    /// The score in the file, seen by the side to move.
    expected: Score,
}

impl<A> CheckedAnswer<A> {
    /// Compares an answer with the scores, and returns its text too.
    fn new(entry: &PositionEntry, found: PositionAnswer<A>, rules: Rules) -> (Self, String) {
        let PositionAnswer { answer, value, values, summary, details } = found;
        // The result in a game record always follows the rules of tournament play.
        let tournament = Rules::new(EmptiesToWinner, Objective::Most);
        let is_table = matches!(entry.notation, Notation::Obf | Notation::Csv);
        let expected = if is_table || rules == tournament { entry.score } else { None };
        let (mut differences, mut compared) = (Vec::new(), 0);
        for &(square, expected) in &entry.scores {
            let Some((_, value)) = values.iter().find(|(it, _)| *it == square) else { continue };
            compared += 1;
            differences.extend(Difference::of(Some(square), *value, expected));
        }
        if let (Some(value), Some([lower, upper]), None) = (value, entry.bounds, expected) {
            compared += 1;
            differences.extend(Difference::of(None, value, value.clamp(lower, upper)));
        }
        // Whether only the best score was compared, not the score of every move.
        let only_best = compared < entry.scores.len();
        if let (Some(value), Some(expected), []) = (value, expected, &differences[..]) {
            compared += 1;
            differences.extend(Difference::of(None, value, expected));
        }
        let (agrees, verdict) = match (&differences[..], compared) {
            ([], 0) => (None, String::new()),
            ([], _) if only_best => (Some(true), "  best as expected".to_owned()),
            ([], _) => (Some(true), "  as expected".to_owned()),
            (list, _) => {
                let list: Vec<_> = list.iter().map(Difference::text).collect();
                (Some(false), format!("  DIFFERS: {}", list.join("; ")))
            }
        };
        let text = format!("{summary}{verdict}\n{details}");
        (Self { answer, expected, agrees, differences }, text)
    }
}

impl Difference {
    /// The difference between a value and a score, if there is one.
    fn of(square: Option<Square>, value: Score, expected: Score) -> Option<Self> {
        if value == expected { None } else { Some(Self { square, value, expected }) }
    }

    fn text(&self) -> String {
        let Self { square, value, expected } = self;
        let what = square.map_or("the best".to_owned(), |square| square.to_string());
        format!("{what} is {value:+}, the file has {expected:+}")
    }
}
