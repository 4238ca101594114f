//! Mistakes that explain wrong answers: rules that programs have followed instead of Othello's.

use othello_core::{
    Color, Find, Objective, Passes, Position, Rules, Scoring, SearchOptions, Size, Square,
    SquareSet, Turn, perft, search,
};

use super::explain::Answered;
use super::probe::{Probe, Subject, signed};

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

/// A mistake in words, and whether the engine would give an answer if it made this mistake. `None` if
/// that cannot be said.
pub(super) type Mistake<'a> = (String, Box<dyn Fn(&Answered) -> Option<bool> + 'a>);

/// The mistakes that may explain answers about a subject, given those that are wrong. Simple ones come
/// first.
pub(super) fn mistakes<'a>(
    subject: Subject,
    wrong: &[&Answered],
    rules: Rules,
) -> Vec<Mistake<'a>> {
    match subject {
        _ if wrong.is_empty() => Vec::new(),
        Subject::Perft => perft_mistakes(),
        Subject::Values => value_mistakes(rules),
        _ => line_mistakes(wrong).into_iter().chain(other_mistakes(subject)).collect(),
    }
}

pub(super) fn arrows(directions: Directions) -> impl Iterator<Item = char> {
    DIRECTIONS
        .iter()
        .enumerate()
        .filter(move |(at, _)| directions >> at & 1 == 1)
        .map(|(_, of)| of.0)
}

/// Where a line that is flipped may end.
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
    /// The directions in which a line continues behind the edge.
    pub(super) wrapped: Directions,
    /// Whether it continues on the other side of the board, and not on the next row.
    pub(super) is_torus: bool,
    /// Where a line may end.
    pub(super) end: End,
    /// Whether only the nearest disc of a line is flipped.
    pub(super) only_nearest: bool,
}

impl Flipping {
    pub(super) const RIGHT: Self =
        Self { directions: 0xFF, wrapped: 0, is_torus: false, end: End::Own, only_nearest: false };

    /// The discs flipped by a move in one direction.
    pub(super) fn line(self, position: Position, square: Square, direction: usize) -> u64 {
        let size = position.size();
        let (width, height) = (size.width().cast_signed(), size.height().cast_signed());
        let (_, across, down) = DIRECTIONS[direction];
        let (mut column, mut row) = (square.column().cast_signed(), square.row().cast_signed());
        let (mut flips, mut nearest) = (0, 0);
        let mut is_closed = false;
        if self.directions >> direction & 1 == 0 {
            return 0;
        }
        for _ in 0..size.squares() {
            (column, row) = (column + across, row + down);
            if !(0..width).contains(&column) || !(0..height).contains(&row) {
                let index = row * width + column;
                is_closed = matches!(self.end, End::Edge | End::Anywhere);
                if self.wrapped >> direction & 1 == 0 {
                    break;
                }
                (column, row) = match self.is_torus {
                    true => (column.rem_euclid(width), row.rem_euclid(height)),
                    false if (0..width * height).contains(&index) => (index % width, index / width),
                    false => break,
                };
            }
            let here = Square::at(column.cast_unsigned(), row.cast_unsigned());
            match position.disc(here) {
                Some(color) if color != position.side() => flips |= 1 << size.index(here),
                disc => {
                    is_closed = disc.is_some() || matches!(self.end, End::Empty | End::Anywhere);
                    break;
                }
            }
            nearest = if nearest == 0 { flips } else { nearest };
        }
        match is_closed {
            true if self.only_nearest => nearest,
            true => flips,
            false => 0,
        }
    }

    fn flips(self, position: Position, square: Square) -> u64 {
        (0..8).fold(0, |flips, direction| flips | self.line(position, square, direction))
    }

    /// The squares on which a disc flips others.
    pub(super) fn moves(self, position: Position) -> SquareSet {
        let legal = empty(position).iter().filter(|&square| self.flips(position, square) != 0);
        SquareSet::from_squares(position.size(), legal)
    }

    /// Whether this is how the engine flips discs.
    fn explains(self, it: &Answered) -> Option<bool> {
        let position = it.position();
        let answer = it.squares(&it.answer)?;
        Some(match it.probe {
            Probe::Play(square) => {
                let after = Position::parse(position.size(), &it.answer).ok()?;
                after.side() != position.side()
                    && after.disc(square) == Some(position.side())
                    && answer.bits() == self.flips(position, square)
            }
            _ if !answer.is_empty() => answer == self.moves(position),
            _ => {
                let is_over = self.moves(position.pass()).is_empty();
                self.moves(position).is_empty() && (it.answer == "over") == is_over
            }
        })
    }
}

fn empty(position: Position) -> SquareSet {
    let discs = position.discs(Color::Black).bits() | position.discs(Color::White).bits();
    SquareSet::of(position.size(), !discs)
}

/// The squares at the edge of a board.
fn edge(size: Size) -> u64 {
    let is_at_edge = |square: &Square| {
        let (column, row) = (square.column(), square.row());
        column == 0 || row == 0 || column + 1 == size.width() || row + 1 == size.height()
    };
    SquareSet::from_squares(size, SquareSet::all(size).iter().filter(is_at_edge)).bits()
}

/// Mistakes about lines of discs.
fn line_mistakes<'a>(wrong: &[&Answered]) -> Vec<Mistake<'a>> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut flipping = |words: &str, flipping: Flipping| {
        mistakes.push((words.to_owned(), Box::new(move |it| flipping.explains(it))));
    };
    let right = Flipping::RIGHT;
    let missing = wrong.iter().filter_map(|it| {
        let [missing, _] = it.missing_and_extra()?;
        Some(missing.iter().fold(0, |directions, square| directions | it.directions(square)))
    });
    let missing = missing.fold(0, |all, directions| all | directions);
    let named: Vec<_> = arrows(missing).map(String::from).collect();
    let words = match &named[..] {
        [] => String::new(),
        [one] => format!("only {one} is missing"),
        [first @ .., last] => format!("only {} and {last} are missing", first.join(", ")),
    };
    if missing != 0 {
        flipping(&words, Flipping { directions: !missing, ..right });
    }
    let to_side = |side| {
        let goes_there = |&at: &usize| DIRECTIONS[at].1 == side;
        (0..8).filter(goes_there).fold(0, |directions, at| directions | 1 << at)
    };
    let groups = [0xFF, to_side(-1), to_side(1)].into_iter().chain((0..8).map(|at| 1 << at));
    for wrapped in groups {
        let directions = arrows(wrapped).collect::<String>();
        let where_to = if wrapped == 0xFF { String::new() } else { format!(" ({directions})") };
        let next = format!("wraps around the edge to the next row{where_to}");
        flipping(&next, Flipping { wrapped, ..right });
        let side = format!("wraps around the edge to the other side{where_to}");
        flipping(&side, Flipping { wrapped, is_torus: true, ..right });
    }
    for (words, end) in [
        ("flips lines that end at the edge", End::Edge),
        ("flips lines that end at an empty square", End::Empty),
        ("needs no disc of its own at the end of a line", End::Anywhere),
    ] {
        flipping(words, Flipping { end, ..right });
    }
    flipping("flips only the nearest disc of a line", Flipping { only_nearest: true, ..right });

    mistakes
}

/// Mistakes about one subject that are not about lines.
fn other_mistakes<'a>(subject: Subject) -> Vec<Mistake<'a>> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut other = |words: &str, explains: fn(&Answered) -> bool| {
        mistakes.push((words.to_owned(), Box::new(move |it| Some(explains(it)))));
    };
    match subject {
        Subject::Flips => {
            other("flips in one direction only", |it| {
                let Probe::Play(square) = it.probe else { return false };
                it.squares(&it.answer).is_some_and(|flips| {
                    let line = |at| Flipping::RIGHT.line(it.position(), square, at);
                    (0..8).any(|at| !flips.is_empty() && line(at) == flips.bits())
                })
            });
            other("flips nothing", |it| it.squares(&it.answer).is_some_and(SquareSet::is_empty));
            other("flips no discs at the edge", without_edge);
            other("does not place the new disc", |it| {
                let Probe::Play(square) = it.probe else { return false };
                let at = it.position().size().index(square) as usize;
                let mut without = it.right.clone();
                without.replace_range(at..=at, "-");
                it.answer == without
            });
            let side: fn(&Answered) -> bool = |it| {
                let (cells, side) = it.right.split_at(it.right.len() - 1);
                it.answer == cells.to_owned() + if side == "X" { "O" } else { "X" }
            };
            other("the same player is to move again", side);
            other("does not name the opponent as the side to move if they must pass", |it| {
                let right = Position::parse(it.position().size(), &it.right);
                right.is_ok_and(|right| it.answer == right.after_forced_pass().to_string())
            });
        }
        Subject::LegalMoves => {
            other("offers no squares at the edge", without_edge);
            other("offers the moves of the other side", |it| {
                it.squares(&it.answer) == Some(it.position().pass().moves())
            });
            other("offers all empty squares", |it| {
                it.squares(&it.answer) == Some(empty(it.position()))
            });
            other("offers occupied squares", |it| {
                let size = it.position().size();
                let all = SquareSet::all(size).iter();
                let flip = all.filter(|&at| Flipping::RIGHT.flips(it.position(), at) != 0);
                it.squares(&it.answer) == Some(SquareSet::from_squares(size, flip))
            });
            other("counts rows from below", |it| {
                mirrored(it, |size, at| Square::new(at.column(), size.height() - 1 - at.row()))
            });
            other("counts columns from the right", |it| {
                mirrored(it, |size, at| Square::new(size.width() - 1 - at.column(), at.row()))
            });
            other("exchanges columns and rows", |it| {
                mirrored(it, |_, at| Square::new(at.row(), at.column()))
            });
        }
        Subject::Passes => {
            other("ends the game when a player has no move", |it| it.answer == "over");
            other("offers the moves of the other side", |it| {
                it.squares(&it.answer) == Some(it.position().pass().moves())
            });
        }
        _ => {
            other("passes when neither side has a move", |it| it.answer == "pass");
            other("sees the end of a game only when the board is full", |it| {
                it.answer == if it.position().empties() == 0 { "over" } else { "pass" }
            });
        }
    }
    mistakes
}

/// Whether the answer is the right one without the squares at the edge.
fn without_edge(it: &Answered) -> bool {
    let squares = it.squares(&it.right).zip(it.squares(&it.answer));
    let edge = edge(it.position().size());
    squares.is_some_and(|(right, answer)| answer.bits() == right.bits() & !edge)
}

/// Whether the answer is the right one with each square in another place. On boards without that
/// place, there is nothing to compare.
fn mirrored(it: &Answered, place: fn(Size, Square) -> Option<Square>) -> bool {
    let (size, right) = (it.position().size(), it.squares(&it.right).expect("it is right"));
    let moved = right.iter().map(|at| place(size, at).filter(|&at| size.contains(at)));
    let moved = moved.collect::<Option<Vec<_>>>();
    moved.is_none_or(|at| it.squares(&it.answer) == Some(SquareSet::from_squares(size, at)))
}

/// The number of lines of some plies by other rules: whether passes are free, whether a forced pass
/// ends a game, and how many lines a game that ends early counts as.
fn lines(position: Position, plies: u32, is_free: bool, ends: bool, early: u64) -> u64 {
    let deeper = |after, plies| lines(after, plies, is_free, ends, early);
    match position.turn() {
        _ if plies == 0 => 1,
        Turn::Over => early,
        Turn::Pass if ends => early,
        Turn::Pass => deeper(position.pass(), plies - u32::from(!is_free)),
        Turn::Place => position.after_moves().map(|after| deeper(after, plies - 1)).sum(),
    }
}

/// Mistakes about perft.
fn perft_mistakes<'a>() -> Vec<Mistake<'a>> {
    let mistake = |words: &str, count: fn(Position, u32) -> u64| -> Mistake {
        let explains = move |it: &Answered| {
            let Probe::Perft(plies) = it.probe else { return None };
            Some(it.answer == count(it.position(), plies).to_string())
        };
        (words.to_owned(), Box::new(explains))
    };
    vec![
        mistake("right if passes were not plies", |position, plies| {
            lines(position, plies, true, false, 1)
        }),
        mistake("right if games that end early did not count", |position, plies| {
            lines(position, plies, false, false, 0)
        }),
        mistake(
            "right if passes were not plies and games that end early did not count",
            |position, plies| lines(position, plies, true, false, 0),
        ),
        mistake("right if a pass ended the game", |position, plies| {
            lines(position, plies, false, true, 1)
        }),
        mistake("right for one ply less", |position, plies| {
            perft(position, plies - 1, Passes::Ply, &())
        }),
        mistake("right for one ply more", |position, plies| {
            perft(position, plies + 1, Passes::Ply, &())
        }),
    ]
}

/// The value, from the point of view of the side to move.
pub(super) fn value(position: Position, rules: Rules) -> i32 {
    let (hash, find) = (1 << 20, Find::Value);
    let options = SearchOptions { rules, hash, find, ..SearchOptions::default() };
    search(position, &options, &()).value().expect("the search was not stopped")
}

/// The value if a game ended as soon as a player had no move.
fn value_without_passes(position: Position, rules: Rules) -> i32 {
    let values = position.after_moves().map(|after| -value_without_passes(after, rules));
    values.max().unwrap_or_else(|| position.score(rules))
}

/// A value from another point of view.
type View = fn(Position, i32) -> i32;

/// Mistakes about values: other rules, and other points of view.
fn value_mistakes<'a>(rules: Rules) -> Vec<Mistake<'a>> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut mistake = |words: &[&str], value: Box<dyn Fn(Position) -> i32>| {
        let words = words.iter().filter(|words| !words.is_empty()).copied().collect::<Vec<_>>();
        let explains = move |it: &Answered| Some(it.answer == signed(value(it.position())));
        mistakes.push((format!("right {}", words.join(" and ")), Box::new(explains)));
    };
    let views: [(&str, View); 4] = [
        ("", |_, value| value),
        ("as seen by Black", |position, value| Color::Black.sees(value, position.side())),
        ("as seen by White", |position, value| Color::White.sees(value, position.side())),
        ("as seen by the other side", |_, value| -value),
    ];
    for (seen, view) in views {
        for played in Rules::ALL {
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
            mistake(
                &[seen, scoring, objective],
                Box::new(move |position| view(position, value(position, played))),
            );
        }
    }
    mistake(
        &["for the discs on the board, without further moves"],
        Box::new(move |it| it.score(rules)),
    );
    mistake(
        &["if a player without a move ended the game"],
        Box::new(move |it| value_without_passes(it, rules)),
    );
    mistakes
}
