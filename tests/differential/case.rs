//! Reads the cases: folders with sources and a `case.txt` of `key: value` lines.
//!
//! | key | meaning |
//! |---|---|
//! | `main` | the main class |
//! | `region`, `instance` | as for `jcp --region`, `--instance` (default `first`) |
//! | `also` | a further region of the same run |
//! | `args` | the program's arguments, separated by spaces |
//! | `expect` | `equal`, or `refused TEXT` or `error TEXT` where TEXT occurs in the reason or message |
//! | `compiler` | the compiler and its flags (default `javac`); with several such lines each is tried |
//! | `verifier` | `all` (default): the JVM checks the JDK's classes too; `own`: only the program's, so that it can use its archive of JDK classes, without which a JDK 17 takes a varying number of identity hashes before main |
//! | `options` | more options of `jcp verify`, separated by spaces |
//! | `end` | `never`: the run does not come to the region's end |
//! | `pruned` | how many instance fields must be left out |
//! | `jdk` | the lowest JDK that the case is for (default 17) |
//! | `like` | another program that shows the same kind of thing; this one is left to `make test-all` |
//!
//! A file `stdin` in the folder is the standard input of all runs. `#` starts a comment line. With several `region:` lines each is a case of its own with the lines up to the next. In a
//! region `{mark}` stands for the number of the source line that ends in `// mark` (`; mark` in assembly). A line that
//! ends in `// here` must be the region's start line, so that a source cannot move away under its region.

use std::fmt;
use std::path::{Path, PathBuf};

/// Endings of sources.
const ENDINGS: [&str; 5] = ["java", "kt", "scala", "groovy", "j"];

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
    /// Further regions of the same run.
    pub also: Vec<String>,
    /// The arrival.
    pub instance: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The program's standard input.
    pub stdin: Option<PathBuf>,
    /// What verifying must say.
    pub expectation: Expectation,
    /// The compilers with their flags, each to be tried.
    #[allow(dead_code, reason = "not every test uses it")]
    pub compilers: Vec<String>,
    /// The lowest version of the JDK.
    pub jdk: u32,
    /// The program in whose place this one is verified only where all are.
    #[allow(dead_code, reason = "not every test uses it")]
    pub like: Option<String>,
    /// More options of `jcp verify`.
    pub options: Vec<String>,
    /// How many instance fields must be left out.
    pub pruned: Option<u64>,
    /// Of how many regions the run does not come to the end.
    pub unreached_ends: usize,
    /// Whether the JVM checks the JDK's classes too.
    pub all_verified: bool,
}

/// What verifying must say.
#[derive(Debug, Clone)]
pub enum Expectation {
    /// All equal.
    Equal,
    /// Refused, with this text in the reason.
    Refused(String),
    /// An input error, with this text in the message.
    Error(String),
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("equal"),
            Self::Refused(why) => write!(f, "refused ({why})"),
            Self::Error(why) => write!(f, "error ({why})"),
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
        .flat_map(|entry| read(entry.path()))
        .collect();
    assert!(!cases.is_empty(), "no cases under {}", folder.display());
    for case in &cases {
        let stands = |other: &Case, like: &str| other.name.split("::").next() == Some(like) && other.like.is_none();
        let is_known = case.like.as_deref().is_none_or(|like| cases.iter().any(|other| stands(other, like)));
        assert!(is_known, "{}: no program `{:?}` that is always verified", case.name, case.like);
    }
    cases
}

/// The program of `make demo`, with less to do.
#[allow(dead_code, reason = "not every test uses it")]
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
        also: Vec::new(),
        instance: "first".to_string(),
        args: vec!["100".to_string()],
        stdin: None,
        expectation: Expectation::Equal,
        compilers: vec!["javac".to_string()],
        jdk: 17,
        options: Vec::new(),
        pruned: None,
        unreached_ends: 0,
        all_verified: true,
        like: None,
    };
    check_line(&case);
    case
}

/// The cases of one file: one for each region. What stands before the first region is common to all.
fn read(file: &Path) -> Vec<Case> {
    let folder = file.parent().expect("a folder");
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        assert!(!line.starts_with("end:") || line == "end: never", "{}: {line}", file.display());
        let known = [
            "main", "region", "also", "instance", "args", "expect", "compiler", "options", "pruned", "end", "jdk",
            "verifier", "like",
        ];
        let key = line.split(':').next().unwrap_or_default();
        assert!(known.contains(&key), "{}: unknown key `{key}`", file.display());
    }
    let mut parts = text.split("\nregion:");
    let common = parts.next().unwrap_or_default();
    let parts: Vec<String> = parts.map(|part| format!("{common}\nregion:{part}")).collect();
    assert!(!parts.is_empty(), "{}: no `region:` behind `main:`", file.display());
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let named = |number: usize| if parts.len() == 1 { name.clone() } else { format!("{name}::{}", number + 1) };
    parts.iter().enumerate().map(|(number, part)| read_part(file, part, named(number))).collect()
}

fn read_part(file: &Path, text: &str, name: String) -> Case {
    let values = |key: &str| -> Vec<String> {
        let prefix = format!("{key}:");
        text.lines().filter_map(|line| line.strip_prefix(&prefix)).map(|value| value.trim().to_string()).collect()
    };
    let value = |key: &str| values(key).into_iter().next_back();
    let needed = |key: &str| value(key).unwrap_or_else(|| panic!("{}: no `{key}:`", file.display()));
    let expectation = match needed("expect").split_once(' ') {
        None => Expectation::Equal,
        Some(("refused", why)) => Expectation::Refused(why.to_string()),
        Some(("error", why)) => Expectation::Error(why.to_string()),
        Some(_) => panic!("{}: expect `equal`, `refused TEXT` or `error TEXT`", file.display()),
    };
    let mut compilers = values("compiler");
    if compilers.is_empty() {
        compilers.push("javac".to_string());
    }
    let sources = sources(file.parent().expect("a folder"));
    let case = Case {
        name,
        region: with_marks(&needed("region"), &sources),
        also: values("also").iter().map(|region| with_marks(region, &sources)).collect(),
        sources,
        main: needed("main"),
        instance: value("instance").unwrap_or_else(|| "first".to_string()),
        args: value("args").unwrap_or_default().split_whitespace().map(str::to_string).collect(),
        stdin: file.parent().map(|folder| folder.join("stdin")).filter(|file| file.is_file()),
        expectation,
        compilers,
        options: value("options").unwrap_or_default().split_whitespace().map(str::to_string).collect(),
        unreached_ends: values("end").len(),
        pruned: value("pruned").map(|count| count.parse().unwrap_or_else(|_| panic!("{}: pruned", file.display()))),
        all_verified: value("verifier").is_none_or(|which| which == "all"),
        like: value("like"),
        jdk: value("jdk").map_or(17, |version| version.parse().unwrap_or_else(|_| panic!("{}: jdk", file.display()))),
    };
    check_line(&case);
    case
}

/// The region with each `{mark}` replaced by the number of the line that ends in `// mark` or `; mark`.
fn with_marks(region: &str, sources: &[PathBuf]) -> String {
    let mut region = region.to_string();
    while let Some((before, rest)) = region.split_once('{') {
        let (mark, after) = rest.split_once('}').unwrap_or_else(|| panic!("{region}: `}}` is missing"));
        let ends = [format!("// {mark}"), format!("; {mark}")];
        let texts = sources.iter().map(|source| std::fs::read_to_string(source).unwrap_or_default());
        let lines: Vec<usize> = texts
            .flat_map(|text| {
                let marked = |(at, line): (usize, &str)| ends.iter().any(|end| line.ends_with(end)).then_some(at + 1);
                text.lines().enumerate().filter_map(marked).collect::<Vec<_>>()
            })
            .collect();
        let [line] = lines.as_slice() else { panic!("{region}: `{mark}` marks {} lines", lines.len()) };
        region = format!("{before}{line}{after}");
    }
    region
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)))
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
