//! Answers as JSON.

use std::cmp::Reverse;
use std::iter;

use crate::answer::{Answer, Bounds, Forecast, Limits, Question, Source, Sources, answer};
use crate::known::KnownBoard;
use crate::search::Find;
use crate::{Color, Game, Objective, Position, Rules, Score, Scoring, Size, Square, Start, ensure};
use serde::{Deserialize, Serialize};

use super::{Games, Positions, Variant, read_line, read_position};

/// An answer about a position: the contents of files such as `results/4x4.json`, a value that was looked
/// up, or the facts proved before a search ends. Unknown facts, and facts that were not requested, are left
/// out.
///
/// A result can be deserialized; the fields that follow from others are then recomputed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(!try_from, rename = "Answer"))]
#[serde(try_from = "RawAnswer")]
pub struct AnswerDocument {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The command that makes this file, if the position is the start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The board.
    pub size: Size,
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// How the first four discs lie, if the position is the start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How `value` is counted.
    pub score: Scoring,
    /// The position.
    pub position: Position,
    /// The score with best play by both sides, seen by the side to move, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// The bounds of the value, seen by the side to move. They and the bounds of the moves are left out
    /// once the question is settled.
    #[serde(flatten)]
    pub bounds: Option<Bounds>,
    /// The number of black discs at the end of `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<u32>,
    /// The number of white discs at the end of `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<u32>,
    /// The number of squares without a disc at the end of `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<u32>,
    /// A move that keeps the value. It is `null` if the side to move must pass, if the game is over,
    /// or if no move is known to keep it.
    pub best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all of them were requested and are
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// The most promising move until the question is settled. Absent if nothing is known about any move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_so_far: Option<Square>,
    /// A line of best play, beginning with `best_move`. If all best moves were requested, both sides
    /// always play the first of them in the order of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
    /// The value if the winner also counts the empty squares, seen by the side to move, if it was
    /// requested. The file of a start always has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_empties_to_winner: Option<Score>,
    /// Every legal move, if their values were requested or the question is not settled yet. The best
    /// come first, and moves of equal value are in the order of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<AnsweredMove>>,
    /// The positions that can be reached, if all of them were visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Positions>,
    /// The games that can be played, if all of them were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// How the value was found, unless every position was visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// A forecast, if it was requested, the question was not settled in time, and the board has a trained
    /// evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
    /// The number of positions searched for this answer. A file under results/ has it in `proof`,
    /// where it does not depend on the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A legal move and its value or bounds, seen by the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweredMove {
    /// The square where the disc is placed.
    #[serde(rename = "move")]
    pub square: Square,
    /// The value, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// The bounds of the value, until the question is settled.
    #[serde(flatten)]
    pub bounds: Option<Bounds>,
    /// A line of best play that begins with the move, if lines were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
}

impl AnswerDocument {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/answer/1";

    /// The command that makes the file of a board, with or without the value of every move.
    pub fn command(size: Size, variant: Variant, all_moves: bool) -> String {
        let all_moves = if all_moves { " --all-moves" } else { "" };
        format!("othello-solver solve {size}{}{all_moves}", variant.options())
    }

    /// The name of its file without `.json`: `6x6-parallel-fewest`.
    pub fn name(&self) -> String {
        let variant = Variant { start: self.start.unwrap_or_default(), rules: self.rules() };
        format!("{}{}", self.size, variant.file_name())
    }

    /// The board, the start and the objective: `4x4, parallel start, fewest discs`.
    pub fn title(&self) -> String {
        let start = if self.start == Some(Start::Parallel) { ", parallel start" } else { "" };
        let objective = if self.objective == Objective::Fewest { ", fewest discs" } else { "" };
        format!("{}{start}{objective}", self.size)
    }

    /// The document of an answer: with what the question asks for, or else as [`open`](Self::open).
    ///
    /// ```
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::answer::{Limits, Question, Sources, answer};
    /// # use othello_core::documents::AnswerDocument;
    /// let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let question = Question { counts: true, ..Question::usual(position, Rules::default()) };
    /// let answer = answer(&question, &Sources::PROVED, &Limits::single(0), &())?;
    /// let document = AnswerDocument::new(&question, &answer);
    /// assert_eq!((document.value, document.black, document.white), (Some(-8), Some(3), Some(11)));
    /// assert_eq!(document.games.unwrap().total, 60_060);
    /// # Ok::<_, othello_core::answer::AnswerError>(())
    /// ```
    pub fn new(question: &Question, answer: &Answer) -> Self {
        Self::of(question, answer, question.is_settled_by(answer))
    }

    /// The document of an answer that is not enough: with all that is known, and all bounds.
    pub fn open(question: &Question, answer: &Answer) -> Self {
        Self::of(question, answer, false)
    }

    fn of(question: &Question, answer: &Answer, is_settled: bool) -> Self {
        let (counts, rules) = (answer.counts(), answer.rules());
        let method = match (answer.value(), answer.bounds().source()) {
            (None, _) | (_, Source::Enumeration) => None,
            (_, Source::Known | Source::Table) => Some(ProofMethod::Table),
            _ => Some(ProofMethod::Search),
        };
        let wants_all_best = question.find >= Find::BestMoves;
        let wants_moves = question.find >= Find::AllMoves || !is_settled;
        let (position, size) = (answer.position(), answer.position().size());
        Self::completed(Self {
            schema: Self::SCHEMA.to_owned(),
            command: None,
            size,
            width: size.width(),
            height: size.height(),
            start: None,
            objective: rules.objective,
            score: rules.scoring,
            position,
            value: answer.value(),
            bounds: if is_settled { None } else { Some(answer.bounds()) },
            black: None,
            white: None,
            empty: None,
            best_move: answer.best_move(),
            best_moves: if wants_all_best { answer.best_moves() } else { None },
            best_so_far: if is_settled { None } else { answer.best_so_far() },
            line: if answer.has_whole_line() { answer.line().cloned() } else { None },
            value_empties_to_winner: counts.map(|counts| counts.value_empties_to_winner),
            moves: if wants_moves { Some(moves(answer, is_settled)) } else { None },
            positions: counts.map(|counts| Positions::new(counts.census.positions.clone())),
            games: counts.map(|counts| Games::new(&counts.census, rules.objective)),
            proof: method.map(|method| Proof { method, nodes: None }),
            forecast: answer.forecast(),
            nodes: if is_settled { None } else { Some(answer.nodes()) },
        })
    }

    /// The document of a value with all best moves and a line, which were found in this way.
    pub fn of_facts(
        rules: Rules,
        value: Score,
        best_moves: Vec<Square>,
        line: Game,
        value_empties_to_winner: Option<Score>,
        proof: Proof,
    ) -> Self {
        let unproved = Self::empty(line.start(), rules);
        let (value, best_moves) = (Some(value), Some(best_moves));
        let (line, proof) = (Some(line), Some(proof));
        Self { value, best_moves, line, value_empties_to_winner, proof, ..unproved }.completed()
    }

    /// The contents of the file of a solved board, which has this name without `.json`.
    ///
    /// ```
    /// # use othello_core::documents::AnswerDocument;
    /// assert_eq!(AnswerDocument::of_known("6x7").unwrap().value, Some(0));
    /// ```
    pub fn of_known(name: &str) -> Option<Self> {
        let (size, Variant { start, rules }) = Variant::of_file(name)?;
        let board = KnownBoard::find(size, start, rules.objective)?;
        if rules.scoring != Scoring::Discs {
            return None;
        }
        let &KnownBoard { value, ref best_moves, ref line, nodes, .. } = board;
        let method = match board.method {
            "search" => ProofMethod::Search,
            "campaign" => ProofMethod::Campaign,
            _ => {
                let question = Question { counts: true, ..Question::usual(line.start(), rules) };
                let answer = answer(&question, &Sources::PROVED, &Limits::single(0), &());
                let answer = answer.expect("the board is small");
                return Some(Self::new(&question, &answer).of_start(Some(start)));
            }
        };
        let (best_moves, line) = (best_moves.clone(), line.clone());
        let (with_empties, proof) = (board.value_empties_to_winner, Proof { method, nodes });
        let facts = Self::of_facts(rules, value, best_moves, line, Some(with_empties), proof);
        Some(facts.of_start(Some(start)))
    }

    /// The document of the start of a game, if it is one: with its name and the command that makes it.
    pub fn of_start(self, start: Option<Start>) -> Self {
        Self { start, ..self }.completed()
    }

    /// A document without an answer.
    fn empty(position: Position, rules: Rules) -> Self {
        Self::of(&Question::usual(position, rules), &Answer::new(position, rules), true)
    }

    /// Fills in the fields that follow from the others.
    fn completed(mut self) -> Self {
        let end = self.line.as_ref().map(Game::end);
        [self.black, self.white] = Color::ALL.map(|color| end.map(|end| end.count(color)));
        self.empty = end.map(Position::empties);
        self.best_move = self.best_move.or_else(|| self.best_moves.as_ref()?.first().copied());
        let is_result = self.bounds.is_none() && !self.has_no_command();
        if let Some(start) = self.start
            && is_result
        {
            let variant = Variant { start, rules: self.rules() };
            self.command = Some(Self::command(self.size, variant, self.moves.is_some()));
        }
        self
    }

    /// Whether no single command reproduces the value, because it was derived from the answers of a
    /// campaign or looked up.
    pub fn has_no_command(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.method != ProofMethod::Search)
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        Rules::new(self.score, self.objective)
    }

    /// The moves with known values. If only the best moves are known, they have the value of the
    /// position.
    pub fn known_values(&self) -> Vec<(Square, Score)> {
        let moves = self.moves.iter().flatten();
        let mut known: Vec<_> = moves.filter_map(|mv| Some((mv.square, mv.value?))).collect();
        let best = self.best_moves.iter().flatten().chain(&self.best_move);
        if let Some(value) = self.value {
            known.extend(best.map(|&square| (square, value)));
        }
        known
    }

    /// The winner with best play by both sides, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        let side = self.position.side();
        match self.value?.signum() {
            0 => None,
            1 => Some(side),
            _ => Some(!side),
        }
    }

    /// Checks the value, the best moves and the line against each other, without a search. The error
    /// describes the first contradiction.
    fn check(&self, value: Score) -> Result<(), String> {
        let with_empties = self.value_empties_to_winner;
        let has_all = self.best_moves.is_some() && self.line.is_some() && with_empties.is_some();
        let fields = "best_moves, line, value_empties_to_winner";
        ensure!(self.start.is_none() || has_all, "{fields}: the file of a start has them");
        let squares = self.size.squares();
        let other =
            with_empties.map(|it| ("value_empties_to_winner", it, Scoring::EmptiesToWinner));
        for (name, value, scoring) in iter::once(("value", value, self.score)).chain(other) {
            let is_possible = scoring.allows(value, squares);
            ensure!(is_possible, "{name}: no game on {squares} squares ends with {value:+}");
        }
        for &square in self.best_moves.iter().flatten().chain(&self.best_move) {
            ensure!(self.position.is_legal(square), "best_moves: {square} is not legal");
        }
        let first = self.best_moves.as_ref().map(|best| best.first());
        let is_first = first.is_none_or(|first| first == self.best_move.as_ref());
        ensure!(is_first, "best_move: it is not the first of the best moves");
        let Some(line) = &self.line else { return Ok(()) };
        let begins = self.best_move.is_none() || line.moves().first() == self.best_move.as_ref();
        ensure!(begins, "line: it does not begin with the best move");
        let end = line.end();
        ensure!(end.is_over(), "line: the game is not over at its end");
        let score = self.position.side().sees(end.score(self.rules()), end.side());
        ensure!(score == value, "line: it ends with {score:+}, and the value is {value:+}");
        Ok(())
    }
}

/// The fields of a result that do not follow from others.
#[derive(Deserialize)]
struct RawAnswer {
    size: Size,
    start: Option<Start>,
    objective: Objective,
    score: Scoring,
    position: String,
    value: Score,
    best_move: Option<Square>,
    best_moves: Option<Vec<Square>>,
    line: Option<String>,
    value_empties_to_winner: Option<Score>,
    moves: Option<Vec<RawMove>>,
    positions: Option<Positions>,
    games: Option<Games>,
    proof: Option<Proof>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMove {
    #[serde(rename = "move")]
    square: Square,
    value: Score,
    line: Option<String>,
}

impl TryFrom<RawAnswer> for AnswerDocument {
    type Error = String;

    fn try_from(raw: RawAnswer) -> Result<Self, String> {
        let position = read_position(raw.size, &raw.position)?;
        let read = |text: Option<String>| match text {
            Some(text) => read_line(position, &text).map(Some),
            None => Ok(None),
        };
        let mut moves = raw.moves.as_ref().map(|_| Vec::new());
        for RawMove { square, value, line } in raw.moves.into_iter().flatten() {
            let line = read(line).map_err(|error| format!("moves: {error}"))?;
            let mv = AnsweredMove { square, value: Some(value), bounds: None, line };
            moves.get_or_insert_default().push(mv);
        }
        let answer = Self {
            value: Some(raw.value),
            best_move: raw.best_move,
            best_moves: raw.best_moves,
            line: read(raw.line)?,
            value_empties_to_winner: raw.value_empties_to_winner,
            moves,
            positions: raw.positions,
            games: raw.games,
            proof: raw.proof,
            ..Self::empty(position, Rules::new(raw.score, raw.objective))
        };
        let answer = answer.of_start(raw.start);
        answer.check(raw.value)?;
        Ok(answer)
    }
}

/// The legal moves with their values or bounds, the best first.
fn moves(answer: &Answer, is_settled: bool) -> Vec<AnsweredMove> {
    let mut moves: Vec<_> = answer.moves().iter().collect();
    moves.sort_by_key(|mv| {
        (Reverse(mv.bounds().lower()), Reverse(mv.bounds().upper()), mv.square())
    });
    let mut answered = Vec::new();
    for mv in moves {
        let bounds = if is_settled { None } else { Some(mv.bounds()) };
        let (square, value) = (mv.square(), mv.value());
        let line = mv.line().filter(|line| line.end().is_over()).cloned();
        answered.push(AnsweredMove { square, value, bounds, line });
    }
    answered
}

/// How a value was found, unless every position was visited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// How it was found.
    pub method: ProofMethod,
    /// The number of positions that one thread searched to find the value, all best moves and the
    /// line. Absent if several threads were used, because the number then varies from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A way to find a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProofMethod {
    /// Exact alpha-beta search to the end of the game.
    Search,
    /// Derived from the answers of many such searches.
    Campaign,
    /// Looked up in the values compiled into the program, or in a table.
    Table,
}
