//! The texts among the constants of a class file (JVMS §4.4): a class of nothing but texts, and a class with other ones.
//!
//! Invariant of the former: at most [`MOST`] texts, the first ones; texts are plain UTF-8 of at most 65,535 bytes, as they come from class files.

use super::error::{Error, Result};

/// As many as the constant pool has room for, beside the names of the class and its superclass.
const MOST: usize = 65_530;
const UTF8: u8 = 1;
const CLASS: u8 = 7;
/// Where the number of constants stands.
const COUNT: usize = 8;

/// A class of this name without members, a subclass of `Object`, with these constants.
pub fn class_of_texts<'t>(name: &str, texts: impl Iterator<Item = &'t [u8]>) -> Vec<u8> {
    let texts: Vec<&[u8]> = texts.filter(|text| u16::try_from(text.len()).is_ok()).take(MOST).collect();
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 55];
    put(&mut bytes, texts.len() + 5); // constants, and one more
    utf8(&mut bytes, name.as_bytes()); // 1
    bytes.extend([CLASS, 0, 1]); // 2
    utf8(&mut bytes, b"java/lang/Object"); // 3
    bytes.extend([CLASS, 0, 3]); // 4
    for text in texts {
        utf8(&mut bytes, text);
    }
    // final synthetic and super; this class, its superclass; no interfaces, fields, methods, attributes
    for value in [0x1030, 2, 4, 0, 0, 0, 0] {
        put(&mut bytes, value);
    }
    bytes
}

/// The class file with each text replaced; `place`: its name, for errors.
pub fn with_texts(class: &[u8], place: &str, replaced: impl Fn(&[u8]) -> Vec<u8>) -> Result<Vec<u8>> {
    let damaged = || Error::Class {
        place: place.to_owned(),
        problem: "its constants end early or are of an unknown kind".into(),
    };
    let mut out = class.get(..COUNT + 2).ok_or_else(damaged)?.to_vec();
    let count = word(class, COUNT).ok_or_else(damaged)?;
    let (mut at, mut number) = (COUNT + 2, 1);
    while number < count {
        let tag = *class.get(at).ok_or_else(damaged)?;
        let length =
            if tag == UTF8 { 3 + word(class, at + 1).ok_or_else(damaged)? } else { size(tag).ok_or_else(damaged)? };
        let constant = class.get(at..at + length).ok_or_else(damaged)?;
        if tag == UTF8 {
            utf8(&mut out, &replaced(constant.get(3..).unwrap_or_default()));
        } else {
            out.extend_from_slice(constant);
        }
        at += length;
        number += if matches!(tag, 5 | 6) { 2 } else { 1 }; // long, double: two places
    }
    out.extend_from_slice(class.get(at..).unwrap_or_default());
    Ok(out)
}

/// Bytes of a constant that is no text, by its tag.
fn size(tag: u8) -> Option<usize> {
    match tag {
        7 | 8 | 16 | 19 | 20 => Some(3),
        15 => Some(4),
        3 | 4 | 9..=12 | 17 | 18 => Some(5),
        5 | 6 => Some(9),
        _ => None,
    }
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(usize::from(u16::from_be_bytes(*bytes)))
}

fn utf8(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.push(UTF8);
    put(bytes, text.len());
    bytes.extend_from_slice(text);
}

fn put(bytes: &mut Vec<u8>, value: usize) {
    bytes.extend((value as u16).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::ClassFile;

    #[test]
    fn the_class_has_the_texts_and_no_members() {
        let class = ClassFile::parse(class_of_texts("p/Texts", [b"one".as_slice(), b"(II)V"].into_iter()), "p/Texts");
        let class = class.expect("a class file");
        assert_eq!((class.name.as_str(), class.super_name.as_deref()), ("p/Texts", Some("java/lang/Object")));
        assert!(class.fields.is_empty() && class.methods.is_empty());
        let texts: Vec<&[u8]> = class.texts().collect();
        assert_eq!(texts, [b"p/Texts".as_slice(), b"java/lang/Object", b"one", b"(II)V"]);
    }

    #[test]
    fn texts_are_replaced_and_the_rest_stays() {
        let class = class_of_texts("p/Texts", [b"p/One".as_slice()].into_iter());
        let renamed = |text: &[u8]| if text.starts_with(b"p/") { text[2..].to_vec() } else { text.to_vec() };
        let class = with_texts(&class, "p/Texts", renamed).expect("a class file");
        let class = ClassFile::parse(class, "Texts").expect("a class file");
        assert_eq!((class.name.as_str(), class.super_name.as_deref()), ("Texts", Some("java/lang/Object")));
        assert!(class.texts().any(|text| text == b"One"));
        assert!(with_texts(&[0; 12], "p/Texts", <[u8]>::to_vec).is_ok());
        assert!(with_texts(&[0; 9], "p/Texts", <[u8]>::to_vec).is_err());
    }
}
