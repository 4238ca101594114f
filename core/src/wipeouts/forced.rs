//! Forced wipe-outs: whether a player can leave the opponent without discs against any defence.
//!
//! This is a search of an AND/OR tree. The value depends only on the position: one more than the
//! number of empty squares at the wipe-out, or 0 if there is none. A greater value is an earlier
//! wipe-out. So one transposition table serves every iteration, and each iteration allows one more
//! disc.

use crate::board::kernel::{self, Bitboard, Embedding, Isa, Kernel, Shape, neighbours, on_grid};
use crate::game::{Game, Position, Rules};
use crate::search::{Candidate, Candidates, Context, Entry, Key, Region, Stop, Table};
use crate::{board::Color, progress::Progress};

/// The result of a search for a forced wipe-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forced {
    /// It can be forced, in this number of moves but no fewer. In this game the defender holds out
    /// as long as possible.
    Within {
        /// The game.
        line: Game,
    },
    /// It cannot be forced.
    Never,
    /// It cannot be forced with this number of moves or fewer. With more moves, it is unknown.
    NotWithin {
        /// The number of discs placed by both players.
        moves: u32,
    },
}

/// Finds whether `by` can force the opponent off the board with at most `max` discs placed. The
/// transposition table has at most `hash` bytes.
///
/// If the search is stopped, the result is [`Forced::NotWithin`] with the moves searched so far.
///
/// ```
/// # use othello_core::{Color, Position, Size, Start};
/// # use othello_core::wipeouts::{Forced, forced_wipeout};
/// let start = |side| Position::start(Size::new(side, side).unwrap(), Start::Diagonal);
/// let forced = forced_wipeout(start(4), Color::White, u32::MAX, 1 << 20, &());
/// assert_eq!(forced, Forced::Never);
///
/// // On 3×3 White, who moves second, owns a corner from the start.
/// let forced = forced_wipeout(start(3), Color::White, u32::MAX, 1 << 20, &());
/// assert!(matches!(forced, Forced::Within { line } if line.moves().len() == 4));
/// ```
pub fn forced_wipeout(
    root: Position,
    by: Color,
    max: u32,
    hash: usize,
    progress: &dyn Progress,
) -> Forced {
    // A side without discs cannot be wiped out.
    if root.count(by) == 0 {
        return Forced::Never;
    }
    if root.count(!by) == 0 {
        return Forced::Within { line: Game::new(root) };
    }
    on_grid(root.size(), ForcedKernel { root, by, max, hash, progress })
}

struct ForcedKernel<'a> {
    root: Position,
    /// The attacker.
    by: Color,
    max: u32,
    hash: usize,
    progress: &'a dyn Progress,
}

impl Kernel for ForcedKernel<'_> {
    type Output = Forced;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Forced {
        let Self { root, by, max, hash, progress } = self;
        let (position, empties) = (board.position(root.own_and_opponent()), root.empties());
        let region = Region::new(board);
        let mut search = AndOrSearch {
            context: Context::new(isa, &region, Rules::default()),
            table: Table::new(hash, empties),
            stop: Stop::new(progress),
            nodes: 0,
        };
        for moves in 1..=empties.min(max) {
            progress.begin(&format!("within {moves} discs"), None);
            if search.succeeds(position, root.side() == by, empties + 1 - moves) {
                return Forced::Within { line: search.line(root, by, empties + 1 - moves) };
            }
            if search.stop.is_stopped() {
                return Forced::NotWithin { moves: moves - 1 };
            }
        }
        if max < empties { Forced::NotWithin { moves: max } } else { Forced::Never }
    }
}

struct AndOrSearch<'a, G: Shape, I> {
    context: Context<'a, G, I>,
    table: Table,
    stop: Stop<'a>,
    nodes: u64,
}

/// After this many nodes, progress is reported and the search checks whether to stop.
const REPORTED: u64 = 1 << 14;

impl<G: Shape, I: Isa> AndOrSearch<'_, G, I> {
    /// Whether the attacker reaches a value of at least `bound`.
    fn succeeds(&mut self, position: kernel::Position<G>, attack: bool, bound: u32) -> bool {
        let isa = self.context.isa;
        isa.run(|| self.follow(position, attack, bound)) && !self.stop.is_stopped()
    }

    /// Whether the attacker succeeds. With the attacker to move, one good move is enough; otherwise
    /// every move must have an answer.
    fn follow(&mut self, position: kernel::Position<G>, attack: bool, bound: u32) -> bool {
        let (isa, region) = (self.context.isa, self.context.region);
        let empty = region.board.empty(position);
        if attack {
            self.nodes += 1;
            if self.nodes.is_multiple_of(REPORTED) {
                self.stop.report(REPORTED);
            }
            if empty.len() < bound
                || self.stop.is_stopped()
                || !self.context.stable(position.opponent(), empty).is_empty()
            {
                return false;
            }
        }
        let moves = self.context.moves(position);
        if moves.is_empty() {
            let passed = position.pass();
            return isa.moves(passed).intersects(empty)
                && isa.run(|| self.follow(passed, !attack, bound));
        }
        // A disc in a corner can never be flipped.
        if !attack && (moves.intersects(region.corners) || empty.len() <= bound) {
            return false;
        }
        let key = Key::new(position);
        let known = if attack { self.table.get(key) } else { None };
        // Values and bounds are at most 65.
        let alpha = bound.cast_signed() - 1;
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value > alpha;
        }
        let mut candidates = self.ranked(position, moves, known);
        let mut decisive = None;
        while let Some(Candidate { next, square, .. }) = candidates.take_best() {
            let is_wiped_out = next.own().is_empty();
            let succeeds = if attack && !is_wiped_out {
                empty.len() > bound && isa.run(|| self.follow(next, false, bound))
            } else {
                attack || !is_wiped_out && isa.run(|| self.follow(next, true, bound))
            };
            if succeeds == attack {
                decisive = Some(square);
                break;
            }
        }
        if attack && !self.stop.is_stopped() {
            let value = if decisive.is_some() { alpha + 1 } else { alpha };
            self.table.put(key, Entry::new::<G>(alpha, value, decisive, 1));
        }
        decisive.is_some() == attack
    }

    /// The moves, ordered by the number of replies that they leave the opponent, fewest first. The
    /// best move from the table comes before them.
    #[inline(always)]
    fn ranked(
        &self,
        position: kernel::Position<G>,
        moves: Bitboard<G>,
        known: Option<Entry>,
    ) -> Candidates<G> {
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, moves);
        candidates.score(known, |&mut Candidate { next, .. }| {
            let replies = self.context.moves(next).len();
            let nearby = neighbours(next.opponent()) & self.context.region.board.empty(next);
            -(64 * replies + nearby.len()).cast_signed()
        });
        candidates
    }

    /// A line where the attacker reaches `bound`, and the defender prevents a better value.
    fn line(&mut self, root: Position, by: Color, bound: u32) -> Game {
        let mut game = Game::new(root);
        loop {
            let position = game.end().after_forced_pass();
            let mut after_moves = position.moves().into_iter().zip(position.after_moves());
            let chosen = after_moves.find(|(_, next)| {
                let next = self.context.region.board.position(next.own_and_opponent());
                if position.side() == by {
                    next.own().is_empty() || self.succeeds(next, false, bound)
                } else {
                    !self.succeeds(next, true, bound + 1)
                }
            });
            let Some((square, _)) = chosen else { return game };
            game.play(square).expect("the move is legal");
        }
    }
}
