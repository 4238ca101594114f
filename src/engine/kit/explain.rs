//! Finds the squares that are missing in wrong answers, and the mistakes that explain them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use itertools::{Itertools, iproduct};
use othello_core::{Square, SquareSet};
use rayon::prelude::*;

use super::house_rules::HouseRules;
use super::question::{Probe, Question};
use super::report::{Language, Subject, Test, WrongAnswer};

/// The most wrong rules that are found one after the other in answers about a subject.
const ROUNDS: u32 = 3;

/// A wrong answer, and the right one.
pub(super) struct Answered {
    pub(super) question: Question,
    pub(super) requests: Vec<String>,
    pub(super) right: String,
    pub(super) answer: String,
    /// The rules under which it would be right.
    pub(super) rules: Option<HouseRules>,
}

/// Explains each wrong answer by itself, and puts the most telling first. An engine may have made
/// several mistakes on the way to an answer, so wrong rules are also tried together with those that
/// have explained others. Where the engine plays the moves of a game, short games come first, because
/// everything after a wrong move is wrong.
pub(super) fn explain(mut answers: Vec<Answered>, test: &Test) -> Vec<WrongAnswer> {
    let plies = |probe| if let Probe::Perft(plies) = probe { plies } else { 0 };
    answers.sort_by_key(|it| (it.question.subject(), plies(it.question.probe)));
    let mut found = vec![HouseRules::OTHELLO];
    for (subject, round) in iproduct!(Subject::ALL, 0..=ROUNDS) {
        let mut tried = found.clone();
        if round > 0 {
            let both = iproduct!(&found, HouseRules::about(subject).collect_vec());
            tried = both.map(|(known, more)| HouseRules(known.0 | more.0)).unique().collect();
        }
        let open = answers.par_iter_mut().filter(|it| it.rules.is_none());
        let fits = open.filter(|it| it.question.subject() == subject).map(|it| {
            let leads_to = |rules: &HouseRules| {
                rules.answer(&it.question, test).unwrap_or_else(|words| words) == it.answer
            };
            let fitting: Vec<_> = tried.iter().copied().filter(leads_to).collect();
            (it, fitting)
        });
        let fits: Vec<_> = fits.collect();
        let explained = fits.iter().flat_map(|(_, fitting)| fitting).copied().counts();
        for (it, fitting) in fits {
            it.rules = fitting
                .into_iter()
                .min_by_key(|rules| (rules.0.count_ones(), Reverse(explained[rules]), rules.0));
            found.extend(it.rules);
        }
        found = found.into_iter().unique().collect();
    }
    if test.language == Language::Gtp {
        answers.sort_by_key(|it| it.question.game.moves().len());
    }
    answers.into_iter().map(WrongAnswer::from).collect()
}

impl From<Answered> for WrongAnswer {
    fn from(Answered { question, requests, right, answer, rules }: Answered) -> Self {
        let (game, position) = (question.game.clone(), question.game.end());
        let missing = only_in(&question, &right, &answer, HouseRules::OTHELLO);
        let extra = only_in(&question, &answer, &right, rules.unwrap_or(HouseRules::OTHELLO));
        Self {
            subject: question.subject(),
            size: position.size(),
            position,
            game,
            question: question.plain(""),
            requests,
            right,
            answer,
            missing,
            extra,
            explanation: rules.map(|rules| rules.to_string()),
        }
    }
}

/// The squares in one answer that are not in the other, with their directions by these rules.
fn only_in(
    asked: &Question,
    one: &str,
    other: &str,
    rules: HouseRules,
) -> BTreeMap<Square, String> {
    let (Some(one), Some(other)) = (asked.squares(one), asked.squares(other)) else {
        return BTreeMap::new();
    };
    let only = SquareSet::of(one.size(), one.bits() & !other.bits());
    only.into_iter().map(|square| (square, rules.directions(asked, square))).collect()
}
