//! The search of one thread: its state, and access to the tables.

use super::{Context, Entry, Key, LocalTable, Sibling, Stop, Table};
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::evaluation::Evaluation;
use crate::game;

/// Calls a method with four arguments, compiled with the instruction set. The arguments stay in
/// registers. A function instead of the closure would be compiled without the instruction set.
macro_rules! run {
    ($search:ident.$method:ident $(::<$($option:tt),+>)? ($a:expr, $b:expr, $c:expr, $d:expr)) => {
        $search.context.isa.run_with(
            #[inline(always)]
            |search: &mut Self, a, b, c, d| search.$method $(::<$($option),+>)? (a, b, c, d),
            ($search, $a, $b, $c, $d),
        )
    };
}
pub(super) use run;

/// One thread of a search, on the grid `G`.
///
/// It is aligned so that it shares no cache line: two threads that count nodes in the same line are
/// three times slower.
#[derive(Clone)]
#[repr(align(128))]
pub(crate) struct Search<'a, G: Shape, I> {
    pub(crate) context: Context<'a, G, I>,
    pub(crate) table: &'a Table,
    /// The small table of this thread, if it has one.
    pub(super) local: Option<&'a LocalTable>,
    pub(crate) stop: &'a Stop<'a>,
    /// Whether to split nodes among threads.
    pub(crate) parallel: bool,
    /// The move of this thread, while other threads search its siblings.
    pub(super) sibling: Option<&'a Sibling<'a>>,
    /// The trained evaluation of the board, if there is one and it is useful.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// How many plies to take off the searches that rank moves.
    pub(crate) reduction: u32,
    pub(crate) state: SearchState,
}

/// A selective search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// Its place in the order of selective searches, counted from 1. It distinguishes its table
    /// entries from other searches' entries.
    pub(crate) number: u32,
    /// How far outside the window a shallow value has to be for a cutoff, in points. On 8×8 and 6×6
    /// this is the margin for two plies; see [`Search::probable_cutoff`].
    pub(crate) margin: i32,
}

/// The part of a search that changes as it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchState {
    /// The selective search that is running, or `None` for an exact search.
    pub(crate) stage: Option<Stage>,
    /// The number of positions searched.
    pub(crate) nodes: u64,
    /// The number of nodes reported to the listener so far.
    pub(crate) reported: u64,
    /// The search pauses at this number of nodes: it returns immediately, as if stopped.
    pub(crate) pause_at: u64,
    /// Whether a shallow search trusts evaluations that are far outside its window.
    pub(super) trusts_evaluation: bool,
}

impl SearchState {
    /// An exact search that has yet to begin and never pauses.
    pub(crate) const NEW: Self =
        Self { stage: None, nodes: 0, reported: 0, pause_at: u64::MAX, trusts_evaluation: false };
}

impl<'a, G: Shape, I: Isa> Search<'a, G, I> {
    /// An exact, single-threaded search without a trained evaluation.
    pub(crate) fn new(context: Context<'a, G, I>, table: &'a Table, stop: &'a Stop<'a>) -> Self {
        let search = Self {
            context,
            table,
            local: None,
            stop,
            parallel: false,
            sibling: None,
            evaluation: None,
            reduction: 0,
            state: SearchState::NEW,
        };
        search.on_this_thread()
    }

    /// Switches to the small table of the calling thread. On boards with three rows, where the same
    /// positions keep coming back, the search does not use one.
    pub(super) fn on_this_thread(self) -> Self {
        let pays = self.context.region.board.size.short_side() > 3;
        Self { local: if pays { self.table.local() } else { None }, ..self }
    }

    /// The position on the grid.
    pub(crate) fn to_grid(&self, position: game::Position) -> Position<G> {
        self.context.region.board.position(position.own_and_opponent())
    }

    /// Whether the search should return immediately, with a meaningless result.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.state.nodes >= self.state.pause_at
            || self.stop.is_stopped()
            || self.sibling.is_some_and(Sibling::is_superfluous)
    }

    /// Counts a node.
    ///
    /// Here and in all other code that runs at every node, arithmetic wraps: the release profile
    /// checks for overflow, which would make FFO 41 and 42 5 % slower.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.state.nodes = self.state.nodes.wrapping_add(1);
    }

    /// The small table, if positions with this many empty squares belong in it.
    #[inline(always)]
    pub(super) fn local_for(&self, empties: u32) -> Option<&LocalTable> {
        if empties < LocalTable::LIMIT { self.local } else { None }
    }

    /// Looks up a position with this many empty squares.
    #[inline(always)]
    pub(crate) fn known(&self, key: Key, empties: u32) -> Option<Entry> {
        match self.local_for(empties) {
            Some(local) => local.get(key),
            None => self.table.get(key),
        }
    }

    /// Stores the result for a position with this many empty squares.
    #[inline(always)]
    pub(super) fn learn(&self, key: Key, empties: u32, entry: Entry) {
        match self.local_for(empties) {
            Some(local) => local.put(key, entry),
            None => self.table.put(key, entry),
        }
    }

    /// The number of moves, with corners counted twice. This saves 25 % of the nodes of 5×6 and 6 %
    /// of 6×6 and FFO 40–43.
    #[inline(always)]
    pub(super) fn mobility(&self, moves: Bitboard<G>) -> i32 {
        let corners = (moves & self.context.region.corners).len().cast_signed();
        moves.len().cast_signed().wrapping_add(self.context.sign.wrapping_mul(corners))
    }
}
