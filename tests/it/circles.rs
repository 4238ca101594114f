//! No files of a crate import from each other in a circle. An item belongs to the file that defines
//! it, so re-exports do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names on the way from the root of a crate, or from some module, to a module or another item.
type Names = Vec<String>;

/// The modules of a crate, each with what it imports and the paths that it uses elsewhere.
#[derive(Debug, Default)]
struct Modules(BTreeMap<Names, Module>);

#[derive(Debug, Default)]
struct Module {
    imports: Vec<Import>,
    paths: Vec<Names>,
}

#[derive(Debug)]
struct Import {
    path: Names,
    /// The name of the item here.
    name: String,
    is_reexport: bool,
}

fn names(path: &str) -> Names {
    path.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

fn join(names: &[String], more: &[String]) -> Names {
    [names, more].concat()
}

impl Module {
    /// Reads the code of a file, without its unit tests.
    fn of(code: &str) -> Self {
        let mut module = Self::default();
        let code = code.split("#[cfg(test)]\nmod ").next().unwrap();
        let mut lines = code.lines().map(|line| line.split("//").next().unwrap());
        while let Some(line) = lines.next() {
            if let Some((before, tree)) = line.split_once("use ")
                && (before.trim().is_empty() || before.trim().starts_with("pub"))
            {
                let mut tree = tree.to_owned();
                while !tree.contains(';') {
                    tree += lines.next().unwrap();
                }
                module.import(&[], tree.trim().trim_end_matches(';'), !before.trim().is_empty());
            } else {
                let words = line.split(|it: char| !it.is_alphanumeric() && it != '_' && it != ':');
                module.paths.extend(words.filter(|word| word.contains("::")).map(names));
            }
        }
        module
    }

    /// Adds the imports `a::{b, c::d}` below a path.
    fn import(&mut self, above: &[String], tree: &str, is_reexport: bool) {
        let (mut depth, mut begin) = (0, 0);
        for (at, letter) in tree.char_indices().chain([(tree.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    self.import_one(above, &tree[begin..at], is_reexport);
                    begin = at + 1;
                }
                _ => {}
            }
        }
    }

    fn import_one(&mut self, above: &[String], item: &str, is_reexport: bool) {
        if let Some((path, inner)) = item.split_once('{') {
            let inner = inner.trim_end().strip_suffix('}').unwrap();
            self.import(&join(above, &names(path)), inner, is_reexport);
            return;
        }
        let (path, name) = item.split_once(" as ").unwrap_or((item, ""));
        let mut path = join(above, &names(path));
        path.pop_if(|last| last == "self");
        let name = names(name).pop().or(path.last().cloned());
        self.imports.extend(name.map(|name| Import { path, name, is_reexport }));
    }
}

impl Modules {
    /// The modules below a folder.
    fn read(root: &Path) -> Self {
        let (mut modules, mut folders) = (Self::default(), vec![root.to_owned()]);
        // The files of the program name the library like another crate.
        let own = if root == Path::new("src") { "othello_solver::" } else { "crate::" };
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "rs")
                    && !(path.ends_with("main.rs") && root.join("lib.rs").exists())
                {
                    let name = path.strip_prefix(root).unwrap().with_extension("");
                    let code = fs::read_to_string(&path).unwrap().replace(own, "crate::");
                    modules.add(name.to_str().unwrap(), &code);
                }
            }
        }
        modules
    }

    fn add(&mut self, file: &str, code: &str) {
        let mut name: Names = file.split('/').map(str::to_owned).collect();
        name.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
        self.0.insert(name, Module::of(code));
    }

    /// The module that defines what a path in another one means, if it is in the crate.
    fn home(&self, here: &[String], path: &[String]) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.home_below(&[], rest),
            "self" => self.home_below(here, rest),
            // In a module within the file that is the root, it is the root.
            "super" if here.is_empty() => self.home_below(here, rest),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.home(&here[..here.len() - 1], rest)
            }
            "super" => self.home_below(&here[..here.len() - 1], rest),
            _ if self.0.contains_key(&join(here, &path[..1])) => self.home_below(here, path),
            _ => {
                let import = self.0[here].imports.iter().find(|it| it.name == *first)?;
                // A name that is imported as itself is another crate's.
                if import.path[0] == *first {
                    return None;
                }
                self.home(here, &join(&import.path, rest))
            }
        }
    }

    /// The same for a path that begins in a module.
    fn home_below(&self, module: &[String], path: &[String]) -> Option<Names> {
        let Some((first, rest)) = path.split_first() else { return Some(module.to_vec()) };
        let child = join(module, &path[..1]);
        if self.0.contains_key(&child) {
            return self.home_below(&child, rest);
        }
        match self.0[module].imports.iter().find(|import| import.name == *first) {
            Some(import) => self.home(module, &join(&import.path, rest)),
            None => Some(module.to_vec()),
        }
    }

    /// The modules that one imports from.
    fn needs(&self, here: &[String]) -> BTreeSet<Names> {
        let module = &self.0[here];
        let imports = module.imports.iter().filter(|import| !import.is_reexport);
        let paths = imports.map(|import| &import.path).chain(&module.paths);
        paths.filter_map(|path| self.home(here, path)).filter(|home| home != here).collect()
    }

    /// The modules from which imports lead back to them.
    fn in_circles(&self) -> Vec<String> {
        let needs: BTreeMap<_, _> = self.0.keys().map(|name| (name, self.needs(name))).collect();
        let mut found = Vec::new();
        for start in self.0.keys() {
            let (mut reached, mut next) = (BTreeSet::new(), vec![start]);
            while let Some(name) = next.pop() {
                next.extend(needs[name].iter().filter(|&name| reached.insert(name)));
            }
            if reached.contains(start) {
                found.push(start.join("/"));
            }
        }
        found
    }
}

#[test]
fn no_files_import_from_each_other_in_a_circle() {
    let mut found = Vec::new();
    for root in ["core/src", "src", "wasm/src", "xtask/src", "python/src"] {
        let names = Modules::read(Path::new(root)).in_circles();
        found.extend(names.into_iter().map(|name| format!("{root}/{name}")));
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn circles_are_found_through_reexports() {
    let circles = |files: &[(&str, &str)]| {
        let mut modules = Modules::default();
        for (file, code) in files {
            modules.add(file, code);
        }
        modules.in_circles()
    };
    let a = ("a", "use crate::b::{c::C, D as E};\n");
    let reexport = ("b/mod", "mod c;\nmod d;\npub use c::C;\npub(crate) use d::D;\n");
    let root = ("lib", "mod a;\nmod b;\npub use b::C;\n");
    assert_eq!(circles(&[root, a, reexport, ("b/c", ""), ("b/d", "")]), [""; 0]);
    assert_eq!(circles(&[root, a, reexport, ("b/c", "use super::D;\n"), ("b/d", "")]), [""; 0]);
    let back = ("b/d", "fn f() { crate::a::g() }\n");
    assert_eq!(circles(&[root, a, reexport, ("b/c", ""), back]), ["a", "b/d"]);
    let (c, d) = (("b/c", "use super::D;\n"), ("b/d", "use crate::{x, C};\n"));
    assert_eq!(circles(&[root, a, reexport, c, d]), ["b/c", "b/d"]);
}
