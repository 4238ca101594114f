//! Finds the squares that are missing in wrong answers, and the mistakes that explain them.

use std::cmp::Reverse;

use othello_core::{Position, SquareSet};

use super::house_rules::{ARROWS, HouseRules, wrong_rules};
use super::probe::{Probe, Subject, moves};
use super::{Marked, Test, WrongAnswer};

/// Explains each wrong answer by itself, and puts the most telling first. Perft and values follow from
/// the other subjects, so they are also explained by the mistakes that explain those.
/// Where the engine plays the moves of a game, short games come first, because everything after a
/// wrong move is wrong.
pub(super) fn explain(answers: &mut [WrongAnswer], test: &Test) {
    let plies = |probe| if let Probe::Perft(plies) = probe { plies } else { 0 };
    answers.sort_by_key(|it| (it.subject, plies(it.probe)));
    let mut lost = 0;
    for wrong in answers.iter_mut() {
        wrong.missing = wrong.only_in(&wrong.right, &wrong.answer, HouseRules::Othello);
        for (at, arrow) in ARROWS.into_iter().enumerate() {
            if wrong.missing.iter().any(|it| it.directions.contains(arrow)) {
                lost |= 1 << at;
            }
        }
    }
    let wrong_rules = wrong_rules(test.rules, lost);
    let (telling, counting): (Vec<_>, Vec<_>) =
        answers.iter_mut().partition(|it| it.subject < Subject::Perft);
    let mut is_made = vec![false; wrong_rules.len()];
    for mut answers in [telling, counting] {
        let mut explained = vec![0; wrong_rules.len()];
        let mut fitting = Vec::new();
        for wrong in &answers {
            let mut fits = Vec::new();
            for (at, (_, rules)) in wrong_rules.iter().enumerate() {
                if !rules.is_about(wrong.subject) && !is_made[at] {
                    continue;
                }
                let answer = rules.answer(&wrong.game, wrong.probe, test);
                if answer.unwrap_or_else(|refusal| refusal) == wrong.answer {
                    fits.push(at);
                    explained[at] += 1;
                }
            }
            fitting.push(fits);
        }
        for (wrong, fits) in answers.iter_mut().zip(fitting) {
            let most = fits.into_iter().min_by_key(|&at| (Reverse(explained[at]), at));
            let mut rules = HouseRules::Othello;
            if let Some(at) = most {
                is_made[at] = true;
                wrong.explanation = Some(wrong_rules[at].0.clone());
                rules = wrong_rules[at].1;
            }
            wrong.extra = wrong.only_in(&wrong.answer, &wrong.right, rules);
        }
    }
    if test.language.plays_moves() {
        answers.sort_by_key(|it| it.game.moves().len());
    }
}

impl WrongAnswer {
    /// The squares of one answer that the other does not have, with their directions by these rules.
    fn only_in(&self, one: &str, other: &str, rules: HouseRules) -> Vec<Marked> {
        let (Some(one), Some(other)) = (self.squares(one), self.squares(other)) else {
            return Vec::new();
        };
        let only = one.into_iter().filter(|&square| !other.contains(square));
        only.map(|square| {
            let directions = rules.directions(self.position, self.probe, square);
            Marked { square, directions }
        })
        .collect()
    }

    /// The moves in an answer, or the discs that a move flips.
    fn squares(&self, answer: &str) -> Option<SquareSet> {
        let size = self.size;
        match self.probe {
            Probe::Moves if ["pass", "over"].contains(&answer) => SquareSet::new(size, 0),
            Probe::Moves => moves(size, answer.split(' ')),
            Probe::Play(new) => {
                let after = Position::parse(size, answer).ok()?;
                let is_flipped = |at| at != new && after.disc(at) != self.position.disc(at);
                let all = SquareSet::all(size).into_iter();
                Some(SquareSet::from_squares(size, all.filter(|&at| is_flipped(at))))
            }
            Probe::Perft(_) | Probe::Value => None,
        }
    }
}
