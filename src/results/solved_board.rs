//! The schema of files such as `results/4x4.json`, and how their contents are made.

use std::cmp::Reverse;

use othello_core::board::{Color, Size, Square, TooBig, Turn};
use othello_core::exhaustive::{Census, PositionCounts, Solution};
use othello_core::game::{Game, Objective, Position, Rules, Score, Scoring, Start};
use othello_core::known::{KnownBoard, KnownPosition};
use othello_core::search::{SearchResult, ValuedMove};
use serde::{Deserialize, Serialize};

use super::fields::{Fields, read_line, read_position};
use super::variant::Variant;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<u32>,
    /// The number of white discs at the end of `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<u32>,
    /// The number of squares without a disc at the end of `line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<u32>,
    /// A move that keeps the value; `null` if the side to move must pass or the game is over, or if
    /// the value was looked up and no move is known to keep it.
    pub best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all of them were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// A game in which both sides play best, which begins with `best_move`. If all best moves were
    /// looked for, both sides always play the first of them in the order of squares. Left out where
    /// the value was looked up and the line was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
    /// The value if the winner also counts the empty squares, seen by the side to move, if that was
    /// asked for. The file of a start has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_empties_to_winner: Option<Score>,
    /// Every legal move with its value, and with its line if lines were asked for: the best first,
    /// and moves of equal value in the order of squares.
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
    /// # use othello_core::{Position, Rules, Size, Start};
    /// let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let rules = Rules::default();
    /// let solved = SolvedBoard::exhaustive(position, Some(Start::Diagonal), rules).unwrap();
    /// assert_eq!((solved.value, solved.black, solved.white), (-8, Some(3), Some(11)));
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
            let found = Found {
                position,
                value: solution.value(position)?,
                best_moves: solution.best_moves(position),
                best_move: None,
                line: solution.line(position),
                value_empties_to_winner: solution.value_by(Scoring::EmptiesToWinner, position),
            };
            let solved = Self::new(start, rules, found);
            let games = Some(Games::new(&census, rules.objective));
            let positions = Some(Positions::new(census.positions));
            Some(Self { positions, games, ..solved.with(None, None) })
        };
        Ok(solved().expect("a solution knows its root and all that follows"))
    }

    /// The document of what a search has found, without a proof, or `None` if the search was stopped.
    ///
    /// `value_empties_to_winner` is the value when the winner also counts the empty squares, if it
    /// was asked for.
    pub fn searched(
        start: Option<Start>,
        rules: Rules,
        result: &SearchResult,
        value_empties_to_winner: Option<Score>,
    ) -> Option<Self> {
        let value = result.value().filter(|_| result.complete)?;
        let SearchResult { best_move, best_moves, line, .. } = result.clone();
        let position = line.start();
        let line = Some(line).filter(|line| line.end().turn() == Turn::Over);
        let found = Found { position, value, best_move, best_moves, line, value_empties_to_winner };
        Some(Self::new(start, rules, found))
    }

    /// The document of a position that was looked up.
    pub fn looked_up(
        position: Position,
        start: Option<Start>,
        rules: Rules,
        known: KnownPosition,
    ) -> Self {
        let line = known.has_whole_line().then_some(known.line);
        let KnownPosition { value, best_move, best_moves, moves, .. } = known;
        let found =
            Found { position, value, best_move, best_moves, line, value_empties_to_winner: None };
        let moves = moves.map(ValuedMove::best_first);
        let proof = Proof { method: ProofMethod::Table, nodes: None };
        Self::new(start, rules, found).with(moves, Some(proof))
    }

    /// The document of the file of a solved board.
    ///
    /// ```
    /// # use othello_core::known::KnownBoard;
    /// # use othello_solver::results::SolvedBoard;
    /// let known = KnownBoard::all().iter().find(|board| board.size.to_string() == "6x7").unwrap();
    /// assert_eq!(SolvedBoard::of_known(known).value, 0);
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a small board is solved")]
    pub fn of_known(board: &KnownBoard) -> Self {
        let &KnownBoard { start, objective, value, ref best_moves, ref line, nodes, .. } = board;
        let (position, rules) = (line.start(), Rules::new(Scoring::Discs, objective));
        let method = match board.method {
            "search" => ProofMethod::Search,
            "campaign" => ProofMethod::Campaign,
            _ => {
                let solved = Self::exhaustive(position, Some(start), rules);
                return solved.expect("the board is small");
            }
        };
        let found = Found {
            position,
            value,
            best_move: None,
            best_moves: Some(best_moves.clone()),
            line: Some(line.clone()),
            value_empties_to_winner: Some(board.value_empties_to_winner),
        };
        Self::new(Some(start), rules, found).with(None, Some(Proof { method, nodes }))
    }

    /// The same with every move, as a search has found them, and with a proof. No command makes the
    /// file of a campaign, or finds again what was looked up.
    pub(crate) fn with(self, moves: Option<Vec<ValuedMove>>, proof: Option<Proof>) -> Self {
        let solved = Self { moves, proof, ..self };
        let variant = solved.start.map(|start| Variant { start, rules: solved.rules() });
        let variant = variant.filter(|_| !solved.has_no_command());
        let command = variant.map(|it| Self::command(solved.size, it, solved.moves.is_some()));
        Self { command, ..solved }
    }

    /// Whether no single command finds the value again, because it was derived from the answers of a
    /// campaign, or looked up.
    pub(crate) fn has_no_command(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.method != ProofMethod::Search)
    }

    /// The fields that were found, and those that follow from them.
    fn new(start: Option<Start>, rules: Rules, found: Found) -> Self {
        let Found { position, value, best_move, best_moves, line, value_empties_to_winner } = found;
        let first_best = best_moves.as_ref().and_then(|best| best.first().copied());
        let end = line.as_ref().map(Game::end);
        let count = |color| end.map(|end| end.count(color));
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
            black: count(Color::Black),
            white: count(Color::White),
            empty: end.map(Position::empties),
            best_move: best_move.or(first_best),
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
        let side = self.position.side();
        match self.value.signum() {
            1 => Some(side),
            -1 => Some(!side),
            _ => None,
        }
    }

    /// Checks the value, the best moves and the line against each other, without a search.
    ///
    /// # Errors
    ///
    /// The first contradiction, in words.
    fn check(&self) -> Result<(), String> {
        if self.start.is_some()
            && (self.best_moves.is_none()
                || self.line.is_none()
                || self.value_empties_to_winner.is_none())
        {
            let reason = "best_moves, line, value_empties_to_winner: the file of a start has them";
            return Err(reason.to_owned());
        }
        let squares = self.size.squares();
        let with_empties =
            self.value_empties_to_winner.map(|value| ("value_empties_to_winner", value));
        let scorings = [self.score, Scoring::EmptiesToWinner];
        for ((name, value), scoring) in
            [("value", self.value)].into_iter().chain(with_empties).zip(scorings)
        {
            if !scoring.allows(value, squares) {
                return Err(format!("{name}: no game on {squares} squares ends with {value:+}"));
            }
        }
        for &square in self.best_moves.iter().flatten().chain(&self.best_move) {
            if !self.position.is_legal(square) {
                return Err(format!("best_moves: {square} is not legal"));
            }
        }
        if let Some(best) = &self.best_moves
            && best.first() != self.best_move.as_ref()
        {
            return Err("best_move: it is not the first of the best moves".to_owned());
        }
        let Some(line) = &self.line else { return Ok(()) };
        if self.best_move.is_some() && line.moves().first() != self.best_move.as_ref() {
            return Err("line: it does not begin with the best move".to_owned());
        }
        let end = line.end();
        if end.turn() != Turn::Over {
            return Err("line: the game is not over at its end".to_owned());
        }
        let score = self.position.side().sees(end.score(self.rules()), end.side());
        if score != self.value {
            let value = self.value;
            return Err(format!("line: it ends with {score:+}, and the value is {value:+}"));
        }
        Ok(())
    }
}

/// The fields of a document from which the others follow.
struct Found {
    position: Position,
    value: Score,
    /// The first of the best moves unless another is named.
    best_move: Option<Square>,
    best_moves: Option<Vec<Square>>,
    line: Option<Game>,
    value_empties_to_winner: Option<Score>,
}

impl TryFrom<Fields> for SolvedBoard {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let position = read_position(fields.get("size")?, &fields.get::<String>("position")?)?;
        let line = |fields: &Fields| {
            let line = fields.get::<Option<String>>("line")?;
            line.map(|line| read_line(position, &line)).transpose()
        };
        let found = Found {
            position,
            value: fields.get("value")?,
            best_move: fields.get("best_move")?,
            best_moves: fields.get("best_moves")?,
            line: line(&fields)?,
            value_empties_to_winner: fields.get("value_empties_to_winner")?,
        };
        let rules = Rules::new(fields.get("score")?, fields.get("objective")?);
        let solved = Self {
            positions: fields.get("positions")?,
            games: fields.get("games")?,
            ..Self::new(fields.get("start")?, rules, found)
        };
        let read = |moves: Vec<Fields>| {
            let read = |of: &Fields| -> Result<_, String> {
                Ok(ValuedMove { square: of.get("move")?, value: of.get("value")?, line: line(of)? })
            };
            moves.iter().map(read).collect()
        };
        let moves = fields.get::<Option<_>>("moves")?.map(read).transpose()?;
        let solved = solved.with(moves, fields.get("proof")?);
        solved.check()?;
        Ok(solved)
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
    /// It was looked up: the program or a table knew it.
    Table,
}
