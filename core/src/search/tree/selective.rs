//! Selective searches, which prune positions whose shallow values are far outside the window (Buro,
//! "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
//!
//! They run before an exact search to guess the value and find moves that are probably best. An
//! exact search never uses their results as bounds.

use super::{Entry, ExpectedNode, INFINITE, Key, MOST_DISCS, Search, Stage, opposite, shallow};
use crate::board::kernel::{Isa, Position, Shape};
use crate::game::Score;

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The selective searches before an exact one, in order. There are none without an evaluation.
    ///
    /// The error of shallow values is five to nine discs (root mean square). On 8×8 the first
    /// search has a margin of five discs. The second has ten, and starts with the best moves of the
    /// first. Compared with a single search with a margin of eight discs, this saves a sixth of the
    /// nodes of random endgames with 18 to 22 empty squares and a quarter with 23 to 25. On 6×6
    /// slightly smaller margins work as well.
    #[inline(always)]
    pub(crate) fn stages(&self) -> &'static [Stage] {
        match self.evaluation {
            None => &[],
            _ if self.context.is_standard() => {
                &[Stage { number: 1, margin: 500 }, Stage { number: 2, margin: 1000 }]
            }
            _ if self.context.is_common() => {
                &[Stage { number: 1, margin: 400 }, Stage { number: 2, margin: 800 }]
            }
            _ => &[Stage { number: 1, margin: 750 }],
        }
    }

    /// When a selective search tries for a cutoff: the fewest empty squares, and how far short of
    /// the cutoff the evaluation of the position may fall, in points.
    #[inline(always)]
    fn attempt(&self) -> (u32, i32) {
        if self.context.is_common() {
            (9, 3 * shallow::POINTS_PER_DISC)
        } else {
            (MOST_DISCS, INFINITE)
        }
    }

    /// The key of the position in the table, which differs between selective and exact searches.
    #[inline(always)]
    pub(super) fn key(&self, position: Position<G>) -> Key {
        let key = Key::new(position);
        self.state.stage.map_or(key, |stage| self.key_of(key, stage))
    }

    /// Turns the key of an exact search into the key of a selective one.
    ///
    /// On 8×8 and 6×6 all searches use the same bucket for a position, which makes FFO 40–49 2 %
    /// faster.
    #[inline(always)]
    fn key_of(&self, key: Key, stage: Stage) -> Key {
        let number = stage.number;
        if self.context.is_common() { key.about_beside(number) } else { key.about(number) }
    }

    /// The entry for the position from the latest earlier selective search, if any. It may only be
    /// used to order moves.
    ///
    /// A small table will have lost such entries long ago, so it is not probed for them. This makes
    /// FFO 46–49, random endgames and 6×6 1 to 2 % faster.
    #[inline(always)]
    pub(super) fn known_before(&self, position: Position<G>, empties: u32) -> Option<Entry> {
        if empties < self.attempt().0 || self.local_for(empties).is_some() {
            return None;
        }
        let stages = self.stages();
        let before = match self.state.stage {
            Some(stage) => &stages[..stage.number as usize - 1],
            None => stages,
        };
        let key = Key::new(position);
        for &stage in before.iter().rev() {
            let entry = self.table.get(self.key_of(key, stage));
            if entry.is_some() {
                return entry;
            }
        }
        None
    }

    /// The bound that a selective search returns if a shallow search finds a value that is outside
    /// the window by more than the margin.
    #[inline(always)]
    pub(super) fn probable_cutoff(
        &mut self,
        position: Position<G>,
        empties: u32,
        alpha: Score,
    ) -> Option<Score> {
        let Stage { margin, .. } = self.state.stage?;
        let (least, slack) = self.attempt();
        if empties < least {
            return None;
        }
        // A shallow search cannot be stopped, so its depth is limited however many squares are
        // empty.
        let depth = if self.context.is_common() {
            // On 6×6 with nine empty squares, the evaluation alone is enough.
            let without = if self.context.is_standard() { 2 } else { 6 };
            ((empties - without) / 4).min(8)
        } else {
            self.look_ahead_depth(empties, ExpectedNode::Cut)?
        };
        // Deeper searches belong to earlier positions, where more can still change, so their margin
        // is larger. This saves 2 % of the nodes of random endgames with 21 to 24 empty squares and
        // 8 % of FFO 46–49.
        let margin =
            if self.context.is_common() { margin * (6 + depth.cast_signed()) / 8 } else { margin };
        let features = self.features(position);
        let value = self.evaluate(position, &features, self.context.region.board.empty(position));
        let above = self.context.above(alpha);
        let high = shallow::POINTS_PER_DISC * above + margin;
        if value >= high - slack && self.deeper(position, &features, depth, high - 1, high) >= high
        {
            return Some(above);
        }
        let not_above = -self.context.above(opposite(alpha));
        let low = shallow::POINTS_PER_DISC * not_above - margin;
        if value <= low + slack && self.deeper(position, &features, depth, low, low + 1) <= low {
            return Some(not_above);
        }
        None
    }
}
