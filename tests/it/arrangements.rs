//! The value of every arrangement of discs on 4×4, and the file that stores them.

use std::sync::OnceLock;

use othello_core::kernel::{Bitboard, Board4x4, Shape};
use othello_core::{Color, Objective, Position, Rules, Scoring, Solution, Start, kernel};
use othello_solver::tables::{Arrangements, ValueTable};

use crate::common::{is_thorough, mailbox, minimax};

/// Opposite rules, or in a thorough test all of them.
fn some_rules() -> impl Iterator<Item = Rules> {
    Rules::ALL.into_iter().step_by(if is_thorough() { 1 } else { 3 })
}

/// All values under these rules, computed once for all tests.
pub(crate) fn all(rules: Rules) -> &'static Arrangements {
    static ALL: [OnceLock<Arrangements>; 4] = [const { OnceLock::new() }; 4];
    let number = Rules::ALL.iter().position(|&other| other == rules).unwrap();
    ALL[number].get_or_init(|| Arrangements::compute(rules, &()))
}

/// Random positions with at most this many empty squares, using Marsaglia's xorshift.
fn random_positions(most_empties: u32) -> impl Iterator<Item = kernel::Position<Board4x4>> {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    std::iter::from_fn(move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let (occupied, own) = (seed >> 48 | seed >> 32 & 0xFFFF, seed >> 16 & 0xFFFF);
        let own = Bitboard::new(occupied & own).unwrap();
        kernel::Position::new(
            own,
            Bitboard::new(occupied - (occupied & u64::from(own.bits()))).unwrap(),
        )
    })
    .filter(move |position| position.empty().len() <= most_empties)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn as_many_are_drawn_as_two_other_programs_found() {
    let all = all(Rules::default());
    let layers = &all.by_empties;
    assert_eq!(layers.iter().map(|layer| layer.positions).sum::<u64>(), 43_046_721);
    assert_eq!(layers.iter().map(|layer| layer.draws).sum::<u64>(), 2_374_955);
    for layer in layers {
        assert_eq!(layer.wins + layer.draws + layer.losses, layer.positions);
        assert_eq!(layer.by_value.values().sum::<u64>(), layer.positions);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn values_are_those_of_plain_minimax() {
    let count = if is_thorough() { 2_000 } else { 300 };
    for rules in some_rules() {
        let all = all(rules);
        for position in random_positions(7).take(count) {
            assert_eq!(all.value(position), minimax(&mailbox(position), rules), "{position:?}");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn values_are_those_of_the_solution_wherever_a_game_can_come() {
    for rules in some_rules() {
        let all = all(rules);
        for start in Start::ALL {
            let start = Position::start(Board4x4::SIZE, start);
            for (game, value) in Solution::new(start, rules).unwrap().positions() {
                assert_eq!(value, all.value(game.own_and_opponent().into()), "{game:?}");
            }
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn passes_and_ends_are_counted_as_the_rules_have_them() {
    let counted = &all(Rules::default()).by_empties;
    for discs in [0, 1, 2, 3, 4] {
        let (mut pass, mut over) = (0, 0);
        for set in (0..=0xFFFF_u64).filter(|set| set.count_ones() == discs) {
            for own in (0..=set).filter(|own| own & !set == 0) {
                let position = kernel::Position::<Board4x4>::new(
                    Bitboard::new(own).unwrap(),
                    Bitboard::new(set - own).unwrap(),
                );
                let board = mailbox(position.unwrap());
                pass += u64::from(board.pass().is_some());
                over += u64::from(board.is_over());
            }
        }
        let counted = &counted[16 - discs as usize];
        assert_eq!((counted.pass, counted.over), (pass, over), "{discs} discs");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn a_file_answers_as_the_computation_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all");
    let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Fewest);
    let all = all(rules);
    all.write(&path).unwrap();

    let table = ValueTable::open(&path).unwrap();
    assert_eq!(table.rules, rules);
    for position in random_positions(16).take(10_000) {
        let value = table
            .value(Position::from_discs(Board4x4::SIZE, position.into(), Color::White))
            .unwrap();
        assert_eq!(value, Some(all.value(position)));
    }
    assert!(table.check(1, &()).unwrap().is_proof());
}
