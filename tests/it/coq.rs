//! The certificates that `formal/` proves from are what the program makes.
//!
//! That they prove something is for Coq to say: see `formal/check`.

use std::fs;
use std::path::Path;

use crate::common::program::{printed, run};

/// What stands in `formal/data/`, and the arguments that make it.
const COMMITTED: [(&str, &[&str]); 9] = [
    ("C4x4", &["4x4"]),
    ("C4x4_parallel", &["4x4", "--start", "parallel"]),
    ("C4x4_fewest", &["4x4", "--objective", "fewest"]),
    ("C4x4_parallel_fewest", &["4x4", "--start", "parallel", "--objective", "fewest"]),
    ("C4x5", &["4x5"]),
    ("C5x4", &["5x4"]),
    ("C4x6", &["4x6"]),
    ("C6x4", &["6x4"]),
    ("C5x5", &["5x5"]),
];

#[test]
fn the_committed_certificates_are_made_again_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments) in COMMITTED {
        let file = format!("{name}.v");
        let made = folder.path().join(&file);
        let options = ["--format", "coq", "--quiet", "--output", &file];
        printed(&[&["certify"], arguments, &options].concat(), &folder);
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("formal/data").join(&file);
        let (made, committed) = (fs::read(made).unwrap(), fs::read(committed).unwrap());
        assert!(made == committed, "{file} differs from the committed one");
    }
}

#[test]
fn the_certificates_are_small_enough_to_be_committed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("formal/data");
    let size =
        |(name, _): &(&str, _)| fs::metadata(folder.join(format!("{name}.v"))).unwrap().len();
    assert!(COMMITTED.iter().map(size).sum::<u64>() < 2_000_000);
}

#[test]
fn a_score_that_coq_knows_nothing_of_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--score", "empties-to-winner", "--format", "coq", "--output", "C.v"];
    let output = run(&[&["certify", "4x4"], &options[..]].concat(), &folder);
    assert_eq!(output.status.code(), Some(1));
}
