//! Whether a player can force a wipe-out: leave the opponent without a disc
//! whatever they do.
//!
//! A search of an AND/OR tree. Its value is made so that it depends on nothing
//! but the position: the empty squares at the wipe-out and one more, or 0 if
//! there is none. The more, the sooner. So one transposition table serves all
//! the questions that are asked of one position, each of which allows one disc
//! more than the last.

use arrayvec::ArrayVec;

use super::host::{Frame, OnGrid, on_grid};
use super::named;
use super::shallow::neighbours;
use super::table::{Entry, Key, Table};
use crate::board::isa::Isa;
use crate::board::{Bitboard, Color, Discs, Position, Shape, Square};
use crate::game::Game;
use crate::progress::Progress;

/// What a search for a forced wipe-out has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forced<S: Shape> {
    /// It can be forced with the placing of so many discs and no fewer; this is
    /// a line of play in which the defender holds out as long as possible.
    Within {
        /// The number of discs placed, by both.
        plies: u32,
        /// The squares on which they are placed. Passes are left out.
        line: Vec<Square<S>>,
    },
    /// It cannot be forced at all.
    Never,
    /// It cannot be forced with the placing of so many discs or fewer. Nothing
    /// is known beyond that.
    NotWithin {
        /// The number of discs placed.
        plies: u32,
    },
}

/// Finds whether `by` can force the opponent off the board before more than
/// `max` discs are placed, with a table of at most `hash` bytes.
///
/// If the search is stopped, it tells how far it came.
///
/// ```
/// # use othello_solver::{Board4x4, Color, Forced, Game, Rect, Start, forced_wipeout};
/// let start = Game::<Board4x4>::start(Start::Diagonal);
/// assert_eq!(forced_wipeout(start, Color::White, u32::MAX, 1 << 20, &()), Forced::Never);
///
/// // On 3×3 White, who moves second, owns a corner from the start.
/// let start = Game::<Rect<u16, 3, 3>>::start(Start::Diagonal);
/// let forced = forced_wipeout(start, Color::White, u32::MAX, 1 << 20, &());
/// assert!(matches!(forced, Forced::Within { plies: 4, .. }));
/// ```
pub fn forced_wipeout<S: Shape>(
    game: Game<S>,
    by: Color,
    max: u32,
    hash: usize,
    progress: &dyn Progress,
) -> Forced<S> {
    let position = game.position().into();
    let attack = game.side() == by;
    match on_grid::<S, _>(Question { position, attack, max, hash, progress }) {
        Outcome::Within(line) => Forced::Within {
            plies: u32::try_from(line.len()).unwrap_or(u32::MAX),
            line: named(line),
        },
        Outcome::Never => Forced::Never,
        Outcome::NotWithin(plies) => Forced::NotWithin { plies },
    }
}

struct Question<'a> {
    position: Discs,
    /// Whether the attacker is to move.
    attack: bool,
    max: u32,
    hash: usize,
    progress: &'a dyn Progress,
}

enum Outcome {
    Within(Vec<u32>),
    Never,
    NotWithin(u32),
}

impl OnGrid for Question<'_> {
    type Output = Outcome;

    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) -> Outcome {
        let position = frame.position(self.position);
        let defender = if self.attack { position.opponent() } else { position.own() };
        if defender.is_empty() {
            return Outcome::Within(Vec::new());
        }
        let empties = frame.region.empty(position).len();
        let table = Table::new(self.hash, empties);
        let mut search = Search { isa, frame, table, progress: self.progress, stopped: false };
        for plies in 1..=empties.min(self.max) {
            self.progress.begin(&format!("within {plies} discs"), None);
            if search.succeeds(position, self.attack, empties + 1 - plies) {
                let line = search.line(position, self.attack, empties + 1 - plies);
                return Outcome::Within(line);
            }
            if search.stopped {
                return Outcome::NotWithin(plies - 1);
            }
        }
        if self.max < empties { Outcome::NotWithin(self.max) } else { Outcome::Never }
    }
}

struct Search<'a, H: Shape, I> {
    isa: I,
    frame: &'a Frame<H>,
    table: Table,
    progress: &'a dyn Progress,
    stopped: bool,
}

/// From so many empty squares on, a search looks whether it is to stop.
const INTERRUPTIBLE: u32 = 10;

impl<H: Shape, I: Isa> Search<'_, H, I> {
    /// Whether the attacker reaches a value of at least `bound`.
    fn succeeds(&mut self, position: Position<H>, attack: bool, bound: u32) -> bool {
        let isa = self.isa;
        let found = isa.run(|| {
            if attack { self.attack(position, bound) } else { self.defend(position, bound) }
        });
        found && !self.stopped
    }

    /// The attacker is to move, and one good move is enough.
    fn attack(&mut self, position: Position<H>, bound: u32) -> bool {
        let empty = self.frame.region.empty(position);
        let empties = empty.len();
        if empties < bound || !self.frame.region.stable(position.opponent(), empty).is_empty() {
            return false;
        }
        if empties >= INTERRUPTIBLE {
            self.stopped |= self.progress.stopped();
            if self.stopped {
                return false;
            }
        }
        let moves = self.isa.moves(position) & empty;
        if moves.is_empty() {
            let can_move = self.isa.moves(position.pass()).intersects(empty);
            return can_move && self.isa.run(|| self.defend(position.pass(), bound));
        }
        let key = Key::new(position);
        let known = self.table.get(key);
        // Values and bounds are at most 65.
        let alpha = bound.cast_signed() - 1;
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value > alpha;
        }
        let found = self.ranked(position, moves, known).into_iter().find(|&(_, square)| {
            let next = self.isa.play(position, square);
            next.own().is_empty() || empties > bound && self.isa.run(|| self.defend(next, bound))
        });
        if !self.stopped {
            let value = if found.is_some() { alpha + 1 } else { alpha };
            self.table.put(key, alpha, value, found.map(|(_, square)| square), 1);
        }
        found.is_some()
    }

    /// The defender is to move, and every move has to be answered.
    fn defend(&mut self, position: Position<H>, bound: u32) -> bool {
        let empty = self.frame.region.empty(position);
        let moves = self.isa.moves(position) & empty;
        if moves.is_empty() {
            return self.isa.moves(position.pass()).intersects(empty)
                && self.isa.run(|| self.attack(position.pass(), bound));
        }
        // A disc in a corner is there to stay.
        if moves.intersects(self.frame.region.corners) || empty.len() <= bound {
            return false;
        }
        self.ranked(position, moves, None).into_iter().all(|(_, square)| {
            let next = self.isa.play(position, square);
            !next.own().is_empty() && self.isa.run(|| self.attack(next, bound))
        })
    }

    /// The moves, those first that leave the opponent the fewest replies, and
    /// before them what the table knows to be best.
    #[inline(always)]
    fn ranked(
        &self,
        position: Position<H>,
        moves: Bitboard<H>,
        known: Option<Entry>,
    ) -> ArrayVec<(u32, Square<H>), 64> {
        let best = known.map_or(Entry::NO_SQUARE, |entry| entry.best[0]);
        let rank = |square: Square<H>| {
            if square.index() == u32::from(best) {
                return 0;
            }
            let next = self.isa.play(position, square);
            let empty = self.frame.region.empty(next);
            let replies = self.isa.moves(next) & empty;
            let later = neighbours(next.opponent()) & empty;
            1 + 64 * replies.len() + later.len()
        };
        let mut ranked: ArrayVec<_, 64> =
            moves.into_iter().map(|square| (rank(square), square)).collect();
        ranked.sort_unstable();
        ranked
    }

    /// A line in which the attacker reaches `bound` and the defender does not
    /// let them reach more.
    fn line(&mut self, mut position: Position<H>, mut attack: bool, bound: u32) -> Vec<u32> {
        let mut line = Vec::new();
        loop {
            let moves = self.isa.moves(position) & self.frame.region.empty(position);
            let chosen = moves.into_iter().find(|&square| {
                let next = self.isa.play(position, square);
                if attack {
                    next.own().is_empty() || self.succeeds(next, false, bound)
                } else {
                    !self.succeeds(next, true, bound + 1)
                }
            });
            position = match chosen {
                Some(square) => {
                    line.push(self.frame.index(square));
                    self.isa.play(position, square)
                }
                None if moves.is_empty() => position.pass(),
                None => return line,
            };
            if position.own().is_empty() {
                return line;
            }
            attack = !attack;
        }
    }
}
