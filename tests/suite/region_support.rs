//! Shared by the tests of regions: programs from folders and jars, the small program under `tests/java/region`, and
//! what texts resolve to in it. Every candidate that an error offers is checked to get past that error.

#![allow(dead_code, reason = "each test file uses a part of it")]

use jcp::classfile::jimage::Jdk;
use jcp::driver::jdk::JdkHome;
use jcp::program::{ClassSource, Folder, Program};
use jcp::region::{Region, parse, resolve};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The classes of a jar, unpacked.
struct JarClasses(BTreeMap<String, Vec<u8>>);

impl ClassSource for JarClasses {
    fn class_names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn class_bytes(&self, name: &str) -> jcp::program::Result<Option<Vec<u8>>> {
        Ok(self.0.get(name).cloned())
    }
}

fn open_jar(path: &Path) -> JarClasses {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut classes = BTreeMap::new();
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).unwrap();
        let path = entry.name().unwrap().into_owned();
        if let Some(name) = path.strip_suffix(".class").filter(|name| !name.starts_with("META-INF/")) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.insert(name.to_owned(), bytes);
        }
    }
    JarClasses(classes)
}

/// The program of a class path of folders and jars.
pub fn program(jdk: &JdkHome, class_path: &[&Path]) -> Program {
    let sources = class_path.iter().map(|path| -> Box<dyn ClassSource> {
        if path.is_dir() { Box::new(Folder::open(path).unwrap()) } else { Box::new(open_jar(path)) }
    });
    Program::new(sources.collect(), Box::new(Jdk::open(&jdk.home).unwrap())).unwrap()
}

/// The program under `tests/java/region`, with line tables.
pub static PROGRAM: LazyLock<Program> = LazyLock::new(|| compile(&[]));
/// The same without.
pub static BARE: LazyLock<Program> = LazyLock::new(|| compile(&["-g:none"]));

pub fn compile(flags: &[&str]) -> Program {
    compile_files(&["Main.java", "a/Util.java", "b/Util.java"], flags)
}

/// Sources of tests/java/region.
pub fn compile_files(files: &[&str], flags: &[&str]) -> Program {
    let jdk = crate::common::any_jdk();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/region");
    let files: Vec<PathBuf> = files.iter().map(|file| sources.join(file)).collect();
    let folder = tempfile::tempdir().unwrap();
    let classes = crate::common::compile_files(&jdk, &files, folder.path(), flags);
    program(&jdk, &[&classes])
}

pub fn resolved(program: &Program, text: &str) -> Result<Region, String> {
    let pattern = parse(text).map_err(|error| error.render(text))?;
    resolve(&pattern, program, "Main").map_err(|error| error.render(text))
}

/// What the texts resolve to, in full, or how their errors are shown.
pub fn shown(program: &Program, texts: &[&str]) -> String {
    let shown = texts.iter().map(|text| match resolved(program, text) {
        Ok(region) => {
            let full = region.describe(program);
            assert_eq!(resolved(program, &full).as_ref(), Ok(&region), "{full} means the same");
            let notes = region.notes.iter().map(|note| format!("\n  note: {note}"));
            format!("{full}{}\n", notes.collect::<String>())
        }
        Err(error) => error,
    });
    let shown: Vec<String> = shown.collect();
    // Every candidate is a region again, and it does not have the same error.
    for (text, shown) in texts.iter().zip(&shown) {
        for candidate in shown.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| line.ends_with('&')) {
            let first = |shown: &str| shown.lines().next().unwrap_or_default().to_owned();
            let again = resolved(program, candidate).err();
            assert_ne!(again.map(|error| first(&error)), Some(first(shown)), "{candidate} for {text}");
        }
    }
    shown.join("\n")
}
