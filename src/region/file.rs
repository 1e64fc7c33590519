//! Region files: one region a line, `#` comments and blank lines between. Errors carry file, line and column.
//! Nothing here reads files: the content is given.

use super::error::{FileError, RegionError};
use super::parse::{is_blank, parse};
use super::pattern::Pattern;

/// A region of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRegion {
    /// The file's name, as given.
    pub file: String,
    /// The line in it, from 1.
    pub line: usize,
    /// The text of that line.
    pub text: String,
    /// What it says.
    pub pattern: Pattern,
}

impl FileRegion {
    /// An error of this region with its place in the file.
    pub fn locate(&self, error: RegionError) -> FileError {
        FileError { file: self.file.clone(), line: self.line, source_line: self.text.clone(), error }
    }
}

/// Parses the content of a region file; `file` names it in errors. Stops at the first error.
pub fn parse_file(file: &str, content: &str) -> Result<Vec<FileRegion>, Box<FileError>> {
    let lines = content.lines().enumerate().filter(|(_, text)| !is_blank(text));
    let parsed = lines.map(|(number, text)| match parse(text) {
        Ok(pattern) => Ok(FileRegion { file: file.to_owned(), line: number + 1, text: text.to_owned(), pattern }),
        Err(error) => {
            Err(Box::new(FileError { file: file.to_owned(), line: number + 1, source_line: text.to_owned(), error }))
        }
    });
    parsed.collect()
}
