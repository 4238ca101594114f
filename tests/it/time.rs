//! What is said of a position whose search has not ended, or not in time.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use othello_solver::analysis::{Bounds, BoundsKeeper, Forecast, search_within};
use othello_solver::search::Find;
use othello_solver::{Position, Progress, Rules, Score, SearchOptions, Square, Start};

use crate::attack::selective::game;
use crate::common::{mailbox_of, start};
use crate::oracle::Oracle;

/// Positions with few empty squares, some of which are passes or have ended.
fn endgames() -> impl Iterator<Item = Position> {
    let boards = [(4, 4), (5, 4), (4, 5), (5, 5), (6, 5), (6, 6)];
    let games = boards.into_iter().flat_map(|board| (0..6).map(move |number| (board, number)));
    games.flat_map(|((width, height), number)| {
        let game = game(width, height, 5 + u32::try_from(number % 3).unwrap(), number);
        let before = game.turns().last().map(|(position, _)| position);
        before.into_iter().chain([game.end()])
    })
}

/// The true values of a position and of its moves, each in an array over all rules.
struct Truth {
    value: [Score; 4],
    moves: Vec<(Square, [Score; 4])>,
}

impl Truth {
    fn of(position: Position) -> Self {
        let mut oracle = Oracle::default();
        let mut values = |position: Position| oracle.values(mailbox_of(position));
        let moves = position.moves().into_iter();
        let mut after = |square| values(position.play(square).unwrap()).map(|value| -value);
        let moves = moves.map(|square| (square, after(square))).collect();
        Self { value: Oracle::default().values(mailbox_of(position)), moves }
    }

    /// Checks that the true values lie within the bounds, for the rules of this number.
    fn check(&self, bounds: &Bounds, rules: usize) {
        let value = self.value[rules];
        assert!((bounds.lower..=bounds.upper).contains(&value), "{value}: {bounds:?}");
        assert_eq!(bounds.moves.len(), self.moves.len());
        for (of, (square, values)) in bounds.moves.iter().zip(&self.moves) {
            assert_eq!(of.square, *square);
            assert!((of.lower..=of.upper).contains(&values[rules]), "{values:?}: {bounds:?}");
        }
    }
}

/// Keeps what is known each time that something is proved.
struct Course<'a> {
    keeper: BoundsKeeper<'a>,
    known: Mutex<Vec<Bounds>>,
}

impl Course<'_> {
    fn keep(&self) {
        self.known.lock().unwrap().push(self.keeper.bounds());
    }
}

impl Progress for Course<'_> {
    fn bounds(&self, lower: Score, upper: Score) {
        Progress::bounds(&self.keeper, lower, upper);
        self.keep();
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        self.keeper.move_bounds(square, lower, upper);
        self.keep();
    }
}

#[test]
fn bounds_are_true_and_only_narrow_while_a_search_goes_on() {
    let (mut narrowed, mut open) = (0, 0);
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let rules = Rules::ALL[which];
        let keeper = BoundsKeeper::new(position, rules, &());
        let course = Course { keeper, known: Mutex::default() };
        course.keep();
        let options = SearchOptions { rules, find: Find::EveryMove, ..SearchOptions::default() };
        let result = othello_solver::search(position, &options, &course);
        let known = course.known.into_inner().unwrap();
        for bounds in &known {
            truth.check(bounds, which);
        }
        for two in known.windows(2) {
            let [before, after] = two else { unreachable!() };
            assert!(before.lower <= after.lower && after.upper <= before.upper);
            for (before, after) in before.moves.iter().zip(&after.moves) {
                assert!(before.lower <= after.lower && after.upper <= before.upper);
            }
            narrowed += usize::from(before != after);
        }
        let last = known.last().unwrap();
        if !result.moves.is_empty() {
            assert_eq!((last.lower, last.upper), (result.lower, result.upper));
            for of in &result.moves {
                let found = last.moves.iter().find(|it| it.square == of.square).unwrap();
                assert_eq!((found.lower, found.upper), (of.value, of.value), "{position}");
            }
            let best = last.best_so_far.unwrap();
            assert!(result.best_moves.contains(&best), "{best}: {last:?}");
        }
        open += known.iter().filter(|bounds| bounds.lower < bounds.upper).count();
    }
    assert!(narrowed > 100 && open > 100, "{narrowed}, {open}");
}

#[test]
fn in_whatever_time_the_bounds_are_true_or_the_value_is_found() {
    let mut found = [0; 2];
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let options = SearchOptions { rules: Rules::ALL[which], ..SearchOptions::default() };
        for time in [Duration::ZERO, Duration::from_micros(100), Duration::from_mins(1)] {
            let answer = search_within(position, &options, time, &());
            found[usize::from(answer.is_ok())] += 1;
            match answer {
                Ok(result) => assert_eq!(result.value(), Some(truth.value[which])),
                Err(bounds) => truth.check(&bounds, which),
            }
        }
    }
    assert!(found.into_iter().all(|count| count > 20), "{found:?}");
}

#[test]
fn the_time_is_kept_on_8x8_and_the_forecast_is_that_of_the_evaluation() {
    for threads in [1, 2] {
        let (position, options) = (
            start(8, 8, Start::Diagonal),
            SearchOptions { threads, find: Find::EveryMove, ..SearchOptions::default() },
        );
        let (time, began) = (Duration::from_millis(200), Instant::now());
        let bounds = search_within(position, &options, time, &()).unwrap_err();
        let taken = began.elapsed();
        assert!(taken < Duration::from_secs(2), "{taken:?}");
        assert_eq!(bounds.moves.len(), 4);
        assert!(bounds.moves.iter().any(|of| Some(of.square) == bounds.best_so_far));
        let forecast = bounds.forecast.unwrap();
        assert!(forecast.depth >= 1 && forecast.error > 1.0);
        assert_eq!(forecast.moves.len(), 4);
        assert_eq!(forecast.value, forecast.moves[0].value);
    }
}

#[test]
fn forecasts_are_seen_by_the_side_to_move_and_only_where_there_is_an_evaluation() {
    let forecast = |position, rules| Forecast::new(position, rules, Duration::ZERO, &());
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
