//! Tables: damaged, or forged and resealed.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use othello_core::{Color, Position, Rules, Score, Size, Solution, Start};
use othello_solver::storage::{BlockFile, shown};
use othello_solver::tables::{Arrangements, Tabulated, ValueTable, tabulate};
use serde_json::Value;

use crate::arrangements::all;
use crate::common::{extremes, is_thorough, position, size};

/// Makes a table in a folder.
fn make(size: Size, start: Start, rules: Rules, table: &Path) -> Tabulated {
    tabulate(size, start, rules, table, &()).unwrap().unwrap()
}

/// Flips bits in one byte of a file, without rewriting the rest.
fn flip(path: &Path, place: u64, bits: u8) {
    let mut file = File::options().read(true).write(true).open(path).unwrap();
    let mut byte = [0];
    file.seek(SeekFrom::Start(place)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(place)).unwrap();
    file.write_all(&[byte[0] ^ bits]).unwrap();
}

#[test]
fn a_damaged_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    make(size(4, 4), Start::Diagonal, Rules::default(), &path);
    let whole = fs::read(&path).unwrap();
    let error = || {
        let checked = ValueTable::open(&path).and_then(|it| it.check(1, &()));
        checked.unwrap_err().to_string().replace(&shown(&path), "FILE")
    };
    for place in (0..whole.len()).step_by(if is_thorough() { 499 } else { 4999 }) {
        flip(&path, place as u64, 1 << (place % 8));
        let error = error();
        flip(&path, place as u64, 1 << (place % 8));
        assert!(error.starts_with("FILE is "), "byte {place}: {error}");
    }
    let shorter = whole.len() - 1;
    let expected = format!("FILE is damaged: it has {shorter} bytes instead of {}", whole.len());
    fs::write(&path, &whole[..shorter]).unwrap();
    assert_eq!(error(), expected);
    fs::write(&path, &whole[..30]).unwrap();
    assert_eq!(error(), "FILE is damaged: it is cut short before its values");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn a_wrong_value_is_named_with_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all");
    all(Rules::default()).write(&path).unwrap();
    let file = BlockFile::<serde_json::Value>::open(&path).unwrap();
    let whole = file.values().unwrap();
    // The first arrangement is the empty board, and the last has a disc of the player to move on
    // every square.
    let places = [(whole.len() - 1, "XXXXXXXXXXXXXXXX X"), (0, "---------------- X")];
    for (place, position) in places.into_iter().take(if is_thorough() { 2 } else { 1 }) {
        let mut values = whole.clone();
        let right = values[place];
        values[place] -= 1;
        let wrong = folder.path().join("wrong");
        BlockFile::write(&wrong, &file.description, &values).unwrap();
        let error = ValueTable::open(&wrong).unwrap().check(1, &()).unwrap_err().to_string();
        let expected = format!("the value {:+} should be {right:+} in {position}", right - 1);
        assert_eq!(error, format!("{} is wrong: {expected}", shown(&wrong)));
    }
}

/// The error from opening a file and looking up the empty board.
fn error(path: &Path) -> String {
    let empty = position(size(4, 4), [0, 0], Color::Black);
    let value = ValueTable::open(path).and_then(|table| table.value(empty));
    value.unwrap_err().to_string().replace(&shown(path), "FILE")
}

/// The same with one bit of the file flipped; the flip is then undone.
fn error_of_flip(path: &Path, place: u64) -> String {
    flip(path, place, 0x10);
    let error = error(path);
    flip(path, place, 0x10);
    error
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all");
    all(Rules::default()).write(&path).unwrap();
    let len = fs::metadata(&path).unwrap().len();
    let first_value = len - Arrangements::COUNT as u64;

    let expected = "FILE is not a table of values: it does not begin like one";
    assert_eq!(error_of_flip(&path, 0), expected);
    for place in [24, 60, 80, 200, first_value - 1] {
        let expected = "FILE is damaged: its header does not match its seal";
        assert_eq!(error_of_flip(&path, place), expected);
    }
    for place in (1..120).chain((120..first_value).step_by(997)) {
        error_of_flip(&path, place);
    }
    assert_eq!(
        error_of_flip(&path, first_value + 5),
        "FILE is damaged: its values from 0 up to 32768 have changed"
    );

    let file = File::options().write(true).open(&path).unwrap();
    let cut_to = |bytes| {
        file.set_len(bytes).unwrap();
        error(&path)
    };
    let shorter = len - 1;
    let expected = format!("FILE is damaged: it has {shorter} bytes instead of {len}");
    assert_eq!(cut_to(shorter), expected);
    assert_eq!(cut_to(40), "FILE is damaged: it is cut short before its values");
    assert_eq!(cut_to(0), "FILE is not a table of values: it does not begin like one");
}

/// Variants of a document, each with one number or string changed.
fn others(value: &Value, all: &mut dyn FnMut(Value)) {
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            let near = [number + 1, number - 1, 0, -number - 7].map(Value::from);
            let extremes = extremes(5).filter_map(|text| serde_json::from_str(text).ok());
            near.into_iter().chain(extremes).for_each(&mut *all);
        }
        Value::String(_) => {
            for text in ["", "4x4", "3x3", "3x2", "parallel", "fewest", "empties-to-winner"] {
                all(text.into());
            }
        }
        Value::Array(values) => {
            for place in 0..values.len() {
                let mut without = values.clone();
                without.remove(place);
                all(without.into());
                others(&values[place], &mut |other| {
                    let mut values = values.clone();
                    values[place] = other;
                    all(values.into());
                });
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let mut without = fields.clone();
                without.remove(name);
                all(without.into());
                others(value, &mut |other| {
                    let mut fields = fields.clone();
                    fields[name] = other;
                    all(fields.into());
                });
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
    all(Value::Null);
}

/// The values of all reachable positions of 3×3, according to a table.
fn answers(table: &ValueTable, solution: &Solution) -> Vec<Option<Score>> {
    solution.positions().map(|(game, _)| table.value(game).ok().flatten()).collect()
}

/// A forger can also reseal a table. It is then either rejected, or its answers are right.
#[test]
fn no_table_that_is_sealed_again_lies() {
    let folder = tempfile::tempdir().unwrap();
    let (path, forged) = (folder.path().join("table"), folder.path().join("forged"));
    let (size, rules) = (size(3, 3), Rules::default());
    make(size, Start::Diagonal, rules, &path);
    let solution = Solution::new(Position::start(size, Start::Diagonal), rules).unwrap();
    let right: Vec<_> = solution.positions().map(|(_, value)| Some(value)).collect();
    assert_eq!(answers(&ValueTable::open(&path).unwrap(), &solution), right);

    let whole = BlockFile::<Value>::open(&path).unwrap();
    let (description, values) = (whole.description.clone(), whole.values().unwrap());
    let (mut tried, mut kept) = (0, 0);
    let mut attack = |description: &Value, values: &[i8]| {
        tried += 1;
        BlockFile::write(&forged, description, values).unwrap();
        let Ok(table) = ValueTable::open(&forged) else { return };
        let Ok(checked) = table.check(1, &()) else { return };
        assert!(checked.is_proof());
        assert_eq!((table.size, table.rules), (size, rules), "{description}");
        assert_eq!(answers(&table, &solution), right, "{description}");
        kept += 1;
    };
    attack(&description, &values);
    others(&description, &mut |other| {
        if other != description {
            attack(&other, &values);
        }
    });
    for place in (0..values.len()).filter(|&place| values[place] != 0 || place % 9973 == 0) {
        for change in [1, 2, 0x10, -0x80] {
            let mut values = values.clone();
            values[place] ^= change;
            attack(&description, &values);
        }
        attack(&description, &[&values[..place], &values[place + 1..]].concat());
    }
    // The accepted tables are the unchanged ones, and ones changed in unused places.
    assert!(tried > 300 && (1..tried / 4).contains(&kept), "{kept} of {tried}");
}

/// Flips every bit of a small table, except for most of the zeros that pad its pages.
#[test]
fn no_bit_of_a_table_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    make(size(3, 3), Start::Diagonal, Rules::default(), &path);
    let whole = fs::read(&path).unwrap();
    for place in (0..whole.len()).filter(|&place| whole[place] != 0 || place % 9973 == 0) {
        for bit in 0..8 {
            flip(&path, place as u64, 1 << bit);
            let checked = ValueTable::open(&path).and_then(|it| it.check(1, &()));
            checked.map(|_| ()).expect_err(&format!("byte {place}, bit {bit}"));
            flip(&path, place as u64, 1 << bit);
        }
    }
}
