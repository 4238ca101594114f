//! The cases in `tests/data/notation.json`, read through every interface: the library, the command line,
//! the server and the page.

use std::fs;

use othello_core::notation::{CSV_HEADER, Extent, Notation, ReadError, Reader, Record, write};
use othello_core::{Size, Start};
use othello_solver::reading;
use serde_json::{Map, Value, json};

use crate::common::program::{run, stderr, stdout, talk};
use crate::common::server::Server;

/// The cases: each has a text, or bytes as hexadecimal digits, and what is in it.
pub(crate) fn cases() -> Vec<Value> {
    let text = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/notation.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The bytes of a case.
pub(crate) fn bytes(case: &Value) -> Vec<u8> {
    match (case["text"].as_str(), case["hex"].as_str()) {
        (Some(text), _) => text.as_bytes().to_owned(),
        (_, Some(hex)) => {
            let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            (0..hex.len()).step_by(2).map(byte).collect()
        }
        _ => panic!("{case}"),
    }
}

/// The reader for a case.
fn reader(case: &Value) -> Reader {
    let size = case["size"].as_str().map(|size| size.parse().unwrap());
    Reader::new(size, Size::STANDARD, Start::Diagonal).on_any_board()
}

/// The records in a case, read by the library.
fn read(case: &Value) -> Result<Vec<Record>, ReadError> {
    reading::read_file(&bytes(case), "", reader(case), Extent::Whole)
}

/// A record in the form that the cases use.
fn described(record: &Record) -> Value {
    let entry = match &record.entry {
        Ok(entry) => entry,
        Err(ReadError { kind, line, column, .. }) => {
            return json!({ "problem": kind.to_string(), "file_line": line, "column": column });
        }
    };
    let scores = entry.scores.iter();
    let scores = scores.map(|(square, score)| json!({ "move": square, "expected": score }));
    let tags: Map<String, Value> =
        entry.tags.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    json!({
        "file_line": record.number,
        "notation": entry.notation,
        "size": entry.position().size(),
        "begin": entry.game.start(),
        "game": entry.game,
        "position": entry.position(),
        "objective": entry.objective,
        "names": entry.players,
        "expected": entry.score,
        "lower": entry.bounds.map(|bounds| bounds[0]),
        "upper": entry.bounds.map(|bounds| bounds[1]),
        "moves": scores.collect::<Vec<_>>(),
        "tags": tags,
        "remarks": entry.remarks,
    })
}

/// How the records that were found differ from the expected ones, if they do.
fn differences(case: &Value, found: &[Value]) -> Option<String> {
    let expected = case["records"].as_array().unwrap();
    let differs = |(expected, found): (&Value, &Value)| {
        // A record that should be an error must not be read, and the other way round.
        expected.get("problem").is_some() != found.get("problem").is_some()
            || expected.as_object().unwrap().iter().any(|(key, value)| found[key] != *value)
    };
    let is_wrong = expected.len() != found.len() || expected.iter().zip(found).any(differs);
    is_wrong.then(|| format!("{case}\nfound {}", Value::from(found.to_vec())))
}

#[test]
fn the_library_reads_every_case() {
    let cases = cases();
    assert!(cases.len() >= 360);
    let difference = |case: &Value| match (read(case), case["file"].as_str()) {
        (Ok(records), None) => {
            differences(case, &records.iter().map(described).collect::<Vec<_>>())
        }
        (Err(error), Some(kind)) if error.kind.to_string() == kind => None,
        (found, _) => Some(format!("{case}\nfound {found:?}")),
    };
    let differences: Vec<_> = cases.iter().filter_map(difference).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The records in a case whose lines are separate questions.
fn read_lines(case: &Value, text: &str) -> Vec<Record> {
    let mut records = reader(case).line_by_line();
    let mut found: Vec<_> = text.lines().flat_map(|line| records.read(line)).collect();
    found.append(&mut records.finish());
    found
}

/// The table that the program should print for these records, its exit code and the errors.
fn table(records: Result<Vec<Record>, ReadError>) -> (String, i32, Vec<String>) {
    let records = match records {
        Ok(records) => records,
        Err(error) => return (String::new(), 2, vec![error.to_string()]),
    };
    let (mut table, mut errors, is_empty) = (CSV_HEADER.to_owned(), Vec::new(), records.is_empty());
    for record in records {
        match record.into_entry() {
            Ok(entry) => table += &write(&entry, Notation::Csv).text,
            Err(error) => errors.push(error),
        }
    }
    let code = if is_empty { 2 } else { i32::from(!errors.is_empty()) };
    (table, code, errors)
}

/// Every case as a file, and some on standard input and as an argument.
#[test]
fn the_command_line_reads_every_case() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case");
    let mut differences = Vec::new();
    for (number, case) in cases().iter().enumerate() {
        let size = case["size"].as_str().map_or(vec![], |size| vec!["--size", size]);
        let mut check = |door: &str, records, output: std::process::Output| {
            let (table, code, errors) = table(records);
            let (said, error) = (stdout(&output), stderr(&output));
            let is_told = errors.iter().all(|problem| error.contains(problem));
            let is_control = |it: char| it.is_control() && it != '\n' || it == '\u{202e}';
            let is_right = said == table && output.status.code() == Some(code) && is_told;
            if !is_right || error.contains(is_control) || said.contains(is_control) {
                differences.push(format!("{door}: {case}\n{:?}: {said}{error}", output.status));
            }
        };
        fs::write(&path, bytes(case)).unwrap();
        let output = run(&[&["show", "case", "--to", "csv"], &size[..]].concat(), &folder);
        check("file", read(case), output);
        let Some(text) = case["text"].as_str() else { continue };
        if number % 3 == 0 {
            let args = [&["show", "-", "--to", "csv"], &size[..]].concat();
            check("standard input", Ok(read_lines(case, text)), talk(&args, &folder, text));
        }
        let is_read = read(case).is_ok_and(|it| it.iter().all(|it| it.entry.is_ok()));
        if is_read && number % 3 == 1 && !text.contains('\0') && case["records"] != json!([]) {
            let output = run(&[&["show", text, "--to", "csv"], &size[..]].concat(), &folder);
            check("argument", read(case), output);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_server_reads_every_case() {
    let server = Server::alone();
    let mut wrong = Vec::new();
    for case in cases() {
        let Some(text) = case["text"].as_str() else { continue };
        let mut question = json!({ "text": text });
        if !case["size"].is_null() {
            question["size"] = case["size"].clone();
        }
        let answer = server.post("/api/v1/read", "application/json", &question.to_string());
        let document = answer.json();
        match document["records"].as_array() {
            Some(records) => wrong.extend(differences(&case, records)),
            None if case["records"] == json!([]) && answer.status == 400 => {}
            None => wrong.push(format!("{case}\n{document}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_reads_no_case_otherwise() {
    let Some(lines) = crate::explorer::run("notation.mjs") else { return };
    let [count, differences @ ..] = &lines[..] else { panic!("{lines:?}") };
    assert!(count.parse::<u32>().unwrap() > 50, "{count}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Each text is long enough that a reader which is not linear would take hours.
#[test]
fn no_reader_takes_more_than_linear_time() {
    let board = "-----OX--XO-----";
    let sgf = "(;GM[2]SZ[8];B[f5]";
    let forms = [
        "(".repeat(1_000_000),
        format!("{sgf}{}{}", "(;W[d6]".repeat(1_000_000), ")".repeat(1_000_001)),
        format!("{sgf}C[{}", "[".repeat(1_000_000)),
        format!("{sgf}{})", "C[y]".repeat(100_000)),
        "(;B[a1])".repeat(50_000),
        "a (;B[a1])".repeat(50_000),
        "(;GM[2];B[a1\n".repeat(50_000),
        format!("[Event \"x\"]\n\n1. f5 {}{}", "(".repeat(1_000_000), ")".repeat(1_000_000)),
        format!("[Event \"x\"]\n\n1. f5 {{{}}}", "[%".repeat(300_000)),
        "[Event \"x\"]\n\n1. a1\n\n".repeat(20_000),
        "1. ".repeat(500_000),
        format!("f5{}", ",- ".repeat(500_000)),
        "x".repeat(5_000_000),
        "x ".repeat(1_000_000),
        format!("{board} X; {}", "b1:+3;".repeat(200_000)),
        format!("position,score\n{board} X,{}", "\"".repeat(1_000_000)),
        "--------\n".repeat(50_000),
        "X\n".repeat(100_000),
        format!("0x{0} 0x{0} X", "0".repeat(1_000_000)),
    ];
    for text in forms {
        let begin: String = text.chars().take(40).collect();
        let reader = Reader::new(None, Size::STANDARD, Start::Diagonal).on_any_board();
        assert!(!reader.records(&text).is_empty(), "{begin}");
    }
}
