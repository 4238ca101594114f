//! The table of a [walk](super::walk): one entry for all mirror images and rotations of a position,
//! with its value under both ways of scoring and its moves.

use std::ops::{Neg, Range};

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use crate::board::kernel::{self, Bitboard, Discs, Embedding, SMALL_SQUARES, Shape};
use crate::board::{Color, Images, Size, Symmetry, Turn};
use crate::game::{Position, Rules, Score, Scoring};
use crate::progress::Progress;

/// The value of a position under each [`Scoring`]. A score fits into a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value([i8; 2]);

impl Value {
    pub(super) fn max(self, other: Self) -> Self {
        let ([discs, with_empties], [other_discs, other_with_empties]) = (self.0, other.0);
        Self([discs.max(other_discs), with_empties.max(other_with_empties)])
    }

    pub(super) fn by(self, scoring: Scoring) -> Score {
        self.0[scoring as usize].into()
    }
}

/// The value for the other player.
impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.map(i8::wrapping_neg))
    }
}

/// A solved position that a move or a pass leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolvedReply {
    /// Its place in the list.
    pub(super) place: u32,
    /// A symmetry that maps it to the position there.
    pub(super) symmetry: Symmetry,
    pub(super) value: Value,
}

/// The replies to the moves of a position, or to its pass.
pub(super) type Replies = ArrayVec<SolvedReply, { SMALL_SQUARES as usize }>;

/// A solved position, which stands for all its mirror images and rotations.
#[derive(Clone, Debug)]
pub(super) struct SolvedPosition {
    /// The discs on the board; see [`pair`].
    pub(super) discs: u64,
    pub(super) value: Value,
    pub(super) turn: Turn,
    /// The symmetries that map the position to itself.
    pub(super) own_images: Images,
    /// The range of its replies, in the order of its moves.
    replies: Range<u32>,
}

impl SolvedPosition {
    /// The position with this player to move.
    pub(super) fn position(&self, size: Size, to_move: Color) -> Position {
        let discs = Discs { own: self.discs >> 32, opponent: self.discs & 0xFFFF_FFFF };
        Position::from_discs(size, discs, to_move)
    }
}

/// The discs of the player to move and of the opponent in one word, which has room for them on a
/// board of at most 32 squares.
pub(super) fn pair(own: u64, opponent: u64) -> u64 {
    own << 32 | opponent
}

/// The solved positions, and where each is found.
#[derive(Clone, Debug, Default)]
pub(super) struct SolvedPositions {
    /// Each position comes after all that follow it. The first one of the walk is the last.
    pub(super) list: Vec<SolvedPosition>,
    replies: Vec<SolvedReply>,
    places: FxHashMap<u64, u32>,
}

impl SolvedPositions {
    /// The position with these discs, if the walk has reached it.
    pub(super) fn find(&self, discs: u64) -> Option<&SolvedPosition> {
        Some(self.at(*self.places.get(&discs)?))
    }

    fn at(&self, place: u32) -> &SolvedPosition {
        &self.list[place as usize]
    }

    pub(super) fn replies(&self, of: &SolvedPosition) -> &[SolvedReply] {
        &self.replies[of.replies.start as usize..of.replies.end as usize]
    }
}

/// After this many new positions, the table checks whether to stop.
const INTERVAL: usize = 1 << 14;

/// The table during a walk on the grid `S`.
pub(super) struct WalkTable<'a, S: Shape> {
    pub(super) board: &'a Embedding<S>,
    pub(super) rules: Rules,
    pub(super) progress: &'a dyn Progress,
    pub(super) solved: SolvedPositions,
}

/// The position that stands for all mirror images and rotations of another.
#[derive(Clone, Copy)]
pub(super) struct Image<S: Shape> {
    pub(super) position: kernel::Position<S>,
    /// The symmetry that maps the other position to this one.
    symmetry: Symmetry,
    /// The discs on the grid and on the board; see [`pair`].
    on_grid: u64,
    on_board: u64,
}

impl<S: Shape> WalkTable<'_, S> {
    /// The least of the images.
    pub(super) fn image(&self, position: kernel::Position<S>) -> Image<S> {
        let discs = pair(position.own().bits().into(), position.opponent().bits().into());
        let (on_grid, symmetry) = self.board.least_image(discs);
        let (own, opponent) = (Bitboard::of(on_grid >> 32), Bitboard::of(on_grid & 0xFFFF_FFFF));
        let on_board = pair(self.board.bits(own), self.board.bits(opponent));
        Image { position: kernel::Position::of(own, opponent), symmetry, on_grid, on_board }
    }

    /// The result for a position, if it is solved.
    pub(super) fn get(&self, image: Image<S>) -> Option<SolvedReply> {
        let place = *self.solved.places.get(&image.on_board)?;
        let value = self.solved.at(place).value;
        Some(SolvedReply { place, symmetry: image.symmetry, value })
    }

    pub(super) fn moves(&self, position: kernel::Position<S>) -> Bitboard<S> {
        position.moves() & self.board.squares
    }

    /// The value if the game ends here.
    pub(super) fn score(&self, position: kernel::Position<S>) -> Value {
        let (own, opponent) = (position.own().len(), position.opponent().len());
        let empty = self.board.empty(position).len();
        Value([Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| {
            let score = Rules { scoring, ..self.rules }.score(own, opponent, empty);
            i8::try_from(score).expect("a board has at most 64 squares")
        }))
    }

    /// Adds a solved position. `None` if the listener stops the walk.
    pub(super) fn insert(
        &mut self,
        image: Image<S>,
        value: Value,
        replies: &[SolvedReply],
    ) -> Option<SolvedReply> {
        let solved = &mut self.solved;
        if solved.list.len().is_multiple_of(INTERVAL) && self.progress.is_stopped() {
            return None;
        }
        let turn = match replies {
            [] => Turn::Over,
            [only] if solved.at(only.place).discs.count_ones() == image.on_board.count_ones() => {
                Turn::Pass
            }
            _ => Turn::Place,
        };
        let (place, begin) = (end(&solved.list), end(&solved.replies));
        solved.replies.extend_from_slice(replies);
        let (discs, own_images) = (image.on_board, self.board.own_images(image.on_grid));
        let replies = begin..end(&solved.replies);
        solved.list.push(SolvedPosition { discs, value, turn, own_images, replies });
        solved.places.insert(image.on_board, place);
        Some(SolvedReply { place, symmetry: image.symmetry, value })
    }
}

/// The place of the next item in a list.
fn end<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("there is no memory for that many positions")
}
