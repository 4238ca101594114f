//! The terms of a campaign.

use othello_core::board::kernel::Discs;
use othello_core::board::{Color, Turn};
use othello_core::game::{Position, Rules, Score, Scoring};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::lines::{Bounds, Node, Subject, form};

/// The subject of a campaign: the contents of `campaign.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The position that is to be solved, and the rules.
    #[serde(flatten)]
    pub start: Subject,
    /// Questions are about positions with this number of empty squares.
    pub empties: u32,
    /// The guess of the value, seen by the side to move. It is asked about first.
    pub guess: Score,
    /// The beginning of the SHA-256 digest of the rest, by which an edited file is noticed.
    pub digest: String,
}

/// With more plies than this between the start and the frontier, moves are ranked by shallower
/// searches: there are many positions to rank.
const THOROUGH: u32 = 10;

impl Terms {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/campaign/2";

    /// The terms of a new campaign, not sealed yet.
    pub(super) fn new(start: Subject, empties: u32, guess: Score) -> Self {
        let schema = Self::SCHEMA.to_owned();
        Self { schema, start, empties, guess, digest: String::new() }
    }

    /// The terms in a file, or why they cannot be used.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        let terms: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if terms.schema != Self::SCHEMA {
            return Err(format!("its schema is not '{}'", Self::SCHEMA));
        }
        if terms.clone().sealed() != terms {
            return Err("it was edited; begin another campaign instead".to_owned());
        }
        terms.check().map(|()| terms)
    }

    /// The same terms with their digest.
    pub(super) fn sealed(self) -> Self {
        let Self { start: Subject { position, rules }, empties, guess, .. } = &self;
        let text = format!("{} {rules:?} {position} {empties} {guess}", position.size());
        let bytes: [u8; 32] = Sha256::digest(text).into();
        let digest = format!("{:016x}", u64::from_be_bytes(std::array::from_fn(|at| bytes[at])));
        Self { digest, ..self }
    }

    /// Checks that there are positions to ask about, and that the guess can be a value.
    pub(super) fn check(&self) -> Result<(), String> {
        let start = self.start.position.empties();
        if !(1..start).contains(&self.empties) {
            return Err(format!(
                "--empties must be at least 1 and less than the {start} of the start"
            ));
        }
        self.check_value(self.guess, "the guess")
    }

    /// The bounds when nothing is known but the size of the board.
    pub(super) fn widest(&self) -> Bounds {
        Bounds::widest(self.start.position.size())
    }

    /// The position with these discs, with the side to move taken as Black.
    pub(super) fn position(&self, discs: Discs) -> Position {
        Position::from_discs(self.start.position.size(), discs, Color::Black)
    }

    /// The position and the rules, as they are asked about.
    pub(super) fn subject(&self, (scoring, discs): Node) -> Subject {
        let rules = Rules { scoring, ..self.start.rules };
        Subject { position: self.position(discs), rules }
    }

    /// Whether questions are about this position.
    pub(super) fn is_frontier(&self, position: Position) -> bool {
        position.empties() == self.empties && position.turn() == Turn::Place
    }

    /// What a line of a file is about, or why it does not belong to the campaign: the rules, or those
    /// by which the winner also counts the empty squares, a position and a bound.
    pub(super) fn admit(&self, subject: Subject, at_least: Score) -> Result<Node, String> {
        let Subject { position, rules: Rules { scoring, objective } } = subject;
        let [(size, rules), (own_size, own_rules)] =
            [subject, self.start].map(|it| (it.position.size(), it.rules));
        let is_wanted = [own_rules.scoring, Scoring::EmptiesToWinner].contains(&scoring);
        if size != own_size || objective != own_rules.objective || !is_wanted {
            return Err(format!(
                "it is about {size}, {rules}, and the campaign about {own_size}, {own_rules}"
            ));
        }
        if !self.is_frontier(position) {
            let empties = self.empties;
            return Err(format!(
                "it is not about a position with {empties} empty squares and a legal move"
            ));
        }
        self.check_value(at_least, "the bound")?;
        Ok((scoring, form(position)))
    }

    /// Checks that a number can be a value of the board.
    pub(super) fn check_value(&self, value: Score, what: &str) -> Result<(), String> {
        let Bounds { lower, upper } = self.widest();
        let wrong = || format!("{what} is not a value between {lower} and +{upper}");
        (lower..=upper).contains(&value).then_some(()).ok_or_else(wrong)
    }

    /// The number of plies by which the search that ranks moves is shallower than usual.
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

    /// A file that was sealed again after it was edited is checked all the same.
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
}
