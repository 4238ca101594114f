//! The documents of solved positions, as the program writes them: these are its own files.

#[path = "../../src/results/fields.rs"]
mod fields;
#[path = "../../src/results/lookup.rs"]
mod lookup;
#[path = "../../src/results/solved_board.rs"]
mod solved_board;
#[path = "../../src/results/variant.rs"]
mod variant;

pub(crate) use lookup::Lookup;
pub(crate) use solved_board::{Proof, ProofMethod, SolvedBoard};
pub(crate) use variant::Variant;
