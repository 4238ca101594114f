//! The checker of certificates in `checker/`, which shares nothing with the program, against the
//! program's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use othello_core::{Rules, Start};
use othello_solver::proof::{Certificate, check};

use crate::common::{MEMORY, mailbox_of, minimax, searched, start};

/// The checker, compiled as strictly as C compilers can, to stop at any undefined behaviour.
fn checker() -> &'static Path {
    static CHECKER: OnceLock<PathBuf> = OnceLock::new();
    CHECKER.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check");
        let flags = "-std=c99 -pedantic -Wall -Wextra -Werror -O3 -fsanitize=address,undefined \
                     -fno-sanitize-recover=all";
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("checker/check.c");
        let mut compiler = Command::new("cc");
        compiler.args(flags.split_whitespace()).arg("-o").args([&program, &source]);
        assert!(compiler.status().expect("a C compiler").success());
        program
    })
}

/// Whether the checker accepts each of these files, according to its output.
fn accepted(files: &[PathBuf]) -> Vec<bool> {
    let output = Command::new(checker()).args(files).output().unwrap();
    let (said, errors) = (output.stdout, String::from_utf8_lossy(&output.stderr));
    assert!(errors.is_empty(), "{errors}");
    let said = String::from_utf8(said).unwrap();
    let verdicts: Vec<bool> = said
        .lines()
        .zip(files)
        .map(|(line, file)| {
            let verdict = line.strip_prefix(&format!("{}: ", file.display())).unwrap();
            assert!(verdict.starts_with("proved: ") || verdict.starts_with("refused: "), "{line}");
            verdict.starts_with("proved: ")
        })
        .collect();
    assert_eq!(verdicts.len(), files.len(), "{said}");
    let is_failure = i32::from(verdicts.contains(&false));
    assert_eq!(output.status.code(), Some(is_failure));
    verdicts
}

/// The number of files that are accepted. Both checkers must agree on each.
pub(crate) fn agree(contents: &[Vec<u8>]) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let write = |(number, bytes)| {
        let file = folder.path().join(format!("{number}"));
        fs::write(&file, bytes).unwrap();
        file
    };
    let files: Vec<_> = contents.iter().enumerate().map(write).collect();
    let verdicts = accepted(&files);
    for (bytes, &verdict) in contents.iter().zip(&verdicts) {
        let read = Certificate::from_bytes(bytes);
        let own = read.and_then(|it| check(&it, MEMORY, &()).map_err(|error| error.to_string()));
        assert_eq!(own.is_ok(), verdict, "{own:?} in {}", String::from_utf8_lossy(bytes));
    }
    verdicts.into_iter().filter(|&it| it).count()
}

/// All but the certificate of 6x6, which `.ci/full` checks.
#[test]
fn the_committed_certificates_are_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/certificates");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 12);
    assert_eq!(accepted(&files), vec![true; files.len()]);
}

/// Every start of the small boards under every rule, with either side to move and with parts left
/// to the checker, and the ends of games on boards of every shape. A value that is off by one is
/// refused, and so is a move where none is needed.
#[test]
fn both_checkers_accept_the_true_value_only() {
    let mut certificates = Vec::new();
    let mut add = |position, rules, leaves| {
        let value = minimax(&mailbox_of(position), rules);
        let whole = searched(position, rules, value, leaves);
        for wrong in [0, 1, -1] {
            let mut certificate = whole.clone();
            certificate.claim.value += wrong;
            certificates.push(certificate.to_bytes());
        }
        let mut longer = whole;
        longer.strategies[1].push(0, 2);
        certificates.push(longer.to_bytes());
    };
    for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (2, 5)] {
        for opening in Start::ALL {
            for rules in Rules::ALL {
                let position = start(width, height, opening);
                add(position, rules, 0);
                add(position.after_moves().last().unwrap_or(position), rules, 3);
            }
        }
    }
    for (width, height) in [(8, 8), (16, 4), (3, 21), (2, 26), (26, 2)] {
        for (game, rules) in Rules::ALL.into_iter().enumerate() {
            let mut position = start(width, height, Start::Diagonal);
            while position.empties() > 6 && !position.is_over() {
                let after: Vec<_> = position.after_moves().collect();
                let choice = (position.empties() as usize + game) % after.len().max(1);
                position = after.get(choice).copied().unwrap_or_else(|| position.pass());
            }
            add(position, rules, 2);
        }
    }
    assert_eq!(agree(&certificates), certificates.len() / 4);
}
