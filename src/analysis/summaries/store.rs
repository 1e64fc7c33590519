//! The file of summaries, and the one place that knows how values become bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic |
//! | 4 | version of this layout |
//! | 32 | fingerprint: of the program that wrote it and of the JDK |
//! | 3 × 20 | for each section: offset and length (8 bytes each), CRC-32C (4 bytes) |
//! | 4 | CRC-32C of all before |
//! | | the sections, one after the other: the state, the ends of the records (4 bytes each), the records |
//!
//! All numbers are little-endian. The state is one bincode record; the records of the third section are decoded one by
//! one when they are asked for, from the mapped file. Invariant: a [`Summaries`] exists only of bytes that all checks
//! covered, so that a damaged or foreign file is no summaries, and never a wrong one. A file gets its name when it is
//! complete: writers do not disturb each other, and readers keep the file that they mapped.

use memmap2::Mmap;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

const MAGIC: &[u8; 8] = b"JCPSUMS\n";
const VERSION: u32 = 2;
const SECTIONS: usize = 3;
const SECTION: usize = 20;
const HEADER: usize = 8 + 4 + 32 + SECTIONS * SECTION + 4;

/// No value is larger than this, bytes: a damaged length is found before memory is asked for.
const LIMIT: usize = 1 << 30;

/// Whose summaries: of which build of jcp, on which JDK; of an answer also to which question.
pub type Fingerprint = [u8; 32];

/// Summaries whose bytes were found whole.
pub struct Summaries {
    bytes: Bytes,
    sections: [Range<usize>; SECTIONS],
}

enum Bytes {
    Map(Mmap),
    Memory(Vec<u8>),
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Map(map) => map,
            Self::Memory(bytes) => bytes,
        }
    }
}

impl Summaries {
    /// The summaries in a file; none if there is no file, or not a whole one with this fingerprint.
    pub fn open(path: &Path, fingerprint: &Fingerprint) -> Option<Self> {
        Self::of(&File::open(path).ok()?, fingerprint)
    }

    /// Those in a file that is open.
    pub fn of(file: &File, fingerprint: &Fingerprint) -> Option<Self> {
        // SAFETY: the mapping is only read. No writer changes such a file in place, it renames a finished one over it;
        // whoever else truncates the file while it is read ends this process with SIGBUS, as with any mapping.
        #[allow(unsafe_code, reason = "memory mapping; see above")]
        let map = unsafe { Mmap::map(file) }.ok()?;
        Self::checked(Bytes::Map(map), fingerprint)
    }

    /// The summaries in memory that are the same as in a file.
    pub fn from_bytes(bytes: Vec<u8>, fingerprint: &Fingerprint) -> Option<Self> {
        Self::checked(Bytes::Memory(bytes), fingerprint)
    }

    fn checked(bytes: Bytes, fingerprint: &Fingerprint) -> Option<Self> {
        let sections = sections(bytes.as_slice(), fingerprint)?;
        Some(Self { bytes, sections })
    }

    /// The bytes of the state.
    pub fn state(&self) -> &[u8] {
        &self.bytes.as_slice()[self.sections[0].clone()]
    }

    /// The bytes of a record.
    pub fn record(&self, number: u32) -> Option<&[u8]> {
        let ends = &self.bytes.as_slice()[self.sections[1].clone()];
        let end = |number: usize| Some(word(ends.get(number * 4..)?)? as usize);
        let number = number as usize;
        let start = if number == 0 { 0 } else { end(number - 1)? };
        self.bytes.as_slice()[self.sections[2].clone()].get(start..end(number)?)
    }
}

fn word(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

fn long(bytes: &[u8]) -> Option<usize> {
    bytes.first_chunk().and_then(|bytes| u64::from_le_bytes(*bytes).try_into().ok())
}

/// Checks everything; gives the places of the sections.
fn sections(bytes: &[u8], fingerprint: &Fingerprint) -> Option<[Range<usize>; SECTIONS]> {
    let (header, sum) = bytes.get(..HEADER)?.split_at(HEADER - 4);
    let rest = header.strip_prefix(MAGIC)?.strip_prefix(&VERSION.to_le_bytes())?.strip_prefix(fingerprint)?;
    if word(sum)? != crc32c::crc32c(header) {
        return None;
    }
    let mut at = HEADER;
    let mut found = [const { 0..0 }; SECTIONS];
    for (section, entry) in found.iter_mut().zip(rest.chunks_exact(SECTION)) {
        let (start, length) = (long(entry)?, long(&entry[8..])?);
        let end = start.checked_add(length)?;
        if start != at || crc32c::crc32c(bytes.get(start..end)?) != word(&entry[16..])? {
            return None;
        }
        *section = start..end;
        at = end;
    }
    (at == bytes.len()).then_some(found)
}

/// The bytes of a file with this state and these records; none if they are too large.
pub fn file(fingerprint: &Fingerprint, state: &[u8], records: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut ends = Vec::with_capacity(records.len() * 4);
    let mut end = 0u32;
    for record in records {
        end = end.checked_add(u32::try_from(record.len()).ok()?)?;
        ends.extend(end.to_le_bytes());
    }
    let records = records.concat();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(fingerprint);
    let mut at = HEADER;
    for section in [state, &ends, &records] {
        bytes.extend((at as u64).to_le_bytes());
        bytes.extend((section.len() as u64).to_le_bytes());
        bytes.extend(crc32c::crc32c(section).to_le_bytes());
        at += section.len();
    }
    bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
    bytes.reserve_exact(at - bytes.len());
    for section in [state, &ends, &records] {
        bytes.extend(section);
    }
    Some(bytes)
}

/// Writes the bytes to a file beside the path, with a longer name of the same start and end, then names it.
pub fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = |part: Option<&OsStr>| part.map_or(String::new(), |part| part.to_string_lossy().into_owned());
    let (start, end) = (part(path.file_stem()) + "-", format!(".{}", part(path.extension())));
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(&start).suffix(&end).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// The bytes of a value; none if it is too large.
pub fn encode<T: Serialize>(value: &T) -> Option<Vec<u8>> {
    bincode::serde::encode_to_vec(value, configuration()).ok().filter(|bytes| bytes.len() <= LIMIT)
}

/// The value that has exactly these bytes.
pub fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (value, read) = bincode::serde::borrow_decode_from_slice(bytes, configuration()).ok()?;
    (read == bytes.len()).then_some(value)
}

fn configuration() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<LIMIT>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Fingerprint = [7; 32];

    fn sample() -> Vec<u8> {
        file(&OWN, b"state", &[b"first".to_vec(), Vec::new(), b"third".to_vec()]).expect("small")
    }

    #[test]
    fn what_is_written_is_read() {
        let read = Summaries::from_bytes(sample(), &OWN).expect("whole");
        assert_eq!(read.state(), b"state");
        assert_eq!([0, 1, 2].map(|number| read.record(number)), [Some(&b"first"[..]), Some(b""), Some(b"third")]);
        assert_eq!(read.record(3), None);
    }

    #[test]
    fn no_damage_goes_unnoticed() {
        let whole = sample();
        for length in 0..whole.len() {
            assert!(Summaries::from_bytes(whole[..length].to_vec(), &OWN).is_none(), "{length} bytes");
        }
        for bit in 0..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Summaries::from_bytes(damaged, &OWN).is_none(), "bit {bit}");
        }
        assert!(Summaries::from_bytes([whole.clone(), vec![0]].concat(), &OWN).is_none());
        assert!(Summaries::from_bytes(whole, &[8; 32]).is_none());
    }

    #[test]
    fn a_length_that_cannot_be_is_no_value() {
        let huge = encode(&u64::MAX).expect("small");
        assert_eq!(decode::<Vec<u64>>(&huge), None);
        assert_eq!(decode::<String>(&huge), None);
        assert_eq!(decode::<u32>(&[encode(&1u32).expect("small"), vec![0]].concat()), None);
    }
}
