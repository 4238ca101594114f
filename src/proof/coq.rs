//! Certificates for the proof assistant Coq, in the form that `formal/` checks.
//!
//! What Coq reads slowly is numbers, so each holds as many choices as go into
//! 2⁶². The first choice, out of n, is the remainder by n, and the others are in
//! the quotient; where the room that is left does not do for the next choice, a
//! new number begins. The checker has a table of the positions it has done, in
//! which a new one takes the place of an old one. Where it has forgotten a position
//! it goes through it again, and needs its choices again: so the same table is kept
//! here, and they are written once more.

use std::collections::HashMap;
use std::fmt::Write;

use rustc_hash::FxBuildHasher;

use crate::board::{Discs, Position, Shape, Turn};
use crate::score::{Objective, Score, Scoring};

use super::certificate::{Certificate, Choices};

/// How many choices a number holds, multiplied: at most so many.
const ROOM: u64 = 1 << 62;
/// How many numbers stand in one array.
const ARRAY: usize = 1 << 16;
/// The lengths of the arrays of the checker's table are at most 2 to this.
const SLOT_BITS: u32 = 21;

/// Boards of so many squares are proved in parts.
const LARGE: u32 = 36;
/// The table of the checker has 2 to this many places where all it does is to put
/// the parts together.
const TOP_BITS: u32 = 16;

/// A file for Coq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoqFile {
    /// Its name, without a folder.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl Certificate {
    /// The certificate as files for Coq, of which the last is called `name`.
    /// `position` is that of the claim.
    ///
    /// The last file has the two strategies, `for_mover` and `for_other`. On a large
    /// board the positions that come up after three moves have files and theorems of
    /// their own, which can be checked one after the other, and the last file has the
    /// theorems that follow from them.
    ///
    /// `None` if a strategy ends before it has a move for each position, if the board
    /// has more squares than fit into an integer of Coq, or if empty squares count.
    pub fn to_coq<S: Shape>(&self, position: Position<S>, name: &str) -> Option<Vec<CoqFile>> {
        if S::SQUARES > 62 || self.claim.rules.scoring != Scoring::Discs {
            return None;
        }
        let apart = (S::SQUARES >= LARGE).then(|| position.empty().len() - 3);
        let mut files = Vec::new();
        let mut main = HEAD.to_owned();
        if apart.is_some() {
            main += HEAD_OF_PROOFS;
        }
        for (index, side) in ["mover", "other"].into_iter().enumerate() {
            let mine = index == 0;
            let goal = if mine { self.claim.value } else { -self.claim.value };
            // Of first moves that are mirror images of each other one is enough.
            let firsts = if apart.is_some() && !mine { first_moves(position) } else { None };
            let (root, begins) = match &firsts {
                Some(firsts) => (firsts[0].0.position(), true),
                None => (position, mine),
            };
            let mut reader = Reader {
                strategy: &self.strategies[index],
                at: 0,
                leaves: self.leaves,
                apart,
                choices: HashMap::default(),
                parts: Vec::new(),
            };
            reader.read(root, begins)?;
            let parts = reader.parts;
            let bits = (2 * reader.choices.len()).next_power_of_two().trailing_zeros().max(4);
            let mut writer = Writer::new(reader.choices, self.leaves);
            for (number, &part) in (1..).zip(&parts) {
                writer.restart(bits, &[]);
                writer.write(part.position::<S>(), true)?;
                let module = format!("{name}_{side}_{number}");
                let text = format!(
                    "{HEAD}{HEAD_OF_PROOFS}\n{}\nTheorem checked : {}.\n\
                     Proof. by_certificate {} this ({}). Qed.\n",
                    writer.certificate("this"),
                    self.statement::<S>("at_least", goal, part),
                    self.board::<S>(),
                    part.position::<S>().empty().len(),
                );
                let _ = writeln!(main, "From Othello Require {module}.");
                files.push(CoqFile { name: format!("{module}.v"), text });
            }
            writer.restart(if apart.is_some() { TOP_BITS } else { bits }, &parts);
            writer.write(root, begins)?;
            let _ = write!(main, "\n{}", writer.certificate(&format!("for_{side}")));
            if apart.is_none() {
                continue;
            }
            let proofs = (1..=parts.len()).map(|n| format!("exact {name}_{side}_{n}.checked"));
            let given: Vec<_> = parts.into_iter().zip(proofs).collect();
            let certificate = format!("for_{side}");
            main += &match firsts {
                None if mine => {
                    self.by_parts("at_least_value", "at_least", position, &certificate, &given)
                }
                None => self.by_parts("at_most_value", "at_most", position, &certificate, &given),
                Some(firsts) => {
                    writer.restart(TOP_BITS, &[]);
                    self.by_parts("after_first_move", "at_least", root, &certificate, &given)
                        + "\n"
                        + &writer.certificate("nothing")
                        + &self.by_parts("at_most_value", "at_most", position, "nothing", &firsts)
                }
            };
        }
        files.push(CoqFile { name: format!("{name}.v"), text: main });
        Some(files)
    }

    /// A theorem about a position that follows from others, each with its proof.
    fn by_parts<S: Shape>(
        &self,
        theorem: &str,
        relation: &str,
        position: Position<S>,
        certificate: &str,
        given: &[(Discs, String)],
    ) -> String {
        let goal = if theorem == "after_first_move" { -self.claim.value } else { self.claim.value };
        let mut list = String::new();
        for (Discs { own, opponent }, _) in given {
            // Writing to a string cannot fail.
            let _ = write!(list, "({own}, {opponent}) :: ");
        }
        let proofs: Vec<_> = given.iter().map(|(_, proof)| proof.as_str()).collect();
        format!(
            "\nDefinition given_to_{theorem} : list (int * int) :=\n  ({list}nil)%list.\n\n\
             Theorem {theorem} : {}.\nProof.\n  \
             {relation}_by_parts {} {certificate} ({}) given_to_{theorem}.\n  all: [> {}].\nQed.\n",
            self.statement::<S>(relation, goal, position.into()),
            self.board::<S>(),
            position.empty().len(),
            proofs.join(" | "),
        )
    }

    /// Whether the fewest discs win, as Coq writes it.
    fn fewest(&self) -> bool {
        self.claim.rules.objective == Objective::Fewest
    }

    /// What `formal/` calls the board.
    fn board<S: Shape>(&self) -> String {
        format!("board_{}x{} {}", S::WIDTH, S::HEIGHT, self.fewest())
    }

    /// That the value of a position is `at_least` or `at_most` the goal.
    fn statement<S: Shape>(&self, relation: &str, goal: Score, discs: Discs) -> String {
        let Discs { own, opponent } = discs;
        let fewest = self.fewest();
        format!("{relation} {} {} {fewest} ({goal})%Z {own} {opponent}", S::WIDTH, S::HEIGHT)
    }
}

/// What each file begins with.
const HEAD: &str = "\
(* Made by `othello-solver certify`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.
";
/// What follows where there are theorems too.
const HEAD_OF_PROOFS: &str = "\
From Coq Require Import ZArith.
From Othello Require Import Boards Symmetry.
Local Open Scope uint63_scope.
";

/// Numbers as an array of Coq.
fn array(numbers: &[u64]) -> String {
    let mut text = "[| ".to_owned();
    let mut column = 0;
    for (index, number) in numbers.iter().enumerate() {
        let number = number.to_string();
        if index > 0 {
            column += number.len() + 2;
            text.push_str(if column > 90 { ";\n" } else { "; " });
            if column > 90 {
                column = 0;
            }
        }
        text.push_str(&number);
    }
    text + " | 0 |]"
}

/// The positions after each first move, and how Coq is to prove of them what is
/// `after_first_move` of the first, if they are all mirror images of it along the
/// diagonals of the board.
fn first_moves<S: Shape>(position: Position<S>) -> Option<Vec<(Discs, String)>> {
    let Turn::Place(moves) = position.turn() else { return None };
    if S::WIDTH != S::HEIGHT {
        return None;
    }
    let last = S::WIDTH - 1;
    let turned = |set: u64, turn: &dyn Fn(u32, u32) -> (u32, u32)| {
        (0..S::SQUARES).filter(|square| set >> square & 1 == 1).fold(0, |turned, square| {
            let (column, row) = turn(square % S::WIDTH, square / S::WIDTH);
            turned | 1 << (row * S::WIDTH + column)
        })
    };
    let turned = |discs: Discs, turn: &dyn Fn(u32, u32) -> (u32, u32)| Discs {
        own: turned(discs.own, turn),
        opponent: turned(discs.opponent, turn),
    };
    let after: Vec<Discs> = moves.into_iter().map(|square| position.play(square).into()).collect();
    let first = *after.first()?;
    let proof = |discs: Discs| {
        let across = turned(discs, &|x, y| (y, x));
        let across_other = turned(discs, &|x, y| (last - y, last - x));
        let both = turned(across, &|x, y| (last - y, last - x));
        let tactics = if discs == first {
            ""
        } else if across == first {
            "mirrored at_least_across; "
        } else if across_other == first {
            "mirrored at_least_across_other; "
        } else if both == first {
            "mirrored at_least_across; mirrored at_least_across_other; "
        } else {
            return None;
        };
        Some((discs, format!("{tactics}exact after_first_move")))
    };
    after.into_iter().map(proof).collect()
}

/// The choice of a move, and among how many it is.
type Choice = (u8, u8);

/// Goes through a strategy as the checker of certificates does, and notes what it
/// does in each position.
struct Reader<'a> {
    strategy: &'a Choices,
    at: usize,
    leaves: u32,
    /// Positions in which the strategy's side is to move and so many squares or
    /// fewer are empty have a part of their own.
    apart: Option<u32>,
    /// The choices where it has one, and `None` for the other positions.
    choices: HashMap<(Discs, bool), Option<Choice>, FxBuildHasher>,
    /// The positions that have a part, in the order in which they come up.
    parts: Vec<Discs>,
}

impl Reader<'_> {
    fn read<S: Shape>(&mut self, position: Position<S>, mine: bool) -> Option<()> {
        let empties = position.empty().len();
        if empties <= self.leaves || self.choices.contains_key(&(position.into(), mine)) {
            return Some(());
        }
        self.choices.insert((position.into(), mine), None);
        let begins = mine && self.apart.is_some_and(|apart| empties <= apart);
        let apart = self.apart;
        if begins {
            self.parts.push(position.into());
            self.apart = None;
        }
        match position.turn() {
            Turn::Over => {}
            Turn::Pass => self.read(position.pass(), !mine)?,
            Turn::Place(moves) if mine => {
                let among = moves.len();
                let choice = self.strategy.take(&mut self.at, among as usize)?;
                let square = moves.into_iter().nth(choice)?;
                let choice = Some((u8::try_from(choice).ok()?, u8::try_from(among).ok()?));
                self.choices.insert((position.into(), mine), choice);
                self.read(position.play(square), false)?;
            }
            Turn::Place(moves) => {
                moves.into_iter().try_for_each(|square| self.read(position.play(square), true))?;
            }
        }
        self.apart = apart;
        Some(())
    }
}

/// Goes through a strategy as the checker in `formal/` does.
struct Writer {
    choices: HashMap<(Discs, bool), Option<Choice>, FxBuildHasher>,
    leaves: u32,
    /// The checker's table has 2 to this many places.
    bits: u32,
    done: Vec<Option<Discs>>,
    numbers: Vec<u64>,
    /// What the next choice is multiplied by in the last number,
    factor: u64,
    /// and how much the checker believes to be left of it.
    room: u64,
}

impl Writer {
    fn new(choices: HashMap<(Discs, bool), Option<Choice>, FxBuildHasher>, leaves: u32) -> Self {
        Self { choices, leaves, bits: 0, done: Vec::new(), numbers: Vec::new(), factor: 1, room: 0 }
    }

    /// Begins a new certificate. The positions that are `given` count as done.
    fn restart(&mut self, bits: u32, given: &[Discs]) {
        self.bits = bits;
        self.done = vec![None; 1 << bits];
        self.numbers.clear();
        self.room = 0;
        for &discs in given {
            let slot = self.slot(discs);
            self.done[slot] = Some(discs);
        }
    }

    /// What has been written, as a definition of Coq.
    fn certificate(&self, name: &str) -> String {
        let slot_bits = self.bits.min(SLOT_BITS);
        let mut arrays: Vec<_> = self.numbers.chunks(ARRAY).map(array).collect();
        if arrays.is_empty() {
            arrays.push("[| | 0 |]".to_owned());
        }
        let mut text = String::new();
        let mut names = arrays.clone();
        if arrays.len() > 1 {
            names = (1..=arrays.len()).map(|n| format!("{name}_{n}")).collect();
            for (name, array) in names.iter().zip(&arrays) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "Definition {name} : array int := {array}.\n");
            }
        }
        let _ = writeln!(
            text,
            "Definition {name} : certificate :=\n  Certificate {} {} {slot_bits} {}\n    [| {} | [| | 0 |] |].",
            self.leaves,
            self.bits - slot_bits,
            self.numbers.len(),
            names.join("; "),
        );
        text
    }

    /// Where the checker keeps a position: the highest bits of a product of 63 bits.
    fn slot(&self, discs: Discs) -> usize {
        let product = discs
            .own
            .wrapping_mul(3_011_434_513_426_297_685)
            .wrapping_add(discs.opponent.wrapping_mul(4_110_374_955_812_309_723));
        ((product & (u64::MAX >> 1)) >> (63 - self.bits)) as usize
    }

    fn write<S: Shape>(&mut self, position: Position<S>, mine: bool) -> Option<()> {
        let leaf = position.empty().len() <= self.leaves;
        if !mine {
            return match position.turn() {
                _ if leaf => Some(()),
                Turn::Over => Some(()),
                Turn::Pass => self.write(position.pass(), true),
                Turn::Place(moves) => {
                    moves.into_iter().try_for_each(|square| self.write(position.play(square), true))
                }
            };
        }
        let slot = self.slot(position.into());
        if self.done[slot] == Some(position.into()) {
            return Some(());
        }
        if !leaf {
            match position.turn() {
                Turn::Over => return Some(()),
                Turn::Pass => self.write(position.pass(), false)?,
                Turn::Place(moves) => {
                    let (choice, among) = (*self.choices.get(&(position.into(), true))?)?;
                    self.push(choice.into(), among.into());
                    let square = moves.into_iter().nth(choice.into())?;
                    self.write(position.play(square), false)?;
                }
            }
        }
        self.done[slot] = Some(position.into());
        Some(())
    }

    /// Adds a choice to the last number, or begins a new one.
    fn push(&mut self, choice: u64, among: u64) {
        match self.numbers.last_mut() {
            Some(number) if among <= self.room => {
                *number += choice * self.factor;
                self.factor *= among;
                self.room /= among;
            }
            _ => {
                self.numbers.push(choice);
                self.factor = among;
                self.room = ROOM / among;
            }
        }
    }
}
