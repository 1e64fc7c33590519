//! A class file that has nothing but texts among its constants (JVMS §4.1).
//!
//! Invariant: at most [`MOST`] texts, the first ones; texts are plain UTF-8 of at most 65,535 bytes, as they come from class files.

/// As many as the constant pool has room for, beside the names of the class and its superclass.
const MOST: usize = 65_530;
const UTF8: u8 = 1;
const CLASS: u8 = 7;

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
}
