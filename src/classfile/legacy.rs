//! Class files of versions up to 47, whose texts may be encoded with more bytes than needed: the JVM reads them (`is_legal_utf8` of
//! `HotSpot`'s utf8.cpp), while later versions allow one encoding of each character (JVMS §4.4.7).
//!
//! The constants are written anew with the shortest encoding. Names that differ in the encoding alone are one name then, which
//! they are not to the JVM; no compiler is known that writes both.

use super::error::Step;
use ristretto_classfile::byte_reader::ByteReader;

/// The last version that allows it.
const LAST: u16 = 47;
/// Up to the count of constants: magic number and versions (JVMS §4.1).
const HEADER: usize = 8;

/// The class file with the shortest encodings; none if it has them, is newer, or is damaged.
pub(super) fn shortened(bytes: &[u8]) -> Option<Vec<u8>> {
    let version = u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?]);
    if version > LAST {
        return None;
    }
    let (written, changed) = rewritten(bytes).ok()?;
    changed.then_some(written)
}

fn rewritten(bytes: &[u8]) -> Step<(Vec<u8>, bool)> {
    let mut reader = ByteReader::new(bytes);
    reader.read_bytes(HEADER)?;
    let count = reader.read_u16()?;
    let mut written = bytes[..reader.position()].to_vec();
    let (mut index, mut changed) = (1, false);
    while index < count {
        let start = reader.position();
        let tag = reader.read_u8()?;
        if tag == 1 {
            let length = reader.read_u16()?;
            let text = reader.read_bytes(usize::from(length))?;
            let short = shortest(text);
            changed |= short != text;
            written.push(tag);
            written.extend((short.len() as u16).to_be_bytes());
            written.extend(short);
        } else {
            // strings and classes; numbers, members and names with types; of such versions no others (JVMS table 4.4-A)
            reader.read_bytes(match tag {
                7 | 8 => 2,
                5 | 6 => 8,
                _ => 4,
            })?;
            written.extend(&bytes[start..reader.position()]);
        }
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    written.extend(&bytes[reader.position()..]);
    Ok((written, changed))
}

/// The shortest encoding of each character, where the text is one of two and three bytes a character.
fn shortest(text: &[u8]) -> Vec<u8> {
    let mut found = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let bits = |at: usize| rest.get(at).map_or(0, |byte| u16::from(byte & 0x3f));
        let (length, unit) = match first {
            0xc0..=0xdf => (2, u16::from(first & 0x1f) << 6 | bits(1)),
            0xe0..=0xef => (3, u16::from(first & 0x0f) << 12 | bits(1) << 6 | bits(2)),
            _ => (1, u16::from(first)),
        };
        match (length, unit) {
            (1, _) => found.push(first),
            (_, 1..=0x7f) => found.push(unit as u8),
            (_, 0..=0x7ff) => found.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
            _ => found.extend(&rest[..rest.len().min(3)]),
        }
        rest = &rest[rest.len().min(length)..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{shortened, shortest};

    #[test]
    fn texts_of_old_versions_alone_are_shortened() {
        let file = |version, text: &[u8]| {
            let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 3, 0, version, 0, 5];
            bytes.extend([7, 0, 4, 5, 1, 2, 3, 4, 5, 6, 7, 8, 1, 0, text.len() as u8]);
            bytes.extend(text);
            bytes.extend([0, 0x21]);
            bytes
        };
        let long = [b'a', 0xe0, 0x80, 0x80, 0xc1, 0x82];
        assert_eq!(shortened(&file(47, &long)), Some(file(47, &[b'a', 0xc0, 0x80, b'B'])));
        assert_eq!(shortened(&file(48, &long)), None);
        assert_eq!(shortened(&file(47, b"plain")), None);
        assert_eq!(shortened(&file(47, &long)[..20]), None);
    }

    #[test]
    fn characters_get_their_shortest_encoding() {
        assert_eq!(shortest(b"plain"), b"plain");
        assert_eq!(shortest(&[0xe0, 0x81, 0x81, 0xc1, 0x82]), b"AB");
        assert_eq!(shortest(&[0xe0, 0x83, 0xa9]), "é".as_bytes());
        assert_eq!(shortest(&[0xc0, 0x80]), [0xc0, 0x80]);
        assert_eq!(shortest("é€".as_bytes()), "é€".as_bytes());
        assert_eq!(shortest(&[0xe0, 0x81]), [0x40]);
    }
}
