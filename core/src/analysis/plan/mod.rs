//! Plans: small strategies that secure a score against every defence.
//!
//! A plan has a move for every position that the opponent can reach, and as few positions as
//! possible.

mod graph;
mod smallest;

use std::collections::{HashMap, VecDeque};

pub use graph::{PlanError, expected_size};

use crate::board::{Color, Square, Symmetry};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::Progress;
use crate::search::Oracle;
use graph::{Graph, replies, successors};
use smallest::{Smallest, smallest};

/// A plan by which a player secures a score against every defence.
///
/// It has one step for each position in which the player has to move. Reflections and rotations
/// share a step.
///
/// ```
/// # use othello_core::{Color, Position, Rules, Size, Start};
/// # use othello_core::analysis::Plan;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let plan = Plan::new(start, Rules::default(), Some(Color::White), &()).unwrap();
/// assert_eq!((plan.secures, plan.steps.len(), plan.at_least), (8, 26, Some(26)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The position at the start of the plan.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
    /// The player who follows the plan.
    pub player: Color,
    /// The score that it secures, seen by this player.
    pub secures: Score,
    /// The opponent's possible moves before the player's first move.
    pub opening: Vec<Reply>,
    /// The positions where the player moves, in breadth-first order.
    pub steps: Vec<Step>,
    /// A lower bound for the number of steps of any plan, if one is known. If it equals the number of
    /// steps, no plan is smaller.
    pub at_least: Option<usize>,
}

/// A position in a plan, with the player's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position, in the orientation in which the plan first reaches it.
    pub position: Position,
    /// The player's move.
    pub square: Square,
    /// The opponent's possible replies.
    pub replies: Vec<Reply>,
}

/// The opponent's play up to the player's next move or the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The opponent's moves. There is exactly one unless a player has to pass.
    pub game: Game,
    /// The continuation of the plan.
    pub then: Then,
}

/// The continuation of a plan after a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The step at this index. The symmetry maps its position to the current one.
    Step(usize, Symmetry),
    /// The game is over. This is the score from the player's point of view.
    Over(Score),
}

/// The limits on the number of choices at each node. They are tried in this order until the graph
/// becomes too large.
const BREADTHS: [usize; 4] = [1, 2, 4, usize::MAX];

/// The maximum number of replies in a plan, for each of its possible positions. On 4x4 to 5x5, plans
/// have one or two replies per step.
const REPLIES_PER_STEP: usize = 4;

/// The maximum size of a graph with more than one choice per node.
const LIMIT: usize = 40_000;

impl Plan {
    /// The maximum number of positions in a plan.
    const MOST_POSITIONS: usize = 200_000;

    /// The memory for the table of the search, in bytes.
    pub(crate) const HASH: usize = 64 << 20;

    /// Finds a short plan by which a player secures the value of a position, and the shortest one if
    /// it can. The default player is the one who wins, or the side to move if it is a draw.
    ///
    /// A search with a 64 MiB table decides which moves keep the value. The positions of the plan take
    /// up to about 200 MiB.
    ///
    /// # Errors
    ///
    /// If the plan has more than 200,000 positions or far too many replies, or if the listener stops
    /// the search.
    ///
    /// # Panics
    ///
    /// With a [`NoMemory`](crate::search::NoMemory) if the system cannot provide 64 MiB.
    pub fn new(
        position: Position,
        rules: Rules,
        player: Option<Color>,
        progress: &dyn Progress,
    ) -> Result<Self, PlanError> {
        Self::within(Self::MOST_POSITIONS, Self::HASH, position, rules, player, progress)
    }

    /// The same with at most this number of positions, and with this memory for the table of the
    /// search, in bytes.
    ///
    /// # Errors
    ///
    /// If the plan is too large, or the listener stops the search.
    pub(crate) fn within(
        most: usize,
        hash: usize,
        position: Position,
        rules: Rules,
        player: Option<Color>,
        progress: &dyn Progress,
    ) -> Result<Self, PlanError> {
        let oracle = Oracle::new(rules, hash, position.empties());
        let value = oracle.value(position, progress).ok_or(PlanError::Stopped)?;
        let side = position.side();
        let player = player.unwrap_or(if value < 0 { !side } else { side });
        let secures = player.sees(value, side);
        let mut known = HashMap::new();
        let mut keeps = |after: Position| {
            let canonical = after.canonical();
            if let Some(&keeps) = known.get(&canonical) {
                return Some(keeps);
            }
            let keeps = !oracle.at_least(after, 1 - secures, progress)?;
            known.insert(canonical, keeps);
            Some(keeps)
        };
        let mut best = None::<(Graph, Smallest)>;
        let mut at_least = None;
        for breadth in BREADTHS {
            let limit = if best.is_none() { most } else { LIMIT.min(most) };
            let graph = Graph::explore(position, player, breadth, limit, &mut keeps, progress);
            let graph = match graph {
                Err(error) if best.is_some() && error != PlanError::Stopped => break,
                graph => graph?,
            };
            let (found, complete) = (smallest(&graph, progress), graph.complete);
            at_least = if complete { Some(found.at_least) } else { None };
            if best.as_ref().is_none_or(|(_, best)| found.count < best.count) {
                best = Some((graph, found));
            }
            if complete {
                break;
            }
        }
        let (graph, found) = best.expect("there is a plan from the first graph");
        let mut writer = Writer { player, rules, steps: HashMap::new(), waiting: VecDeque::new() };
        let opening = writer.replies(position)?;
        let mut left = most.saturating_mul(REPLIES_PER_STEP);
        let mut steps = Vec::new();
        while let Some(position) = writer.waiting.pop_front() {
            let mut chosen = None;
            for square in position.moves() {
                let next = after(position, square);
                let successors = successors(next, player)?;
                let is_possible = successors.iter().all(|next| {
                    let node = graph.places.get(&next.canonical());
                    node.is_some_and(|&node| found.has[node as usize])
                });
                let is_better = chosen.is_none_or(|(_, fewest)| successors.len() < fewest);
                if is_possible && is_better && keeps(next).ok_or(PlanError::Stopped)? {
                    chosen = Some((square, successors.len()));
                }
            }
            let (square, _) = chosen.expect("the plan has a move for each of its positions");
            let replies = writer.replies(after(position, square))?;
            let too_many = PlanError::TooManyReplies(most.saturating_mul(REPLIES_PER_STEP));
            left = left.checked_sub(replies.len()).ok_or(too_many)?;
            steps.push(Step { position, square, replies });
        }
        Ok(Self { position, rules, player, secures, opening, steps, at_least })
    }
}

fn after(position: Position, square: Square) -> Position {
    position.play(square).expect("the move is legal")
}

/// Numbers the steps of a plan in breadth-first order.
struct Writer {
    player: Color,
    rules: Rules,
    /// The index and the position of each step, by canonical position.
    steps: HashMap<Position, (usize, Position)>,
    /// The numbered steps that have no move yet.
    waiting: VecDeque<Position>,
}

impl Writer {
    /// The opponent's possible replies in a position.
    fn replies(&mut self, position: Position) -> Result<Vec<Reply>, PlanError> {
        let games = replies(position, self.player)?.into_iter();
        Ok(games.map(|game| Reply { then: self.continuation(game.end()), game }).collect())
    }

    fn continuation(&mut self, end: Position) -> Then {
        if end.is_over() {
            return Then::Over(self.player.sees(end.score(self.rules), end.side()));
        }
        let count = self.steps.len();
        let (step, first) = *self.steps.entry(end.canonical()).or_insert_with(|| {
            self.waiting.push_back(end);
            (count, end)
        });
        Then::Step(step, first.symmetry_to(end).expect("they are images of each other"))
    }
}
