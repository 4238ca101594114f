//! Certificates: corrupted, or forged and resealed. The second checker, in `checker/`, gets the same
//! files.

use std::cell::RefCell;

use othello_core::notation::read_position;
use othello_core::{Objective, Position, Rules, Score, Solution, Start};
use othello_solver::proof::{Certificate, Choices, Claim, check};
use sha2::{Digest, Sha256};

use crate::checker::agree;
use crate::common::{MEMORY, extremes, searched, size};

/// The first certificate of 4×4, which the checker must reject after a change.
fn of_4x4() -> Certificate {
    searched(Position::start(size(4, 4), Start::Diagonal), Rules::default(), -8, 0)
}

fn refusal(certificate: &Certificate) -> String {
    check(certificate, MEMORY, &()).unwrap_err().to_string()
}

#[test]
fn only_the_true_value_is_proved() {
    let mut certificate = of_4x4();
    for value in (-15..=16).filter(|&value| value != -8) {
        certificate.claim.value = value;
        let side = if value > -8 { "Black" } else { "White" };
        let refusal = refusal(&certificate);
        assert!(refusal.starts_with(&format!("the strategy of {side}, after ")), "{refusal}");
    }
    certificate.claim.value = -16;
    let needless = "the strategy of Black, at the start: 95 bits of the strategy are left over";
    assert_eq!(refusal(&certificate), needless);
    certificate.claim.value = -7;
    assert_eq!(
        refusal(&certificate),
        "the strategy of Black, after b1a1a2c1d4a3d1b4a4c4: the game is over, and -7 is not reached"
    );
}

#[test]
fn other_rules_or_another_position_are_refused() {
    let (whole, mut forged) = (of_4x4(), Vec::new());
    for objective in [Objective::Most, Objective::Fewest] {
        for start in ["-----OX--XO----- X", "-----OX--XO----- O", "-----XX--OO----- X"] {
            for (width, height) in [(4, 4), (2, 8), (8, 2), (4, 3)] {
                let mut changed = whole.clone();
                changed.claim.rules.objective = objective;
                changed.claim.position = start.to_owned();
                changed.claim.size = size(width, height);
                assert_eq!(check(&changed, MEMORY, &()).is_ok(), changed == whole);
                forged.push(changed.to_bytes());
            }
        }
    }
    assert_eq!(agree(&forged), 1, "the whole one");
    for position in ["", "X", "---------------- ", "-----OX--XO---- X", "-----OX--XO-----X X"] {
        let mut changed = whole.clone();
        changed.claim.position = position.to_owned();
        assert_eq!(
            refusal(&changed),
            format!("the claim: '{position}' is not a position of the board")
        );
    }
}

/// Removes the moves that answer one reply.
#[test]
fn a_reply_left_out_is_found_wherever_it_is() {
    let whole = of_4x4();
    // Every choice here is among two, three or four moves, so it is enough to remove one or two
    // bits at each place.
    let (mut refused, mut forged) = (0, Vec::new());
    for strategy in 0..2 {
        for left_out in 0..whole.strategies[strategy].bits {
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
                forged.push(certificate.to_bytes());
                refused += usize::from(check(&certificate, MEMORY, &()).is_err());
                // The rest is a different strategy. If it happens to be good, it proves the same
                // claim, but never a better one.
                certificate.claim.value += if strategy == 0 { 1 } else { -1 };
                refusal(&certificate);
                forged.push(certificate.to_bytes());
            }
        }
    }
    assert!(refused > forged.len() * 3 / 8, "{refused} of {}", forged.len() / 2);
    assert_eq!(agree(&forged), forged.len() / 2 - refused);
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
    let mut forged = Vec::new();
    for place in 0..bytes.len() {
        for change in [1, 2, 0x20, 0x80] {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            assert!(Certificate::from_bytes(&changed).is_err(), "byte {place}");
            forged.push(changed);
        }
        let (cut, without) = (&bytes[..place], [&bytes[..place], &bytes[place + 1..]].concat());
        assert!(Certificate::from_bytes(cut).is_err(), "cut to {place}");
        assert!(Certificate::from_bytes(&without).is_err(), "without byte {place}");
        forged.extend([cut.to_vec(), without]);
    }
    assert_eq!(agree(&forged), 0);
    let error = |bytes: &[u8]| Certificate::from_bytes(bytes).unwrap_err();
    assert_eq!(error(b""), "line 1: 'othello-certificate' is expected, with the version 1");
    let longer = error(&[&bytes[..], b"!"].concat());
    assert!(longer.starts_with("after its header it has "), "{longer}");
}

/// A head and a body with their checksum between them.
fn sealed(head: &[u8], body: &[u8]) -> Vec<u8> {
    let digest = Sha256::digest([head, body].concat());
    let seal = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    [head, format!("sha256 {seal}\n").as_bytes(), body].concat()
}

/// A certificate of 4×4 without any strategy, with these fields in its header and a correct
/// checksum.
fn forged(size: &str, value: &str, leaves: &str, bits: &str) -> Vec<u8> {
    let head = format!(
        "othello-certificate 1\nsize {size}\nposition -----OX--XO----- X\nobjective most\n\
         score discs\nvalue {value}\nleaves {leaves}\nbits {bits}\n"
    );
    sealed(head.as_bytes(), b"")
}

/// Tests the largest goal and, negated, the smallest.
#[test]
fn numbers_that_no_game_has_are_refused_where_they_are_read() {
    let forged_files = RefCell::new(Vec::new());
    let read = |bytes: &[u8]| {
        forged_files.borrow_mut().push(bytes.to_vec());
        Certificate::from_bytes(bytes)
    };
    let whole = read(&forged("4x4", "-8", "16", "0 0")).unwrap();
    check(&whole, MEMORY, &()).unwrap();
    for value in ["-16", "16"] {
        refusal(&read(&forged("4x4", value, "16", "0 0")).unwrap());
    }
    for value in extremes(5).chain(["-17", "17", "-08", "-0", "+4", "04"]) {
        assert_eq!(
            read(&forged("4x4", value, "16", "0 0")).unwrap_err(),
            "line 6: 'value' is expected, with a number of discs, at most one for each square",
            "{value}"
        );
    }
    for leaves in extremes(3).chain(["17", "-1", "+4", "04", ""]) {
        assert_eq!(
            read(&forged("4x4", "-8", leaves, "0 0")).unwrap_err(),
            "line 7: 'leaves' is expected, with a number of empty squares, at most all",
            "{leaves}"
        );
    }
    for bits in ["+0 0", "0 00", "-0 0", "0 0 ", "1 0", "0 18446744073709551615"] {
        read(&forged("4x4", "-8", "16", bits)).unwrap_err();
    }
    for number in extremes(7) {
        read(&forged("4x4", "-8", "16", &format!("{number} 0"))).unwrap_err();
        read(&forged("4x4", "-8", "16", &format!("0 {number}"))).unwrap_err();
        read(&forged(&format!("{number}x4"), "-8", "16", "0 0")).unwrap_err();
        read(&forged(&format!("4x{number}"), "-8", "16", "0 0")).unwrap_err();
    }
    for size in ["+4x4", "4x04", "4294967296x4294967296", "0x4", "4", "4X4", "4×4"] {
        read(&forged(size, "-8", "16", "0 0")).unwrap_err();
    }

    assert_eq!(agree(&forged_files.take()), 1, "the whole one");

    for value in [Score::MIN, Score::MAX, -17, 17] {
        let mut changed = whole.clone();
        changed.claim.value = value;
        let expected = format!("the claim: {value:+} is not a score on 4x4");
        assert_eq!(refusal(&changed), expected);
    }
    let start = Position::start(size(4, 4), Start::Diagonal);
    let all = Certificate::draft(start, Rules::default(), -8, u32::MAX);
    assert_eq!(read(&all.to_bytes()).unwrap().leaves, 16);
}

/// The certificate with a changed header and a new checksum.
fn sealed_again(bytes: &[u8], change: impl FnOnce(&mut Vec<Vec<u8>>)) -> Vec<u8> {
    let mut lines: Vec<_> = bytes.splitn(10, |&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    change(&mut lines);
    let body = lines.pop().unwrap();
    let seal = lines.pop().unwrap();
    assert!(seal.starts_with(b"sha256 "));
    let head: Vec<u8> = lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect();
    sealed(&head, &body)
}

/// There is only one way to write a proof: parts that must be zero or absent really are.
#[test]
fn what_the_format_leaves_no_room_for_is_refused() {
    let whole = of_4x4();
    let bytes = whole.to_bytes();
    let lens = whole.strategies.each_ref().map(|strategy| strategy.bits.div_ceil(8));
    let (mut end, mut forged) = (0, Vec::new());
    for (len, strategy) in lens.into_iter().zip(&whole.strategies) {
        end += len;
        for bit in (strategy.bits - 1) % 8 + 1..8 {
            let changed = sealed_again(&bytes, |lines| lines[9][end - 1] ^= 1 << bit);
            let refusal = Certificate::from_bytes(&changed).unwrap_err();
            assert_eq!(refusal, "the padding of a strategy is not zero", "bit {bit}");
            forged.push(changed);
        }
        for extra in [0, 0xFF] {
            let changed = sealed_again(&bytes, |lines| lines[9].insert(end, extra));
            let refusal = Certificate::from_bytes(&changed).unwrap_err();
            assert!(refusal.starts_with("after its header it has "), "{refusal}");
            forged.push(changed);
        }
    }
    assert!(forged.len() > 4, "both strategies fill their last byte");
    for end in ["\n", "\0", "othello-certificate 1\n"] {
        let longer = [&bytes, end.as_bytes()].concat();
        Certificate::from_bytes(&longer).unwrap_err();
        forged.push(longer);
    }
    assert_eq!(agree(&forged), 0);
}

/// A forger can also reseal a certificate. It is then either rejected, or its claim is true.
#[test]
fn no_byte_of_a_certificate_that_is_sealed_again_makes_it_lie() {
    let whole = of_4x4();
    let bytes = whole.to_bytes();
    assert_eq!(sealed_again(&bytes, |_| ()), bytes);
    let (mut tried, mut proved) = (Vec::new(), 0);
    let mut attack = |changed: Vec<u8>| {
        tried.push(changed);
        let changed = tried.last().unwrap();
        let Ok(read) = Certificate::from_bytes(changed) else { return };
        if check(&read, MEMORY, &()).is_ok() {
            proved += 1;
            let Claim { size, position, rules, value } = &read.claim;
            let game = read_position(*size, position).unwrap();
            let solution = Solution::new(game, *rules).unwrap();
            assert_eq!(solution.value(game), Some(*value), "{}", read.claim);
        }
    };
    let lines = bytes.splitn(10, |&byte| byte == b'\n').count();
    for line in (0..lines).filter(|&line| line != lines - 2) {
        let len = bytes.splitn(10, |&byte| byte == b'\n').nth(line).unwrap().len();
        for place in 0..len {
            for change in [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80] {
                attack(sealed_again(&bytes, |lines| lines[line][place] ^= change));
            }
            let without = |lines: &mut Vec<Vec<u8>>| {
                lines[line].remove(place);
            };
            attack(sealed_again(&bytes, without));
            let doubled = |lines: &mut Vec<Vec<u8>>| {
                let byte = lines[line][place];
                lines[line].insert(place, byte);
            };
            attack(sealed_again(&bytes, doubled));
        }
        if line < lines - 2 {
            attack(sealed_again(&bytes, |lines| drop(lines.remove(line))));
            attack(sealed_again(&bytes, |lines| lines.insert(line, lines[line].clone())));
        }
    }
    assert!(tried.len() > 1000 && proved > 0 && proved < tried.len() / 10, "{proved}");
    assert_eq!(agree(&tried), proved);
}
