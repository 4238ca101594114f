//! Proofs that a board is solved, which can be checked without the solver.
//!
//! A proof has a strategy for each side. Played from the position of the claim,
//! the one secures the value for the side to move, whatever the opponent does,
//! and the other keeps that side from getting more.

mod certificate;
mod check;
mod prove;

pub use certificate::{Certificate, CertificateError, Choices, Claim};
pub use check::{Checked, Refusal, check};
pub use prove::prove;
