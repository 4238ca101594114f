//! Selective searches, which believe shallow values that are far from the window (Buro, "ProbCut: an
//! effective selective extension of the alpha-beta algorithm", 1995).
//!
//! They come before an exact search, guess the value, and find moves that are probably best. Nothing
//! that they find ever answers an exact question.

use super::{Entry, Expected, INFINITE, Key, LookAhead, Search, opposite, shallow};
use crate::board::kernel::{Isa, Position, Shape};
use crate::game::Score;

/// A selective search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// The number of the question under which it uses the table.
    number: u32,
    /// How far from the window a shallow value has to be to be believed, in the unit of shallow
    /// searches. On 8×8 and 6×6 that is the margin for two plies; see [`Search::probable_cutoff`].
    margin: i32,
}

impl Stage {
    /// One of several selective searches, which are counted from 1.
    pub(crate) const fn new(number: u32, margin: i32) -> Self {
        Self { number, margin }
    }
}

/// When a selective search looks for a value to believe.
#[derive(Clone, Copy)]
struct Belief {
    /// With at least this number of empty squares.
    least: u32,
    /// If the evaluation of the position itself is at most this far from such a value.
    slack: i32,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// The selective searches before an exact one, in their order; none where there is no
    /// evaluation.
    ///
    /// Shallow values are wrong by five to nine discs (root mean square). On 8×8 a first search
    /// believes those that are five discs from the window. The second one knows the best moves of
    /// the first and believes those that are ten discs from it. Against one search with a margin of
    /// eight discs, that saves a sixth of the nodes of random endgames with 18 to 22 empty squares
    /// and a quarter of those with 23 to 25. On 6×6 somewhat smaller margins are as good.
    #[inline(always)]
    pub(crate) fn stages(&self) -> &'static [Stage] {
        if self.evaluation.is_none() {
            &[]
        } else if self.context.is_standard {
            const { &[Stage::new(1, 500), Stage::new(2, 1000)] }
        } else if self.context.is_common {
            const { &[Stage::new(1, 400), Stage::new(2, 800)] }
        } else {
            const { &[Stage::new(1, 750)] }
        }
    }

    #[inline(always)]
    fn belief(&self) -> Belief {
        if self.context.is_common {
            Belief { least: 9, slack: 3 * shallow::DISC }
        } else {
            Belief { least: LookAhead::MOST_DISCS, slack: INFINITE }
        }
    }

    /// The key of the position in the table. A selective search has other keys than an exact one.
    #[inline(always)]
    pub(super) fn key(&self, position: Position<G>) -> Key {
        let key = Key::new(position);
        self.state.stage.map_or(key, |stage| self.key_of(key, stage))
    }

    /// The key that a selective search has for a position instead of that of an exact one.
    ///
    /// On 8×8 and 6×6 the entries of all searches lie in one bucket, which takes 2 % off the time of
    /// FFO 40–49.
    #[inline(always)]
    fn key_of(&self, key: Key, stage: Stage) -> Key {
        if self.context.is_common {
            key.about_beside(stage.number)
        } else {
            key.about(stage.number)
        }
    }

    /// The entry that the last selective search before this search has made for the position, if
    /// there is one. It tells which move may be best, and nothing else.
    ///
    /// A small table has lost such entries long before, so it is not searched for them. That takes 1
    /// to 2 % off the time of FFO 46–49, random endgames and 6×6.
    #[inline(always)]
    pub(super) fn known_before(&self, position: Position<G>, empties: u32) -> Option<Entry> {
        if empties < self.belief().least || self.local_for(empties).is_some() {
            return None;
        }
        let number = self.state.stage.map_or(u32::MAX, |stage| stage.number);
        let mut before = self.stages().iter().rev().filter(|stage| stage.number < number);
        let key = Key::new(position);
        before.find_map(|&stage| self.known(self.key_of(key, stage), empties))
    }

    /// The bound that a selective search takes for the answer, if a shallow search finds a value
    /// that is farther from the window than its margin.
    #[inline(always)]
    pub(super) fn probable_cutoff(
        &mut self,
        position: Position<G>,
        empties: u32,
        alpha: Score,
    ) -> Option<Score> {
        let Stage { margin, .. } = self.state.stage?;
        let Belief { least, slack } = self.belief();
        if empties < least {
            return None;
        }
        // A shallow search cannot be stopped, so it must be short however many squares are empty.
        let depth = if self.context.is_common {
            // On 6×6 the evaluation alone does up to nine squares.
            let without = if self.context.is_standard { 2 } else { 6 };
            ((empties - without) / 4).min(8)
        } else {
            self.look_ahead_depth(empties, Expected::Cut)?
        };
        // The deeper the search, the earlier the position, and the more can still change. That saves
        // 2 % of the nodes of random endgames with 21 to 24 empty squares, and 8 % of those of FFO
        // 46–49.
        let margin =
            if self.context.is_common { margin * (6 + depth.cast_signed()) / 8 } else { margin };
        let features = self.features(position);
        let value = self.evaluate(position, &features, self.context.region.empty(position));
        let above = self.context.above(alpha);
        let high = shallow::DISC * above + margin;
        if value >= high - slack && self.deeper(position, &features, depth, high - 1, high) >= high
        {
            return Some(above);
        }
        let not_above = -self.context.above(opposite(alpha));
        let low = shallow::DISC * not_above - margin;
        (value <= low + slack && self.deeper(position, &features, depth, low, low + 1) <= low)
            .then_some(not_above)
    }
}
