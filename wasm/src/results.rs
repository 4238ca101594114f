//! The documents of solved positions, as the program writes them: these are its own files.

#[path = "../../src/results/index.rs"]
mod index;
#[path = "../../src/results/lookup.rs"]
mod lookup;
#[path = "../../src/results/plan.rs"]
mod plan;
#[path = "../../src/results/read.rs"]
mod read;
#[path = "../../src/results/solved_board.rs"]
mod solved_board;
#[path = "../../src/results/variant.rs"]
mod variant;

pub(crate) use index::Index;
pub(crate) use lookup::Lookup;
pub(crate) use plan::PlanDocument;
use read::{read_line, read_position};
pub(crate) use solved_board::SolvedBoard;
pub(crate) use variant::Variant;
