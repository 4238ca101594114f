//! The schema of files such as `results/4x4.json`, and how their contents are produced.

use std::cmp::Reverse;
use std::iter;

use crate::answer::{Answer, Limits, Question, Source, Sources, answer};
use crate::exhaustive::{Census, PositionCounts};
use crate::known::KnownBoard;
use crate::search::ValuedMove;
use crate::{Color, Game, Objective, Position, Rules, Score, Scoring, Size, Square, Start, Turn};
use serde::{Deserialize, Serialize};

use super::{Variant, best_moves, ensure, moves, read_line, read_position};

/// A solved position: the contents of files such as `results/4x4.json`.
///
/// Fields that follow from others are recomputed when it is deserialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(try_from = "RawSolvedBoard")]
pub struct SolvedBoard {
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
    /// The position that is solved.
    pub position: Position,
    /// The score with best play by both sides, seen by the side to move.
    pub value: Score,
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
    /// or if the value was looked up and no move is known to keep it.
    pub best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all of them were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// A line of best play, beginning with `best_move`. If all best moves were requested, both sides
    /// always play the first of them in the order of squares. Absent if the value was looked up and
    /// the line was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
    /// The value if the winner also counts the empty squares, seen by the side to move, if it was
    /// requested. The file of a start always has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_empties_to_winner: Option<Score>,
    /// Every legal move with its value, and with its line if lines were requested. The best come
    /// first, and moves of equal value are in the order of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<ValuedMove>>,
    /// The positions that can be reached, if all of them were visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Positions>,
    /// The games that can be played, if all of them were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// How the value was found, unless every position was visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

impl SolvedBoard {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/solved-board/1";

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

    /// The document of an answer that settles a question.
    ///
    /// ```
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::answer::{Limits, Question, Sources, answer};
    /// # use othello_core::documents::SolvedBoard;
    /// let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let question = Question { counts: true, ..Question::usual(position, Rules::default()) };
    /// let answer = answer(&question, &Sources::PROVED, &Limits::single(0), &())?;
    /// let solved = SolvedBoard::of_answer(&question, &answer).unwrap();
    /// assert_eq!((solved.value, solved.black, solved.white), (-8, Some(3), Some(11)));
    /// assert_eq!(solved.games.unwrap().total, 60_060);
    /// # Ok::<_, othello_core::answer::AnswerError>(())
    /// ```
    pub fn of_answer(question: &Question, answer: &Answer) -> Option<Self> {
        let (counts, rules) = (answer.counts(), answer.rules());
        let method = match answer.bounds().source() {
            Source::Enumeration => None,
            Source::Known | Source::Table => Some(ProofMethod::Table),
            _ => Some(ProofMethod::Search),
        };
        let line = answer.line().filter(|_| answer.has_whole_line());
        Some(Self::completed(Self {
            best_move: answer.best_move(),
            best_moves: best_moves(question, answer),
            line: line.cloned(),
            value_empties_to_winner: counts.map(|counts| counts.value_empties_to_winner),
            moves: moves(question, answer),
            positions: counts.map(|counts| Positions::new(counts.census.positions.clone())),
            games: counts.map(|counts| Games::new(&counts.census, rules.objective)),
            proof: method.map(|method| Proof { method, nodes: None }),
            ..Self::new(answer.position(), rules, answer.value()?)
        }))
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
        let unproved = Self::new(line.start(), rules, value);
        let (best_moves, line, proof) = (Some(best_moves), Some(line), Some(proof));
        Self { best_moves, line, value_empties_to_winner, proof, ..unproved }.completed()
    }

    /// The contents of the file of a solved board.
    ///
    /// ```
    /// # use othello_core::known::KnownBoard;
    /// # use othello_core::documents::SolvedBoard;
    /// let known = KnownBoard::all().find(|board| board.size.to_string() == "6x7").unwrap();
    /// assert_eq!(SolvedBoard::of_known(known).value, 0);
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "the board is small")]
    pub fn of_known(board: &KnownBoard) -> Self {
        let &KnownBoard { start, objective, value, ref best_moves, ref line, nodes, .. } = board;
        let (position, rules) = (line.start(), Rules::new(Scoring::Discs, objective));
        let method = match board.method {
            "search" => ProofMethod::Search,
            "campaign" => ProofMethod::Campaign,
            _ => {
                let question = Question { counts: true, ..Question::usual(position, rules) };
                let answer = answer(&question, &Sources::PROVED, &Limits::single(0), &());
                let answer = answer.expect("the board is small");
                let solved = Self::of_answer(&question, &answer).expect("the board is small");
                return solved.of_start(Some(start));
            }
        };
        let (best_moves, line) = (best_moves.clone(), line.clone());
        let (with_empties, proof) = (board.value_empties_to_winner, Proof { method, nodes });
        Self::of_facts(rules, value, best_moves, line, Some(with_empties), proof)
            .of_start(Some(start))
    }

    /// The document of the start of a game, if it is one: with its name and the command that makes it.
    pub fn of_start(self, start: Option<Start>) -> Self {
        Self { start, ..self }.completed()
    }

    /// A document with a value and nothing else.
    fn new(position: Position, rules: Rules, value: Score) -> Self {
        let size = position.size();
        Self {
            schema: Self::SCHEMA.to_owned(),
            command: None,
            size,
            width: size.width(),
            height: size.height(),
            start: None,
            objective: rules.objective,
            score: rules.scoring,
            position,
            value,
            black: None,
            white: None,
            empty: None,
            best_move: None,
            best_moves: None,
            line: None,
            value_empties_to_winner: None,
            moves: None,
            positions: None,
            games: None,
            proof: None,
        }
    }

    /// Fills in the fields that follow from the others.
    fn completed(mut self) -> Self {
        let end = self.line.as_ref().map(Game::end);
        [self.black, self.white] = Color::ALL.map(|color| end.map(|end| end.count(color)));
        self.empty = end.map(Position::empties);
        self.best_move = self.best_move.or_else(|| self.best_moves.as_ref()?.first().copied());
        self.command = self.start.filter(|_| !self.has_no_command()).map(|start| {
            let variant = Variant { start, rules: self.rules() };
            Self::command(self.size, variant, self.moves.is_some())
        });
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

    /// The winner with best play by both sides, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        let side = self.position.side();
        (self.value != 0).then_some(if self.value > 0 { side } else { !side })
    }

    /// Checks the value, the best moves and the line against each other, without a search. The error
    /// describes the first contradiction.
    fn check(&self) -> Result<(), String> {
        let with_empties = self.value_empties_to_winner;
        let has_all = self.best_moves.is_some() && self.line.is_some() && with_empties.is_some();
        let fields = "best_moves, line, value_empties_to_winner";
        ensure!(self.start.is_none() || has_all, "{fields}: the file of a start has them");
        let squares = self.size.squares();
        let other =
            with_empties.map(|it| ("value_empties_to_winner", it, Scoring::EmptiesToWinner));
        for (name, value, scoring) in iter::once(("value", self.value, self.score)).chain(other) {
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
        ensure!(end.turn() == Turn::Over, "line: the game is not over at its end");
        let score = self.position.side().sees(end.score(self.rules()), end.side());
        let value = self.value;
        ensure!(score == value, "line: it ends with {score:+}, and the value is {value:+}");
        Ok(())
    }
}

/// The fields of the document that do not follow from others.
#[derive(Deserialize)]
struct RawSolvedBoard {
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

impl TryFrom<RawSolvedBoard> for SolvedBoard {
    type Error = String;

    fn try_from(raw: RawSolvedBoard) -> Result<Self, String> {
        let position = read_position(raw.size, &raw.position)?;
        let line = |text: Option<String>| text.map(|text| read_line(position, &text)).transpose();
        let valued = |RawMove { square, value, line: text }| {
            Ok(ValuedMove { square, value, line: line(text)? })
        };
        let moves = raw.moves.map(|moves| moves.into_iter().map(valued).collect());
        let solved = Self {
            best_move: raw.best_move,
            best_moves: raw.best_moves,
            line: line(raw.line)?,
            value_empties_to_winner: raw.value_empties_to_winner,
            moves: moves.transpose().map_err(|error: String| format!("moves: {error}"))?,
            positions: raw.positions,
            games: raw.games,
            proof: raw.proof,
            ..Self::new(position, Rules::new(raw.score, raw.objective), raw.value)
        };
        let solved = solved.of_start(raw.start);
        solved.check().map(|()| solved)
    }
}

/// The positions that can be reached, each counted once for each side to move. The totals are sums
/// of the parts, and are recomputed when they are deserialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!from))]
#[serde(from = "RawPositions")]
pub struct Positions {
    /// The number of all positions.
    pub total: u64,
    /// The number of positions in which the side to move has a legal move.
    pub decision: u64,
    /// The number of positions in which the side to move must pass.
    pub pass: u64,
    /// The number of positions in which the game is over.
    pub over: u64,
    /// The number of pairs of own and opponent's discs, whichever side is Black.
    pub distinct: u64,
    /// The number of such pairs up to the symmetries of the board.
    pub canonical: u64,
    /// The same figures by the number of empty squares, from many to few.
    pub by_empties: Vec<PositionCounts>,
}

impl Positions {
    /// Adds up the counts by the number of empty squares.
    pub fn new(mut by_empties: Vec<PositionCounts>) -> Self {
        for layer in &mut by_empties {
            layer.total = layer.decision.saturating_add(layer.pass).saturating_add(layer.over);
        }
        let all: PositionCounts = by_empties.iter().copied().sum();
        let PositionCounts { total, decision, pass, over, distinct, canonical, .. } = all;
        Self { total, decision, pass, over, distinct, canonical, by_empties }
    }
}

#[derive(Deserialize)]
struct RawPositions {
    by_empties: Vec<PositionCounts>,
}

impl From<RawPositions> for Positions {
    fn from(RawPositions { by_empties }: RawPositions) -> Self {
        Self::new(by_empties)
    }
}

/// The games that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The number of all games.
    pub total: u64,
    /// The number of games that Black wins.
    pub black_wins: u64,
    /// The number of games that White wins.
    pub white_wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games in which both sides always play a best move.
    pub optimal: u64,
    /// The number of nodes of the game tree, including passes and the root.
    pub tree_nodes: u64,
    /// How the games end, from the most black discs to the fewest.
    pub by_discs: Vec<GamesByDiscs>,
}

impl Games {
    /// Tallies how the counted games end. The objective decides who wins them.
    pub fn new(census: &Census, objective: Objective) -> Self {
        let rules = Rules::new(Scoring::Discs, objective);
        let ends = census.endings.iter();
        let mut by_discs: Vec<_> =
            ends.map(|(&(black, white), &games)| GamesByDiscs { black, white, games }).collect();
        by_discs.sort_by_key(|end| (Reverse(end.black), end.white));
        let with_sign = |sign: Score| {
            let is_it = |end: &&GamesByDiscs| rules.score(end.black, end.white, 0).signum() == sign;
            by_discs.iter().filter(is_it).map(|end| end.games).sum()
        };
        let [black_wins, white_wins, draws] = [1, -1, 0].map(with_sign);
        let &Census { optimal, nodes: tree_nodes, .. } = census;
        let total = census.games();
        Self { total, black_wins, white_wins, draws, optimal, tree_nodes, by_discs }
    }
}

/// The games that end with these discs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GamesByDiscs {
    /// The number of black discs.
    pub black: u32,
    /// The number of white discs.
    pub white: u32,
    /// The number of games.
    pub games: u64,
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
