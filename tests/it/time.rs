//! Reports on positions whose search has not finished, or not in time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use othello_core::analysis::{outlook, random::SplitMix64};
use othello_core::answer::{
    AnalysisOptions, Answer, Bounds, Forecast, Limits, Lines, OpenQuestion, Question, Sources,
    answer,
};
use othello_core::notation::{read_game, read_position};
use othello_core::{
    Find, Objective, Position, Progress, Rules, Score, Scoring, Square, Start, TimeLimit,
};
use othello_solver::clock::clock;

use crate::attack::selective::game;
use crate::common::program::{printed, run, stderr, stdout};
use crate::common::{Budget, LONG, is_thorough, mailbox_of, start};
use crate::oracle::Oracle;

/// Positions with few empty squares, including forced passes and finished games.
pub(crate) fn endgames() -> impl Iterator<Item = Position> {
    let boards = [(4, 4), (5, 4), (4, 5), (5, 5), (6, 5), (6, 6)];
    let some = if is_thorough() { 9 } else { 6 };
    let games = boards.into_iter().flat_map(move |it| (0..some).map(move |number| (it, number)));
    games.flat_map(|((width, height), number)| {
        let game = game(width, height, 5 + u32::try_from(number % 3).unwrap(), number);
        let before = game.turns().last().map(|(position, _)| position);
        before.into_iter().chain([game.end()])
    })
}

/// The true values of a position and its moves, each as an array over all rules.
pub(crate) struct Truth {
    pub(crate) value: [Score; 4],
    pub(crate) moves: Vec<(Square, [Score; 4])>,
}

impl Truth {
    pub(crate) fn of(position: Position) -> Self {
        let mut oracle = Oracle::default();
        let mut values = |position: Position| oracle.values(mailbox_of(position));
        let moves = position.moves().into_iter();
        let mut after = |square| values(position.play(square).unwrap()).map(|value| -value);
        let moves = moves.map(|square| (square, after(square))).collect();
        Self { value: Oracle::default().values(mailbox_of(position)), moves }
    }

    /// Checks that the true values lie within the bounds, for the rules with this index.
    pub(crate) fn check(&self, answer: &Answer, rules: usize) {
        let (value, bounds) = (self.value[rules], answer.bounds());
        assert!((bounds.lower()..=bounds.upper()).contains(&value), "{value}: {answer:?}");
        assert_eq!(answer.moves().len(), self.moves.len());
        for (of, (square, values)) in answer.moves().iter().zip(&self.moves) {
            assert_eq!(of.square(), *square);
            let bounds = of.bounds();
            let range = bounds.lower()..=bounds.upper();
            assert!(range.contains(&values[rules]), "{values:?}: {answer:?}");
        }
    }
}

/// Records what is known each time something is proved.
struct Course<'a> {
    open: &'a OpenQuestion,
    known: Mutex<Vec<Answer>>,
}

impl Course<'_> {
    fn keep(&self) {
        self.known.lock().unwrap().push(self.open.answer());
    }
}

impl Progress for Course<'_> {
    fn bounds(&self, _lower: Score, _upper: Score) {
        self.keep();
    }

    fn move_bounds(&self, _square: Square, _lower: Score, _upper: Score) {
        self.keep();
    }
}

#[test]
fn bounds_are_true_and_only_narrow_while_a_search_goes_on() {
    let (mut narrowed, mut open) = (0, 0);
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let (rules, find, lines) = (Rules::ALL[which], Find::AllMoves, Lines::Each);
        let question = Question { position, rules, find, lines, counts: false };
        let asked = OpenQuestion::new(question);
        let course = Course { open: &asked, known: Mutex::default() };
        course.keep();
        asked.pursue(&Sources::SEARCH, &Limits::single(1 << 20), &course).unwrap();
        course.keep();
        let known = course.known.into_inner().unwrap();
        for answer in &known {
            truth.check(answer, which);
        }
        let range = |bounds: Bounds| (bounds.lower(), bounds.upper());
        for two in known.windows(2) {
            let [before, after] = two else { unreachable!() };
            let pairs = before.moves().iter().zip(after.moves());
            let pairs = pairs.map(|(before, after)| (before.bounds(), after.bounds()));
            for (before, after) in pairs.chain([(before.bounds(), after.bounds())]) {
                let (before, after) = (range(before), range(after));
                assert!(before.0 <= after.0 && after.1 <= before.1);
            }
            narrowed += usize::from(before.bounds() != after.bounds());
        }
        let last = known.last().unwrap();
        assert!(question.is_settled_by(last), "{last:?}");
        assert_eq!(last.value(), Some(truth.value[which]));
        for (of, (_, values)) in last.moves().iter().zip(&truth.moves) {
            assert_eq!(of.value(), Some(values[which]), "{position}");
        }
        assert_eq!(last.best_so_far(), last.best_move());
        open += known.iter().filter(|answer| answer.value().is_none()).count();
    }
    assert!(narrowed > 100 && open > 100, "{narrowed}, {open}");
}

#[test]
fn wherever_a_search_stops_the_bounds_are_true_or_the_value_is_found() {
    let mut found = [0; 2];
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let question = Question::usual(position, Rules::ALL[which]);
        for positions in [0, 1000, u64::MAX] {
            let sources = Sources { enumeration: false, ..Sources::ALL };
            let (limits, budget) = (Limits::single(1 << 20), Budget::new(positions));
            let answer = answer(&question, &sources, &limits, &budget).unwrap();
            let is_settled = question.is_settled_by(&answer);
            found[usize::from(is_settled)] += 1;
            assert!(!is_settled || answer.value() == Some(truth.value[which]));
            truth.check(&answer, which);
        }
    }
    assert!(found.into_iter().all(|count| count > 20), "{found:?}");
}

#[test]
fn a_search_of_8x8_stops_soon() {
    for most in [1, 100_000, 1_000_000] {
        let budget = Budget::new(most);
        let question = Question::usual(start(8, 8, Start::Diagonal), Rules::default());
        let limits = Limits::single(256 << 20);
        let found = answer(&question, &Sources::SEARCH, &limits, &budget).unwrap();
        assert!(!question.is_settled_by(&found));
        assert!(found.nodes() < most + 500_000, "{most}: {}", found.nodes());
    }
}

/// A clock that advances by a millisecond each time it is read.
fn ticking() -> Duration {
    static TICKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(TICKS.fetch_add(1, Relaxed))
}

/// Without a time limit, the search would take years.
#[test]
fn the_time_is_kept_on_8x8_and_the_forecast_is_that_of_the_evaluation() {
    for threads in [1, 2] {
        let (position, rules) = (start(8, 8, Start::Diagonal), Rules::default());
        let (find, lines) = (Find::AllMoves, Lines::Each);
        let question = Question { position, rules, find, lines, counts: false };
        let (time, began) = (Duration::from_millis(200), ticking());
        let limit = TimeLimit::new(&(), &ticking, time);
        let limits = Limits::new(256 << 20, threads);
        let answer = answer(&question, &Sources::ALL, &limits, &limit).unwrap();
        let taken = ticking().saturating_sub(began);
        assert!((time..2 * time).contains(&taken), "{taken:?}");
        assert!(!question.is_settled_by(&answer));
        assert_eq!(answer.moves().len(), 4);
        assert!(answer.moves().iter().any(|of| Some(of.square()) == answer.best_so_far()));
        let forecast = answer.forecast().unwrap();
        assert!(forecast.depth >= 1 && forecast.error > 1.0);
        assert_eq!(forecast.moves.len(), 4);
        assert_eq!(forecast.value, forecast.moves[0].value);
    }
}

#[test]
fn forecasts_are_seen_by_the_side_to_move_and_only_where_there_is_an_evaluation() {
    let forecast = |position, rules| {
        let options = AnalysisOptions::to_depth(u32::MAX).rules(rules).hash(1 << 20);
        Forecast::new(position, &options, &TimeLimit::new(&(), &clock, Duration::ZERO))
    };
    let usual = Rules::default();
    assert!(forecast(start(5, 4, Start::Diagonal), usual).is_none());
    assert!(forecast(start(8, 8, Start::Diagonal), usual).is_some());
    let passes = endgames().filter(|it| it.after_forced_pass() != *it);
    let passes = passes
        .filter_map(|it| Some((forecast(it, usual)?, forecast(it.after_forced_pass(), usual)?)));
    for (here, next) in passes {
        assert_eq!((here.value, here.moves.len()), (-next.value, 0));
    }
}

/// A folder with a subfolder for results.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("results")).unwrap();
    folder
}

#[test]
fn solve_says_in_time_what_it_knows_and_writes_no_file() {
    let folder = folder();
    let said = printed(&["solve", "8x8", "--time", "0.05s"], &folder);
    for expected in [
        "8x8 Othello, diagonal start, ",
        "\nThe value was not found in time. Proved so far, with a forecast:",
        "\nvalue      at least -64, at most +64 for Black, who is to move\nforecast   ",
        "(root mean square)",
        "\nbest so far  ",
        "\nmoves      d3  at least -64, at most +64; forecast ",
        "\nwritten    nothing: the answer is not complete\n",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(!said.contains("\nbest  "), "{said}");
    assert_eq!(std::fs::read_dir(folder.path().join("results")).unwrap().count(), 0);

    // Without a trained evaluation there is no forecast.
    let said = printed(&["solve", "9x7", "--time", "0.05s"], &folder);
    let none = "forecast   none: there is no trained evaluation of 9x7 for these rules\n";
    assert!(said.contains(none), "{said}");

    // A search that finishes in time gives the same result as without a limit.
    let solve = ["solve", "4x4", "--moves", "b1", "--format", "json"];
    let limited = [&solve[..], &["--time", LONG]].concat();
    assert_eq!(printed(&limited, &folder), printed(&solve, &folder));
}

#[test]
fn solve_says_the_same_as_json_for_a_board_and_for_lines() {
    let folder = folder();
    let args = ["solve", "8x8", "--time", "0.05s", "--threads", "2", "--format", "json"];
    let bounds: serde_json::Value = serde_json::from_str(&printed(&args, &folder)).unwrap();
    assert_eq!(bounds["schema"], "othello-solver/answer/1");
    assert_eq!((bounds["start"].as_str(), bounds["value"].as_i64()), (Some("diagonal"), None));
    assert_eq!((&bounds["lower"], &bounds["upper"]), (&(-64).into(), &64.into()));
    assert_eq!(bounds["moves"].as_array().unwrap().len(), 4);
    assert!(bounds["forecast"]["usual_error"].as_f64() > Some(1.0), "{bounds}");
    assert!(bounds["best_so_far"].is_string());

    let position = "---------------------------OX------XO--------------------------- X";
    std::fs::write(folder.path().join("some"), position).unwrap();
    let args = ["solve", "--file", "some", "--time", "0.05s"];
    let said = printed(&args, &folder);
    assert!(said.contains("at least -64, at most +64  best so far "), "{said}");
    let said = printed(&[&args[..], &["--format", "json"]].concat(), &folder);
    let line: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&line["file_line"], &line["upper"]), (&1.into(), &64.into()));

    // Nothing is looked up, even if there is no time for a search.
    for what in ["8x8", "9x7", "--file=some", &format!("--position={position}")] {
        for format in ["text", "json"] {
            let said = printed(&["solve", what, "--time=0s", "--format", format], &folder);
            let is_found = said.contains("looked up") || said.contains("\"table\"");
            assert!(!is_found, "{what}: {said}");
        }
    }
}

#[test]
fn analyze_has_the_forecast_beside_the_count_of_discs() {
    let folder = folder();
    let args = ["analyze", "8x8", "--moves", "f5", "--depth", "3"];
    let said = printed(&args, &folder);
    let json = printed(&[&args[..], &["--format", "json"]].concat(), &folder);
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let position = game_of_moves("f5");
    for (depth, of) in (1..).zip(document["depths"].as_array().unwrap()) {
        let forecast = Forecast::new(position, &AnalysisOptions::to_depth(depth), &()).unwrap();
        assert_eq!(of["forecast"], serde_json::to_value(&forecast).unwrap());
        let row = said.lines().find(|line| line.starts_with(&format!("{depth:>5} "))).unwrap();
        assert_eq!(row.split_whitespace().nth(3), Some(&*format!("{:+}", forecast.value)), "{row}");
    }
    assert!(said.contains("\nforecast of each move:  ") && said.contains("(root mean square)"));
    // Without a trained evaluation, there are none.
    let said = printed(&["analyze", "9x7", "--depth", "2"], &folder);
    assert!(!said.contains("forecast of each move"), "{said}");
}

/// The position after moves on 8×8.
fn game_of_moves(moves: &str) -> Position {
    read_game(start(8, 8, Start::Diagonal), moves).unwrap().end()
}

#[test]
fn a_wrong_time_is_named() {
    for time in ["soon", "-1s", "1e3", "NaN", ""] {
        let output = run(&["solve", "8x8", &format!("--time={time}")], &folder());
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let said = stderr(&output);
        assert!(
            said.contains("--time") && said.contains("such as 90s, 5m or 1.5h") || time.is_empty(),
            "{said}"
        );
    }
}

/// Positions with a move after which one reply ends the game, and the score it ends with.
const REFUTED: [(&str, &str, Score); 5] = [
    ("---O-O-----OOOOO-O-OOOOO--OOOOOO--XOOO-O--OOOOOO---O-OO------O-- X", "g5", -36),
    ("---------O-------OOOOO-O--OOOO-O---OOOOO--OOOOXO----OOOO---OOO-- X", "g4", -32),
    ("-------------OOO----O-O----OOOXO---OO-O----OOO------O------O---- X", "g6", -20),
    ("-------------X--XO-XX---XXXXX---XXXXX---XXXXXX--XXXXX-----XXXXX- O", "f7", -33),
    ("---XX------XXX-X-XXXXXXX-XXXXXX----XXOX----XXXXX----X----------- O", "c5", -31),
];

/// Where the evaluation sees a promising position, a reply ends the game.
#[test]
fn a_finished_game_is_not_averaged_with_a_guess() {
    for (text, square, most) in REFUTED {
        let (position, square): (Position, Square) =
            (text.parse().unwrap(), square.parse().unwrap());
        let question = Question::usual(position, Rules::default());
        let open = OpenQuestion::new(question);
        let no_time = TimeLimit::new(&(), &clock, Duration::ZERO);
        open.pursue(&Sources::ALL, &Limits::single(1 << 20), &no_time).unwrap();
        let answer = open.answer();
        let mv = answer.moves().iter().find(|mv| mv.square() == square).unwrap();
        assert!(mv.bounds().upper() <= most, "{position} {square}: {:?}", mv.bounds());
        assert_ne!(answer.best_so_far(), Some(square));
        for depth in 2..6 {
            let forecast = Forecast::new(position, &AnalysisOptions::to_depth(depth), &()).unwrap();
            let expected = forecast.moves.iter().find(|mv| mv.square == square).unwrap();
            assert!(expected.value <= most, "{position} {square}, depth {depth}");
        }
    }
}

/// However short the time, every reply is examined: a move that lets the opponent take all discs, and
/// with them all squares, is chosen only if no other move promises better.
#[test]
fn no_move_allows_a_wipe_out_at_once_if_there_is_another() {
    let (mut random, mut refuted) = (SplitMix64(28), 0);
    for number in 0..if is_thorough() { 4_000 } else { 400 } {
        let size = [(8, 8), (6, 6), (7, 7)].map(|(w, h)| crate::common::size(w, h))[number % 3];
        let squares: Vec<_> = (0..size.squares()).map(|_| random.below(100)).collect();
        let cell = |roll: &u32| match roll {
            0..4 => 'X',
            4..45 => 'O',
            _ => '-',
        };
        let text: String = squares.iter().map(cell).chain(" X".chars()).collect();
        let position = read_position(size, &text).unwrap();
        let is_lost = |square: Square| {
            let after = position.play(square).unwrap();
            after.after_moves().any(|end| end.count(position.side()) == 0)
        };
        let lost: Vec<_> = position.moves().into_iter().filter(|square| is_lost(*square)).collect();
        if lost.is_empty() || lost.len() == position.moves().len() as usize {
            continue;
        }
        refuted += 1;
        let no_time = TimeLimit::new(&(), &clock, Duration::ZERO);
        let rules = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        let moves = outlook(position, rules, Find::BestMove, &no_time).unwrap().moves;
        let is_best = moves.iter().all(|mv| mv.value == moves[0].value);
        assert!(is_best || !lost.contains(&moves[0].square), "{position}: {lost:?}");
    }
    assert!(refuted > 10, "{refuted}");
}

/// The forecasts for a file match the forecasts for its positions, with the measured error.
#[test]
fn the_positions_of_a_file_are_forecast() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games"), "f5\nf5d6\n").unwrap();
    let args = ["analyze", "--file", "games", "--depth", "2"];
    let text = printed(&args, folder.path());
    let said = printed(&[&args[..], &["--format", "json"]].concat(), folder.path());
    let answers = said.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    for (moves, answer) in ["f5", "f5d6"].into_iter().zip(answers) {
        let game = read_game(start(8, 8, Start::Diagonal), moves).unwrap();
        let forecast = Forecast::new(game.end(), &AnalysisOptions::to_depth(2), &()).unwrap();
        assert_eq!(answer["forecast"], serde_json::to_value(&forecast).unwrap());
        assert!((5.0..6.5).contains(&forecast.error), "{}", forecast.error);
        assert!(text.contains(&format!("  forecast {:+}\n", forecast.value)), "{text}");
    }
    // There is no forecast if the value is exact.
    std::fs::write(folder.path().join("games"), "b1a1a2c1d4a3d1b4\n").unwrap();
    let exact = ["analyze", "--file", "games", "--size", "4x4", "--depth", "9"];
    assert!(!printed(&exact, folder.path()).contains("forecast"));
}
