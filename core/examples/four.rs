//! The whole of 4×4 Othello in one plain file: bitboards of 16 bits, and a negamax with a table.
//!
//! ```text
//! cargo run --release -p othello-core --example four
//! ```
//!
//! Bit 0 of a `u16` is the square a1, bit 1 is b1, and bit 4 is a2. The library does the same for
//! boards of any shape, all directions at once, and up to symmetry.

use std::collections::{HashMap, HashSet};

/// The steps along a row, a column and both diagonals, each with the squares on which a disc can lie
/// between two others: columns b and c, rows 2 and 3, and the four squares in the centre.
const AXES: [(u32, u16); 4] = [(1, 0x6666), (4, 0x0FF0), (3, 0x0660), (5, 0x0660)];

/// The discs of the side to move and of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position {
    pub(crate) own: u16,
    pub(crate) opponent: u16,
}

impl Position {
    /// The opponent's discs that a disc on this square flips. If there are none, the move is illegal.
    fn flips(self, square: u16) -> u16 {
        let mut flips = 0;
        for (step, inner) in AXES {
            let between = self.opponent & inner;
            // A row of four squares has room for two discs between the new one and another.
            let up = (square << step) & between;
            let up = up | ((up << step) & between);
            if (up << step) & self.own != 0 {
                flips |= up;
            }
            let down = (square >> step) & between;
            let down = down | ((down >> step) & between);
            if (down >> step) & self.own != 0 {
                flips |= down;
            }
        }
        flips
    }

    /// The legal moves, and the positions after them as the opponent sees them.
    pub(crate) fn moves(self) -> Vec<(u16, Self)> {
        let mut moves = Vec::new();
        let mut empty = !(self.own | self.opponent);
        while empty != 0 {
            // The lowest empty square: x & -x.
            let square = empty & empty.wrapping_neg();
            empty &= empty - 1;
            let flips = self.flips(square);
            if flips != 0 {
                let (own, opponent) = (self.opponent & !flips, self.own | square | flips);
                moves.push((square, Self { own, opponent }));
            }
        }
        moves
    }

    pub(crate) fn pass(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    fn score(self) -> i32 {
        self.own.count_ones().cast_signed() - self.opponent.count_ones().cast_signed()
    }

    /// The least of the eight mirror images and rotations, which stands for all of them.
    fn canonical(self) -> Self {
        // Upside down, and reflected in the diagonal from a1 to d4: alternately, they lead to all.
        let flip = |x: u16| (0..4).fold(0, |to, row| to | (x >> (4 * row) & 15) << (12 - 4 * row));
        let turn = |x: u16| (0..16).fold(0, |to, i| to | (x >> i & 1) << (i % 4 * 4 + i / 4));
        let (mut image, mut least) = (self, self);
        for number in 0..7 {
            let Self { own, opponent } = image;
            image = match number % 2 {
                0 => Self { own: flip(own), opponent: flip(opponent) },
                _ => Self { own: turn(own), opponent: turn(opponent) },
            };
            least = least.min(image);
        }
        least
    }
}

/// A solved position: its value for the side to move, and the size of its game tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    pub(crate) value: i32,
    nodes: u64,
}

/// The positions solved so far, each with whether Black is to move.
pub(crate) type Table = HashMap<(Position, bool), Solved>;

/// Solves a position and everything after it. The value is the score when both sides play best.
pub(crate) fn negamax(position: Position, black: bool, table: &mut Table) -> Solved {
    if let Some(&solved) = table.get(&(position, black)) {
        return solved;
    }
    let mut next: Vec<_> = position.moves().into_iter().map(|(_, next)| next).collect();
    if next.is_empty() && !position.pass().moves().is_empty() {
        next.push(position.pass());
    }
    let replies: Vec<_> = next.into_iter().map(|next| negamax(next, !black, table)).collect();
    let best = replies.iter().map(|reply| -reply.value).max();
    let nodes = 1 + replies.iter().map(|reply| reply.nodes).sum::<u64>();
    let solved = Solved { value: best.unwrap_or(position.score()), nodes };
    table.insert((position, black), solved);
    solved
}

/// The moves that keep the value of a solved position, and the positions after them.
fn best(position: Position, black: bool, table: &Table) -> Vec<(u16, Position)> {
    let value = table[&(position, black)].value;
    let keeps = |(_, next): &(u16, Position)| -table[&(*next, !black)].value == value;
    position.moves().into_iter().filter(keeps).collect()
}

/// The name of a square: a letter for its column and a number for its row.
fn name(square: u16) -> String {
    let index = square.trailing_zeros();
    format!("{}{}", ["a", "b", "c", "d"][index as usize % 4], index / 4 + 1)
}

/// Solves a start and describes the result.
pub(crate) fn report(start: Position, table: &mut Table) -> String {
    let Solved { value, nodes } = negamax(start, true, table);
    let first: Vec<_> = best(start, true, table).into_iter().map(|mv| name(mv.0)).collect();
    let (mut position, mut black, mut line) = (start, true, String::new());
    while !position.moves().is_empty() || !position.pass().moves().is_empty() {
        if let Some(&(square, next)) = best(position, black, table).first() {
            line += &name(square);
            position = next;
        } else {
            position = position.pass();
        }
        black = !black;
    }
    let images: HashSet<_> = table.keys().map(|(position, _)| position.canonical()).collect();
    let (first, stored, images) = (first.join(" "), table.len(), images.len());
    format!(
        "value      {value} for Black\nbest       {first}\nline       {line}\n\
         positions  {nodes} in the tree, {stored} in the table, {images} up to symmetry\n"
    )
}

/// White on b2 and c3, Black on c2 and b3.
pub(crate) const DIAGONAL: Position = Position { own: 0x0240, opponent: 0x0420 };

/// Black on b2 and c2, White on b3 and c3.
pub(crate) const PARALLEL: Position = Position { own: 0x0060, opponent: 0x0600 };

fn main() {
    print!("diagonal start\n{}\n", report(DIAGONAL, &mut Table::new()));
    print!("parallel start\n{}", report(PARALLEL, &mut Table::new()));
}
