#![doc = include_str!("../README.md")]

mod any_game;
mod board;
mod exhaustive;
pub mod explore;
pub mod files;
mod formats;
mod game;
pub mod mailbox;
pub mod pictures;
mod play;
mod progress;
pub mod proof;
mod random;
pub mod report;
mod score;
mod search;

pub use any_game::{AnyGame, AnyTurn, squares};
pub use board::{
    Bitboard, Board4x4, Board6x6, Board8x8, Color, ParseSquareError, Position, Rect, Shape, Square,
    Squares, Symmetry, Turn, Word,
};
pub use exhaustive::{
    Arrangements, ArrangementsTable, Census, CheckedTable, Ending, Layer, Passes, ReachableTable,
    Solution, Tabulated, Unique, Wipeout, Wipeouts, divide, perft, shortest_game,
    shortest_wipeouts, tabulate, unique, wipeouts,
};
pub use formats::{
    AllArrangements, AnyEntry, AnyGgf, AnyTranscript, Cells, CellsError, Entry, Ggf, Notation, Obf,
    ReadError, Table, TableError, Transcript, TranscriptError, Values, from_hex, nearest,
    read_any_positions, read_positions, results, size_of_positions, svg, to_hex,
};
pub use game::{Game, IllegalMove, Start};
pub use play::{Outlook, Player, Strategy};
pub use progress::Progress;
pub use score::{Objective, Rules, Score, Scoring};
pub use search::{
    Analysis, AnalysisOptions, Benchmark, Forced, Oracle, SIGNATURE, SearchMonitor, SearchOptions,
    SearchResult, Training, analyze, benchmarks, forced_wipeout, search, search_resumable, train,
};
