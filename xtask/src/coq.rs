//! `coq`: certificates for the proof assistant Coq, in the form that `formal/` checks.
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
use othello_core::{Color, Objective, Position, Score, Scoring, Symmetry, Turn};
use othello_solver::proof::{Certificate, Choices, cheapest};
use othello_solver::storage::FileError;
use rustc_hash::FxHashMap;

use super::{Outcome, write};

/// Write certificates, as `othello-solver certify` makes them, as files for Coq
///
/// `4x4-parallel.proof` becomes `C4x4_parallel.v`. If a certificate is long, the parts of the proof are
/// written to further files, such as `C6x6_mover_1.v`. `formal/check` adds the theorem.
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
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let stem = stem.ok_or("the name of a certificate is not a valid name in Coq")?;
            let name = format!("C{}", stem.replace('-', "_"));
            let leaves = self.leaves.unwrap_or(certificate.leaves).min(certificate.leaves);
            let files = Translation::new(certificate, leaves, &name).files();
            for (file, text) in files.map_err(|error| format!("{}: {error}", path.display()))? {
                write(&self.output.join(file), text.as_bytes())?;
            }
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
/// The most numbers in one array.
const ARRAY: usize = 1 << 16;
/// The maximum length of the arrays in the checker's table, as a power of 2.
const SLOT_BITS: u32 = 21;

/// The memory for the search for missing moves, in bytes.
const HASH: usize = 64 << 20;

/// A proof whose certificate has at least this many bits is split into parts.
const LARGE: usize = 1 << 20;
/// The size of the checker's table, as a power of 2, when the checker only combines the parts.
const TOP_BITS: u32 = 16;

/// A certificate to translate into files for Coq.
struct Translation<'a> {
    certificate: Certificate,
    /// Positions with at most this many empty squares are left to the checker. Larger ones that the
    /// certificate leaves to the checker are searched here.
    leaves: u32,
    oracle: Oracle,
    /// The name of the last file, without `.v`.
    name: &'a str,
}

impl<'a> Translation<'a> {
    fn new(certificate: Certificate, leaves: u32, name: &'a str) -> Self {
        let oracle = Oracle::new(certificate.claim.rules, HASH, certificate.leaves);
        Self { certificate, leaves, oracle, name }
    }

    /// The files, each with its name and text.
    ///
    /// The last file has the two strategies, `for_mover` and `for_other`. If they are long, the
    /// positions after three moves have their own files and theorems, which can be checked one by
    /// one, and the last file has the theorems that follow from them.
    ///
    /// # Errors
    ///
    /// If a strategy ends before it has a move for each position, or if the board has more squares
    /// than fit into a Coq integer.
    fn files(&self) -> Result<Vec<(String, String)>, &'static str> {
        let start = self.start()?;
        let squares = start.size().squares();
        if squares > 62 {
            return Err("proofs for Coq have at most 62 squares");
        }
        let apart = self.is_large().then(|| start.empties() - 3);
        let mut files = Vec::new();
        let mut main = if apart.is_some() { self.head_of_proofs() } else { HEAD.into() };
        for of_mover in [true, false] {
            let strategy = self.strategy(of_mover, start, apart, &mut files);
            main += &strategy.ok_or("a strategy has no move for some position")?;
        }
        files.push((format!("{}.v", self.name), main));
        Ok(files)
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

    /// The beginning of a file with theorems about the board.
    fn head_of_proofs(&self) -> String {
        let size = self.certificate.claim.size;
        format!(
            "{HEAD}From Coq Require Import ZArith.\n\
             From Othello Require Rules.\nFrom Othello Require Import Boards B{size} Symmetry.\n\
             Local Open Scope uint63_scope.\n"
        )
    }

    /// The strategy of the side to move at the start, or of the other side, for the last file. If
    /// it has parts, the text includes the theorems about them, and their files are added to
    /// `files`.
    fn strategy(
        &self,
        of_mover: bool,
        start: Position,
        apart: Option<u32>,
        files: &mut Vec<(String, String)>,
    ) -> Option<String> {
        let value = self.certificate.claim.value;
        let (of_side, relation, goal) =
            if of_mover { ("mover", "at_least", value) } else { ("other", "at_most", -value) };
        if goal <= -self.certificate.claim.size.squares().cast_signed() {
            return Some(self.nothing_to_prove(of_side, relation, value, start, apart.is_some()));
        }
        // If the first moves are mirror images of each other, one of them is enough.
        let firsts = apart.filter(|_| !of_mover).and_then(|_| first_moves(start));
        let (root, begins) = match &firsts {
            Some(firsts) => (firsts[0].0, true),
            None => (start, of_mover),
        };
        let strategy = &self.certificate.strategies[usize::from(!of_mover)];
        let (leaves, choices, parts) = (self.leaves, FxHashMap::default(), Vec::new());
        let mut reader = Reader { translation: self, goal, strategy, at: 0, apart, choices, parts };
        reader.read(root, begins)?;
        let Reader { parts, choices, .. } = reader;
        let bits = table_bits(choices.len());
        let (done, numbers) = (Vec::new(), Vec::new());
        let mut writer =
            Writer { choices, leaves, bits, done, entries: 0, numbers, factor: 1, room: 0 };

        let mut text = String::new();
        let mut given = Vec::new();
        for (number, &part) in (1..).zip(&parts) {
            let module = format!("{}_{of_side}_{number}", self.name);
            writer.restart(bits, &[]);
            writer.write(part, true)?;
            // Most parts are small and need only a smaller table.
            if table_bits(writer.entries) < bits {
                writer.restart(table_bits(writer.entries), &[]);
                writer.write(part, true)?;
            }
            let text_of_part = self.theorem_of_part(part, goal, &writer.certificate("this"));
            files.push((format!("{module}.v"), text_of_part));
            text += &format!("From Othello Require {module}.\n");
            given.push((part, format!("exact {module}.checked")));
        }
        writer.restart(if apart.is_some() { TOP_BITS } else { bits }, &parts);
        writer.write(root, begins)?;
        let certificate = format!("for_{of_side}");
        text += &format!("\n{}", writer.certificate(&certificate));
        if apart.is_none() {
            return Some(text);
        }
        let theorem = format!("{relation}_value");
        let at_start = |certificate: &str, given: &[_]| {
            self.by_parts(&theorem, relation, value, start, certificate, given)
        };
        let Some(firsts) = firsts else { return Some(text + &at_start(&certificate, &given)) };
        text += &self.by_parts("after_first_move", "at_least", goal, root, &certificate, &given);
        writer.restart(TOP_BITS, &[]);
        Some(text + "\n" + &writer.certificate("nothing") + &at_start("nothing", &firsts))
    }

    /// The replacement for the strategy of a side that gets nothing, which needs no proof.
    fn nothing_to_prove(
        &self,
        of_side: &str,
        relation: &str,
        value: Score,
        start: Position,
        is_theorem: bool,
    ) -> String {
        if !is_theorem {
            let arrays = "[| [| | 0 |] | [| | 0 |] |]";
            return format!(
                "\nDefinition for_{of_side} : certificate :=\n  Certificate 0 0 0 0\n    {arrays}.\n"
            );
        }
        let reason = if relation == "at_least" { "nothing" } else { "everything" };
        format!(
            "\nTheorem {relation}_value : {}.\nProof. apply ({relation}_{reason} _ _ board_{}); lia. Qed.\n",
            self.statement(relation, value, start),
            start.size(),
        )
    }

    /// The file of a part: its certificate, and the theorem that a side secures the goal in it.
    fn theorem_of_part(&self, part: Position, goal: Score, certificate: &str) -> String {
        format!(
            "{}\n{certificate}\nTheorem checked : {}.\n\
             Proof. by_certificate {} this ({}). Qed.\n",
            self.head_of_proofs(),
            self.statement("at_least", goal, part),
            self.board(),
            part.empties(),
        )
    }

    /// A theorem about a position that follows from other theorems, each with its proof.
    fn by_parts(
        &self,
        theorem: &str,
        relation: &str,
        goal: Score,
        position: Position,
        certificate: &str,
        given: &[(Position, String)],
    ) -> String {
        let pair = |&(part, _): &(Position, String)| {
            let (own, opponent) = own_and_opponent(part);
            format!("({own}, {opponent}) :: ")
        };
        let list: String = given.iter().map(pair).collect();
        let proofs: Vec<_> = given.iter().map(|(_, proof)| proof.as_str()).collect();
        format!(
            "\nDefinition given_to_{theorem} : list (int * int) :=\n  ({list}nil)%list.\n\n\
             Theorem {theorem} : {}.\nProof.\n  \
             {relation}_by_parts {} {certificate} ({}) given_to_{theorem}.\n  all: [> {}].\nQed.\n",
            self.statement(relation, goal, position),
            self.board(),
            position.empties(),
            proofs.join(" | "),
        )
    }

    /// The Coq name of the objective, by the rules of the claim.
    fn objective(&self) -> &'static str {
        match (self.certificate.claim.rules.objective, self.certificate.claim.rules.scoring) {
            (Objective::Most, Scoring::Discs) => "Rules.Most",
            (Objective::Fewest, Scoring::Discs) => "Rules.Fewest",
            (Objective::Most, Scoring::EmptiesToWinner) => "Rules.MostWithEmpties",
            (Objective::Fewest, Scoring::EmptiesToWinner) => "Rules.FewestWithEmpties",
        }
    }

    /// The Coq names of the board and the objective.
    fn board(&self) -> String {
        format!("board_{} {}", self.certificate.claim.size, self.objective())
    }

    /// The statement that the value of a position is `at_least` or `at_most` the goal.
    fn statement(&self, relation: &str, goal: Score, position: Position) -> String {
        let (own, opponent) = own_and_opponent(position);
        let (size, objective) = (position.size(), self.objective());
        let (width, height) = (size.width(), size.height());
        format!("{relation} {width} {height} {objective} ({goal})%Z {own} {opponent}")
    }
}

/// The beginning of each file.
const HEAD: &str = "\
(* Made by `cargo xtask coq`: how each side secures the value. *)
From Coq Require Import Uint63 PArray.
From Othello Require Import Checker.
Local Open Scope uint63_scope.
";

/// Numbers as a Coq array.
fn array(numbers: &[u64]) -> String {
    let (mut text, mut column) = ("[|".to_owned(), 0);
    for (index, number) in numbers.iter().map(u64::to_string).enumerate() {
        column += if index > 0 { number.len() + 2 } else { 0 };
        if column > 90 {
            column = 0;
            text += ";\n";
        } else {
            text += if index > 0 { "; " } else { " " };
        }
        text += &number;
    }
    text + " | 0 |]"
}

/// The position after each first move with the Coq proof that derives its theorem from
/// `after_first_move`, which is about the first of them. `None` unless all of them are mirror
/// images of the first along the diagonals of the board.
fn first_moves(start: Position) -> Option<Vec<(Position, String)>> {
    if !start.size().is_square() {
        return None;
    }
    let first = start.after_moves().next()?;
    // The reflection across the diagonal through a1, the reflection across the other diagonal, and
    // both together, a rotation by 180 degrees.
    let symmetries: Vec<_> = Symmetry::all(start.size()).collect();
    let [half_turn, across, across_other] = [symmetries[3], symmetries[4], symmetries[7]];
    let proof = |part: Position| {
        let tactics = if part == first {
            ""
        } else if part.transformed(across) == first {
            "mirrored at_least_across; "
        } else if part.transformed(across_other) == first {
            "mirrored at_least_across_other; "
        } else if part.transformed(half_turn) == first {
            "mirrored at_least_across; mirrored at_least_across_other; "
        } else {
            return None;
        };
        Some((part, format!("{tactics}exact after_first_move")))
    };
    start.after_moves().map(proof).collect()
}

/// The index of the chosen move, and the number of moves to choose from.
type Choice = (u8, u8);

/// Walks through a strategy as the certificate checker does, and records its choice in each
/// position.
struct Reader<'a> {
    translation: &'a Translation<'a>,
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
    seen.expect("the discs are those of a position")
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

    /// The choices written so far, as a Coq definition.
    fn certificate(&self, name: &str) -> String {
        let slot_bits = self.bits.min(SLOT_BITS);
        let mut text = String::new();
        let mut arrays = vec![array(&self.numbers)];
        if self.numbers.len() > ARRAY {
            let chunks = self.numbers.chunks(ARRAY);
            arrays = (1..=chunks.len()).map(|n| format!("{name}_{n}")).collect();
            for (name, numbers) in arrays.iter().zip(chunks) {
                text += &format!("Definition {name} : array int := {}.\n\n", array(numbers));
            }
        }
        text + &format!(
            "Definition {name} : certificate :=\n  Certificate {} {} {slot_bits} {}\n    [| {} | [| | 0 |] |].\n",
            self.leaves,
            self.bits - slot_bits,
            self.numbers.len(),
            arrays.join("; "),
        )
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
    use othello_core::{Rules, Size, Start};
    use othello_solver::proof::{CertifyOptions, certify};
    use othello_solver::results::Variant;
    use othello_solver::storage::JobFolder;

    use super::*;
    use crate::root;

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
            let variant = Variant { start, rules }.file_name().replace('-', "_");
            let name = &format!("C{size}{variant}");
            let certificate = certificate(size.parse().unwrap(), start, rules);
            let leaves = certificate.leaves;
            let files = Translation::new(certificate, leaves, name).files().unwrap();
            let [(file, text)] = &files[..] else { panic!("{name} is in parts") };
            let committed = fs::read_to_string(root().join("formal/data").join(file)).unwrap();
            assert!(*text == committed, "{file} differs from the committed one");
            sum += text.len();
        }
        // They must stay small enough to commit.
        assert!(sum < 2_000_000);
    }
}
