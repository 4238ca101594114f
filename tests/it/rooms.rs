//! The layering of `src/`. Its rooms are the folders and files in the first table of
//! CONTRIBUTING.md, and each imports only from the ones above it there. There are no import cycles
//! inside a room. The lower rooms do not use files, paths or JSON. Only `lib.rs` checks for
//! features, except for the feature `schema`, which adds descriptions to types.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The first room that may use files.
const STORAGE: &str = "storage";

/// Names that the rooms before it must not use.
const ABOUT_FILES: [&str; 3] = ["std::fs", "std::path", "serde_json"];

/// Tree search is recursive, and its files may import each other.
const RECURSIVE: &str = "search/tree/";

/// The names along a path.
type Names = Vec<String>;

fn names(path: &str) -> Names {
    path.split("::").map(|name| name.trim().to_owned()).collect()
}

/// The names that a file uses outside its unit tests.
struct Source {
    /// Its name in `src/`.
    file: String,
    /// Its module path.
    module: Names,
    /// Its imports, keyed by their names in this file.
    imports: BTreeMap<String, Names>,
    /// Every path, including the ones in `use` lines.
    paths: BTreeSet<Names>,
    /// The paths that it re-exports with `pub use`.
    exports: BTreeSet<Names>,
    asks_for_features: bool,
}

impl Source {
    fn new(file: &str, text: &str) -> Self {
        let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
        let module = if module == "lib" { vec![] } else { names(&module.replace('/', "::")) };
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        let code: Vec<_> = code.lines().map(|line| line.split("//").next().unwrap()).collect();
        let mut source = Self {
            file: file.to_owned(),
            module,
            imports: BTreeMap::new(),
            paths: BTreeSet::new(),
            exports: BTreeSet::new(),
            asks_for_features: code
                .iter()
                .any(|line| line.replace("feature = \"schema\"", "").contains("feature = \"")),
        };
        let mut lines = code.into_iter();
        while let Some(line) = lines.next() {
            let mut words = line.split_whitespace();
            let is_public = words.clone().next().is_some_and(|word| word.starts_with("pub"));
            if words.nth(usize::from(is_public)) == Some("use") {
                let mut tree = words.collect::<Vec<_>>().join(" ");
                while !tree.ends_with(';') {
                    tree += lines.next().expect("a `use` line ends").trim();
                }
                source.import(&tree, is_public);
            } else {
                let is_inside = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                let paths = line.split(|c| !is_inside(c)).map(|path| path.trim_matches(':'));
                source.paths.extend(paths.filter(|path| path.contains("::")).map(names));
            }
        }
        source
    }

    /// Adds a `use` line, given the text after `use`.
    fn import(&mut self, tree: &str, is_public: bool) {
        for leaf in leaves(tree.trim_end_matches(';')) {
            let (path, alias) = leaf.split_once(" as ").unwrap_or((&leaf, ""));
            let path = names(path.trim_end_matches("::self"));
            let name = if alias.is_empty() { path.last().unwrap() } else { alias }.to_owned();
            if is_public {
                self.exports.insert(path.clone());
            }
            self.paths.insert(path.clone());
            self.imports.insert(name, path);
        }
    }

    /// The file, or the folder if its files count as one.
    fn in_rings(&self) -> &str {
        if self.file.starts_with(RECURSIVE) { RECURSIVE } else { &self.file }
    }

    fn room(&self) -> Option<&str> {
        self.module.first().map(String::as_str).filter(|&room| room != "main")
    }
}

/// Expands a `use` tree into paths: two for `a::{b, c}`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((begin, rest)) = tree.split_once('{') else {
        return vec![tree.trim().to_owned()];
    };
    let inside = rest.trim_end().strip_suffix('}').expect("the braces of `use` are closed");
    let mut depth = 0;
    let parts = inside.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.flat_map(leaves).filter(|leaf| !leaf.is_empty());
    parts.map(|leaf| format!("{}{leaf}", begin.trim())).collect()
}

/// All files of `src/`, keyed by module path.
struct Sources(BTreeMap<Names, Source>);

impl Sources {
    fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let sources = files.into_iter().map(|(file, text)| Source::new(file, text));
        Self(sources.map(|source| (source.module.clone(), source)).collect())
    }

    /// The file that defines the item at a path in another file, unless it is in another package.
    fn definition(&self, from: &Source, path: &[String]) -> Option<&Source> {
        let (first, rest) = path.split_first()?;
        let child = [&from.module[..], &path[..1]].concat();
        match first.as_str() {
            "crate" | "othello_solver" => self.descend(&[], rest),
            "self" | "super" => self.descend(&from.module, path),
            _ if self.0.contains_key(&child) => self.descend(&child, rest),
            _ => {
                let import = from.imports.get(first).filter(|import| import[0] != *first)?;
                self.definition(from, &[import, rest].concat())
            }
        }
    }

    /// The file that defines the item at a path, relative to a module.
    fn descend(&self, module: &[String], path: &[String]) -> Option<&Source> {
        let source = self.0.get(module)?;
        let Some((first, rest)) = path.split_first() else {
            return Some(source);
        };
        let child = [module, &path[..1]].concat();
        match first.as_str() {
            "self" => self.descend(module, rest),
            "super" => self.descend(&module[..module.len() - 1], rest),
            _ if self.0.contains_key(&child) => self.descend(&child, rest),
            _ => match source.imports.get(first).filter(|import| **import != path[..1]) {
                Some(import) => self.definition(source, &[import, rest].concat()),
                None => Some(source),
            },
        }
    }

    /// The files in the same room that a file uses. Re-exports in a `mod.rs` do not count.
    fn neighbours(&self, source: &Source) -> impl Iterator<Item = &Source> {
        let is_used =
            |path: &&Names| !source.file.ends_with("/mod.rs") || !source.exports.contains(*path);
        let used = source.paths.iter().filter(is_used);
        let used = used.filter_map(|path| self.definition(source, path));
        used.filter(|target| target.room() == source.room())
    }

    /// The files in each import cycle.
    fn rings(&self) -> BTreeSet<Vec<&str>> {
        let mut reached = BTreeMap::<_, BTreeSet<_>>::new();
        for source in self.0.values() {
            let used = self.neighbours(source).map(Source::in_rings);
            let used = used.filter(|&file| file != source.in_rings());
            reached.entry(source.in_rings()).or_default().extend(used);
        }
        let next = reached.clone();
        for _ in 0..next.len() {
            for files in reached.values_mut() {
                files.extend(files.clone().iter().flat_map(|file| &next[file]));
            }
        }
        let in_ring = |file: &&str, other: &&str| reached[other].contains(file);
        let rings = reached.iter().map(|(file, reaches)| {
            reaches.iter().copied().filter(|other| in_ring(file, other)).collect::<Vec<_>>()
        });
        rings.filter(|ring| !ring.is_empty()).collect()
    }

    /// Every violation of the rules, given the rooms from the ground up.
    fn faults(&self, rooms: &[String]) -> BTreeSet<String> {
        let floor = |room: &str| {
            let floor = rooms.iter().position(|other| other == room);
            floor.unwrap_or_else(|| panic!("{room} is not in the table of rooms"))
        };
        let mut faults = BTreeSet::new();
        for ring in self.rings() {
            faults.insert(format!("{} import each other", ring.join(", ")));
        }
        for source in self.0.values() {
            let Some(room) = source.room() else { continue };
            let file = &source.file;
            if source.asks_for_features {
                faults.insert(format!("{file} asks for features"));
            }
            for path in &source.paths {
                let target = self.definition(source, path);
                if let Some(other) = target.and_then(Source::room)
                    && floor(other) > floor(room)
                {
                    faults.insert(format!("{file} imports from {other}, which comes later"));
                }
                let about_files = ABOUT_FILES.iter().find(|begin| path.starts_with(&names(begin)));
                if let Some(name) = about_files.filter(|_| floor(room) < floor(STORAGE)) {
                    faults.insert(format!("{file} names {name}"));
                }
            }
        }
        faults
    }
}

/// The rooms in CONTRIBUTING.md, from the ground up.
fn table() -> Vec<String> {
    let text = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let cells = rows.map_while(|line| line.strip_prefix('|')?.split('|').next());
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(|name| name.trim_end_matches('/').trim_end_matches(".rs").to_owned()).collect()
}

/// Reads the files below a folder, keyed by name.
fn read(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix("src").unwrap().to_str().unwrap().to_owned();
            files.insert(file, fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn each_room_imports_from_those_above_it_in_the_table_and_no_files_in_rings() {
    let mut files = BTreeMap::new();
    read(Path::new("src"), &mut files);
    let files = files.iter().map(|(file, text)| (&**file, &**text));
    let faults = Sources::new(files).faults(&table());
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Each rule is broken once, using different ways of writing paths.
#[test]
fn violations_are_found() {
    let sources = Sources::new([
        ("lib.rs", "#[cfg(feature = \"files\")]\nmod storage;\npub use board::{Size, Square};"),
        ("board/mod.rs", "mod size;\nmod square;\npub use size::Size;\npub use square::Square;"),
        ("board/size.rs", "// use super::Square;\npub struct Size;"),
        ("board/square.rs", "use super::Size;\n#[cfg(test)]\nmod tests {\nuse std::fs;\n}"),
        ("game/mod.rs", "mod score;\nmod start;\npub use start::{Start as First};"),
        ("game/score.rs", "use super::{\n    First,\n};\nuse std::{fmt, fs::{self, File}};"),
        ("game/start.rs", "use crate::{Size, board};\nfn a(b: super::score::Score) {}"),
        ("search/mod.rs", "mod root;\nmod tree;"),
        ("search/tree/mod.rs", "mod a;\nmod b;\nfn recursive() { a::search() }"),
        ("search/tree/a.rs", "#[cfg(feature = \"files\")]\nuse crate::storage as files;"),
        ("search/tree/b.rs", "use super::recursive;\nfn b() { super::super::root::solve() }"),
        ("search/root.rs", "use crate::search::tree;\nfn solve() { tree::recursive(); }"),
        ("storage.rs", "use crate::game::*;\nuse std::path::Path;\nfn c() { crate::cli::run() }"),
        ("cli/mod.rs", "mod run;\npub(crate) use run::run;"),
        ("cli/run.rs", "use othello_solver::search::tree;"),
    ]);
    let rooms = ["board", "game", "search", "storage", "cli"].map(str::to_owned);
    let faults: Vec<_> = sources.faults(&rooms).into_iter().collect();
    let expected = [
        "game/score.rs names std::fs",
        "game/score.rs, game/start.rs import each other",
        "search/root.rs, search/tree/ import each other",
        "search/tree/a.rs asks for features",
        "search/tree/a.rs imports from storage, which comes later",
        "storage.rs imports from cli, which comes later",
    ];
    assert_eq!(faults, expected);
}
