//! The schema of files such as `results/4x4.json`, and how their contents are made.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::fields::{Fields, read_line, read_position};
use super::variant::Variant;
use crate::board::{Color, Size, Square, TooBig};
use crate::exhaustive::{Census, PositionCounts, Solution};
use crate::game::{Game, Objective, Position, Rules, Score, Scoring, Start};
use crate::search::{SearchResult, ValuedMove};

/// A solved position: the contents of files such as `results/4x4.json`.
///
/// When it is deserialized, the fields that follow from others are computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(try_from = "Fields")]
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
    pub black: u32,
    /// The number of white discs at the end of `line`.
    pub white: u32,
    /// The number of squares without a disc at the end of `line`.
    pub empty: u32,
    /// Every move that keeps the value, in the order of squares.
    pub best_moves: Vec<Square>,
    /// A game in which both sides always play the first of the best moves in the order of squares.
    pub line: Game,
    /// The value if the winner also counts the empty squares, seen by the side to move.
    pub value_empties_to_winner: Score,
    /// Every legal move with its value and line, if that was asked for: the best first, and moves
    /// of equal value in the order of squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<ValuedMove>>,
    /// The positions that can be reached, if all of them were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Positions>,
    /// The games that can be played, if all of them were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// How the value is known, if not by looking at every position.
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

    /// The board, the start and the objective in words: `4x4, parallel start, fewest discs`.
    pub fn title(&self) -> String {
        let mut title = self.size.to_string();
        if self.start == Some(Start::Parallel) {
            title += ", parallel start";
        }
        if self.objective == Objective::Fewest {
            title += ", fewest discs";
        }
        title
    }

    /// Solves a position by looking at every position that can follow, and counts them. If the
    /// position is a start, `start` names it.
    ///
    /// Time and memory grow with the number of positions.
    ///
    /// # Errors
    ///
    /// If the board has more than [`Solution::MAX_SQUARES`] squares.
    ///
    /// ```
    /// # use othello_solver::results::SolvedBoard;
    /// # use othello_solver::{Position, Rules, Size, Start};
    /// let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let rules = Rules::default();
    /// let solved = SolvedBoard::exhaustive(position, Some(Start::Diagonal), rules).unwrap();
    /// assert_eq!((solved.value, solved.black, solved.white), (-8, 3, 11));
    /// assert_eq!(solved.games.unwrap().total, 60_060);
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a solution knows all that follows its root")]
    pub fn exhaustive(
        position: Position,
        start: Option<Start>,
        rules: Rules,
    ) -> Result<Self, TooBig> {
        let solution = Solution::new(position, rules)?;
        let census = Census::new(&solution);
        let solved = || {
            let solved = Self::new(
                start,
                rules,
                solution.value(position)?,
                solution.best_moves(position)?,
                solution.line(position)?,
                solution.value_by(Scoring::EmptiesToWinner, position)?,
            );
            let games = Some(Games::new(&census, rules.objective));
            let positions = Some(Positions::new(census.positions));
            Some(Self { positions, games, ..solved.with(None, None) })
        };
        Ok(solved().expect("a solution knows its root and all that follows"))
    }

    /// The document of what a search has found, without a proof, or `None` if the search was stopped.
    ///
    /// `value_empties_to_winner` is the value when the winner also counts the empty squares.
    pub fn searched(
        start: Option<Start>,
        rules: Rules,
        result: &SearchResult,
        value_empties_to_winner: Score,
    ) -> Option<Self> {
        let value = result.value().filter(|_| result.complete)?;
        let (best, line) = (result.best_moves.clone(), result.line.clone());
        Some(Self::new(start, rules, value, best, line, value_empties_to_winner))
    }

    /// The same with every move, as a search has found them, and with a proof. No single command
    /// makes the file of a campaign.
    pub(crate) fn with(self, moves: Option<Vec<ValuedMove>>, proof: Option<Proof>) -> Self {
        let is_of_command = proof.as_ref().is_none_or(|it| it.method != ProofMethod::Campaign);
        let variant = self.start.map(|start| Variant { start, rules: self.rules() });
        let command = variant.filter(|_| is_of_command);
        let command = command.map(|it| Self::command(self.size, it, moves.is_some()));
        Self { command, moves, proof, ..self }
    }

    /// Whether the result is that of a campaign.
    pub(crate) fn is_of_campaign(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.method == ProofMethod::Campaign)
    }

    /// The fields that every method finds, and those that follow. The position is the one at the
    /// start of the line.
    fn new(
        start: Option<Start>,
        rules: Rules,
        value: Score,
        best_moves: Vec<Square>,
        line: Game,
        value_empties_to_winner: Score,
    ) -> Self {
        let (position, end) = (line.start(), line.end());
        let size = position.size();
        Self {
            schema: Self::SCHEMA.to_owned(),
            command: None,
            size,
            width: size.width(),
            height: size.height(),
            start,
            objective: rules.objective,
            score: rules.scoring,
            position,
            value,
            black: end.count(Color::Black),
            white: end.count(Color::White),
            empty: end.empties(),
            best_moves,
            line,
            value_empties_to_winner,
            moves: None,
            positions: None,
            games: None,
            proof: None,
        }
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        Rules::new(self.score, self.objective)
    }

    /// Who wins with best play by both sides, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.rules().winner(self.black, self.white)
    }
}

impl TryFrom<Fields> for SolvedBoard {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let position = read_position(fields.get("size")?, &fields.get::<String>("position")?)?;
        let line = |fields: &Fields| read_line(position, &fields.get::<String>("line")?);
        let solved = Self {
            positions: fields.get("positions")?,
            games: fields.get("games")?,
            ..Self::new(
                fields.get("start")?,
                Rules::new(fields.get("score")?, fields.get("objective")?),
                fields.get("value")?,
                fields.get("best_moves")?,
                line(&fields)?,
                fields.get("value_empties_to_winner")?,
            )
        };
        let read = |moves: Vec<Fields>| {
            let read = |of: &Fields| -> Result<_, String> {
                Ok(ValuedMove { square: of.get("move")?, value: of.get("value")?, line: line(of)? })
            };
            moves.iter().map(read).collect()
        };
        let moves = fields.get::<Option<_>>("moves")?.map(read).transpose()?;
        Ok(solved.with(moves, fields.get("proof")?))
    }
}

/// The positions that can be reached, each counted once for each side to move. The totals are the
/// sums of the parts, from which they are computed again when they are deserialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(try_from = "Fields")]
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
    /// Sums up what was counted by the number of empty squares.
    pub fn new(mut by_empties: Vec<PositionCounts>) -> Self {
        for layer in &mut by_empties {
            layer.total = layer.decision.saturating_add(layer.pass).saturating_add(layer.over);
        }
        let all: PositionCounts = by_empties.iter().copied().sum();
        let PositionCounts { total, decision, pass, over, distinct, canonical, .. } = all;
        Self { total, decision, pass, over, distinct, canonical, by_empties }
    }
}

impl TryFrom<Fields> for Positions {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        Ok(Self::new(fields.get("by_empties")?))
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
    /// Sums up how the counted games end. Who wins them depends on the objective.
    pub fn new(census: &Census, objective: Objective) -> Self {
        let rules = Rules::new(Scoring::Discs, objective);
        let with_sign = |sign: Score| {
            let ends = census.endings.iter();
            ends.filter(|((black, white), _)| rules.score(*black, *white, 0).signum() == sign)
                .map(|(_, games)| games)
                .sum()
        };
        let mut by_discs: Vec<_> = census
            .endings
            .iter()
            .map(|(&(black, white), &games)| GamesByDiscs { black, white, games })
            .collect();
        by_discs.sort_by_key(|end| (Reverse(end.black), end.white));
        Self {
            total: census.games(),
            black_wins: with_sign(1),
            white_wins: with_sign(-1),
            draws: with_sign(0),
            optimal: census.optimal,
            tree_nodes: census.nodes,
            by_discs,
        }
    }
}

/// The games that end with these discs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GamesByDiscs {
    /// The number of black discs.
    pub black: u32,
    /// White's discs.
    pub white: u32,
    /// The number of games.
    pub games: u64,
}

/// How a value was found, if not by looking at every position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// How it was found.
    pub method: ProofMethod,
    /// The number of positions that one thread searched to find the value, all best moves and the
    /// line. It is missing if several threads were used, because the number then differs from run
    /// to run.
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
    /// The answers of many such searches, from which it follows.
    Campaign,
}
