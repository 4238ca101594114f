//! Whole games: the program's players, and a session in the terminal.

use std::collections::HashSet;
use std::fs;
use std::process::Output;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use othello_core::analysis::{AnalysisOptions, Basis, Player, Strategy, outlook};
use othello_core::notation::read_game;
use othello_core::{
    Color, Find, Game, Objective, Position, Progress, Rules, Score, Scoring, Start, TimeLimit,
    Turn, analyze,
};
use othello_solver::clock::clock;
use othello_solver::tables::Opening;

use crate::common::program::{run, stderr, stdout, talk};
use crate::common::{Budget, LONG, is_thorough, start};

/// The most positions for a move, except by a perfect player.
const POSITIONS: u64 = 50_000;

/// Black's disc count minus White's.
fn black_minus_white(game: Position) -> i32 {
    game.count(Color::Black).cast_signed() - game.count(Color::White).cast_signed()
}

/// Plays a game to the end.
fn play(start: Position, mut black: Player, mut white: Player) -> Game {
    let mut transcript = Game::new(start);
    loop {
        let game = transcript.end().after_forced_pass();
        let player = if game.side() == Color::Black { &mut black } else { &mut white };
        let positions = if player.strategy == Strategy::Perfect { u64::MAX } else { POSITIONS };
        let Some(square) = player.choose(game, &Budget::new(positions)).unwrap() else {
            return transcript;
        };
        transcript.play(square).unwrap();
    }
}

#[test]
fn on_4x4_perfect_does_no_worse_than_the_value() {
    for (opening, value) in [(Start::Diagonal, -8), (Start::Parallel, -3)] {
        let start = start(4, 4, opening);
        for seed in 0..20 {
            let rules = Rules::default();
            let perfect = Player::new(Strategy::Perfect, rules, 0);
            let random = Player::new(Strategy::Random, rules, seed);
            let as_black = play(start, perfect.clone(), random.clone());
            assert!(black_minus_white(as_black.end()) >= value, "{as_black}");
            let as_white = play(start, random, perfect);
            assert!(black_minus_white(as_white.end()) <= value, "{as_white}");
        }
    }
}

#[test]
fn players_play_to_the_end_of_an_8x8_game() {
    let rules = Rules::new(Scoring::Discs, Objective::Fewest);
    let player = |strategy, seed| Player::new(strategy, rules, seed);
    let game = |seed| {
        play(
            start(8, 8, Start::Diagonal),
            player(Strategy::Random, seed),
            player(Strategy::Greedy, 0),
        )
    };
    assert_eq!(game(1).end().turn(), Turn::Over);
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
    let strong = player(Strategy::Strong, 0);
    let end = play(start(8, 8, Start::Diagonal), strong, player(Strategy::Random, 3)).end();
    assert_eq!(end.turn(), Turn::Over);
}

#[test]
fn an_outlook_is_exact_or_says_how_far_it_looked() {
    let start = start(8, 8, Start::Diagonal);
    let outlook = |rules| {
        let limit = TimeLimit::new(&(), &clock, Duration::ZERO);
        outlook(start, rules, Find::AllMoves, &limit).unwrap()
    };
    for (objective, is_forecast) in [(Objective::Most, true), (Objective::Fewest, false)] {
        let outlook = outlook(Rules::new(Scoring::Discs, objective));
        assert!(outlook.basis.depth().is_some_and(|depth| depth >= 1));
        assert_eq!(matches!(outlook.basis, Basis::Forecast { .. }), is_forecast);
        assert_eq!(outlook.moves.len(), 4);
    }
}

/// In an even opening, forecasts stay even whichever side moved last; disc counts swing back and
/// forth.
#[test]
fn forecasts_are_not_discs() {
    let opening = read_game(start(8, 8, Start::Diagonal), "f5f6e6f4g5").unwrap().end();
    let discs = |depth: u32| {
        let options = AnalysisOptions::to_depth(depth);
        let mut last = None;
        analyze(opening, &options, &(), |analysis| {
            last = Some(analysis.value);
            std::ops::ControlFlow::Continue(())
        });
        last.unwrap()
    };
    assert!((discs(5) - discs(6)).abs() >= 3, "{} {}", discs(5), discs(6));
    let mut depths = HashSet::new();
    for nodes in [1, 100_000] {
        let told = Told { nodes: AtomicU64::new(0), enough: nodes };
        let outlook = outlook(opening, Rules::default(), Find::AllMoves, &told).unwrap();
        assert!(matches!(outlook.basis, Basis::Forecast { .. }));
        let best = outlook.moves.iter().map(|of| of.value).max().unwrap();
        assert!(best.abs() <= 3, "{outlook:?}");
        depths.insert(outlook.basis.depth());
    }
    assert!(depths.len() == 2, "{depths:?}");
}

/// A match of forecasts against disc counts, which the evaluation wins.
#[test]
fn a_strong_player_beats_a_greedy_one() {
    let rules = Rules::default();
    for seed in 0..if is_thorough() { 3 } else { 1 } {
        let start = start(8, 8, Start::Diagonal);
        let random = &mut Player::new(Strategy::Random, rules, seed);
        let opening = (0..6).fold(start, |game, _| {
            game.play(random.choose(game, &()).unwrap().unwrap()).unwrap().after_forced_pass()
        });
        let player = |strategy| Player::new(strategy, rules, 0);
        let (strong, greedy) = (player(Strategy::Strong), player(Strategy::Greedy));
        let first = black_minus_white(play(opening, strong.clone(), greedy.clone()).end());
        let second = black_minus_white(play(opening, greedy, strong).end());
        assert!(first > 0 && second < 0, "{first} {second}");
    }
}

/// Counts the positions that a player reports, and stops it when there are enough.
struct Told {
    nodes: AtomicU64,
    enough: u64,
}

impl Default for Told {
    fn default() -> Self {
        Self { nodes: AtomicU64::new(0), enough: u64::MAX }
    }
}

impl Progress for Told {
    fn advance(&self, steps: u64) {
        self.nodes.fetch_add(steps, Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.nodes.load(Relaxed) >= self.enough
    }

    fn bounds(&self, _: Score, _: Score) {
        panic!("a player must not reveal what it knows");
    }
}

#[test]
fn a_player_reports_that_it_is_thinking() {
    let told = Told { nodes: AtomicU64::new(0), enough: 10_000 };
    let mut strong = Player::new(Strategy::Strong, Rules::default(), 0);
    strong.choose(start(8, 8, Start::Diagonal), &told).unwrap().unwrap();
    assert!(told.nodes.into_inner() > 1000);
    // Solving the end of a game reports progress too.
    let ending = start(4, 6, Start::Diagonal);
    strong.choose(ending, &Told::default()).unwrap().unwrap();
}

/// The output of a session with this typed input.
fn session(args: &[&str], input: &str) -> Output {
    let output = talk(&[&["play"], args].concat(), ".", input);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    output
}

fn text(args: &[&str], input: &str) -> String {
    stdout(&session(args, input))
}

/// Every square of 4x4 many times over; an illegal move is followed by another prompt.
fn any_moves() -> String {
    let squares = ["a", "b", "c", "d"]
        .map(|column| ["1", "2", "3", "4"].map(|row| [column, row].concat() + "\n").concat());
    squares.concat().repeat(16)
}

#[test]
fn two_people_play_a_game() {
    let text = text(&["4x4", "--white", "human"], &any_moves());
    assert!(text.contains("a1 is not a legal move for Black; the legal moves are b1 a2 d3 c4\n"));
    assert!(text.contains("The game is over."), "{text}");
    let moves = text.rsplit("Its moves: ").next().unwrap().lines().next().unwrap();
    let game = read_game(start(4, 4, Start::Diagonal), moves).unwrap();
    assert_eq!(game.end().turn(), Turn::Over);
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn two_programs_play_perfectly() {
    let text = text(&["4x4", "--black", "perfect", "--time", LONG], "");
    assert!(text.contains("The game is over. White wins 3–11."), "{text}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let text = text(&["4x4", "--white", "human"], "b1\n");
    assert!(text.ends_with("The game is not over. Its moves: b1\n"), "{text}");
}

#[test]
fn a_position_can_be_taken_elsewhere() {
    let text = text(&["4x4", "--white", "human", "--moves", "b1"], "board\nhelp\na1\nquit\n");
    assert!(text.contains("-X---XX--XO----- O\n0x0262 0x0400 O\n"), "{text}");
    assert!(text.contains("undo        take back"), "{text}");
    assert!(text.ends_with("Its moves: b1a1\n"), "{text}");
}

#[test]
fn hints_are_exact_where_they_can_be() {
    let small = text(&["4x4", "--white", "human", "--time", LONG], "hint\n");
    assert!(small.contains("b1 -8  a2 -8  d3 -8  c4 -8  (exact)"), "{small}");
    let big = text(&["--time", "0"], "hint\n");
    assert!(big.contains("(forecast, "), "{big}");
    let untrained = text(&["4x6", "--time", "0"], "hint\n");
    assert!(untrained.contains("(discs, "), "{untrained}");
}

#[test]
fn moves_are_taken_back_over_passes_and_answers() {
    let people = ["4x4", "--white", "human"];
    // White has to pass before the last of these moves.
    let (moves, last) = ("b1\nc1\nd1\na1\na3\n", "d4\n");
    let over = text(&people, &format!("{moves}{}{moves}{last}", "undo\n".repeat(5)));
    assert_eq!(over.matches("White has no legal move and passes.").count(), 2, "{over}");
    assert!(over.ends_with("Its moves: b1c1d1a1a3d4\nGame over> \n"), "{over}");
    assert!(over.contains("The game is over."), "{over}");

    let answered = text(&["4x4", "--time", LONG], "b1\na2\nundo\nundo\nundo\n");
    assert!(answered.contains("There is nothing to take back."), "{answered}");
    assert!(answered.ends_with("Its moves: \n"), "{answered}");
}

/// Commands typed after the end still work, and the saved game is the one that was played.
#[test]
fn the_end_of_a_game_is_not_the_end_of_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("My Game.ggf");
    let save = format!("save {}\n", file.display());
    let people = ["4x4", "--white", "human", "--time", LONG];
    let moves = "b1\nc1\nd1\na1\na3\nd4\n";
    let typed =
        [moves, "hint\nreview\nsave\n", &save, &save, "new b1\nundo\nd4\nnew\nreview\nquit\n"];
    let said = text(&people, &typed.concat());
    for expected in [
        "Game over> The game is over.\n",
        "2. White c1 loses 16: ",
        "Type the name of a file after save.\n",
        "Game over> written    ",
        "My Game.ggf already exists; type another name\n",
        "'new' takes no argument\n",
        "There is no move to review.\n",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert_eq!(said.matches("The game is over. ").count(), 2, "{said}");
    assert!(said.ends_with("The game is not over. Its moves: \n"), "{said}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.starts_with("(;GM[Othello]RE[+14.000]TY[4]"), "{saved}");
    let args = ["review", file.to_str().unwrap(), "--size", "4x4", "--format", "json"];
    let review: serde_json::Value = serde_json::from_str(&stdout(&run(&args, "."))).unwrap();
    assert_eq!(review["game"], "b1c1d1a1a3d4");
}

#[test]
fn there_is_one_board_for_each_turn_of_a_person() {
    let text = text(&["4x4", "--time", LONG], "moves\nhint\nb1\nquit\n");
    assert_eq!(text.matches("  a b c d\n").count(), 2, "{text}");
    assert!(text.contains("Black> White plays a1.\n\n  a b c d\n"), "{text}");
    assert!(text.contains("Black> b1 a2 d3 c4\n"), "{text}");
}

#[test]
fn two_digits_are_no_move() {
    let text = text(&["4x4", "--white", "human"], "12\nquit\n");
    assert!(text.contains("'12' is not a command; type help"), "{text}");
    assert!(text.ends_with("Its moves: \n"), "{text}");
}

#[test]
fn a_game_is_begun_again_and_sides_are_changed() {
    let again = text(&["4x4", "--white", "human"], "b1\na1\nnew\na2\nquit\n");
    assert!(again.ends_with("Its moves: a2\n"), "{again}");
    let swapped = text(&["4x4", "--white", "greedy"], "b1\nswap\nquit\n");
    let (_, after) = swapped.split_once("You are White (O).").unwrap();
    assert!(after.contains("Black plays "), "{swapped}");
}

#[test]
fn perfect_is_refused_where_it_would_not_be() {
    let fewest_parallel =
        ["play", "6x6", "--black", "perfect", "--objective", "fewest", "--start", "parallel"];
    // The known openings are for other rules or other boards.
    for args in [&fewest_parallel[..], &["play", "6x7", "--white", "perfect"]] {
        let refused = run(args, ".");
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let said = stderr(&refused);
        assert!(said.contains("at most 20 empty squares or an opening of 6x6"), "{said}");
    }
}

/// In the compiled-in opening, the perfect player immediately plays moves that keep the value, even
/// where the table has positions that do not occur in the game.
#[test]
fn perfect_plays_6x6_from_its_opening() {
    let value = |start: Start, moves: &str| {
        let name = ["6x6", "6x6-parallel"][start as usize];
        let begin = self::start(6, 6, start);
        let table = fs::read_to_string(format!("results/{name}-opening.csv")).unwrap();
        let opening = Opening::parse(begin, Rules::default(), &table).unwrap();
        let game = read_game(begin, moves).unwrap();
        let row = opening.find(game.end().after_forced_pass()).unwrap();
        game.end().after_forced_pass().side().sees(row.value, Color::Black)
    };
    for (start, name) in [(Start::Diagonal, "diagonal"), (Start::Parallel, "parallel")] {
        let args = ["play", "6x6", "--start", name, "--black", "perfect", "--white", "human"];
        let mut moves = String::new();
        let mut before = value(start, "");
        // The person plays the first legal move in square order.
        for _ in 0..3 {
            let typed: String = moves
                .as_bytes()
                .chunks(4)
                .filter_map(|two| two.get(2..4))
                .map(|own| String::from_utf8_lossy(own).into_owned() + "\n")
                .collect();
            let said = stdout(&talk(&args, ".", &(typed + "quit\n")));
            let game = said.rsplit("Its moves: ").next().unwrap().trim().to_owned();
            assert_eq!(game.len(), moves.len() + 2, "{said}");
            let after = value(start, &game);
            assert_eq!(after, before, "{game} loses discs");
            let position = read_game(self::start(6, 6, start), &game).unwrap().end();
            moves = format!("{game}{}", position.moves().into_iter().next().unwrap());
            before = value(start, &moves);
        }
    }
}

/// Plays on a terminal: waits for each text, and then types. Returns the screen and the exit code.
fn on_terminal(args: &str, steps: &[(&str, &str)]) -> (String, Option<i32>) {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    let command = format!("{} play {args} --color never", env!("CARGO_BIN_EXE_othello-solver"));
    let mut terminal = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = terminal.stdin.take().unwrap();
    let mut screen = terminal.stdout.take().unwrap();
    let mut said = Vec::new();
    for (awaited, typed) in steps {
        let begin = said.len();
        while !String::from_utf8_lossy(&said[begin..]).contains(awaited) {
            let mut letters = [0; 256];
            let read = screen.read(&mut letters).unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&said));
            said.extend(&letters[..read]);
        }
        keys.write_all(typed.as_bytes()).unwrap();
    }
    (String::from_utf8_lossy(&said).into_owned(), terminal.wait().unwrap().code())
}

/// On a terminal, lines can be edited, and the arrow keys recall earlier ones.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux's script")]
fn lines_are_edited_on_a_terminal() {
    let (backspace, left, up, ctrl_c) = ("\x7f", "\x1b[D", "\x1b[A", "\x03");
    let steps = [
        ("Black> ", &*format!("b2{backspace}1\r")),
        ("White> ", &format!("1{left}a\r")),
        ("Black> ", "undo\r"),
        ("White> ", &format!("{up}{up}\r")),
        ("Black> ", ctrl_c),
    ];
    let (said, code) = on_terminal("4x4 --white human", &steps);
    assert_eq!(code, Some(130));
    assert_eq!(said.matches("last move b1").count(), 2, "{said}");
    assert_eq!(said.matches("last move a1").count(), 2, "{said}");
}

/// After a hint, deeper forecasts appear above the prompt, and what was typed there stays.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs Linux's script")]
fn a_forecast_deepens_while_the_user_thinks() {
    let deeper = "plies ahead)";
    let steps = [
        ("Black> ", "hint\r"),
        (deeper, "f"),
        (deeper, ""),
        (deeper, "5\r"),
        ("last move f5\r\n", "quit\r"),
    ];
    let (said, code) = on_terminal("--white human --time 0s", &steps);
    assert_eq!(code, Some(0), "{said}");
    let depths = said.split("(forecast, ").skip(1).map(|rest| rest.split(' ').next().unwrap());
    let depths: Vec<u32> = depths.map(|depth| depth.parse().unwrap()).collect();
    assert!(depths.len() >= 3 && depths.windows(2).all(|two| two[0] < two[1]), "{depths:?}");
}
