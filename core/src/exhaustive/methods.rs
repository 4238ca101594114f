//! Game-tree search methods, from plain negamax up, and the number of positions each visits.
//!
//! This code is for teaching: it is short rather than fast. The program's own search is
//! [search](crate::search).

use rustc_hash::FxHashMap;

use crate::board::Turn;
use crate::board::kernel::Discs;
use crate::game::{Position, Rules, Score};

/// An idea that reduces the number of positions visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// A transposition table stores positions.
    Table,
    /// Reflections and rotations of a position share an entry of the table.
    Symmetry,
    /// Alpha-beta skips moves that cannot change the value.
    Cutoffs,
    /// Moves that leave the opponent the fewest replies come first.
    Ordering,
    /// Null-window searches only decide whether the value is more than a number.
    NullWindows,
}

/// A search method: negamax with any of these ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// A short description.
    pub name: &'static str,
    /// The ideas.
    pub ideas: &'static [Idea],
}

impl Method {
    /// All methods, from the simplest to the most efficient.
    pub const ALL: [Self; 8] = {
        use Idea::{Cutoffs, NullWindows, Ordering, Symmetry, Table};
        [
            Self { name: "every game to its end", ideas: &[] },
            Self { name: "each position only once", ideas: &[Table] },
            Self { name: "and mirror images only once", ideas: &[Table, Symmetry] },
            Self { name: "alpha-beta, without a table", ideas: &[Cutoffs] },
            Self { name: "and the best moves first", ideas: &[Cutoffs, Ordering] },
            Self { name: "and with a table", ideas: &[Cutoffs, Ordering, Table] },
            Self { name: "and with mirror images", ideas: &[Cutoffs, Ordering, Table, Symmetry] },
            Self {
                name: "and with null windows",
                ideas: &[Cutoffs, Ordering, Table, Symmetry, NullWindows],
            },
        ]
    };

    fn has(self, idea: Idea) -> bool {
        self.ideas.contains(&idea)
    }

    /// The value of a position, seen by the side to move, and the number of positions visited. Table
    /// hits do not count.
    ///
    /// Methods without a table take far too long on boards of more than 16 squares.
    ///
    /// ```
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::exhaustive::Method;
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// assert_eq!(Method::ALL[0].value(start, Rules::default()), (-8, 224_821));
    /// assert_eq!(Method::ALL[2].value(start, Rules::default()), (-8, 12_351));
    /// ```
    pub fn value(self, position: Position, rules: Rules) -> (Score, u64) {
        let most = position.size().squares().cast_signed();
        let mut search =
            MethodSearch { method: self, rules, most, table: FxHashMap::default(), positions: 0 };
        let (mut lower, mut upper) = (-most, most);
        if !self.has(Idea::NullWindows) {
            return (search.value(position, lower - 1, upper + 1), search.positions);
        }
        let mut guess = 0;
        while lower < upper {
            // Decide whether the value is more than the guess, or else at least the guess.
            let alpha = if guess == upper { guess - 1 } else { guess };
            guess = search.value(position, alpha, alpha + 1);
            if guess > alpha { lower = guess } else { upper = guess }
        }
        (lower, search.positions)
    }
}

struct MethodSearch {
    method: Method,
    rules: Rules,
    /// The highest possible score. The lowest is its negative.
    most: Score,
    /// The bounds of the value of each position.
    table: FxHashMap<Discs, (Score, Score)>,
    positions: u64,
}

impl MethodSearch {
    /// The value if it is between `alpha` and `beta`, otherwise a bound outside this window.
    fn value(&mut self, position: Position, alpha: Score, beta: Score) -> Score {
        let cutoffs = self.method.has(Idea::Cutoffs);
        let key = if self.method.has(Idea::Symmetry) { position.canonical() } else { position }
            .own_and_opponent();
        let (lower, upper) = self.table.get(&key).copied().unwrap_or((-self.most, self.most));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        self.positions += 1;
        let value = match position.turn() {
            Turn::Over => position.score(self.rules),
            Turn::Pass => -self.value(position.pass(), -beta, -alpha),
            Turn::Place => {
                let mut after: Vec<_> = position.after_moves().collect();
                if self.method.has(Idea::Ordering) {
                    after.sort_by_key(|next| next.moves().len());
                }
                let mut best = -self.most;
                for next in after {
                    let alpha = if cutoffs { alpha.max(best) } else { alpha };
                    best = best.max(-self.value(next, -beta, -alpha));
                    if cutoffs && best >= beta {
                        break;
                    }
                }
                best
            }
        };
        if self.method.has(Idea::Table) {
            let lower = if value > alpha { value } else { lower };
            let upper = if value < beta { value } else { upper };
            self.table.insert(key, (lower, upper));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::exhaustive::Solution;
    use crate::game::Start;

    #[test]
    fn all_methods_find_the_same_value() {
        let size = Size::new(4, 4).unwrap();
        for start in Start::ALL.map(|start| Position::start(size, start)) {
            for rules in Rules::ALL {
                let value = Solution::new(start, rules).unwrap().value(start).unwrap();
                for method in Method::ALL {
                    assert_eq!(method.value(start, rules).0, value, "{} {rules}", method.name);
                }
            }
        }
    }
}
