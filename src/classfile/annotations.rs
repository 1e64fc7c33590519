//! The types of a method's annotations (JVMS §4.7.16, §4.7.17), which jcp reads only to find what a user has marked.
//!
//! One pass over the method's attributes. Values of annotations are walked over, not kept; annotations of parameters and types are
//! not looked at.

use super::class::ClassFile;
use super::error::Step;
use super::{scan, type_annotations};
use ristretto_classfile::byte_reader::ByteReader;

impl ClassFile {
    /// Descriptors of the types of the annotations of a method, visible at run time or not; what cannot be read has none.
    pub fn annotations_of_method(&self, number: usize) -> Vec<String> {
        self.read_annotations(number).unwrap_or_default()
    }

    fn read_annotations(&self, number: usize) -> Step<Vec<String>> {
        let range = self.parts.method_ranges.get(number).cloned().unwrap_or_default();
        let mut reader = ByteReader::new(self.bytes.get(..range.end).unwrap_or_default());
        reader.set_position(range.start);
        reader.skip(6)?; // flags, name, descriptor
        let mut found = Vec::new();
        scan::attributes(self, &mut reader, |name, content| {
            if !matches!(name, "RuntimeVisibleAnnotations" | "RuntimeInvisibleAnnotations") {
                return Ok(());
            }
            let mut reader = ByteReader::new(self.bytes.get(content).unwrap_or_default());
            for _ in 0..reader.read_u16()? {
                let index = type_annotations::annotation(&mut reader, type_annotations::DEPTH)?;
                found.push(self.text(index)?.to_owned());
            }
            Ok(())
        })?;
        Ok(found)
    }
}
