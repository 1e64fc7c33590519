//! Shared by the tests of regions: programs from folders and jars.

#![allow(dead_code, clippy::unwrap_used)]

use jcp::classfile::jimage::Jdk;
use jcp::driver::jdk::JdkHome;
use jcp::program::{ClassSource, Folder, Program, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The classes of a jar, unpacked.
struct JarClasses(BTreeMap<String, Vec<u8>>);

impl ClassSource for JarClasses {
    fn class_names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>> {
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
