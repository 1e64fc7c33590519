//! Reading class files: from bytes to [`ClassFile`], and from a method to its code.
//!
//! Here the steps meet ([`legacy`], [`scan`], [`decode`]), so that none of them is known to the data that they make.

use super::class::ClassFile;
use super::code::Code;
use super::error::{Error, Problem, Result};
use super::{decode, legacy, scan};

impl ClassFile {
    /// Reads a class file; `place` names it in errors.
    pub fn parse(bytes: Vec<u8>, place: &str) -> Result<Self> {
        let short = legacy::shortened(&bytes);
        scan::scan(short.unwrap_or(bytes)).map_err(|Problem(problem)| Error::Class { place: place.to_owned(), problem })
    }

    /// The decoded code of the method with this number; none for abstract and native ones.
    pub fn code(&self, method: usize) -> Result<Option<Code>> {
        decode::decode(self, method)
    }
}
