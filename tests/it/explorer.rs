//! The page `results/explorer.html` agrees with the library on rules and values.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};
use std::process::Command;

use othello_core::notation::{read_game, read_position};
use othello_core::{Objective, Position, Rules, Score, Scoring, Size, Solution, Start, Turn};

use crate::common::is_thorough;

/// The lines printed by a script in `tests/explorer/`, or `None` if Node.js is not installed.
pub(crate) fn run(script: &str) -> Option<Vec<String>> {
    let Ok(node) = Command::new("node").arg(format!("tests/explorer/{script}")).output() else {
        // Unlike eprintln!, this is not captured when the test passes.
        let _ = writeln!(io::stderr(), "skipped: the page's script (Node.js is missing)");
        return None;
    };
    assert!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
    Some(String::from_utf8(node.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// Compares the page's script with the library on every 4×4 position from one start or both.
#[test]
fn the_script_knows_every_position() {
    let Some(mut script) = run("positions.mjs") else { return };
    script.sort_unstable();

    let mut library = Vec::new();
    for start in Start::ALL.into_iter().take(if is_thorough() { 2 } else { 1 }) {
        let game = Position::start(Size::new(4, 4).unwrap(), start);
        let solutions = RULES.map(|rules| Solution::new(game, rules).unwrap());
        let mut games = HashMap::new();
        count_games(game, &mut games);
        library.extend(games.iter().map(|(&game, games)| {
            let values = solutions.each_ref().map(|solution| solution.value(game).unwrap());
            line(start, game, values, games)
        }));
    }
    library.sort_unstable();

    assert_eq!(script.len(), library.len());
    for (script, library) in script.iter().zip(&library) {
        assert_eq!(script, library);
    }
}

/// One game on each board from one start or both.
#[test]
fn the_script_knows_the_rules_on_every_board() {
    let Some(script) = run("games.mjs") else { return };
    for line in &script {
        let [board, moves, ..] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (size, start) = board.split_once(' ').unwrap();
        let start = Position::start(size.parse().unwrap(), start.parse().unwrap());
        let end = read_game(start, moves).unwrap().end();
        // The moves omit passes, so there is a line for the position before a pass and one for
        // after it.
        let has_passed = line.split(';').nth(2) != Some(&end.to_string());
        let game = if has_passed { end.after_forced_pass() } else { end };
        let squares: Vec<_> = game.moves().into_iter().collect();
        let joined = |parts: Vec<String>| parts.join(" ");
        let expected = [
            board,
            moves,
            &game.to_string(),
            &joined(squares.iter().map(ToString::to_string).collect()),
            &joined(squares.iter().map(|&square| game.flips(square).len().to_string()).collect()),
            turn(game),
            &joined(RULES.map(|rules| game.score(rules).to_string()).into()),
        ];
        assert_eq!(*line, expected.join(";"));
    }
    let boards: BTreeSet<_> = script.iter().map(|line| line.split(';').next()).collect();
    assert_eq!(boards.len(), if is_thorough() { 2 * 141 } else { 141 });
}

/// Looks up the same cells on different boards and under different rules in one store of values,
/// and compares each result with a fresh solution.
#[test]
fn the_script_does_not_mix_up_boards_or_rules() {
    let Some(script) = run("keys.mjs") else { return };
    for line in &script {
        let [size, position, rules, ..] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let position = read_position(size.parse().unwrap(), position).unwrap();
        let (objective, scoring) = rules.split_once(' ').unwrap();
        let rules = Rules::new(scoring.parse().unwrap(), objective.parse().unwrap());
        let solution = Solution::new(position, rules).unwrap();
        let best = solution.best_moves(position).unwrap();
        let [mut wins, draws, mut losses] = count_games(position, &mut HashMap::new());
        if rules.objective == Objective::Fewest {
            (wins, losses) = (losses, wins);
        }
        let expected = [
            size,
            &position.to_string(),
            &format!("{objective} {scoring}"),
            &solution.value(position).unwrap().to_string(),
            &best.iter().map(ToString::to_string).collect::<String>(),
            &format!("{wins} {draws} {losses}"),
        ];
        assert_eq!(*line, expected.join(";"));
    }
    let boards: BTreeSet<_> = script.iter().map(|line| line.split(';').next()).collect();
    assert_eq!((boards.len(), script.len()), (17, 3400));
}

const RULES: [Rules; 4] = [
    Rules::new(Scoring::Discs, Objective::Most),
    Rules::new(Scoring::EmptiesToWinner, Objective::Most),
    Rules::new(Scoring::Discs, Objective::Fewest),
    Rules::new(Scoring::EmptiesToWinner, Objective::Fewest),
];

/// The games that the player to move wins, draws and loses.
type Games = [u32; 3];

/// Counts the games from a position and from every position after it.
fn count_games(game: Position, known: &mut HashMap<Position, Games>) -> Games {
    if let Some(&games) = known.get(&game) {
        return games;
    }
    let mut seen_by_opponent = |next| {
        let [wins, draws, losses] = count_games(next, known);
        [losses, draws, wins]
    };
    let games = match game.turn() {
        Turn::Place => game.moves().into_iter().fold([0; 3], |sum, square| {
            let games = seen_by_opponent(game.play(square).unwrap());
            std::array::from_fn(|outcome| sum[outcome] + games[outcome])
        }),
        Turn::Pass => seen_by_opponent(game.pass()),
        Turn::Over => {
            let score = game.score(Rules::default());
            [score > 0, score == 0, score < 0].map(u32::from)
        }
    };
    known.insert(game, games);
    games
}

fn turn(game: Position) -> &'static str {
    match game.turn() {
        Turn::Place => "place",
        Turn::Pass => "pass",
        Turn::Over => "over",
    }
}

/// A line in the format of `tests/explorer/positions.mjs`.
fn line(
    start: Start,
    game: Position,
    [a, b, c, d]: [Score; 4],
    [wins, draws, losses]: &Games,
) -> String {
    let turn = turn(game);
    let next = |square| format!("{square}:{}", game.play(square).unwrap());
    let children = match turn {
        "pass" => format!("pa:{}", game.pass()),
        _ => game.moves().into_iter().map(next).collect::<Vec<_>>().join(","),
    };
    format!("{start} {game} {turn};{children};{a} {b} {c} {d};{wins} {draws} {losses}")
}
