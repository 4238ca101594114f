//! The options of a search, and its result.

use std::cmp::Reverse;
use std::iter;
#[cfg(feature = "files")]
use std::path::Path;

use serde::{Deserialize, Serialize};

#[cfg(feature = "files")]
use super::checkpoint::Checkpoint;
use super::{Journal, Problem, Region, classes};
use crate::board::kernel::Embedding;
use crate::board::kernel::Shape;
use crate::board::kernel::grid::{Kernel, on_grid};
use crate::board::kernel::simd::Isa;
use crate::board::{Square, Symmetry, Turn};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::Progress;
#[cfg(feature = "files")]
use crate::storage::TableError;

/// How much a search finds out. Each variant includes those before it and takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Find {
    /// The value alone: no best move and no line. That can take half the time of a best move: 6×6
    /// takes 136 instead of 271 million nodes if the winner gets the empty squares and the value
    /// without them is known.
    Value,
    /// One best move, and a principal variation.
    BestMove,
    /// All best moves, and the principal variation that takes the first of them, in the order of
    /// squares, at each turn. The answer depends only on the rules.
    BestMoves,
    /// The value of every legal move and a line for each, in [`SearchResult::moves`].
    EveryMove,
}

/// What a search should find, and the memory and threads for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchOptions {
    /// How a game is scored.
    #[serde(flatten)]
    pub rules: Rules,
    /// The most memory that the transposition table takes, in bytes.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// How much to find out.
    pub find: Find,
    /// The bounds of the value that are known beforehand, seen by the side to move: it is at least
    /// the first and at most the second of these.
    pub bounds: (Score, Score),
}

impl Default for SearchOptions {
    /// The default rules, a table of 256 MiB, one thread and one best move, and
    /// nothing known.
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            hash: 256 << 20,
            threads: 1,
            find: Find::BestMove,
            bounds: (-64, 64),
        }
    }
}

/// What a search has found about a position. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this. It is equal to the lower bound unless the search
    /// was stopped.
    pub upper: Score,
    /// Moves that keep the value, in the order of squares: all of them, one or none, as
    /// [`Find`] says. There are none if the side to move must pass or the game is over.
    pub best_moves: Vec<Square>,
    /// With [`Find::EveryMove`], all legal moves with their values: the best first, and moves of
    /// equal value in the order of squares. There are none if the search was stopped.
    pub moves: Vec<ValuedMove>,
    /// The principal variation: a game in which both sides play best to the end. It is empty if
    /// only the value was wanted.
    pub line: Game,
    /// Whether everything that was asked for was found. This is so unless the search was stopped.
    pub complete: bool,
    /// The number of positions looked at.
    pub nodes: u64,
}

/// A legal move, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValuedMove {
    /// Where the disc is placed.
    #[serde(rename = "move")]
    pub square: Square,
    /// The exact value, seen by the side that makes the move.
    pub value: Score,
    /// The move and a game after it in which both sides play best to the end, found in the same way
    /// as the principal variation. Moves that lead to mirror images of one another have lines that
    /// are mirror images too.
    pub line: Game,
}

impl ValuedMove {
    /// The same for another move, which leads to a mirror image of the same position.
    fn image(&self, square: Square) -> Self {
        let (game, size) = (self.line.start(), self.line.start().size());
        let after = |square| game.play(square).expect("the move is legal");
        let (this, other) = (after(self.square), after(square));
        let symmetry = Symmetry::all(size)
            .find(|&symmetry| this.transformed(symmetry) == other)
            .expect("the one position is an image of the other");
        let rest = self.line.moves()[1..].iter().map(|next| next.transformed(size, symmetry));
        let line = Game::known(game, iter::once(square).chain(rest));
        Self { square, value: self.value, line }
    }
}

impl SearchResult {
    /// The value, seen by the side to move, if it is known.
    pub fn value(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Finds the exact value of a position, best moves and the principal variation.
///
/// The listener is told the number of positions that are looked at and the bounds of the
/// value as they are found. If it stops the search, the result is what is known
/// by then.
///
/// # Panics
///
/// If there is not enough memory for the table, or if the listener panics.
///
/// ```
/// # use othello_solver::{Position, SearchOptions, Size, Start, search};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let result = search(start, &SearchOptions::default(), &());
/// assert_eq!(result.value(), Some(-8));
/// assert_eq!(result.line.moves().len(), 10);
/// ```
pub fn search(game: Position, options: &SearchOptions, progress: &dyn Progress) -> SearchResult {
    search_with(game, options, progress, &mut ())
}

/// As [`search`], with a checkpoint. If the program is killed, the same search continues from the
/// file `checkpoint`, and ends as if it had not been interrupted: with one thread even the number
/// of nodes is the same. At most a minute of its work is lost.
///
/// The file has the size of the table and is written every now and then, which
/// takes at most a twentieth of the time unless the table is very large. If the
/// file is removed, the search begins again. If it cannot be written, the listener is warned, and
/// the search goes on.
///
/// # Errors
///
/// If the file cannot be read, or belongs to another search.
#[cfg(feature = "files")]
pub fn search_resumable(
    game: Position,
    options: &SearchOptions,
    checkpoint: &Path,
    progress: &dyn Progress,
) -> Result<SearchResult, TableError> {
    let mut checkpoint = Checkpoint::open(checkpoint, game, options, progress)?;
    let result = search_with(game, options, progress, &mut checkpoint);
    checkpoint.failure()?;
    Ok(result)
}

fn search_with(
    game: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
    journal: &mut dyn Journal,
) -> SearchResult {
    match game.turn() {
        Turn::Place => {
            on_grid(game.size(), SearchKernel { game, passed: false, options, progress, journal })
        }
        Turn::Pass => {
            let (lower, upper) = options.bounds;
            let options = &SearchOptions { bounds: (-upper, -lower), ..*options };
            let passed = game.pass();
            let question = SearchKernel { game: passed, passed: true, options, progress, journal };
            let result = on_grid(game.size(), question);
            SearchResult {
                lower: -result.upper,
                upper: -result.lower,
                best_moves: Vec::new(),
                moves: Vec::new(),
                line: Game::known(game, result.line.moves().iter().copied()),
                ..result
            }
        }
        Turn::Over => {
            let score = game.score(options.rules);
            SearchResult {
                lower: score,
                upper: score,
                best_moves: Vec::new(),
                moves: Vec::new(),
                line: Game::new(game),
                complete: true,
                nodes: 1,
            }
        }
    }
}

/// The search of a position with a legal move.
struct SearchKernel<'a> {
    game: Position,
    passed: bool,
    options: &'a SearchOptions,
    progress: &'a dyn Progress,
    journal: &'a mut dyn Journal,
}

impl Kernel for SearchKernel<'_> {
    type Output = SearchResult;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> SearchResult {
        let Self { game, passed, options, progress, journal } = self;
        let position = board.position(game.own_and_opponent());
        let classes = classes(isa, board, position);
        let mut result = Problem {
            isa,
            region: &Region::new(board),
            game,
            position,
            moves: classes.iter().map(|class| class[0]).collect(),
            passed,
            options,
            progress,
        }
        .solve(journal);
        let class_of = |square| {
            let class = classes.iter().find(|class| board.to_board(class[0]) == square);
            class.expect("the first of each class was searched").iter()
        };
        let valued = result
            .moves
            .iter()
            .flat_map(|of| class_of(of.square).map(|&square| of.image(board.to_board(square))));
        let mut moves: Vec<_> = valued.collect();
        moves.sort_by_key(|of| (Reverse(of.value), of.square));
        result.moves = moves;
        if options.find >= Find::BestMoves {
            let is_best =
                |class: &Vec<Square>| result.best_moves.contains(&board.to_board(class[0]));
            let best = classes.into_iter().filter(is_best).flatten();
            let mut best: Vec<_> = best.map(|square| board.to_board(square)).collect();
            best.sort_unstable();
            result.best_moves = best;
        }
        result
    }
}
