//! Which files and which main class make up the program named on the command line.
//!
//! | given | program |
//! |---|---|
//! | `APP.jar` | the executable jar: its manifest names main class and class path, or a launcher ([`nested`]) |
//! | `--classpath CP --main C` | class-path program |
//! | `APP.jar --classpath CP --main C` | the same; `APP.jar` is put in front of `CP` unless it is in it, and names the outputs |
//! | `APP.jar --main C` | class-path program of that one jar |
//!
//! All paths come out absolute, so that runs in other working directories find them; `DIR/*` in a class path stands for
//! the jars of that folder, in the order of their names.

use std::path::{Path, PathBuf};

use super::java_paths;
use super::nested::{self, Layout};
use super::options::InstrumentOptions;
use crate::classfile::Jar;
use crate::driver::error::DriverError;

/// Separates the entries of a class path.
pub const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// A program to be instrumented and run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Base name of the outputs: `NAME-capture.jar`.
    pub name: String,
    /// The jar to run with `java -jar`, if the program is one.
    pub executable: Option<PathBuf>,
    /// Jars and folders, in order. Of an executable jar only the jar itself: its manifest has the rest.
    pub classpath: Vec<PathBuf>,
    /// The main class, with dots. Where a launcher calls it, that of the program.
    pub main: String,
    /// Where the executable jar holds its class path, if it has a launcher that takes it from there.
    pub nested: Option<Layout>,
}

impl Application {
    /// The program that the options mean.
    pub fn of(options: &InstrumentOptions) -> Result<Self, DriverError> {
        let found = Self::named(options)?;
        found.classpath.iter().try_for_each(|path| java_paths::check(path))?;
        Ok(found)
    }

    fn named(options: &InstrumentOptions) -> Result<Self, DriverError> {
        let app = options.app.as_deref().map(absolute).transpose()?;
        match (app, &options.classpath, &options.main) {
            (Some(jar), None, None) => Self::executable(jar),
            (_, Some(_), None) => Err(DriverError::Usage("--classpath needs --main".to_string())),
            (None, None, _) => Err(DriverError::Usage("name APP.jar, or give --classpath and --main".to_string())),
            (app, classpath, Some(main)) => Self::of_class_path(app, classpath.as_deref().unwrap_or(""), main),
        }
    }

    fn executable(jar: PathBuf) -> Result<Self, DriverError> {
        let opened = open(&jar)?;
        let (nested, main) = match nested::of(&opened)? {
            Some((layout, main)) => (Some(layout), main),
            None => (None, main_class(&opened)?),
        };
        Ok(Self { name: stem(&jar), classpath: vec![jar.clone()], executable: Some(jar), main, nested })
    }

    fn of_class_path(app: Option<PathBuf>, classpath: &str, main: &str) -> Result<Self, DriverError> {
        let mut entries = Vec::new();
        for entry in classpath.split(SEPARATOR).filter(|entry| !entry.is_empty()) {
            expand(entry, &mut entries)?;
        }
        let simple = main.rsplit(['.', '/', '$']).next().unwrap_or(main);
        let name = app.as_deref().map_or_else(|| simple.to_string(), stem);
        if let Some(jar) = app.filter(|jar| !entries.contains(jar)) {
            entries.insert(0, jar);
        }
        if let Some(first) = entries.first().filter(|_| !entries.iter().any(|entry| entry.exists())) {
            return Err(DriverError::Input(format!(
                "no entry of the class path exists; the first is {}",
                first.display()
            )));
        }
        Ok(Self { name, executable: None, classpath: entries, main: main.replace('/', "."), nested: None })
    }
}

fn absolute(path: &Path) -> Result<PathBuf, DriverError> {
    std::path::absolute(path).map_err(DriverError::io("cannot use", path))
}

fn stem(jar: &Path) -> String {
    jar.file_stem().map_or_else(|| "app".to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// Adds a class-path entry, or the jars that `DIR/*` stands for.
fn expand(entry: &str, entries: &mut Vec<PathBuf>) -> Result<(), DriverError> {
    let Some(folder) = entry.strip_suffix('*').filter(|folder| folder.is_empty() || folder.ends_with('/')) else {
        entries.push(absolute(Path::new(entry))?);
        return Ok(());
    };
    let folder = absolute(Path::new(if folder.is_empty() { "." } else { folder }))?;
    let cannot_read = || DriverError::input("cannot read", &folder);
    let mut jars = Vec::new();
    for file in folder.read_dir().map_err(cannot_read())? {
        let path = file.map_err(cannot_read())?.path();
        if path.extension().is_some_and(|extension| extension == "jar" || extension == "JAR") {
            jars.push(path);
        }
    }
    jars.sort();
    entries.extend(jars);
    Ok(())
}

fn open(jar: &Path) -> Result<Jar, DriverError> {
    if jar.is_dir() {
        let why = "this is a folder, not a jar; for a folder of classes give --main CLASS";
        return Err(DriverError::Input(format!("{}: {why}", jar.display())));
    }
    Jar::open(jar).map_err(|error| DriverError::Input(error.to_string()))
}

/// `Main-Class` of an executable jar's manifest.
fn main_class(jar: &Jar) -> Result<String, DriverError> {
    let bad = |why: &str| DriverError::Input(format!("{}: {why}", jar.path().display()));
    match jar.manifest() {
        manifest if manifest.is_empty() => {
            Err(bad("the jar has no manifest, and so is not executable; give --main CLASS"))
        }
        manifest => match manifest.main_class().filter(|main| !main.is_empty()) {
            Some(main) => Ok(main.to_owned()),
            None => Err(bad("the manifest of the jar names no Main-Class; give --main CLASS")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_path_is_absolute_and_has_the_named_jar_once() {
        let folder = tempfile::tempdir().expect("folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["b.jar", "a.jar", "notes.txt"] {
            std::fs::write(at(name), "").expect("file");
        }
        let options = InstrumentOptions {
            app: Some(at("b.jar")),
            classpath: Some(format!("{}/*", folder.path().display())),
            main: Some("p/Main".to_string()),
            ..InstrumentOptions::default()
        };
        let application = Application::of(&options).expect("application");
        assert_eq!(application.classpath, [at("a.jar"), at("b.jar")]);
        assert_eq!((application.name.as_str(), application.main.as_str()), ("b", "p.Main"));
    }

    #[test]
    fn contradictory_options_are_usage_errors() {
        let only_class_path = InstrumentOptions { classpath: Some("x".into()), ..InstrumentOptions::default() };
        assert!(matches!(Application::of(&only_class_path), Err(DriverError::Usage(_))));
        assert!(matches!(Application::of(&InstrumentOptions::default()), Err(DriverError::Usage(_))));
    }
}
