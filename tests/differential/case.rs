//! Reads the cases: folders with Java sources and a `case.txt` of `key: value` lines.
//!
//! | key | meaning |
//! |---|---|
//! | `main` | the main class |
//! | `region`, `instance` | as for `jcp --region`, `--instance` (default `first`) |
//! | `args` | the program's arguments, separated by spaces |
//! | `expect` | `equal`, or `refused TEXT` where TEXT occurs in the reason |
//!
//! A file `stdin` in the folder is the standard input of all runs. `#` starts a comment line. A line of the sources that ends in `// here` must be the region's start line, so that a
//! source cannot move away under its region.

use std::fmt;
use std::path::{Path, PathBuf};

/// A program and what is expected of it.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its folder's name.
    pub name: String,
    /// All its sources.
    pub sources: Vec<PathBuf>,
    /// The main class.
    pub main: String,
    /// The region.
    pub region: String,
    /// The arrival.
    pub instance: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The program's standard input.
    pub stdin: Option<PathBuf>,
    /// What verifying must say.
    pub expectation: Expectation,
}

/// What verifying must say.
#[derive(Debug, Clone)]
pub enum Expectation {
    /// All equal.
    Equal,
    /// Refused, with this text in the reason.
    Refused(String),
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("equal"),
            Self::Refused(why) => write!(f, "refused ({why})"),
        }
    }
}

/// All cases under a folder, by name.
pub fn all(folder: &Path) -> Vec<Case> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name();
    let cases: Vec<Case> = files
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name() == "case.txt")
        .map(|entry| read(entry.path()))
        .collect();
    assert!(!cases.is_empty(), "no cases under {}", folder.display());
    cases
}

/// The program of `make demo`, with less to do.
pub fn example(folder: &Path) -> Case {
    let file = folder.join("search.region");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let region =
        text.lines().find(|line| !line.starts_with('#')).unwrap_or_else(|| panic!("{}: empty", file.display()));
    let case = Case {
        name: "example_search".to_string(),
        sources: sources(folder),
        main: "search.Main".to_string(),
        region: region.to_string(),
        instance: "first".to_string(),
        args: vec!["100".to_string()],
        stdin: None,
        expectation: Expectation::Equal,
    };
    check_line(&case);
    case
}

fn read(file: &Path) -> Case {
    let folder = file.parent().expect("a folder");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let value = |key: &str| {
        let prefix = format!("{key}:");
        text.lines().find_map(|line| line.strip_prefix(&prefix)).map(|value| value.trim().to_string())
    };
    let needed = |key: &str| value(key).unwrap_or_else(|| panic!("{}: no `{key}:`", file.display()));
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let known = ["main", "region", "instance", "args", "expect"];
        let key = line.split(':').next().unwrap_or_default();
        assert!(known.contains(&key), "{}: unknown key `{key}`", file.display());
    }
    let expectation = match needed("expect").split_once(' ') {
        None => Expectation::Equal,
        Some(("refused", why)) => Expectation::Refused(why.to_string()),
        Some(_) => panic!("{}: expect `equal` or `refused TEXT`", file.display()),
    };
    let case = Case {
        name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        sources: sources(folder),
        main: needed("main"),
        region: needed("region"),
        instance: value("instance").unwrap_or_else(|| "first".to_string()),
        args: value("args").unwrap_or_default().split_whitespace().map(str::to_string).collect(),
        stdin: Some(folder.join("stdin")).filter(|file| file.is_file()),
        expectation,
    };
    check_line(&case);
    case
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ending == "java"))
        .collect()
}

/// The marked line, if there is one, is the one at which the region starts.
fn check_line(case: &Case) {
    let wanted = case.region.split(',').next().unwrap_or_default().trim();
    for source in &case.sources {
        let text = std::fs::read_to_string(source).unwrap_or_default();
        for (at, _) in text.lines().enumerate().filter(|(_, line)| line.ends_with("// here")) {
            assert_eq!((at + 1).to_string(), wanted, "{}: region starts at another line than `// here`", case.name);
        }
    }
}
