//! Answers are only narrowed, name contradictions, are true wherever they stop, and show what was
//! asked: compared with plain minimax on an array of cells.

use othello_core::answer::{
    Answer, AnswerError, Limits, Lines, MoveAnswer, OpenQuestion, Question, Source, Sources, answer,
};
use othello_core::{Find, Game, Position, Rules, Score, Square, Start, Turn};
use proptest::prelude::*;

use crate::common::{Impatient, is_thorough, start};
use crate::time::{Truth, endgames};

const FINDS: [Find; 4] = [Find::Value, Find::BestMove, Find::BestMoves, Find::AllMoves];
const LINES: [Lines; 3] = [Lines::None, Lines::One, Lines::Each];
const SOURCES: [Source; 4] = [Source::Known, Source::Table, Source::Ahead, Source::Search];

/// Bounds of the position or of a move, how far they are from the value, and their source.
type Fact = (prop::sample::Index, u32, u32, usize);

fn facts() -> impl Strategy<Value = Vec<Fact>> {
    let fact = (any::<prop::sample::Index>(), 0..5_u32, 0..5_u32, 0..SOURCES.len());
    prop::collection::vec(fact, 0..40)
}

fn range(answer: &Answer, square: Option<Square>) -> (Score, Score) {
    let mv = answer.moves().iter().find(|mv| Some(mv.square()) == square);
    let bounds = mv.map_or(answer.bounds(), MoveAnswer::bounds);
    (bounds.lower(), bounds.upper())
}

/// Checks every conclusion of an answer against the truth.
fn check_conclusions(truth: &Truth, answer: &Answer, rules: usize) {
    truth.check(answer, rules);
    let value = truth.value[rules];
    let is_best = |square: Square| {
        let (_, values) = truth.moves.iter().find(|(other, _)| *other == square).unwrap();
        values[rules] == value
    };
    assert!(answer.value().is_none_or(|found| found == value));
    assert!(answer.best_move().is_none_or(is_best), "{answer:?}");
    if let Some(best) = answer.best_moves() {
        let all = truth.moves.iter().map(|(square, _)| *square).filter(|square| is_best(*square));
        assert!(all.eq(best), "{answer:?}");
    }
}

#[test]
fn true_facts_in_any_order_only_narrow_an_answer_and_its_conclusions_are_true() {
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let about: Vec<_> =
            [None].into_iter().chain(truth.moves.iter().map(|(square, _)| Some(*square))).collect();
        let config = ProptestConfig { cases: 8, failure_persistence: None, ..Default::default() };
        proptest!(config, |(facts in facts())| {
            let mut answer = Answer::new(position, Rules::ALL[which]);
            for (index, below, above, source) in facts {
                let square = about[index.index(about.len())];
                let value = match square {
                    None => truth.value[which],
                    Some(square) => truth.moves.iter().find(|it| it.0 == square).unwrap().1[which],
                };
                let bounds = (value - below.cast_signed(), value + above.cast_signed());
                let before = answer.clone();
                answer.narrow(square, bounds, SOURCES[source]).unwrap();
                for square in &about {
                    let (one, other) = (range(&before, *square), range(&answer, *square));
                    prop_assert!(one.0 <= other.0 && other.1 <= one.1);
                }
                check_conclusions(&truth, &answer, which);
            }
        });
    }
}

#[test]
fn two_sources_that_contradict_each_other_are_named() {
    let mut count = 0;
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let value = truth.value[which];
        if value == position.size().squares().cast_signed() {
            continue; // nothing is worth more according to the rules
        }
        let mut answer = Answer::new(position, Rules::ALL[which]);
        answer.narrow(None, (value, value), Source::Table).unwrap();
        let wrong = answer.clone().narrow(None, (value + 1, value + 2), Source::Search);
        let text = wrong.unwrap_err().to_string();
        assert!(text.contains("the search") && text.contains("the table"), "{text}");
        // No move is worth more than the position.
        if let Some((square, _)) = truth.moves.first() {
            let wrong = answer.narrow(Some(*square), (value + 1, value + 1), Source::Known);
            let text = wrong.unwrap_err().to_string();
            assert!(text.contains("the compiled-in values"), "{text}");
            count += 1;
        }
    }
    assert!(count > 20);
}

/// A search that begins with wrong bounds has no answer, whatever the question.
#[test]
fn a_search_that_refutes_what_the_caller_said_is_an_error() {
    let position = start(4, 4, Start::Diagonal);
    for (number, wrong) in [2, -20, -12, -9, -7].into_iter().enumerate() {
        for (find, lines) in [(Find::BestMove, Lines::One), (Find::AllMoves, Lines::Each)] {
            let rules = Rules::default();
            let open = OpenQuestion::new(Question { position, rules, find, lines, counts: false });
            if open.narrow(None, (wrong, wrong), Source::Caller).is_err() {
                assert_eq!(wrong, -20, "no score on 16 squares");
                continue;
            }
            let error = open.pursue(&Sources::SEARCH, &Limits::single(1 << 16), &()).unwrap_err();
            let text = error.to_string();
            assert!(text.contains("the search") && text.contains("the caller"), "{text}");
            // With all sources, the enumeration is the first to notice.
            let open = OpenQuestion::new(*open.question());
            open.narrow(None, (wrong, wrong), Source::Caller).unwrap();
            let error = open.pursue(&Sources::ALL, &Limits::single(1 << 16), &()).unwrap_err();
            assert!(matches!(error, AnswerError::Contradiction(_)), "{number}: {error}");
        }
    }
}

#[test]
fn an_answer_is_true_wherever_it_stops_and_can_be_continued() {
    let mut counts = [0; 2];
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        for step in 0..if is_thorough() { 20 } else { 6 } {
            let (find, lines) = (FINDS[(number + step) % 4], LINES[(number / 4 + step) % 3]);
            let rules = Rules::ALL[which];
            let question = Question { position, rules, find, lines, counts: false };
            let sources = Sources { enumeration: number % 2 == 0, ..Sources::ALL };
            let (open, limits) = (OpenQuestion::new(question), Limits::single(1 << 16));
            let listener = Impatient::new(u32::try_from(step * step).unwrap());
            open.pursue(&sources, &limits, &listener).unwrap();
            counts[usize::from(open.is_settled())] += 1;
            check_conclusions(&truth, &open.answer(), which);
            open.pursue(&sources, &limits, &()).unwrap();
            assert!(open.is_settled());
            check_conclusions(&truth, &open.answer(), which);
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// A line ends with the game, and with this score.
fn check_line(line: &Game, position: Position, value: Score, rules: Rules) {
    assert_eq!((line.start(), line.end().turn()), (position, Turn::Over), "{line}");
    let end = line.end();
    assert_eq!(position.side().sees(end.score(rules), end.side()), value, "{line}");
}

#[test]
fn a_settled_answer_shows_just_what_was_asked() {
    for (number, position) in endgames().enumerate() {
        let (truth, which) = (Truth::of(position), number % 4);
        let (rules, value) = (Rules::ALL[which], truth.value[which]);
        let most = position.size().squares().cast_signed();
        for (find, lines) in FINDS.into_iter().flat_map(|find| LINES.map(|lines| (find, lines))) {
            let question = Question { position, rules, find, lines, counts: false };
            let limits = Limits::single(1 << 16);
            let [by_search, by_all] = [Sources::SEARCH, Sources::ALL]
                .map(|sources| answer(&question, &sources, &limits, &()).unwrap());
            for found in [&by_search, &by_all] {
                let text = format!("{question:?}: {found:?}");
                assert!(question.is_settled_by(found), "{text}");
                check_conclusions(&truth, found, which);
                assert_eq!((found.value(), found.forecast()), (Some(value), None), "{text}");
                assert!(found.counts().is_none(), "{text}");
                assert_eq!(found.line().is_some(), lines > Lines::None, "{text}");
                if let Some(line) = found.line() {
                    check_line(line, position, value, rules);
                }
                let has_move = find > Find::Value || lines > Lines::None;
                // A line for each move takes the value of each.
                let find = if lines == Lines::Each { Find::AllMoves } else { find };
                for mv in found.moves() {
                    let (lower, upper) = (mv.bounds().lower(), mv.bounds().upper());
                    let shown = [(value, value), (-most, value), (-most, value - 1)];
                    let is_best = found.best_move() == Some(mv.square());
                    match find {
                        Find::AllMoves => assert!(mv.value().is_some(), "{text}"),
                        Find::BestMoves if value > -most => {
                            assert_ne!((lower, upper), shown[1], "{text}");
                        }
                        _ if has_move && is_best => assert_eq!((lower, upper), shown[0], "{text}"),
                        _ => assert_eq!((lower, upper), shown[1], "{text}"),
                    }
                    assert_eq!(mv.line().is_some(), lines == Lines::Each, "{text}");
                    if let (Some(line), Some(value)) = (mv.line(), mv.value()) {
                        assert_eq!(line.moves()[0], mv.square(), "{text}");
                        check_line(line, position, value, rules);
                    }
                }
            }
            // Values do not depend on the sources, and neither do all best moves and their line.
            assert_eq!(by_search.best_moves(), by_all.best_moves(), "{question:?}");
            if find >= Find::BestMoves {
                assert_eq!(by_search.line(), by_all.line(), "{question:?}");
            }
        }
    }
}

#[test]
fn counts_are_those_of_the_whole_tree_before_a_pass_too() {
    let passes = endgames().filter(|it| it.turn() == Turn::Pass && it.size().squares() <= 16);
    let starts = Start::ALL.map(|it| start(4, 4, it));
    let (mut games, mut numbers) = (Vec::new(), Vec::new());
    for position in starts.into_iter().chain(passes) {
        let question = Question { counts: true, ..Question::usual(position, Rules::default()) };
        let found = answer(&question, &Sources::PROVED, &Limits::single(0), &()).unwrap();
        let census = &found.counts().unwrap().census;
        games.push(census.games());
        numbers.push(found.nodes());
        // The position after the pass has the same number of empty squares.
        let expected = if position.turn() == Turn::Pass { 2 } else { 1 };
        assert_eq!(census.positions[0].total, expected, "{position}");
    }
    assert_eq!(games[..2], [60_060, 67_116]);
    assert_eq!(numbers[..2], [62_789, 64_541]);
}
