//! Certificates: made by the search, checked without it, and broken in every way.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use common::{EVERY_RULES, mailbox_of, size};
use othello_solver::mailbox::Mailbox;
use othello_solver::proof::{Certificate, Choices, Refusal, check, prove};
use othello_solver::{
    Game, Objective, Oracle, Progress, Rules, Score, Size, Solution, Start, TimeLimit,
};
use sha2::{Digest, Sha256};

/// The certificate of a start by the search.
fn searched(game: Game, rules: Rules, value: Score, leaves: u32) -> Certificate {
    let oracle = Oracle::new(rules, 16 << 20, game.size().squares());
    let draft = Certificate::draft(game, rules, value, leaves);
    let mut keep = |_: &Certificate| ControlFlow::Continue(());
    let mut at_least = |game, bound| oracle.at_least(game, bound, &());
    prove(game, draft, &mut at_least, &mut keep, &()).unwrap()
}

/// The first certificate of 4×4, which the checker is to refuse after a change.
fn of_4x4() -> Certificate {
    searched(Game::start(size(4, 4), Start::Diagonal), Rules::default(), -8, 0)
}

fn refusal(certificate: &Certificate) -> String {
    check(certificate, &()).unwrap_err().to_string()
}

#[test]
fn every_4x4_game_is_proved() {
    for start in Start::ALL.map(|start| Game::start(size(4, 4), start)) {
        for rules in EVERY_RULES {
            let value = Solution::new(start, rules).unwrap().value(start).unwrap();
            for leaves in [0, 1, 5, 12] {
                let certificate = searched(start, rules, value, leaves);
                let bytes = certificate.to_bytes();
                assert_eq!(Certificate::from_bytes(&bytes).as_ref(), Ok(&certificate));
                let checked = check(&certificate, &()).unwrap();
                assert_eq!(checked.leaves == checked.positions, leaves == 12);
            }
        }
    }
}

#[test]
fn boards_that_only_a_search_solves_are_proved() {
    let rules = Rules::default();
    let start = |width, height, start| Game::start(size(width, height), start);
    check(&searched(start(4, 6, Start::Diagonal), rules, 16, 3), &()).unwrap();
    check(&searched(start(6, 4, Start::Parallel), rules, 6, 3), &()).unwrap();
}

#[test]
fn only_the_true_value_is_proved() {
    let mut certificate = of_4x4();
    for value in (-16..=16).filter(|&value| value != -8) {
        certificate.claim.value = value;
        let side = if value > -8 { "Black" } else { "White" };
        let refusal = refusal(&certificate);
        assert!(refusal.starts_with(&format!("the strategy of {side}, after ")), "{refusal}");
    }
    certificate.claim.value = -7;
    assert_eq!(
        refusal(&certificate),
        "the strategy of Black, after b1a1a2c1d4a3d1b4a4c4: the game is over, and -7 is not reached"
    );
}

#[test]
fn other_rules_or_another_position_are_refused() {
    let whole = of_4x4();
    for objective in [Objective::Most, Objective::Fewest] {
        for start in ["-----OX--XO----- X", "-----OX--XO----- O", "-----XX--OO----- X"] {
            for (width, height) in [(4, 4), (2, 8), (8, 2), (4, 3)] {
                let mut changed = whole.clone();
                changed.claim.rules.objective = objective;
                changed.claim.position = start.to_owned();
                changed.claim.size = size(width, height);
                assert_eq!(check(&changed, &()).is_ok(), changed == whole);
            }
        }
    }
    for position in ["", "X", "---------------- ", "-----OX--XO---- X", "-----OX--XO-----X X"] {
        let mut changed = whole.clone();
        changed.claim.position = position.to_owned();
        assert_eq!(
            refusal(&changed),
            format!("the claim: '{position}' is no position of the board")
        );
    }
}

/// Without the moves that answer one reply.
#[test]
fn a_reply_left_out_is_found_wherever_it_is() {
    let whole = of_4x4();
    // All choices are among two, three or four here: it is enough to leave out
    // one bit or two, wherever they are.
    let (mut refused, mut changed) = (0, 0);
    for strategy in 0..2 {
        for left_out in 0..whole.strategies[strategy].bits() {
            for bits in [1, 2] {
                let mut choices = Choices::default();
                let mut at = 0;
                while let Some(bit) = whole.strategies[strategy].take(&mut at, 2) {
                    if !(left_out..left_out + bits).contains(&(at - 1)) {
                        choices.push(bit, 2);
                    }
                }
                let mut certificate = whole.clone();
                certificate.strategies[strategy] = choices;
                changed += 1;
                refused += usize::from(check(&certificate, &()).is_err());
                // What is left is another strategy. Where it happens to be a good
                // one it proves the same claim, but never a better one.
                certificate.claim.value += if strategy == 0 { 1 } else { -1 };
                refusal(&certificate);
            }
        }
    }
    assert!(refused > changed * 3 / 4, "{refused} of {changed}");
}

/// Stopped after each choice, and gone on with from what was kept.
#[test]
fn interrupted_work_ends_with_the_same_certificate() {
    /// Stops as soon as anything is done.
    #[derive(Default)]
    struct Impatient(AtomicBool);
    impl Progress for Impatient {
        fn advance(&self, _: u64) {
            self.0.store(true, Relaxed);
        }

        fn is_stopped(&self) -> bool {
            self.0.load(Relaxed)
        }
    }
    let (game, rules) = (Game::start(size(4, 4), Start::Parallel), Rules::default());
    let oracle = Oracle::new(rules, 1 << 20, 12);
    let mut at_least = |game, bound| oracle.at_least(game, bound, &());
    let mut draft = Certificate::draft(game, rules, -3, 2);
    let mut interruptions = 0;
    let end = loop {
        let mut kept = draft.clone();
        let mut keep = |draft: &Certificate| {
            kept = draft.clone();
            ControlFlow::Break(())
        };
        match prove(game, draft, &mut at_least, &mut keep, &Impatient::default()) {
            Some(end) => break end,
            None => draft = Certificate::from_bytes(&kept.to_bytes()).unwrap(),
        }
        interruptions += 1;
    };
    assert!(interruptions > 20, "{interruptions}");
    assert_eq!(end, searched(game, rules, -3, 2));
}

/// All of 6×6 is left to the checker, which would take years.
#[test]
fn a_check_is_stopped_within_a_leaf_too() {
    let start = Game::start(size(6, 6), Start::Diagonal);
    let certificate = Certificate::draft(start, Rules::default(), -4, 32);
    let time = Duration::from_millis(50);
    let began = Instant::now();
    let stopped = check(&certificate, &TimeLimit::new(&(), time));
    assert_eq!(stopped, Err(Refusal::Stopped));
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn a_strategy_that_ends_early_or_late_is_refused() {
    let mut certificate = of_4x4();
    certificate.strategies[1] = Choices::default();
    assert_eq!(
        refusal(&certificate),
        "the strategy of White, after b1: the strategy ends before it has a move here"
    );
    let mut certificate = of_4x4();
    certificate.strategies[0].push(0, 2);
    assert_eq!(
        refusal(&certificate),
        "the strategy of Black, at the start: 1 bits of the strategy are left over"
    );
    let mut certificate = of_4x4();
    certificate.strategies[1] = Choices::default();
    certificate.strategies[1].push(3, 4);
    assert_eq!(
        refusal(&certificate),
        "the strategy of White, after b1: the strategy has move 4 of 3"
    );
}

#[test]
fn no_byte_can_be_changed_or_left_out() {
    let bytes = of_4x4().to_bytes();
    for place in 0..bytes.len() {
        for change in [1, 2, 0x20, 0x80] {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            assert!(Certificate::from_bytes(&changed).is_err(), "byte {place}");
        }
        assert!(Certificate::from_bytes(&bytes[..place]).is_err(), "cut to {place}");
        let without = [&bytes[..place], &bytes[place + 1..]].concat();
        assert!(Certificate::from_bytes(&without).is_err(), "without byte {place}");
    }
    let error = |bytes: &[u8]| Certificate::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(error(b""), "line 1: 'othello-certificate' is expected, with the version 1");
    let longer = error(&[&bytes[..], b"!"].concat());
    assert!(longer.starts_with("after its head it has "), "{longer}");
}

/// A certificate of 4×4 without any strategy, with this in its head and sealed
/// with the right checksum.
fn forged(size: &str, value: &str, leaves: &str, bits: &str) -> Vec<u8> {
    let head = format!(
        "othello-certificate 1\nsize {size}\nposition -----OX--XO----- X\nobjective most\n\
         score discs\nvalue {value}\nleaves {leaves}\nbits {bits}\n"
    );
    let digest = Sha256::digest(&head);
    let seal = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    format!("{head}sha256 {seal}\n").into_bytes()
}

/// The greatest of all goals, negated, is the least of all.
#[test]
fn numbers_that_no_game_has_are_refused_where_they_are_read() {
    let read = |bytes: &[u8]| Certificate::from_bytes(bytes);
    let whole = read(&forged("4x4", "-8", "16", "0 0")).unwrap();
    check(&whole, &()).unwrap();
    for value in ["-16", "16"] {
        refusal(&read(&forged("4x4", value, "16", "0 0")).unwrap());
    }
    for value in
        ["-2147483648", "2147483647", "-17", "17", "-9223372036854775808", "-08", "-0", "+4", "04"]
    {
        assert_eq!(
            read(&forged("4x4", value, "16", "0 0")).unwrap_err().to_string(),
            "line 6: 'value' is expected, with a number of discs, at most one for each square",
            "{value}"
        );
    }
    for leaves in ["17", "4294967295", "-1", "+4", "04", ""] {
        assert_eq!(
            read(&forged("4x4", "-8", leaves, "0 0")).unwrap_err().to_string(),
            "line 7: 'leaves' is expected, with a number of empty squares, at most all",
            "{leaves}"
        );
    }
    for bits in ["+0 0", "0 00", "-0 0", "0 0 ", "1 0", "0 18446744073709551615"] {
        read(&forged("4x4", "-8", "16", bits)).unwrap_err();
    }
    for size in ["+4x4", "4x04", "4294967296x4294967296", "0x4", "4", "4X4", "4×4"] {
        read(&forged(size, "-8", "16", "0 0")).unwrap_err();
    }

    for value in [Score::MIN, Score::MAX, -17, 17] {
        let mut changed = whole.clone();
        changed.claim.value = value;
        let expected = format!("the claim: {value:+} is no score on 4x4");
        assert_eq!(refusal(&changed), expected);
    }
    let start = Game::start(size(4, 4), Start::Diagonal);
    let all = Certificate::draft(start, Rules::default(), -8, u32::MAX);
    assert_eq!(read(&all.to_bytes()).unwrap().leaves, 16);
}

/// What the checker takes for granted is that the mailbox knows the rules; this
/// is that it also knows the starts.
#[test]
fn the_claims_are_about_the_starts() {
    for size in Size::all() {
        for start in Start::ALL {
            let (width, height) = (size.width() as usize, size.height() as usize);
            let board = Mailbox::start(width, height, start).unwrap();
            assert_eq!(board, mailbox_of(Game::start(size, start)));
        }
    }
}
