//! Finds a plan for a player.

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
        let files = [&file, &self.svg, &self.html];
        for file in files.into_iter().flatten() {
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
        format.answer(&document, || plan_text(&plan))?;
        format.write_to(file.as_ref(), || to_json(&document))?;
        format.write_to(self.svg.as_ref(), || svg::plan(&plan))?;
        format.write_to(self.html.as_ref(), || html::plan(&plan))
    }
}

fn plan_text(plan: &Plan) -> String {
    let count = plan.steps.len();
    let few = match plan.at_least {
        Some(fewest) if fewest == count => "; no plan has fewer".to_owned(),
        Some(fewest) => format!("; every plan has at least {}", grouped(fewest as u64)),
        None => String::new(),
    };
    let positions = counted(count, "position", "positions");
    let mut text = format!(
        "{}\n\n{positions} in which {} has to move, not counting mirror images{few}\n\n",
        bold(&svg::title(plan)),
        plan.player
    );
    let begins = [format!("{} begins:", plan.position.side())];
    if plan.position.side() != plan.player {
        text +=
            &beside(plan.position, None, begins.into_iter().chain(plan.opening.iter().map(reply)));
    }
    for (number, Step { position, square, replies }) in (1..).zip(&plan.steps) {
        let after = position.play(*square).expect("a plan has legal moves");
        let first = format!("{number}: {} plays {}", plan.player, bold(&square.to_string()));
        text += &beside(after, Some(*square), [first].into_iter().chain(replies.iter().map(reply)));
    }
    text
}

/// A board with lines of text to its right.
fn beside(position: Position, last: Option<Square>, lines: impl Iterator<Item = String>) -> String {
    let width = 2 + 2 * position.size().width() as usize;
    let drawn = drawn_board(position, last);
    let rows = drawn.lines().zip_longest(lines).map(|pair| match pair {
        EitherOrBoth::Both(row, line) => format!("{row}    {line}\n"),
        EitherOrBoth::Left(row) => format!("{row}\n"),
        EitherOrBoth::Right(line) => format!("{:width$}    {line}\n", ""),
    });
    rows.collect::<String>() + "\n"
}

/// A reply, and the continuation of the plan.
fn reply(reply: &Reply) -> String {
    let moves = match reply.game.moves() {
        [] => "pass".to_owned(),
        _ => reply.game.to_string(),
    };
    let then = match reply.then {
        Then::Over(score) => format!("the game is over, {}", value(score, 0)),
        Then::Step(step, symmetry) => {
            let turned = svg::TURNS[usize::from(symmetry.index())];
            format!("{}{}{turned}", step + 1, if turned.is_empty() { "" } else { ", " })
        }
    };
    format!("   {moves:4} → {then}")
}
