//! The search above the last few empty squares.

use super::context::opposite;
use super::local::LIMIT;
use super::parallel::{Brother, SPLIT};
use super::{Candidates, Context, Entry, Key, LocalTable, Stop, Table, Window, shallow};
use crate::board::Square;
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{self, Bitboard, Shape};
use crate::evaluation::Evaluation;
use crate::game::{Objective, Score};

/// With this many empty squares or fewer, no move ordering but that by parity pays for itself.
const ENDING: u32 = 6;

/// From this many empty squares on, the large table is used for a position, if there is no small
/// one.
const TABLE: u32 = 8;

/// From this many empty squares on, the positions after the moves are looked up
/// too.
const LOOK_UP: u32 = 9;

/// The number of the question under which a selective search uses the table.
const SELECTIVE: u32 = 1;

/// From this many empty squares on, a selective search believes shallow values.
const PROBABLE: u32 = 14;

/// From this many empty squares on, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 12;

/// After this many positions the listener is informed, and asked whether to stop.
const REPORTED: u64 = 1 << 16;

/// One thread of a search, on the grid `G`.
///
/// It has its cache lines to itself: two threads that count their nodes in one
/// line take three times as long.
#[derive(Clone)]
#[repr(align(128))]
pub(crate) struct Search<'a, G: Shape, I> {
    pub(crate) context: Context<'a, G, I>,
    pub(super) table: &'a Table,
    /// The small table of this thread, if it has one.
    pub(super) local: Option<&'a LocalTable>,
    pub(super) stop: &'a Stop<'a>,
    /// Whether there are other threads.
    pub(super) parallel: bool,
    /// The move above that is searched at the same time as others.
    pub(super) brother: Option<&'a Brother<'a>>,
    /// What was learned about the board.
    pub(crate) evaluation: Option<&'a Evaluation>,
    /// How far from the window a shallow value has to be for a selective search to
    /// believe it; `None` if the search is exact.
    pub(super) margin: Option<i32>,
    /// How many plies less than usual moves are searched before they are ranked.
    pub(super) shallower: u32,
    pub(super) nodes: u64,
    /// The number of nodes that the listener has been told of.
    pub(super) reported: u64,
    /// With this many nodes the search pauses: it returns at once, as if stopped.
    pub(super) pause_at: u64,
}

impl<'a, G: Shape, I: Isa> Search<'a, G, I> {
    /// A search by one thread, without a trained evaluation.
    pub(crate) fn new(context: Context<'a, G, I>, table: &'a Table, stop: &'a Stop<'a>) -> Self {
        Self {
            context,
            table,
            local: context.local_table(table),
            stop,
            parallel: false,
            brother: None,
            evaluation: None,
            margin: None,
            shallower: 0,
            nodes: 0,
            reported: 0,
            pause_at: u64::MAX,
        }
    }

    /// The search with what was learned about its board, if that is of any use in
    /// positions with this many empty squares.
    pub(super) fn with_evaluation(self, empties: u32) -> Self {
        let Context { region, rules, .. } = self.context;
        let find = || Evaluation::find(&region.board, rules);
        Self { evaluation: (empties >= shallow::LEAST).then(find).flatten(), ..self }
    }

    /// The number of empty squares.
    pub(super) fn empties(&self, position: kernel::Position<G>) -> u32 {
        self.context.region.empty(position).len()
    }

    /// Whether the search should return at once. Its result is then meaningless.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.nodes >= self.pause_at
            || self.stop.is_stopped()
            || self.brother.is_some_and(Brother::is_superfluous)
    }

    /// Whether the listener has asked the search to stop.
    pub(super) fn is_stopped_for_good(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Counts a node.
    ///
    /// Here and in whatever else is done in each node, the operations wrap: the release is
    /// built with checks for overflow, which would take 5 % of the time of FFO 41 and 42.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.nodes = self.nodes.wrapping_add(1);
    }

    /// Tells the listener of the nodes, not too often.
    #[inline(always)]
    fn report_nodes(&mut self) {
        let news = self.nodes - self.reported;
        if news > REPORTED {
            self.stop.report(news);
            self.reported = self.nodes;
        }
    }
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The value of `position` by a search with a null window just above
    /// `alpha`: if the result is greater, the value is at least that, and
    /// otherwise at most.
    ///
    /// The result of a search that was stopped is meaningless.
    pub(crate) fn null_window(&mut self, position: kernel::Position<G>, alpha: Score) -> Score {
        self.context.isa.run(
            #[inline(always)]
            || self.any_node(position, alpha),
        )
    }

    /// The value of `position`. The better the guess, the sooner it is found. It is meaningless if
    /// the search was stopped.
    pub(crate) fn value(&mut self, position: kernel::Position<G>, guess: Score) -> Score {
        let most = self.context.region.count.cast_signed();
        let mut window = Window::new((-most, most), guess);
        while let Some(bound) = window.bound() {
            window.narrow(bound, self.null_window(position, bound - 1));
        }
        window.lower
    }

    /// By how many empty squares the limits for the simpler code are lowered. On a board as small
    /// as 4×4 nearly all nodes would be below them, and move ordering pays to the end.
    #[inline(always)]
    fn earlier(&self) -> u32 {
        if self.context.region.count <= 16 { 3 } else { 0 }
    }

    #[inline(always)]
    fn any_node(&mut self, position: kernel::Position<G>, alpha: Score) -> Score {
        let empty = self.context.region.empty(position);
        if empty.len() <= ENDING - self.earlier() {
            return self.ending(position, self.context.region.odd(empty), alpha);
        }
        self.node(position, empty, alpha)
    }

    #[inline(always)]
    fn node(&mut self, position: kernel::Position<G>, empty: Bitboard<G>, alpha: Score) -> Score {
        self.visit();
        let empties = empty.len();
        if empties >= INTERRUPTIBLE {
            if self.is_stopped() {
                return alpha;
            }
            self.report_nodes();
        }
        if let Some(upper) = self.stability_cutoff(position, empty, alpha) {
            return upper;
        }
        let key = self.key(position);
        let tabled = self.local.is_some() || empties >= TABLE - self.earlier();
        let mut known = if tabled { self.known(key, empties) } else { None };
        if let Some(value) = known.and_then(|entry| entry.cutoff(alpha)) {
            return value;
        }
        let moves = self.context.isa.moves(position) & empty;
        if moves.is_empty() {
            let passed = position.pass();
            if (self.context.isa.moves(passed) & empty).is_empty() {
                return self.context.final_score(position);
            }
            return -self.null_window(passed, opposite(alpha));
        }

        let before = self.nodes;
        if empties >= PROBABLE {
            if let Some(margin) = self.margin {
                if let Some(value) = self.probable_cutoff(position, empties, alpha, margin) {
                    self.learn(key, empties, alpha, value, None, 1);
                    return value;
                }
            } else if known.is_none() && self.evaluation.is_some() {
                // The result of a selective search says only which move may be best.
                known = self.table.get(key.about(SELECTIVE));
            }
        }
        let mut candidates = Candidates::new();
        candidates.fill(self.context.isa, position, moves);
        if empties >= LOOK_UP - self.earlier() {
            // Enhanced transposition cutoff: a move that is known to be good
            // enough is as good as one searched (Schaeffer and Plaat, "New
            // advances in alpha-beta searching", 1996). Spares 7 % of the nodes
            // of 6×6, 15 % of those of FFO 40–43.
            // The first loop is there because memory is slow: the entries that it requests arrive
            // together, which took a tenth off the time.
            if self.local_for(empties - 1).is_none() {
                for candidate in candidates.iter() {
                    self.context.isa.prefetch(self.table.bucket(self.key(candidate.next)));
                }
            }
            for candidate in candidates.iter() {
                let entry = self.known(self.key(candidate.next), empties - 1);
                if let Some(entry) = entry.filter(|entry| -Score::from(entry.upper) > alpha) {
                    let value = -Score::from(entry.upper);
                    self.learn(key, empties, alpha, value, Some(candidate.square), 1);
                    return value;
                }
            }
        }
        let mut best = Score::MIN;
        let mut best_move = None;
        let split = self.parallel && empties >= SPLIT;
        // The others are ranked only after it has failed, which saves 5 % of the nodes of FFO 46–49
        // and half of those of 4×12.
        let first = candidates.take_known(known);
        let mut ranked = first.is_none();
        if ranked {
            candidates.rank(self, empty, known);
        }
        let mut next = first.or_else(|| candidates.take_best());
        while let Some(candidate) = next {
            let value = -self.null_window(candidate.next, opposite(alpha));
            if empties >= INTERRUPTIBLE && self.is_stopped() {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, Some(candidate.square));
                if value > alpha {
                    break;
                }
            }
            if !ranked {
                candidates.rank(self, empty, known);
                ranked = true;
            }
            if split {
                let found = self.young_brothers(&mut candidates, alpha);
                if self.is_stopped() {
                    return alpha;
                }
                if let Some((value, square)) = found.filter(|&(value, _)| value > best) {
                    (best, best_move) = (value, Some(square));
                }
            }
            next = candidates.take_best();
        }
        if tabled {
            self.learn(key, empties, alpha, best, best_move, self.nodes - before);
        }
        best
    }

    /// The small table, if positions with this many empty squares belong there.
    #[inline(always)]
    fn local_for(&self, empties: u32) -> Option<&LocalTable> {
        self.local.filter(|_| empties < LIMIT)
    }

    /// What the tables know about a position with this many empty squares.
    #[inline(always)]
    pub(super) fn known(&self, key: Key, empties: u32) -> Option<Entry> {
        match self.local_for(empties) {
            Some(local) => local.get(key),
            None => self.table.get(key),
        }
    }

    /// As [`Table::put`], for a position with this many empty squares.
    #[inline(always)]
    fn learn(
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

    /// The key of the position in the table. A selective search has another key, so that none of
    /// its entries ever answers an exact question.
    #[inline(always)]
    fn key(&self, position: kernel::Position<G>) -> Key {
        let key = Key::new(position);
        if self.margin.is_some() { key.about(SELECTIVE) } else { key }
    }

    /// What a selective search takes for the answer, if a shallow search finds a
    /// value that is farther from the window than the `margin` (Buro, "ProbCut: an
    /// effective selective extension of the alpha-beta algorithm", 1995).
    #[inline(always)]
    fn probable_cutoff(
        &mut self,
        position: kernel::Position<G>,
        empties: u32,
        alpha: Score,
        margin: i32,
    ) -> Option<Score> {
        let depth = self.look_ahead_depth(empties)?;
        let above = self.context.above(alpha);
        let high = shallow::DISC * above + margin;
        if self.shallow(position, depth, high - 1, high) >= high {
            return Some(above);
        }
        let not_above = -self.context.above(opposite(alpha));
        let low = shallow::DISC * not_above - margin;
        (self.shallow(position, depth, low, low + 1) <= low).then_some(not_above)
    }

    /// An upper bound of the value that is not above `alpha`, if the discs
    /// that cannot be flipped give one.
    ///
    /// A player whose opponent is certain of `n` discs wins by at most the number of squares less
    /// twice `n`, however the rest is counted; if the fewest discs win, the player's own stable
    /// discs give the bound. Cutoffs of this kind are as old as Edax and Zebra and save 20 % of the
    /// nodes of 5×6 and 9 % of those of FFO 40–43, but none of 6×6, whose value is too near to a
    /// draw.
    #[inline(always)]
    pub(super) fn stability_cutoff(
        &self,
        position: kernel::Position<G>,
        empty: Bitboard<G>,
        alpha: Score,
    ) -> Option<Score> {
        let discs = match self.context.rules.objective {
            Objective::Most => position.opponent(),
            Objective::Fewest => position.own(),
        };
        let count = self.context.region.count.cast_signed();
        // What is needed is rarely there while much of the board is empty.
        if 32 * alpha < empty.len().cast_signed() * count
            || count - 2 * discs.len().cast_signed() > alpha
        {
            return None;
        }
        let stable = self.context.stable(discs, empty).len().cast_signed();
        let upper = count - 2 * stable;
        (upper <= alpha).then_some(upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::board::kernel::Embedding;
    use crate::board::kernel::grid::{Kernel, on_grid};
    use crate::game::{Position, Rules, Start};
    use crate::search::Region;

    /// The value of a position, by a search in a table that a selective search with this
    /// margin has filled.
    struct Value(Position, Option<i32>);

    impl Kernel for Value {
        /// The value, and what the selective search thought of it.
        type Output = [Score; 2];

        fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> [Score; 2] {
            let Self(game, margin) = self;
            let (region, stop, table) =
                (Region::new(board), Stop::new(&()), Table::new(1 << 20, 20));
            let context = Context::new(isa, &region, Rules::default());
            let mut search = Search::new(context, &table, &stop).with_evaluation(20);
            let position = board.position(game.own_and_opponent());
            [margin, None].map(|margin| {
                search.margin = margin;
                search.value(position, 0)
            })
        }
    }

    /// A margin below zero makes a selective search believe nonsense.
    #[test]
    fn what_a_selective_search_stores_answers_no_exact_question() {
        let mut game = Position::start(Size::new(6, 6).unwrap(), Start::Diagonal);
        for number in 0..15 {
            let moves = game.moves();
            game = game.play(moves.iter().cycle().nth(number * 5).unwrap()).unwrap();
        }
        let [_, exact] = on_grid(game.size(), Value(game, None));
        let misled = [-20_000, -1_000, 0].map(|margin| {
            let [selective, value] = on_grid(game.size(), Value(game, Some(margin)));
            assert_eq!(value, exact, "after a margin of {margin}");
            selective != exact
        });
        assert!(misled.contains(&true), "the selective search is wrong now and then");
    }
}
