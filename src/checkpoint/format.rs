//! The constants of the format, and a cursor that decodes its elements.
//!
//! All numbers are little-endian. Varints are unsigned LEB128 of at most 32 bits; text is its length in bytes and UTF-8,
//! in which a lone surrogate takes three bytes like any other UTF-16 unit (WTF-8); here it becomes U+FFFD.

use super::error::Fault;

/// First eight bytes of a file.
pub(super) const MAGIC: &[u8; 8] = b"JCPCKPT1";
/// Last eight bytes of a file.
pub(super) const END: &[u8; 8] = b"JCPEND1\0";
/// The version of files without an HMAC.
pub const VERSION: u32 = 4;
/// The version of files that have one behind the trailer.
pub(super) const WITH_HMAC: u32 = 5;
/// What stands before the HMAC.
pub(super) const HMAC_MARK: &[u8; 8] = b"JCPHMAC1";
/// Bytes of an HMAC.
pub(super) const HMAC: usize = 32;
/// The sections in their order.
pub const SECTIONS: [&str; 11] = [
    "header",
    "environment",
    "parts",
    "initialized",
    "classes",
    "graph",
    "roots",
    "hashes",
    "stacks",
    "interned",
    "entry",
];
/// Bytes before the first section: magic, version, number of sections.
pub(super) const START: usize = 16;
/// Bytes of a section's entry in the trailer: offset, length, CRC-32C.
pub(super) const ENTRY: usize = 20;
/// Bytes of the trailer: entries, their CRC-32C, where it starts, end mark.
pub(super) const TRAILER: usize = SECTIONS.len() * ENTRY + 4 + 8 + 8;

/// Decodes one section; every read is checked against its end.
pub(super) struct Cursor<'a> {
    name: &'static str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(name: &'static str, bytes: &'a [u8]) -> Self {
        Self { name, bytes, at: 0 }
    }

    /// A fault at the present place.
    #[cold]
    pub fn fault(&self, problem: impl Into<String>) -> Fault {
        Fault::new(format!("section {} at byte {}", self.name, self.at), problem)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(length);
        let bytes = end.and_then(|end| self.bytes.get(self.at..end));
        let bytes = bytes.ok_or_else(|| self.fault(format!("{length} more bytes are needed than there are")))?;
        self.at += length;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let bytes = self.take(N)?;
        bytes.try_into().map_err(|_| self.fault("it ends early"))
    }

    pub fn u1(&mut self) -> Result<u8, Fault> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub fn u8(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn varint(&mut self) -> Result<u32, Fault> {
        let mut value = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.u1()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(value).map_err(|_| self.fault("a number has more than 32 bits"));
            }
        }
        Err(self.fault("a number has more than five bytes"))
    }

    /// A varint below a limit, such as an object's number.
    pub fn below(&mut self, limit: u64, what: &str) -> Result<u32, Fault> {
        let value = self.varint()?;
        if u64::from(value) < limit {
            Ok(value)
        } else {
            Err(self.fault(format!("{what} {value} is not below {limit}")))
        }
    }

    /// The number of elements that follow, each of one byte or more.
    pub fn count(&mut self) -> Result<usize, Fault> {
        let count = self.varint()? as usize;
        if count > self.bytes.len().saturating_sub(self.at) {
            return Err(self.fault(format!("{count} elements are announced, more than the section can hold")));
        }
        Ok(count)
    }

    /// Skips bytes.
    pub fn skip(&mut self, length: u64) -> Result<(), Fault> {
        let length = usize::try_from(length).map_err(|_| self.fault("a length is too large"))?;
        self.take(length).map(|_| ())
    }

    pub fn text(&mut self) -> Result<String, Fault> {
        let length = self.count()?;
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// A list of texts, of which any may be missing.
    pub fn texts(&mut self) -> Result<Vec<Option<String>>, Fault> {
        let count = self.count()?;
        let mut texts = Vec::with_capacity(count.min(1 << 10));
        for _ in 0..count {
            texts.push(match self.u1()? {
                0 => None,
                1 => Some(self.text()?),
                other => {
                    return Err(self.fault(format!("{other} in the place of a mark that is 1 (a text follows) or 0")));
                }
            });
        }
        Ok(texts)
    }

    /// Where the next read starts, and the next cursor may.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The same section from another place.
    pub fn at(&self, position: usize) -> Self {
        Self { name: self.name, bytes: self.bytes, at: position.min(self.bytes.len()) }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// The next bytes.
    pub fn bytes(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        self.take(length)
    }

    pub fn at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// All must have been read.
    pub fn end(&self) -> Result<(), Fault> {
        if self.at_end() {
            Ok(())
        } else {
            Err(self.fault(format!("{} bytes are left over", self.bytes.len() - self.at)))
        }
    }
}
