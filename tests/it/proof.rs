//! Certificates: created by the search, checked without it, and corrupted in every way.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use othello_core::search::Oracle;
use othello_core::{Mailbox, Position, Progress, Rules, Size, Solution, Start};
use othello_solver::proof::{Certificate, CertifyError, Refusal, check, prove};

use crate::common::{Impatient, MEMORY, mailbox_of, searched, start};

#[test]
fn every_4x4_game_is_proved() {
    for start in Start::ALL.map(|opening| start(4, 4, opening)) {
        for rules in Rules::ALL {
            let value = Solution::new(start, rules).unwrap().value(start).unwrap();
            for leaves in [0, 1, 5, 12] {
                let certificate = searched(start, rules, value, leaves);
                let bytes = certificate.to_bytes();
                assert_eq!(Certificate::from_bytes(&bytes).as_ref(), Ok(&certificate));
                let checked = check(&certificate, MEMORY, &()).unwrap();
                assert_eq!(checked.leaves == checked.positions, leaves == 12);
            }
        }
    }
}

#[test]
fn boards_that_only_a_search_solves_are_proved() {
    let rules = Rules::default();
    check(&searched(start(4, 6, Start::Diagonal), rules, 16, 3), MEMORY, &()).unwrap();
    check(&searched(start(6, 4, Start::Parallel), rules, 6, 3), MEMORY, &()).unwrap();
}

/// Black wipes White out on 3x4. The bound that Black cannot score more than that needs no
/// strategy, but a claim of any less does.
#[test]
fn nothing_is_to_be_proved_of_the_side_that_gets_nothing() {
    let (start, rules) = (start(3, 4, Start::Diagonal), Rules::default());
    let certificate = searched(start, rules, 12, 0);
    let [first, second] = &certificate.strategies;
    assert!(first.bits > 0 && second.bits == 0);
    check(&certificate, MEMORY, &()).unwrap();
    for wrong in [11, 0, -12] {
        let mut claim = certificate.clone();
        claim.claim.value = wrong;
        assert!(check(&claim, MEMORY, &()).is_err(), "{wrong}");
    }
    let mut claim = certificate;
    claim.strategies.swap(0, 1);
    assert!(check(&claim, MEMORY, &()).is_err());
}

/// The work is stopped after each choice and resumed from the saved draft.
#[test]
fn interrupted_work_ends_with_the_same_certificate() {
    /// Stops as soon as anything has been done.
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
    let (game, rules) = (start(4, 4, Start::Parallel), Rules::default());
    let oracle = Oracle::new(rules, 1 << 20, 12);
    let mut at_least = |game, bound| oracle.at_least(game, bound, &());
    let mut draft = Certificate::draft(game, rules, -3, 2);
    let mut interruptions = 0;
    let end = loop {
        let mut kept = draft.clone();
        let mut keep = |draft: &Certificate| {
            kept = draft.clone();
            Ok(())
        };
        match prove(game, draft, MEMORY, &mut at_least, &mut keep, &Impatient::default()) {
            Ok(end) => break end,
            Err(_) => draft = Certificate::from_bytes(&kept.to_bytes()).unwrap(),
        }
        interruptions += 1;
    };
    assert!(interruptions > 20, "{interruptions}");
    assert_eq!(end, searched(game, rules, -3, 2));
}

/// When memory runs out, the draft so far is kept, and more memory leads to the same result.
#[test]
fn proofs_take_no_more_memory_than_they_may() {
    let (game, rules) = (start(4, 4, Start::Diagonal), Rules::default());
    let oracle = Oracle::new(rules, 1 << 20, 12);
    let mut at_least = |game, bound| oracle.at_least(game, bound, &());
    let mut kept = Certificate::draft(game, rules, -8, 0);
    let draft = kept.clone();
    let mut keep = |draft: &Certificate| {
        kept = draft.clone();
        Ok(())
    };
    let unfinished = prove(game, draft.clone(), 1 << 12, &mut at_least, &mut keep, &());
    let Err(CertifyError::OutOfMemory { memory: 4096, needed }) = unfinished else {
        panic!("{unfinished:?}")
    };
    // The reported amount is enough, and not much more than needed.
    let mut proved =
        |memory| prove(game, draft.clone(), memory, &mut at_least, &mut |_| Ok(()), &());
    assert!(proved(needed).is_ok() && proved(needed / 8).is_err(), "{needed}");
    assert_ne!(kept, draft);
    let certificate = prove(game, kept, MEMORY, &mut at_least, &mut |_| Ok(()), &()).unwrap();
    assert_eq!(certificate, searched(game, rules, -8, 0));

    assert_eq!(check(&certificate, 1 << 10, &()), Err(Refusal::OutOfMemory(1 << 10)));
    assert!(check(&certificate, MEMORY, &()).is_ok());
}

/// The checker would have to search all of 6×6, which would take years.
#[test]
fn a_check_is_stopped_within_a_leaf_too() {
    let start = start(6, 6, Start::Diagonal);
    let certificate = Certificate::draft(start, Rules::default(), -4, 32);
    // The first check for a stop is before the leaf, and the next ones are within it.
    let stopped = check(&certificate, MEMORY, &Impatient::new(1));
    assert_eq!(stopped, Err(Refusal::Stopped));
}

/// The checker relies on the mailbox for the rules; this test checks that it has the right starts,
/// too.
#[test]
fn the_claims_are_about_the_starts() {
    for size in Size::all() {
        for start in Start::ALL {
            let (width, height) = (size.width() as usize, size.height() as usize);
            let board = Mailbox::start(width, height, start).unwrap();
            assert_eq!(board, mailbox_of(Position::start(size, start)));
        }
    }
}

/// Each round answers a different question wrongly, so that the strategy has one move that does not
/// achieve its goal while all others are as good as possible.
#[test]
fn a_wrong_move_is_found_wherever_it_is() {
    let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    let solution = Solution::new(start, Rules::default()).unwrap();
    let truly = |game, bound| solution.value(game).unwrap() >= bound;
    for wrong in 0.. {
        let (mut asked, mut place) = (0, None);
        let mut at_least = |game, bound| {
            asked += 1;
            // The opponent can achieve this, but the strategy is given the opposite answer.
            if asked > wrong && place.is_none() && truly(game, bound) {
                place = Some(game);
                return Some(false);
            }
            Some(truly(game, bound))
        };
        let draft = Certificate::draft(start, Rules::default(), -8, 0);
        let mut keep = |_: &Certificate| Ok(());
        let certificate = prove(start, draft, 1 << 20, &mut at_least, &mut keep, &()).unwrap();
        if place.is_none() {
            assert!(wrong > 20, "{wrong}");
            return;
        }
        let refusal = check(&certificate, 1 << 20, &()).unwrap_err().to_string();
        assert!(refusal.contains(", after "), "{place:?}");
    }
}
