//! Finds a plan for a player.

use std::iter;

use itertools::{EitherOrBoth, Itertools};
use othello_core::analysis::{Plan, Reply, Step, Then};
use othello_solver::results::{PlanDocument, html, svg};

use super::Solve;
use crate::cli::prelude::*;

/// The maximum number of boards in a drawing.
const MOST_DRAWN: usize = 1_000;

impl Solve {
    pub(super) fn make_plan(&self) -> Result {
        let position = self.board.position(BOARD_4X4)?;
        let rules = self.rules.or_default();
        let (format, file) = self.destination(None);
        for file in [&file, &self.svg, &self.html].into_iter().flatten() {
            check_writable(file)?;
        }
        let bar = self.print.quiet.bar();
        bar.begin("planning", None);
        let plan = Plan::new(position, rules, self.side, &bar).map_err(Failure::failed)?;
        let drawn = self.svg.is_some() || self.html.is_some();
        ensure(!drawn || plan.steps.len() <= MOST_DRAWN, || {
            Failure::Failed(format!(
                "the plan has {} positions, and at most {} are drawn; --output writes all",
                grouped(plan.steps.len() as u64),
                grouped(MOST_DRAWN as u64),
            ))
        })?;
        let document = PlanDocument::new(&plan);
        format.answer(&document, || plan_text(&plan, self.language))?;
        format.write_to(file.as_ref(), || to_json(&document))?;
        format.write_to(self.svg.as_ref(), || svg::plan(&plan, self.language))?;
        format.write_to(self.html.as_ref(), || html::plan(&plan, self.language))
    }
}

fn plan_text(plan: &Plan, language: Language) -> String {
    let (count, player) = (plan.steps.len(), plan.player);
    let few = match plan.at_least {
        Some(fewest) if fewest == count => language.text("; no plan has fewer").to_owned(),
        Some(fewest) => {
            language.say("; every plan has at least {fewest}", &[&grouped(fewest as u64)])
        }
        None => String::new(),
    };
    let positions = if count == 1 { "one position" } else { "{count} positions" };
    let positions = language.say(positions, &[&count]);
    let about = "{positions} in which {player} has to move, not counting mirror images{few}";
    let about = language.say(about, &[&positions, &player, &few]);
    let mut text = format!("{}\n\n{about}\n\n", bold(&svg::title(plan, language)));
    if plan.position.side() != player {
        let begins = language.say("{side} begins:", &[&plan.position.side()]);
        text += &with_replies(plan.position, None, begins, &plan.opening, language);
    }
    for (number, Step { position, square, replies }) in (1..).zip(&plan.steps) {
        let after = position.play(*square).expect("a plan has legal moves");
        let name = bold(&square.to_string());
        let first = language.say("{number}: {player} plays {square}", &[&number, &player, &name]);
        text += &with_replies(after, Some(*square), first, replies, language);
    }
    text
}

/// A board with a line of text and the replies to its right.
fn with_replies(
    position: Position,
    last: Option<Square>,
    first: String,
    replies: &[Reply],
    language: Language,
) -> String {
    let width = 2 + 2 * position.size().width() as usize;
    let drawn = drawn_board(position, last);
    let lines = iter::once(first).chain(replies.iter().map(|it| reply(it, language)));
    let rows = drawn.lines().zip_longest(lines).map(|pair| match pair {
        EitherOrBoth::Both(row, line) => format!("{row}    {line}\n"),
        EitherOrBoth::Left(row) => format!("{row}\n"),
        EitherOrBoth::Right(line) => format!("{:width$}    {line}\n", ""),
    });
    rows.collect::<String>() + "\n"
}

/// A reply, and the continuation of the plan.
fn reply(reply: &Reply, language: Language) -> String {
    let moves = match reply.game.moves() {
        [] => language.text("pass").to_owned(),
        _ => reply.game.to_string(),
    };
    let then = match reply.then {
        Then::Over(score) => language.say("the game is over, {score}", &[&value(score, 0)]),
        Then::Step(step, symmetry) => match svg::TURNS[usize::from(symmetry.index())] {
            "" => (step + 1).to_string(),
            turned => language.say("{number}, {turned}", &[&(step + 1), &turned]),
        },
    };
    format!("   {moves:4} → {then}")
}
