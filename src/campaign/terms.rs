//! The terms of a campaign.

use othello_core::board::kernel::Discs;
use othello_core::{Color, Position, Rules, Score, Scoring, Turn};
use serde::{Deserialize, Serialize};

use super::lines::{Node, ScoreBounds, Subject, form};
use crate::storage::{ensure, hex, sha256};

/// The terms of a campaign: the contents of `campaign.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The position to be solved, and the rules.
    #[serde(flatten)]
    pub start: Subject,
    /// Questions are about positions with this number of empty squares.
    pub empties: u32,
    /// The guess of the value, seen by the side to move. The first questions are about it.
    pub guess: Score,
    /// The first digits of the SHA-256 digest of the rest, which reveals edits.
    pub digest: String,
}

/// With more plies than this between the start and the frontier, moves are ranked by shallower
/// searches because there are many positions to rank.
const THOROUGH: u32 = 10;

impl Terms {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/campaign/2";

    /// The terms of a new campaign, without a digest.
    pub(super) fn new(start: Subject, empties: u32, guess: Score) -> Self {
        let schema = Self::SCHEMA.to_owned();
        Self { schema, start, empties, guess, digest: String::new() }
    }

    /// The terms in a file, or the reason why they cannot be used.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        let terms: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        ensure!(terms.schema == Self::SCHEMA, "its schema is not '{}'", Self::SCHEMA);
        ensure!(terms.clone().sealed() == terms, "it was edited; start another campaign instead");
        terms.check().map(|()| terms)
    }

    /// The same terms with their digest.
    pub(super) fn sealed(self) -> Self {
        let Self { start: Subject { position, rules }, empties, guess, .. } = &self;
        let text = format!("{} {rules:?} {position} {empties} {guess}", position.size());
        let digest = hex(&sha256(&[text.as_bytes()])[..8]);
        Self { digest, ..self }
    }

    /// Checks that there are positions to ask about, and that the guess is a possible value.
    pub(super) fn check(&self) -> Result<(), String> {
        let start = self.start.position.empties();
        let is_below = (1..start).contains(&self.empties);
        ensure!(is_below, "--empties must be at least 1 and less than the {start} of the start");
        self.check_value(self.guess, "the guess")
    }

    /// The bounds that follow from the size of the board.
    pub(super) fn widest(&self) -> ScoreBounds {
        let most = self.start.position.size().squares().cast_signed();
        ScoreBounds { lower: -most, upper: most }
    }

    /// The position with these discs and Black to move.
    pub(super) fn position(&self, discs: Discs) -> Position {
        Position::from_discs(self.start.position.size(), discs, Color::Black)
    }

    /// The position and the rules of a node.
    pub(super) fn subject(&self, (scoring, discs): Node) -> Subject {
        let rules = Rules { scoring, ..self.start.rules };
        Subject { position: self.position(discs), rules }
    }

    /// The score of a full board next to an estimate, within bounds, as nearly all values are. Most
    /// estimates are too close to 0.
    pub(super) fn likely(&self, estimate: Score, within: ScoreBounds) -> Score {
        let is_score = |score: &Score| {
            (score - self.widest().upper) % 2 == 0 && (within.lower..=within.upper).contains(score)
        };
        let farther = if estimate < 0 { -1 } else { 1 };
        let near = [estimate, estimate + farther, estimate - farther];
        near.into_iter().find(is_score).unwrap_or(estimate)
    }

    /// The bounds under a scoring that follow from bounds under the other one: the winner is the same,
    /// and counting the empty squares never reduces the margin.
    pub(super) fn implied(&self, bounds: ScoreBounds, scoring: Scoring) -> ScoreBounds {
        let (ScoreBounds { lower, upper }, widest) = (bounds, self.widest());
        match scoring {
            Scoring::Discs => ScoreBounds { lower: lower.min(1), upper: upper.max(-1) },
            Scoring::EmptiesToWinner => ScoreBounds {
                lower: if lower < 0 { widest.lower } else { lower },
                upper: if upper > 0 { widest.upper } else { upper },
            },
        }
    }

    /// Whether a position belongs to the frontier.
    pub(super) fn is_frontier(&self, position: Position) -> bool {
        position.empties() == self.empties && position.turn() == Turn::Place
    }

    /// The node of a line in a file, or the reason why the line does not belong to the campaign. The
    /// rules must match the campaign's, except that the winner may get the empty squares.
    pub(super) fn admit(&self, subject: Subject, at_least: Score) -> Result<Node, String> {
        let Subject { position, rules: Rules { scoring, objective } } = subject;
        let [(size, rules), (own_size, own_rules)] =
            [subject, self.start].map(|it| (it.position.size(), it.rules));
        let is_wanted = [own_rules.scoring, Scoring::EmptiesToWinner].contains(&scoring);
        ensure!(
            size == own_size && objective == own_rules.objective && is_wanted,
            "it is about {size}, {rules}, but the campaign is about {own_size}, {own_rules}"
        );
        ensure!(
            self.is_frontier(position),
            "it is not about a position with {} empty squares and a legal move",
            self.empties
        );
        self.check_value(at_least, "the bound")?;
        Ok((scoring, form(position)))
    }

    /// Checks that a number is a possible value on the board.
    pub(super) fn check_value(&self, value: Score, what: &str) -> Result<(), String> {
        let ScoreBounds { lower, upper } = self.widest();
        let is_value = (lower..=upper).contains(&value);
        ensure!(is_value, "{what} is not a value between {lower} and +{upper}");
        Ok(())
    }

    /// The number of plies by which searches that rank moves are shallower than usual.
    pub(super) fn shallower(&self) -> u32 {
        (self.start.position.empties() - self.empties).saturating_sub(THOROUGH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::to_json;
    use othello_core::board::Size;
    use othello_core::game::Start;

    /// A file is checked even if its digest was recomputed after an edit.
    #[test]
    fn extreme_numbers_are_refused() {
        let position = Position::start(Size::new(4, 5).unwrap(), Start::Diagonal);
        let start = Subject { position, rules: Rules::default() };
        let read = |empties, guess| {
            Terms::read(to_json(&Terms::new(start, empties, guess).sealed()).as_bytes())
        };
        assert_eq!(read(10, 20).unwrap().guess, 20);
        for guess in [21, -21, Score::MAX, Score::MIN] {
            assert_eq!(read(10, guess), Err("the guess is not a value between -20 and +20".into()));
        }
        for empties in [0, 16, u32::MAX] {
            assert!(read(empties, 0).unwrap_err().starts_with("--empties must be at least 1"));
        }
    }

    #[test]
    fn bounds_under_one_scoring_hold_under_the_other() {
        let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
        let terms = Terms::new(Subject { position, rules: Rules::default() }, 10, 0);
        for (own, opponent) in (0..=16).flat_map(|own| (0..=16 - own).map(move |it| (own, it))) {
            let scores = [Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| {
                let rules = Rules { scoring, ..Rules::default() };
                (scoring, rules.score(own, opponent, 16 - own - opponent))
            });
            let [discs, with_empties] = scores;
            for ((_, here), (there, score)) in [(discs, with_empties), (with_empties, discs)] {
                for (lower, upper) in
                    (-16..=here).flat_map(|it| (here..=16).map(move |to| (it, to)))
                {
                    let implied = terms.implied(ScoreBounds { lower, upper }, there);
                    assert!((implied.lower..=implied.upper).contains(&score), "{own}–{opponent}");
                }
            }
        }
    }
}
