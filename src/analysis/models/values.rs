//! Classes of the JDK whose objects are values, for Mod/Use analysis.
//!
//! The model is `patterns/values.txt`: the internal name of a class on each line.

use super::Result;
use super::text::{Cursor, lines};

const FILE: &str = "patterns/values.txt";
const MODEL: &str = include_str!("../../../patterns/values.txt");

/// The names of the classes, as in the file.
pub fn load() -> Result<Vec<&'static str>> {
    parse(MODEL)
}

fn parse(text: &str) -> Result<Vec<&str>> {
    lines(FILE, text).map(class).collect()
}

fn class(mut line: Cursor<'_>) -> Result<&str> {
    let name = line.class()?;
    if line.is_done() { Ok(name) } else { line.error("the end of the line") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_class() {
        assert!(load().expect("the model").contains(&"java/lang/Integer"));
        assert_eq!(parse("# no\n\njava/net/URI"), Ok(vec!["java/net/URI"]));
        let error = parse("java/net/URI.scheme").expect_err("a field");
        assert_eq!(error.to_string(), "patterns/values.txt:1: expected the end of the line, found `.scheme`");
    }
}
