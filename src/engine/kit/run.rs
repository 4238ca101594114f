//! The test of an engine: all questions, and the comparison of its answers with the right ones.

use std::time::{Duration, Instant};

use itertools::iproduct;
use othello_core::Progress;

use super::asking::ask;
use super::house_rules::{HouseRules, explain};
use super::process::{Process, Trouble};
use super::question::{EngineQuestion, Subject, games, words};
use super::{Count, EngineReport, EngineVerdict, Language, Test, WrongAnswer};

/// After this number of faults, the engine is not started again.
const MAX_FAULTS: usize = 3;
/// The time between reports on the progress of the test.
const REPORT_TIME: Duration = Duration::from_secs(10);

/// Tests an engine. If the listener stops the test, the report covers the questions asked so far.
/// `tell` receives the first wrong answer as soon as it is found, and from time to time the number of
/// questions asked.
pub fn run(test: &Test, progress: &dyn Progress, tell: &dyn Fn(&str)) -> EngineReport {
    run_with(test, progress, tell, REPORT_TIME, &|| Process::start(test, progress))
}

/// Tests an engine that is started in this way.
fn run_with<'a>(
    test: &Test,
    progress: &dyn Progress,
    tell: &dyn Fn(&str),
    report_time: Duration,
    start: &dyn Fn() -> Result<Process<'a>, Trouble>,
) -> EngineReport {
    let all = test.sizes.iter().flat_map(|&size| games(size)).flat_map(EngineQuestion::all);
    let questions: Vec<_> = all.filter(|asked| asked.is_in(test.language)).collect();
    let (number, mut told) = (questions.len(), Instant::now());
    progress.begin("questions", Some(number as u64));
    let (engine, protocol) = (test.command.join(" "), test.language);
    let mut report = EngineReport { engine, protocol, ..EngineReport::default() };
    for (&size, subject) in iproduct!(&test.sizes, Subject::ALL) {
        report.counts.push(Count { size, subject, compared: 0, wrong: 0, unanswered: 0 });
    }
    let (mut engine, mut faults) = (None, Vec::new());
    for (done, asked) in questions.into_iter().enumerate() {
        if progress.is_stopped() || faults.len() == MAX_FAULTS {
            break;
        }
        if told.elapsed() >= report_time {
            let wrong = report.differences.len();
            tell(&format!("{done} of {number} questions asked, wrong answers: {wrong}"));
            told = Instant::now();
        }
        progress.advance(1);
        let compared = match &mut engine {
            Some(engine) => compare(&mut report, engine, asked, tell),
            none => start().and_then(|it| compare(&mut report, none.insert(it), asked, tell)),
        };
        let Err((verdict, reason)) = compared else { continue };
        if verdict != EngineVerdict::Mute {
            engine = None;
            faults.push((verdict, reason));
        }
    }
    faults.extend(engine.and_then(|mut engine| engine.finish().err()));
    if let Some((verdict, reason)) = faults.into_iter().next() {
        (report.verdict, report.fault) = (verdict, Some(reason));
    }
    explain(&mut report.differences, test);
    conclude(&mut report);
    report
}

/// Asks a question, and compares the answer with the right one. An error means that there is none.
fn compare(
    report: &mut EngineReport,
    engine: &mut Process,
    asked: EngineQuestion,
    tell: &dyn Fn(&str),
) -> Result<(), Trouble> {
    engine.sent.clear();
    let reply = ask(engine, &asked);
    report.takes_no_passes |= engine.skips_passes;
    let is_of = |it: &&mut Count| (it.size, it.subject) == (asked.size, asked.subject);
    let count = report.counts.iter_mut().find(is_of).expect("all are counted");
    let answer = reply.inspect_err(|(_, reason)| {
        count.unanswered += 1;
        report.untested.insert(asked.subject.to_string(), reason.clone());
    })?;
    count.compared += 1;
    let (rules, requests) = (HouseRules::default(), engine.sent.clone());
    let right = rules.answer(&asked, engine.test);
    if words(&answer) == words(&right) {
        return Ok(());
    }
    count.wrong += 1;
    let EngineQuestion { ref question, size, position, .. } = asked;
    if report.differences.is_empty() {
        let problem = format!("{question} on {size} {position} gave {answer}, not {right}");
        tell(&format!("first wrong answer: {problem}"));
    }
    let missing = rules.arrows(&asked, [&right, &answer]).unwrap_or_default();
    let extra = rules.arrows(&asked, [&answer, &right]).unwrap_or_default();
    let wrong = WrongAnswer { asked, requests, right, answer, missing, extra, explanation: None };
    report.differences.push(wrong);
    Ok(())
}

/// The order of the wrong answers, and the verdict.
fn conclude(report: &mut EngineReport) {
    report.differences.sort_by_key(|WrongAnswer { asked, .. }| {
        let moves = if report.protocol == Language::Gtp { asked.game.moves().len() } else { 0 };
        (moves, asked.subject, asked.argument().unwrap_or(0))
    });
    let counts = report.counts.iter().filter(|count| count.compared > 0);
    let compared: Vec<_> = counts.map(|count| count.subject.to_string()).collect();
    report.untested.retain(|subject, _| !compared.contains(subject));
    report.verdict = match report.verdict {
        verdict @ (EngineVerdict::Missing | EngineVerdict::Flooding) => verdict,
        _ if !report.differences.is_empty() => EngineVerdict::Wrong,
        EngineVerdict::Right if compared.is_empty() => EngineVerdict::Mute,
        EngineVerdict::Right if !report.untested.is_empty() => EngineVerdict::Incomplete,
        verdict => verdict,
    };
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::naive_bytecount,
        reason = "the boards of the liars are small"
    )]

    use std::cell::RefCell;
    use std::sync::mpsc::{self, Sender};
    use std::thread;

    use itertools::Itertools;
    use othello_core::answer::{self, Limits, Sources, answer};
    use othello_core::notation::read_ggf;
    use othello_core::{Find, Passes, Rules, Size, perft};
    use serde_json::{Value, json};

    use super::*;
    use crate::engine::plain::moves_text;

    /// An engine that speaks every protocol, but follows some wrong rules: those that the kit should
    /// name. It has its own simple implementation of the rules, and is no process.
    struct Liar {
        lies: Vec<&'static str>,
        width: usize,
        cells: Vec<u8>,
        side: u8,
        past: Vec<(Vec<u8>, u8)>,
        depth: u32,
        said: Sender<String>,
    }

    fn other(side: u8) -> u8 {
        if side == b'X' { b'O' } else { b'X' }
    }

    impl Liar {
        fn tells(&self, lie: &str) -> bool {
            self.lies.contains(&lie)
        }

        fn place(&self, row: isize, column: isize) -> Option<usize> {
            let [width, height] =
                [self.width, self.cells.len() / self.width].map(usize::cast_signed);
            let is_inside = (0..height).contains(&row) && (0..width).contains(&column);
            let index = row * width + column;
            if is_inside
                || self.tells("wraps around the edge to the next row")
                    && (0..width * height).contains(&index)
            {
                return Some(index.cast_unsigned());
            }
            if self.tells("wraps around the edge to the other side") {
                let index = row.rem_euclid(height) * width + column.rem_euclid(width);
                return Some(index.cast_unsigned());
            }
            None
        }

        fn flips(&self, square: usize) -> Vec<usize> {
            let mut found = Vec::new();
            if self.cells[square] != b'-' {
                return found;
            }
            let (row, column) =
                ((square / self.width).cast_signed(), (square % self.width).cast_signed());
            for (down, right) in iproduct!(-1..=1, -1..=1) {
                let (mut passed, mut end) = (Vec::new(), None);
                for steps in 1..=self.cells.len().cast_signed() {
                    end = self.place(row + steps * down, column + steps * right);
                    match end {
                        Some(at) if self.cells[at] == other(self.side) => passed.push(at),
                        _ => break,
                    }
                }
                let closes = match end.map(|at| self.cells[at]) {
                    None => self.tells("flips lines that end at the edge"),
                    Some(b'-') => self.tells("flips lines that end at an empty square"),
                    Some(disc) => disc == self.side,
                };
                let is_lost = (down, right) == (-1, -1) && self.tells("never flips ↖");
                if passed.is_empty() || !closes || is_lost {
                    continue;
                }
                if self.tells("flips only the nearest disc of a line") {
                    passed.truncate(1);
                }
                if self.tells("flips only in the last direction") {
                    found.clear();
                }
                if found.is_empty() || !self.tells("flips only in the first direction") {
                    found.extend(passed);
                }
            }
            if self.tells("flips one disc too few") {
                found.pop();
            }
            found
        }

        fn moves(&self) -> Vec<usize> {
            (0..self.cells.len()).filter(|&square| !self.flips(square).is_empty()).collect()
        }

        fn after(&self, cells: Vec<u8>, side: u8) -> Self {
            let (lies, past, said) = (self.lies.clone(), Vec::new(), self.said.clone());
            Self { lies, width: self.width, cells, side, past, depth: self.depth, said }
        }

        fn passed(&self) -> Self {
            self.after(self.cells.clone(), other(self.side))
        }

        fn played(&self, square: usize) -> Self {
            let mut cells = self.cells.clone();
            for flipped in self.flips(square) {
                cells[flipped] = self.side;
            }
            if !self.tells("does not place the new disc") {
                cells[square] = self.side;
            }
            let stays = self.tells("lets the same player move again");
            self.after(cells, if stays { self.side } else { other(self.side) })
        }

        fn name(&self, square: usize) -> String {
            format!("{}{}", char::from(b'a' + (square % self.width) as u8), square / self.width + 1)
        }

        fn square(&self, name: &str) -> usize {
            (0..self.cells.len()).find(|&square| self.name(square) == name).unwrap()
        }

        fn legal(&self) -> String {
            let mut names: Vec<_> =
                self.moves().into_iter().map(|square| self.name(square)).collect();
            if self.tells("may move to a1") && !names.contains(&"a1".to_owned()) {
                names.push("a1".to_owned());
            }
            if !names.is_empty() {
                return names.join(" ");
            }
            let is_pass = !self.passed().moves().is_empty();
            let ends = is_pass && self.tells("ends the game when a player has no move");
            let passes = !is_pass && self.tells("passes when neither side has a move");
            if is_pass && !ends || passes { "pass".to_owned() } else { "over".to_owned() }
        }

        fn position(&self) -> String {
            format!("{} {}", String::from_utf8_lossy(&self.cells), char::from(self.side))
        }

        fn perft(&self, plies: u32) -> u64 {
            let is_over = self.moves().is_empty() && self.passed().moves().is_empty();
            match self.moves() {
                _ if plies == 0 => 1,
                _ if is_over && self.tells("does not count a game that ends early as a line") => 0,
                _ if is_over => 1 + u64::from(self.tells("counts two lines at an end")),
                moves if plies == 1 && !moves.is_empty() => moves.len() as u64,
                moves if !moves.is_empty() => {
                    moves.into_iter().map(|square| self.played(square).perft(plies - 1)).sum()
                }
                _ if self.tells("counts a line as over at its first pass") => 1,
                _ if self.tells("does not count passes as plies") => self.passed().perft(plies),
                _ => self.passed().perft(plies - 1),
            }
        }

        fn best(&self) -> i32 {
            let values = self.moves().into_iter().map(|square| -self.played(square).best());
            let takes_worst = self.tells("takes the worst move for the best");
            let best = if takes_worst { values.min() } else { values.max() };
            if let Some(best) = best {
                return best;
            }
            if !self.passed().moves().is_empty() {
                return -self.passed().best();
            }
            let count = |cell: u8| self.cells.iter().filter(|&&it| it == cell).count() as i32;
            let mut score = count(self.side) - count(other(self.side));
            if self.tells("scores games by the other --score") {
                score += score.signum() * count(b'-');
            }
            score + i32::from(self.tells("counts one disc too many"))
        }

        /// The value, where a simple search finds it soon.
        fn value(&self) -> Option<i32> {
            let empty = self.cells.iter().filter(|&&cell| cell == b'-').count();
            let is_long = empty > 6 || self.tells("does not place the new disc");
            if is_long && !(self.moves().is_empty() && self.passed().moves().is_empty()) {
                return None;
            }
            let is_black = self.side == b'X';
            let is_negated = self.tells("shows values as seen by the other side")
                || !is_black && self.tells("shows values as seen by Black");
            Some(if is_negated { -self.best() } else { self.best() })
        }

        fn set(&mut self, position: &str) {
            self.cells = position.split(' ').next().unwrap().as_bytes().to_vec();
            self.side = *position.as_bytes().last().unwrap();
            self.width = self.cells.len().isqrt();
        }

        fn say(&self, line: &str) {
            // The test may have ended.
            let _ = self.said.send(line.to_owned());
        }

        fn plain(&mut self, line: &str) -> String {
            let words: Vec<_> = line.split(' ').collect();
            self.set(&words[2..4].join(" "));
            match words[0] {
                "moves" => self.legal(),
                "play" => self.played(self.square(words[4])).position(),
                "perft" => self.perft(words[4].parse().unwrap()).to_string(),
                _ => self.value().map_or("?".to_owned(), |value| value.to_string()),
            }
        }

        fn gtp(&mut self, line: &str) -> Option<String> {
            let words: Vec<_> = line.split(' ').collect();
            match words[0] {
                "boardsize" => self.width = words[1].parse().ok()?,
                "clear_board" => {
                    let size = Size::new(self.width as u32, self.width as u32)?;
                    self.set(
                        &othello_core::Position::start(size, othello_core::Start::Diagonal)
                            .to_string(),
                    );
                    self.past.clear();
                }
                "undo" => (self.cells, self.side) = self.past.pop()?,
                "showboard" => {
                    let mut text = String::new();
                    for (number, row) in self.cells.chunks(self.width).enumerate() {
                        text += &format!("\n{} {}", number + 1, String::from_utf8_lossy(row));
                    }
                    return Some(text + " 3 discs");
                }
                "final_score" => {
                    let value = self.value()?;
                    let black = if self.side == b'X' { value } else { -value };
                    return Some(match black {
                        0 => "0".to_owned(),
                        1.. => format!("B+{black}"),
                        _ => format!("W+{}", -black),
                    });
                }
                _ => {
                    let is_right = words[1].starts_with(if self.side == b'X' { 'b' } else { 'w' });
                    let (legal, skips) = (self.legal(), self.tells("takes no passes"));
                    let is_legal = legal.split(' ').any(|it| it == words[2]);
                    if !is_right || !is_legal || skips && words[2] == "pass" {
                        return None;
                    }
                    let is_pass = words[2] == "pass";
                    let mut after =
                        if is_pass { self.passed() } else { self.played(self.square(words[2])) };
                    if skips && after.legal() == "pass" {
                        after = after.passed();
                    }
                    self.past.push((self.cells.clone(), self.side));
                    (self.cells, self.side) = (after.cells, after.side);
                }
            }
            Some(String::new())
        }

        fn nboard(&mut self, line: &str) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "set" if rest.starts_with("depth") => self.depth = rest[6..].parse().unwrap(),
                "set" => self.set(&read_ggf(&rest[5..]).unwrap().game.end().to_string()),
                "ping" => self.say(&format!("pong {rest}")),
                "go" if self.legal() == "pass" => self.say("=== PA 0.00 0.0"),
                "go" => self.say("status game over"),
                "hint" => {
                    let (value, empty) = (self.value(), self.cells.len());
                    let depth = if value.is_some() { self.depth.min(empty as u32) } else { 2 };
                    for square in self.moves() {
                        let (name, value) = (self.name(square), value.unwrap_or(0));
                        self.say(&format!(
                            "search {}PAh8 {value:+} 0 {depth}",
                            name.to_uppercase()
                        ));
                    }
                    // NTest aborts at depth 1, and says nothing more than `status`.
                    assert!(self.depth > 1);
                    self.say(if self.depth == 2 { "status" } else { "status Liar is waiting" });
                }
                _ => {}
            }
        }

        fn json(&mut self, line: &str) -> Value {
            let request: Value = serde_json::from_str(line).unwrap();
            self.set(request["position"].as_str().unwrap());
            match request["moves"].as_str() {
                Some("pa") if self.legal() != "pass" => return json!({ "error": "no pass" }),
                Some("pa") => self.side = other(self.side),
                Some(name) => {
                    let position = self.played(self.square(name)).position();
                    return json!({ "position": position, "moves": [] });
                }
                None => {}
            }
            let names = self.moves().into_iter().map(|square| json!({ "move": self.name(square) }));
            let (value, moves) = (self.value(), names.collect::<Vec<_>>());
            let basis = if value.is_some() { "exact" } else { "estimate" };
            json!({ "position": self.position(), "moves": moves, "value": value, "basis": basis })
        }
    }

    /// A test of an engine that tells lies.
    fn report(language: Language, widths: &[u32], lies: &[&'static str]) -> EngineReport {
        let sizes = widths.iter().map(|&width| Size::new(width, width).unwrap()).collect();
        let command = vec!["liar".to_owned()];
        let (rules, time) = (Rules::default(), Duration::MAX);
        let test = Test { command, language, sizes, rules, time };
        run_with(&test, &(), &|_| (), REPORT_TIME, &|| Ok(start(&test, lies)))
    }

    /// Starts a liar.
    fn start<'a>(test: &'a Test, lies: &[&'static str]) -> Process<'a> {
        let (input, asked) = mpsc::channel::<String>();
        let (said, output) = mpsc::channel();
        let (lies, past, language) = (lies.to_vec(), Vec::new(), test.language);
        let mut liar = Liar { lies, width: 4, cells: vec![], side: b'X', past, depth: 0, said };
        thread::spawn(move || {
            for line in asked {
                match language {
                    Language::Plain => {
                        let answer = liar.plain(&line);
                        liar.say(&answer);
                    }
                    Language::Gtp => {
                        let answer = liar.gtp(&line);
                        let answer =
                            answer.map_or("? no\n\n".to_owned(), |it| format!("={it}\n\n"));
                        answer.lines().for_each(|line| liar.say(line));
                    }
                    Language::Nboard => liar.nboard(&line),
                    Language::Json => {
                        let answer = liar.json(&line).to_string();
                        liar.say(&answer);
                    }
                }
            }
        });
        Process {
            child: None,
            input,
            output,
            words: mpsc::channel().1,
            test,
            progress: &(),
            sent: Vec::new(),
            asked: Instant::now(),
            said: 0,
            skips_passes: false,
        }
    }

    const LANGUAGES: [Language; 4] =
        [Language::Plain, Language::Gtp, Language::Nboard, Language::Json];

    fn explanations(report: &EngineReport) -> Vec<&str> {
        report.differences.iter().map(|it| it.explanation.as_deref().unwrap_or_default()).collect()
    }

    /// The wrong rules, and the protocols in which they can be seen, by their first letters.
    const LIES: [(&str, &str); 19] = [
        ("never flips ↖", "pgnj"),
        ("wraps around the edge to the next row", "pgnj"),
        ("wraps around the edge to the other side", "pgnj"),
        ("flips lines that end at the edge", "pgnj"),
        ("flips lines that end at an empty square", "pgnj"),
        ("flips only the nearest disc of a line", "pgj"),
        ("flips only in the first direction", "pgj"),
        ("flips only in the last direction", "pgj"),
        ("does not place the new disc", "pgj"),
        ("lets the same player move again", "pgj"),
        ("ends the game when a player has no move", "pgnj"),
        ("passes when neither side has a move", "pj"),
        ("does not count passes as plies", "p"),
        ("counts a line as over at its first pass", "p"),
        ("does not count a game that ends early as a line", "p"),
        ("takes the worst move for the best", "pnj"),
        ("scores games by the other --score", "pgj"),
        ("shows values as seen by Black", "pgnj"),
        ("shows values as seen by the other side", "pgnj"),
    ];

    #[test]
    fn each_wrong_rule_is_found_and_named_in_each_protocol() {
        let rules = include_str!("wrong_rules.txt").lines();
        let others = rules.filter(|rule| LIES.iter().all(|(lie, _)| lie != rule));
        assert!(others.into_iter().all(|rule| rule.starts_with("never flips ")));
        for (lie, languages) in LIES {
            for language in LANGUAGES {
                let report = report(language, &[4], &[lie]);
                let (found, number) = (explanations(&report), report.differences.len());
                if languages.contains(&language.to_string()[..1]) {
                    assert!(found.contains(&lie), "{language}, {lie}: {found:?}");
                    // Another mistake may lead to the same answer, but this one leads to most.
                    let named = found.iter().filter(|&&it| it == lie).count();
                    assert!(
                        2 * named > number,
                        "{language}, {lie}, {named} of {number}: {found:?}"
                    );
                }
            }
        }
    }

    /// The squares that are missing or too many are named even if no known mistake leads to an answer.
    #[test]
    fn other_mistakes_are_not_explained() {
        for lie in ["flips one disc too few", "counts two lines at an end", "may move to a1"] {
            let report = report(Language::Plain, &[4], &[lie]);
            assert!(explanations(&report).contains(&""), "{lie}");
            let wrong = report.differences.iter().filter(|it| it.explanation.is_none());
            let squares = wrong.clone().flat_map(|it| it.missing.keys());
            assert_eq!(squares.count() > 0, lie == "flips one disc too few");
            let extra: Vec<_> = wrong.flat_map(|it| it.extra.keys()).unique().collect();
            assert_eq!(extra.iter().join(" "), if lie == "may move to a1" { "a1" } else { "" });
        }
        let report = report(Language::Plain, &[4], &["counts one disc too many"]);
        assert!(explanations(&report).contains(&""));
    }

    #[test]
    fn each_of_three_mistakes_is_named_in_each_protocol() {
        let lies = [
            "flips lines that end at the edge",
            "ends the game when a player has no move",
            "shows values as seen by the other side",
        ];
        for language in LANGUAGES {
            let (mut told, mut widths) = (vec![&lies[..]], &[4][..]);
            if language == Language::Gtp {
                // Wrong flips on the way to a pass hide it, so the user mends them and tests again.
                told.push(&lies[1..]);
                widths = &[6, 8];
            }
            let reports: Vec<_> = told.iter().map(|lies| report(language, widths, lies)).collect();
            let found: Vec<_> = reports.iter().flat_map(explanations).collect();
            for mut lie in lies {
                // The scores in GTP are too few to tell a wrong sign from another point of view.
                if language == Language::Gtp && lie.starts_with("shows values") {
                    lie = "shows values as seen by";
                }
                assert!(found.iter().any(|it| it.contains(lie)), "{language}, {lie}: {found:?}");
            }
        }
    }

    /// It reports the first wrong answer as soon as it is found, and its progress in between.
    #[test]
    fn a_slow_test_is_not_silent() {
        let (lies, sizes) = (["flips lines that end at the edge"], vec![Size::new(4, 4).unwrap()]);
        let (language, rules, time) = (Language::Plain, Rules::default(), Duration::MAX);
        let test = Test { command: vec![], language, sizes, rules, time };
        let told = RefCell::new(Vec::new());
        let tell = |text: &str| told.borrow_mut().push(text.to_owned());
        let report = run_with(&test, &(), &tell, Duration::ZERO, &|| Ok(start(&test, &lies)));
        let (told, number) = (told.into_inner(), report.differences.len());
        let at = told.iter().position(|text| text.starts_with("first wrong answer: ")).unwrap();
        let questions = told.len() - 1;
        assert_eq!(
            told[at - 1],
            format!("{} of {questions} questions asked, wrong answers: 0", at - 1)
        );
        assert_eq!(told[at + 1], format!("{at} of {questions} questions asked, wrong answers: 1"));
        assert!(number > 1 && at + 2 < told.len(), "{told:#?}");
    }

    #[test]
    fn an_engine_without_lies_is_right() {
        for language in LANGUAGES {
            let report = report(language, &[4], &[]);
            assert_eq!(report.verdict, EngineVerdict::Right, "{language}: {report:#?}");
            assert!(!report.takes_no_passes);
        }
    }

    /// Like GNU Rhino and Quarry, the engine passes by itself, and refuses to be told.
    #[test]
    fn an_engine_that_takes_no_passes_is_tested() {
        let report = report(Language::Gtp, &[6], &["takes no passes"]);
        assert_eq!(report.verdict, EngineVerdict::Right, "{report:#?}");
        assert!(report.takes_no_passes);
    }

    #[test]
    fn a_request_in_json_is_as_in_the_document() {
        let report = report(Language::Json, &[4], &["flips one disc too few"]);
        let requests = report.differences.iter().flat_map(|it| &it.requests);
        let requests: Vec<Value> = requests.map(|it| serde_json::from_str(it).unwrap()).collect();
        let start = json!({ "position": "-----OX--XO----- X", "find": "all-moves" });
        assert!(requests.contains(&start), "{requests:?}");
        assert!(requests.iter().any(|it| it["moves"] == "b1"), "{requests:?}");
    }

    /// The kit's own walker, which can also follow wrong rules, agrees with the core.
    #[test]
    fn right_answers_are_those_of_the_core() {
        for (size, rules) in iproduct!([(4, 4), (6, 4), (5, 5)], Rules::ALL) {
            let (language, size) = (Language::Plain, Size::new(size.0, size.1).unwrap());
            let test =
                Test { command: vec![], language, sizes: vec![], rules, time: Duration::MAX };
            let questions = games(size).into_iter().flat_map(EngineQuestion::all);
            for question in questions.filter(|asked| asked.is_in(language)) {
                let end = question.position;
                let right = match question.subject {
                    Subject::Flips => end.play(question.argument().unwrap()).unwrap().to_string(),
                    Subject::Perft => {
                        let plies = question.argument().unwrap();
                        perft(end, plies, Passes::Ply, &()).unwrap().to_string()
                    }
                    Subject::Values => {
                        let asked = answer::Question::usual(end, rules).with_goal(Find::Value);
                        let limits = Limits::single(1 << 20);
                        let found = answer(&asked, &Sources::SEARCH, &limits, &()).unwrap();
                        found.value().unwrap().to_string()
                    }
                    _ => moves_text(end),
                };
                assert_eq!(HouseRules::default().answer(&question, &test), right, "{question:?}");
            }
        }
    }
}
