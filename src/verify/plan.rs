//! Plans: each step and every reply to it is played on the plain board.
//!
//! Each move must be legal, each list of replies complete, and each reply must lead to another step or
//! to a final score that is good enough. By induction on the number of discs, which only grows, the
//! plan then secures its score.

use itertools::{EitherOrBoth, Itertools};
use othello_core::analysis::Plan;
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::notation::read_position;
use othello_core::{Color, Find, Mailbox, Progress, Size, ensure};

use super::plain::{moves, play};
use super::verdict::{Finding, Verdict, possible, same};
use crate::results::{PlanDocument, PlanReply, PlanStep, to_json};

pub(super) fn verify_plan(plan: &PlanDocument, bytes: &[u8], progress: &dyn Progress) -> Finding {
    possible(plan.score, plan.size.squares(), [&plan.secures])
        .map_err(|error| format!("secures: {error}"))?;
    let read = plan.steps.iter().map(|step| mailbox_of_text(plan.size, &step.position));
    let check = Check { plan, steps: read.collect::<Result<_, _>>()? };
    let count = check.steps.len();
    ensure!(plan.positions == count, "positions: there are {count}");
    let root = mailbox_of_text(plan.size, &plan.position)?;
    let start = plan.start.map(|start| super::plain::start(plan.size, start));
    ensure!(start.is_none_or(|start| start == root), "start: the position is another");
    check.replies(root, &plan.opening).map_err(|reason| format!("opening: {reason}"))?;
    for (number, step) in (1..).zip(&plan.steps) {
        check.step(number, step).map_err(|reason| format!("step {}: {reason}", step.number))?;
    }
    let root = read_position(plan.size, &plan.position).map_err(|error| error.problem)?;
    let question = Question::usual(root, plan.rules()).with_goal(Find::Value);
    let known = answer(&question, &Sources::LOOKUPS, &Limits::single(0), &());
    let known = known.map_err(|error| error.to_string())?.value();
    let best = match known.map(|value| plan.player.sees(value, root.side())) {
        Some(value) if value == plan.secures => String::new(),
        Some(value) => format!("; the value is {value:+} for {}", plan.player),
        None => "; the value is not known without a search".to_owned(),
    };
    let proved = format!("every reply to each of its {count} moves was played{best}");
    let Some(least) = plan.least_possible else { return Ok((Verdict::Proved, proved)) };
    ensure!(least <= count, "least_possible: the plan has only {count} positions");
    // The only way to check a bound is to make the plan again.
    let again = Plan::new(root, plan.rules(), Some(plan.player), progress);
    let Ok(again) = again else {
        let detail = proved + "; least_possible was not checked: there was no time";
        return Ok((Verdict::Consistent, detail));
    };
    same(bytes, to_json(&PlanDocument::new(&again)).as_bytes())?;
    Ok((Verdict::Proved, proved + "; reproduced byte for byte"))
}

fn mailbox_of_text(size: Size, text: &str) -> Result<Mailbox, String> {
    let board = Mailbox::parse(size.width() as usize, size.height() as usize, text);
    board.ok_or_else(|| format!("'{text}' is not a position of {size}"))
}

/// A plan, and the positions of its steps.
struct Check<'a> {
    plan: &'a PlanDocument,
    steps: Vec<Mailbox>,
}

impl Check<'_> {
    /// Checks the step with a number, counted from 1.
    fn step(&self, number: usize, step: &PlanStep) -> Result<(), String> {
        ensure!(step.number == number, "it should have the number {number}");
        let board = &self.steps[number - 1];
        ensure!(board.side() == self.plan.player, "{} is not to move", self.plan.player);
        self.replies(play(board, &[step.square])?, &step.replies)
    }

    /// Checks that these are exactly the replies in a position, in the order of squares.
    fn replies(&self, board: Mailbox, replies: &[PlanReply]) -> Result<(), String> {
        let mut ends = Vec::new();
        play_on(self.plan.player, board, String::new(), &mut ends);
        for pair in ends.iter().zip_longest(replies) {
            match pair {
                EitherOrBoth::Both((moves, board), reply) if reply.moves == *moves => {
                    self.reply(board, reply)?;
                }
                EitherOrBoth::Both((moves, _), _) | EitherOrBoth::Left((moves, _)) => {
                    return Err(format!("there should be a reply '{moves}'"));
                }
                EitherOrBoth::Right(reply) => {
                    return Err(format!("'{}' cannot be played", reply.moves));
                }
            }
        }
        Ok(())
    }

    /// Checks that a reply leads to another step or, if the game is over, to a score that is good enough.
    fn reply(&self, board: &Mailbox, reply: &PlanReply) -> Result<(), String> {
        let (plan, moves) = (self.plan, &reply.moves);
        if board.is_over() {
            let score = plan.player.sees(board.score(plan.rules()), board.side());
            ensure!(score >= plan.secures, "after '{moves}' the score is {score:+}");
            let is_right = (reply.step, reply.turned, reply.ends) == (None, None, Some(score));
            ensure!(is_right, "the game is over after '{moves}', with the score {score:+}");
            return Ok(());
        }
        let step = reply.step.and_then(|number| self.steps.get(number.checked_sub(1)?));
        let turned = usize::from(reply.turned.unwrap_or_default().index());
        let image = step.and_then(|step| step.images().get(turned).copied());
        let is_right = image.as_ref() == Some(board) && reply.ends.is_none();
        ensure!(is_right, "'{moves}' leads to another step");
        Ok(())
    }
}

/// Adds every way to play on until `player` has to move or the game is over: the moves so far and the
/// board.
fn play_on(player: Color, board: Mailbox, line: String, ends: &mut Vec<(String, Mailbox)>) {
    let board = board.pass().unwrap_or(board);
    if board.side() == player || board.is_over() {
        ends.push((line, board));
        return;
    }
    for (square, after) in moves(&board) {
        play_on(player, after, format!("{line}{square}"), ends);
    }
}
