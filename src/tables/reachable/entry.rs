//! A canonical position and the images of it that are reached, in one word.

use othello_core::board::kernel::{Bitboard, Embedding, Position, SMALL_SQUARES, Shape};
use othello_core::board::{Images, Symmetry};

/// The number of entries that are looked at before the listener is asked whether to stop. Their
/// successors, which are sorted together, take some megabytes.
pub(super) const CHUNK: usize = 1 << 15;

/// A position that stands for all its mirror images and rotations, and which of these are reached,
/// with Black or with White to move.
///
/// Entries are sorted by their occupied squares and then by the own discs, so that positions which
/// differ in colours alone lie together:
///
/// | bits | |
/// |---|---|
/// | 40–63 | the occupied squares of the grid |
/// | 16–39 | the discs of the player to move |
/// | 8–15 | the images that are reached with White to move, a bit for each symmetry |
/// | 0–7 | those reached with Black to move |
///
/// Of all images the one with the least such bits is the canonical one. If the grid is wider than
/// the board, this is the same image on the board, where the squares come in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u64);

impl Entry {
    /// The start of a game: Black is to move, and no other image of it is reached.
    pub(super) fn start<G: Shape>(board: &Embedding<G>, position: Position<G>) -> Self {
        Self::new(board, position, [Images::ITSELF, Images::default()])
    }

    /// The entry of a position to which this one leads by a move or a pass. Each image of this one
    /// then leads to the same image of that one, with the other player to move.
    #[inline(always)]
    pub(super) fn successor<G: Shape>(self, board: &Embedding<G>, position: Position<G>) -> Self {
        let [black, white] = self.reached();
        Self::new(board, position, [white, black])
    }

    #[inline(always)]
    fn new<G: Shape>(board: &Embedding<G>, position: Position<G>, reached: [Images; 2]) -> Self {
        let (key, symmetry) = least(board, position);
        let reached = reached.map(|images| images.seen_after(symmetry).0);
        Self(key << 16 | u64::from(u16::from_le_bytes(reached)))
    }

    /// The position alone.
    pub(super) const fn key(self) -> u64 {
        self.0 >> 16
    }

    #[inline(always)]
    pub(super) fn position<G: Shape>(self) -> Position<G> {
        let (occupied, own) =
            (self.key() >> SMALL_SQUARES, self.key() & ((1 << SMALL_SQUARES) - 1));
        Position::of(Bitboard::of(own), Bitboard::of(occupied ^ own))
    }

    pub(super) const fn discs(self) -> u32 {
        occupied(self.key()).count_ones()
    }

    /// The images reached with Black and with White to move.
    const fn reached(self) -> [Images; 2] {
        let [black, white, ..] = self.0.to_le_bytes();
        [Images(black), Images(white)]
    }

    /// Makes one entry of two of the same position.
    pub(super) const fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The number of positions that this entry stands for, counted for each side to move, and their
    /// number regardless of the side to move.
    pub(super) fn count<G: Shape>(self, board: &Embedding<G>) -> (u64, u64) {
        let own = board.own_images(pair(self.position::<G>()));
        let [black, white] = self.reached();
        (black.count(own) + white.count(own), (black | white).count(own))
    }
}

/// The [`Entry::key`] of the canonical position.
#[inline(always)]
pub(super) fn key<G: Shape>(board: &Embedding<G>, position: Position<G>) -> u64 {
    least(board, position).0
}

/// The same, and a symmetry that takes the position there: the first of several.
#[inline(always)]
fn least<G: Shape>(board: &Embedding<G>, position: Position<G>) -> (u64, Symmetry) {
    let (pair, symmetry) = board.least_image(pair(position));
    let key = (pair >> 32) << SMALL_SQUARES | pair & 0xFFFF_FFFF;
    (key, symmetry)
}

/// The occupied squares and the own discs, in the halves of a word.
#[inline(always)]
fn pair<G: Shape>(position: Position<G>) -> u64 {
    let (own, opponent): (u64, u64) =
        (position.own().bits().into(), position.opponent().bits().into());
    (own | opponent) << 32 | own
}

/// The occupied squares of the position that a key stands for, as a number.
pub(super) const fn occupied(key: u64) -> usize {
    (key >> SMALL_SQUARES) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_core::board::Size;
    use othello_core::board::kernel::{Discs, Isa, Kernel, on_small_grid};

    /// Checks the least image against that of all symmetries.
    struct Check;

    impl Kernel for Check {
        type Output = ();

        fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) {
            for number in 1..100_u64 {
                let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                // Of every other position all discs lie on two squares, so that some of its images
                // are the same.
                let occupied = if number % 2 == 0 { bits >> 40 } else { 1 | 1 << (bits >> 61) };
                let own = occupied & bits & board.size.mask();
                let opponent = occupied & !bits & board.size.mask();
                let position = board.position(Discs { own, opponent });
                let images =
                    Symmetry::all(board.size).map(|it| (pair(board.image(position, it)), it));
                let (image, symmetry) = images.min().unwrap();
                let key = (image >> 32) << SMALL_SQUARES | image & 0xFFFF_FFFF;
                assert_eq!(least(board, position), (key, symmetry), "{}", board.size);
            }
        }
    }

    #[test]
    fn the_least_image_is_found_on_every_board() {
        for size in Size::all().filter(|size| size.squares() <= SMALL_SQUARES) {
            on_small_grid(size, Check).unwrap();
        }
    }
}
