//! No circles of imports: which file names which by `use crate::…`, `use super::…` and such paths, and the strongly connected
//! components of that graph.
//!
//! A path leads to the file of its longest prefix that is a module; from there a `pub use` of the name leads on. Comments,
//! strings and the modules of unit tests do not count, nor does `mod`, by which a file says what lies below it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use regex::Regex;

/// How many files may import each other in a circle.
const LARGEST_CIRCLE: usize = 3;

/// How often a name may be given on by `pub use`.
const MOST_EXPORTS: usize = 5;

/// Comments and literals.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r##"//[^\n]*|r#"(?s:.*?)"#|"(?:\\(?s:.)|[^"\\])*"|'(?:\\[^']*|[^'\\])'"##).expect("regex")
});

static UNIT_TESTS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"#\[cfg\(test\)\]\s*mod \w+ \{").expect("regex"));

static USES: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("regex"));

static PATHS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").expect("regex"));

type Module = Vec<String>;

/// What one file names, as paths from the root of the library.
#[derive(Default)]
struct Imports {
    paths: Vec<Module>,
    /// Names that the file gives on, with the paths that they stand for.
    exports: BTreeMap<String, Module>,
}

/// The files of the library by their modules.
struct Library {
    files: BTreeMap<Module, PathBuf>,
    imports: BTreeMap<Module, Imports>,
}

impl Library {
    /// Of sources with their paths below `src`.
    fn of(sources: &[(PathBuf, String)]) -> Self {
        let files: BTreeMap<Module, PathBuf> =
            sources.iter().map(|(path, _)| (module_of(path), path.clone())).collect();
        let imports = sources.iter().map(|(path, text)| {
            let module = module_of(path);
            let imports = imports_of(&module, &code_of(text), &files);
            (module, imports)
        });
        let imports = imports.collect();
        Self { files, imports }
    }

    /// The module whose file a path leads to.
    fn target(&self, path: &[String]) -> Option<Module> {
        let mut path = path.to_vec();
        for _ in 0..MOST_EXPORTS {
            let depth = (0..=path.len()).rev().find(|depth| self.files.contains_key(&path[..*depth]))?;
            let (module, rest) = path.split_at(depth);
            let exported = rest.first().and_then(|name| self.imports[module].exports.get(name));
            match exported {
                Some(to) if *to != path => path = to.iter().chain(&rest[1..]).cloned().collect(),
                _ => return Some(module.to_vec()),
            }
        }
        None
    }

    /// The circles of more files than may be, each sorted.
    fn circles(&self) -> Vec<Vec<String>> {
        let modules: Vec<&Module> = self.files.keys().collect();
        let number = |module: &Module| modules.binary_search(&module).expect("a module of the library");
        let mut graph = DiGraphMap::<usize, ()>::new();
        for (module, imports) in &self.imports {
            let targets = imports.paths.iter().filter_map(|path| self.target(path));
            for target in targets.filter(|target| target != module) {
                graph.add_edge(number(module), number(&target), ());
            }
        }
        let large = tarjan_scc(&graph).into_iter().filter(|circle| circle.len() > LARGEST_CIRCLE);
        let mut circles: Vec<Vec<String>> = large
            .map(|circle| {
                let mut files: Vec<String> =
                    circle.into_iter().map(|number| self.files[modules[number]].display().to_string()).collect();
                files.sort_unstable();
                files
            })
            .collect();
        circles.sort_unstable();
        circles
    }
}

/// `util/index.rs` → util, index; `util/mod.rs` → util; `lib.rs` → the root.
fn module_of(path: &Path) -> Module {
    let without = path.with_extension("");
    let mut names: Module = without.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| last == "mod") || names == ["lib"] {
        names.pop();
    }
    names
}

/// The code without comments and strings, up to the module of the unit tests.
fn code_of(text: &str) -> String {
    let code = OTHER.replace_all(text, "");
    let end = UNIT_TESTS.find(&code).map_or(code.len(), |found| found.start());
    code[..end].to_owned()
}

fn imports_of(module: &Module, code: &str, files: &BTreeMap<Module, PathBuf>) -> Imports {
    let mut imports = Imports::default();
    for found in USES.captures_iter(code) {
        for leaf in leaves(&found[2]) {
            let Some(path) = absolute(module, &leaf, files) else { continue };
            if let (Some(_), Some(name)) = (found.get(1), path.last()) {
                imports.exports.insert(name.clone(), path.clone());
            }
            imports.paths.push(path);
        }
    }
    let rest = USES.replace_all(code, "");
    imports.paths.extend(PATHS.find_iter(&rest).filter_map(|path| absolute(module, path.as_str(), files)));
    imports
}

/// The paths of a tree of imports: `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let (Some(start), Some(end)) = (tree.find('{'), tree.rfind('}')) else {
        let path = tree.split_whitespace().next(); // without `as`
        return path.map(str::to_owned).into_iter().collect();
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for character in tree[start + 1..end].chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match (character, depth, parts.last_mut()) {
            (',', 0, _) => parts.push(String::new()),
            (_, _, Some(last)) => last.push(character),
            _ => {}
        }
    }
    let below = parts.iter().flat_map(|part| leaves(part));
    below.map(|leaf| format!("{}{leaf}", &tree[..start])).collect()
}

/// A path from the root of the library; none if it leads out of it.
fn absolute(module: &Module, path: &str, files: &BTreeMap<Module, PathBuf>) -> Option<Module> {
    let names: Vec<&str> = path.split("::").collect();
    let up = names.iter().take_while(|name| **name == "super").count();
    let (base, rest) = match names[0] {
        "crate" => (&module[..0], &names[1..]),
        "self" => (&module[..], &names[1..]),
        "super" => (&module[..module.len().checked_sub(up)?], &names[up..]),
        first => {
            let child: Module = module.iter().cloned().chain([first.to_owned()]).collect();
            files.contains_key(&child).then_some((&module[..], &names[..]))?
        }
    };
    Some(base.iter().cloned().chain(rest.iter().map(|name| (*name).to_owned())).collect())
}

#[test]
fn no_import_circle_of_more_than_three_files_in_src() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = walkdir::WalkDir::new(&src).sort_by_file_name().into_iter().filter_map(Result::ok);
    let sources = files.map(walkdir::DirEntry::into_path).filter_map(|path| {
        let inside = path.strip_prefix(&src).ok()?.to_owned();
        let is_source = inside.extension().is_some_and(|ending| ending == "rs");
        (inside != Path::new("main.rs") && is_source)
            .then(|| (inside, std::fs::read_to_string(&path).expect("a source")))
    });
    let circles = Library::of(&sources.collect::<Vec<_>>()).circles();
    let shown: Vec<String> =
        circles.iter().map(|files| format!("{} files: {}", files.len(), files.join(", "))).collect();
    assert!(shown.is_empty(), "circles of imports:\n{}", shown.join("\n"));
}

/// Four files in a circle, by an import, a path in code, a group, and a name that is given on; two more only import each other.
#[test]
fn circles_are_found_in_all_forms_of_imports() {
    let source = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
    let library = Library::of(&[
        source("lib.rs", "pub mod a;\npub mod e;\npub mod f;\n"),
        source("a/mod.rs", "mod b;\nmod c;\nmod d;\npub use d::Thing;\n// use crate::e::E;\n"),
        source("a/b.rs", "use super::c::{self, C};\n"),
        source("a/c.rs", "fn f() { crate::a::Thing::new(\"crate::e::E\") }\n"),
        source("a/d.rs", "use crate::{e::{E, G}, f};\nuse std::fmt;\n"),
        source("e.rs", "use crate::a::b;\n#[cfg(test)]\nmod tests {\n    use crate::f::F;\n}\n"),
        source("f.rs", "use super::g;\n"),
        source("g.rs", "use crate::f::F as Other;\n"),
    ]);
    assert_eq!(library.circles(), [["a/b.rs", "a/c.rs", "a/d.rs", "e.rs"]]);
}
