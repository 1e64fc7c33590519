//! The names of a class's direct supertypes, for the hierarchy of all classes of a JDK.
//!
//! Only the constants' sizes are looked at (JVMS §4.4) until the header behind them (§4.1) tells which of them to read;
//! fields, methods and attributes are neither read nor checked, as [`ClassFile::parse`](super::ClassFile::parse) does.

use ristretto_classfile::byte_reader::ByteReader;
use ristretto_classfile::mutf8;

/// Internal names of the superclass, if there is one, and of the interfaces, in their order; none if the bytes are no
/// class file.
pub fn supertypes(bytes: &[u8]) -> Option<Vec<String>> {
    let mut reader = ByteReader::new(bytes);
    if reader.read_u32().ok()? != 0xCAFE_BABE {
        return None;
    }
    reader.skip(4).ok()?;
    let places = constants(&mut reader)?;
    reader.skip(4).ok()?; // access flags, this class
    let superclass = reader.read_u16().ok()?;
    let mut found = Vec::new();
    if superclass != 0 {
        found.push(class_name(bytes, &places, superclass)?);
    }
    for _ in 0..reader.read_u16().ok()? {
        found.push(class_name(bytes, &places, reader.read_u16().ok()?)?);
    }
    Some(found)
}

/// Where the constants begin, by index; 0 where there is none.
fn constants(reader: &mut ByteReader<'_>) -> Option<Vec<usize>> {
    let count = usize::from(reader.read_u16().ok()?);
    let mut places = vec![0];
    while places.len() < count {
        places.push(reader.position());
        let tag = reader.read_u8().ok()?;
        let size = match tag {
            1 => usize::from(reader.read_u16().ok()?),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => return None,
        };
        reader.skip(size).ok()?;
        if matches!(tag, 5 | 6) {
            places.push(0); // a long or double takes two indices (JVMS §4.4.5)
        }
    }
    Some(places)
}

fn class_name(bytes: &[u8], places: &[usize], class: u16) -> Option<String> {
    const CLASS: u8 = 7;
    const UTF8: u8 = 1;
    let at = |index: u16, tag: u8| {
        let place = *places.get(usize::from(index))?;
        (*bytes.get(place)? == tag)
            .then(|| bytes.get(place + 1..place + 3).map(|it| u16::from_be_bytes([it[0], it[1]])))?
    };
    let text = at(class, CLASS)?;
    let length = usize::from(at(text, UTF8)?);
    let start = places.get(usize::from(text))? + 3;
    mutf8::from_bytes(bytes.get(start..start + length)?).ok()
}

#[cfg(test)]
mod tests {
    use super::supertypes;

    #[test]
    fn damaged_classes_have_none() {
        assert_eq!(supertypes(&[]), None);
        assert_eq!(supertypes(&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 2, 99]), None);
        // no constants, no superclass, one interface that is no constant
        assert_eq!(supertypes(&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 9]), None);
    }
}
