//! Reviews of games: how many discs each move lost.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use othello_core::analysis::{Basis, OpenReview, Review, TABLE, review};
use othello_core::answer::{Limits, OpenQuestion, Question, Source, Sources};
use othello_core::notation::read_game;
use othello_core::{Color, Game, Position, Progress, Rules, Start, TimeLimit};
use othello_solver::clock::clock;

use crate::common::program::{run, stderr, stdout};
use crate::common::{
    Budget, Impatient, LONG, mailbox_of, minimax, random_game, searched_value, start,
};

#[test]
fn a_review_that_is_interrupted_again_and_again_finds_the_same_values() {
    let game = random_game(start(4, 5, Start::Diagonal), 1);
    let whole = review(&game, Rules::default(), &()).unwrap();
    let mut open = OpenReview::new(&game, Rules::default());
    let mut turns = 0;
    while !open.is_complete() {
        open.pursue(TABLE, &Impatient::new(1 << turns)).unwrap();
        turns += 1;
    }
    assert!(turns > 3, "{turns}");
    let values = |review: Review| review.moves.into_iter().map(|mv| (mv.best_value, mv.value));
    assert!(values(open.review()).eq(values(whole)));
}

#[test]
fn exact_reviews_say_what_minimax_says() {
    let start = start(3, 4, Start::Diagonal);
    for (seed, rules) in (0..).zip(Rules::ALL) {
        let game = random_game(start, seed);
        let review = review(&game, rules, &()).unwrap();
        assert_eq!(review.moves.len(), game.moves().len());
        let last = *game.moves().last().unwrap();
        for (of, (before, square)) in review.moves.iter().zip(game.turns()) {
            let value = |game: Position| minimax(&mailbox_of(game), rules);
            assert_eq!((of.side, of.square), (before.side(), square), "{game}");
            assert_eq!((of.basis, of.best_value), (Basis::Exact, value(before)), "{game}");
            assert_eq!(of.value, -value(before.play(square).unwrap()), "{game}");
            assert_eq!(of.best_value, -value(before.play(of.best_move).unwrap()), "{game}");
            assert_eq!(of.lost, of.best_value - of.value, "{game}");
            assert_eq!(of.line.is_some(), of.lost > 0 && square != last, "{of:?}");
            assert_eq!(of.best_line.is_some(), of.lost > 0, "{of:?}");
            if let Some(line) = &of.best_line {
                assert_eq!((line.start(), line.moves()[0]), (before, of.best_move));
                let score = line.end().score(rules);
                assert_eq!(of.side.sees(score, line.end().side()), of.best_value);
            }
            if let Some(line) = &of.line {
                assert_eq!(line.start(), before.play(square).unwrap().after_forced_pass());
                assert_eq!(of.side.sees(line.end().score(rules), line.end().side()), of.value);
            }
            let turns = of.value.signum() != of.best_value.signum();
            assert_eq!(of.is_turning_point(), turns);
            assert_eq!(review.turning_points.contains(&of.number), turns);
        }
        // The players' losses account for the difference between the final score and the start's
        // value.
        let [black, white] =
            [review.players.black, review.players.white].map(|side| side.lost_exact);
        let [first, last] = [start, game.end()].map(|game| {
            let value = minimax(&mailbox_of(game), rules);
            Color::Black.sees(value, game.side())
        });
        assert_eq!(first - black + white, last, "{game}");
    }
}

/// A review is consistent from each position to the next, and its exact values are true, however
/// little time it has and whatever is known beforehand.
fn is_consistent(game: &Game, rules: Rules, review: &Review, exact: &dyn Fn(Position) -> i32) {
    assert_eq!(review.moves.len(), game.moves().len());
    for (of, (before, square)) in review.moves.iter().zip(game.turns()) {
        let after = before.play(square).unwrap();
        assert_eq!((of.side, of.square), (before.side(), square));
        assert_eq!(of.lost, of.best_value - of.value, "{of:?} {game}");
        assert!(of.lost >= 0, "{of:?} {game}");
        assert_eq!(of.lost == 0, of.best_move == square, "{of:?} {game}");
        assert!(before.moves().len() > 1 || of.lost == 0, "{of:?} {game}");
        if let Some(next) = review.moves.get(of.number as usize) {
            assert_eq!(
                of.value,
                of.side.sees(next.best_value, next.side),
                "{of:?} {next:?} {game}"
            );
        }
        if of.basis == Basis::Exact {
            let value =
                of.side.sees(exact(after.after_forced_pass()), after.after_forced_pass().side());
            assert_eq!((of.best_value, of.value), (exact(before), value), "{of:?} {game}");
            let best = before.play(of.best_move).unwrap().after_forced_pass();
            assert_eq!(of.side.sees(exact(best), best.side()), of.best_value, "{of:?} {game}");
        }
        let turns = review.turning_points.contains(&of.number);
        assert!(!turns || of.value.signum() != of.best_value.signum(), "{of:?} {game}");
        assert!(!turns || !matches!(of.basis, Basis::Discs { .. }), "{of:?} {game} {rules}");
    }
}

#[test]
fn no_review_contradicts_itself() {
    let rules = Rules::default();
    let mut mixed = 0;
    for (width, height) in [(4, 4), (5, 4), (6, 4)] {
        let start = start(width, height, Start::Diagonal);
        let exact = |position: Position| searched_value(position, Rules::default());
        for seed in 0..12 {
            let game = random_game(start, seed);
            for positions in [0, 3000] {
                let review = review(&game, rules, &Budget::new(positions)).unwrap();
                is_consistent(&game, rules, &review, &exact);
                // The first positions are known, and the last ones get solved.
                let is_exact = review.moves.iter().map(|mv| mv.basis == Basis::Exact);
                let is_exact: Vec<_> = is_exact.collect();
                mixed += u32::from(is_exact.windows(2).any(|two| two == [false, true]));
            }
        }
    }
    assert!(mixed > 10, "{mixed}");
}

#[test]
fn what_time_does_not_allow_is_a_forecast() {
    let start = start(8, 8, Start::Diagonal);
    let game = read_game(start, "f5d6c3").unwrap();
    let moves =
        review(&game, Rules::ALL[0], &TimeLimit::new(&(), &clock, Duration::ZERO)).unwrap().moves;
    assert_eq!(moves.len(), 3);
    assert!(moves.iter().all(|of| matches!(of.basis, Basis::Forecast { .. })));
    let long = random_game(start, 1);
    let moves =
        review(&long, Rules::ALL[0], &TimeLimit::new(&(), &clock, Duration::ZERO)).unwrap().moves;
    let forecasts = || moves.iter().filter(|of| of.basis != Basis::Exact);
    assert!(
        forecasts().all(|of| of.lost == 0 || of.lost > 6),
        "smaller losses are within the error of forecasts"
    );
    assert!(forecasts().count() > 20 && forecasts().any(|of| of.lost > 6));
    let moves =
        review(&game, Rules::ALL[1], &TimeLimit::new(&(), &clock, Duration::ZERO)).unwrap().moves;
    assert!(
        moves.iter().all(|of| matches!(of.basis, Basis::Discs { .. }) && !of.is_turning_point())
    );
}

#[test]
fn a_file_is_reviewed_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let ggf = "(;GM[Othello]BO[4 -----O*--*O----- *]B[b1]W[a1//0.5]B[a2];)";
    fs::write(folder.path().join("games"), format!("% two games\n\nb1c1\n{ggf}\n")).unwrap();
    let review = |args: &[&str]| {
        let args = [&["review", "games", "--time", LONG, "--format", "json"], args].concat();
        run(&args, folder.path())
    };
    let output = review(&["--size", "4x4"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let documents: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 2);
    assert_eq!((&documents[0]["file_line"], &documents[1]["game"]), (&3.into(), &"b1a1a2".into()));
    let given_away: Vec<_> =
        documents.iter().map(|of| of["players"]["white"]["lost_exact"].as_i64().unwrap()).collect();
    assert_eq!(given_away, [16, 0]);

    let output = review(&["--size", "6x6"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "error: games: lines 3 and 4 could not be read\n");
    let said = stdout(&output);
    assert!(
        said.contains(r#"{"file_line":3,"error":"column 1: move 1: b1 is not a legal"#),
        "{said}"
    );
    assert!(said.contains(r#"{"file_line":4,"error":"column 1: a board of size 4x4, but 6x6"#));
}

#[test]
fn a_chart_has_a_bar_for_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["review", "b1a3", "--size", "4x4", "--time", LONG, "--svg", "game.svg"];
    assert!(run(&args, folder.path()).status.success());
    let picture = fs::read_to_string(folder.path().join("game.svg")).unwrap();
    assert_eq!(picture.matches("<rect").count(), 2, "{picture}");
    // White's mistake turns a win for White into one for Black.
    assert_eq!(picture.matches("class=\"black last\"").count(), 1, "{picture}");
    assert!(picture.contains("2. White a3, which gave away 17: -9 for White"), "{picture}");
    // The legend fits into the picture, which is 420 pixels wide.
    let notes = picture.split("class=\"small left\"").skip(1);
    let notes: Vec<_> = notes
        .map(|text| text.split(['>', '<']).nth(1).unwrap().trim())
        .inspect(|note| assert!(10 + 6 * note.len() < 420, "{note}"))
        .collect();
    assert!(notes.concat().contains("A triangle marks a turning point."), "{notes:?}");
    assert_eq!(picture.matches('▼').count(), 1, "{picture}");
    assert!(!picture.contains(" guess\""), "all values are exact");
}

#[test]
fn a_page_shows_what_was_played_and_what_was_better() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["review", "b1c1d1a1", "--size", "4x4", "--time", LONG, "--html", "game.html"];
    let output = run(&args, folder.path());
    assert!(stdout(&output).ends_with("written    game.html\n"), "{}", stderr(&output));
    let page = fs::read_to_string(folder.path().join("game.html")).unwrap();
    for words in [
        "<h3>2. White c1, from a win for White to a win for Black</h3>",
        "<p>White c1 loses 16: Black takes the corner d1, and White has nothing better than a1.</p>",
        "Better was <strong>a1</strong>, worth +8 instead of -8 to White.",
        "alt=\"What was played: c1d1\"",
        "alt=\"What was better: a1",
        "<td>16</td>",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // Costly moves that do not change the winner are explained too.
    let game = "d3d4c4b4a3d2d1c1b1a1a2a4";
    let args = ["review", game, "--size", "4x4", "--time", LONG, "--html", "costly.html"];
    assert!(run(&args, folder.path()).status.success());
    let costly = fs::read_to_string(folder.path().join("costly.html")).unwrap();
    let (_, costly) = costly.split_once("<h2>Other costly moves</h2>").unwrap();
    for why in [
        "<p>Black a3 loses 4: White answers d2, and Black has nothing better than c1.</p>",
        "<p>White c1 loses 2: Black answers b1, and White has nothing better than a1.</p>",
        "<p>White a2 loses 8: Black takes the corner a4.</p>",
    ] {
        assert!(costly.contains(why), "{why}: {costly}");
    }
    // The page is self-contained.
    assert_eq!(page.matches("src=").count(), page.matches("src=\"data:image/svg+xml,").count());
    assert!(!page.contains("href") || !page.contains("href=\"http"), "{page}");

    let args = ["review", "b1a1", "--size", "4x4", "--time", LONG, "--html", "calm.html"];
    assert!(run(&args, folder.path()).status.success());
    let page = fs::read_to_string(folder.path().join("calm.html")).unwrap();
    assert!(page.contains("<p>No move changed who wins.</p>"), "{page}");

    fs::write(folder.path().join("games"), "b1a1\na2\n").unwrap();
    let output = run(&["review", "games", "--size", "4x4", "--html", "games.html"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--game N chooses one"), "{}", stderr(&output));
    assert!(!folder.path().join("games.html").exists());
}

#[test]
fn a_solved_board_is_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    // Reflections of the line of best play, far from the end of the game.
    for (size, game, values) in [("6", "b3d2e3", [-4, 4]), ("6x7", "c2b4c5", [0, 0])] {
        let args = ["review", game, "--size", size, "--time", "0s", "--format", "json"];
        let said = crate::common::program::printed(&args, folder.path());
        let review: serde_json::Value = serde_json::from_str(&said).unwrap();
        for (mv, value) in review["moves"].as_array().unwrap().iter().zip(values) {
            assert_eq!((&mv["basis"], &mv["lost"]), (&"exact".into(), &0.into()), "{mv}");
            assert_eq!((&mv["value"], &mv["best_value"]), (&value.into(), &value.into()), "{mv}");
        }
    }
}

/// Counts the positions searched.
struct Count(AtomicU64);

impl Progress for Count {
    fn advance(&self, steps: u64) {
        self.0.fetch_add(steps, Relaxed);
    }
}

/// A review of the last moves of a game searches each of their positions once, and nothing else.
#[test]
fn a_review_costs_as_much_as_its_searches() {
    let rules = Rules::default();
    let mut searched = 0;
    for seed in 0..4 {
        let game = random_game(start(8, 8, Start::Diagonal), seed);
        let turns: Vec<_> = game.turns().skip_while(|(before, _)| before.empties() > 16).collect();
        let Some(&(first, _)) = turns.first() else { continue };
        let mut last = Game::new(first);
        for (_, square) in &turns {
            last.play(*square).unwrap();
        }
        let reviewed = Count(AtomicU64::new(0));
        review(&last, rules, &reviewed).unwrap();
        let alone = Count(AtomicU64::new(0));
        let ends = turns.iter().map(|(before, _)| *before).chain([last.end().after_forced_pass()]);
        let mut after = None;
        for position in ends.collect::<Vec<_>>().into_iter().rev() {
            let lower = after.map_or(-64, |value| position.side().sees(value, Color::Black));
            let open = OpenQuestion::new(Question::usual(position, rules));
            open.narrow(None, (lower, 64), Source::Caller).unwrap();
            open.pursue(&Sources::SEARCH, &Limits::single(64 << 20), &alone).unwrap();
            let value = open.answer().value().unwrap();
            after = Some(Color::Black.sees(value, position.side()));
        }
        let [reviewed, alone] = [reviewed, alone].map(|count| count.0.into_inner());
        assert_eq!(reviewed, alone, "{game}");
        searched += alone;
    }
    assert!(searched > 100_000, "{searched}");
}
