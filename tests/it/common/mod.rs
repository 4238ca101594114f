//! Shared helpers: positions to test, and conversions between the two implementations of the rules.

pub(crate) mod document;
pub(crate) mod program;
pub(crate) mod server;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use othello_core::analysis::{self, Player};
use othello_core::answer::{Answer, Limits, Lines, Question, Sources, answer};
use othello_core::kernel::{Bitboard, Shape};
use othello_core::{
    Color, Find, Game, Mailbox, Position, Progress, Rules, Score, Size, Square, SquareSet, Start,
    kernel,
};
use othello_solver::proof::{Certificate, prove};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// More memory than the positions of any proof in the tests need, in bytes.
pub(crate) const MEMORY: usize = 64 << 20;

/// Whether to test more than fits into the check of every change, as `.ci/full` does.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("OTHELLO_SOLVER_THOROUGH").is_some()
}

/// JSON numbers at the limits of their types and beyond: this many, or in a thorough test all.
pub(crate) fn extremes(usual: usize) -> impl Iterator<Item = &'static str> {
    "2147483647 -2147483648 4294967295 9223372036854775807 -9223372036854775808 \
     18446744073709551615 18446744073709551616 1e300 2147483648 4294967296 4294967297 \
     9007199254740993 9223372036854775808 340282366920938463463374607431768211456 1e400 -1e-9 0.5 \
     -0.0 1000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        .split(' ')
        .take(if is_thorough() { usize::MAX } else { usual })
}

/// A time limit for a command, in words, that no test reaches.
pub(crate) const LONG: &str = "10h";

/// The answer of the search alone for a position, with a table of this many bytes.
pub(crate) fn searched_answer(position: Position, rules: Rules, find: Find, hash: usize) -> Answer {
    let question = Question { position, rules, find, lines: Lines::None, counts: false };
    answer(&question, &Sources::SEARCH, &Limits::single(hash), &()).unwrap()
}

/// The value of a position by the search alone.
pub(crate) fn searched_value(position: Position, rules: Rules) -> Score {
    searched_answer(position, rules, Find::Value, 1 << 20).value().unwrap()
}

/// A listener whose time is a number of positions, so that a job stops at the same point on every
/// machine. Each position takes a microsecond.
pub(crate) struct Budget {
    positions: u64,
    searched: AtomicU64,
}

impl Budget {
    pub(crate) fn new(positions: u64) -> Self {
        Self { positions, searched: AtomicU64::new(0) }
    }
}

impl Progress for Budget {
    fn advance(&self, steps: u64) {
        self.searched.fetch_add(steps, Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.left().is_zero()
    }

    fn left(&self) -> Duration {
        Duration::from_micros(self.positions.saturating_sub(self.searched.load(Relaxed)))
    }
}

/// A listener that stops a job once it has been called too often.
pub(crate) struct Impatient {
    patience: u32,
    asked: AtomicU32,
    /// Whether a named part of the job has begun.
    pub(crate) has_begun: AtomicBool,
    /// The bounds that the job reports.
    pub(crate) bounds: Mutex<Vec<(Score, Score)>>,
}

impl Impatient {
    pub(crate) fn new(patience: u32) -> Self {
        let (asked, has_begun) = (AtomicU32::new(0), AtomicBool::new(false));
        Self { patience, asked, has_begun, bounds: Mutex::default() }
    }
}

impl Progress for Impatient {
    fn begin(&self, _: &str, _: Option<u64>) {
        self.has_begun.store(true, Relaxed);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        self.bounds.lock().unwrap().push((lower, upper));
    }

    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Relaxed) >= self.patience
    }
}

/// The certificate of a start, created by the search.
pub(crate) fn searched(game: Position, rules: Rules, value: Score, leaves: u32) -> Certificate {
    let oracle = othello_core::search::Oracle::new(rules, 16 << 20, game.size().squares());
    let draft = Certificate::draft(game, rules, value, leaves);
    let mut keep = |_: &Certificate| Ok(());
    let mut at_least = |game, bound| oracle.at_least(game, bound, &());
    prove(game, draft, MEMORY, &mut at_least, &mut keep, &()).unwrap()
}

/// The board with this many columns and rows.
pub(crate) fn size(width: u32, height: u32) -> Size {
    Size::new(width, height).unwrap()
}

/// A start on the board with this many columns and rows.
pub(crate) fn start(width: u32, height: u32, start: Start) -> Position {
    Position::start(size(width, height), start)
}

/// A game of random moves.
pub(crate) fn random_game(start: Position, seed: u64) -> Game {
    let mut random = Player::new(analysis::Strategy::Random, Rules::default(), seed);
    let mut game = Game::new(start);
    while let Some(square) = random.choose(game.end().after_forced_pass(), &()).unwrap() {
        game.play(square).unwrap();
    }
    game
}

/// The position on an array of cells, with Black to move.
pub(crate) fn mailbox<S: Shape>(position: kernel::Position<S>) -> Mailbox {
    let cells: Vec<_> = squares::<S>()
        .map(|square| {
            let black = position.own().contains(square).then_some(Color::Black);
            black.or(position.opponent().contains(square).then_some(Color::White))
        })
        .collect();
    Mailbox::new(S::WIDTH as usize, S::HEIGHT as usize, &cells, Color::Black).unwrap()
}

/// The discs of an array of cells as bitboards.
pub(crate) fn bitboards<S: Shape>(board: &Mailbox) -> kernel::Position<S> {
    assert_eq!((board.width(), board.height()), (S::WIDTH as usize, S::HEIGHT as usize));
    let discs = |color| {
        let cells = squares::<S>().zip(board.cells());
        let held = cells.filter(|(_, cell)| **cell == Some(color));
        held.map(|(square, _)| square).collect::<Bitboard<S>>()
    };
    kernel::Position::new(discs(board.side()), discs(!board.side())).unwrap()
}

/// A game on an array of cells.
pub(crate) fn mailbox_of(game: Position) -> Mailbox {
    let (width, height) = (game.size().width() as usize, game.size().height() as usize);
    Mailbox::new(width, height, &game.cells().collect::<Vec<_>>(), game.side()).unwrap()
}

/// An array of cells as a game.
pub(crate) fn game_of(board: &Mailbox) -> Position {
    let discs = |color| {
        let cells = (0..).zip(board.cells()).filter(|(_, cell)| **cell == Some(color));
        cells.fold(0, |set, (index, _): (u32, _)| set | 1 << index)
    };
    let [width, height] = [board.width(), board.height()].map(|n| u32::try_from(n).unwrap());
    let size = size(width, height);
    position(size, [discs(Color::Black), discs(Color::White)], board.side())
}

/// A position with Black's and White's discs as words.
pub(crate) fn position(size: Size, discs: [u64; 2], to_move: Color) -> Position {
    let [black, white] = discs.map(|bits| SquareSet::new(size, bits).unwrap());
    Position::new(black, white, to_move).unwrap()
}

/// The two starting positions.
pub(crate) fn openings<S: Shape>() -> [kernel::Position<S>; 2] {
    Start::ALL.map(|start| {
        bitboards(&Mailbox::start(S::WIDTH as usize, S::HEIGHT as usize, start).unwrap())
    })
}

/// Every square of the board, row by row.
pub(crate) fn squares<S: Shape>() -> impl Iterator<Item = Square> {
    (0..S::HEIGHT).flat_map(|row| (0..S::WIDTH).filter_map(move |column| Square::new(column, row)))
}

/// Every square of the board, row by row.
pub(crate) fn squares_on(size: Size) -> impl Iterator<Item = Square> {
    SquareSet::all(size).into_iter()
}

/// The boards after each legal move, with the number of its square.
pub(crate) fn moves(board: &Mailbox) -> impl Iterator<Item = (usize, Mailbox)> {
    (0..board.cells().len()).filter_map(|square| Some((square, board.play(square)?)))
}

/// The value of a board with best play, for the player to move, found by playing every line to its
/// end.
pub(crate) fn minimax(board: &Mailbox, rules: Rules) -> Score {
    if let Some(value) = moves(board).map(|(_, after)| -minimax(&after, rules)).max() {
        value
    } else if let Some(after) = board.pass() {
        -minimax(&after, rules)
    } else {
        board.score(rules)
    }
}

/// Checks many boards of any kind: with scattered discs, or from random games. Not generic, so it
/// is compiled once for boards of all shapes.
pub(crate) fn for_boards(width: u32, height: u32, check: &dyn Fn(&Mailbox)) {
    let config = ProptestConfig { failure_persistence: None, ..Default::default() };
    let checked = TestRunner::new(config).run(&boards(width, height), |board| {
        check(&board);
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}

/// Positions of any kind, with either side to move.
pub(crate) fn games(size: Size) -> impl Strategy<Value = Position> {
    boards(size.width(), size.height()).prop_map(|board| game_of(&board))
}

/// Positions of any kind with at most this many empty squares.
pub(crate) fn endings(size: Size, empties: usize) -> impl Strategy<Value = Position> {
    let empty = prop::collection::vec(0..size.squares(), 0..=empties);
    let to_move = prop::sample::select(&Color::ALL[..]);
    (empty, bits(), to_move).prop_map(move |(empty, black, to_move)| {
        let discs = empty.iter().fold(size.mask(), |discs, square| discs & !(1 << square));
        position(size, [discs & black, discs & !black], to_move)
    })
}

/// Boards of any kind, with either side to move.
fn boards(width: u32, height: u32) -> impl Strategy<Value = Mailbox> {
    let (width, height) = (width as usize, height as usize);
    prop_oneof![strewn(width, height), played(width, height)]
}

/// A word with few bits set, with half of them, or with many.
fn bits() -> impl Strategy<Value = u64> {
    let sparse = || (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b);
    prop_oneof![sparse(), any::<u64>(), sparse().prop_map(|bits| !bits)]
}

/// Discs scattered at random: few or many, mostly of one colour or of both.
fn strewn(width: usize, height: usize) -> impl Strategy<Value = Mailbox> {
    let side = prop::sample::select(&Color::ALL[..]);
    (bits(), bits(), side).prop_map(move |(discs, colour, side)| {
        let color = |square: usize| Color::ALL[(colour >> square & 1) as usize];
        let cells: Vec<_> = (0..width * height)
            .map(|square| (discs >> square & 1 == 1).then(|| color(square)))
            .collect();
        Mailbox::new(width, height, &cells, side).unwrap()
    })
}

/// Boards some plies into a game.
fn played(width: usize, height: usize) -> impl Strategy<Value = Mailbox> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..width * height);
    (prop::sample::select(&Start::ALL[..]), choices).prop_map(move |(start, choices)| {
        let start = Mailbox::start(width, height, start).unwrap();
        choices.into_iter().fold(start, |board, choice| {
            let after: Vec<_> = moves(&board).map(|(_, after)| after).collect();
            match board.pass() {
                Some(passed) => passed,
                None if after.is_empty() => board,
                None => *choice.get(&after),
            }
        })
    })
}
