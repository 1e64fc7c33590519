//! The flags that reflection tells of a class, apart from those that the JVM checks accesses by.
//!
//! The JVM checks accesses by `access_flags`. `Class.getModifiers`, and with it the default `serialVersionUID`, tells the flags
//! that the class's own entry in `InnerClasses` has, if there is one (JVMS §4.7.6: as the source has them). An entry without an
//! outer class and without a name makes a class neither nested nor local (`compute_enclosing_class` of the JVM).
//!
//! Left out: classes that have such an entry already, which tells the source's flags.

use super::error::Result;
use super::splice::ClassEditor;

/// Flags that a class has and an entry of `InnerClasses` has not: `ACC_SUPER`.
const SUPER: u16 = 0x0020;
/// Bytes of an entry.
const ENTRY: usize = 8;

impl ClassEditor<'_> {
    /// Opens or closes the class for the JVM's checks; reflection goes on telling the flags that it had.
    pub fn set_checked_access(&mut self, access: u16) -> Result<()> {
        self.set_class_access(access);
        let name = self.class.name.clone();
        let this = self.class_ref(&name)?;
        let entry = [this, 0, 0, self.class.access & !SUPER].map(u16::to_be_bytes);
        let entry = entry.as_flattened();
        let parts = &self.class.parts;
        let Some(range) = parts.inner_classes.clone() else {
            return self.add_inner_classes(entry);
        };
        let content = self.class.bytes.get(range.clone()).unwrap_or_default();
        let names_itself = |entry: &[u8]| {
            let index = entry.first_chunk().map_or(0, |index| u16::from_be_bytes(*index));
            self.class.class_name(index).is_ok_and(|found| found == name)
        };
        let Some((_, entries)) = content.split_first_chunk::<2>() else { return Ok(()) };
        if entries.chunks_exact(ENTRY).any(names_itself) {
            return Ok(());
        }
        let count = ((entries.len() / ENTRY + 1) as u16).to_be_bytes();
        let length = ((content.len() + ENTRY) as u32).to_be_bytes();
        let new = [&length[..], &count, entries, entry].concat();
        self.patch(range.start - length.len()..range.end, new);
        Ok(())
    }

    fn add_inner_classes(&mut self, entry: &[u8]) -> Result<()> {
        let place = self.class.parts.attributes;
        if self.is_patched(place) {
            return Ok(()); // it was added before
        }
        let count = self
            .class
            .bytes
            .get(place..)
            .and_then(|bytes| bytes.first_chunk())
            .map_or(0, |count| u16::from_be_bytes(*count));
        let name = self.utf8("InnerClasses")?.to_be_bytes();
        let length = (2 + ENTRY as u32).to_be_bytes();
        self.patch(place..place + 2, (count + 1).to_be_bytes().to_vec());
        self.insert(self.class.bytes.len(), [&name[..], &length, &[0, 1], entry].concat());
        Ok(())
    }
}
