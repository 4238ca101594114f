//! From what was found out about a position to the document that says so.

use crate::any_game::AnyGame;
use crate::board::{Color, Position, Shape, Square, Turn};
use crate::exhaustive::{Census, Layer, Solution, Tabulated};
use crate::formats::Transcript;
use crate::formats::results::{
    Games, GamesByDiscs, Lookup, MoveValue, PositionRow, Positions, PositionsByEmpties, Proof,
    ReachableCensus, SolvedBoard,
};
use crate::game::{Game, Start};
use crate::score::{Objective, Rules, Score, Scoring};
use crate::search::SearchResult;

/// The most squares of a board that is solved by looking at every position.
pub const EXHAUSTIVE_SQUARES: u32 = 16;

/// Solves `game` by looking at every position that can follow, and counts them.
///
/// `start` says how the game began, if it is still there.
///
/// This is for boards of at most [`EXHAUSTIVE_SQUARES`]; time and memory grow
/// with the number of positions.
///
/// ```
/// # use othello_solver::{Board4x4, Game, Rules, Start, report};
/// let game = Game::<Board4x4>::start(Start::Diagonal);
/// let report = report::exhaustive(game, Some(Start::Diagonal), Rules::default());
/// assert_eq!((report.value, report.black, report.white), (-8, 3, 11));
/// assert_eq!(report.games.unwrap().total, 60_060);
/// ```
#[expect(clippy::missing_panics_doc, reason = "a solution reaches all that follows its root")]
pub fn exhaustive<S: Shape>(game: Game<S>, start: Option<Start>, rules: Rules) -> SolvedBoard {
    let position = game.position();
    let solution = Solution::new(position, rules);
    let reached = "the solution reaches all that follows its root";
    let tournament = Rules::new(Scoring::EmptiesToWinner, rules.objective);
    let answer = Answer {
        value: solution.value(position).expect(reached),
        best_moves: solution.best_moves(position).expect(reached).into_iter().collect(),
        line: solution.line(position).expect(reached),
        value_empties_to_winner: Solution::new(position, tournament)
            .value(position)
            .expect(reached),
    };
    let census = Census::new(game, &solution).expect(reached);
    SolvedBoard {
        positions: Some(positions(&census.layers)),
        games: Some(games(&census, rules.objective)),
        ..answer.report(game, start, rules)
    }
}

/// Puts the result of a search into words, if it was not stopped.
///
/// `nodes` are those of one thread, and `value_empties_to_winner` is the value
/// when the winner also counts the empty squares.
pub fn searched<S: Shape>(
    game: Game<S>,
    start: Option<Start>,
    rules: Rules,
    result: &SearchResult<S>,
    value_empties_to_winner: Score,
    nodes: Option<u64>,
) -> Option<SolvedBoard> {
    let answer = Answer {
        value: result.value()?,
        best_moves: result.best_moves.clone(),
        line: result.line.clone(),
        value_empties_to_winner,
    };
    Some(SolvedBoard {
        proof: Some(Proof { method: "search".to_owned(), nodes }),
        ..answer.report(game, start, rules)
    })
}

/// The strong solution as a table: every position that can be reached, one for
/// all its mirror images and turns, from many empty squares to few.
#[expect(clippy::missing_panics_doc, reason = "a solution knows the positions that it lists")]
pub fn table<S: Shape>(solution: &Solution<S>) -> impl Iterator<Item = PositionRow> {
    let row = |position: Position<S>| {
        let value = solution.value(position).expect("the position is one of the solution's");
        let moves = match position.turn() {
            Turn::Place(_) => move_values(solution, position)
                .iter()
                .map(|of| format!("{}:{}", of.square, of.value))
                .collect::<Vec<_>>()
                .join(" "),
            Turn::Pass => format!("pa:{value}"),
            Turn::Over => String::new(),
        };
        // The own discs are written as Black's.
        let mut cells = Game::new(position, Color::Black).to_string();
        cells.truncate(S::SQUARES as usize);
        PositionRow { cells, empties: position.empty().len(), value, moves }
    };
    solution.positions().into_iter().map(row)
}

/// What [`tabulate`](crate::tabulate) found out about the game from a start, which
/// the command makes that is named.
pub fn census<S: Shape>(
    start: Start,
    rules: Rules,
    tabulated: Tabulated,
    command: String,
) -> ReachableCensus {
    let game = AnyGame::start::<S>(start);
    // The first layer is the start alone.
    let value = tabulated.values.first().and_then(|first| first.by_value.keys().next());
    ReachableCensus {
        schema: ReachableCensus::SCHEMA.to_owned(),
        command,
        size: game.size(),
        start,
        objective: rules.objective,
        score: rules.scoring,
        position: game.to_string(),
        value: value.copied().unwrap_or_default(),
        positions: positions(&tabulated.layers),
        values: tabulated.values,
    }
}

/// What is known of a position on a board that can be solved exhaustively: its
/// value and that of each move, whether or not a game can come to it.
#[expect(clippy::missing_panics_doc, reason = "a solution reaches its root")]
pub fn lookup<S: Shape>(game: Game<S>, rules: Rules) -> Lookup {
    let position = game.position();
    let solution = Solution::new(position, rules);
    let reached = "a solution reaches its root";
    let can_come =
        |start: &Start| Solution::new(Position::start(*start), rules).value(position).is_some();
    let mut line = Transcript::new(game);
    for square in solution.line(position).expect(reached) {
        line.play(square).expect("a line of best play is legal");
    }
    Lookup {
        position: game.to_string(),
        objective: rules.objective,
        score: rules.scoring,
        reached_from: [Start::Diagonal, Start::Parallel].into_iter().filter(can_come).collect(),
        value: solution.value(position).expect(reached),
        best_moves: names(solution.best_moves(position).expect(reached)),
        moves: move_values(&solution, position),
        line: line.to_string(),
    }
}

fn move_values<S: Shape>(solution: &Solution<S>, position: Position<S>) -> Vec<MoveValue> {
    let moves = solution.moves(position).unwrap_or_default().into_iter();
    moves.map(|(square, value)| MoveValue { square: square.to_string(), value }).collect()
}

fn names<S: Shape>(squares: impl IntoIterator<Item = Square<S>>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// What every method finds out.
struct Answer<S: Shape> {
    value: Score,
    best_moves: Vec<Square<S>>,
    line: Vec<Square<S>>,
    value_empties_to_winner: Score,
}

impl<S: Shape> Answer<S> {
    fn report(self, game: Game<S>, start: Option<Start>, rules: Rules) -> SolvedBoard {
        let mut transcript = Transcript::new(game);
        for &square in &self.line {
            transcript.play(square).expect("a line of best play is legal");
        }
        let end = transcript.end();
        SolvedBoard {
            schema: SolvedBoard::SCHEMA.to_owned(),
            command: None,
            size: AnyGame::from(game).size(),
            width: S::WIDTH,
            height: S::HEIGHT,
            start,
            objective: rules.objective,
            score: rules.scoring,
            position: game.to_string(),
            value: self.value,
            black: end.discs(Color::Black).len(),
            white: end.discs(Color::White).len(),
            empty: end.position().empty().len(),
            best_moves: names(self.best_moves),
            line: transcript.to_string(),
            value_empties_to_winner: self.value_empties_to_winner,
            positions: None,
            games: None,
            proof: None,
        }
    }
}

fn positions(layers: &[Layer]) -> Positions {
    let all: Layer = layers.iter().copied().sum();
    let by_empties = |layer: &Layer| PositionsByEmpties {
        empties: layer.empties,
        total: layer.total(),
        decision: layer.decision,
        pass: layer.pass,
        over: layer.over,
        distinct: layer.distinct,
        canonical: layer.canonical,
    };
    Positions {
        total: all.total(),
        decision: all.decision,
        pass: all.pass,
        over: all.over,
        distinct: all.distinct,
        canonical: all.canonical,
        by_empties: layers.iter().map(by_empties).collect(),
    }
}

fn games(census: &Census, objective: Objective) -> Games {
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
    by_discs.sort_by_key(|end| (std::cmp::Reverse(end.black), end.white));
    Games {
        total: census.games(),
        black_wins: with_sign(1),
        white_wins: with_sign(-1),
        draws: with_sign(0),
        optimal: census.optimal,
        tree_nodes: census.nodes,
        by_discs,
    }
}
