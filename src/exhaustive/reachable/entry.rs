//! A canonical position and who comes to it, in one word.

use crate::board::symmetry::transformed_pair;
use crate::board::{Bitboard, Position, Shape, Symmetry};

/// The most squares of a board whose positions fit.
pub(super) const MOST_SQUARES: u32 = 24;

/// A position that stands for all its mirror images and turns, and which of
/// these are reached, with Black or with White to move.
///
/// Entries are sorted by their occupied squares and then by the own discs, so
/// that positions which differ in colours alone lie together:
///
/// | bits | |
/// |---|---|
/// | 40–63 | the occupied squares |
/// | 16–39 | the discs of the player to move |
/// | 8–15 | the images that are reached with White to move, a bit for each symmetry |
/// | 0–7 | those reached with Black to move |
///
/// Of all images the one with the least such bits is the canonical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u64);

impl Entry {
    /// The start of a game: Black is to move, and no image of it is reached.
    pub(super) fn start<S: Shape>(position: Position<S>) -> Self {
        Self::new(position, [1, 0])
    }

    /// The entry of a position to which this one leads by a move or a pass. Each
    /// image of this one then leads to the same image of that one, with the
    /// other player to move.
    pub(super) fn successor<S: Shape>(self, position: Position<S>) -> Self {
        let [black, white] = self.reached();
        Self::new(position, [white, black])
    }

    fn new<S: Shape>(position: Position<S>, reached: [u8; 2]) -> Self {
        let (key, symmetry) = least(position);
        let reached = reached.map(|images| of_image(images, symmetry));
        Self(key << 16 | u64::from(u16::from_le_bytes(reached)))
    }

    /// The entry that a word stands for.
    pub(super) const fn from_word(word: u64) -> Self {
        Self(word)
    }

    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// The position alone.
    pub(super) const fn key(self) -> u64 {
        self.0 >> 16
    }

    pub(super) fn position<S: Shape>(self) -> Position<S> {
        position_of(self.key())
    }

    pub(super) const fn discs(self) -> u32 {
        occupied(self.key()).count_ones()
    }

    /// The images reached with Black and with White to move.
    const fn reached(self) -> [u8; 2] {
        let [black, white, ..] = self.0.to_le_bytes();
        [black, white]
    }

    /// Makes one entry of two of the same position.
    pub(super) const fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// How many positions with a side to move this entry stands for, and how
    /// many whoever is to move.
    pub(super) fn count<S: Shape>(self) -> (u64, u64) {
        let pair = pair(self.position::<S>());
        let own = || Symmetry::all::<S>().filter(|&it| transformed_pair::<S>(pair, it) == pair);
        let images = |reached: u8| {
            let all = own().fold(0, |all, symmetry| all | of_image(reached, symmetry));
            u64::from(all.count_ones()) / own().count() as u64
        };
        let [black, white] = self.reached();
        (images(black) + images(white), images(black | white))
    }
}

/// The [`Entry::key`] of the canonical position.
pub(super) fn key<S: Shape>(position: Position<S>) -> u64 {
    least(position).0
}

/// The same, and a symmetry that takes the position there.
fn least<S: Shape>(position: Position<S>) -> (u64, Symmetry) {
    const { assert!(S::SQUARES <= MOST_SQUARES) };
    let pair = pair(position);
    let images = Symmetry::all::<S>().map(|it| (transformed_pair::<S>(pair, it), it));
    let (pair, symmetry) = images.min().unwrap_or((pair, Symmetry::IDENTITY));
    ((pair >> 32) << MOST_SQUARES | pair & 0xFFFF_FFFF, symmetry)
}

/// The occupied squares and the own discs, in the halves of a word.
fn pair<S: Shape>(position: Position<S>) -> u64 {
    let (own, opponent): (u64, u64) =
        (position.own().bits().into(), position.opponent().bits().into());
    (own | opponent) << 32 | own
}

/// The occupied squares of the position that a key stands for, as a number.
pub(super) const fn occupied(key: u64) -> usize {
    (key >> MOST_SQUARES) as usize
}

/// The position that a key stands for.
pub(super) fn position_of<S: Shape>(key: u64) -> Position<S> {
    let (occupied, own) = (key >> MOST_SQUARES, key & ((1 << MOST_SQUARES) - 1));
    Position::of(Bitboard::of(own), Bitboard::of(occupied ^ own))
}

/// A set of images of a position, as images of what `symmetry` makes of that.
const fn of_image(images: u8, symmetry: Symmetry) -> u8 {
    const TABLE: [[u8; 256]; 8] = {
        let mut table = [[0; 256]; 8];
        let mut pair: u8 = 0;
        while pair < 8 * 8 {
            let (symmetry, image) = (Symmetry::from_index(pair >> 3), pair & 7);
            let moved = symmetry.inverse().then(Symmetry::from_index(image));
            let mut images = 0;
            while images < 256 {
                if images >> image & 1 == 1 {
                    table[symmetry.index() as usize][images] |= 1 << moved.index();
                }
                images += 1;
            }
            pair += 1;
        }
        table
    };
    TABLE[symmetry.index() as usize][images as usize]
}
