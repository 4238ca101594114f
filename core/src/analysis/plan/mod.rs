//! Plans: strategies that fit on a page.
//!
//! A plan says what a player does in every position that can come up, whatever the opponent does. It
//! secures a score, and it has as few positions as possible.

mod graph;
mod smallest;

use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

pub use graph::expected_size;

use crate::board::{Color, Square, Symmetry, Turn};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::Progress;
use crate::search::Oracle;
use graph::{Graph, each_reply};
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
pub struct Plan {
    /// Where it begins.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
    /// Whose plan it is.
    pub player: Color,
    /// The score that it secures, seen by this player.
    pub secures: Score,
    /// What can happen before the player's first move.
    pub opening: Vec<Reply>,
    /// The positions in which the player has to move: first those that are reached in the fewest
    /// moves.
    pub steps: Vec<Step>,
    /// No plan has fewer steps than this, if that is known. If it is the number of steps, this plan is
    /// one of the smallest.
    pub at_least: Option<usize>,
}

/// A position of a plan, and what the player does in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position, turned as the plan first reaches it.
    pub position: Position,
    /// The player's move.
    pub square: Square,
    /// What can happen then.
    pub replies: Vec<Reply>,
}

/// Something that can happen until the player has to move again, or until the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The opponent's moves, one unless somebody has to pass.
    pub game: Game,
    /// What the plan does then.
    pub then: Then,
}

/// How a plan goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// With the step at this index, whose position has to be transformed so.
    Step(usize, Symmetry),
    /// The game is over with this score, seen by the player.
    Over(Score),
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The listener stopped the work.
    Stopped,
    /// The plan would have more than [`Plan::MOST_POSITIONS`] positions.
    TooLarge,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::TooLarge => {
                write!(f, "the plan would have more than {} positions", Plan::MOST_POSITIONS)
            }
        }
    }
}

impl Error for PlanError {}

/// The numbers of choices in each position that are tried, one after the other, while the graph is
/// small enough.
const BREADTHS: [usize; 4] = [1, 2, 4, usize::MAX];

/// The most positions of a graph with more than one choice.
const LIMIT: usize = 40_000;

/// The memory for the table of the search, in bytes.
const HASH: usize = 64 << 20;

impl Plan {
    /// The most positions of a plan.
    pub const MOST_POSITIONS: usize = 200_000;

    /// A small plan by which a player secures the value of a position, if possible the smallest. The
    /// default player is the one who is ahead, or in a draw the one to move.
    ///
    /// A search decides which moves keep the value. Its table takes 64 MiB, and the positions of the plan
    /// at most about 200 MiB.
    ///
    /// # Errors
    ///
    /// If the plan is too large, or the listener stops the work.
    #[expect(clippy::missing_panics_doc, reason = "there is a move wherever there should be one")]
    pub fn new(
        position: Position,
        rules: Rules,
        player: Option<Color>,
        progress: &dyn Progress,
    ) -> Result<Self, PlanError> {
        let oracle = Oracle::new(rules, HASH, position.empties());
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
            let limit = if best.is_none() { Self::MOST_POSITIONS } else { LIMIT };
            match Graph::explore(position, player, breadth, limit, &mut keeps, progress) {
                ControlFlow::Break(PlanError::TooLarge) if best.is_some() => break,
                ControlFlow::Break(error) => return Err(error),
                ControlFlow::Continue(graph) => {
                    let found = smallest(&graph, progress);
                    if graph.complete {
                        at_least = Some(found.at_least);
                    }
                    let is_complete = graph.complete;
                    if best.as_ref().is_none_or(|(_, best)| found.count < best.count) {
                        best = Some((graph, found));
                    }
                    if is_complete {
                        break;
                    }
                }
            }
        }
        let (graph, found) = best.expect("the first graph gives a plan, or an error");
        let is_in_plan = |position: Position| {
            graph.places.get(&position.canonical()).is_some_and(|&node| found.has[node as usize])
        };
        let mut writer = Writer { player, rules, steps: HashMap::new(), waiting: VecDeque::new() };
        let opening = writer.replies(position);
        let mut steps = Vec::new();
        while let Some(position) = writer.waiting.pop_front() {
            let mut chosen = None;
            for square in position.moves() {
                let next = after(position, square);
                let mut followers = Vec::new();
                each_reply(Game::new(next), player, &mut |reply| followers.push(reply.end()));
                followers.retain(|end| end.turn() != Turn::Over);
                let is_possible = followers.iter().all(|&next| is_in_plan(next));
                let is_better = chosen.is_none_or(|(_, fewest)| followers.len() < fewest);
                if is_possible && is_better && keeps(next).ok_or(PlanError::Stopped)? {
                    chosen = Some((square, followers.len()));
                }
            }
            let (square, _) = chosen.expect("the plan has a move for each of its positions");
            let replies = writer.replies(after(position, square));
            steps.push(Step { position, square, replies });
        }
        Ok(Self { position, rules, player, secures, opening, steps, at_least })
    }
}

fn after(position: Position, square: Square) -> Position {
    position.play(square).expect("the move is legal")
}

/// Numbers the steps of a plan as they are reached.
struct Writer {
    player: Color,
    rules: Rules,
    /// The index and the position of each step, by canonical position.
    steps: HashMap<Position, (usize, Position)>,
    /// The steps that have a number and no move yet.
    waiting: VecDeque<Position>,
}

impl Writer {
    /// Everything that can happen from a position until the player has to move.
    fn replies(&mut self, position: Position) -> Vec<Reply> {
        let mut replies = Vec::new();
        each_reply(Game::new(position), self.player, &mut |game| {
            let end = game.end();
            let then = if end.turn() == Turn::Over {
                Then::Over(self.player.sees(end.score(self.rules), end.side()))
            } else {
                let count = self.steps.len();
                let (step, first) = *self.steps.entry(end.canonical()).or_insert_with(|| {
                    self.waiting.push_back(end);
                    (count, end)
                });
                Then::Step(step, first.symmetry_to(end).expect("they are images of each other"))
            };
            replies.push(Reply { game, then });
        });
        replies
    }
}
