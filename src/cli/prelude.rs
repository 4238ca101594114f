//! The imports that most commands share: the types of the game, arguments, output and failures.

pub(super) use std::path::{Path, PathBuf};
pub(super) use std::time::Duration;

pub(super) use clap::builder::TypedValueParser;
pub(super) use clap::{Args, ValueEnum};
pub(super) use othello_core::requests::parse_duration;
pub(super) use othello_core::{
    Color, Game, Position, Progress, Rules, Score, Scoring, Size, Square, Start, Turn,
};
pub(super) use othello_solver::amounts::grouped;
pub(super) use othello_solver::results::{Language, to_json};
pub(super) use othello_solver::storage::{FileError, check_writable, shown, write_whole};
pub(super) use serde::Serialize;

pub(super) use super::board::{BOARD_4X4, BoardArgs, RulesArgs, SIZE_4X4, StartArgs, language};
pub(super) use super::checked::{Asked, PositionAnswer, SCORE_FOR_FILES, answer_each};
pub(super) use super::console::{is_standard_stream, print};
pub(super) use super::failure::{Failure, Result, ensure, is_interrupted, remark};
pub(super) use super::file::{FileArgs, RecordStream};
pub(super) use super::output::{Format, OutputArgs, deliver, file_or_default, written};
pub(super) use super::progress::{Bar, QuietArgs};
pub(super) use super::resources::{HashArgs, ResourceArgs, available_threads};
pub(super) use super::text::{best_moves, bold, counted, drawn_board, line_of_play, listed};
pub(super) use super::text::{moves_with_values, outcome, value, value_for};
