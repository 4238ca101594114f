//! Compares search methods on one position.

use othello_core::Find;
use othello_core::answer::{EXHAUSTIVE_SQUARES, Limits, Question, Sources, answer};
use othello_core::exhaustive::Method;

use super::Solve;
use crate::cli::prelude::*;

/// The width of the longest bar, in characters.
const WIDEST: f64 = 24.0;

/// The number of positions that each search method visits to find a value.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Explanation {
    /// The board.
    size: Size,
    /// The position.
    position: Position,
    /// The score with best play by both sides, seen by the side to move.
    value: Score,
    /// The search methods, the simplest first.
    methods: Vec<Counted>,
}

/// A search method and its cost.
#[derive(Debug, Serialize, schemars::JsonSchema)]
struct Counted {
    /// A short description.
    name: &'static str,
    /// The number of positions visited.
    positions: u64,
}

impl Solve {
    pub(super) fn explain(&self) -> Result {
        let position = self.board.position(BOARD_4X4)?;
        let (size, rules) = (position.size(), self.rules.or_default());
        ensure(size.squares() <= EXHAUSTIVE_SQUARES, || {
            Failure::Input(format!(
                "--explain takes boards of at most {EXHAUSTIVE_SQUARES} squares, not {size}: it also \
                 searches without a table"
            ))
        })?;
        let question = Question::usual(position, rules).with_goal(Find::BestMove);
        let sources = Sources { enumeration: false, ..Sources::PROVED };
        let limits = Limits::single(self.resources.memory.hash);
        let found = answer(&question, &sources, &limits, &()).map_err(Failure::failed)?;
        let mut methods = Vec::new();
        for method in Method::ALL {
            methods.push(Counted { name: method.name, positions: method.value(position, rules).1 });
        }
        methods.push(Counted { name: "the search of this program", positions: found.nodes() });
        let value = found.value().expect("nothing stops it");
        let explanation = Explanation { size, position, value, methods };
        let (format, file) = self.destination(None);
        format.answer(&explanation, || explanation_text(&explanation))?;
        format.write_to(file.as_ref(), || to_json(&explanation))
    }
}

fn explanation_text(Explanation { size, position, value: found, methods }: &Explanation) -> String {
    let heading = format!(
        "{size}: {} for {}, found by looking at fewer and fewer positions",
        value(*found, 0),
        position.side()
    );
    let most = methods.iter().map(|method| method.positions).max().unwrap_or(1);
    methods.iter().fold(heading + "\n\n", |text, &Counted { name, positions }| {
        text + &format!("{name:30}{:>9}  {}\n", grouped(positions), bar(positions, most))
    })
}

/// A bar on a logarithmic scale. It is only a picture, so rounding does no harm.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn bar(positions: u64, most: u64) -> String {
    let length = (positions as f64).ln_1p() / (most as f64).ln_1p() * WIDEST;
    "█".repeat(length.round() as usize)
}
