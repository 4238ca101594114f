//! The schema of plans, such as `results/4x4-white-plan.json`.

use othello_core::analysis::{Plan, Reply, Then};
use othello_core::{Color, Objective, Rules, Score, Scoring, Size, Square, Start, Symmetry};
use serde::{Deserialize, Serialize};

/// A plan by which a player secures a score, whatever the opponent plays.
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
    /// The position where the plan begins.
    pub position: String,
    /// Whose plan it is: `black` or `white`.
    #[serde(rename = "side")]
    pub player: Color,
    /// The score that the player gets at least, seen by the player.
    pub secures: Score,
    /// The number of positions in which the player has to move. Reflections and rotations count once.
    pub positions: usize,
    /// No plan has fewer positions than this. Absent if no such bound is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_possible: Option<usize>,
    /// What can happen before the player's first move.
    pub opening: Vec<PlanReply>,
    /// What the player does in each position.
    pub steps: Vec<PlanStep>,
}

/// What the player does in a position.
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
    /// Everything that can happen then.
    pub replies: Vec<PlanReply>,
}

/// What can happen until the player has to move again, or until the game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlanReply {
    /// The opponent's moves. There is one unless somebody has to pass.
    #[serde(rename = "reply")]
    pub moves: String,
    /// The step with which the plan goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// How to turn that step's position and move, unless they are the same here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<Symmetry>,
    /// If the game is over, its score, seen by the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Score>,
}

impl PlanDocument {
    /// The name and version of the format.
    pub const SCHEMA: &'static str = "othello-solver/plan/1";

    /// The document of a plan.
    pub fn new(plan: &Plan) -> Self {
        let step = |(number, step): (_, &othello_core::analysis::Step)| PlanStep {
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
