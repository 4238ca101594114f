//! The page `results/explorer.html` is the one the program writes, stands alone,
//! and knows the same game as the library.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::process::Command;

use othello_solver::{
    Board4x4, Objective, Position, Rules, Score, Scoring, Solution, Start, Turn, explore,
};

#[test]
fn the_committed_page_is_the_one_that_is_written() {
    let committed = fs::read_to_string("results/explorer.html").unwrap();
    assert!(committed == explore::page(), "run `othello-solver explore` and look at `git diff`");
}

#[test]
fn the_page_stands_alone() {
    let page = explore::page();
    assert!(page.len() <= 300 * 1024, "{} bytes", page.len());
    for elsewhere in ["http:", "https:", "src=", "@import", "url(", "import(", "fetch("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    let joint = |line: &str| line.starts_with("import ") || line.starts_with("export ");
    assert!(!page.lines().any(joint), "a module was not joined");
}

/// Its script is run by Node.js; what it says of each position is compared with
/// what the library says, line by line.
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
    for (start, name) in [(Start::Diagonal, "diagonal"), (Start::Parallel, "parallel")] {
        let start = Position::start(start);
        let solutions = RULES.map(|rules| Solution::new(start, rules));
        let mut games = HashMap::new();
        count_games(start, &mut games);
        library.extend(games.iter().map(|(&position, games)| {
            let values = solutions.each_ref().map(|solution| solution.value(position).unwrap());
            line(name, position, values, games)
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

/// Counts the games from `position` and from every position after it.
fn count_games(
    position: Position<Board4x4>,
    known: &mut HashMap<Position<Board4x4>, Games>,
) -> Games {
    if let Some(&games) = known.get(&position) {
        return games;
    }
    let mut seen_by_opponent = |next| {
        let [wins, draws, losses] = count_games(next, known);
        [losses, draws, wins]
    };
    let games = match position.turn() {
        Turn::Place(moves) => moves.into_iter().fold([0; 3], |sum, square| {
            let games = seen_by_opponent(position.play(square));
            std::array::from_fn(|outcome| sum[outcome] + games[outcome])
        }),
        Turn::Pass => seen_by_opponent(position.pass()),
        Turn::Over => {
            let score = Rules::default().final_score(position);
            [score > 0, score == 0, score < 0].map(u32::from)
        }
    };
    known.insert(position, games);
    games
}

/// A line as `tests/explorer/positions.mjs` prints it.
fn line(
    start: &str,
    position: Position<Board4x4>,
    [a, b, c, d]: [Score; 4],
    [wins, draws, losses]: &Games,
) -> String {
    let sets =
        |position: Position<_>| format!("{} {}", position.own().bits(), position.opponent().bits());
    let turn = match position.turn() {
        Turn::Place(_) => "place",
        Turn::Pass => "pass",
        Turn::Over => "over",
    };
    let children: Vec<_> = position
        .moves()
        .into_iter()
        .map(|square| format!("{}:{}", square.index(), sets(position.play(square))))
        .collect();
    format!(
        "{start} {} {turn};{};{a} {b} {c} {d};{wins} {draws} {losses}",
        sets(position),
        children.join(",")
    )
}
