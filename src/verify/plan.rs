//! Plans: each step and every reply to it is played on the plain board.
//!
//! Each move must be legal, each list of replies complete, and each reply must lead to another step or
//! to a final score that is good enough. By induction on the number of discs, which only grows, the
//! plan then secures its score.

use std::slice;

use othello_core::analysis::Plan;
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::notation::read_position;
use othello_core::{Find, Mailbox, Position, Progress, Rules, Score, Square};

use super::plain::{moves, play};
use super::verdict::{Finding, Verdict, possible, same};
use crate::results::{PlanDocument, PlanReply, to_json};
use crate::storage::ensure;

pub(super) fn verify(plan: &PlanDocument, bytes: &[u8], progress: &dyn Progress) -> Finding {
    possible(plan.score, plan.size.squares(), [&plan.secures])
        .map_err(|error| format!("secures: {error}"))?;
    let board = |text: &str| {
        let (width, height) = (plan.size.width() as usize, plan.size.height() as usize);
        let board = Mailbox::parse(width, height, text);
        board.ok_or_else(|| format!("'{text}' is not a position of {}", plan.size))
    };
    let boards: Vec<_> =
        plan.steps.iter().map(|step| board(&step.position)).collect::<Result<_, _>>()?;
    let count = boards.len();
    ensure!(plan.positions == count, "positions: there are {count}");
    let root = board(&plan.position)?;
    let start = plan.start.map(|start| super::plain::start(plan.size, start));
    ensure!(start.is_none_or(|start| start == root), "start: the position is another");
    let follow = |board: &Mailbox, replies: &[PlanReply]| {
        let mut replies = replies.iter();
        check_replies(plan, &boards, *board, &mut Vec::new(), &mut replies)?;
        replies.next().map_or(Ok(()), |reply| Err(format!("'{}' cannot be played", reply.moves)))
    };
    follow(&root, &plan.opening).map_err(|reason| format!("opening: {reason}"))?;
    for (number, (step, board)) in (1..).zip(plan.steps.iter().zip(&boards)) {
        let check = || {
            ensure!(step.number == number, "it should have the number {number}");
            ensure!(board.side() == plan.player, "{} is not to move", plan.player);
            follow(&play(board, &[step.square])?, &step.replies)
        };
        check().map_err(|reason| format!("step {}: {reason}", step.number))?;
    }
    let root = read_position(plan.size, &plan.position).map_err(|error| error.problem)?;
    let best = match known_value(root, plan.rules())?.map(|it| plan.player.sees(it, root.side())) {
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
    Ok((Verdict::Proved, proved + "; made again, byte for byte"))
}

/// The value of a position for the side to move, if it is known without a search.
fn known_value(position: Position, rules: Rules) -> Result<Option<Score>, String> {
    let question = Question::usual(position, rules).with_goal(Find::Value);
    match answer(&question, &Sources::LOOKUPS, &Limits::single(0), &()) {
        Ok(answer) => Ok(answer.value()),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks that the next replies are those after `line`, which led to the board, in the order of
/// squares.
fn check_replies(
    plan: &PlanDocument,
    steps: &[Mailbox],
    board: Mailbox,
    line: &mut Vec<Square>,
    replies: &mut slice::Iter<'_, PlanReply>,
) -> Result<(), String> {
    let board = board.pass().unwrap_or(board);
    if board.side() != plan.player && !board.is_over() {
        for (square, after) in moves(&board) {
            line.push(square);
            check_replies(plan, steps, after, line, replies)?;
            line.pop();
        }
        return Ok(());
    }
    let moves: String = line.iter().map(Square::to_string).collect();
    let reply = replies.next().filter(|reply| reply.moves == moves);
    let reply = reply.ok_or_else(|| format!("there should be a reply '{moves}'"))?;
    if board.is_over() {
        let score = plan.player.sees(board.score(plan.rules()), board.side());
        ensure!(score >= plan.secures, "after '{moves}' the score is {score:+}");
        let is_right = (reply.step, reply.turned, reply.ends) == (None, None, Some(score));
        ensure!(is_right, "the game is over after '{moves}', with the score {score:+}");
        return Ok(());
    }
    let step = reply.step.filter(|_| reply.ends.is_none());
    let step = step.and_then(|number| steps.get(number.checked_sub(1)?));
    let turned = usize::from(reply.turned.unwrap_or_default().index());
    let image = step.and_then(|step| step.images().get(turned).copied());
    ensure!(image == Some(board), "'{moves}' leads to another step");
    Ok(())
}
