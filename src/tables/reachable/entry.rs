//! A canonical position and its images that are reached, in one word.

use othello_core::Symmetry;
use othello_core::kernel::{Bitboard, Embedding, Images, Position, SMALL_SQUARES, Shape};

/// The number of entries processed before checking whether to stop. Their successors, which are
/// sorted together, take some megabytes.
pub(super) const CHUNK: usize = 1 << 15;

/// A position that represents all its mirror images and rotations, and which of these are reached
/// with Black or with White to move.
///
/// Entries are sorted by occupied squares and then by own discs, so positions that differ only in
/// colours are adjacent:
///
/// | bits | |
/// |---|---|
/// | 40–63 | the occupied squares of the grid |
/// | 16–39 | the discs of the player to move |
/// | 8–15 | the images reached with White to move, a bit for each symmetry |
/// | 0–7 | the images reached with Black to move |
///
/// The canonical position is the image for which bits 16–63 are the least. If the grid is wider than
/// the board, the same image is the least on the board, because the order of squares is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LayerEntry(u64);

impl LayerEntry {
    /// The start of a game, with Black to move. No other image is reached.
    pub(super) fn start<G: Shape>(board: &Embedding<G>, position: Position<G>) -> Self {
        Self::new(board, position, [Images::ITSELF, Images::default()])
    }

    /// The entry of a position after a move or a pass. Each image of this position leads to the same
    /// image of the next, with the other player to move.
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
        let own = self.key() & ((1 << SMALL_SQUARES) - 1);
        let occupied = self.key() >> SMALL_SQUARES;
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

    /// Combines two entries of the same position.
    pub(super) const fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The number of positions this entry represents, counting the two sides to move separately and
    /// together.
    pub(super) fn count<G: Shape>(self, board: &Embedding<G>) -> (u64, u64) {
        let own = board.own_images(pair(self.position::<G>()));
        let [black, white] = self.reached();
        (black.count(own) + white.count(own), Images(black.0 | white.0).count(own))
    }
}

/// The [`LayerEntry::key`] of the canonical position.
#[inline(always)]
pub(super) fn key<G: Shape>(board: &Embedding<G>, position: Position<G>) -> u64 {
    least(board, position).0
}

/// The same, and the first symmetry that transforms the position into it.
#[inline(always)]
fn least<G: Shape>(board: &Embedding<G>, position: Position<G>) -> (u64, Symmetry) {
    let (pair, symmetry) = board.least_image(pair(position));
    ((pair >> 32) << SMALL_SQUARES | pair & 0xFFFF_FFFF, symmetry)
}

/// The occupied squares and the own discs, in the two halves of a word.
#[inline(always)]
fn pair<G: Shape>(position: Position<G>) -> u64 {
    let (own, opponent): (u64, u64) =
        (position.own().bits().into(), position.opponent().bits().into());
    (own | opponent) << 32 | own
}

/// The occupied squares of the position with a key, as a number.
pub(super) const fn occupied(key: u64) -> usize {
    (key >> SMALL_SQUARES) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_core::board::Size;
    use othello_core::board::kernel::{Discs, Isa, Kernel, on_small_grid};

    /// Compares the least image with the minimum over all symmetries.
    struct Check;

    impl Kernel for Check {
        type Output = ();

        fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) {
            for number in 1..100_u64 {
                let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                // Every other position has discs on at most two squares, so some images coincide.
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
