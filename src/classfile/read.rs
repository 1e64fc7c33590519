//! Reading a class file: its parts when it is parsed, the code of a method when it is asked for.
//!
//! Constants are parsed once to find and check them and then on demand ([`super::constants`]), so that a parsed class costs
//! little more than its bytes.

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
