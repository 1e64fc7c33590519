//! Opens a checkpoint file: mapping, start, trailer, checksums; then decodes the small sections.
//!
//! Invariant: a [`Checkpoint`] exists only of a file whose every byte was covered by a check: the start and the trailer's
//! last words by comparison, the trailer's entries and all sections by CRC-32C; the sections, in whatever order, lie without a gap.
//! An HMAC is checked by who has the key ([`Checkpoint::is_made_with`]).

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use hmac::{Hmac, KeyInit, Mac};
use memmap2::Mmap;
use sha2::Sha256;

use super::class::Class;
use super::content::{self, Environment, Header, Roots};
use super::error::{CheckpointError, Fault};
use super::format::{Cursor, END, ENTRY, HMAC, HMAC_MARK, MAGIC, SECTIONS, START, TRAILER, VERSION, WITH_HMAC};
use super::graph::{self, Histogram};
use super::heap::Heap;
use super::names::{self, Names, Root};
use super::threads::{self, Thread};

/// A checkpoint file that was found whole.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    map: Mmap,
    owner: u32,
    mode: u32,
    sections: Vec<Range<usize>>,
    header: Header,
    environment: Environment,
    threads: Vec<Thread>,
    initialized: Vec<String>,
    classes: Vec<Class>,
}

impl Checkpoint {
    /// Opens a file and checks all of it.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let io = |source| CheckpointError::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(io)?;
        let status = file.metadata().map_err(io)?;
        // SAFETY: the mapping is only read. The runtime never changes a checkpoint file in place, it renames a finished one
        // over it; whoever else truncates the file while it is read ends this process with SIGBUS, as with any mapping.
        #[allow(unsafe_code, reason = "memory mapping; see above")]
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        if map.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(CheckpointError::Foreign { path: path.to_owned() });
        }
        let version = number(&map, 8).ok_or_else(|| incomplete().of(path))?;
        if version != VERSION && version != WITH_HMAC {
            return Err(CheckpointError::Version { path: path.to_owned(), found: version, expected: VERSION });
        }
        let fault = |fault: Fault| fault.of(path);
        let sections = sections(unmarked(&map, version).map_err(fault)?).map_err(fault)?;
        let cursor = |index: usize| cursor(&map, &sections, index);
        let header = content::header(cursor(0)).map_err(fault)?;
        let mut environment = content::environment(cursor(1)).map_err(fault)?;
        environment.extend(content::parts(cursor(2), &header).map_err(fault)?);
        let threads = threads::threads(cursor(8), &header, &environment).map_err(fault)?;
        environment.extend(threads.first().map(threads::entries).unwrap_or_default());
        environment.sort();
        let initialized = content::initialized(cursor(3)).map_err(fault)?;
        let classes = content::classes(cursor(4), &header).map_err(fault)?;
        let (path, owner, mode) = (path.to_owned(), status.uid(), status.mode() & 0o7777);
        Ok(Self { path, map, owner, mode, sections, header, environment, threads, initialized, classes })
    }

    /// The number of the user to whom the opened file belongs.
    pub fn owner(&self) -> u32 {
        self.owner
    }

    /// The permissions of the opened file, as `chmod` takes them.
    pub fn mode(&self) -> u32 {
        self.mode
    }

    /// Whether there is an HMAC.
    pub fn has_hmac(&self) -> bool {
        number(&self.map, 8) == Some(WITH_HMAC)
    }

    /// Whether there is an HMAC, and it is that of the whole file with this key.
    pub fn is_made_with(&self, key: &[u8]) -> bool {
        let Some((content, found)) = self.map.split_last_chunk::<HMAC>().filter(|_| self.has_hmac()) else {
            return false;
        };
        Hmac::<Sha256>::new_from_slice(key).is_ok_and(|hmac| hmac.chain_update(content).verify_slice(found).is_ok())
    }

    /// What it is of.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The threads that go on, the main one first.
    pub fn threads(&self) -> &[Thread] {
        &self.threads
    }

    /// The state that is in no object: of the JVM, of the main thread, and parts of objects outside the heap; in the order of its names.
    pub fn environment(&self) -> &[(String, Vec<Option<String>>)] {
        &self.environment
    }

    /// Internal names of the application's classes that were initialised, sorted.
    pub fn initialized(&self) -> &[String] {
        &self.initialized
    }

    /// The class table.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Names and lengths in bytes of the sections, in the order of the file.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, usize)> {
        SECTIONS.into_iter().zip(self.sections.iter().map(Range::len))
    }

    /// Decodes frames and static fields.
    pub fn roots(&self) -> Result<Roots, CheckpointError> {
        let roots = content::roots(cursor(&self.map, &self.sections, 6), &self.header);
        let roots = roots.map_err(|fault| fault.of(&self.path))?;
        if roots.stacks.len() == self.threads.len() {
            Ok(roots)
        } else {
            Err(Fault::new("section roots", "it does not have the frames of each thread").of(&self.path))
        }
    }

    /// Builds the graph of all objects.
    pub fn heap(&self) -> Result<Heap<'_>, CheckpointError> {
        let graph = cursor(&self.map, &self.sections, 5);
        Heap::read(&graph, self.header.objects, &self.classes).map_err(|fault| fault.of(&self.path))
    }

    /// All that holds objects, by name; names of another plan are not used.
    pub fn named_roots(&self, heap: &Heap, names: Option<&Names>) -> Result<Vec<Root>, CheckpointError> {
        let names = names.filter(|names| names.plan == self.header.plan);
        let fault = |fault: Fault| fault.of(&self.path);
        let interned = content::interned(cursor(&self.map, &self.sections, 9), &self.header).map_err(fault)?;
        Ok(names::roots(&self.roots()?, &self.threads, &interned, &self.environment, (heap, names)))
    }

    /// Objects with the identity hashes that the program has asked for.
    pub fn hashes(&self) -> Result<Vec<(u32, u32)>, CheckpointError> {
        content::hashes(cursor(&self.map, &self.sections, 7), &self.header).map_err(|fault| fault.of(&self.path))
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Counts the objects; reads the whole section `graph`.
    pub fn histogram(&self) -> Result<Histogram, CheckpointError> {
        let graph = cursor(&self.map, &self.sections, 5);
        graph::histogram(graph, self.header.objects, &self.classes).map_err(|fault| fault.of(&self.path))
    }
}

fn cursor<'a>(file: &'a [u8], sections: &[Range<usize>], index: usize) -> Cursor<'a> {
    let name = SECTIONS.get(index).copied().unwrap_or_default();
    let bytes = sections.get(index).and_then(|range| file.get(range.clone()));
    Cursor::new(name, bytes.unwrap_or_default())
}

#[cold]
fn incomplete() -> Fault {
    Fault::new("the trailer", "the file is incomplete")
}

/// The 32-bit number at an offset.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    bytes.try_into().ok().map(u32::from_le_bytes)
}

/// The 64-bit number at an offset.
fn long(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(8)?)?;
    bytes.try_into().ok().map(u64::from_le_bytes)
}

/// The file without mark and HMAC, if it has one.
fn unmarked(file: &[u8], version: u32) -> Result<&[u8], Fault> {
    if version == VERSION {
        return Ok(file);
    }
    let content = file.len().checked_sub(HMAC).and_then(|end| file.get(..end));
    content.and_then(|content| content.strip_suffix(HMAC_MARK)).ok_or_else(incomplete)
}

/// Checks the trailer and all sections; returns where these lie.
fn sections(file: &[u8]) -> Result<Vec<Range<usize>>, Fault> {
    let start = file.len().checked_sub(TRAILER).filter(|start| *start >= START).ok_or_else(incomplete)?;
    if number(file, 12) != u32::try_from(SECTIONS.len()).ok() {
        return Err(Fault::new("the start", format!("the file does not have {} sections", SECTIONS.len())));
    }
    let trailer = file.get(start..).ok_or_else(incomplete)?;
    let entries = trailer.get(..SECTIONS.len() * ENTRY).ok_or_else(incomplete)?;
    if number(trailer, entries.len()) != Some(crc32c::crc32c(entries))
        || long(trailer, entries.len() + 4) != Some(start as u64)
        || !trailer.ends_with(END)
    {
        return Err(incomplete());
    }
    let mut sections = Vec::with_capacity(SECTIONS.len());
    for (name, entry) in SECTIONS.into_iter().zip(entries.chunks_exact(ENTRY)) {
        let section = section(file, entry, START..start);
        sections.push(section.map_err(|problem| Fault::new(format!("section {name}"), problem))?);
    }
    let mut ordered: Vec<&Range<usize>> = sections.iter().collect();
    ordered.sort_by_key(|section| (section.start, section.end));
    let reached = ordered.into_iter().try_fold(START, |end, section| (section.start == end).then_some(section.end));
    if reached != Some(start) {
        return Err(Fault::new("the trailer", "the sections overlap or leave gaps"));
    }
    Ok(sections)
}

/// Where the section of an entry lies, which must be in `room`, and whose checksum must be right.
fn section(file: &[u8], entry: &[u8], room: Range<usize>) -> Result<Range<usize>, &'static str> {
    let offset = long(entry, 0).and_then(|offset| usize::try_from(offset).ok());
    let length = long(entry, 8).and_then(|length| usize::try_from(length).ok());
    let place = offset.zip(length).and_then(|(offset, length)| Some(offset..offset.checked_add(length)?));
    let place = place.filter(|place| room.start <= place.start && place.end <= room.end);
    let place = place.ok_or("it lies outside the file")?;
    let bytes = file.get(place.clone()).ok_or("it lies outside the file")?;
    if number(entry, 16) != Some(crc32c::crc32c(bytes)) {
        return Err("its checksum is wrong");
    }
    Ok(place)
}
