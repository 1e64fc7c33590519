//! Command lines of an application and of its two instrumented forms.
//!
//! An executable jar stays one. A class-path program gets its jar in front of the class path. Neither gets flags or
//! attributes of the manifest: such would shift the identity hashes of the program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::driver::inputs::application::{Application, SEPARATOR};

/// Keeps a JVM from publishing its counters in `/tmp/hsperfdata_USER`. A JVM that starts removes what dead ones left there
/// and locks each file to look at it: another that starts meanwhile may find its own file locked, and says so on standard
/// output (JDK-8286030), where it would differ from another run's.
pub const NO_SHARED_COUNTERS: &str = "-XX:+PerfDisableSharedMem";

/// What the `java` command is told to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// `-jar FILE`
    Jar(PathBuf),
    /// `-cp ENTRIES MAIN`
    Main {
        /// The class path in order.
        classpath: Vec<PathBuf>,
        /// The main class, as on the command line.
        main: String,
    },
}

/// One way to run a program, but for its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The `java` command.
    pub java: PathBuf,
    /// What is run.
    pub target: Target,
}

impl Launch {
    /// The application as it is.
    pub fn original(java: &Path, application: &Application) -> Self {
        let target = match &application.executable {
            Some(jar) => Target::Jar(jar.clone()),
            None => Target::Main { classpath: application.classpath.clone(), main: application.main.clone() },
        };
        Self { java: java.to_path_buf(), target }
    }

    /// The application with an instrumented jar: in place of the executable jar, or in front of the class path.
    pub fn instrumented(java: &Path, application: &Application, jar: &Path) -> Self {
        if application.executable.is_some() {
            return Self { java: java.to_path_buf(), target: Target::Jar(jar.to_path_buf()) };
        }
        let mut classpath = vec![jar.to_path_buf()];
        classpath.extend(application.classpath.iter().cloned());
        Self { java: java.to_path_buf(), target: Target::Main { classpath, main: application.main.clone() } }
    }

    /// What the JVM loads classes from.
    pub fn paths(&self) -> &[PathBuf] {
        match &self.target {
            Target::Jar(jar) => std::slice::from_ref(jar),
            Target::Main { classpath, .. } => classpath,
        }
    }

    /// The whole command: `java`, `jvm_args`, the target, `args`.
    pub fn command(&self, jvm_args: &[String], args: &[String]) -> Vec<OsString> {
        let mut command = vec![self.java.clone().into_os_string()];
        command.extend(jvm_args.iter().map(OsString::from));
        match &self.target {
            Target::Jar(jar) => command.extend(["-jar".into(), jar.clone().into_os_string()]),
            Target::Main { classpath, main } => {
                command.extend(["-cp".into(), join_classpath(classpath), main.into()]);
            }
        }
        command.extend(args.iter().map(OsString::from));
        command
    }

    /// The command as a person would type it in a POSIX shell.
    pub fn shell(&self, jvm_args: &[String], args: &[String]) -> String {
        let words = self.command(jvm_args, args);
        words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    }
}

fn join_classpath(entries: &[PathBuf]) -> OsString {
    let mut joined = OsString::new();
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            joined.push(SEPARATOR);
        }
        joined.push(entry);
    }
    joined
}

/// A word as one types it in a POSIX shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_path_program_gets_the_jar_in_front() {
        let application = Application {
            name: "app".into(),
            executable: None,
            classpath: vec!["/a.jar".into(), "/b c".into()],
            main: "p.Main".into(),
            nested: None,
        };
        let launch = Launch::instrumented(Path::new("java"), &application, Path::new("/o/app-capture.jar"));
        assert_eq!(
            launch.shell(&["-Xmx1g".into()], &["it's".into()]),
            "java -Xmx1g -cp '/o/app-capture.jar:/a.jar:/b c' p.Main 'it'\\''s'"
        );
    }

    #[test]
    fn executable_jar_stays_one() {
        let application = Application {
            name: "app".into(),
            executable: Some("/app.jar".into()),
            classpath: vec!["/app.jar".into()],
            main: "p.Main".into(),
            nested: None,
        };
        let launch = Launch::instrumented(Path::new("java"), &application, Path::new("/o/app-capture.jar"));
        assert_eq!(launch.shell(&[], &[]), "java -jar /o/app-capture.jar");
    }
}
