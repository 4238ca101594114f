//! Whole games: the program's players, and a session in the terminal.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use othello_solver::{
    Color, Game, Objective, Outlook, Player, Rules, Scoring, Size, Start, Strategy, Transcript,
    Turn,
};

/// Enough for any position of 4x4 on any machine.
const LONG: Duration = Duration::from_mins(10);

fn start(width: u32, height: u32, start: Start) -> Game {
    Game::start(Size::new(width, height).unwrap(), start)
}

/// The discs of Black minus those of White.
fn black_minus_white(game: Game) -> i32 {
    game.count(Color::Black).cast_signed() - game.count(Color::White).cast_signed()
}

/// Plays a game to its end.
fn play(start: Game, mut black: Player, mut white: Player) -> Transcript {
    let mut transcript = Transcript::new(start);
    loop {
        let game = transcript.end().after_forced_pass();
        let player = if game.side() == Color::Black { &mut black } else { &mut white };
        let Some(square) = player.choose(game) else { return transcript };
        transcript.play(square).unwrap();
    }
}

#[test]
fn on_4x4_perfect_does_no_worse_than_the_value() {
    for (opening, value) in [(Start::Diagonal, -8), (Start::Parallel, -3)] {
        let start = start(4, 4, opening);
        for seed in 0..20 {
            let rules = Rules::default();
            let perfect = Player::new(Strategy::Perfect, rules, LONG, 0);
            let random = Player::new(Strategy::Random, rules, LONG, seed);
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
    let player = |strategy, seed| Player::new(strategy, rules, Duration::ZERO, seed);
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
    let perfect = player(Strategy::Perfect, 0);
    let end = play(start(8, 8, Start::Diagonal), perfect, player(Strategy::Random, 3)).end();
    assert_eq!(end.turn(), Turn::Over);
}

#[test]
fn an_outlook_is_exact_or_says_how_far_it_looked() {
    let start = start(8, 8, Start::Diagonal);
    let outlook = Outlook::new(start, Rules::default(), Duration::ZERO);
    assert!(outlook.depth.is_some_and(|depth| depth >= 1));
    assert_eq!(outlook.moves.len(), 4);
}

/// What a session prints in which `input` is typed.
fn session(args: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_othello-solver"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A session that ends before all is read closes the pipe.
    let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    output
}

fn text(args: &[&str], input: &str) -> String {
    String::from_utf8(session(args, input).stdout).unwrap()
}

/// Every square of 4x4 again and again: what is not legal is asked again.
fn any_moves() -> String {
    let squares = ["a", "b", "c", "d"]
        .map(|column| ["1", "2", "3", "4"].map(|row| [column, row].concat() + "\n").concat());
    squares.concat().repeat(16)
}

#[test]
fn two_people_play_a_game() {
    let text = text(&["4x4", "--white", "human"], &any_moves());
    assert!(text.contains("a1 is not a legal move for Black; type one of b1 a2 d3 c4, or help"));
    assert!(text.contains("The game is over."), "{text}");
    let moves = text.rsplit("Its moves: ").next().unwrap();
    let game = Transcript::parse(start(4, 4, Start::Diagonal), moves).unwrap();
    assert_eq!(game.end().turn(), Turn::Over);
    assert!(!text.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn two_programs_play_perfectly() {
    let text = text(&["4x4", "--black", "perfect", "--time", "60"], "");
    assert!(text.contains("The game is over. White wins 11–3."), "{text}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let text = text(&["4x4", "--white", "human"], "b1\n");
    assert!(text.ends_with("The game is not over. Its moves: b1\n"), "{text}");
}

#[test]
fn a_position_can_be_taken_elsewhere() {
    let text = text(&["4x4", "--white", "human", "--moves", "b1"], "board\nhelp\n11\nquit\n");
    assert!(text.contains("-X---XX--XO----- O\n0x0262 0x0400 O\n"), "{text}");
    assert!(text.contains("undo   take back"), "{text}");
    assert!(text.ends_with("Its moves: b1a1\n"), "{text}");
}

#[test]
fn hints_are_exact_where_they_can_be() {
    let small = text(&["4x4", "--white", "human", "--time", "60"], "hint\n");
    assert!(small.contains("b1 -8  a2 -8  d3 -8  c4 -8  (exact)"), "{small}");
    let big = text(&["--time", "0"], "hint\n");
    assert!(big.contains("plies ahead)"), "{big}");
}

#[test]
fn moves_are_taken_back_over_passes_and_answers() {
    let people = ["4x4", "--white", "human"];
    // White has to pass before the last of these moves.
    let (moves, last) = ("b1\nc1\nd1\na1\na3\n", "d4\n");
    let over = text(&people, &format!("{moves}{}{moves}{last}", "undo\n".repeat(5)));
    assert_eq!(over.matches("White has no legal move and passes.").count(), 2, "{over}");
    assert!(over.ends_with("Its moves: b1c1d1a1a3d4\n"), "{over}");
    assert!(over.contains("The game is over."), "{over}");

    let answered = text(&["4x4", "--time", "60"], "b1\na2\nundo\nundo\nundo\n");
    assert!(answered.contains("There is nothing to take back."), "{answered}");
    assert!(answered.ends_with("Its moves: \n"), "{answered}");
}
