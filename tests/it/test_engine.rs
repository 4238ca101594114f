//! The engine test kit: this program passes it, and broken engines are diagnosed correctly.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::program::{PROGRAM, Running, program, run, stderr, stdout};

/// A time limit that no engine reaches.
const LONG: &str = "10h";

/// Ends a test that hangs.
const WATCHDOG: Duration = Duration::from_mins(15);

/// The engine in docs/test-engine.md.
fn example() -> String {
    let text = fs::read_to_string("docs/test-engine.md").unwrap();
    let (_, code) = text.split_once("```python\n").unwrap();
    code.split_once("```").unwrap().0.to_owned()
}

/// Tests an engine written in Python.
fn test(options: &[&str], code: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine.py"), code).unwrap();
    test_command(options, &["python3", "engine.py"], folder.path())
}

fn test_command(options: &[&str], command: &[&str], folder: &Path) -> Output {
    run(&[&["test-engine"], options, &["--"], command].concat(), folder)
}

/// The report on a faulty engine written in Python.
#[track_caller]
fn report(options: &[&str], code: &str, verdict: &str) -> (Value, String) {
    let output = test(&[options, &["--format", "json"]].concat(), code);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["verdict"], verdict, "{report:#}");
    (report, stderr(&output))
}

/// The documented example with one line changed.
fn broken(from: &str, to: &str) -> String {
    let code = example();
    assert_eq!(code.matches(from).count(), 1, "{from}");
    code.replace(from, to)
}

#[test]
fn the_example_of_the_document_passes() {
    let output = test(&["--time", LONG], &example());
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).ends_with("\nAll answers are right.\n"), "{}", stdout(&output));
    let lines = example().lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 40, "{lines}");
}

#[test]
fn this_program_passes_in_each_protocol() {
    for (protocol, sizes) in [
        ("plain", &["2", "3", "4", "6x4", "8"][..]),
        ("gtp", &["2", "4", "6", "8"]),
        ("nboard", &["2", "3", "4", "6x4"]),
        ("json", &["2", "3", "4", "5"]),
    ] {
        let sizes: Vec<_> = sizes.iter().flat_map(|size| ["--size", size]).collect();
        let options = ["--time", LONG, "--format", "json", "--protocol", protocol];
        let engine = [PROGRAM, "engine", "--protocol", protocol, "--time", LONG];
        let output = test_command(&[&options[..], &sizes].concat(), &engine, Path::new("."));
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!(output.status.success(), "{report:#}");
        assert_eq!(report["verdict"], "right");
        assert!(compared(&report, "legal_moves") > 40, "{report:#}");
        assert!(compared(&report, "passes") >= 12 && compared(&report, "ends") >= 19, "{report:#}");
        assert!(compared(&report, "values") > 10, "{report:#}");
        assert!(protocol == "nboard" || compared(&report, "flips") > 100, "{report:#}");
        assert!(protocol != "plain" || compared(&report, "perft") > 100, "{report:#}");
    }
}

/// The number of answers about a subject that were compared.
fn compared(report: &Value, subject: &str) -> u64 {
    let boards = report["boards"].as_array().unwrap();
    let all = boards.iter().flat_map(|board| board["subjects"].as_array().unwrap());
    let counts = all.filter(|of| of["subject"] == subject);
    counts.map(|of| of["compared"].as_u64().unwrap()).sum()
}

#[test]
fn the_most_telling_wrong_answer_is_shown_with_a_board_to_paste() {
    // The engine forgets the directions above the disc.
    let code = broken("for down in (-1, 0, 1):", "for down in (0, 1):");
    let output = test(&["--size", "4", "--time", LONG], &code);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    let (_, first) = said.split_once("Most telling wrong answer: ").unwrap();
    let expected = "legal moves on 4x4, at the start

  a b c d
1 - · - -
2 · O X -
3 - X O ·
4 - - · -

position   -----OX--XO----- X
question   moves
request    moves 4x4 -----OX--XO----- X
right      b1 a2 d3 c4
answered   b1 a2 d3
missing    c4↑
mistake    never flips ↖, ↑, ↗
others     ";
    assert!(first.starts_with(expected), "{first}");
    let errors = stderr(&output);
    let told =
        "first wrong answer, on 4x4 in -----OX--XO----- X: moves gave b1 a2 d3, not b1 a2 d3 c4\n";
    assert!(errors.starts_with(told), "{errors}");
}

/// Continues the example as an engine for the other protocols.
const OTHER_PROTOCOLS: &str = "tests/data/other_protocols.py";

/// The example with some text replaced, as an engine for a protocol.
fn engine_for(protocol: &str, changes: &[(&str, &str)]) -> String {
    let mut code = example();
    if protocol != "plain" {
        let (rules, _) = code.split_once("for line in sys.stdin").unwrap();
        let others = fs::read_to_string(OTHER_PROTOCOLS).unwrap();
        code = format!("{rules}{others}").replace("sys.argv[1]", &format!("{protocol:?}"));
    }
    for (from, to) in changes {
        assert!(code.contains(from), "{from}");
        code = code.replace(from, to);
    }
    code
}

/// The mistakes that explain wrong answers of an engine.
fn explanations(protocol: &str, size: &str, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let options = ["--size", size, "--time", LONG, "--protocol", protocol];
    let output =
        test(&[&options[..], &["--format", "json"]].concat(), &engine_for(protocol, changes));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let differences = report["differences"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    differences.iter().map(|it| (text(&it["subject"]), text(&it["explanation"]))).collect()
}

const CLOSING: &str = "if passed and 0 <= row < height and 0 <= column < width and \
                       cells[row * width + column] == side:";
const SCORE: &str = "cells.count(side) - cells.count(\"XO\"[side == \"X\"])";
const AT_THE_EDGE: &str = "if passed and (not (0 <= row < height and 0 <= column < width) or \
                           cells[row * width + column] == side):";

/// Rules that programs have followed instead of Othello's: what is changed in the example, the mistake
/// that is named, and the protocols in which it can be seen, by their first letters.
#[test]
fn each_lie_is_found_and_explained_in_each_protocol() {
    let inside = "0 <= row < height and 0 <= column < width and cells[row * width + column]";
    let next_row = "0 <= row * width + column < len(cells) and cells[row * width + column]";
    let other_side = "cells[row % height * width + column % width]";
    let up_left = format!("if (down, right) != (-1, -1) and {}", &CLOSING[3..]);
    let winner = format!(
        "(lambda score: score + (score > 0) * cells.count(\"-\") - (score < 0) * \
                          cells.count(\"-\"))({SCORE})"
    );
    let fewest = "shows values as seen by the other side with --objective fewest";
    let no_moves = "or not legal and not moves(cells, width, other)";
    let line_is_over = "or not legal and (plies > 0 or not moves(cells, width, other))";
    let sign = "return (1 if side == \"X\" else -1) * walk(cells, width, side, score";
    let mut missed = Vec::new();
    for (from, to, mistake, protocols) in [
        (CLOSING, &*up_left, "never flips ↖", "pgnj"),
        (inside, next_row, "wraps around the edge to the next row", "pgnj"),
        (inside, other_side, "wraps around the edge to the other side", "pgnj"),
        (CLOSING, AT_THE_EDGE, "flips lines that end at the edge", "pgnj"),
        ("found += passed", "found += passed[:1]", "flips only the nearest disc of a line", "pgnj"),
        ("found += passed", "found = passed", "flips in one direction only", "pgnj"),
        ("square) + [square]", "square)", "does not place the new disc", "pgnj"),
        ("square) + [square]", "square)[1:] + [square]", "", "pgnj"),
        ("+ \" \" + other", "+ \" \" + side", "lets the same player move again", "pgnj"),
        (
            "\"pass\" if moves",
            "\"over\" if moves",
            "ends the game when a player has no move",
            "pgnj",
        ),
        ("else \"over\")", "else \"pass\")", "passes when neither side has a move", "pj"),
        ("lambda *_: 1, sum", "lambda *_: 2, sum", "", "p"),
        ("plies - 1) for", "plies - bool(legal)) for", "counts passes as no plies", "p"),
        (no_moves, line_is_over, "counts a line as over at its first pass", "p"),
        ("max(-value for", "min(-value for", fewest, "pnj"),
        ("cells.count(side) -", "cells.count(side) + 1 -", "", "pgnj"),
        (SCORE, &winner, "scores games with --score empties-to-winner", "pgj"),
        ("return walk(cells, width, side, score", sign, "shows values as seen by Black", "pgnj"),
    ] {
        for protocol in ["plain", "gtp", "nboard", "json"] {
            if protocols.contains(&protocol[..1]) {
                let found = explanations(protocol, "4", &[(from, to)]);
                if !found.iter().any(|(_, it)| it == mistake) {
                    missed.push(format!("{protocol}: {to} ({mistake}): {found:?}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn each_of_three_mistakes_is_named() {
    let changes = [
        (CLOSING, AT_THE_EDGE),
        ("\"pass\" if moves", "\"over\" if moves"),
        ("return walk(cells, width, side, score", "return -walk(cells, width, side, score"),
    ];
    let edge = ("legal_moves", "flips lines that end at the edge");
    let pass = ("passes", "ends the game when a player has no move");
    let sign = ("values", "shows values as seen by the other side");
    // GTP cannot set up a position, and no game leads to a pass before its first move at the edge. Its
    // only score that is not wrong anyway is one with White to move.
    let sign_in_gtp = ("values", "shows values as seen by Black");
    for (protocol, size, mistakes) in [
        ("plain", "4", &[edge, pass, sign][..]),
        ("gtp", "8", &[edge, sign_in_gtp]),
        ("nboard", "8", &[edge, pass, sign]),
        ("json", "4", &[edge, pass, sign]),
    ] {
        let found = explanations(protocol, size, &changes);
        for mistake in mistakes {
            let is_named = |it: &(String, String)| (&*it.0, &*it.1) == *mistake;
            assert!(found.iter().any(is_named), "{protocol}, {mistake:?}: {found:?}");
        }
    }
}

#[test]
fn the_report_has_every_wrong_answer_in_order() {
    let code = broken("found += passed", "found += passed[1:]")
        .replace("lambda *_: 1, sum", "lambda *_: 2, sum");
    let (report, _) = report(&["--size", "3", "--size", "5", "--time", LONG], &code, "wrong");
    let differences = report["differences"].as_array().unwrap();
    let boards = report["boards"].as_array().unwrap();
    let counts = boards.iter().flat_map(|board| board["subjects"].as_array().unwrap());
    let wrong: u64 = counts.map(|count| count["wrong"].as_u64().unwrap()).sum();
    assert_eq!(differences.len() as u64, wrong);
    let order = ["legal_moves", "flips", "passes", "ends", "perft", "values"];
    let keys = differences.iter().map(|it| {
        let subject = order.iter().position(|&subject| it["subject"] == subject).unwrap();
        let question = it["question"].as_str().unwrap();
        let plies = question.strip_prefix("perft ").map_or(0, |plies| plies.parse().unwrap());
        (subject, plies, it["size"].as_str().unwrap())
    });
    let keys: Vec<(usize, u32, &str)> = keys.collect();
    assert!(keys.is_sorted(), "{keys:?}");
    assert!(keys.iter().any(|key| key.1 == 1), "{keys:?}");
    // At the start, the only disc of a line is not flipped, so no move is legal.
    assert_eq!(
        differences[0]["missing"],
        serde_json::json!([
            {"square": "c2", "directions": "←"},
            {"square": "b3", "directions": "↑"}
        ])
    );
    let flips = differences.iter().find(|it| it["subject"] == "flips").unwrap();
    assert_eq!(flips["extra"], serde_json::json!([]));
    assert_eq!(flips["missing"].as_array().unwrap().len(), 1, "{flips:#}");
}

#[test]
fn an_engine_that_misbehaves_is_named_for_what_it_is() {
    let read = "import sys\nfor line in sys.stdin:\n    ";
    let silent = "is silent: no answer to 'moves 4x4 -----OX--XO----- X' in 0.3 s\n";
    for (time, code, verdict, named) in [
        ("0.3s", format!("{read}pass"), "silent", silent),
        (LONG, format!("{read}raise ValueError(\"no idea\")"), "dead", "ValueError: no idea"),
        (LONG, format!("{read}sys.exit(3)"), "dead", "exit status: 3"),
        (LONG, "while True: print(\"b1 a2 c4 d3\")".to_owned(), "flooding", "floods"),
        (LONG, format!("{read}print(\"x\" * 100000)"), "flooding", "floods"),
        (LONG, format!("{read}print(\"?\", flush=True)"), "mute", "answers no question"),
    ] {
        let (report, errors) = report(&["--size", "4", "--time", time], &code, verdict);
        assert!(errors.contains(named), "{errors}\n{report:#}");
    }
    // A response that is not an answer is quoted as it is.
    let code = format!("{read}print(\"hm?\", flush=True)");
    let (report, _) = report(&["--size", "4", "--time", LONG], &code, "wrong");
    assert_eq!(report["differences"][0]["answer"], "hm?");
    let missing = test_command(&[], &["no/such/engine"], Path::new("."));
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        stderr(&missing).contains("the engine cannot be started: no/such/engine: No such file")
    );
    assert_eq!(test_command(&[], &[], Path::new(".")).status.code(), Some(2));
}

/// The engine is started again after a question that it does not answer.
#[test]
fn the_test_goes_on_after_a_silence_and_a_crash() {
    let code = broken(
        "    print(answer(",
        "    if line.startswith('perft 4x4 -----OX--XO----- X 2'): \
                       sys.exit(1)\n    if line.startswith('perft 4x4 -----OX--XO----- X 4'): \
                       sys.stdin.read()\n    print(answer(",
    );
    // On a slow machine, other answers may be late too.
    let mut times = ["1s", "10s", "100s"].into_iter();
    let (report, errors) = loop {
        let time = times.next().expect("only two questions are not answered in time");
        let output = test(&["--size", "4", "--time", time, "--format", "json"], &code);
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let subjects = report["boards"][0]["subjects"].as_array().unwrap();
        let unanswered: Vec<_> = subjects.iter().map(|of| of["unanswered"].as_u64()).collect();
        if unanswered == [0, 0, 0, 0, 2, 0].map(Some) {
            break (report, stderr(&output));
        }
    };
    assert_eq!(report["verdict"], "dead", "{report:#}");
    assert!(errors.contains("crashes after 'perft 4x4 -----OX--XO----- X 2'"), "{errors}");
    for subject in report["boards"][0]["subjects"].as_array().unwrap() {
        assert!(subject["wrong"] == 0 && subject["compared"].as_u64() > Some(4), "{report:#}");
    }
}

/// An engine may leave the work to processes that it starts.
#[cfg(target_os = "linux")]
#[test]
fn the_children_of_an_engine_that_hangs_end_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let script = format!("sleep 10000 & echo $! >> '{}'; cat > /dev/null; wait", pids.display());
    // A slow machine needs longer to start it.
    let mut times = ["0.5s", "5s", "50s"].into_iter();
    let pids = loop {
        let time = times.next().expect("the engine starts in time");
        let output = test_command(&["--time", time], &["sh", "-c", &script], folder.path());
        assert!(stderr(&output).contains("is silent"), "{}", stderr(&output));
        let text = fs::read_to_string(&pids).unwrap_or_default();
        if text.ends_with('\n') {
            break text;
        }
    };
    for pid in pids.lines() {
        // What has ended but was not waited for has no command line.
        let command = || fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let began = Instant::now();
        while command().contains("sleep") {
            assert!(began.elapsed() < WATCHDOG, "{pid} is still running");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The engine always passes.
#[test]
fn a_pass_in_the_protocol_of_nboard_is_understood() {
    let code = "
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'ping': print('pong', rest.strip(), flush=True)
    if word == 'hint': print('status waiting', flush=True)
    if word == 'go': print('=== PA', flush=True)
";
    let (lies, _) = report(&["--size", "4", "--protocol", "nboard", "--time", LONG], code, "wrong");
    assert_eq!(lies["differences"][0]["answer"], "pass");
    assert_eq!(lies["differences"][0]["right"], "b1 a2 d3 c4");
    let requests = lies["differences"][0]["requests"].as_array().unwrap();
    assert_eq!(requests.last().unwrap(), "go");
    assert!(requests.iter().any(|it| it.as_str().unwrap().starts_with("set game (;GM[Othello]")));
}

#[test]
fn a_request_in_json_is_as_in_the_document() {
    let code = engine_for("json", &[("found += passed", "found += passed[1:]")]);
    let (lies, _) = report(&["--size", "4", "--protocol", "json", "--time", LONG], &code, "wrong");
    let request = r#"{"find":"all-moves","position":"-----OX--XO----- X"}"#;
    assert_eq!(lies["differences"][0]["requests"][0], request);
    assert!(lies["differences"].to_string().contains(r#"\"moves\":\"b1\""#), "{lies:#}");
}

/// The engine never answers after its first wrong answer.
#[test]
fn the_first_wrong_answer_is_told_as_soon_as_it_is_found() {
    let code = broken(
        "    print(answer(",
        "    print('over' if line.startswith('moves') else sys.stdin.read() or answer(",
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine.py"), code).unwrap();
    let args = ["test-engine", "--size", "4", "--time", LONG, "--", "python3", "engine.py"];
    let mut running =
        Running(program(&args, folder.path()).stderr(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(running.0.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(
        line.starts_with("first wrong answer, on 4x4 in -----OX--XO----- X: moves gave over"),
        "{line}"
    );
}

#[test]
fn an_engine_like_edax_is_tested_in_the_protocol_of_nboard() {
    let nboard = ["--protocol", "nboard", "--time", LONG, "--format", "json"];
    let options = [&nboard[..], &["--score", "empties-to-winner"]].concat();
    let winner = format!("({SCORE}) + ((({SCORE}) > 0) - (({SCORE}) < 0)) * cells.count(\"-\")");
    let output = test(&options, &engine_for("nboard", &[(SCORE, &winner)]));
    let right: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(right["verdict"], "right", "{right:#}");
    assert_eq!(right["boards"][0]["size"], "8x8");
    assert_eq!(right["boards"].as_array().unwrap().len(), 1);
    for (subject, least) in [("legal_moves", 18), ("passes", 4), ("ends", 10), ("values", 6)] {
        assert!(compared(&right, subject) >= least, "{right:#}");
    }
}

/// It knows only 8x8 and no `final_score`.
#[test]
fn an_engine_like_edax_is_tested_in_gtp() {
    let edax = [
        ("width = int(rest)", "width = int(rest)\n        if width != 8: return None"),
        ("word == \"final_score\"", "word == \"none\""),
    ];
    let gtp = ["--protocol", "gtp", "--time", LONG];
    let output = test(&gtp, &engine_for("gtp", &edax));
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(
        said.contains("\nuntested   values: it does not know the command final_score\n"),
        "{said}"
    );
    let end = "\nNo answer is wrong, but these were not tested: perft, values.\n";
    assert!(said.ends_with(end), "{said}");

    // A drawing that cannot be read is no proof of anything.
    let digits = ("cell.replace(\"X\", \"*\")", "str(\"-XO\".index(cell))");
    let options = [&gtp[..], &["--size", "4", "--format", "json"]].concat();
    let output = test(&options, &engine_for("gtp", &[digits]));
    let unread: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(unread["verdict"], "incomplete", "{unread:#}");
    let reason = "the board drawn by its showboard cannot be read";
    assert_eq!(unread["untested"][0], serde_json::json!({"subject": "flips", "reason": reason}));
}

/// Like GNU Rhino and Quarry, the engine passes by itself, and refuses to be told.
#[test]
fn an_engine_that_takes_no_passes_is_tested() {
    let alone = [
        (
            "color, move = rest.split()",
            "color, move = rest.split()\n        if move == \"pass\": return None",
        ),
        (
            "else ask(\"play\", move).split()\n    else:",
            "else ask(\"play\", move).split()\n        if ask(\"moves\") == \"pass\": side = \"XO\"[side == \"X\"]\n    else:",
        ),
    ];
    let options = ["--protocol", "gtp", "--size", "4", "--size", "6", "--time", LONG];
    let output = test(&options, &engine_for("gtp", &alone));
    let said = stdout(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("\nnote       the engine takes no passes\n"), "{said}");
}
