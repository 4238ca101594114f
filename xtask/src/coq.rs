//! `coq`: certificates for the proof assistant Coq, as the numbers that `formal/check` reads.
//!
//! A file has nothing but numbers. It lists the proofs for the side to move at the start and then
//! those for the other side. Each proof has its kind (0: a part, 1: joins all parts before it, 2: a
//! mirror image of that, 3: the start of the game, which ends the side's list), the discs of the side to move,
//! the discs of the other side, the number of empty squares, four numbers that describe its certificate, of
//! which the last is the length, and the certificate.
//!
//! Coq reads numbers slowly, so choices are packed into a number while it stays below 2⁶². The first
//! choice, out of n, is the remainder modulo n, and the others are in the quotient. If the next
//! choice does not fit, a new number begins. The checker has a table of checked positions, in which
//! a new position may replace an old one. If a position was replaced, the checker checks it again
//! and needs its choices again. So the same table is simulated here, and those choices are written
//! again.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use othello_core::notation::read_position;
use othello_core::search::Oracle;
use othello_core::{Color, Position, Score, Symmetry, Turn};
use othello_solver::proof::{Certificate, Choices, cheapest};
use othello_solver::storage::FileError;
use rustc_hash::FxHashMap;

use super::outcome::{Outcome, write};

/// Write certificates, as `othello-solver certify` makes them, as numbers for Coq
///
/// `4x4-parallel.proof` becomes `4x4-parallel.numbers`. `formal/check` adds everything else.
#[derive(Debug, Args)]
pub(crate) struct Coq {
    /// The certificates; `.proof` at the end of their names may be left out
    #[arg(required = true)]
    certificates: Vec<PathBuf>,

    /// Most empty squares of a position that is left to the checker
    ///
    /// If a certificate leaves more to the checker, the missing moves are searched. The default is
    /// the certificate's own number.
    #[arg(long, value_name = "N")]
    leaves: Option<u32>,

    /// The folder to write to
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
}

impl Coq {
    pub(crate) fn run(self) -> Outcome {
        for path in self.certificates {
            let path = path.with_extension("proof");
            let bytes = fs::read(&path).map_err(FileError::of("read", &path))?;
            let certificate = Certificate::from_bytes(&bytes)
                .map_err(|error| format!("{} is no certificate: {error}", path.display()))?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let leaves = self.leaves.unwrap_or(certificate.leaves).min(certificate.leaves);
            let text = Translation::new(certificate, leaves).text();
            let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
            write(&self.output.join(format!("{stem}.numbers")), text.as_bytes())?;
        }
        Ok(())
    }
}

/// The size of the checker's table for this many entries, as a power of 2.
fn table_bits(entries: usize) -> u32 {
    (2 * entries).next_power_of_two().trailing_zeros().max(4)
}

/// The limit on the product of the numbers of choices that share one number.
const ROOM: u64 = 1 << 62;
/// The maximum length of the arrays in the checker's table, as a power of 2.
const SLOT_BITS: u32 = 21;

/// The memory for the search for missing moves, in bytes.
const HASH: usize = 64 << 20;

/// A proof whose certificate has at least this many bits is split into parts.
const LARGE: usize = 1 << 20;
/// The size of the checker's table, as a power of 2, when the checker only combines the parts.
const TOP_BITS: u32 = 16;

/// The kind of a proof: its subject, and what it follows from.
#[derive(Clone, Copy)]
enum Kind {
    Part,
    Join,
    Image,
    Start,
}

/// A certificate to translate for Coq.
struct Translation {
    certificate: Certificate,
    /// Positions with at most this many empty squares are left to the checker. Larger ones that the
    /// certificate leaves to the checker are searched here.
    leaves: u32,
    oracle: Oracle,
}

impl Translation {
    fn new(certificate: Certificate, leaves: u32) -> Self {
        let oracle = Oracle::new(certificate.claim.rules, HASH, certificate.leaves);
        Self { certificate, leaves, oracle }
    }

    /// All numbers. If the strategies are long, the positions after three moves have their own proofs,
    /// which can be checked one by one.
    ///
    /// # Errors
    ///
    /// If a strategy ends before it has a move for each position, or if the board has more squares
    /// than fit into a Coq integer.
    fn text(&self) -> Result<String, &'static str> {
        let start = self.start()?;
        if start.size().squares() > 62 {
            return Err("proofs for Coq have at most 62 squares");
        }
        let apart = if self.is_large() { Some(start.empties() - 3) } else { None };
        let mut text = String::new();
        for of_mover in [true, false] {
            self.strategy(of_mover, start, apart, &mut text)
                .ok_or("a strategy has no move for some position")?;
        }
        Ok(text)
    }

    /// Whether the proof is long enough to be split into parts.
    fn is_large(&self) -> bool {
        self.certificate.strategies.iter().map(|it| it.bits).sum::<usize>() >= LARGE
    }

    /// The position of the claim.
    fn start(&self) -> Result<Position, &'static str> {
        let claim = &self.certificate.claim;
        let start = read_position(claim.size, &claim.position);
        start.map_err(|_| "the position of the claim is not on its board")
    }

    /// Adds the proofs for the side to move at the start, or for the other side.
    fn strategy(
        &self,
        of_mover: bool,
        start: Position,
        apart: Option<u32>,
        text: &mut String,
    ) -> Option<()> {
        let value = self.certificate.claim.value;
        let goal = if of_mover { value } else { -value };
        let mut writer = Writer::new(self.leaves);
        if goal <= -self.certificate.claim.size.squares().cast_signed() {
            // Nothing has to be proved.
            *text += &writer.proof(Kind::Start, start);
            return Some(());
        }
        // If the first moves are mirror images of each other, one of them is enough.
        let firsts = if of_mover || apart.is_none() { None } else { first_moves(start) };
        let (root, begins) = match &firsts {
            Some(firsts) => (firsts[0], true),
            None => (start, of_mover),
        };
        let strategy = &self.certificate.strategies[usize::from(!of_mover)];
        let (choices, parts) = (FxHashMap::default(), Vec::new());
        let mut reader = Reader { translation: self, goal, strategy, at: 0, apart, choices, parts };
        reader.read(root, begins)?;
        let Reader { parts, choices, .. } = reader;
        let bits = table_bits(choices.len());
        writer.choices = choices;
        for &part in &parts {
            writer.restart(bits, &[]);
            writer.write(part, true)?;
            // Most parts are small and need only a smaller table.
            if table_bits(writer.entries) < bits {
                writer.restart(table_bits(writer.entries), &[]);
                writer.write(part, true)?;
            }
            *text += &writer.proof(Kind::Part, part);
        }
        writer.restart(if apart.is_some() { TOP_BITS } else { bits }, &parts);
        writer.write(root, begins)?;
        let Some(firsts) = firsts else {
            *text += &writer.proof(Kind::Start, start);
            return Some(());
        };
        *text += &writer.proof(Kind::Join, root);
        writer.restart(TOP_BITS, &[]);
        for &image in &firsts[1..] {
            *text += &writer.proof(Kind::Image, image);
        }
        *text += &writer.proof(Kind::Start, start);
        Some(())
    }
}

/// The positions after each first move. `None` unless all of them are mirror images of the first
/// along the diagonals of the board.
fn first_moves(start: Position) -> Option<Vec<Position>> {
    if !start.size().is_square() {
        return None;
    }
    let firsts: Vec<_> = start.after_moves().collect();
    // The reflections across the diagonals, and both together, a rotation by 180 degrees.
    let symmetries: Vec<_> = Symmetry::all(start.size()).collect();
    let is_image = |&part: &Position| {
        [0, 3, 4, 7].iter().any(|&index| part.transformed(symmetries[index]) == firsts[0])
    };
    if firsts.iter().all(is_image) { Some(firsts) } else { None }
}

/// The index of the chosen move, and the number of moves to choose from.
type Choice = (u8, u8);

/// Walks through a strategy as the certificate checker does, and records its choice in each
/// position.
struct Reader<'a> {
    translation: &'a Translation,
    /// The goal of the strategy's side.
    goal: Score,
    strategy: &'a Choices,
    at: usize,
    /// Positions with the strategy's side to move and at most this many empty squares become
    /// separate parts.
    apart: Option<u32>,
    /// The choice in each position with one, and `None` for the other positions.
    choices: FxHashMap<(Position, bool), Option<Choice>>,
    /// The positions with a part, in the order of the walk.
    parts: Vec<Position>,
}

impl Reader<'_> {
    /// Reads the choices below a position; `mine` means that the strategy's side is to move.
    fn read(&mut self, position: Position, mine: bool) -> Option<()> {
        let position = seen_by_mover(position);
        let empties = position.empties();
        if empties <= self.translation.leaves || self.choices.contains_key(&(position, mine)) {
            return Some(());
        }
        self.choices.insert((position, mine), None);
        let begins = mine && self.apart.is_some_and(|apart| empties <= apart);
        let apart = self.apart;
        if begins {
            self.parts.push(position);
            self.apart = None;
        }
        match position.turn() {
            Turn::Over => {}
            Turn::Pass => self.read(position.pass(), !mine)?,
            Turn::Place if mine => {
                let after: Vec<_> = position.after_moves().collect();
                let choice = if empties > self.translation.certificate.leaves {
                    self.strategy.take(&mut self.at, after.len())?
                } else {
                    let oracle = &self.translation.oracle;
                    let refuted = |next| oracle.at_least(next, 1 - self.goal, &());
                    cheapest(&after, &mut { refuted })?
                };
                let next = *after.get(choice)?;
                let choice = (u8::try_from(choice).ok()?, u8::try_from(after.len()).ok()?);
                self.choices.insert((position, mine), Some(choice));
                self.read(next, false)?;
            }
            Turn::Place => position.after_moves().try_for_each(|next| self.read(next, true))?,
        }
        self.apart = apart;
        Some(())
    }
}

/// The position with the side to move as Black: Coq's boards have no colours.
fn seen_by_mover(position: Position) -> Position {
    let side = position.side();
    let seen = Position::new(position.discs(side), position.discs(!side), Color::Black);
    seen.expect("the discs come from a position")
}

/// The discs of the player to move and of the other player.
fn own_and_opponent(position: Position) -> (u64, u64) {
    let side = position.side();
    (position.discs(side).bits(), position.discs(!side).bits())
}

/// Walks through a strategy as the checker in `formal/` does, and writes its choices.
struct Writer {
    choices: FxHashMap<(Position, bool), Option<Choice>>,
    leaves: u32,
    /// The size of the checker's table, as a power of 2.
    bits: u32,
    done: Vec<Option<Position>>,
    /// The number of times that a position was stored.
    entries: usize,
    numbers: Vec<u64>,
    /// The factor for the next choice in the last number.
    factor: u64,
    /// The room that the checker assumes in the last number.
    room: u64,
}

impl Writer {
    fn new(leaves: u32) -> Self {
        let (choices, done, numbers) = (FxHashMap::default(), Vec::new(), Vec::new());
        Self { choices, leaves, bits: 0, done, entries: 0, numbers, factor: 1, room: 0 }
    }

    /// Begins a new certificate. The `given` positions count as done.
    fn restart(&mut self, bits: u32, given: &[Position]) {
        self.bits = bits;
        (self.done, self.entries) = (vec![None; 1 << bits], 0);
        self.numbers.clear();
        self.room = 0;
        for &position in given {
            let slot = self.slot(position);
            self.done[slot] = Some(position);
        }
    }

    /// A proof with the choices written so far, in lines of at most 100 characters.
    fn proof(&self, kind: Kind, position: Position) -> String {
        let (own, opponent) = own_and_opponent(position);
        let slot_bits = self.bits.min(SLOT_BITS);
        let (leaves, more, length) = (self.leaves, self.bits - slot_bits, self.numbers.len());
        let (kind, empties) = (kind as u8, position.empties());
        let mut text =
            format!("{kind} {own} {opponent} {empties} {leaves} {more} {slot_bits} {length}");
        let mut column = text.len();
        for number in &self.numbers {
            let number = number.to_string();
            let fits = column + number.len() < 100;
            text += if fits { " " } else { "\n" };
            text += &number;
            column = number.len() + if fits { column + 1 } else { 0 };
        }
        text + "\n"
    }

    /// The index at which the checker stores a position: the highest bits of a 63-bit product.
    fn slot(&self, position: Position) -> usize {
        let (own, opponent) = own_and_opponent(position);
        let product = own
            .wrapping_mul(3_011_434_513_426_297_685)
            .wrapping_add(opponent.wrapping_mul(4_110_374_955_812_309_723));
        ((product & (u64::MAX >> 1)) >> (63 - self.bits)) as usize
    }

    /// Writes the choices below a position; `mine` means that the strategy's side is to move.
    fn write(&mut self, position: Position, mine: bool) -> Option<()> {
        let position = seen_by_mover(position);
        let leaf = position.empties() <= self.leaves;
        if !mine {
            return match position.turn() {
                _ if leaf => Some(()),
                Turn::Over => Some(()),
                Turn::Pass => self.write(position.pass(), true),
                Turn::Place => position.after_moves().try_for_each(|next| self.write(next, true)),
            };
        }
        let slot = self.slot(position);
        if self.done[slot] == Some(position) {
            return Some(());
        }
        if !leaf {
            match position.turn() {
                Turn::Over => return Some(()),
                Turn::Pass => self.write(position.pass(), false)?,
                Turn::Place => {
                    let (choice, among) = (*self.choices.get(&(position, true))?)?;
                    self.push(choice.into(), among.into());
                    self.write(position.after_moves().nth(choice.into())?, false)?;
                }
            }
        }
        self.done[slot] = Some(position);
        self.entries += 1;
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

#[cfg(test)]
mod tests {
    use othello_core::{Objective, Rules, Scoring, Size, Start};
    use othello_solver::proof::{CertifyOptions, certify};
    use othello_solver::results::Variant;
    use othello_solver::storage::JobFolder;

    use super::*;
    use crate::outcome::root;

    /// The committed certificates in `formal/data/`.
    const COMMITTED: [(&str, Start, Objective); 9] = [
        ("4x4", Start::Diagonal, Objective::Most),
        ("4x4", Start::Parallel, Objective::Most),
        ("4x4", Start::Diagonal, Objective::Fewest),
        ("4x4", Start::Parallel, Objective::Fewest),
        ("4x5", Start::Diagonal, Objective::Most),
        ("5x4", Start::Diagonal, Objective::Most),
        ("4x6", Start::Diagonal, Objective::Most),
        ("6x4", Start::Diagonal, Objective::Most),
        ("5x5", Start::Diagonal, Objective::Most),
    ];

    /// A certificate that leaves positions with six empty squares to the checker.
    fn certificate(size: Size, start: Start, rules: Rules) -> Certificate {
        let folder = tempfile::tempdir().unwrap();
        let position = Position::start(size, start);
        let place = JobFolder::for_file(&folder.path().join("proof"), "certify", position, rules);
        let options = CertifyOptions { rules, leaves: 6, hash: 64 << 20, threads: 1, value: None };
        certify(position, &options, &|_, _| None, &place.unwrap(), &()).unwrap()
    }

    #[test]
    fn the_committed_certificates_are_made_again_byte_for_byte() {
        let mut sum = 0;
        for (size, start, objective) in COMMITTED {
            let rules = Rules::new(Scoring::Discs, objective);
            let variant = Variant { start, rules }.file_name();
            let file = format!("{size}{variant}.numbers");
            let certificate = certificate(size.parse().unwrap(), start, rules);
            let leaves = certificate.leaves;
            let text = Translation::new(certificate, leaves).text().unwrap();
            let committed = fs::read_to_string(root().join("formal/data").join(&file)).unwrap();
            assert!(text == committed, "{file} differs from the committed one");
            sum += text.len();
        }
        // They must stay small enough to commit.
        assert!(sum < 2_000_000);
    }
}
