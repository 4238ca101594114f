//! Reading and writing certificates, in the format that `docs/certificate-format.md` defines.

use std::fmt::{self, Display};
use std::str::FromStr;

use othello_core::{Objective, Rules, Score, Scoring, Size, ensure};

use crate::storage::{hex, sha256};

/// The claim of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The size of the board.
    pub size: Size,
    /// The cells row by row from `a1`, a space, and the side to move.
    pub position: String,
    /// The rules by which games are scored.
    pub rules: Rules,
    /// The value of the position, seen by the side to move.
    pub value: Score,
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, position, rules: Rules { scoring, objective }, value } = self;
        write!(f, "{value:+} for the side to move in {position} on {size}, {objective} {scoring}")
    }
}

/// A claim and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The claim.
    pub claim: Claim,
    /// Positions with this number of empty squares or fewer are left to the checker.
    pub leaves: u32,
    /// The strategy with which the side to move gets the value, and the one with which the other side
    /// keeps it from getting more.
    pub strategies: [Choices; 2],
}

/// The moves of a strategy, in the order of the walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    bytes: Vec<u8>,
    /// The length in bits.
    pub bits: usize,
}

impl Choices {
    /// The first `bits` bits of `bytes`. The rest must be zeros, so that there is only one way to
    /// write a strategy.
    fn read(bytes: &[u8], bits: usize) -> Result<Self, String> {
        let used = bits % 8;
        let is_padded = used == 0 || bytes.last().is_none_or(|last| last >> used == 0);
        ensure!(is_padded, "the padding of a strategy is not zero");
        Ok(Self { bytes: bytes.to_vec(), bits })
    }

    /// Adds the choice of a move, counted from 0, among `among` moves.
    pub fn push(&mut self, choice: usize, among: usize) {
        for bit in 0..width(among) {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            self.bytes[self.bits / 8] |= u8::from(choice >> bit & 1 == 1) << (self.bits % 8);
            self.bits += 1;
        }
    }

    /// Reads the choice among `among` moves that begins at bit `at`, and advances `at` past it.
    /// Returns `None` if there is no complete choice.
    pub fn take(&self, at: &mut usize, among: usize) -> Option<usize> {
        let choice = *at..*at + width(among);
        if choice.end > self.bits {
            return None;
        }
        *at = choice.end;
        let bits = choice.rev().map(|at| usize::from(self.bytes[at / 8] >> (at % 8) & 1));
        Some(bits.fold(0, |sum, bit| sum << 1 | bit))
    }
}

/// The number of bits needed to distinguish `among` things.
fn width(among: usize) -> usize {
    among.next_power_of_two().trailing_zeros() as usize
}

/// Whether a side gets this score however it plays, because no score is lower.
pub(crate) fn is_certain(score: Score, size: Size) -> bool {
    score <= -size.squares().cast_signed()
}

impl Certificate {
    /// The contents of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Claim { size, position, rules: Rules { scoring, objective }, value } = &self.claim;
        let [first, second] = &self.strategies;
        let mut head = format!(
            "othello-certificate 1\nsize {size}\nposition {position}\nobjective {objective}\n\
             score {scoring}\nvalue {value}\nleaves {}\nbits {} {}\n",
            self.leaves, first.bits, second.bits,
        );
        let digest = sha256(&[head.as_bytes(), &first.bytes, &second.bytes]);
        head += &format!("sha256 {}\n", hex(&digest));
        [head.as_bytes(), &first.bytes, &second.bytes].concat()
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    ///
    /// If it is not a certificate, or was truncated or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let mut head = Head { rest: bytes, line: 0 };
        head.line("othello-certificate", "the version 1", |text| {
            written(text).filter(|&version: &u32| version == 1)
        })?;
        let size: Size = head.line("size", "columns x rows, as in 4x4", written)?;
        let position: String = head.line("position", "cells and the side to move", written)?;
        let objective = head.line("objective", "most or fewest", written::<Objective>)?;
        let scoring = head.line("score", "discs or empties-to-winner", written::<Scoring>)?;
        let value =
            head.line("value", "a number of discs, at most one for each square", |text| {
                written(text).filter(|&value: &Score| value.unsigned_abs() <= size.squares())
            })?;
        let leaves = head.line("leaves", "a number of empty squares, at most all", |text| {
            written(text).filter(|&leaves| leaves <= size.squares())
        })?;
        let (first, second) = head.line("bits", "the lengths of two strategies", |text| {
            let (first, second) = text.split_once(' ')?;
            Some((written::<usize>(first)?, written::<usize>(second)?))
        })?;
        let seal = head.line::<String>("sha256", "64 digits", written)?;

        let (found, middle) = (head.rest.len(), first.div_ceil(8));
        let expected = middle.saturating_add(second.div_ceil(8));
        ensure!(found == expected, "after its header it has {found} bytes instead of {expected}");
        let (first_bytes, second_bytes) = head.rest.split_at(middle);
        let strategies = [Choices::read(first_bytes, first)?, Choices::read(second_bytes, second)?];
        let claim = Claim { size, position, rules: Rules::new(scoring, objective), value };
        let certificate = Self { claim, leaves, strategies };
        ensure!(certificate.to_bytes() == bytes, "it is damaged: its SHA-256 is not {seal}");
        Ok(certificate)
    }
}

/// The part of a file that has not been read yet, starting with its lines of text.
struct Head<'a> {
    rest: &'a [u8],
    line: usize,
}

impl Head<'_> {
    /// Reads a line that begins with a keyword.
    fn line<T>(
        &mut self,
        keyword: &str,
        accepted: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.line += 1;
        let value = self.value_after(keyword).and_then(read);
        value.ok_or_else(|| format!("line {}: '{keyword}' is expected, with {accepted}", self.line))
    }

    /// The rest of the next line, if it begins with a keyword.
    fn value_after(&mut self, keyword: &str) -> Option<&str> {
        let end = self.rest.iter().position(|&byte| byte == b'\n')?;
        let (line, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        str::from_utf8(line).ok()?.strip_prefix(keyword)?.strip_prefix(' ')
    }
}

/// Reads a value, which must be written exactly as this program writes it.
fn written<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}
