//! The schema of plans, such as `results/4x4-white-plan.json`.

use crate::analysis::{Plan, Reply, Then};
use crate::{Color, Objective, Rules, Score, Scoring, Size, Square, Start, Symmetry};
use serde::{Deserialize, Serialize};

/// A plan by which a player secures a score against every defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlanDocument {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The board.
    pub size: Size,
    /// How the first four discs lie, if the plan begins at the start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How `secures` is counted.
    pub score: Scoring,
    /// The position at the start of the plan.
    pub position: String,
    /// The player of the plan: `black` or `white`.
    #[serde(rename = "side")]
    pub player: Color,
    /// The score that the plan secures, from the player's point of view.
    pub secures: Score,
    /// The number of positions where the player moves. Reflections and rotations count once.
    pub positions: usize,
    /// A lower bound for the number of positions in any plan, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_possible: Option<usize>,
    /// The opponent's possible moves before the player's first move.
    pub opening: Vec<PlanReply>,
    /// The positions where the player moves, in breadth-first order.
    pub steps: Vec<PlanStep>,
}

/// A position in a plan, with the player's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlanStep {
    /// The number of the step, counted from 1.
    #[serde(rename = "step")]
    pub number: usize,
    /// The position.
    pub position: String,
    /// The player's move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The opponent's possible replies.
    pub replies: Vec<PlanReply>,
}

/// The opponent's play up to the player's next move or the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlanReply {
    /// The opponent's moves. There is exactly one unless a player has to pass.
    #[serde(rename = "reply")]
    pub moves: String,
    /// The number of the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// How to transform the position of that step into the current one, unless they are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<Symmetry>,
    /// The final score, from the player's point of view, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Score>,
}

impl PlanDocument {
    /// The name and version of the format.
    pub const SCHEMA: &'static str = "othello-solver/plan/1";

    /// The document of a plan.
    pub fn new(plan: &Plan) -> Self {
        let step = |(number, step): (_, &crate::analysis::Step)| PlanStep {
            number,
            position: step.position.to_string(),
            square: step.square,
            replies: step.replies.iter().map(PlanReply::new).collect(),
        };
        Self {
            schema: Self::SCHEMA.to_owned(),
            size: plan.position.size(),
            start: plan.position.which_start(),
            objective: plan.rules.objective,
            score: plan.rules.scoring,
            position: plan.position.to_string(),
            player: plan.player,
            secures: plan.secures,
            positions: plan.steps.len(),
            least_possible: plan.at_least,
            opening: plan.opening.iter().map(PlanReply::new).collect(),
            steps: (1..).zip(&plan.steps).map(step).collect(),
        }
    }

    /// How games are scored.
    pub fn rules(&self) -> Rules {
        Rules::new(self.score, self.objective)
    }
}

impl PlanReply {
    fn new(reply: &Reply) -> Self {
        let (step, turned, ends) = match reply.then {
            Then::Over(score) => (None, None, Some(score)),
            Then::Step(index, symmetry) => {
                (Some(index + 1), Some(symmetry).filter(|&it| it != Symmetry::default()), None)
            }
        };
        Self { moves: reply.game.to_string(), step, turned, ends }
    }
}
