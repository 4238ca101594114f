//! The page `results/explorer.html` knows the same game as the library.

use std::collections::HashMap;
use std::io::{self, Write};
use std::process::Command;

use othello_solver::{
    Color, Objective, Position, Rules, Score, Scoring, Size, Solution, Start, Turn,
};

/// The script of the page is run by Node.js; what it says of each position is compared with what the library
/// says, line by line.
#[test]
fn the_script_knows_every_position() {
    let Ok(node) = Command::new("node").arg("tests/explorer/positions.mjs").output() else {
        // Not eprintln!, which is not seen when a test passes.
        let _ = writeln!(io::stderr(), "left out: the script of the page (Node.js is missing)");
        return;
    };
    assert!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
    let script = String::from_utf8(node.stdout).unwrap();
    let mut script: Vec<_> = script.lines().collect();
    script.sort_unstable();

    let mut library = Vec::new();
    for start in Start::ALL {
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

const RULES: [Rules; 4] = [
    Rules::new(Scoring::Discs, Objective::Most),
    Rules::new(Scoring::EmptiesToWinner, Objective::Most),
    Rules::new(Scoring::Discs, Objective::Fewest),
    Rules::new(Scoring::EmptiesToWinner, Objective::Fewest),
];

/// The games that the player to move wins, draws and loses.
type Games = [u32; 3];

/// The same discs with the side to move as Black: the script tells positions apart by whose turn it
/// is, and not by colours.
fn as_black(game: Position) -> Position {
    let [own, opponent] = [game.side(), !game.side()].map(|color| game.discs(color));
    Position::new(own, opponent, Color::Black).unwrap()
}

/// The own and the opponent's discs.
fn sets(game: Position) -> [u64; 2] {
    [game.side(), !game.side()].map(|color| game.discs(color).bits())
}

/// Counts the games from a position and from every position after it.
fn count_games(game: Position, known: &mut HashMap<Position, Games>) -> Games {
    let game = as_black(game);
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

/// A line as `tests/explorer/positions.mjs` prints it.
fn line(
    start: Start,
    game: Position,
    [a, b, c, d]: [Score; 4],
    [wins, draws, losses]: &Games,
) -> String {
    let sets = |game| {
        let [own, opponent] = sets(game);
        format!("{own} {opponent}")
    };
    let turn = match game.turn() {
        Turn::Place => "place",
        Turn::Pass => "pass",
        Turn::Over => "over",
    };
    let children: Vec<_> = game
        .moves()
        .into_iter()
        .map(|square| format!("{}:{}", game.size().index(square), sets(game.play(square).unwrap())))
        .collect();
    format!(
        "{start} {} {turn};{};{a} {b} {c} {d};{wins} {draws} {losses}",
        sets(game),
        children.join(",")
    )
}
