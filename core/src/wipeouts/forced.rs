//! Forced wipe-outs: whether a player can leave the opponent without discs against any defence.
//!
//! This is a search of an AND/OR tree. The value depends only on the position: one more than the
//! number of empty squares at the wipe-out, or 0 if there is none. A greater value is an earlier
//! wipe-out. So one transposition table serves every iteration, and each iteration allows one more
//! disc.

use crate::board::Color;
use crate::board::kernel::{self, Embedding, Isa, Kernel, Shape, on_grid};
use crate::game::{Game, Position, Rules};
use crate::progress::Progress;
use crate::search::{Candidate, Candidates, Context, Entry, Key, Region, Stop, Table};

/// Whether a player can force a wipe-out, and how soon.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedWipeout {
    /// Whether the player can force it; `null` if unknown.
    pub can: Option<bool>,
    /// The number of discs placed until then. If `can` is `null`, the number of discs within which
    /// it cannot be forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// A game where the defender holds out as long as possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Game>"))]
    pub line: Option<String>,
}

/// Finds whether `by` can force the opponent off the board. The transposition table has at most `hash`
/// bytes.
///
/// If the search is stopped, it is unknown with more than the discs searched so far.
///
/// ```
/// # use othello_core::{Color, Position, Size, Start};
/// # use othello_core::wipeouts::forced_wipeout;
/// let start = |side| Position::start(Size::new(side, side).unwrap(), Start::Diagonal);
/// let forced = forced_wipeout(start(4), Color::White, 1 << 20, &());
/// assert_eq!(forced.can, Some(false));
///
/// // On 3×3 White, who moves second, owns a corner from the start.
/// let forced = forced_wipeout(start(3), Color::White, 1 << 20, &());
/// assert_eq!((forced.can, forced.plies), (Some(true), Some(4)));
/// ```
pub fn forced_wipeout(
    root: Position,
    by: Color,
    hash: usize,
    progress: &dyn Progress,
) -> ForcedWipeout {
    match (root.count(by), root.count(!by)) {
        // A side without discs cannot be wiped out.
        (0, _) => ForcedWipeout { can: Some(false), plies: None, line: None },
        (_, 0) => ForcedWipeout { can: Some(true), plies: Some(0), line: Some(String::new()) },
        _ => on_grid(root.size(), Attack { root, by, hash, progress }),
    }
}

struct Attack<'a> {
    root: Position,
    by: Color,
    hash: usize,
    progress: &'a dyn Progress,
}

impl Kernel for Attack<'_> {
    type Output = ForcedWipeout;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> ForcedWipeout {
        let Self { root, by, hash, progress } = self;
        let (empties, region) = (root.empties(), Region::new(board));
        let context = Context::new(isa, &region, Rules::default());
        let (table, stop) = (Table::new(hash, empties), Stop::new(progress));
        let mut search = AttackSearch { context, table, stop, nodes: 0 };
        for moves in 1..=empties {
            progress.begin(&format!("within {moves} discs"), None);
            let bound = empties + 1 - moves;
            if search.succeeds(root, by, bound) {
                let line = Some(search.line(root, by, bound).to_string());
                return ForcedWipeout { can: Some(true), plies: Some(moves), line };
            }
            if search.stop.is_stopped() {
                return ForcedWipeout { can: None, plies: Some(moves - 1), line: None };
            }
        }
        ForcedWipeout { can: Some(false), plies: None, line: None }
    }
}

struct AttackSearch<'a, G: Shape, I> {
    context: Context<'a, G, I>,
    table: Table,
    stop: Stop<'a>,
    nodes: u64,
}

/// After this many nodes, progress is reported and the search checks whether to stop.
const REPORTED: u64 = 1 << 14;

impl<G: Shape, I: Isa> AttackSearch<'_, G, I> {
    /// Whether `by` reaches a value of at least `bound`, so not if the search is stopped.
    fn succeeds(&mut self, position: Position, by: Color, bound: u32) -> bool {
        let (isa, attack) = (self.context.isa, position.side() == by);
        let position = self.context.region.board.position(position.own_and_opponent());
        isa.run(|| self.follow(position, attack, bound)) && !self.stop.is_stopped()
    }

    /// Whether the attacker succeeds. With the attacker to move, one good move is enough; otherwise
    /// every move must have an answer.
    fn follow(&mut self, position: kernel::Position<G>, attack: bool, bound: u32) -> bool {
        let (isa, region) = (self.context.isa, self.context.region);
        if position.own().is_empty() {
            return !attack;
        }
        let empty = region.board.empty(position);
        self.nodes += 1;
        if self.nodes.is_multiple_of(REPORTED) {
            self.stop.report(REPORTED);
        }
        // A disc that can never be flipped saves the defender.
        if empty.len() < bound
            || self.stop.is_stopped()
            || attack && !self.context.stable(position.opponent(), empty).is_empty()
        {
            return false;
        }
        let moves = self.context.moves(position);
        if moves.is_empty() {
            let passed = position.pass();
            return isa.moves(passed).intersects(empty)
                && isa.run(|| self.follow(passed, !attack, bound));
        }
        // A disc in a corner can never be flipped, and the attacker needs a disc too.
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
        let mut candidates = Candidates::new();
        candidates.fill(isa, position, moves);
        // The fewer replies a move leaves, the earlier it is searched.
        candidates.score(known, |it| -self.context.moves(it.next).len().cast_signed());
        let mut decisive = None;
        while let Some(Candidate { next, square, .. }) = candidates.take_best() {
            if isa.run(|| self.follow(next, !attack, bound)) == attack {
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

    /// A line where the attacker reaches `bound`, and the defender prevents a better value.
    fn line(&mut self, root: Position, by: Color, bound: u32) -> Game {
        let mut game = Game::new(root);
        loop {
            let position = game.end().after_forced_pass();
            let chosen = position.moves().into_iter().find(|&square| {
                let (next, attack) = (position.play(square), position.side() == by);
                let bound = if attack { bound } else { bound + 1 };
                self.succeeds(next.expect("the move is legal"), by, bound) == attack
            });
            let Some(square) = chosen else { return game };
            game.play(square).expect("the move is legal");
        }
    }
}
