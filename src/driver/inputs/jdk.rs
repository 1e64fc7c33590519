//! Finds a JDK: the one named, else `JAVA_HOME`, the `java` on `PATH`, the usual folders.
//!
//! A JDK is known by its `release` file, `bin/java` and `lib/modules`. Versions before 17 are passed over, and named in
//! the error if nothing better is found.

use std::path::{Path, PathBuf};

use super::java_paths;
use crate::driver::error::DriverError;

/// The oldest JDK whose programs can be captured.
pub const OLDEST: u32 = 17;

/// A JDK on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JdkHome {
    /// Its folder.
    pub home: PathBuf,
    /// Its feature version, such as 17.
    pub feature: u32,
    /// Its full version, such as `17.0.15`.
    pub version: String,
}

impl JdkHome {
    /// The feature version as class files and multi-release jars count.
    pub fn feature_number(&self) -> u16 {
        u16::try_from(self.feature).unwrap_or(u16::MAX)
    }

    /// The JDK in a folder.
    pub fn open(home: &Path) -> Result<Self, String> {
        let say = |why: &str| format!("{}: {why}", home.display());
        let release =
            std::fs::read_to_string(home.join("release")).map_err(|_| say("not a JDK (no `release` file)"))?;
        let version = release
            .lines()
            .find_map(|line| line.strip_prefix("JAVA_VERSION="))
            .map(|value| value.trim_matches('"').to_string())
            .ok_or_else(|| say("its `release` file names no JAVA_VERSION"))?;
        let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
        let feature = digits.parse().map_err(|_| say(&format!("unknown version {version}")))?;
        if feature < OLDEST {
            return Err(say(&format!("version {version}, but {OLDEST} is the oldest supported")));
        }
        for part in ["bin/java", "lib/modules"] {
            if !home.join(part).exists() {
                return Err(say(&format!("this JDK is incomplete: no {part}")));
            }
        }
        java_paths::check(home).map_err(|error| error.to_string())?;
        // a run starts in another directory, from which a relative path would lead elsewhere
        let home = std::path::absolute(home).map_err(|error| say(&error.to_string()))?;
        Ok(Self { home, feature, version })
    }

    /// Its `java` command.
    pub fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }
}

/// The JDK to use; `named` is what the user asked for and is not replaced by another.
pub fn find(named: Option<&Path>) -> Result<JdkHome, DriverError> {
    if let Some(home) = named {
        return JdkHome::open(home).map_err(DriverError::Input);
    }
    let mut unfit = Vec::new();
    for home in candidates() {
        match JdkHome::open(&home) {
            Ok(jdk) => return Ok(jdk),
            Err(why) => unfit.push(why),
        }
    }
    let mut message = format!("no JDK of version {OLDEST} or later found; name one with --jdk or JAVA_HOME");
    for why in unfit {
        message.push_str("\n  ");
        message.push_str(&why);
    }
    Err(DriverError::Input(message))
}

/// Folders that may be a JDK, best first.
pub fn candidates() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::env::var_os("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&path) {
        // Debian's /usr/bin/java is a link to a link to bin/java of the JDK.
        if let Ok(java) = folder.join("java").canonicalize() {
            found.extend(java.ancestors().nth(2).map(Path::to_path_buf));
        }
    }
    let user = std::env::var_os("HOME").map(PathBuf::from);
    let usual = [Some("/usr/lib/jvm".into()), user.as_ref().map(|home| home.join(".sdkman/candidates/java"))];
    for folder in usual.into_iter().flatten() {
        let mut inside: Vec<PathBuf> =
            folder.read_dir().map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
        inside.sort();
        found.extend(inside);
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|home| home.is_dir() && seen.insert(home.canonicalize().unwrap_or_else(|_| home.clone())));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_with_a_folder() {
        let folder = tempfile::tempdir().expect("folder");
        assert!(JdkHome::open(folder.path()).is_err_and(|why| why.contains("no `release` file")));
        std::fs::write(folder.path().join("release"), "JAVA_VERSION=\"11.0.2\"\n").expect("file");
        assert!(JdkHome::open(folder.path()).is_err_and(|why| why.contains("version 11.0.2, but 17")));
        std::fs::write(folder.path().join("release"), "JAVA_VERSION=\"25\"\n").expect("file");
        assert!(JdkHome::open(folder.path()).is_err_and(|why| why.contains("no bin/java")));
    }

    #[test]
    fn a_relative_folder_becomes_absolute() {
        let folder = tempfile::tempdir().expect("folder");
        for part in ["bin", "lib"] {
            std::fs::create_dir(folder.path().join(part)).expect("folder");
        }
        for (file, text) in [("release", "JAVA_VERSION=\"17.0.1\"\n"), ("bin/java", ""), ("lib/modules", "")] {
            std::fs::write(folder.path().join(file), text).expect("file");
        }
        let here = std::env::current_dir().expect("a directory");
        let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
        let relative = up.join(folder.path().strip_prefix("/").expect("absolute"));
        let jdk = JdkHome::open(&relative).expect("a JDK");
        assert!(jdk.home.is_absolute() && jdk.java().exists(), "{}", jdk.home.display());
    }
}
