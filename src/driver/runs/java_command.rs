//! A command line of `java`, taken apart into its options, class path, main class and arguments.
//!
//! The options are read as the JDK's launcher reads them (`libjli`, `java.c` and `args.c`): some take the next word as their value; files
//! of arguments (`@FILE`) stand for their words before the main class only, with quotes, backslashes and comments; the last class path
//! counts, and without one that of the variable `CLASSPATH`.
//!
//! Left out, and told: `-jar`, modules, source files, the variables in which the launcher looks for options. Words that are no text are refused.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Options whose value is the next word.
const WITH_VALUE: &[&str] = &[
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
    "--enable-native-access",
    "--illegal-native-access",
];

/// The parts of a command line, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JavaCommand {
    /// The `java` command.
    pub java: PathBuf,
    /// All options but for the class path.
    pub options: Vec<String>,
    /// The class path.
    pub classpath: String,
    /// The main class.
    pub main: String,
    /// The program's arguments.
    pub args: Vec<String>,
}

impl JavaCommand {
    /// Takes the words apart; `variable` is the class path of the surroundings. The error says what is not supported.
    pub fn parse(words: &[OsString], variable: Option<&OsString>) -> Result<Self, String> {
        let text = |word: &OsString| {
            word.to_str().map(str::to_owned).ok_or_else(|| format!("{} is not UTF-8", word.to_string_lossy()))
        };
        let mut words = words.iter().map(text).collect::<Result<Vec<_>, _>>()?.into_iter();
        let java = words.next().map(PathBuf::from).ok_or("there is no command of java")?;
        let classpath = variable.map(text).transpose()?.unwrap_or_default();
        let mut command = Self { java, classpath, ..Self::default() };
        let mut waiting: Vec<String> = words.rev().collect();
        while let Some(word) = waiting.pop() {
            if let Some(file) = word.strip_prefix('@').filter(|file| !file.starts_with('@')) {
                waiting.extend(words_of(Path::new(file))?.into_iter().rev());
            } else if !word.starts_with('-') {
                command.main = word;
                break;
            } else {
                command.option(word, &mut waiting)?;
            }
        }
        if command.main.is_empty() {
            return Err("the command names no main class".to_owned());
        }
        command.args = waiting.into_iter().rev().collect();
        Ok(command)
    }

    fn option(&mut self, word: String, waiting: &mut Vec<String>) -> Result<(), String> {
        let mut value = || waiting.pop().ok_or_else(|| format!("{word} has no value"));
        match word.as_str() {
            "-cp" | "-classpath" | "--class-path" => self.classpath = value()?,
            "-jar" | "-m" | "--module" | "--source" | "--disable-@files" => {
                return Err(format!("{word} is not supported; start the program by its class path and main class"));
            }
            _ if WITH_VALUE.contains(&word.as_str()) => {
                let value = value()?;
                self.options.extend([word, value]);
            }
            _ => match word.strip_prefix("--class-path=") {
                Some(path) => path.clone_into(&mut self.classpath),
                None => self.options.push(word),
            },
        }
        Ok(())
    }
}

/// The words of a file of arguments.
fn words_of(file: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match (char, quote) {
            ('\\', Some(_)) => match chars.next() {
                Some('n') => word.get_or_insert_default().push('\n'),
                Some('r') => word.get_or_insert_default().push('\r'),
                Some('t') => word.get_or_insert_default().push('\t'),
                Some('f') => word.get_or_insert_default().push('\u{c}'),
                // a line that goes on: the blanks before the rest do not count
                Some('\n') => chars = chars.as_str().trim_start_matches([' ', '\t']).chars(),
                Some(other) => word.get_or_insert_default().push(other),
                None => {}
            },
            (_, Some(open)) if char == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => while chars.next().is_some_and(|char| char != '\n') {},
            (_, None) if char.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str], variable: Option<&str>) -> Result<JavaCommand, String> {
        JavaCommand::parse(&words.iter().map(OsString::from).collect::<Vec<_>>(), variable.map(OsString::from).as_ref())
    }

    #[test]
    fn options_end_at_the_main_class() {
        let words = [
            "/j/bin/java",
            "-ea",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            "a:b",
            "p.Main",
            "-cp",
            "@x",
        ];
        let command = parse(&words, Some("c")).expect("a command");
        assert_eq!(command.options, ["-ea", "--add-opens", "java.base/java.lang=ALL-UNNAMED"]);
        assert_eq!((&*command.classpath, &*command.main), ("a:b", "p.Main"));
        assert_eq!(command.args, ["-cp", "@x"]);
        assert_eq!(parse(&["java", "p.Main"], Some("c:d")).expect("a command").classpath, "c:d");
    }

    #[test]
    fn files_of_arguments_stand_for_their_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("words");
        std::fs::write(&file, "# all\n-cp \"a b:c\\\\d\"\n'-Dx=it''s' \"-Dy=1\\\n   2\" -Dz\\w").expect("a file");
        let named = format!("@{}", file.display());
        let command = parse(&["java", &named, "Main", "@@"], None).expect("a command");
        assert_eq!(command.classpath, "a b:c\\d");
        assert_eq!(command.options, ["-Dx=its", "-Dy=12", "-Dz\\w"]);
        assert_eq!(command.args, ["@@"]);
    }

    #[test]
    fn what_is_not_supported_is_told() {
        for words in [&["java", "-jar", "a.jar"][..], &["java", "-m", "a/b"], &["java", "-ea"], &["java", "-cp"]] {
            assert!(parse(words, None).is_err(), "{words:?}");
        }
    }
}
