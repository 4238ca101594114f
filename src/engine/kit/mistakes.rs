//! Mistakes that explain wrong answers: rules that programs have followed instead of Othello's.

use std::iter;

use itertools::Itertools;
use othello_core::notation::read_position;
use othello_core::{
    Color, Objective, Position, Rules, Score, Scoring, Size, Square, SquareSet, Turn,
};

use super::explain::Answered;
use super::probe::{Probe, Subject, signed, value};

/// The directions from a disc: an arrow, and the steps in columns and rows.
pub(super) const DIRECTIONS: [(char, i32, i32); 8] = [
    ('↖', -1, -1),
    ('↑', 0, -1),
    ('↗', 1, -1),
    ('←', -1, 0),
    ('→', 1, 0),
    ('↙', -1, 1),
    ('↓', 0, 1),
    ('↘', 1, 1),
];

/// A set of directions, one bit for each.
pub(super) type Directions = u8;

/// ↖, ← and ↙.
const LEFT: Directions = 0b0010_1001;
/// ↗, → and ↘.
const RIGHT: Directions = 0b1001_0100;

/// A mistake in words, and whether an engine that makes it would give an answer. `None` if that cannot
/// be decided.
pub(super) type Mistake = (String, Box<dyn Fn(&Answered) -> Option<bool>>);

/// The mistakes that may explain the answers about a subject, given the wrong ones. Simple mistakes
/// come first.
pub(super) fn mistakes(subject: Subject, wrong: &[&Answered], rules: Rules) -> Vec<Mistake> {
    let others = match subject {
        _ if wrong.is_empty() => return Vec::new(),
        Subject::Perft => return perft_mistakes(),
        Subject::Values => return value_mistakes(rules),
        Subject::LegalMoves => MOVES,
        Subject::Flips => FLIPS,
        Subject::Passes => PASSES,
        Subject::Ends => ENDS,
    };
    let flipping = line_mistakes(wrong)
        .into_iter()
        .map(|(words, flipping)| -> Mistake { (words, Box::new(move |it| flipping.explains(it))) });
    let others = others.iter().map(|&(words, explains)| -> Mistake {
        (words.to_owned(), Box::new(move |it| Some(explains(it))))
    });
    flipping.chain(others).collect()
}

pub(super) fn arrows(directions: Directions) -> impl Iterator<Item = char> {
    let named = DIRECTIONS.iter().enumerate().filter(move |(at, _)| directions >> at & 1 == 1);
    named.map(|(_, &(arrow, ..))| arrow)
}

/// Where a line of flipped discs may end.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum End {
    /// Only before a disc of the player.
    Own,
    /// Also at the edge.
    Edge,
    /// Also before an empty square.
    Empty,
    Anywhere,
}

/// How discs are flipped.
#[derive(Clone, Copy)]
pub(super) struct Flipping {
    /// The directions in which discs are flipped.
    pub(super) directions: Directions,
    /// The directions in which a line continues beyond the edge.
    pub(super) wrapped: Directions,
    /// Whether it continues on the opposite side of the board instead of the next row.
    pub(super) is_torus: bool,
    /// Where a line may end.
    pub(super) end: End,
    /// Whether only the nearest disc of a line is flipped.
    pub(super) only_nearest: bool,
}

impl Flipping {
    /// The rule of Othello.
    pub(super) const RIGHT: Self =
        Self { directions: 0xFF, wrapped: 0, is_torus: false, end: End::Own, only_nearest: false };

    /// The discs flipped by a move in one direction.
    pub(super) fn line(self, position: Position, square: Square, direction: usize) -> u64 {
        let size = position.size();
        let next = |square: &Square| self.next(size, *square, direction);
        let line = iter::successors(next(&square), next).take(size.squares() as usize);
        let mut flips = 0;
        if self.directions >> direction & 1 == 0 {
            return 0;
        }
        for here in line {
            match position.disc(here) {
                Some(color) if color == position.side() => return flips,
                Some(_) if self.only_nearest && flips != 0 => {}
                Some(_) => flips |= 1 << size.index(here),
                None if matches!(self.end, End::Empty | End::Anywhere) => return flips,
                None => return 0,
            }
        }
        if matches!(self.end, End::Edge | End::Anywhere) { flips } else { 0 }
    }

    /// The next square in a direction.
    fn next(self, size: Size, square: Square, direction: usize) -> Option<Square> {
        let (width, height) = (size.width().cast_signed(), size.height().cast_signed());
        let (_, across, down) = DIRECTIONS[direction];
        let (column, row) =
            (square.column().cast_signed() + across, square.row().cast_signed() + down);
        let index = row * width + column;
        let is_wrapped = self.wrapped >> direction & 1 == 1;
        let (column, row) = if (0..width).contains(&column) && (0..height).contains(&row) {
            (column, row)
        } else if is_wrapped && self.is_torus {
            (column.rem_euclid(width), row.rem_euclid(height))
        } else if is_wrapped && (0..width * height).contains(&index) {
            (index % width, index / width)
        } else {
            return None;
        };
        Some(Square::at(column.cast_unsigned(), row.cast_unsigned()))
    }

    fn flips(self, position: Position, square: Square) -> u64 {
        (0..8).fold(0, |flips, direction| flips | self.line(position, square, direction))
    }

    /// The squares on which a disc flips others.
    pub(super) fn moves(self, position: Position) -> SquareSet {
        self.moves_among(empty(position), position)
    }

    fn moves_among(self, squares: SquareSet, position: Position) -> SquareSet {
        let legal = squares.iter().filter(|&square| self.flips(position, square) != 0);
        SquareSet::from_squares(position.size(), legal)
    }

    /// Whether an engine that flips discs in this way would give an answer.
    fn explains(self, it: &Answered) -> Option<bool> {
        let position = it.position();
        let answer = it.squares(&it.answer)?;
        if let Probe::Play(square) = it.probe {
            let after = read_position(position.size(), &it.answer).ok()?;
            return Some(
                after.side() != position.side()
                    && after.disc(square) == Some(position.side())
                    && answer.bits() == self.flips(position, square),
            );
        }
        let is_turn_right = || {
            let is_over = self.moves(position.pass()).is_empty();
            !answer.is_empty() || (it.answer == "over") == is_over
        };
        Some(answer == self.moves(position) && is_turn_right())
    }
}

/// Mistakes about lines of discs.
fn line_mistakes(wrong: &[&Answered]) -> Vec<(String, Flipping)> {
    let right = Flipping::RIGHT;
    let missing =
        wrong.iter().filter_map(|it| it.missing_and_extra().map(|[missing, _]| (it, missing)));
    let missing = missing
        .flat_map(|(it, missing)| missing.iter().map(|square| it.directions(square)))
        .fold(0, |all, directions| all | directions);
    let mut mistakes = Vec::new();
    if let [before @ .., last] = &arrows(missing).collect_vec()[..] {
        let words = match before {
            [] => format!("only {last} is missing"),
            _ => format!("only {} and {last} are missing", before.iter().join(", ")),
        };
        mistakes.push((words, Flipping { directions: !missing, ..right }));
    }
    for wrapped in [0xFF, LEFT, RIGHT].into_iter().chain((0..8).map(|at| 1 << at)) {
        let arrows = arrows(wrapped).collect::<String>();
        let where_to = if wrapped == 0xFF { String::new() } else { format!(" ({arrows})") };
        for (place, is_torus) in [("the next row", false), ("the other side", true)] {
            let words = format!("wraps around the edge to {place}{where_to}");
            mistakes.push((words, Flipping { wrapped, is_torus, ..right }));
        }
    }
    for (words, flipping) in [
        ("flips lines that end at the edge", Flipping { end: End::Edge, ..right }),
        ("flips lines that end at an empty square", Flipping { end: End::Empty, ..right }),
        (
            "flips lines with no disc of its own at the end",
            Flipping { end: End::Anywhere, ..right },
        ),
        ("flips only the nearest disc of a line", Flipping { only_nearest: true, ..right }),
    ] {
        mistakes.push((words.to_owned(), flipping));
    }
    mistakes
}

/// Mistakes that are not about lines, each with whether an engine that makes it would give an answer.
type Others = &'static [(&'static str, fn(&Answered) -> bool)];

const FLIPS: Others = &[
    ("flips in one direction only", |it| {
        let Probe::Play(square) = it.probe else { return false };
        let line = |at| Flipping::RIGHT.line(it.position(), square, at);
        it.squares(&it.answer)
            .is_some_and(|flips| !flips.is_empty() && (0..8).any(|at| line(at) == flips.bits()))
    }),
    ("flips nothing", |it| it.squares(&it.answer).is_some_and(SquareSet::is_empty)),
    ("flips no discs at the edge", without_edge),
    ("does not place the new disc", |it| {
        let Probe::Play(square) = it.probe else { return false };
        let at = it.position().size().index(square) as usize;
        let mut without = it.right.clone();
        without.replace_range(at..=at, "-");
        it.answer == without
    }),
    ("the same player is to move again", |it| is_position(it, Position::pass)),
    ("does not name the opponent as the side to move if they must pass", |it| {
        is_position(it, Position::after_forced_pass)
    }),
];

const MOVES: Others = &[
    ("offers no squares at the edge", without_edge),
    ("offers the moves of the other side", offers_opponents_moves),
    ("offers all empty squares", |it| it.squares(&it.answer) == Some(empty(it.position()))),
    ("offers occupied squares", |it| {
        let all = SquareSet::all(it.position().size());
        it.squares(&it.answer) == Some(Flipping::RIGHT.moves_among(all, it.position()))
    }),
    ("counts rows from below", |it| {
        is_mirrored(it, |size, at| Square::new(at.column(), size.height() - 1 - at.row()))
    }),
    ("counts columns from the right", |it| {
        is_mirrored(it, |size, at| Square::new(size.width() - 1 - at.column(), at.row()))
    }),
    ("exchanges columns and rows", |it| {
        is_mirrored(it, |_, at| Square::new(at.row(), at.column()))
    }),
];

const PASSES: Others = &[
    ("ends the game when a player has no move", |it| it.answer == "over"),
    ("offers the moves of the other side", offers_opponents_moves),
];

const ENDS: Others = &[
    ("passes when neither side has a move", |it| it.answer == "pass"),
    ("sees the end of a game only when the board is full", |it| {
        it.answer == if it.position().empties() == 0 { "over" } else { "pass" }
    }),
];

fn empty(position: Position) -> SquareSet {
    let discs = position.discs(Color::Black).bits() | position.discs(Color::White).bits();
    SquareSet::of(position.size(), !discs)
}

/// Whether the answer is the right position after this change.
fn is_position(it: &Answered, change: fn(Position) -> Position) -> bool {
    let right = read_position(it.position().size(), &it.right);
    right.is_ok_and(|right| it.answer == change(right).to_string())
}

fn offers_opponents_moves(it: &Answered) -> bool {
    it.squares(&it.answer) == Some(it.position().pass().moves())
}

/// Whether the answer is the right one without the squares at the edge.
fn without_edge(it: &Answered) -> bool {
    let size = it.position().size();
    let is_inside = |at: &Square| {
        (1..size.width() - 1).contains(&at.column()) && (1..size.height() - 1).contains(&at.row())
    };
    let right = it.squares(&it.right).expect("it is right").iter().filter(is_inside);
    it.squares(&it.answer) == Some(SquareSet::from_squares(size, right))
}

/// Whether the answer is the right one with each square in another place. If the board does not have
/// that place, there is nothing to compare.
fn is_mirrored(it: &Answered, place: fn(Size, Square) -> Option<Square>) -> bool {
    let (size, right) = (it.position().size(), it.squares(&it.right).expect("it is right"));
    let moved = right.iter().map(|at| place(size, at).filter(|&at| size.contains(at)));
    let moved = moved.collect::<Option<Vec<_>>>();
    moved.is_none_or(|at| it.squares(&it.answer) == Some(SquareSet::from_squares(size, at)))
}

/// Mistakes about perft.
fn perft_mistakes() -> Vec<Mistake> {
    // The additional plies, the plies that a pass takes unless it ends the game, and the number of
    // lines that a game counts as if it ends early.
    let mistakes = [
        ("if passes were not plies", 0, Some(0), 1),
        ("if games that end early did not count", 0, Some(1), 0),
        ("if passes were not plies and games that end early did not count", 0, Some(0), 0),
        ("if a pass ended the game", 0, None, 1),
        ("for one ply less", -1, Some(1), 1),
        ("for one ply more", 1, Some(1), 1),
    ];
    let mistakes = mistakes.into_iter().map(|(words, more, pass, early)| -> Mistake {
        let explains = move |it: &Answered| {
            let Probe::Perft(plies) = it.probe else { return None };
            let plies = plies.checked_add_signed(more)?;
            Some(it.answer == lines(it.position(), plies, pass, early).to_string())
        };
        (format!("right {words}"), Box::new(explains))
    });
    mistakes.collect()
}

/// The number of lines of some plies by other rules.
fn lines(position: Position, plies: u32, pass: Option<u32>, early: u64) -> u64 {
    match (position.turn(), pass) {
        _ if plies == 0 => 1,
        (Turn::Over, _) | (Turn::Pass, None) => early,
        (Turn::Pass, Some(pass)) => lines(position.pass(), plies - pass, Some(pass), early),
        (Turn::Place, _) => {
            position.after_moves().map(|after| lines(after, plies - 1, pass, early)).sum()
        }
    }
}

/// The value if a game ended as soon as a player had no move.
fn value_without_passes(position: Position, rules: Rules) -> Score {
    let values = position.after_moves().map(|after| -value_without_passes(after, rules));
    values.max().unwrap_or_else(|| position.score(rules))
}

/// A value from another point of view.
type View = fn(Position, Score) -> Score;

fn other_value(words: &str, value: impl Fn(Position) -> Score + 'static) -> Mistake {
    let explains = move |it: &Answered| Some(it.answer == signed(value(it.position())));
    (format!("right {words}"), Box::new(explains))
}

/// Mistakes about values: other rules, and other points of view.
fn value_mistakes(rules: Rules) -> Vec<Mistake> {
    let views: [(&str, View); 4] = [
        ("", |_, value| value),
        ("as seen by Black", |position, value| Color::Black.sees(value, position.side())),
        ("as seen by White", |position, value| Color::White.sees(value, position.side())),
        ("as seen by the other side", |_, value| -value),
    ];
    let mut mistakes = Vec::new();
    for ((seen, view), played) in views.into_iter().cartesian_product(Rules::ALL) {
        let scoring = match played.scoring {
            scoring if scoring == rules.scoring => "",
            Scoring::Discs => "if empty squares counted for neither side",
            Scoring::EmptiesToWinner => "if the winner got the empty squares",
        };
        let objective = match played.objective {
            objective if objective == rules.objective => "",
            Objective::Most => "if the most discs won",
            Objective::Fewest => "if the fewest discs won",
        };
        let words = [seen, scoring, objective].into_iter().filter(|words| !words.is_empty());
        mistakes.push(other_value(&words.format(" and ").to_string(), move |position| {
            view(position, value(position, played))
        }));
    }
    mistakes.push(other_value("for the discs on the board, without further moves", move |it| {
        it.score(rules)
    }));
    mistakes.push(other_value("if a player without a move ended the game", move |it| {
        value_without_passes(it, rules)
    }));
    mistakes
}
