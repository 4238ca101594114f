//! Looking up single positions of a solved board.

use othello_core::{
    Game, KnownPosition, MoveValue, Objective, Position, Rules, Score, Scoring, Size, Solution,
    Square, Start, TooBig,
};
use serde::Serialize;

/// The value and the moves of a single position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lookup {
    /// The position.
    pub position: Position,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The starts from which a game can reach the position or one of its mirror images and
    /// rotations. Absent for tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_from: Option<Vec<Start>>,
    /// The value, seen by the side to move.
    pub value: Score,
    /// A move that keeps the value. It is `null` if the side to move must pass, if the game is over,
    /// or if no such move is known.
    pub best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all of them are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// Each legal move with its value, in the order of squares, if all of them are known. Empty if the
    /// side to move must pass or the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveValue>>,
    /// A line of best play, if it is known to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
}

impl Lookup {
    /// Known facts about a position.
    pub fn of_known(position: Position, rules: Rules, known: KnownPosition) -> Self {
        let line = known.has_whole_line().then_some(known.line);
        let KnownPosition { value, best_move, best_moves, moves, .. } = known;
        let (Rules { objective, scoring: score }, reached_from) = (rules, None);
        Self { position, objective, score, reached_from, value, best_move, best_moves, moves, line }
    }
}

/// A board that is solved from both starts, for any number of lookups.
#[derive(Clone, Debug)]
pub struct Lookups {
    size: Size,
    rules: Rules,
    from: [(Start, Solution); 2],
}

impl Lookups {
    /// Solves everything that can be reached from both starts. Time and memory grow with the number
    /// of positions.
    ///
    /// # Errors
    ///
    /// If the board has more than [`Solution::MAX_SQUARES`] squares.
    ///
    /// ```
    /// # use othello_solver::results::Lookups;
    /// # use othello_core::{Position, Rules, Size, Start};
    /// let size = Size::new(4, 4).unwrap();
    /// let lookups = Lookups::new(size, Rules::default()).unwrap();
    /// let start = lookups.look_up(Position::start(size, Start::Parallel)).unwrap();
    /// assert_eq!((start.value, start.reached_from), (-3, Some(vec![Start::Parallel])));
    /// ```
    pub fn new(size: Size, rules: Rules) -> Result<Self, TooBig> {
        let from = |start| Ok((start, Solution::new(Position::start(size, start), rules)?));
        Ok(Self { size, rules, from: [from(Start::Diagonal)?, from(Start::Parallel)?] })
    }

    /// Looks up a position. If it cannot be reached from either start, it is solved now. `None` if
    /// its board has another size.
    pub fn look_up(&self, position: Position) -> Option<Lookup> {
        if position.size() != self.size {
            return None;
        }
        let reaches = |(_, solution): &&(Start, Solution)| solution.value(position).is_some();
        let own;
        let solution = if let Some((_, solution)) = self.from.iter().find(reaches) {
            solution
        } else {
            own = Solution::new(position, self.rules).ok()?;
            &own
        };
        let valued = |(square, value)| MoveValue { square, value };
        let known = KnownPosition {
            value: solution.value(position)?,
            best_move: solution.best_moves(position)?.first().copied(),
            best_moves: solution.best_moves(position),
            moves: Some(solution.moves(position)?.into_iter().map(valued).collect()),
            line: solution.line(position)?,
        };
        let reached_from = self.from.iter().filter(reaches).map(|&(start, _)| start).collect();
        let found = Lookup::of_known(position, self.rules, known);
        Some(Lookup { reached_from: Some(reached_from), ..found })
    }
}
