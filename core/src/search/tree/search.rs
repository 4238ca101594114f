//! The state of a search on one thread.

use super::{Context, Entry, Key, LocalTable, Sibling, Stage, Stop, Table};
use crate::board::Square;
use crate::board::kernel::{Bitboard, Isa, Position, Shape};
use crate::evaluation::Evaluation;
use crate::game::{self, Score};

/// After this many positions the listener is informed, and asked whether to stop.
const REPORTED: u64 = 1 << 16;

/// One thread of a search, on the grid `G`.
///
/// It has its cache lines to itself: two threads that count their nodes in one line take three
/// times as long.
#[derive(Clone)]
#[repr(align(128))]
pub(crate) struct Search<'a, G: Shape, I> {
    pub(crate) context: Context<'a, G, I>,
    pub(crate) table: &'a Table,
    /// The small table of this thread, if it has one.
    pub(super) local: Option<&'a LocalTable>,
    pub(crate) stop: &'a Stop<'a>,
    /// Whether there are other threads.
    pub(crate) parallel: bool,
    /// The move that this thread searches while others search its siblings.
    pub(super) sibling: Option<&'a Sibling<'a>>,
    /// The trained evaluation of the board, if it is of use.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// How many plies less than usual moves are searched before they are ranked.
    pub(crate) reduction: u32,
    pub(crate) state: SearchState,
}

/// The part of a search that changes as it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchState {
    /// Which selective search this is; `None` if the search is exact.
    pub(crate) stage: Option<Stage>,
    /// The number of positions searched.
    pub(crate) nodes: u64,
    /// The number of nodes that the listener has been told of.
    pub(crate) reported: u64,
    /// With this many nodes the search pauses: it returns at once, as if stopped.
    pub(crate) pause_at: u64,
    /// Whether a shallow search believes the evaluation of a position that is far outside its window.
    pub(super) believes: bool,
}

impl Default for SearchState {
    /// An exact search that has yet to begin and never pauses.
    fn default() -> Self {
        Self { stage: None, nodes: 0, reported: 0, pause_at: u64::MAX, believes: false }
    }
}

impl SearchState {
    #[inline(always)]
    pub(crate) fn is_pausing(&self) -> bool {
        self.nodes >= self.pause_at
    }
}

impl<'a, G: Shape, I: Isa> Search<'a, G, I> {
    /// An exact search by one thread, without a trained evaluation.
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
            state: SearchState::default(),
        };
        search.on_this_thread()
    }

    /// The search with the small table of the thread that calls, if one pays: not on three rows,
    /// where positions are met again and again.
    pub(super) fn on_this_thread(self) -> Self {
        let pays = self.context.region.board.size.short_side() > 3;
        Self { local: self.table.local().filter(|_| pays), ..self }
    }

    /// A position of the board on the grid.
    pub(crate) fn to_grid(&self, position: game::Position) -> Position<G> {
        self.context.region.board.position(position.own_and_opponent())
    }

    /// Whether the search should return at once. Its result is then meaningless.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.state.is_pausing()
            || self.stop.is_stopped()
            || self.sibling.is_some_and(Sibling::is_superfluous)
    }

    /// Counts a node.
    ///
    /// Here and in whatever else is done in each node, the operations wrap: the release is built
    /// with checks for overflow, which would take 5 % of the time of FFO 41 and 42.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.state.nodes = self.state.nodes.wrapping_add(1);
    }

    /// Tells the listener of the nodes, not too often.
    #[inline(always)]
    pub(super) fn report_nodes(&mut self) {
        let news = self.state.nodes - self.state.reported;
        if news > REPORTED {
            self.stop.report(news);
            self.state.reported = self.state.nodes;
        }
    }

    /// The small table, if positions with this many empty squares belong there.
    #[inline(always)]
    pub(super) fn local_for(&self, empties: u32) -> Option<&LocalTable> {
        self.local.filter(|_| empties < LocalTable::LIMIT)
    }

    /// The entry of a position with this many empty squares, if there is one.
    #[inline(always)]
    pub(crate) fn known(&self, key: Key, empties: u32) -> Option<Entry> {
        match self.local_for(empties) {
            Some(local) => local.get(key),
            None => self.table.get(key),
        }
    }

    /// As [`Table::put`], for a position with this many empty squares.
    #[inline(always)]
    pub(super) fn learn(
        &self,
        key: Key,
        empties: u32,
        alpha: Score,
        value: Score,
        best: Option<Square>,
        nodes: u64,
    ) {
        match self.local_for(empties) {
            Some(local) => local.put::<G>(key, alpha, value, best),
            None => self.table.put::<G>(key, alpha, value, best, nodes),
        }
    }

    /// The number of moves, those into corners counted twice: that saves 25 % of the nodes of 5×6
    /// and 6 % of those of 6×6 and FFO 40–43.
    #[inline(always)]
    pub(super) fn mobility(&self, moves: Bitboard<G>) -> i32 {
        let corners = (moves & self.context.region.corners).len().cast_signed();
        moves.len().cast_signed().wrapping_add(self.context.sign.wrapping_mul(corners))
    }
}
