//! The engine test kit: this program passes it, and broken engines are diagnosed correctly.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::LONG;
use crate::common::program::{PROGRAM, run, stderr, stdout};

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
    for protocol in ["plain", "gtp", "nboard", "json"] {
        // Where each answer takes a search, a few boards are enough.
        let searches = ["nboard", "json"].contains(&protocol);
        let sizes = ["2", "3", "4", "6x4", "8"].map(|size| ["--size", size]);
        let sizes = &sizes[..if searches { 4 } else { 5 }];
        let options = ["--time", LONG, "--format", "json", "--protocol", protocol];
        let options = [&options[..], sizes.as_flattened()].concat();
        let engine = [PROGRAM, "engine", "--protocol", protocol, "--time", LONG];
        let output = test_command(&options, &engine, Path::new("."));
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!(output.status.success(), "{report:#}");
        assert_eq!(report["verdict"], "right");
        let compared = |subject| compared(&report, subject);
        assert!(compared("legal_moves") > 40 && compared("passes") >= 12, "{report:#}");
        assert!(compared("ends") >= 19 && compared("values") > 10, "{report:#}");
        assert!(protocol == "nboard" || compared("flips") > 100, "{report:#}");
        assert!(protocol != "plain" || compared("perft") > 100, "{report:#}");
    }
}

/// The number of answers about a subject that were compared.
fn compared(report: &Value, subject: &str) -> u64 {
    let counts = report["counts"].as_array().unwrap().iter();
    counts.filter(|of| of["subject"] == subject).map(|of| of["compared"].as_u64().unwrap()).sum()
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
mistake    never flips ↑
others     ";
    assert!(first.starts_with(expected), "{first}");
    let errors = stderr(&output);
    let told =
        "first wrong answer: moves on 4x4 -----OX--XO----- X gave b1 a2 d3, not b1 a2 d3 c4\n";
    assert!(errors.starts_with(told), "{errors}");
    assert!(errors.contains(" answers are wrong"), "{errors}");
}

#[test]
fn the_report_has_every_wrong_answer_in_order() {
    let code = broken("found += passed", "found += passed[1:]")
        .replace("lambda *_: 1, sum", "lambda *_: 2, sum");
    let (report, _) = report(&["--size", "3", "--size", "5", "--time", LONG], &code, "wrong");
    let differences = report["differences"].as_array().unwrap();
    let counts = report["counts"].as_array().unwrap().iter();
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
    assert_eq!(differences[0]["missing"], serde_json::json!({"c2": "←", "b3": "↑"}));
    let flips = differences.iter().find(|it| it["subject"] == "flips").unwrap();
    assert_eq!(flips["extra"], serde_json::json!({}));
    assert_eq!(flips["missing"].as_object().unwrap().len(), 1, "{flips:#}");
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
        (LONG, format!("{read}print(\"x\" * 2000000)"), "flooding", "floods"),
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
    assert!(stderr(&missing).contains("the engine cannot be started: no/such/engine: No such"));
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
        let subjects = report["counts"].as_array().unwrap();
        let unanswered: Vec<_> = subjects.iter().map(|of| of["unanswered"].as_u64()).collect();
        if unanswered == [0, 0, 0, 0, 2, 0].map(Some) {
            break (report, stderr(&output));
        }
    };
    assert_eq!(report["verdict"], "dead", "{report:#}");
    assert!(errors.contains("crashes after 'perft 4x4 -----OX--XO----- X 2'"), "{errors}");
    for subject in report["counts"].as_array().unwrap() {
        assert!(subject["wrong"] == 0 && subject["compared"].as_u64() > Some(4), "{report:#}");
    }
}

/// An engine may leave the work to processes that it starts.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
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
        // A process that has exited but has not been waited for has no command line.
        let command = || fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let began = Instant::now();
        while command().contains("sleep") {
            assert!(began.elapsed() < WATCHDOG, "{pid} is still running");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A GTP engine that accepts every move, and an NBoard engine that always passes.
#[test]
fn lies_in_other_protocols_are_found() {
    let code = "while True:\n    input(); print(\"=\\n\", flush=True)";
    let (lies, _) = report(&["--size", "4", "--protocol", "gtp", "--time", LONG], code, "wrong");
    let first = &lies["differences"][0];
    assert_eq!(first["answer"], "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4");
    let code = "for line in open(0):
    word, _, rest = line.strip().partition(' ')
    said = {'ping': 'pong ' + rest.strip(), 'hint': 'status waiting', 'go': '=== PA'}
    if word in said: print(said[word], flush=True)";
    let (lies, _) = report(&["--size", "4", "--protocol", "nboard", "--time", LONG], code, "wrong");
    assert_eq!(lies["differences"][0]["answer"], "pass");
    assert_eq!(lies["differences"][0]["right"], "b1 a2 d3 c4");
}

/// The rules of the example, in a program that speaks another protocol. It remembers flips, because it
/// plays the same games again and again.
fn with_rules_of_the_example(code: &str) -> String {
    let cached = "import functools\nflips = functools.cache(flips)\n".to_owned() + code;
    example().split_once("def answer").unwrap().0.to_owned() + &cached
}

/// It writes what Edax 4.6 does in NBoard's protocol: nothing about a forced pass, numbers for depths,
/// and moves of the line in both cases. At depth 60 it thinks until the next command arrives, unless
/// few squares are empty.
const NBOARD_LIKE_EDAX: &str = include_str!("../data/nboard_like_edax.py");

#[test]
fn an_engine_like_edax_is_tested_in_the_protocol_of_nboard() {
    let code = with_rules_of_the_example(NBOARD_LIKE_EDAX);
    let nboard = ["--protocol", "nboard", "--time", LONG];
    let discs = [&nboard[..], &["--format", "json"]].concat();
    let rules = [&discs[..], &["--score", "empties-to-winner"]].concat();
    let output = test(&rules, &code);
    let right: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(right["verdict"], "right", "{right:#}");
    assert!(right["counts"].as_array().unwrap().iter().all(|count| count["size"] == "8x8"));
    for (at, least) in [(0, 18), (2, 4), (3, 10), (5, 6)] {
        assert!(right["counts"][at]["compared"].as_u64() >= Some(least), "{right:#}");
    }
    let lies = code.replace("{value:+d}", "{value + 2:+d}");
    let (wrong, _) = report(&nboard, &lies, "wrong");
    assert_eq!(wrong["differences"][0]["subject"], "values", "{wrong:#}");
}

/// It writes what Edax 4.6 does in GTP: only 8x8, legal moves and more in the drawing of the board, and
/// no `final_score`.
const GTP_LIKE_EDAX: &str = include_str!("../data/gtp_like_edax.py");

#[test]
fn an_engine_like_edax_is_tested_in_gtp() {
    let code = with_rules_of_the_example(GTP_LIKE_EDAX);
    let gtp = ["--protocol", "gtp", "--time", LONG];
    let output = test(&gtp, &code);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(!said.contains("6x4") && !said.contains("3x3"), "{said}");
    let reason = "\nuntested   values: the engine refuses the command 'final_score'\n";
    assert!(said.contains(reason), "{said}");
    let end = "\nNo answer is wrong, but these were not tested: values.\n";
    assert!(said.ends_with(end), "{said}");
    let row = said.lines().find(|line| line.starts_with("8x8")).unwrap();
    let compared: Vec<u32> = row.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    assert!(compared.len() == 4 && compared[1] > 100, "{said}");

    // Its drawing shows the flips, also wrong ones.
    let code = with_rules_of_the_example(GTP_LIKE_EDAX);
    let lies = code.replace("+ [square]", "[:-1] + [square]");
    let options = [&gtp[..], &["--size", "8"]].concat();
    let (lies, _) = report(&options, &lies, "wrong");
    assert_eq!(lies["differences"][0]["subject"], "flips", "{lies:#}");

    // A drawing that cannot be read proves nothing.
    let code =
        code.replace("(\".\" if at in legal else cells[at])", "str(\"-XO\".index(cells[at]))");
    let output = test(&[&options[..], &["--format", "json"]].concat(), &code);
    let unread: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(unread["verdict"], "incomplete", "{unread:#}");
    assert_eq!(unread["untested"]["flips"], "draws a board by showboard that cannot be read");
}
