//! Proofs that a board is solved, which can be checked without the solver.
//!
//! A proof has a strategy for each side. Played from the position of the claim, one of them secures
//! the value for the side to move, whatever the opponent does, and the other keeps that side from
//! getting more.
//!
//! The proof of 6×6 that leaves positions with ten empty squares to the checker has 1.7 MB. One core
//! makes it in seven minutes.

mod certificate;
mod certify;
mod check;
mod prove;

pub use certificate::{Certificate, CertificateError, Choices, Claim};
pub use certify::{CertifyOptions, certify};
pub use check::{Checked, Refusal, check};
pub(crate) use check::{Goal, Walk, number_of};
pub use prove::{CertifyError, cheapest, prove};
