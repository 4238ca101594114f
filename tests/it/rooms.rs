//! Inside a crate, each room (a folder or a file in `src/`) imports only from those above it in the
//! tables of CONTRIBUTING.md. The compiler keeps the two crates apart.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Names that the core must not use: files, clocks and threads.
const OUTSIDE: [&str; 5] = ["std::fs", "std::path", "Instant", "SystemTime", "thread::spawn"];

/// The rooms in the table of a crate, from the ground up.
fn rooms(heading: &str) -> Vec<String> {
    let text = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let rows = text.lines().skip_while(|line| *line != heading).skip(2);
    let cells = rows.map_while(|line| line.strip_prefix("| `")?.split('`').next());
    cells.map(|name| name.trim_end_matches('/').trim_end_matches(".rs").to_owned()).collect()
}

/// The code below a folder without comments and unit tests, by the room that it is in.
pub(crate) fn read(folder: &Path, room: Option<&str>, code: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let room = room.unwrap_or(name);
        if path.is_dir() {
            read(&path, Some(room), code);
        } else if path.extension().is_some_and(|end| end == "rs")
            && !["lib", "main"].contains(&room)
        {
            let text = fs::read_to_string(&path).unwrap();
            let lines = text.split("#[cfg(test)]\nmod ").next().unwrap().lines();
            let lines = lines.map(|line| line.split("//").next().unwrap());
            code.entry(room.to_owned()).or_default().extend(lines.flat_map(|line| [line, "\n"]));
        }
    }
}

/// The rooms that some code uses, by `crate::room` or `othello_solver::room`, also in braces.
fn named<'a>(code: &'a str, crate_name: &str) -> impl Iterator<Item = &'a str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let begin = format!("{crate_name}::");
    let places: Vec<_> = code.match_indices(&begin).map(|(at, _)| at + begin.len()).collect();
    places.into_iter().flat_map(move |at| {
        let path = &code[at..];
        let list = path.strip_prefix('{').and_then(|list| list.split_once(';'));
        let items = list.map_or(vec![path], |(list, _)| list.split(',').collect());
        items.into_iter().map(move |item| item.trim().split(|c| !is_word(c)).next().unwrap())
    })
}

/// The imports in this code that break the order.
fn faults(rooms: &[String], code: &BTreeMap<String, String>) -> Vec<String> {
    let floor = |room: &str| rooms.iter().position(|other| other == room);
    let mut faults = Vec::new();
    for (room, text) in code {
        let Some(here) = floor(room) else {
            faults.push(format!("{room} is in no table"));
            continue;
        };
        for other in named(text, "crate").chain(named(text, "othello_solver")) {
            if floor(other).is_some_and(|there| there > here) {
                faults.push(format!("{room} imports from {other}, which comes later"));
            }
        }
    }
    faults
}

#[test]
fn each_room_imports_only_from_those_above_it() {
    for (folder, heading) in
        [("core/src", "| room in `core/src/` | subject |"), ("src", "| room in `src/` | subject |")]
    {
        let mut code = BTreeMap::new();
        read(Path::new(folder), None, &mut code);
        let rooms = rooms(heading);
        assert!(code.len() > 8 && rooms.len() == code.len(), "{rooms:?}");
        assert_eq!(faults(&rooms, &code), [""; 0]);
    }
}

#[test]
fn the_core_names_no_file_clock_or_thread() {
    let mut code = BTreeMap::new();
    read(Path::new("core/src"), None, &mut code);
    for (room, text) in &code {
        for name in OUTSIDE {
            assert!(!text.contains(name), "{room} names {name}");
        }
    }
}

#[test]
fn an_import_from_a_later_room_is_found() {
    let rooms = ["board", "game", "cli"].map(str::to_owned);
    let code = |room: &str, text: &str| BTreeMap::from([(room.to_owned(), text.to_owned())]);
    let found = |room, text| faults(&rooms, &code(room, text)).len();
    assert_eq!(found("game", "use crate::board::Size;"), 0);
    assert_eq!(found("game", "use crate::{board::Size, cli};"), 1);
    assert_eq!(found("board", "fn f() { crate::game::play() }"), 1);
    assert_eq!(found("board", "use othello_solver::cli;"), 1);
    assert_eq!(found("attic", ""), 1);
}
