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

use super::certificate::{Certificate, Choices};

/// How many choices a number holds, multiplied: at most so many.
const ROOM: u64 = 1 << 62;
/// How many numbers stand in one array.
const ARRAY: usize = 1 << 16;
/// The lengths of the arrays of the checker's table are at most 2 to this.
const SLOT_BITS: u32 = 21;

/// A file for Coq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoqFile {
    /// Its name, without a folder.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl Certificate {
    /// The certificate as files for Coq: the one called `name`, and one for each
    /// 65,536 numbers where there are so many. `position` is that of the claim.
    /// `None` if a strategy ends before it has a move for each position, or if the
    /// board has more squares than fit into an integer of Coq.
    pub fn to_coq<S: Shape>(&self, position: Position<S>, name: &str) -> Option<Vec<CoqFile>> {
        if S::SQUARES > 62 {
            return None;
        }
        let mut files = Vec::new();
        let mut main = String::new();
        let mut required = String::new();
        for (index, side) in ["for_mover", "for_other"].into_iter().enumerate() {
            let mine = index == 0;
            let mut reader = Reader {
                strategy: &self.strategies[index],
                at: 0,
                leaves: self.leaves,
                choices: HashMap::default(),
            };
            reader.read(position, mine)?;
            let bits = (2 * reader.choices.len()).next_power_of_two().trailing_zeros().max(4);
            let slot_bits = bits.min(SLOT_BITS);
            let mut writer = Writer {
                choices: reader.choices,
                leaves: self.leaves,
                bits,
                done: vec![None; 1 << bits],
                numbers: Vec::new(),
                factor: 1,
                room: 0,
            };
            writer.write(position, mine)?;

            let arrays: Vec<_> = writer.numbers.chunks(ARRAY).map(array).collect();
            let arrays = if arrays.len() < 2 {
                arrays
            } else {
                let mut names = Vec::new();
                for (part, array) in arrays.into_iter().enumerate() {
                    let module = format!("{name}_{side}_{}", part + 1);
                    let text = format!("{HEAD}\nDefinition part : array int := {array}.\n");
                    // Writing to a string cannot fail.
                    let _ = writeln!(required, "From Othello Require {module}.");
                    names.push(format!("{module}.part"));
                    files.push(CoqFile { name: format!("{module}.v"), text });
                }
                names
            };
            let _ = write!(
                main,
                "\nDefinition {side} : certificate :=\n  Certificate {} {} {slot_bits} {}\n    [| {} | [| | 0 |] |].\n",
                self.leaves,
                bits - slot_bits,
                writer.numbers.len(),
                arrays.join("; "),
            );
        }
        let text = format!("{HEAD}From Othello Require Import Checker.\n{required}{main}");
        files.push(CoqFile { name: format!("{name}.v"), text });
        Some(files)
    }
}

/// What each file begins with.
const HEAD: &str = "\
(* Made by `othello-solver certify`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
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

/// The choice of a move, and among how many it is.
type Choice = (u8, u8);

/// Goes through a strategy as the checker of certificates does, and notes what it
/// does in each position.
struct Reader<'a> {
    strategy: &'a Choices,
    at: usize,
    leaves: u32,
    /// The choices where it has one, and `None` for the other positions.
    choices: HashMap<(Discs, bool), Option<Choice>, FxBuildHasher>,
}

impl Reader<'_> {
    fn read<S: Shape>(&mut self, position: Position<S>, mine: bool) -> Option<()> {
        if position.empty().len() <= self.leaves
            || self.choices.contains_key(&(position.into(), mine))
        {
            return Some(());
        }
        self.choices.insert((position.into(), mine), None);
        match position.turn() {
            Turn::Over => Some(()),
            Turn::Pass => self.read(position.pass(), !mine),
            Turn::Place(moves) if mine => {
                let among = moves.len() as usize;
                let choice = self.strategy.take(&mut self.at, among)?;
                let square = moves.into_iter().nth(choice)?;
                let choice = Some((choice as u8, among as u8));
                self.choices.insert((position.into(), mine), choice);
                self.read(position.play(square), false)
            }
            Turn::Place(moves) => {
                moves.into_iter().try_for_each(|square| self.read(position.play(square), true))
            }
        }
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
                Turn::Place(moves) => moves
                    .into_iter()
                    .try_for_each(|square| self.write(position.play(square), true)),
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
