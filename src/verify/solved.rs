//! Solved boards: the fields are compared with each other, the line is played, and the values and
//! moves are proved.

use std::cmp::Reverse;
use std::iter;

use itertools::Itertools;
use othello_core::answer::{EXHAUSTIVE_SQUARES, Limits, Lines, Question, Sources};
use othello_core::{Color, Find, Game, Mailbox, Progress, Rules, Score, Scoring, Square, ensure};

use super::plain::{self, PlainProver, Proved, Unproved, moves, play};
use super::verdict::{Finding, Verdict, same};
use crate::results::{AnswerDocument, AnsweredMove, TABLE_OF_RESULTS, solve, to_json};

pub(super) fn verify_solved(
    solved: &AnswerDocument,
    contents: &[u8],
    memory: usize,
    progress: &dyn Progress,
) -> Finding {
    let Some(value) = solved.value else { return Err("value: it is missing".to_owned()) };
    let start = contradictions(solved, value)?;
    let prover = PlainProver::new(solved.size, solved.rules(), start.count(None), memory, progress);
    let mut board = Board { solved, value, start, prover };
    progress.begin(&format!("proving {}", solved.size), None);
    let mut open = CLAIMS.iter().filter(|(field, _)| *field != "moves" || solved.moves.is_some());
    // Always try this, whatever cost the file states for itself.
    for (field, prove) in open.by_ref() {
        match prove(&mut board) {
            Ok(()) => {}
            Err(Unproved::Wrong(reason)) => return Err(format!("{field}: {reason}")),
            Err(Unproved::Lack(lack)) => {
                let open = iter::once(field).chain(open.map(|(field, _)| field)).join(", ");
                let detail = format!(
                    "the line leads to the value; {lack} for a proof of {open}, and {} not checked",
                    left_over(solved)
                );
                return Ok((Verdict::Consistent, detail));
            }
        }
    }
    drop(board);
    let detail = match again(solved, progress) {
        Some(again) => {
            same(contents, to_json(&again).as_bytes())?;
            "everything else was recomputed and is the same".to_owned()
        }
        None => format!("{} not checked", left_over(solved)),
    };
    Ok((Verdict::Proved, format!("values, best moves and line; {detail}")))
}

/// The fields that no proof covers. Checking them requires solving the board again.
fn left_over(solved: &AnswerDocument) -> &'static str {
    match solved.has_no_command() {
        true => "proof.method was",
        false if is_exhaustive(solved) => "positions and games were",
        false => "proof.nodes was",
    }
}

/// Whether the board was solved by visiting every position.
fn is_exhaustive(solved: &AnswerDocument) -> bool {
    solved.size.squares() <= EXHAUSTIVE_SQUARES && !solved.has_no_command()
}

/// Makes all cheap comparisons, and plays the line on the plain board. Returns the position. The
/// error is the first contradiction.
fn contradictions(solved: &AnswerDocument, value: Score) -> Result<Mailbox, String> {
    let (size, start) = (solved.size, plain::board(solved.position));
    let is_start = solved.start.is_none_or(|opening| plain::start(size, opening) == start);
    ensure!(is_start, "position: it is not the start");
    best_moves(solved, &start)?;
    line_of_play(solved, value, &start)?;
    valued_moves(solved, &start)?;
    other_score(solved, value)?;
    let is_counted = is_exhaustive(solved);
    let right = [is_counted, is_counted, !is_counted];
    let found = [solved.positions.is_some(), solved.games.is_some(), solved.proof.is_some()];
    ensure!(found == right, "positions, games, proof: wrong combination for {size}");
    Ok(start)
}

/// Checks that the best moves are legal and in order, and that they include every mirror image and
/// rotation of each other.
fn best_moves(solved: &AnswerDocument, start: &Mailbox) -> Result<(), String> {
    let (Some(best), legal) = (&solved.best_moves, moves(start)) else { return Ok(()) };
    for square in best {
        let is_legal = legal.iter().any(|(legal, _)| legal == square);
        ensure!(is_legal, "best_moves: {square} is not legal");
    }
    let is_sorted = best.is_sorted_by(|square, next| square < next);
    ensure!(is_sorted, "best_moves: they are not in the order of squares");
    let has_best = !best.is_empty() || legal.is_empty();
    ensure!(has_best, "best_moves: there is none, but there are legal moves");
    for (square, after) in legal.iter().filter(|(square, _)| best.contains(square)) {
        let images = after.images();
        let missing = legal.iter().find(|(it, after)| images.contains(after) && !best.contains(it));
        if let Some((missing, _)) = missing {
            return Err(format!("best_moves: {missing} is missing, which is as good as {square}"));
        }
    }
    Ok(())
}

/// Checks the end of the line.
fn line_of_play(solved: &AnswerDocument, value: Score, start: &Mailbox) -> Result<(), String> {
    let Some(line) = &solved.line else { return Ok(()) };
    let (end, score) =
        ending(solved.rules(), start, line).map_err(|error| format!("line: {error}"))?;
    let cells = [Some(Color::Black), Some(Color::White), None].map(|cell| Some(end.count(cell)));
    let right = [solved.black, solved.white, solved.empty];
    ensure!(cells == right, "black, white, empty: the line ends with {cells:?}");
    ensure!(score == value, "value: the line ends with {score:+}");
    Ok(())
}

/// The end of a line, and its score for the side to move at the beginning.
fn ending(rules: Rules, start: &Mailbox, line: &Game) -> Result<(Mailbox, Score), String> {
    let end = play(start, line.moves())?;
    ensure!(end.is_over(), "the game is not over at its end");
    let score = end.score(rules);
    Ok((end, start.side().sees(score, end.side())))
}

/// Checks that the moves are exactly the legal ones and in order, that the best of them are the best
/// moves, and that each line begins with its move and ends with its value.
fn valued_moves(solved: &AnswerDocument, start: &Mailbox) -> Result<(), String> {
    let Some(valued) = &solved.moves else { return Ok(()) };
    let is_ordered = valued.is_sorted_by_key(|mv| (Reverse(mv.value), mv.square));
    ensure!(is_ordered, "moves: they are not in order");
    let mut squares: Vec<_> = valued.iter().map(|mv| mv.square).collect();
    squares.sort_unstable();
    let legal = moves(start).into_iter().map(|(square, _)| square);
    ensure!(legal.eq(squares), "moves: they are not the legal moves");
    let best = valued.iter().take_while(|mv| mv.value == solved.value);
    let is_best = best.map(|mv| &mv.square).eq(solved.best_moves.iter().flatten());
    ensure!(is_best, "moves: the best are not best_moves");
    for AnsweredMove { square, value, line, .. } in valued {
        let Some(line) = line else { continue };
        let begins = line.moves().first() == Some(square);
        ensure!(begins, "moves: {square}: the line begins otherwise");
        let (_, score) = ending(solved.rules(), start, line)
            .map_err(|error| format!("moves: {square}: line: {error}"))?;
        ensure!(Some(score) == *value, "moves: {square}: the line ends with {score:+}");
    }
    Ok(())
}

/// Checks that the two values are compatible.
fn other_score(solved: &AnswerDocument, value: Score) -> Result<(), String> {
    let Some(other) = solved.value_empties_to_winner else { return Ok(()) };
    let squares = solved.size.squares();
    let (least, greatest) = solved.score.bounds_with_empties(value, squares);
    ensure!(
        (least..=greatest).contains(&other),
        "value_empties_to_winner: {other:+} is impossible on {squares} squares if value is {value:+}"
    );
    Ok(())
}

/// A board whose claims are proved one by one.
struct Board<'a> {
    solved: &'a AnswerDocument,
    value: Score,
    start: Mailbox,
    prover: PlainProver<'a>,
}

type Prove = fn(&mut Board<'_>) -> Proved;

/// The proofs, in this order. The later ones build on the value.
const CLAIMS: [(&str, Prove); 5] = [
    ("value", |board| board.prover.value(&board.start, board.value)),
    ("value_empties_to_winner", |board| board.value_empties_to_winner()),
    ("best_moves", |board| board.best_moves()),
    ("line", |board| board.line()),
    ("moves", |board| board.moves()),
];

impl Board<'_> {
    fn value_empties_to_winner(&mut self) -> Proved {
        let Some(value) = self.solved.value_empties_to_winner else { return Ok(()) };
        let rules = Rules::new(Scoring::EmptiesToWinner, self.solved.objective);
        self.prover.with(rules).value(&self.start, value)
    }

    /// Each best move keeps the value, and after every other legal move the opponent can do better.
    fn best_moves(&mut self) -> Proved {
        let Some(best) = &self.solved.best_moves else { return Ok(()) };
        for (square, after) in moves(&self.start) {
            let is_best = best.contains(&square);
            self.keeps(square, &after, self.value, is_best)?;
        }
        Ok(())
    }

    /// Each move of the line keeps the value. If all best moves were requested, no earlier move in
    /// the order of squares does.
    fn line(&mut self) -> Proved {
        let mut here = self.start;
        let all_best = self.solved.best_moves.is_some();
        for &square in self.solved.line.iter().flat_map(Game::moves) {
            here = here.pass().unwrap_or(here);
            let value = here.side().sees(self.value, self.start.side());
            for (legal, after) in moves(&here) {
                let is_it = legal == square;
                if is_it || all_best {
                    self.keeps(legal, &after, value, is_it)?;
                }
                if is_it {
                    here = after;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Each move has the value given in the file.
    fn moves(&mut self) -> Proved {
        let legal = moves(&self.start);
        for mv in self.solved.moves.iter().flatten() {
            let found = legal.iter().find(|(square, _)| *square == mv.square);
            let (_, after) = found.expect("the move is legal");
            let Some(value) = mv.value else { continue };
            self.prover.value(after, -value)?;
        }
        Ok(())
    }

    /// Proves that a move keeps the value for the side that makes it, or that it does not. `after` is
    /// the board after the move.
    fn keeps(&mut self, square: Square, after: &Mailbox, value: Score, keeps: bool) -> Proved {
        let (side, score) = if keeps { (!after.side(), value) } else { (after.side(), 1 - value) };
        self.prover.secures(after, side, score).map_err(|unproved| match unproved {
            Unproved::Wrong(reason) => Unproved::Wrong(format!("after {square} {reason}")),
            lack @ Unproved::Lack(_) => lack,
        })
    }
}

/// The board solved again as for its file, if there is time and if a single command makes the file.
fn again(solved: &AnswerDocument, progress: &dyn Progress) -> Option<AnswerDocument> {
    // A search for a single best move may find a different one with another table or more threads.
    if solved.has_no_command() || solved.best_moves.is_none() {
        return None;
    }
    let (find, lines) = match solved.moves {
        Some(_) => (Find::AllMoves, Lines::Each),
        None => (Find::BestMoves, Lines::One),
    };
    let (position, rules) = (solved.position, solved.rules());
    let question = Question { position, rules, find, lines, counts: true };
    let both_scores = solved.value_empties_to_winner.is_some();
    let limits = Limits::single(TABLE_OF_RESULTS);
    let again = solve(&question, &Sources::PROVED, &limits, both_scores, None, progress);
    let Ok(Ok(again)) = again else { return None };
    let mut board = again.board.of_start(solved.start);
    // The file omits the number if it was not reproducible.
    let written = solved.proof.as_ref().and_then(|proof| proof.nodes);
    if let Some(proof) = &mut board.proof
        && written.is_none()
    {
        proof.nodes = None;
    }
    Some(board)
}
