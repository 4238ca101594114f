//! Solved boards: their line is played, and their value proved.

use std::ops::ControlFlow;

use othello_solver::mailbox::{Disc, Mailbox, Opening};
use othello_solver::proof::{Certificate, Claim, check};
use othello_solver::results::SolvedBoard;
use othello_solver::{
    AnyGame, Board4x4, Cells, Game, Progress, Rules, Score, Scoring, Start, report,
};

use super::super::output::json;
use super::super::prove::Prove;
use super::super::size::Size;
use super::line::{play, square};
use super::{Budget, Verdict, same};

/// A proof takes several searches, and this many positions a second are counted
/// on, to be safe.
const POSITIONS_PER_SECOND: u64 = 1_000_000;

/// What is said of a board whose value was not proved.
const NO_TIME: &str = "the line leads to the value; there was no time for a proof";

/// The table of a proof.
const HASH: usize = 256 << 20;

pub(super) fn verify(
    solved: &SolvedBoard,
    contents: &[u8],
    budget: &Budget<'_>,
) -> Result<Verdict, String> {
    line(solved)?;
    let nodes = solved.proof.as_ref().and_then(|proof| proof.nodes).unwrap_or(0);
    if budget.stopped() || nodes / POSITIONS_PER_SECOND > budget.left().as_secs() {
        return Ok(Verdict::consistent(NO_TIME));
    }
    let size: Size = solved.size.parse().map_err(|error| format!("size: {error}"))?;
    let verdict = values(solved, size, budget)?;
    match solved.start {
        Some(start) if solved.positions.is_some() && size.sides() == (4, 4) => {
            let rules = Rules::new(solved.score, solved.objective);
            let mut again = report::exhaustive(Game::<Board4x4>::start(start), Some(start), rules);
            again.command.clone_from(&solved.command);
            same(contents, json(&again).unwrap_or_default().as_bytes())?;
            Ok(Verdict { detail: verdict.detail + "; all else is made again the same", ..verdict })
        }
        _ => Ok(verdict),
    }
}

/// Plays the line on the plain board.
fn line(solved: &SolvedBoard) -> Result<(), String> {
    let (width, height) = (solved.width as usize, solved.height as usize);
    let claim = Claim {
        width,
        height,
        position: solved.position.clone(),
        rules: Rules::new(solved.score, solved.objective),
        value: solved.value,
    };
    let start = claim.board().ok_or("position: there is no such one")?;
    let opening = solved.start.map(Opening::from);
    if opening.is_some_and(|opening| Mailbox::start(width, height, opening) != Some(start)) {
        return Err("position: it is not the start".to_owned());
    }
    for best in &solved.best_moves {
        let after = square(&start, best).and_then(|square| start.play(square));
        after.ok_or_else(|| format!("best_moves: {best}"))?;
    }
    if !solved.line.starts_with(solved.best_moves.first().map_or("", String::as_str)) {
        return Err("line: it does not begin with the first of the best moves".to_owned());
    }
    let board = play(&start, &solved.line).map_err(|error| format!("line: {error}"))?;
    if !board.is_over() {
        return Err("line: the game is not over at its end".to_owned());
    }
    for (field, value) in
        [("value", solved.value), ("value_empties_to_winner", solved.value_empties_to_winner)]
    {
        if value.unsigned_abs() as usize > start.cells().len() {
            return Err(format!("{field}: {value} is more than the board has squares"));
        }
    }
    let score =
        |rules| if board.side() == start.side() { board.score(rules) } else { -board.score(rules) };
    let cells = [Some(Disc::Black), Some(Disc::White), None].map(|cell| board.count(cell));
    if cells != [solved.black, solved.white, solved.empty] {
        return Err(format!("black, white, empty: the line ends with {cells:?}"));
    }
    if score(claim.rules) != solved.value {
        return Err(format!("value: the line ends with {:+}", score(claim.rules)));
    }
    Ok(())
}

/// What follows from certificates that are made here and checked at once.
fn values(solved: &SolvedBoard, size: Size, budget: &Budget<'_>) -> Result<Verdict, String> {
    let rules = Rules::new(solved.score, solved.objective);
    let tournament = Rules::new(Scoring::EmptiesToWinner, solved.objective);
    let cells = solved.position.parse::<Cells>().ok();
    let game = cells.and_then(|cells| cells.on(size.start(Start::default())));
    let game = game.ok_or("position: it is not of this size")?;
    let after = |name: &String| {
        let square = game.square(name).ok_or_else(|| format!("best_moves: {name}"))?;
        if game.moves() >> square & 1 == 0 {
            return Err(format!("best_moves: {}", game.illegal(square)));
        }
        Ok(game.play(square))
    };
    let mut claims = vec![
        ("value", game, rules, solved.value),
        ("value_empties_to_winner", game, tournament, solved.value_empties_to_winner),
    ];
    let mut different: Vec<AnyGame> = Vec::new();
    for best in &solved.best_moves {
        let after = after(best)?;
        // One proof does for moves that lead to mirror images.
        if !different.iter().any(|other| other.is_image_of(after)) {
            different.push(after);
            claims.push(("best_moves", after, rules, -solved.value));
        }
    }
    for (field, game, rules, value) in claims {
        match proof(size, game, rules, value, budget) {
            _ if budget.stopped() => {
                return Ok(Verdict::consistent(NO_TIME));
            }
            Err(reason) => return Err(format!("{field}: {reason}")),
            Ok(()) => {}
        }
    }
    Ok(Verdict::proved("values and best moves"))
}

/// Proves a value, seen by the side to move: by the search a certificate is made,
/// and the plain engine checks it.
fn proof(
    size: Size,
    game: AnyGame,
    rules: Rules,
    value: Score,
    budget: &Budget<'_>,
) -> Result<(), String> {
    let draft = Certificate::draft(game, rules, value, 4);
    let mut keep = |_: &Certificate| {
        if budget.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let prove = Prove { game, rules, draft, hash: HASH, keep: &mut keep, progress: budget };
    let Some(certificate) = size.dispatch(prove) else {
        return Err("there was no time for a proof".to_owned());
    };
    check(&certificate, budget).map(drop).map_err(|refusal| refusal.to_string())
}
