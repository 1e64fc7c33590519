//! Executable jars that hold their class path as entries of themselves: folders of classes, and jars in the jar.
//!
//! A launcher in such a jar makes a class loader for these entries and calls the program's own main class. That of Spring Boot is known: its
//! class path is what it takes of the jar, in the jar's order (`JarLauncher`, `WarLauncher`; `classpath.idx` orders unpacked jars alone).
//! jcp reads these entries, and its jars keep the layout and the launcher as they are.
//!
//! Left out, with the commands that unpack them: `PropertiesLauncher`, whose class path is in files and properties; One-JAR and Capsule.
//! Left out with the class path to give: Quarkus's fast jar, whose launcher reads jars beside it by a list in a file.

use std::path::Path;

use crate::classfile::jar::Jar;
use crate::driver::error::DriverError;

/// A layout of jars in a jar whose launcher is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The folder of the program's own classes, with the slash behind it.
    pub classes: &'static str,
    /// The folders of jars.
    jars: &'static [&'static str],
}

/// An entry of the class path inside the jar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// A folder of classes.
    Folder(&'a str),
    /// A jar.
    Jar(&'a str),
}

const JAR: Layout = Layout { classes: "BOOT-INF/classes/", jars: &["BOOT-INF/lib/"] };
const WAR: Layout = Layout { classes: "WEB-INF/classes/", jars: &["WEB-INF/lib/", "WEB-INF/lib-provided/"] };

/// Launchers, as `Main-Class` names them: those of Spring Boot before 3.2 and since.
const LAUNCHERS: &[(&str, Layout)] = &[
    ("org.springframework.boot.loader.JarLauncher", JAR),
    ("org.springframework.boot.loader.launch.JarLauncher", JAR),
    ("org.springframework.boot.loader.WarLauncher", WAR),
    ("org.springframework.boot.loader.launch.WarLauncher", WAR),
];

/// What names the program's main class where a launcher is `Main-Class`.
const START_CLASS: &str = "Start-Class";

/// Launchers whose class path is not read: `Main-Class`, what names the program's main class, and the class path once the jar is unpacked.
const UNREAD: &[(&str, &str, &[&str])] = &[
    ("org.springframework.boot.loader.PropertiesLauncher", START_CLASS, &["BOOT-INF/classes", "BOOT-INF/lib/*"]),
    ("org.springframework.boot.loader.launch.PropertiesLauncher", START_CLASS, &["BOOT-INF/classes", "BOOT-INF/lib/*"]),
    ("com.simontuffs.onejar.Boot", "One-Jar-Main-Class", &["main/main.jar", "lib/*"]),
    ("Capsule", "Application-Class", &["", "*"]),
];

/// Quarkus's launcher of the folder around a fast jar, the class path in that folder, in the launcher's order, and the main class that it calls.
const QUARKUS: (&str, &[&str], &str) = (
    "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
    &["quarkus/*", "app/*", "lib/boot/*", "lib/main/*"],
    "io.quarkus.runner.GeneratedMain",
);

impl Layout {
    /// The class path in the jar, in order.
    pub fn places<'j>(&self, jar: &'j Jar) -> Vec<Place<'j>> {
        let is_jar = |entry: &str| !entry.ends_with('/') && self.jars.iter().any(|folder| entry.starts_with(folder));
        let place = |entry: &'j String| match entry.as_str() {
            entry if entry == self.classes => Some(Place::Folder(entry)),
            entry if is_jar(entry) => Some(Place::Jar(entry)),
            _ => None,
        };
        jar.entries().iter().filter_map(place).collect()
    }
}

/// The layout and the program's own main class of a jar with a launcher; none of a jar without one.
pub fn of(jar: &Jar) -> Result<Option<(Layout, String)>, DriverError> {
    let Some(launcher) = jar.manifest().main_class() else { return Ok(None) };
    if let Some((_, named_by, class_path)) = UNREAD.iter().find(|(name, _, _)| *name == launcher) {
        return Err(unread(jar, launcher, named_by, class_path));
    }
    if launcher == QUARKUS.0 {
        return Err(beside(jar));
    }
    let Some((_, layout)) = LAUNCHERS.iter().find(|(name, _)| *name == launcher) else { return Ok(None) };
    let lacks =
        |what: &str| DriverError::Input(format!("{}: the launcher {launcher} needs {what}", jar.path().display()));
    let main = jar.manifest().get(START_CLASS).map(str::trim).filter(|main| !main.is_empty());
    let main = main.ok_or_else(|| lacks("Start-Class in the manifest"))?;
    if !jar.entries().iter().any(|entry| entry == layout.classes) {
        return Err(lacks(&format!("the folder {} in the jar", layout.classes)));
    }
    Ok(Some((*layout, main.to_owned())))
}

fn unread(jar: &Jar, launcher: &str, named_by: &str, class_path: &[&str]) -> DriverError {
    let path = jar.path();
    let folder = path.file_stem().unwrap_or_default().to_string_lossy();
    let main = jar.manifest().get(named_by).map_or("MAIN-CLASS", str::trim);
    let class_path: Vec<String> = class_path.iter().map(|entry| format!("{folder}/{entry}")).collect();
    DriverError::Input(format!(
        "{}: jcp does not read the class path inside this jar, which {launcher} makes; unpack it with `unzip {} -d {folder}`, and \
         give --classpath '{}' --main {main} in its place",
        path.display(),
        path.display(),
        class_path.join(":"),
    ))
}

/// Of a launcher whose class path is in the folders beside the jar.
fn beside(jar: &Jar) -> DriverError {
    let (launcher, class_path, main) = QUARKUS;
    let folder = jar.path().parent().unwrap_or(Path::new(""));
    let class_path: Vec<String> = class_path.iter().map(|entry| folder.join(entry).display().to_string()).collect();
    DriverError::Input(format!(
        "{}: jcp does not read the class path beside this jar, of which {launcher} makes a class loader; give --classpath '{}' \
         --main {main} in its place",
        jar.path().display(),
        class_path.join(":"),
    ))
}

/// A word on a program's jar with jars inside, if its `Main-Class` is no known launcher: what is in these is not read.
pub fn note(jar: &Path) -> Option<String> {
    let jar = Jar::open(jar).ok()?;
    if of(&jar).is_ok_and(|known| known.is_some()) {
        return None;
    }
    let inside =
        jar.entries().iter().find(|entry| Path::new(entry).extension().is_some_and(|ending| ending == "jar"))?;
    Some(format!(
        "{} has jars inside, such as {inside}, which jcp does not read; unpack it with unzip, and give --classpath and --main",
        jar.path().display()
    ))
}
