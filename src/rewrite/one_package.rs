//! Puts the runtime's classes into one package, whatever packages its source has: the jars have `jcp.runtime` alone.
//!
//! A program sees the packages of its loader (`Package.getPackages`), in the order of a table that grows with them, and the JVM reads a
//! jar's manifest for each new one; so one package is as little as can be. All names are replaced in the constant pool: those of classes,
//! in descriptors, and in string literals, with slashes or dots.
//!
//! Invariant: no two classes of the runtime have the same simple name (`tests/suite/tidy.rs`).

use super::error::Result;
use crate::classfile::with_texts;

/// The package in names of classes, and in texts for `Class.forName`.
const PACKAGES: [&[u8]; 2] = [b"jcp/runtime/", b"jcp.runtime."];

/// The class files and resources, by names in the jar.
pub(super) fn in_one_package(files: Vec<(String, Vec<u8>)>) -> Result<Vec<(String, Vec<u8>)>> {
    let place = |(name, bytes): (String, Vec<u8>)| {
        let is_class = bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]);
        let bytes = if is_class { with_texts(&bytes, &name, moved)? } else { bytes };
        Ok((String::from_utf8_lossy(&moved(name.as_bytes())).into_owned(), bytes))
    };
    files.into_iter().map(place).collect()
}

/// The text without the packages below the runtime's.
fn moved(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, tail)) = rest.split_first() {
        if let Some(package) = PACKAGES.into_iter().find(|package| rest.starts_with(package)) {
            out.extend_from_slice(package);
            let inside = rest.get(package.len()..).unwrap_or_default();
            rest = below(inside, package.last()).unwrap_or(inside);
        } else {
            out.push(*first);
            rest = tail;
        }
    }
    out
}

/// What follows the name of a package and the separator, if the name of a class does.
fn below<'t>(text: &'t [u8], separator: Option<&u8>) -> Option<&'t [u8]> {
    let end = text.iter().position(|byte| !byte.is_ascii_lowercase()).filter(|end| *end > 0)?;
    let class = text.get(end + 1..)?;
    (text.get(end) == separator && class.first()?.is_ascii_uppercase()).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn packages_below_are_left_out_of_names() {
        let cases = [
            ("jcp/runtime/graph/Kind$Trace", "jcp/runtime/Kind$Trace"),
            ("(Ljcp/runtime/jvm/Row;Ljcp/runtime/Start;)V", "(Ljcp/runtime/Row;Ljcp/runtime/Start;)V"),
            ("jcp.runtime.linking.CallSites", "jcp.runtime.CallSites"),
            ("the package jcp.runtime. It", "the package jcp.runtime. It"),
            ("jcp.runtime", "jcp.runtime"),
            ("jcp/runtime/graph/", "jcp/runtime/graph/"),
        ];
        for (text, expected) in cases {
            assert_eq!(String::from_utf8_lossy(&moved(text.as_bytes())), expected);
        }
    }
}
